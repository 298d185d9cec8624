"""Properties that hold for any sequence of calls, sensible or not."""

from hypothesis import given, settings
from hypothesis import strategies as st

from domino.rules import codes, games
from domino.rules.tiles import LOW, number, pips
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
    st.tuples(st.just("bid"), st.sampled_from([-1, 0, 0, 1, 29, 30, 31, 35, 42, 43]), SEAT),
    st.tuples(st.just("bid"), st.sampled_from([0, 31, 35, 42])),
    st.tuples(st.just("name_trump"), st.integers(-1, 7), SEAT),
    st.tuples(st.just("name_trump"), st.integers(0, 6)),
    st.tuples(st.just("show_dealt"), st.integers(0, 3)),
    st.tuples(st.just("undo")),
    st.tuples(st.just("settle"), st.lists(MASK, min_size=4, max_size=4)),
    st.tuples(st.just("open_round"), SEAT),
)
TABLES = st.sampled_from([table[:3] for table in core.all_tables()])


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


def show_dealt(match, seed: int) -> int:
    """Show hands of the twenty tiles, in the open round: a second show would begin another."""
    deck = [tile for tile in range(28) if LOW[tile] and tile != 2]
    hands = [sum(1 << tile for tile in deck[seat * 5 + seed % 2 :][:5]) for seat in range(4)]
    return codes.ROUND_OVER if match.round_over else match.show(hands)


def call(match, name: str, *args) -> int:
    own = {"fit": fit, "double": double, "show_dealt": show_dealt}
    return own[name](match, *args) if name in own else getattr(match, name)(*args)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(TABLES, st.integers(2, 7), st.booleans(), st.randoms(), st.lists(CALLS, max_size=60))
def test_a_refusal_changes_nothing_and_undo_restores(table, deal, known, random, calls):
    refusals_and_undo(table, min(deal, 26 // table[1]), known, random, calls)


# Bids and the trump first, so that most lists get as far as tricks.
BIDS = st.lists(
    st.tuples(st.just("bid"), st.sampled_from([0, 30, 31, 42])), min_size=4, max_size=6
)
TRUMP = st.tuples(st.just("name_trump"), st.integers(0, 6))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(BIDS, TRUMP, st.booleans(), st.randoms(), st.lists(CALLS, max_size=60))
def test_the_same_of_tricks(bids, trump, known, random, calls):
    refusals_and_undo(("forty-two", 4, True), 7, known, random, [*bids, trump, *calls])


def refusals_and_undo(table, deal, known, random, calls):
    game, players, teams = table
    shows = core.way(game) == games.PLAY_SHOW
    match = core.new_match(game, players, teams, deal=5 if shows else deal)
    open_dealt(match, known and not shows, random)
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


LAYOUT_TABLES = st.sampled_from([table[:3] for table in core.tables()])


@settings(max_examples=60, deadline=None, derandomize=True)
@given(LAYOUT_TABLES, st.integers(2, 7), st.randoms())
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
