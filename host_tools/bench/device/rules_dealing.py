"""How the driver of random matches opens a round with what it dealt, whoever knows the hands.

As rules_driver.py, nothing here allocates. `d` is the Driver.
"""

from domino.rules import codes, games, opening
from domino.rules.tiles import ALL

try:
    from rules_checks import want
except ImportError:  # CPython finds it in its package
    from host_tools.bench.device.rules_checks import want

KNOWN = 0  # hands and the order of the boneyard are known
KNOWN_UNORDERED = 1  # hands known, draws name their tile
UNKNOWN = 2  # hands unknown, draws unseen
UNKNOWN_NAMED = 3  # hands unknown, draws name their tile


def open_dealt(d, top):
    """Open a round with what was dealt; `top` tiles are left in the boneyard."""
    match = d.match
    dealt_again = opening.is_redealt(match, d.hands)
    searches = match.searches
    starter = match.next_starter
    if d.mode >= UNKNOWN:
        if starter == codes.NONE:
            want(match.open_round(codes.NONE) == codes.STARTER_NEEDED)
            starter = d.random(match.players)
        elif claimed(d) != codes.NONE:
            starter = claimed(d)
        elif not match.rules[games.HUNDRED]:
            wrong = match.open_round((starter + 1) % match.players)
            want(wrong == codes.WRONG_STARTER)
        due = match.next_starter
        want(match.open_round(starter) == codes.OK)
        want(match.way or match.openers == ALL or (starter != due and match.openers == 1 << 27))
        if dealt_again:
            say_redealt(d)
    else:
        if searches and not dealt_again:
            try_wrong_starters(d, top)
        elif starter == codes.NONE and not dealt_again:
            want(open_known(d, codes.NONE, top) == codes.STARTER_NEEDED)
            starter = d.random(match.players)
        elif claimed(d) != codes.NONE and not dealt_again:
            starter = claimed(d)
        want(open_known(d, starter, top) == codes.OK)
    want(match.round_over == dealt_again)
    if dealt_again:
        want(match.kind == codes.REDEAL and match.searches == searches)
        d.redealt += 1
    elif searches and match.known:
        d.searched += 1
        want(match.openers & d.hands[match.starter] == match.openers)


def claimed(d):
    """Return the seat that may take the opening for a hundred, NONE where nobody may."""
    match = d.match
    if match.rules[games.HUNDRED] and match.next_starter != codes.NONE:
        for seat in range(match.players):
            if d.hands[seat] >> 27 & 1 and match.scores[match.side_of(seat)] > 0:
                return seat
    return codes.NONE


def open_known(d, starter, top):
    """Open the round with known hands; return the code."""
    ordered = d.mode == KNOWN
    return d.match.open_known_round(starter, d.hands, d.yard, top, ordered)


def try_wrong_starters(d, top):
    """Only the holder of the tile that is looked for may open."""
    want(open_known(d, codes.NONE, top) == codes.OK)
    opener = d.match.starter
    d.match.round_number -= 1
    d.match.searches = True
    for seat in range(d.match.players):
        if seat != opener:
            want(open_known(d, seat, top) == codes.WRONG_STARTER)


def say_redealt(d):
    """The players of unknown hands say that the rules deal again."""
    match = d.match
    before = d.hash()
    want(match.redeal() == codes.OK)
    want(match.undo() == codes.OK and d.hash() == before)
    want(match.redeal() == codes.OK and match.redeal() == codes.ROUND_OVER)
