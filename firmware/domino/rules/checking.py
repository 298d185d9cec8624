"""Counts everything of a match again and compares it with what the core keeps up to date.

For tests and debugging: no board imports it until somebody asks. Nothing here allocates.
"""

from domino.rules.tiles import ALL, HAS_VALUE, HIGH, LOW, count, pips

TYPE_CHECKING = False
if TYPE_CHECKING:
    from domino.rules.layout import Layout
    from domino.rules.match import Match


def check(match: "Match", scratch: bytearray) -> bool:
    """Whether tiles, ends, open values and hands are what they are kept as; 64 bytes scratch."""
    tiles = match.layout.count + match.boneyard_count
    seen = match.layout.on_table | match.undrawn
    for seat in range(match.players):
        hand = match.hands[seat]
        held = match.counts[seat]
        tiles += held
        seen |= hand
        if match.known and (count(hand) != held or pips(hand) != match.pips[seat]):
            return False
    if (tiles != match.tiles and match.round_number >= 0) or (match.known and seen != ALL):
        return False
    return _check_layout(match.layout, scratch)


def _check_layout(layout: "Layout", scratch: bytearray) -> bool:
    """Count again from the joins and compare."""
    total = 0
    for i in range(1, 2 * layout.ends(scratch), 2):
        total += scratch[i]
    values = 0
    for i in range(0, 2 * layout.ports(scratch), 2):
        values |= HAS_VALUE[LOW[scratch[i]] if scratch[i + 1] == 0 else HIGH[scratch[i]]]
    mask = 0
    for i in range(layout.count):
        mask |= 1 << layout.order[i]
    playable = values & ~mask if layout.count else ALL
    return total == layout.total and mask == layout.on_table and playable == layout.playable
