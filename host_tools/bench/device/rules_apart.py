"""What the driver of random matches does in games without a layout: bids, tricks, hands shown.

As rules_driver.py, nothing here allocates. `d` is the Driver.
"""

from domino.rules import codes, games
from domino.rules.tiles import PIPS

try:
    from rules_checks import Trouble, want
except ImportError:  # CPython finds it in its package
    from host_tools.bench.device.rules_checks import Trouble, want

POKER = 0xFDF7BB0  # the tiles of the short set
POINTS = 42  # of a whole hand


# -- Tricks --------------------------------------------------------------------------------------
def choose(d):
    """Write down what the seat to act does next in a round of tricks."""
    match = d.match
    if match.stage == codes.BIDDING:
        least = max(match.high_bid + 1, match.rules[games.MIN_BID], 1)
        bids = least <= POINTS and d.random(3) == 0
        d.note(codes.BID, min(POINTS, least + d.random(4)) if bids else 0, 0, 0)
    elif match.stage == codes.TRUMP:
        d.note(codes.TRUMP_NAMED, d.random(7), 0, 0)
    else:
        d.note(codes.PLAY, pick(d), codes.NONE, codes.NONE)


def pick(d):
    """Return a tile of the hand that may be played."""
    match = d.match
    hand = d.hands[match.turn]
    led = match.trick[match.trick_leader]
    if led != codes.NONE and d.honest:
        hand = hand & match.tricks.followers(led, match.trump) or hand
    first = d.random(28)
    for i in range(28):
        tile = (first + i) % 28
        if hand >> tile & 1 and match.choices(tile, d.out):
            return tile
    raise Trouble()


def do(d, kind, value, seat):
    """Do a bid or name the trump, as written down."""
    if kind == codes.BID:
        want(d.match.bid(value, seat) == codes.OK)
    else:
        want(d.match.name_trump(value, seat) == codes.OK)


def look(d):
    """What must hold after any action of a round of tricks."""
    match = d.match
    lying = 0
    for seat in range(4):
        lying += match.trick[seat] != codes.NONE
    want(lying == match.layout.count % match.players)
    if match.trick_seat != codes.NONE:
        want(lying == 0 and match.trick_points > 0 and match.trick_leader == match.trick_seat)
        want(match.round_over or match.turn == match.trick_seat)
    points = 0
    for side in range(match.sides):
        points += match.taken[side]
    if match.kind == codes.OUT and match.deal * match.players == 28:
        want(points == POINTS)
    want(match.last_raw == 0 and match.last_points == 0 and not match.again)


def settled(d):
    """Who made his bid and what it gave."""
    match = d.match
    bidders = match.side_of(match.bidder)
    made = match.taken[bidders] >= match.high_bid
    want(match.tricks.audit(match, d.out) == 0 or not d.honest)
    for side in range(match.sides):
        points = match.taken[side]
        if not made:
            points = 0 if side == bidders else points + match.high_bid
        want(match.awards[side] == 2 * points)
        want(match.round_winners >> side & 1 == (made == (side == bidders)))
        want(match.remaining[side] == 0)


