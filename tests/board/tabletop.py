"""The shipped scanner on the simulated board, without the table above it."""

import json
from pathlib import Path
from random import Random
from types import SimpleNamespace

from domino.board import looks, wires_mfrc522
from domino.board.config import Board
from domino.board.readers import make_look
from domino.board.scanner import Scanner
from domino.nfc.identity import Identity
from domino.store.uid_table import UidTable
from host_tools.runtimes.cpython.machine import make_machine, make_time
from host_tools.sim.board import SimulatedBoard
from host_tools.tags.record import ntag213_for_tile

GRID48 = Path(__file__).parents[2] / "board_configs" / "grid48_mfrc522" / "board.json"
FREE, WEAK, DISTURBING, HELD = range(4)  # Scanner.quality


def config(**readers):
    """The 48-slot board's config, with some of `readers` changed."""
    board = json.loads(GRID48.read_text())
    board["readers"].update(readers)
    return board


class Tabletop:
    """`events`: (ms, reader, finding) as the table would take them."""

    def __init__(self, board=None, set_id=None, listed=(), start_ms=0):
        self.config = board or config()
        self.sim = SimulatedBoard(self.config, start_ms)
        self.ports = self.sim.ports
        self.time = make_time(self.ports)
        self.board = Board(self.config, make_machine(self.ports))
        self.listed = UidTable(64)
        for uid, tile in listed:
            self.listed.put(uid, len(uid), tile)
        self.identity = Identity(UidTable(64), self.listed, set_id)
        look = make_look(self.board, self.identity, self.time)
        self.scanner = Scanner(look, self.board, self.time)
        self.focus = SimpleNamespace(hot=bytearray(self.board.slots), hot_count=0)
        self.scanner.focus = self.focus
        self.presence = self.scanner.presence
        self.events = []
        self.longest_step_us = 0
        self.looks = []  # (reader, bytes, us) of each look's steps

    @property
    def chip(self):
        """The driver of the reader chips (of the lane that was looked at last)."""
        return self.scanner._look.chip

    @property
    def fields(self):
        return self.sim.fields

    @property
    def now_ms(self):
        return self.sim.clock.now_ns // 1_000_000

    def heat(self, *slots):
        self.focus.hot[: len(slots)] = bytes(slots)
        self.focus.hot_count = len(slots)

    def step(self):
        clock = self.sim.clock
        start_ns = clock.now_ns
        wait_ms = self.scanner.step(self.time.ticks_ms())
        self.longest_step_us = max(self.longest_step_us, (clock.now_ns - start_ns) // 1000)
        if self.scanner.wants_pair:
            self.scanner.load_pair()
        reader = self.scanner.take()
        while reader != 255:
            self.events.append((self.now_ms, reader, self.scanner.found[reader]))
            reader = self.scanner.take()
        self.ports.idle(wait_ms, False)

    def try_wires(self):
        """What the app does for readers that are doubted (errands.py); a clock in kHz, or 0."""
        health, lowered = self.scanner.health, 0
        while health.doubts:
            now_ms = self.time.ticks_ms()
            lowered = wires_mfrc522.examine(self.board, health, now_ms) or lowered
        return lowered

    def run(self, span_ms):
        """Go on for so long; return the events of that time."""
        first = len(self.events)
        end_ms = self.now_ms + span_ms
        while self.now_ms < end_ms:
            self.step()
        return self.events[first:]

    def start(self):
        """Until every reader was looked at once; the events of the start are dropped."""
        while looks.UNSEEN in self.scanner.found:
            self.step()
        self.events.clear()
        return self

    def at(self, after_ms, action, *args):
        self.sim.clock.at(self.sim.clock.now_ns + after_ms * 1_000_000, lambda: action(*args))


def tile(number=7, seed=0):
    """The tag of a tile; every seed gives it another UID."""
    random = Random(100 * number + seed)
    return ntag213_for_tile(number, 1, b"\x04" + bytes(random.randrange(0x88) for _ in range(6)))


def found(events):
    """(reader, finding) of each change."""
    return [event[1:] for event in events]


def qualities(table):
    """Scanner.quality of every reader."""
    return [table.scanner.quality(reader) for reader in range(table.scanner.readers)]
