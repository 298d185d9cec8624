"""The index of a language: every game with its players, target and points; and the words used."""

from __future__ import annotations

from domino.rules.games import GAMES
from host_tools.pages import figures, markdown
from host_tools.pages.examples import parameters
from host_tools.pages.figures import Parameters
from host_tools.pages.game_page import name
from host_tools.pages.phrases import LANGUAGES, Phrases, phrases

SHEET = "mexican-train"  # a page, not a game of the table


def index_page(say: Phrases) -> str:
    """docs/games/LANGUAGE/README.md."""
    texts = say.texts["index"]
    other = next(language for language in LANGUAGES if language != say.language)
    rows = [[texts[word] for word in ("game", "players", "target", "in_play", "points")]]
    rows += [_row(game, parameters(game), say) for game in GAMES]
    rows.append([_link(SHEET, say), "", "", texts["sheet"], texts["bad"]])
    words = "\n".join(f"- **{word}**: {say.safe(text)}" for word, text in texts["glossary"])
    parts = [
        f"# {texts['title']}",
        f"{texts['intro']} [{say.get('page', 'other_language')}](../{other}/README.md)",
        markdown.table(rows),
        texts["house"],
        f"## {texts['words']}",
        words,
    ]
    return markdown.page(parts, say)


def landing_page() -> str:
    """docs/games/README.md: a line a language."""
    lines = [
        f"- [{say.get('language')}: {say.get('index', 'title')}]({say.language}/README.md)"
        for say in map(phrases, LANGUAGES)
    ]
    title = " · ".join(say.get("index", "title") for say in map(phrases, LANGUAGES))
    return f"# {title}\n\n" + "\n".join(lines) + "\n"


def _row(game: str, p: Parameters, say: Phrases) -> list[str]:
    counts = figures.players(p)
    players = f"{counts[0]}–{counts[-1]}" if counts[1:] else str(counts[0])
    targets = dict.fromkeys(str(figures.by_players(p["target"], count)) for count in counts)
    return [
        _link(game, say),
        say.ltr(players),
        "" if p["end"] == "never" else say.join(list(targets), "or"),
        _in_play(p, say),
        say.get("index", "bad" if p["end"] in ("target_loses", "lowest_wins") else "good"),
    ]


def _link(game: str, say: Phrases) -> str:
    return f"[{name(game, say)}]({game}.md)"


def _in_play(p: Parameters, say: Phrases) -> str:
    if figures.way(p) != figures.LAYOUT:
        return say.get("index", figures.way(p))
    if p["scoring"] == "multiple":
        return say.say("index", "multiple", n=p["multiple"])
    return say.get("index", p["scoring"])