def try_errors(d):
    """Try what must be refused; nothing may change."""
    match = d.match
    before = d.hash()
    wrong = (match.turn + 1) % match.players
    tile = d.random(28)
    want(match.bid(POINTS + 1) == codes.BAD_RECORD and match.bid(-1) == codes.BAD_RECORD)
    want(match.name_trump(7) == codes.BAD_RECORD)
    if match.stage == codes.BIDDING:
        want(match.name_trump(d.random(7)) == codes.NOT_YOUR_TURN)
        want(match.bid(0, wrong) == codes.NOT_YOUR_TURN)
        want(not match.high_bid or match.bid(match.high_bid) == codes.BAD_RECORD)
    else:
        want(match.bid(0) == codes.NOT_YOUR_TURN)
        want(match.bid(POINTS) == codes.NOT_YOUR_TURN)
    if match.stage == codes.PLAYING:
        want(match.name_trump(0) == codes.NOT_YOUR_TURN)
        want(match.play(tile, codes.NONE, codes.NONE, wrong) == codes.NOT_YOUR_TURN)
        want(match.play(28) == codes.UNKNOWN_TILE)
        if match.layout.on_table >> tile & 1:
            want(match.play(tile) == codes.TILE_ON_TABLE)
        elif match.known and not d.hands[match.turn] >> tile & 1:
            want(match.play(tile) == codes.TILE_NOT_IN_HAND)
        elif not match.choices(tile, d.out):
            want(match.play(tile) == codes.MUST_FOLLOW)
        else:
            want(match.play(tile, tile, codes.LOW) == codes.NO_SUCH_PORT)
    else:
        want(match.play(tile) == codes.NOT_YOUR_TURN and match.choices(tile, d.out) == 0)
    want(match.draw() == codes.NOT_IN_THIS_GAME and match.pass_turn() == codes.NOT_IN_THIS_GAME)
    want(match.show(d.hands) == codes.NOT_IN_THIS_GAME)
    want(match.settle(d.hands) == codes.BAD_RECORD)
    want(match.correct(0, 3) == codes.OK and match.undo() == codes.OK)
    want(d.hash() == before)
    d.refused += 1


# -- Hands that are shown ------------------------------------------------------------------------
def show_round(d):
    """Deal, show, and look at what the best hands got; now and then take it back first."""
    match = d.match
    _deal(d)
    opened = d.random(2)
    want(match.open_known_round(0, d.hands, d.yard, 0, False) == codes.NOT_IN_THIS_GAME)
    if opened:
        want(match.open_round(codes.NONE) == codes.OK)
    _try_shows(d, opened)
    want(match.show(d.hands) == codes.OK)
    after = d.hash()
    want(match.undo() == codes.OK and match.undo() == codes.NOTHING_TO_UNDO)
    want(not match.round_over and match.hands[0] == 0 and match.scores[0] == d.expected[0])
    want(match.correct(0, 5) == codes.OK and match.undo() == codes.OK)
    want(match.show(d.hands) == codes.OK and d.hash() == after)
    want(match.kind == codes.SHOW and match.round_winners != 0)
    for seat in range(match.players):
        best = match.round_winners >> seat & 1
        want(match.awards[seat] == 2 * best and match.remaining[seat] == pips(d.hands[seat]))
        d.expected[seat] += match.awards[seat]
        want(match.scores[seat] == d.expected[seat])
    d.rounds += 1
    d.actions += 1


def _deal(d):
    n = 0
    for tile in range(28):
        if POKER >> tile & 1:
            d.yard[n] = tile
            n += 1
    d.shuffle(n)
    for seat in range(4):
        d.hands[seat] = 0
        if seat < d.match.players:
            for _ in range(d.match.deal):
                n -= 1
                d.hands[seat] |= 1 << d.yard[n]


def _try_shows(d, opened):
    """Hands that cannot be, and actions of other games."""
    match = d.match
    hand = d.hands[0]
    before = d.hash()
    d.hands[0] = hand & hand - 1
    want(match.show(d.hands) == codes.BAD_DEAL)
    d.hands[0] |= 1 << d.random(3)  # 0-0, 0-1, 1-1: not in the set
    want(match.show(d.hands) == codes.BAD_DEAL)
    d.hands[0] = d.hands[1]
    want(match.show(d.hands) == codes.DUPLICATE_TILE)
    d.hands[0] = hand
    over = codes.NOT_IN_THIS_GAME if opened else codes.ROUND_OVER
    want(match.play(27) == over and match.bid(31) == over and match.draw() == over)
    want(match.pass_turn() == over and match.name_trump(1) == over)
    want(d.hash() == before)
    d.refused += 1


def pips(hand):
    total = 0
    for tile in range(28):
        if hand >> tile & 1:
            total += PIPS[tile]
    return total
