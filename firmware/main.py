"""Starts the table: the only file that imports `machine`, and hands it on (domino/app.py).

On a board MicroPython runs this after boot.py. Ctrl-C ends it and gives the prompt.
"""

import asyncio
import json
import time

import machine

from domino import app


def _read(name):
    """A JSON file beside this one; what is wrong with it is said in one line."""
    try:
        with open(name) as file:
            return json.load(file)
    except (OSError, ValueError) as error:
        raise SystemExit("{}: cannot be read: {}; copy it to the board again".format(name, error))


def main(observer=None):
    """Build the table from board.json and settings.json and run it. `observer` gets its events."""
    board, settings = _read("board.json"), _read("settings.json")
    table = app.build(machine, time, board, settings, observer)
    asyncio.run(table.run(asyncio.sleep_ms))


if __name__ == "__main__":
    main()
