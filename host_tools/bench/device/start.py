"""Starts the table on a board without wires, and prints what it takes of the heap: bytes of the
imported modules, bytes that building keeps, and the modules (one a line).

Arguments: board.json and settings.json, as hex of their JSON. In parts (`# %%`), as the 32-bit
build collects garbage only where no Python runs; the heap is read in parts of one line, as a
part's own code lies on the heap too.
"""

import binascii
import gc
import json
import sys
import time


class _Pin:
    IN = OUT = OPEN_DRAIN = PULL_UP = 0

    def __init__(self, *_, **__):
        pass

    init = __init__

    def __call__(self, *_):
        return 1


class _Bus:
    """Nobody answers."""

    def __init__(self, *_, **__):
        pass

    def write(self, data):
        pass

    def write_readinto(self, data, into):
        pass

    def writeto(self, address, data):
        raise OSError(5)

    def freq(self, hertz):
        pass

    def duty_u16(self, duty):
        pass


class machine:
    Pin = _Pin
    SPI = I2C = PWM = _Bus

    @staticmethod
    def bitstream(*_):
        pass


before = imported = parsed = built = table = board = settings = 0
gc.collect()
# %%
before = gc.mem_alloc()
# %%
from domino import app  # noqa: E402

gc.collect()
# %%
imported = gc.mem_alloc()
# %%
# The board as JSON is a dictionary before building is measured, as parsing leaves names behind;
# but not before importing, whose names would find another table of names for each board.
board, settings = (json.loads(binascii.unhexlify(text)) for text in sys.argv[1:])
sys.argv[:] = []
gc.collect()
# %%
parsed = gc.mem_alloc()
# %%
table = app.build(machine, time, board, settings)
for _ in range(400):
    table.step()
gc.collect()
# %%
built = gc.mem_alloc()
# %%
print(imported - before, built - parsed)
for name in sorted(sys.modules):
    if name.split(".")[0] == "domino":
        print(name)
