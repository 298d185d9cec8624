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
    for seat in range(match.players):
        tiles += match.counts[seat]
    if tiles != 28 and match.round_number >= 0:
        return False
    return _check_layout(match.layout, scratch) and (not match.known or _check_known(match))


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


def _check_known(match: "Match") -> bool:
    """Whether table, boneyard and hands make the set."""
    seen = match.layout.on_table | match.undrawn
    tiles = match.layout.count + match.boneyard_count
    for seat in range(match.players):
        seen |= match.hands[seat]
        tiles += count(match.hands[seat])
        if count(match.hands[seat]) != match.counts[seat]:
            return False
        if pips(match.hands[seat]) != match.pips[seat]:
            return False
    return seen == ALL and tiles == 28
