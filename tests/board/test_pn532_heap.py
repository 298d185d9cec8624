"""No step of a scanner of PN532 readers allocates, on I2C and on SPI, also when transfers fail:
proved on the real MicroPython, 64 and 32 bits, heap locked, by a tape as in test_scan_heap.py.
"""

from random import Random

import pytest

from domino.board import looks
from host_tools.chips.tag_cards import ClassicCard, Iso14443_4Card
from host_tools.tags.record import blank_ntag213
from tests import micropython
from tests.board.pn532_table import PAD, Pn532Table, on_spi, small, tag, uid
from tests.board.test_scan_heap import couple

HOT = 6
LISTED = [(b"\xb0\xc1\xd2\xe3", 26)]


class Taped(Pn532Table):
    """Records replies and clock readings, and sums up what is sent."""

    def __init__(self, board):
        self.tape = bytearray()
        self.sum = 0
        super().__init__(board, listed=LISTED)
        self.scanner._look.load_pair()
        for name in ("ticks_ms", "ticks_us"):
            setattr(self.time, name, self._clock(getattr(self.time, name)))
        if self.board.is_on_i2c:
            self._tape_i2c(self.board.select.i2c)
            for _ in board["selects"]["addresses"]:  # were closed before the tape began
                self._sent(b"\0")
                self.tape.append(1)
        else:
            self._tape_spi(self.board.select.spi)

    def _clock(self, read):
        def ticks():
            value = read()
            self.tape += value.to_bytes(4, "little")
            return value

        return ticks

    def _sent(self, data):
        for byte in data:
            self.sum = (self.sum * 31 + byte) & 0xFFFF

    def _tape_spi(self, spi):
        write, write_readinto = spi.write, spi.write_readinto

        def taped_write(data):
            self._sent(data)
            write(data)

        def taped_read(data, into):
            self._sent(data)
            write_readinto(data, into)
            self.tape += into

        spi.write, spi.write_readinto = taped_write, taped_read

    def _tape_i2c(self, i2c):
        write, read = i2c.writeto, i2c.readfrom_into

        def noted(transfer, address, data):
            try:
                transfer(address, data)
            except OSError as error:
                self.tape.append(error.errno)
                raise
            self.tape.append(1)

        def taped_write(address, data):
            self._sent(data)
            noted(write, address, data)

        def taped_read(address, into):
            noted(read, address, into)
            self.tape += into

        i2c.writeto, i2c.readfrom_into = taped_write, taped_read


def recording(board):
    """Everything that can happen on a table, in a few seconds."""
    table = Taped(board)
    fields, chips = table.fields, table.sim.readers
    table.heat(*range(HOT))
    couple(table, [tag(tile) for tile in (10, 11, 12)])
    assert table.presence.ghosts[1] and table.scanner.found[1] == looks.TWO_TAGS
    for field in fields:
        field.clear()
        field.hear_none()
    table.run(2500)
    lying = tag(5)
    fields[0].put(lying)
    fields[PAD].put(tag(9))
    table.heat(*range(HOT))
    table.run(500)
    fields[1].put(ClassicCard(LISTED[0][0]))
    fields[3].put(Iso14443_4Card())
    fields[5].put(blank_ntag213(uid(3)))
    table.run(500)
    fields[0].remove(lying)
    table.at(150, fields[2].put, lying)
    fields[7].put(tag(6))
    table.run(1500)
    fields[7].put(tag(7))
    table.run(500)
    for reader in (1, 2):
        fields[reader].loss, fields[reader].garble = 0.3, 0.2
        fields[reader].random = Random(reader)
    chips[4].hung = "silent"
    chips[6].activation_retries = 0xFF
    for chip in chips:
        chip.keeps_stale, chip.spoil, chip.lose_writes = True, 2, 2
    table.run(1500)
    fields[1].clear()
    chips[5].hung = "clock" if table.board.is_on_i2c else "busy"
    table.run(2000)
    return table


TABLES = {"i2c": small(), "spi": on_spi(fields=1)}
SCRIPT = """
import scan_tape
scan_tape.play({tape!r}, {config!r}, {hot}, {listed!r})
"""


@pytest.fixture(scope="module", params=TABLES)
def table(request):
    return recording(TABLES[request.param])


def test_the_recording_holds_every_kind_of_look(table):
    findings = {finding for _, _, finding in table.events}
    assert {5, 6, 9, 26, looks.EMPTY, looks.TWO_TAGS, looks.UNKNOWN} <= findings
    assert {looks.FOREIGN, looks.DEAD} <= findings
    lanes = table.scanner._look.lanes.chips
    assert sum(lane.bent for lane in lanes) and sum(lane.stale for lane in lanes)
    assert sum(table.scanner.health.failures) > 2


@pytest.mark.parametrize("run", [micropython.run, micropython.run32])
def test_no_step_allocates(table, run):
    script = SCRIPT.format(tape=bytes(table.tape), config=table.config, hot=HOT, listed=LISTED)
    steps, total, changes = run(script, heap="2048k").split()
    expected = bytes(value for _, reader, finding in table.events for value in (reader, finding))
    assert changes == expected.hex()
    assert int(total) == table.sum
    assert int(steps) > 500
