"""Starts the table: the only file that imports `machine`, and hands it on (domino/app.py).

On a board MicroPython runs this after boot.py. Ctrl-C ends it and gives the prompt.
"""

import gc

# Collecting often while modules are loaded keeps the free heap in one piece; left to itself the
# heap is filled once and then has room in crumbs only.
gc.threshold(4096)

import asyncio  # noqa: E402
import os  # noqa: E402
import time  # noqa: E402

import machine  # noqa: E402

from domino import app  # noqa: E402


class _Files:
    """The file system, for whatever is stored; used as it stands, nothing is made of it."""

    open = open
    rename = os.rename
    remove = os.remove
    listdir = os.listdir
    mkdir = os.mkdir
    rmdir = os.rmdir


def main(observer=None, line=None):
    """Build the table from board.json and the settings and run it. `observer` gets its events;
    `line` is the one to a host, if not the USB line."""
    table = app.start(machine, time, observer, _Files, line or app.USB)
    gc.collect()
    gc.threshold(-1)
    try:
        asyncio.run(table.run(asyncio.sleep_ms))
    except KeyboardInterrupt:
        table.close()
        raise


if __name__ == "__main__":
    main()
