"""The settings of a table's match, looked at together: would the rules take them?

They are set one after the other, so what does not fit the others yet is noted; options that the
game can never have are refused.
"""

from __future__ import annotations

from domino.rules import codes
from domino.rules.games import GAMES
from domino.rules.match import Match
from host_tools.link.table import LinkError, Table
from host_tools.records.notation import ERRORS, quote
from host_tools.records.replay import set_up
from host_tools.records.shapes import Refused

NAMES = ("game", "players", "teams", "options", "starters")


async def fit(table: Table, name: str, value: object) -> str:
    """A note on what does not fit the table's other settings, or ""; LinkError for options that
    the game does not take. A house game lies on the table: nothing is known of it here."""
    others = [other for other in NAMES if other != name]
    settings = {other: (await table.ask("table.setting", name=other))["value"] for other in others}
    settings[name] = value
    if settings["game"] not in GAMES:
        unknown = f"what {quote(settings['game'])} takes is not known here"
        return f"options are not checked: {unknown}" if name == "options" else ""
    refused = _refused(settings)
    if refused is None:
        return _beyond(settings)
    if name == "options" and refused.code == codes.BAD_OPTION:
        raise LinkError(f"options: {refused.message}")
    return f"the match cannot begin so: {ERRORS[refused.code]}: {refused.message}"


def _refused(settings: dict) -> Refused | None:
    """Why the rules do not take the settings."""
    record = {name: settings[name] for name in ("game", "players", "options")}
    if settings["teams"] is not None:
        record["teams"] = settings["teams"]
    try:
        set_up({**record, "rounds": []}, (), Match())
    except Refused as refused:
        return refused
    return None


def _beyond(settings: dict) -> str:
    """A note on a starter that does not play, or ""."""
    players = settings["players"]
    for at, seat in enumerate(settings["starters"]):
        if seat is not None and seat >= players:
            return f"starters[{at}] is {seat}; {players} players sit at 0 to {players - 1}"
    return ""
