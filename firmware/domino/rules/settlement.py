"""The end of a round: who won it, who writes what, who opens next, is the match over.

Sums are pips, awards half points by side. Nothing here allocates. Rules: RULES.md, "Defaults" and
each game's settlement; a game chooses by the parameters AWARD, TIE, ROUND_TO, ROUND_WHAT,
HAND_UNIT, BLOCKED_OWN, BLOCKED_WINNER.
"""

from micropython import const

from domino.rules import ending, games
from domino.rules.codes import BLOCKED, NONE, OK, OUT, REMAINING_MISMATCH
from domino.rules.tiles import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

    from domino.rules.match import Match

_BY_LOT = const(0)  # games.BY_LOT
_GREAT = const(0x8000001)  # 0-0 and 6-6, which some games count otherwise
_ABOVE_ALL = const(1000)  # all tiles of a set have 168 pips


def settle(match: "Match") -> None:
    """Fill remaining, awards, round_winners, change the scores and look at the target.

    `match.kind` is OUT or BLOCKED and `match.pips` what the hands hold.
    """
    count_remaining(match)
    match.round_winners = _winners(match)
    if match.hundred is None or not match.hundred.decides(match):
        _share_out(match)
        for side in range(match.sides):
            match.scores[side] += match.awards[side]
            match.remembered[side] += match.remembered_change[side]
        match.carried += match.carried_change
        ending.look_at_target(match)


def _share_out(match: "Match") -> None:
    """Fill the awards: what the round gives, then what of it goes on the scores."""
    rules = match.rules
    if rules[games.AWARD] == games.LOSERS_WRITE:
        match.penalties.write(match)
    else:
        for side in range(match.sides):
            if match.round_winners >> side & 1:
                match.awards[side] = _award(match, side)
    if rules[games.ACCOUNT]:
        match.accounts.enter(match, NONE if match.hundred is None else match.hundred.bidder(match))


def count_remaining(match: "Match") -> None:
    """Write what each seat has left, and the sums by side."""
    sums = match.side_pips
    sums[0] = sums[1] = sums[2] = sums[3] = 0
    teams = match.teams
    for seat in range(match.players):
        left = counted(match, seat)
        match.remaining[seat] = left
        sums[seat & 1 if teams else seat] += left


def counted(match: "Match", seat: int) -> int:
    """Return what a hand that is known counts: its pips, with 0-0 and 6-6 as the game has them."""
    rules = match.rules
    hand = match.hands[seat]
    great = hand & _GREAT
    when = rules[games.VALUES_WHEN]
    only = great & -great if when == games.ALONE else great
    if when != games.ALWAYS and hand != only:
        great = 0
    left = match.pips[seat] + worth(rules, great)
    return left - 12 if great > 1 and rules[games.VALUE_66] else left


def worth(rules: "array", tiles: int) -> int:
    """Return the points of 0-0 and 6-6 where a mask has them; a game that has none gives 0."""
    points = rules[games.VALUE_00] if tiles & 1 else 0
    return points + rules[games.VALUE_66] if tiles >> 27 & 1 else points


def check_remaining(match: "Match", hands: list[int]) -> int:
    """Whether these can be the tiles left of unknown hands: by counts, and none of them twice.

    Whether one of them would still fit is not asked.
    """
    seen = match.layout.on_table
    for seat in range(match.players):
        if seen & hands[seat] or count(hands[seat]) != match.counts[seat]:
            return REMAINING_MISMATCH
        seen |= hands[seat]
    return OK


def compare(match: "Match", hands: list[int]) -> int:
    """Whether these are the tiles left, where they are known."""
    for seat in range(match.players):
        if hands[seat] != match.hands[seat]:
            return REMAINING_MISMATCH
    return OK


def next_starter(match: "Match") -> int:
    """Return the seat that opens the next round by the rules, NONE for a lot.

    NONE too, and `match.searches`, where the next hands decide.
    """
    is_out = match.kind == OUT
    way = match.next_after_out if is_out else match.next_after_block
    if way == _BY_LOT:
        return NONE
    if way == games.AS_FIRST:
        match.searches = match.rules[games.OPENING] != games.BY_LOT
        return NONE
    placer = match.last_seat if is_out else match.log.last_placer()
    return placer ^ 2 if match.teams and way == games.PARTNER else placer


