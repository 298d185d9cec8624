"""Every generated file of docs: {path: text}."""

from __future__ import annotations

from pathlib import Path

from domino.rules.games import GAMES
from host_tools import ROOT
from host_tools.pages import house_page
from host_tools.pages.examples import examples
from host_tools.pages.game_page import game_page
from host_tools.pages.index_page import SHEET, index_page, landing_page
from host_tools.pages.phrases import LANGUAGES, phrases
from host_tools.pages.pictures import picture, picture_name
from host_tools.pages.sheet_page import sheet_page

FOLDER = ROOT / "docs" / "games"
_MADE = (
    "<!-- Made by `python -m host_tools.pages` from the table of games and the worked cases:"
    " change those, not this page. -->\n\n"
)


def generated() -> dict[Path, str]:
    """All of them, in a fixed order."""
    made: dict[Path, str] = {FOLDER / "README.md": _MADE + landing_page()}
    for language in LANGUAGES:
        say = phrases(language)
        folder = FOLDER / language
        made[house_page.path(say)] = house_page.house_page(say)
        made[folder / "README.md"] = _MADE + index_page(say)
        made[folder / f"{SHEET}.md"] = _MADE + sheet_page(say)
        for game in GAMES:
            made[folder / f"{game}.md"] = _MADE + game_page(game, say)
    for game in GAMES:
        for example in examples(game):
            made[FOLDER / "pictures" / picture_name(example)] = picture(example)
    return made


def stale(made: dict[Path, str]) -> list[Path]:
    """Files of the folder that nothing makes any more."""
    return sorted(path for path in FOLDER.rglob("*") if path.is_file() and path not in made)
