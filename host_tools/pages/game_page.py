"""One game as a page of Markdown: its rules from its parameters, its options, its worked cases."""

from __future__ import annotations

import json

from host_tools.pages import figures, markdown, rules
from host_tools.pages.counting import Told
from host_tools.pages.examples import Example, examples, parameters
from host_tools.pages.figures import Parameters
from host_tools.pages.phrases import LANGUAGES, Phrases
from host_tools.pages.pictures import picture_name
from host_tools.pages.ranks import ranks_parts
from host_tools.records import options_text
from host_tools.records.catalogue import BUILT_IN, Catalogue
from host_tools.records.notation import printable

_LONG = 12  # more moves than this are folded away


def game_page(game: str, say: Phrases) -> str:
    """The page of a game of the table, as it stands in docs/games."""
    p = parameters(game)
    parts = _rules(game, p, say, BUILT_IN)
    parts += _elsewhere(game, say)
    parts += _house_hint(game, p, say)
    shown = examples(game)
    if shown:
        parts.append(_heading("examples", say))
        parts.append(say.get("example", legend(p)))
        for number, one in enumerate(shown, 1):
            parts += example_parts(number, one, say)
    return markdown.page([_title(game, say), _links(game, say), *parts], say)


def rules_page(game: str, say: Phrases, catalogue: Catalogue = BUILT_IN) -> str:
    """The rules of any game, house games too, without worked cases and links."""
    title = [f"# {name(game, say)}", _id(game, say)]
    base = catalogue.base_of(game)
    if base:
        title.append(say.say("page", "house_of", base=name(base, say)))
    rules_ = _rules(game, parameters(game, catalogue), say, catalogue)
    return markdown.page([*title, *rules_], say)


def name(game: str, say: Phrases) -> str:
    """What a game is called; a house game has its id alone."""
    return say.get("games", game) if say.has("games", game) else printable(game)


def legend(p: Parameters) -> str:
    """Which words explain the pictures of a game."""
    played = figures.way(p)
    if played != figures.LAYOUT:
        return f"legend_{played}"
    return "legend" if p["scoring"] == "multiple" else "legend_plain"


def example_parts(number: int, example: Example, say: Phrases) -> list[str]:
    """The paragraphs of one worked case."""
    told = Told(example, say)
    return [
        f"### {number}. {told.caption()}",
        told.setting(),
        f"![{say.get('example', 'picture')}](../pictures/{picture_name(example)})",
        _moves(told, len(example.round["actions"]), say),
        " ".join([*told.counting(), *told.ending()]),
    ]


def _moves(told: Told, count: int, say: Phrases) -> str:
    """The moves, folded away where they are many; nothing where hands were only shown."""
    summary, moves = say.get("example", "moves"), told.moves()
    if count > _LONG:
        return markdown.details(summary, moves)
    return f"{summary} {moves}" if count else ""


def _title(game: str, say: Phrases) -> str:
    return f"# {name(game, say)}"


def _id(game: str, say: Phrases) -> str:
    return f"{say.get('page', 'id')}: {say.code(printable(game))}"


def _links(game: str, say: Phrases) -> str:
    other = next(language for language in LANGUAGES if language != say.language)
    texts = say.texts["page"]
    links = [f"[{texts['other_language']}](../{other}/{game}.md)"]
    links.append(f"[{texts['all_games']}](README.md)")
    return f"{_id(game, say)} · {' · '.join(links)}"


def _heading(section: str, say: Phrases) -> str:
    return f"## {say.get('sections', section)}"


def _rules(game: str, p: Parameters, say: Phrases, catalogue: Catalogue) -> list[str]:
    """From the table at a glance to the options."""
    parts = [_heading("glance", say), markdown.table(_glance(p, say)), _teams(p, say)]
    for section, sentences in rules.sections(p, say):
        parts += [_heading(section, say), "\n".join(f"- {said}" for said in sentences)]
        if section == "turn" and figures.way(p) == figures.SHOW:
            parts += ranks_parts(say)
    allowed = catalogue.allowed(game)
    if allowed:
        parts += [_heading("options", say), markdown.table(_options(allowed, p, say))]
    return parts


