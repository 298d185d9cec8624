"""The journal on the real MicroPython: the same bytes in the flash, nothing allocated."""

import pytest

from tests import micropython
from tests.store.store_parts import Board, entry, filled, loaded, started

COUNT = 120
# In two parts: the 32-bit build collects garbage only where no Python runs.
PACKED = """
import micropython
from domino.store import record
data = bytearray(26)
found = bytearray(5)
def pack():
    record.pack(data, 13, 513, 772, 1, 1, 0xFFFFFFF, 0x2C1B03)
    found[0] = record.is_good(data, 13, 513)
    found[1] = record.is_good(data, 13, 514)
    found[2] = record.tile(data, 13) == 0xFFFFFFF
    found[3] = record.joint(data, 13) == 0x2C1B03
    found[4] = record.number(data, 13) == 772
pack()
micropython.heap_lock()
try:
    pack()
finally:
    micropython.heap_unlock()
print(list(found))
"""


def test_micropython_writes_the_same_flash(tmp_path):
    board, image = Board(), tmp_path / "flash.bin"
    image.write_bytes(board.chip.content)
    out = micropython.run("journal_heap.py", image, heap="1024k").splitlines()
    made = filled(started(board.journal(), options={"target": 61}), COUNT)
    assert out[0] == f"{board.chip.erases} {board.chip.programs} {made.outcome}"
    assert out[1] == f"{COUNT} {entry(COUNT - 1)}"
    assert out[2] == "all-fives {'target': 61} 7 4660"
    assert image.read_bytes() == bytes(board.chip.content)
    assert loaded(board)[1] == [entry(number) for number in range(COUNT)]


@pytest.mark.parametrize("run", [micropython.run, micropython.run32])
def test_a_record_is_made_without_allocating(run):
    assert run(PACKED).strip() == "[1, 0, 1, 1, 1]"
