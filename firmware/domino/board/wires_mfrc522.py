"""What is wrong with the wires to MFRC522 readers that cannot be used: known values, 0x55 and
0xAA, are written to a register and read back. Imported when such a reader was given up.

Long or loaded wires let what a chip says arrive late: then it is right at a slower clock, and the
bus keeps the first one that does. A line that never moves, and a bit that is always the same, are
wrong at every clock.
"""

from micropython import const

from domino.nfc.iso14443 import ONE_BIT, SOUND, STILL

_READ = const(0x80)
_RELOAD = const(0x2C << 1)  # TReloadRegH; the next set-up writes it
_VERSION = const(0x37 << 1)
_PATTERNS = b"\x55\xaa"
_TRIES = const(8)
_SOME = const(4)  # noise spoils some of them
_SLOWEST_HZ = const(125_000)
_A_TIME = const(3)  # readers, so that a step stays short


class Wires:
    """`select`: as for the driver."""

    def __init__(self, select):
        self._select = select
        self._ask = bytes((_READ | _RELOAD, _READ | _RELOAD, _READ | _VERSION, 0))
        self._got = bytearray(4)
        self._pair = bytearray((_RELOAD, 0))
        self._ones = self._zeros = self._wrong = 0

    def _good_reads(self, tries):
        """Of so many times that both patterns are written and read, how often they come back."""
        select, got, pair = self._select, self._got, self._pair
        self._ones, self._zeros, self._wrong = 0xFF, 0, 0
        good = 0
        for _ in range(tries):
            wrong = 0
            for value in _PATTERNS:
                pair[1] = value
                select.strobe(0)
                select.spi.write(pair)
                select.strobe(1)
                select.strobe(0)
                select.spi.write_readinto(self._ask, got)
                select.strobe(1)
                wrong |= (got[1] ^ value) | (got[2] ^ value)
                for i in range(1, 4):
                    self._ones &= got[i]
                    self._zeros |= got[i]
            self._wrong |= wrong
            good += wrong == 0
        return good

    def _is_one_bit(self):
        """Whether one bit alone was wrong."""
        return self._wrong != 0 and self._wrong & (self._wrong - 1) == 0

    def try_out(self, hz):
        """The chosen reader at its clock, and at slower ones. Returns what is wrong (SOUND,
        ONE_BIT or STILL), and the clock at which it is right."""
        if self._good_reads(_TRIES) >= _SOME:
            return SOUND, hz
        if self._ones == 0xFF or self._zeros == 0:
            return STILL, hz
        wires = ONE_BIT if self._is_one_bit() else SOUND
        slower = hz
        while slower // 2 >= _SLOWEST_HZ:
            slower //= 2
            self._select.spi.init(baudrate=slower)
            if self._good_reads(1) and self._good_reads(_TRIES) == _TRIES:
                return SOUND, slower
        self._select.spi.init(baudrate=hz)
        return wires, hz


def examine(board, health, now_ms):
    """Try out the wires of some readers that are doubted. Returns a clock in kHz where that of a
    bus was lowered, else 0."""
    lowered = 0
    left = _A_TIME
    for reader in range(len(board.outputs)):
        if health.doubted[reader] and left:
            left -= 1
            health.doubted[reader] = 0
            health.doubts -= 1
            lowered = examine_one(board, health, reader, now_ms) or lowered
    return lowered


def examine_one(board, health, reader, now_ms):
    """The same for one reader."""
    bus = board.buses[reader]
    hz = board.clocks[bus]
    board.select.choose(board.outputs[reader])
    health.wires[reader], board.clocks[bus] = Wires(board.select).try_out(hz)
    if board.clocks[bus] == hz:
        return 0
    health.clocks[bus] = board.clocks[bus] // 1000
    health.hurry(bus, now_ms)
    return health.clocks[bus]
