"""A straightforward second implementation of tricks, in names of tiles, for tests only."""

# The hands of the worked example: seat 0 leads 5-2, seat 1 holds 2-4 and 3-5.
HANDS = [
    "2-5 0-0 0-1 0-2 0-3 0-4 1-1",
    "2-4 3-5 1-2 1-3 1-4 2-2 2-3",
    "5-5 0-5 1-5 4-5 3-3 3-4 4-4",
    "0-6 1-6 2-6 3-6 4-6 5-6 6-6",
]


def suit_of(tile, trump):
    """The suit a tile leads, straight from RULES.md."""
    low, high = map(int, tile.split("-"))
    return trump if trump in (low, high) else max(low, high)


def follows(tile, suit, trump):
    halves = tuple(map(int, tile.split("-")))
    return trump in halves if suit == trump else suit in halves and trump not in halves


def may_be_played(hand, led, trump):
    """Which tiles of a hand may go on the tile that was led (None: they lead)."""
    if led is None:
        return hand
    suit = suit_of(led, trump)
    return [tile for tile in hand if follows(tile, suit, trump)] or hand


def order(tile, suit, trump):
    """Sorts tiles of a trick; the last one takes it."""
    low, high = map(int, tile.split("-"))
    within = (low == high, low + high)
    if follows(tile, trump, trump):
        return (2, *within)
    return (1 if follows(tile, suit, trump) else 0, *within)


def worth(tiles):
    counts = {"5-5": 10, "4-6": 10, "0-5": 5, "1-4": 5, "2-3": 5}
    return 1 + sum(counts.get(tile, 0) for tile in tiles)


def playable(hands, trump, leader=0):
    """Some legal order of all tiles, from a straightforward second implementation."""
    held = [hand.split() for hand in hands]
    actions = []
    while any(held):
        laid = {}
        for i in range(4):
            seat = (leader + i) % 4
            led = laid.get(leader)
            laid[seat] = may_be_played(held[seat], led, trump)[0]
            held[seat].remove(laid[seat])
            actions.append(laid[seat])
        suit = suit_of(laid[leader], trump)
        leader = max(laid, key=lambda seat: order(laid[seat], suit, trump))
    return actions
