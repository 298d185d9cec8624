"""Plays a tape of bus replies and clock readings to the scanner, with the heap locked.

The tape was recorded while the emulated chips answered (tests/board/test_scan_heap.py). A checksum
over everything that the firmware sends shows that it does the same here, byte for byte.
"""

import time

from micropython import heap_lock, heap_unlock

from domino.board.config import Board
from domino.board.readers import make_look
from domino.board.scanner import Scanner
from domino.nfc.identity import Identity
from domino.store.uid_table import UidTable


class Pin:
    """A pin that nothing hangs on."""

    OUT = 1
    IN = 0
    OPEN_DRAIN = 2
    PULL_UP = 1

    def __init__(self, number, mode=0, pull=0, value=0):
        pass

    def init(self, mode=0, pull=0, value=0):
        pass

    def __call__(self, level=1):
        return level


class Tape:
    """`machine` and `time` in one: every reply comes from the tape."""

    Pin = Pin

    def __init__(self, data):
        self._data = data
        self._at = 0
        self.sum = 0

    def at_end(self):
        return self._at >= len(self._data)

    # machine
    def SPI(self, number, **settings):
        return self

    def I2C(self, number, **settings):
        return self

    def writeto(self, address, out):
        self.write(out)
        self._status()

    def readfrom_into(self, address, into):
        self._status()
        at = self._at
        for i in range(len(into)):
            into[i] = self._data[at + i]
        self._at = at + len(into)

    def _status(self):
        status = self._data[self._at]
        self._at += 1
        if status != 1:
            raise OSError(status)

    def write(self, out):
        total = self.sum
        for byte in out:
            total = (total * 31 + byte) & 0xFFFF
        self.sum = total

    def write_readinto(self, out, into):
        self.write(out)
        at = self._at
        for i in range(len(into)):
            into[i] = self._data[at + i]
        self._at = at + len(into)

    # time
    def ticks_ms(self):
        data, at = self._data, self._at
        self._at = at + 4
        return data[at] | data[at + 1] << 8 | data[at + 2] << 16 | data[at + 3] << 24

    ticks_us = ticks_ms
    ticks_diff = staticmethod(time.ticks_diff)
    ticks_add = staticmethod(time.ticks_add)

    def sleep_us(self, span_us):
        pass


class Focus:
    """What the table would have written."""

    def __init__(self, slots, count):
        self.hot = bytearray(range(slots))
        self.hot_count = count


def play(data, config, hot, listed):
    """Print steps, checksum, findings: then compare with what the recording side saw."""
    tape = Tape(data)
    board = Board(config, tape)
    uids = UidTable(8)
    for uid, tile in listed:
        uids.put(uid, len(uid), tile)
    identity = Identity(UidTable(40), uids)
    scanner = Scanner(make_look(board, identity, tape), board, tape)
    scanner.focus = Focus(48, hot)
    changes = bytearray(400)
    steps = n = 0
    scanner._look.load_pair()  # what is loaded when it is asked for first
    heap_lock()
    try:
        while not tape.at_end():
            scanner.step(tape.ticks_ms())
            reader = scanner.take()
            while reader != 255:
                changes[n] = reader
                changes[n + 1] = scanner.found[reader]
                n += 2
                reader = scanner.take()
            steps += 1
    finally:
        heap_unlock()
    print(steps, tape.sum, bytes(changes[:n]).hex())
