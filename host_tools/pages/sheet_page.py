"""The page of Mexican Train: a score sheet, no game of the table. Its samples are real output."""

from __future__ import annotations

import json

from domino.table.sheet import FEWEST_PLAYERS, MOST_PIPS, MOST_PLAYERS, MOST_ROUNDS
from host_tools.pages import markdown
from host_tools.pages.game_page import name
from host_tools.pages.index_page import SHEET
from host_tools.pages.phrases import LANGUAGES, Phrases
from host_tools.sheet.evening import Evening
from host_tools.sheet.text import text

NAMES = ["Anna", "Ben", "Cem"]
ROUNDS = [[12, 0, 5], [7, 3, 9]]
COMMAND = "domino-table sheet"


def sheet_page(say: Phrases) -> str:
    """docs/games/LANGUAGE/mexican-train.md."""
    texts = say.texts["sheet_page"]
    other = next(language for language in LANGUAGES if language != say.language)
    page = say.texts["page"]
    evening = _evening()
    limits = {"least": FEWEST_PLAYERS, "most": MOST_PLAYERS, "rounds": MOST_ROUNDS}
    parts = [
        f"# {name(SHEET, say)}",
        f"[{page['other_language']}](../{other}/{SHEET}.md) · [{page['all_games']}](README.md)",
        texts["intro"],
        say.say("sheet_page", "players", pips=MOST_PIPS, **limits),
        texts["begin"],
        _code(
            [f"{COMMAND} {' '.join(NAMES)} --rounds {_rounds()}", *text(evening).split("\n")], say
        ),
        texts["file"],
        _code([f"{COMMAND} --file evening.json {' '.join(NAMES)}"], say),
        texts["mend"],
        _code(
            [
                f"{COMMAND} --file evening.json --correct 2 Ben 7",
                f"{COMMAND} --file evening.json --undo",
            ],
            say,
        ),
        say.say("sheet_page", "json", json=say.code("--json"), winners=say.code("winners")),
        _code([json.dumps(evening.result())], say),
    ]
    return markdown.page(parts, say)


def _evening() -> Evening:
    evening = Evening(NAMES)
    for row in ROUNDS:
        evening.add(row)
    return evening


def _rounds() -> str:
    return " ".join(",".join(map(str, row)) for row in ROUNDS)


def _code(lines: list[str], say: Phrases) -> str:
    return markdown.code("\n".join(lines), "", say)
