"""What must hold after each action of the driver of random matches, and what must be refused.

As rules_driver.py, nothing here allocates. `d` is the Driver; games without a layout are looked
at in rules_apart.py.
"""

from domino.rules import codes, games
from domino.rules.tiles import HIGH, LOW


class Trouble(Exception):
    """Something that must hold did not."""


def want(holds):
    if not holds:
        raise Trouble()


def reason(d):
    """No score without a reason: the total is a positive multiple, and all of it counts."""
    match = d.match
    multiple = match.rules[games.MULTIPLE]
    if match.rules[games.SCORING] == games.SCORE_NOTHING:
        want(match.last_points == 0)
    elif match.rules[games.SCORING] == games.SCORE_HEADERS:
        want(match.last_points == 2 * header(d))
    elif match.layout.total % multiple:
        want(match.last_raw == 0 and match.last_points == 0)
    else:
        want(match.last_raw == match.layout.total)
        want(match.last_points == 2 * match.last_raw // match.rules[games.UNIT])


def header(d):
    """Return what the ends score in a game of headers, from the list of open ports."""
    layout = d.match.layout
    n = layout.ports(d.out)
    shown = 0
    doubles = 0
    for i in range(n):
        tile = d.out[2 * i]
        shown |= 1 << (LOW[tile] if d.out[2 * i + 1] == codes.LOW else HIGH[tile])
        doubles += LOW[tile] == HIGH[tile]
    if layout.count == 1:
        return 2 if doubles else 0
    if shown & (shown - 1):
        return 0
    return 3 if doubles else 2


def check_scores(d):
    """Scores are what was awarded in play and at the settlement, nothing else."""
    match = d.match
    for side in range(match.sides):
        want(match.scores[side] == d.expected[side] + match.awards[side])
        if not match.rules[games.SHEET] and not match.way:
            want(match.awards[side] == 0 or match.round_winners >> side & 1)
        want(match.scores[side] >= 0 and match.remembered[side] >= 0 and match.carried >= 0)


def try_errors(d):
    """Try what must be refused; nothing may change."""
    match = d.match
    before = d.hash()
    wrong = (match.turn + 1) % match.players
    tile = d.random(28)
    draws = match.rules[games.DRAW_POLICY] != games.DRAW_NONE
    want(match.play(tile, codes.NONE, codes.NONE, wrong) == codes.NOT_YOUR_TURN)
    want(match.play(28) == codes.UNKNOWN_TILE)
    if match.layout.on_table >> tile & 1:
        want(match.play(tile) == codes.TILE_ON_TABLE)
        want(match.draw(tile) == (codes.TILE_ON_TABLE if draws else codes.NOT_IN_THIS_GAME))
    elif match.known and not d.hands[match.turn] >> tile & 1:
        want(match.play(tile) == codes.TILE_NOT_IN_HAND)
    if match.layout.count and not match.choices(tile, d.out):
        want(match.play(tile) != codes.OK)
        want(match.play(tile, d.random(28), d.random(6)) != codes.OK)
    if match.known and d.pick() != codes.NONE:
        want(match.draw() == (codes.MUST_PLAY if draws else codes.NOT_IN_THIS_GAME))
        want(match.pass_turn() == codes.MUST_PLAY)
    want(match.settle(d.hands) == codes.BAD_RECORD)
    want(match.bid(31) == codes.NOT_IN_THIS_GAME)
    want(match.name_trump(6) == codes.NOT_IN_THIS_GAME)
    want(match.show(d.hands) == codes.NOT_IN_THIS_GAME)
    want(match.correct(4, 0) == codes.BAD_RECORD)
    want(match.correct(0, 3) == codes.OK)
    want(match.undo() == codes.OK)
    want(d.hash() == before)
    d.refused += 1
