"""A small table with PN532 readers: eight slots and a pad behind two I2C switches."""

from host_tools import boards
from host_tools.tags.record import ntag213_for_tile
from tests.board.tabletop import Tabletop

READERS = 9
PAD = 8


def small(**readers):
    """Slots on the first switch, the pad on the second one."""
    board = boards.load("grid48_pn532")
    board["slots"] = {"grid": {"columns": 4, "rows": 2}, "selects": list(range(8))}
    board["pads"] = [{"select": 8}]
    board["selects"]["addresses"] = [112, 113]
    board["readers"].update(readers)
    return board


def on_spi(**readers):
    """The same readers on SPI, each with a pin as its select line."""
    board = small(**readers)
    board["buses"]["readers"] = {
        "kind": "spi", "id": 1, "sck": 8, "mosi": 9, "miso": 21, "baud": 4_000_000,
    }  # fmt: skip
    pins = [1, 2, 38, 39, 40, 41, 42, 47, 48]
    board["selects"] = {"kind": "gpio", "bus": "readers", "pins": pins}
    return board


def without_reset(**readers):
    """Neither readers nor switches have their reset line wired."""
    board = small(**readers)
    del board["readers"]["reset"], board["selects"]["reset"]
    return board


def uid(number):
    return b"\x04" + bytes((number * 37 + i * 11) % 0x88 for i in range(6))


def tag(tile, number=None):
    return ntag213_for_tile(tile, 1, uid(tile if number is None else number))


class Pn532Table(Tabletop):
    """`longest_ms`: of a step."""

    def __init__(self, board=None, **about):
        super().__init__(board or small(), **about)

    @property
    def longest_ms(self):
        return self.longest_step_us / 1000

    def lay(self, reader, tile):
        self.fields[reader].put(tag(tile))
        return self

    def looks_at(self, reader, span_ms):
        """How many commands one chip is given in so long."""
        before = len(self.sim.readers[reader].commands)
        self.run(span_ms)
        return len(self.sim.readers[reader].commands) - before
