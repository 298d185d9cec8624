"""A round of tricks: bids, trump, who takes a trick, who has made his bid.

The tiles lie apart: the layout only keeps which, in the order they were played. A tile with the
trump value belongs to the trumps, any other to the suit that was led if it holds that value.
Rules: RULES.md, `forty-two`; a game chooses by MIN_BID, TRICK_POINTS, MULTIPLE. Points are whole.
Nothing here allocates.
"""

from micropython import const

from domino.rules import ending, games, turn
from domino.rules.codes import (
    BAD_RECORD,
    BID,
    BIDDING,
    MUST_FOLLOW,
    NO_SUCH_PORT,
    NONE,
    NOT_YOUR_TURN,
    OK,
    OUT,
    PLAY,
    PLAYING,
    TILE_NOT_IN_HAND,
    TILE_ON_TABLE,
    TRUMP,
    TRUMP_NAMED,
    UNKNOWN_TILE,
)
from domino.rules.tiles import ALL, HAS_VALUE, HIGH, LOW, PIPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from domino.rules.match import Match

_HIGHEST_BID = const(42)  # every point of a hand
# Above every tile of its suit: a double, then a tile of the suit that was led, then a trump.
_DOUBLE = const(7)
_FOLLOWS = const(8)
_IS_TRUMP = const(16)


def clear(match: "Match") -> None:
    """Begin a round, of whatever game."""
    match.stage = BIDDING if match.way == games.PLAY_TRICKS else PLAYING
    match.high_bid = match.trick_points = 0
    match.bidder = match.trump = NONE
    match.trick_leader = match.trick_best = match.trick_seat = NONE
    for i in range(4):
        match.trick[i] = NONE
        match.taken[i] = 0


# -- Bids ----------------------------------------------------------------------------------------
def bid(match: "Match", points: int, seat: int) -> int:
    """Bid, 0 to pass (see Match.bid)."""
    if points and not match.rules[games.MIN_BID] <= points <= _HIGHEST_BID:
        return BAD_RECORD
    if match.stage == BIDDING and 0 < points <= match.high_bid:
        return BAD_RECORD
    code = _may(match, BIDDING, seat)
    if code != OK:
        return code
    seat = match.turn
    match.log.push(BID, seat, NONE, match.high_bid << 2 | match.bidder & 3)
    match.note(BID, NONE)
    if points:
        match.high_bid = points
        match.bidder = seat
    match.turn = (seat + 1) % match.players
    if match.turn == match.starter:
        _end_bidding(match)
    return OK


def _end_bidding(match: "Match") -> None:
    """Everybody has bid once: the highest names the trump; without a bid all deal again."""
    if match.high_bid:
        match.stage = TRUMP
        match.turn = match.bidder
    else:
        match.end_redealt()


def name_trump(match: "Match", value: int, seat: int) -> int:
    """Name the trump, a value from 0 to 6 (see Match.name_trump)."""
    if not 0 <= value <= 6:
        return BAD_RECORD
    code = _may(match, TRUMP, seat)
    if code == OK:
        match.log.push(TRUMP_NAMED, match.turn, NONE, 0)
        match.note(TRUMP_NAMED, NONE)
        match.trump = value
        match.stage = PLAYING
        match.trick_leader = match.turn
    return code


def _may(match: "Match", stage: int, seat: int) -> int:
    """Whether a seat may do now what belongs to a stage of the round."""
    code = turn.may_act(match, NONE)
    if code == OK and match.stage != stage:
        return NOT_YOUR_TURN
    return code or turn.may_act(match, seat)


# -- Tricks --------------------------------------------------------------------------------------
def may_play(match: "Match", tile: int, seat: int) -> int:
    """Whether this seat may lay this tile in the trick; who must follow only known hands tell."""
    code = _may(match, PLAYING, seat)
    if code != OK:
        return code
    if tile > 27:
        return UNKNOWN_TILE
    if match.layout.on_table >> tile & 1:
        return TILE_ON_TABLE
    if not match.known:
        return OK
    hand = match.hands[match.turn]
    if not hand >> tile & 1:
        return TILE_NOT_IN_HAND
    led = match.trick[match.trick_leader]
    if led != NONE:
        suit = followers(led, match.trump)
        if hand & suit and not suit >> tile & 1:
            return MUST_FOLLOW
    return OK


def followers(led: int, trump: int) -> int:
    """Return the tiles that follow a tile that was led, as a mask; the tile itself too."""
    return suit_tiles(_suit(led, trump), trump)


def _suit(led: int, trump: int) -> int:
    """Return the suit that a tile leads: a value."""
    return trump if HAS_VALUE[trump] >> led & 1 else HIGH[led]


def suit_tiles(suit: int, trump: int) -> int:
    """Return the tiles of a suit, as a mask."""
    return HAS_VALUE[suit] if suit == trump else HAS_VALUE[suit] & ~HAS_VALUE[trump]


def play(match: "Match", tile: int, on: int, port: int, seat: int) -> int:
    """Lay a tile in the trick (see Match.play); there are no ports here."""
    code = may_play(match, tile, seat)
    if code == OK and (on != NONE or port != NONE):
        code = NO_SUCH_PORT
    if code != OK:
        return code
    seat = match.turn
    match.log.push(PLAY, seat, tile, _denied(match, tile))
    match.note(PLAY, tile)
    layout = match.layout
    layout.order[layout.count] = tile
    layout.parent[tile] = NONE
    layout.count += 1
    layout.playable = 0
    layout.on_table |= 1 << tile
    match.hold(seat, tile, -1)
    _lay(match, seat, tile)
    match.turn = (seat + 1) % match.players
    if layout.count % match.players == 0:
        _end_trick(match)
    return OK