def rounded(pips_left: int, to: int) -> int:
    """Round to the nearest multiple: to 5, remainders 1 and 2 go down, 3 and 4 up."""
    return (pips_left + to // 2) // to * to


def _winners(match: "Match") -> int:
    """Return the sides that won the round as a mask; 0 for a tie that nobody wins."""
    if match.kind != BLOCKED:
        return 1 << match.side_of(match.last_seat)
    if match.rules[games.BLOCKED_WINNER] == games.BY_DOUBLES:
        return match.headers.blocked_winners(match)
    among = lowest(match, (1 << match.sides) - 1)
    if not among & (among - 1):
        return among
    tie = match.rules[games.TIE]
    if tie == games.TIE_NOBODY:
        return 0
    if tie == games.TIE_FEWER_TILES:
        fewest = _fewest_tiles(match, among)
        return 0 if fewest & (fewest - 1) else fewest
    if tie == games.TIE_SHARE and among == (1 << match.sides) - 1:
        return 0  # nobody is left to take from
    return among


def lowest(match: "Match", among: int) -> int:
    """Return those of the sides of a mask that have the lowest sum."""
    least = _ABOVE_ALL
    found = 0
    for side in range(match.sides):
        if not among >> side & 1:
            continue
        own = match.side_pips[side]
        if own < least:
            least = own
            found = 0
        if own == least:
            found |= 1 << side
    return found


def highest(match: "Match") -> int:
    """Return the sides with the highest sum as a mask."""
    most = -1
    found = 0
    for side in range(match.sides):
        own = match.side_pips[side]
        if own > most:
            most = own
            found = 0
        if own == most:
            found |= 1 << side
    return found


def _fewest_tiles(match: "Match", among: int) -> int:
    """Return those of the sides of a mask that have the fewest tiles left."""
    least = _ABOVE_ALL
    fewest = 0
    for side in range(match.sides):
        if not among >> side & 1:
            continue
        tiles = 0
        for seat in range(match.players):
            if match.side_of(seat) == side:
                tiles += match.counts[seat]
        if tiles < least:
            least = tiles
            fewest = 0
        if tiles == least:
            fewest |= 1 << side
    return fewest


def _award(match: "Match", side: int) -> int:
    """Return what a winning side takes, in half points."""
    rules = match.rules
    if rules[games.AWARD] == games.FIXED:
        return 2 * rules[games.FIXED_POINTS]
    unit = rules[games.HAND_UNIT] or rules[games.MULTIPLE]
    shares = 1
    spared = 1 << side  # the sides it does not take from
    if rules[games.TIE] == games.TIE_SHARE:
        spared = match.round_winners
        shares = _how_many(spared)
    taken = _taken(match, spared)
    if match.kind == BLOCKED and _subtracts(rules, unit):
        taken -= match.side_pips[side]
    if rules[games.ROUND_WHAT] == games.ROUND_SUM:
        taken = rounded(taken, rules[games.ROUND_TO] or rules[games.MULTIPLE])
    return 2 * taken // unit // shares


def _subtracts(rules: "array", unit: int) -> bool:
    """Whether a block's winner gives up his own pips."""
    way = rules[games.BLOCKED_OWN]
    return way == games.SUBTRACT_OWN or (way == games.SUBTRACT_IN_UNITS and unit > 1)


def _taken(match: "Match", spared: int) -> int:
    """Return the pips of all sides but the spared, each hand rounded where the game says so."""
    rules = match.rules
    total = 0
    if rules[games.ROUND_WHAT] == games.ROUND_EACH:
        to = rules[games.ROUND_TO] or rules[games.MULTIPLE]
        for seat in range(match.players):
            if not spared >> match.side_of(seat) & 1:
                total += rounded(match.remaining[seat], to)
        return total
    for side in range(match.sides):
        if not spared >> side & 1:
            total += match.side_pips[side]
    return total


def _how_many(sides: int) -> int:
    n = 0
    for side in range(4):
        n += sides >> side & 1
    return n
