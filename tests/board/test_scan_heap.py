"""No step of the scanner allocates: proved on the real MicroPython, 64 and 32 bits, heap locked.

The emulated chips run here; what they answered is recorded, and played to the firmware over there.
"""

from random import Random

import pytest

from domino.board import looks
from host_tools.chips.tag_cards import ClassicCard, Iso14443_4Card
from host_tools.tags.record import blank_ntag213, ntag213_for_tile
from tests import micropython
from tests.board.tabletop import Tabletop, config

HOT = 6
LISTED = [(b"\xb0\xc1\xd2\xe3", 26)]


def small():
    """Eight slots and a pad: a short tape."""
    board = config()
    board["slots"] = {"grid": {"columns": 4, "rows": 2}, "selects": list(range(8))}
    board["pads"] = [{"select": 8}]
    return board


class Recorded(Tabletop):
    """Records replies and clock readings, and sums up what is sent."""

    def __init__(self, board):
        self.tape = bytearray()
        self.sum = 0
        super().__init__(board, listed=LISTED)
        self.scanner._look.load_pair()
        self._record_time()
        self._record_bus()

    def _record_bus(self):
        spi = self.board.select.spi
        write, write_readinto = spi.write, spi.write_readinto

        def summed(data):
            for byte in data:
                self.sum = (self.sum * 31 + byte) & 0xFFFF

        # the pattern that Select595 shifts when it is made
        summed(b"\xff" * (self.config["selects"]["outputs"] // 8))

        def recorded_write(data):
            summed(data)
            write(data)

        def recorded_read(data, into):
            summed(data)
            write_readinto(data, into)
            self.tape += into

        spi.write, spi.write_readinto = recorded_write, recorded_read

    def _record_time(self):
        for name in ("ticks_ms", "ticks_us"):
            setattr(self.time, name, self._recorded(getattr(self.time, name)))

    def _recorded(self, read):
        def ticks():
            value = read()
            self.tape += value.to_bytes(4, "little")
            return value

        return ticks


def uid(number):
    return b"\x04" + bytes((number * 37 + i * 11) % 0x88 for i in range(6))


def couple(table, tags):
    """Slot 1 hears its neighbour as well as its own: free, with a tile, and with two of them."""
    fields = table.fields
    for field in fields:
        field.clear()
        field.loss = field.garble = 0.0
    table.run(2500)
    fields[0].put(tags[0])
    table.run(400)
    fields[1].hear(fields[0], 0.0)
    table.run(1200)
    fields[1].put(tags[1])
    table.run(800)
    fields[1].put(tags[2])
    table.run(1600)


def recording():
    """Everything that can happen on a table, in a few seconds."""
    table = Recorded(small())
    fields = table.fields
    lying = ntag213_for_tile(5, 1, uid(1))
    fields[0].put(lying)
    fields[8].put(ntag213_for_tile(9, 1, uid(2)))
    table.heat(*range(HOT))
    table.run(300)
    fields[1].put(ClassicCard(LISTED[0][0]))
    fields[3].put(Iso14443_4Card())
    fields[5].put(blank_ntag213(uid(3)))
    table.run(300)
    fields[0].remove(lying)
    table.at(150, fields[2].put, lying)
    fields[7].put(ntag213_for_tile(6, 1, uid(4)))
    table.run(1000)
    fields[7].put(ntag213_for_tile(7, 1, uid(5)))
    fields[0].put(ntag213_for_tile(5, 1, uid(6)))
    table.run(500)
    for reader in (1, 2):
        fields[reader].loss, fields[reader].garble = 0.3, 0.2
        fields[reader].random = Random(reader)
    table.sim.readers[4].dead = 0xFF
    table.run(600)
    table.sim.readers[4].dead = None
    fields[1].clear()
    table.run(2500)
    couple(table, [ntag213_for_tile(tile, 1, uid(tile)) for tile in (10, 11, 12)])
    return table


TABLE = recording()
SCRIPT = """
import scan_tape
scan_tape.play({tape!r}, {config!r}, {hot}, {listed!r})
"""


def script():
    return SCRIPT.format(tape=bytes(TABLE.tape), config=small(), hot=HOT, listed=LISTED)


def test_the_recording_holds_every_kind_of_look():
    findings = {finding for _, _, finding in TABLE.events}
    assert {5, 6, 9, 26, looks.EMPTY, looks.TWO_TAGS, looks.UNKNOWN} <= findings
    assert {looks.FOREIGN, looks.DEAD} <= findings
    assert TABLE.presence.ghosts[1] and TABLE.events[-1][1:] == (1, looks.TWO_TAGS)
    assert sum(TABLE.presence.crc) and sum(TABLE.presence.timeout)


@pytest.mark.parametrize("run", [micropython.run, micropython.run32])
def test_no_step_allocates(run):
    steps, total, changes = run(script(), heap="1024k").split()
    expected = bytes(value for _, reader, finding in TABLE.events for value in (reader, finding))
    assert changes == expected.hex()
    assert int(total) == TABLE.sum
    assert int(steps) > 500
