"""A number that stands for the whole state of a match. Nothing here allocates."""


def hash_of(match):
    """Return a number that depends on everything an action may change."""
    layout = match.layout
    h = layout.count
    for i in range(layout.count):
        tile = layout.order[i]
        h = fold(h, tile)
        h = fold(h, layout.parent[tile])
        for k in range(4):
            h = fold(h, layout.joined[tile * 4 + k])
    h = fold_mask(h, layout.playable)
    h = fold_mask(h, layout.spinners)
    h = fold_mask(h, layout.closed)
    h = fold(h, layout.total)
    h = fold(h, match.turn)
    h = fold(h, match.drawn)
    h = fold(h, match.passes)
    h = fold(h, match.kind)
    h = fold(h, match.boneyard_count)
    h = fold(h, match.next_starter)
    h = fold(h, match.winners)
    h = fold(h, match.round_winners)
    h = fold(h, match.settle_code)
    h = fold(h, match.carried)
    h = fold(h, match.timed_out)
    h = fold(h, 2 * match.again + match.needs_remaining)
    h = fold(h, 2 * match.round_over + match.match_over)
    for i in range(4):
        h = fold(h, match.counts[i])
        h = fold_mask(h, match.hands[i])
        h = fold(h, match.scores[i] & 0xFFFF)
        h = fold(h, match.remaining[i] & 0xFF)
        h = fold(h, match.awards[i] & 0xFFFF)
        h = fold(h, match.remembered[i])
        h = fold(h, match.trick[i])
        h = fold(h, match.taken[i])
    h = fold(fold(fold(h, match.stage), match.high_bid), match.bidder)
    return fold(fold(h, match.trump), match.trick_leader)


def fold(h, value):
    return (h * 61 + value) & 0x7FFFFF


def fold_mask(h, mask):
    return fold(fold(h, mask & 0x3FFF), mask >> 14)