def _glance(p: Parameters, say: Phrases) -> list[list[str]]:
    """Figures by number of players."""
    texts = say.texts["page"]
    counts = figures.players(p)
    rows = [[texts["players"], *map(str, counts)]]
    rows.append([texts["sides"], *(_who_plays(p, count, say) for count in counts)])
    rows.append([texts["deal"], *(str(figures.by_players(p["deal"], n)) for n in counts)])
    if figures.draws(p) and figures.way(p) == figures.LAYOUT:
        rows.append([texts["boneyard"], *(str(figures.boneyard(p, n)) for n in counts)])
    if p["reserve"] and figures.draws(p):
        rows.append([texts["reserve"], *(str(p["reserve"]) for _ in counts)])
    if p["end"] == "never":
        return rows
    target = "target_passed" if p["target_passed"] else "target"
    rows.append([texts[target], *(str(figures.by_players(p["target"], n)) for n in counts)])
    return rows


def _who_plays(p: Parameters, count: int, say: Phrases) -> str:
    way = p["teams"] if count == 4 else "none"
    return say.get("page", {"none": "each", "allowed": "either", "forced": "teams"}[way])


def _teams(p: Parameters, say: Phrases) -> str:
    if p["teams"] == "none" or p["players_max"] < 4:
        return ""
    said = [
        rules.value_sentence("teams", p["teams"], p, say),
        say.say("sentences", "teams_are_one"),
    ]
    return " ".join(said)


def _options(allowed: tuple[str, ...], p: Parameters, say: Phrases) -> list[list[str]]:
    texts = say.texts["page"]
    rows = [[texts[word] for word in ("option", "default", "accepts", "meaning")]]
    for option in allowed:
        default = _code(p[option], say)
        rows.append([say.code(option), default, _accepts(option, say), _meaning(option, p, say)])
    return rows


def _meaning(option: str, p: Parameters, say: Phrases) -> str:
    """What an option sets, and what each of its words means."""
    meaning = say.say("options", option)
    for word in options_text.values(option).get("values", ()):
        sentence = rules.value_sentence(option, word, p, say)
        meaning += f"<br>{_code(word, say)}: {sentence}"
    return meaning


def _accepts(option: str, say: Phrases) -> str:
    accepts = options_text.values(option)
    words = [_code(value, say) for value in accepts.get("values", ())]
    if "min" in accepts:
        limits = say.say("page", "range", least=accepts["min"], most=accepts["max"])
        words.insert(0, limits)
    return say.join(words, "or")


def _code(value: object, say: Phrases) -> str:
    if isinstance(value, list):
        return " / ".join(map(str, value))
    return say.code(options_text.word(value))


def _elsewhere(game: str, say: Phrases) -> list[str]:
    """Where many players know another rule, and the option that sets it."""
    if not say.has("elsewhere", game):
        return []
    options = {option: say.code(option) for option in BUILT_IN.allowed(game)}
    return [_heading("elsewhere", say), say.say("elsewhere", game, **options)]


def _house_hint(game: str, p: Parameters, say: Phrases) -> list[str]:
    """How a house game is made of this one; nothing where there is no target to change."""
    if p["end"] == "never":
        return []
    target = _a_target(p)
    changed = {"base": game, "parameters": {"target": target}}
    text = json.dumps({f"my-{game}": changed}, indent=1)
    where = {"option": say.code("--games FILE"), "file": say.code("games.json")}
    hint = say.say("page", "house", name=name(game, say), points=target, **where)
    return [_heading("house", say), hint, markdown.code(text, "json", say)]


def _a_target(p: Parameters) -> int:
    """Half of what the match goes to, as an example of something else."""
    return max(1, figures.by_players(p["target"], 2) // 2)
