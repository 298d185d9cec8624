"""The same inputs on MicroPython, heap locked: the same events and state, no byte allocated."""

import pytest

from domino.board import looks
from host_tools.sim.players import Habits, play_match
from host_tools.sim.trick_players import play_tricks
from tests import micropython
from tests.table.fake_feed import Feed
from tests.table.test_table_matches import live, seating

RUNTIMES = {"unix": micropython.run, "32-bit": micropython.run32}
FIND, PRESS, WAIT = range(3)
CLUMSY = Habits(wrong=0.1, lifts=0.1, undoes=0.1)
# What players seldom meet, in the round after: every problem, every question.
ODD = """clear / 5-5 d3 / 0-5 e3 / 1-2 f3 / pass / -f3 / 5-5 f3 / -f3 / -e3 & 0-5 c3 / 0-5 e3 & -c3
-d3 / 2-5 d4 / 5-5 d3 / undo / -d4 / b1 two / b1 unknown / b1 dead / -b1 / 1-2 a1 / 1-2 a2 / -a2
draw / -a1 / 0-2 h6 / left / right / undo / -h6 / 0-2 h6 & wait 400 / ok / p0 unknown / -p0"""
ODD = ODD.replace("\n", " / ").split(" / ")
# What only some games have, in the round after.
OWN = {
    "donkey": "clear / 2-3 d3 / 2-2 c3 & 3-3 e3 / menu / left / undo / menu / ok / undo"
    " / -c3 & -e3 / 2-2 c3 / menu / ok / 5-5 a1 / ok / pass / -a1 / ok / draw / 3-3 e3",
    "goat-online": "clear / draw / undo / draw / ok / draw / 5-5 d3 / ok",
    "forty-two": "clear / pass / left / undo / draw / menu / ok / pass / pass / pass / left / ok"
    " / 5-5 a1 / -a1 / 0-1 d5 & 0-2 b3 & 0-3 e2 & 0-4 g4 / undo / -d5 & -b3 & -e2 & -g4",
    "poker": "0:6-6 / 0:0-1 / 1:6-6 / ok / undo / 0:6-6 / 0:3-3 / 0:2-2 / 0:2-4 / 0:1-2 / 1:4-6"
    " / 1:4-5 / 1:4-4 / 1:3-4 / 1:1-6 / ok / undo / undo / 1:1-6 / ok / ok / 1:6-6 / pass",
}


class Recorder:
    """Notes every input of a table, and sums up its events as tests/device/table_heap.py does."""

    def __init__(self, feed):
        self.script = bytearray()
        self.last_ms = 1000
        self.count, self.sum = 0, 1
        table = feed.table
        on_finding, on_press, step = table.on_finding, table.on_press, table.step

        def find(reader, finding, now_ms):
            self.note(FIND, reader, finding, now_ms)
            on_finding(reader, finding, now_ms)

        def press(button, now_ms):
            self.note(PRESS, button, 0, now_ms)
            on_press(button, now_ms)

        def wait(now_ms):
            self.note(WAIT, 0, 0, now_ms)
            return step(now_ms)

        table.on_finding, table.on_press, table.step = find, press, wait

    def note(self, kind, what, finding, now_ms):
        passed_ms = now_ms - self.last_ms
        self.last_ms = now_ms
        self.script += bytes((kind, what, finding, passed_ms >> 8, passed_ms & 255))

    def tell(self, *values):
        self.count += 1
        for value in values:
            self.sum = (self.sum * 257 + value) % 65521


def recorded(game, players, seed, rounds):
    """A match on CPython: the arguments for the device, and what it must print."""
    scenario = {"starter": [], "steps": []}
    if game == "forty-two":
        scenario = play_tricks("grid48_mfrc522", game, seed, CLUMSY, rounds).scenario
    elif game != "poker":
        scenario = play_match(
            seating(), game, players, seed, habits=CLUMSY, rounds=rounds
        ).scenario
    starters = scenario["starter"]
    feed = Feed(game, players, starters=starters, sweeps=False, seen_after=lambda *_: False)
    recorder = Recorder(feed)
    emit = feed.emit
    feed.emit = lambda *event: (emit(*event), recorder.tell(*event))
    record = feed.table._record
    feed.table._record = lambda *e: (
        record(*e),
        recorder.tell(100 + e[0], e[1], e[2] % 65521, e[3] % 65521),
    )
    for reader in range(feed.slots + 4):
        feed.find(reader, looks.EMPTY)
    live(feed, scenario)
    for text in OWN[game].split(" / ") if game in OWN else ODD:
        feed.do(text)
    state = (*feed.match.scores, feed.match.layout.count, feed.view.accepted)
    arguments = (game, players, bytes(feed.seats).hex(), bytes(starters).hex())
    expected = " ".join(str(n) for n in (*state, recorder.count, recorder.sum))
    return (*arguments, recorder.script.hex()), expected


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize(
    ("game", "players", "rounds"),
    [
        ("horse-race", 2, 4),
        ("horse-race", 4, 4),
        ("all-fives", 3, 4),
        ("donkey", 4, 3),
        ("goat-online", 3, 3),
        ("forty-two", 4, 3),
        ("poker", 2, 1),
    ],
)
def test_a_match_under_heap_lock(runtime, game, players, rounds):
    arguments, expected = recorded(game, players, 11, rounds)
    out = RUNTIMES[runtime]("table_heap.py", *arguments).splitlines()
    assert out[0] == expected
    grown, kept = (int(n) for n in out[1].split())
    assert grown == 0
    assert 0 < kept < 8000  # bytes kept by placement, table, view and their buffers
    print(f"{runtime} {game} {players}: {expected}, grown {grown}, kept {kept} bytes")
