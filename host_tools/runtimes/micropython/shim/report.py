"""What the simulator asks of the running firmware. The same file serves both runtimes."""

import gc
import json
from array import array


def snapshot(app):
    """Return the state of the table as a dict of plain values."""
    return app.snapshot()


def as_bytes(app):
    """Return the snapshot as JSON, with the heap's figures where there are any."""
    memory = None
    if hasattr(gc, "mem_alloc"):
        gc.collect()
        memory = {"allocated": gc.mem_alloc(), "free": gc.mem_free()}
    state = snapshot(app)
    if memory:
        state["memory"] = memory
    return json.dumps(state).encode()


def readers(app, take):
    """Call `take(reader, figures)` for each reader; figures: board/report.py."""
    from domino.board import report

    figures = array("I", [0] * len(report.COLUMNS))
    for reader in range(app.scanner.readers):
        report.fill(app.scanner, reader, figures)
        take(reader, figures)
