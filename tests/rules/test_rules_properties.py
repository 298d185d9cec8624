"""Properties that hold for any sequence of calls, sensible or not."""

from hypothesis import given, settings
from hypothesis import strategies as st

from domino.rules import codes
from domino.rules.tiles import number, pips
from tests.rules import core

TILE = st.integers(0, 29)
ON = st.one_of(st.just(codes.NONE), st.integers(0, 29))
PORT = st.one_of(st.just(codes.NONE), st.integers(0, 7))
SEAT = st.one_of(st.just(codes.NONE), st.integers(0, 4))
MASK = st.integers(0, 2**28 - 1)

CALLS = st.one_of(
    st.tuples(st.just("play"), TILE, ON, PORT, SEAT),
    st.tuples(st.just("play"), TILE, st.just(codes.NONE), st.just(codes.NONE)),
    st.tuples(st.just("fit"), st.integers(0, 200)),
    st.tuples(st.just("fit"), st.integers(0, 200)),
    st.tuples(st.just("draw"), st.one_of(st.just(codes.NONE), TILE), SEAT),
    st.tuples(st.just("pass_turn"), SEAT),
    st.tuples(st.just("correct"), st.integers(0, 5), st.integers(-5, 700)),
    st.tuples(st.just("double"), st.integers(0, 6), st.integers(0, 6), st.booleans()),
    st.tuples(st.just("time_out"), SEAT),
    st.tuples(st.just("redeal"), SEAT),
    st.tuples(st.just("undo")),
    st.tuples(st.just("settle"), st.lists(MASK, min_size=4, max_size=4)),
    st.tuples(st.just("open_round"), SEAT),
)
TABLES = st.sampled_from([(game, players, teams) for game, players, teams, _ in core.tables()])


def fit(match, wish: int) -> int:
    """Play some tile that fits, where there is one."""
    out = bytearray(32)
    for i in range(28):
        tile = (wish + i) % 28
        n = match.choices(tile, out)
        if n:
            return match.play(tile, out[2 * (wish % n)], out[2 * (wish % n) + 1])
    return codes.NO_MATCH


def double(match, one: int, other: int, closes: bool) -> int:
    """Play one or two doubles in a move, maybe closing the first."""
    tiles = [number(value, value) for value in dict.fromkeys((one, other))]
    moves = bytearray(code for tile in tiles for code in (tile, codes.NONE, codes.NONE))
    return match.play_several(moves, len(tiles), closes << tiles[0])


def call(match, name: str, *args) -> int:
    own = {"fit": fit, "double": double}
    return own[name](match, *args) if name in own else getattr(match, name)(*args)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(TABLES, st.integers(2, 7), st.booleans(), st.randoms(), st.lists(CALLS, max_size=60))
def test_a_refusal_changes_nothing_and_undo_restores(table, deal, known, random, calls):
    game, players, teams = table
    match = core.new_match(game, players, teams, deal=min(deal, 26 // players))
    open_dealt(match, known, random)
    for name, *args in calls:
        before = core.dump(match)
        action = (match.log.count, match.last_action)
        code = call(match, name, *args)
        assert match.check(core.SCRATCH)
        if code != codes.OK:
            # a wrong settlement is remembered as the reason why no round opens
            assert name == "settle" or core.dump(match) == before
            assert (match.log.count, match.last_action) == action
        elif name not in ("undo", "settle", "open_round"):
            after = core.dump(match)
            assert match.undo() == codes.OK
            assert core.dump(match) == before
            assert call(match, name, *args) == codes.OK
            assert core.dump(match) == after


def open_dealt(match, known: bool, random):
    deck = list(range(28))
    random.shuffle(deck)
    hands = [0, 0, 0, 0]
    for seat in range(match.players):
        for _ in range(match.deal):
            hands[seat] |= 1 << deck.pop()
    if known:
        yard = bytearray(deck)
        starter = codes.NONE if match.searches else 0
        assert match.open_known_round(starter, hands, yard, len(yard), True) == codes.OK
    else:
        assert match.open_round(0) == codes.OK


# A block of real hands after which nothing was left to draw.
DRAWN_OUT = {"target": 10000, "draw": "until_playable", "reserve": 0}
DRAWN_OUT |= {"declared_fish": False, "closing": False}


@settings(max_examples=60, deadline=None, derandomize=True)
@given(TABLES, st.integers(2, 7), st.randoms())
def test_a_real_block_leaves_even_pips(table, deal, random):
    """RULES.md, "Round end": with the boneyard drawn out every value left is matched in pairs."""
    game, players, teams = table
    match = core.new_match(game, players, teams, deal=min(deal, 26 // players), **DRAWN_OUT)
    open_dealt(match, True, random)
    while not match.round_over:
        if fit(match, random.randrange(28)) != codes.OK and match.draw() != codes.OK:
            assert match.pass_turn() == codes.OK
    if match.kind == codes.BLOCKED:
        assert sum(pips(hand) for hand in match.hands) % 2 == 0
