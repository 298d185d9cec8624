"""Runs the firmware's main.py on the simulated board.

`micropython run_table.py FD_IN FD_OUT SECTORS [lock-heap]`
"""

import io
import sys

import bridge
import flash
import micropython
import report
import virtual_loop


class _Observer:
    """Hands what the table reports to the board."""

    def attach(self, app):
        if "lock-heap" in sys.argv:
            _lock_heap_in_steps(app)
        virtual_loop.board.pending = app.pending
        virtual_loop.board.report = lambda: report.as_bytes(app)
        virtual_loop.board.readers = lambda take: report.readers(app, take)

    def emit(self, kind, place, tile, code):
        bridge.small[0] = tile
        bridge.small[1] = code
        bridge.post(bridge.EVENT, kind, place, bridge.small, 2)

    def record(self, action, seat, tile, joint):
        bridge.put_u32(tile, 0)
        bridge.put_u32(joint, 4)
        bridge.post(bridge.RECORD, action, seat, bridge.small, 8)


def _lock_heap_in_steps(app):
    """Whatever allocates in a step, the first one included, ends the run; the menu may."""
    step = app.step

    def locked():
        if getattr(app, "menu", None) is not None:
            return step()
        micropython.heap_lock()
        try:
            return step()
        finally:
            micropython.heap_unlock()

    app.step = locked


def _run():
    virtual_loop.install()
    flash.mount(int(sys.argv[3]))
    import main

    try:
        main.main(_Observer(), virtual_loop.line)
    except virtual_loop.Stopped:
        return
    except KeyboardInterrupt:
        bridge.post(bridge.INTERRUPTED, 0, 0, bridge.small, 0)
    except Exception as error:
        text = io.StringIO()
        sys.print_exception(error, text)
        data = text.getvalue().encode()
        bridge.post(bridge.FAILED, 0, 0, data, len(data))


_run()