def _denied(match: "Match", tile: int) -> int:
    """Return the suit that the tile does not follow, and 1; 0 where it follows or leads."""
    led = match.trick[match.trick_leader]
    if led == NONE or followers(led, match.trump) >> tile & 1:
        return 0
    return _suit(led, match.trump) + 1


def _lay(match: "Match", seat: int, tile: int) -> None:
    """Lay a tile in front of its seat; does it take the trick, what does it count?"""
    match.trick[seat] = tile
    if seat == match.trick_leader:
        match.trick_best = seat
        match.trick_points = match.rules[games.TRICK_POINTS]
    elif _strength(match, tile) > _strength(match, match.trick[match.trick_best]):
        match.trick_best = seat
    if PIPS[tile] % match.rules[games.MULTIPLE] == 0:
        match.trick_points += PIPS[tile]


def _strength(match: "Match", tile: int) -> int:
    """Return what the tile is worth in the trick that lies: 0 for one that cannot take it."""
    suit = match.trump
    strength = _IS_TRUMP
    if not HAS_VALUE[suit] >> tile & 1:
        led = match.trick[match.trick_leader]
        if not followers(led, suit) >> tile & 1:
            return 0
        suit = HIGH[led]
        strength = _FOLLOWS
    return strength + (_DOUBLE if LOW[tile] == HIGH[tile] else PIPS[tile] - suit)


def _end_trick(match: "Match") -> None:
    """Give the trick to its best seat, which leads the next one; after the last one settle."""
    seat = match.trick_best
    match.trick_seat = match.trick_leader = match.turn = seat
    match.taken[match.side_of(seat)] += match.trick_points
    for i in range(4):
        match.trick[i] = NONE
    if not match.counts[seat]:
        _settle(match)


def _settle(match: "Match") -> None:
    """All write what they took; but a bid that was missed goes to the others."""
    match.close(OUT)
    for seat in range(match.players):
        match.remaining[seat] = 0
    bidders = match.side_of(match.bidder)
    made = match.taken[bidders] >= match.high_bid
    for side in range(match.sides):
        points = match.taken[side]
        if not made:
            points = 0 if side == bidders else points + match.high_bid
        if made == (side == bidders):
            match.round_winners |= 1 << side
        match.awards[side] = 2 * points
        match.scores[side] += 2 * points
    ending.look_at_target(match)


def audit(match: "Match", out: bytearray) -> int:
    """Write (place in match.log, seat, tile held) for each tile that ought to have followed.

    For a hand that was played out: who does not follow holds none of the suit, so none of what he
    plays later is of it. As audit.check does, return how many were found.
    """
    log = match.log
    found = 0
    for place in range(log.count):
        log.read(place)
        if log.kind != PLAY or not log.score:
            continue
        seat = log.seat
        held = _played_later(match, place, suit_tiles(log.score - 1, match.trump))
        if held == NONE:
            continue
        if found * 3 + 3 <= len(out):
            out[found * 3] = place
            out[found * 3 + 1] = seat
            out[found * 3 + 2] = held
        found += 1
    return found


def _played_later(match: "Match", place: int, suit: int) -> int:
    """Return the lowest tile of a suit that the seat which acted at a place plays after it."""
    log = match.log
    seat = log.seat
    lowest = NONE
    for later in range(place + 1, log.count):
        log.read(later)
        if log.kind == PLAY and log.seat == seat and suit >> log.tile & 1:
            lowest = min(lowest, log.tile)
    return lowest


# -- Taking back ---------------------------------------------------------------------------------
def take_back(match: "Match") -> None:
    """Take back what the log has just given up."""
    log = match.log
    if log.kind == BID:
        match.stage = BIDDING
        match.high_bid = log.score >> 2
        match.bidder = log.score & 3 if match.high_bid else NONE
    elif log.kind == TRUMP_NAMED:
        match.stage = TRUMP
        match.trump = match.trick_leader = NONE
    elif log.kind == PLAY:
        _take_up(match, log.tile, log.seat)


def _take_up(match: "Match", tile: int, seat: int) -> None:
    """Take up the last tile; one that ended its trick brings the others back."""
    layout = match.layout
    before = (layout.count - 1) % match.players  # tiles of the trick that lay before it
    leader = (seat - before) % match.players
    if before == match.players - 1:
        _lay_again(match, leader, match.players)
        match.taken[match.side_of(match.trick_best)] -= match.trick_points
    layout.count -= 1
    if not layout.count:
        layout.playable = ALL
    layout.on_table &= ~(1 << tile)
    match.hold(seat, tile, 1)
    _lay_again(match, leader, before)


def _lay_again(match: "Match", leader: int, n: int) -> None:
    """Make the last n tiles on the table the trick, led by this seat."""
    match.trick_leader = leader
    match.trick_points = 0
    for i in range(4):
        match.trick[i] = NONE
    for i in range(n):
        tile = match.layout.order[match.layout.count - n + i]
        _lay(match, (leader + i) % match.players, tile)
