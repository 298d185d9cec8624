"""Random block hands against known figures: tiles placed and blocked rounds (slow: some seconds).

The house game of issue 3: four players in teams, seven tiles each, who holds 6-6 opens every hand
with it. Every distinct placement is equally likely; equal ends count once.
"""

import random

from domino.rules import codes
from domino.rules.tiles import HIGH, LOW
from tests.rules import core

HANDS = 20000
HOUSE = {
    "deal": 7,
    "target": 10000,
    "opening": "highest_double",
    "next_after_out": "as_first",
    "next_after_block": "as_first",
}
ENDS_OF = [1 << LOW[tile] | 1 << HIGH[tile] for tile in range(28)]


def placements(match) -> list:
    """Return a tile for each distinct placement: twice where it fits two different ends."""
    left = match.hands[match.turn] & match.layout.playable
    if not match.layout.count:
        left &= match.openers
    values = match.layout.values
    found = []
    while left:
        tile = (left & -left).bit_length() - 1
        left &= left - 1
        found.append(tile)
        if match.layout.count and ENDS_OF[tile] & values == ENDS_OF[tile] != 1 << LOW[tile]:
            found.append(tile)
    return found


def play_hand(match, chance, out: bytearray) -> None:
    """Deal and play one hand to its end."""
    deck = list(range(28))
    chance.shuffle(deck)
    hands = [sum(1 << tile for tile in deck[seat : seat + 7]) for seat in (0, 7, 14, 21)]
    if match.match_over:
        assert match.set_up(4, True) == codes.OK
    assert match.open_known_round(codes.NONE, hands, bytearray(), 0, False) == codes.OK
    while not match.round_over:
        tiles = placements(match)
        if not tiles:
            assert match.pass_turn() == codes.OK
            continue
        tile = chance.choice(tiles)
        n = match.choices(tile, out)
        k = 2 * (chance.randrange(n) if n > 1 else 0)
        assert match.play(tile, out[k], out[k + 1]) == codes.OK


def test_twenty_thousand_hands_meet_the_known_figures(capsys):
    match = core.new_match("block", 4, True, **HOUSE)
    chance = random.Random(20)
    out = bytearray(32)
    placed = blocked = 0
    for _ in range(HANDS):
        play_hand(match, chance, out)
        assert match.layout.order[0] == core.tile("6-6")
        placed += match.layout.count
        blocked += match.kind == codes.BLOCKED
    mean, share = placed / HANDS, 100 * blocked / HANDS
    with capsys.disabled():
        print(f"\nblock, {HANDS} random hands: {mean:.3f} tiles placed, {share:.2f} % blocked")
    assert abs(mean - 22.50) <= 0.05
    assert abs(share - 25.2) <= 1
