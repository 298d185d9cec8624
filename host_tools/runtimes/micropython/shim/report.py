"""What the simulator asks of the running firmware. The same file serves both runtimes."""

import gc
import json


def snapshot(app):
    """Return the state of the table as a dict of plain values."""
    return app.snapshot()


def as_bytes(app):
    """Return the snapshot as JSON, with the heap's figures where there are any."""
    snapshot(app)  # what it imports is not to be counted as growth
    memory = None
    if hasattr(gc, "mem_alloc"):
        gc.collect()
        memory = {"allocated": gc.mem_alloc(), "free": gc.mem_free()}
    state = snapshot(app)
    if memory:
        state["memory"] = memory
    return json.dumps(state).encode()
