"""What people do in the menu in the middle of a soaked match (troubles.py): each function does its
steps, or says that it cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domino.menu.correction import least
from domino.rules import codes
from domino.rules.tiles import DOUBLES
from host_tools.records.notation import points

if TYPE_CHECKING:
    from host_tools.sim.players import _Players as Table
    from host_tools.sim.troubles import Troubles

NONE = codes.NONE
_HELD_MS = 3500  # `undo` opens the correction
# Rows of the menu while a match is on and none is parked.
_SEAT, _ACTIONS, _SETTINGS = 2, 3, 7


def look_into(troubles: Troubles, table: Table) -> bool:
    """Somebody looks into the menu, and closes it."""
    if _asks_to_close(table):
        return False
    table.step({"press": "menu"})
    if not troubles.is_mended and troubles.random.random() < 0.7:
        _press(table, "right", troubles.random.choice((_ACTIONS, _SETTINGS)))
        _press(table, "ok", 1)
        _press(table, "right", troubles.random.randrange(3))
        _press(table, "undo", 1)
    table.step({"press": "menu"}, expect=troubles.as_before(table))
    return True


def hand_over(troubles: Troubles, table: Table) -> bool:
    """Somebody else plays on for a seat."""
    if troubles.is_mended or _asks_to_close(table):
        return False
    table.step({"press": "menu"})
    _press(table, "right", _SEAT)
    _press(table, "ok", 1)
    _press(table, "right", troubles.random.randrange(table.players))
    table.step({"press": "ok"}, expect=troubles.as_before(table))
    return True


def correct(troubles: Troubles, table: Table) -> bool:
    """The keeper gives a side the least that the game counts."""
    match = table.match
    side = troubles.random.randrange(match.sides)
    score = match.scores[side] + least(match.rules)
    if match.drawn != NONE or match.correct(side, score) != codes.OK:
        return False
    if match.match_over:
        match.undo()
        return False
    table.note({"correct": {"side": side, "score": points(score)}})
    table.step({"press": "undo", "hold_ms": _HELD_MS})
    _press(table, "right", side)
    for button in ("ok", "right"):
        _press(table, button, 1)
    table.step({"press": "ok"}, expect={**troubles.as_before(table), "scores": table.scores()})
    return True


def _press(table: Table, button: str, times: int) -> None:
    for _ in range(times):
        table.step({"press": button})


def _asks_to_close(table: Table) -> bool:
    """Whether `menu` may mean that a double is closed."""
    last = table.match.last_tile
    return last == NONE or bool(DOUBLES >> last & 1)
