"""All games at a glance, a line each: players, teams, deal, target, and the names of the options;
below them what each option accepts.
"""

from __future__ import annotations

import textwrap

from host_tools.records.notation import printable
from host_tools.records.options_text import word

_HEADS = ("game", "players", "teams", "deal", "target", "options")
_TEAMS = {"none": "no", "allowed": "4 may", "forced": "4 do"}
_WIDTH = 79


def lines(games: list[dict]) -> list[str]:
    """`games` as `games_command.describe` gives them."""
    rows = [_HEADS, *(_row(game) for game in games)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(_HEADS) - 1)]
    table = ["  ".join([*_padded(row, widths), row[-1]]).rstrip() for row in rows]
    return [*table, "", *_options(games), "", *_HINTS]


_HINTS = (
    "7/6/5: with 2, 3 and 4 players. All of a game: domino-table games GAME…",
    "Its rules in words: domino-table games --page GAME",
)


def _padded(row: tuple[str, ...], widths: list[int]) -> list[str]:
    return [text.ljust(width) for text, width in zip(row, widths, strict=False)]


def _row(game: dict) -> tuple[str, ...]:
    counts = game["players"]
    base = f" ({game['base']})" if "base" in game else ""
    return (
        printable(game["id"] + base),
        " to ".join(map(str, dict.fromkeys((counts[0], counts[-1])))),
        _TEAMS[game["teams"]] if counts[-1] == 4 else "no",
        _by_players(game["deal"]),
        _by_players(game["target"]),
        ", ".join(game["options"]) or "none",
    )


def _by_players(figures: dict[str, int | None]) -> str:
    values = ["none" if figure is None else str(figure) for figure in figures.values()]
    return values[0] if len(set(values)) == 1 else "/".join(values)


def _options(games: list[dict]) -> list[str]:
    """What each option accepts; a deal may be the less the more play."""
    found = {name: option for game in games for name, option in game["options"].items()}
    texts = [f"{name} {_accepts(option)}" for name, option in found.items()]
    return textwrap.wrap(f"Options: {'; '.join(texts)}", _WIDTH, subsequent_indent="  ")


def _accepts(option: dict) -> str:
    accepts = [f"{option['min']} to {option['max']}"] if "min" in option else []
    return ", ".join([*accepts, *map(word, option.get("values", ()))])
