"""What the simulator asks of the running firmware. The same file serves both runtimes."""

import gc
import json
from array import array

_BLOCK = 32  # bytes of the collector's blocks: four words of 64 bits
_MENU_FROM = 256  # the numbers of words/menu_ids.py, behind those of all other messages


def snapshot(app):
    """Return the state of the table as plain values; another app than the table's has its own.

    Raises BoardError where the table started safely, with a wrong board.json, and has none."""
    if hasattr(app, "snapshot"):
        return app.snapshot()
    if hasattr(app, "wrong"):
        from domino.board.config import BoardError  # not every main.py is the table's

        raise BoardError(app.wrong)
    view, match, placement = app.view, app.match, app.table.placement
    order = [match.layout.order[i] for i in range(match.layout.count)]
    return {
        "scores": [view.scores[side] for side in range(match.sides)],
        "remembered": [view.remembered[side] for side in range(match.sides)],
        "carried": view.carried,
        "target": match.target // 2,
        "turn": view.turn,
        "total": view.total,
        "layout": order,
        "slots": [placement.home[tile] for tile in order],
        "message": view.message if app.menu is None else _MENU_FROM + app.menu.message,
        "alerts": [[view.alert_slots[i], view.alert_kinds[i]] for i in range(view.alerts)],
        "accepted": view.accepted,
        "round_over": view.is_round_over,
        "match_over": view.is_match_over,
        "winners": view.winners,
        "stored": _stored(app),
    }


def _stored(app):
    """What came of settings, journal and UIDs (store/outcome.py); nothing without a flash."""
    if app.journal is None:
        return []
    return [app.stored[0], app.journal.outcome, app.stored[2]]


def as_bytes(app):
    """Return the snapshot as JSON, with the heap's figures where there are any."""
    memory = None
    if hasattr(gc, "mem_alloc"):
        gc.collect()
        memory = {"allocated": gc.mem_alloc(), "free": gc.mem_free(), "largest": _largest_free()}
    state = snapshot(app)
    if memory:
        state["memory"] = memory
    return json.dumps(state).encode()


def _largest_free():
    """Bytes of the largest free block, which is a whole number of the collector's blocks."""
    low, high = 0, gc.mem_free() // _BLOCK + 1
    while high - low > 1:
        middle = (low + high) // 2
        try:
            bytearray(middle * _BLOCK)
            low = middle
        except MemoryError:
            high = middle
    return low * _BLOCK


def readers(app, take):
    """Call `take(reader, figures)` for each reader; figures: board/report.py."""
    from domino.board import report

    figures = array("I", [0] * len(report.COLUMNS))
    for reader in range(app.scanner.readers):
        report.fill(app.scanner, reader, figures)
        take(reader, figures)
