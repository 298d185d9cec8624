"""Every reader has its turn, however the slots next to open ends come and go (order.py)."""

from types import SimpleNamespace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from domino.board.order import NOBODY, Order
from domino.board.presence import Presence
from tests.board.tabletop import Tabletop

LOOK_MS = 6
UNSEEN_MS = 4000
TABLE = Tabletop()
BOARD = TABLE.board
READERS = BOARD.slots + BOARD.pads
# (hot slots, how long): a hand is not that quick, but a queue must not depend on that.
PHASES = st.lists(
    st.tuples(
        st.lists(st.integers(0, BOARD.slots - 1), max_size=14, unique=True),
        st.integers(LOOK_MS, 900),
    ),
    min_size=1,
    max_size=12,
)


@settings(max_examples=60)
@given(PHASES)
@example([(list(range(12)), 30), ([], 30)])
@example([([0], 6), ([], 60)])
@example([(list(range(20, 34)), 12), ([], 150)])
def test_no_reader_waits_for_more_than_four_seconds(phases):
    clock = TABLE.time
    presence = Presence(READERS, clock)
    order = Order(BOARD.slots, BOARD.pads, BOARD.neighbours, presence, clock, 15)
    order.focus = focus = SimpleNamespace(hot=bytearray(READERS), hot_count=0)
    seen = [0] * READERS
    now_ms, before, phase = 0, NOBODY, -1
    ends_ms = 0
    while now_ms < 30_000:
        if now_ms >= ends_ms:
            phase += 1
            hot, length_ms = phases[phase % len(phases)]
            focus.hot[: len(hot)] = bytes(hot)
            focus.hot_count = len(hot)
            ends_ms = now_ms + length_ms
        before = order.next(before, now_ms)
        seen[before] = now_ms
        now_ms += LOOK_MS
        assert now_ms - min(seen) <= UNSEEN_MS
