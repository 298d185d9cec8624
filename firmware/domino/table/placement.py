"""What a slot means: where the laid tiles lie, which way their ports look, what a tile may join.

A tag says which tile lies on a slot, not which way it points, so the direction of a port follows
from where the neighbours lie (DESIGN.md, decision 5):
- the open ends of a tile that is no spinner look at every free neighbour slot: a chain may turn;
- a spinner's line runs the way it was first joined, its branches across; when the strict side is
  taken or off the table, any free side of it serves;
- a spinner without a neighbour looks everywhere with its line: its first joint is the line;
- a tile that was joined from afar (a remote placement) has no known direction, like an opening.

Slots are numbers from 0; directions 0 north, 1 east, 2 south, 3 west, opposite (d + 2) % 4. The
graph is `neighbours[slot * 4 + d]`, NONE where the table ends. Everything is made once.
"""

from micropython import const

from domino.rules import codes

_NONE = const(255)
_ALL = const(15)  # every direction, one bit each


class Placement:
    """The laid tiles on the slot graph, beside the layout that the rules keep."""

    def __init__(self, match, slots, neighbours):
        self._match = match
        self._layout = match.layout
        self._neighbours = neighbours
        self.slots = slots
        # The laid tile whose place a slot is, NONE for a free slot. What lies there now is the
        # controller's business: a lifted tile keeps its place.
        self.laid = bytearray(slots)
        # The slot of each laid tile; NONE when it is not laid, or was entered without a slot.
        self.home = bytearray(28)
        # The direction in which a tile lies seen from the tile it joined; NONE when unknown.
        self._came = bytearray(28)
        # The directions in which a slot has a free neighbour, a bit each.
        self._free = bytearray(slots)
        # The slots that the scanner looks at first, and how many there are.
        self.hot = bytearray(slots)
        self.hot_count = 0
        self._is_hot = bytearray(slots)
        # True when the last `candidates` found no port that looks at the slot.
        self.is_remote = False
        self.clear()

    def clear(self):
        """A new round: nothing is laid."""
        for i in range(28):
            self.home[i] = _NONE
            self._came[i] = _NONE
        for slot in range(self.slots):
            self.laid[slot] = _NONE
            self._free[slot] = 0
            for d in range(4):
                if self._neighbours[slot * 4 + d] != _NONE:
                    self._free[slot] |= 1 << d

    def candidates(self, slot, tile, out):
        """Write the joints open to `tile` on `slot` as (on, port) pairs to `out`; return how many.

        `slot` NONE is a tile shown on a pad: it faces nothing. Where no port looks at the slot but
        the tile fits somewhere, every place is a candidate, `is_remote` is set, and the players
        must be asked even about a single one. The opening tile joins nothing: (NONE, NONE).
        """
        n = self._match.choices(tile, out)
        kept = 0
        for i in range(n):
            if self.direction(out[2 * i], out[2 * i + 1], slot) != _NONE:
                out[2 * kept] = out[2 * i]
                out[2 * kept + 1] = out[2 * i + 1]
                kept += 1
        self.is_remote = kept == 0 and n > 0 and self._layout.count > 0
        return kept or n

    def direction(self, on, port, slot):
        """The direction in which `port` of the laid tile `on` looks at `slot`, NONE if not."""
        if on == _NONE or slot == _NONE:
            return _NONE
        sides = self._sides(on, port)
        base = self.home[on] * 4
        for d in range(4):
            if sides >> d & 1 and self._neighbours[base + d] == slot:
                return d
        return _NONE

    def lay(self, tile, slot, direction):
        """Note an accepted tile; `direction` was asked for before the rules took it."""
        self.home[tile] = slot
        self._came[tile] = direction
        if slot != _NONE:
            self.laid[slot] = tile
            self._mirror(slot)

    def take_back(self, tile):
        """Forget a tile that `undo` took back; return its slot."""
        slot = self.home[tile]
        if slot != _NONE:
            self.laid[slot] = _NONE
            self._mirror(slot)
        self.home[tile] = _NONE
        self._came[tile] = _NONE
        return slot

    def _mirror(self, slot):
        """A slot was taken or set free: its neighbours see it from the other side."""
        for d in range(4):
            other = self._neighbours[slot * 4 + d]
            if other != _NONE:
                self._free[other] ^= 1 << (d + 2) % 4

    def aim(self):
        """Start the list of hot slots anew: the free slots that an open port looks at."""
        self.hot_none()
        layout = self._layout
        for i in range(layout.count):
            tile = layout.order[i]
            slot = self.home[tile]
            if slot != _NONE and self._free[slot]:
                sides = self._open_sides(tile)
                at = slot * 4
                while sides:
                    if sides & 1:
                        self.watch(self._neighbours[at])
                    sides >>= 1
                    at += 1

    def _open_sides(self, tile):
        """The free sides at which any open port of a laid tile looks, a bit a direction."""
        joined = self._layout.joined
        at = tile * 4
        if self._layout.spinners >> tile & 1:
            sides = 0
            for port in range(codes.LINE_A, codes.BRANCH_B + 1):
                if self._layout.state(tile, port) == codes.OK:
                    sides |= self._sides(tile, port)
            return sides
        if joined[at] == _NONE or joined[at + 1] == _NONE:
            return self._free[self.home[tile]]
        return 0

    def hot_none(self):
        """No slot is hot."""
        for i in range(self.hot_count):
            self._is_hot[self.hot[i]] = 0
        self.hot_count = 0

    def watch(self, slot):
        """Add a slot to the hot ones, once."""
        if not self._is_hot[slot]:
            self._is_hot[slot] = 1
            self.hot[self.hot_count] = slot
            self.hot_count += 1

    def _sides(self, on, port):
        """The free sides at which an open port looks, a bit a direction."""
        slot = self.home[on]
        if slot == _NONE:
            return 0
        free = self._free[slot]
        if not self._layout.spinners >> on & 1:
            return free
        if port >= codes.BRANCH_A and self._layout.joined[on * 4] == _NONE:
            return 0  # whatever is joined first is the line
        return self._strict_sides(on, port) & free or free

    def _strict_sides(self, spinner, port):
        """The sides that the geometry gives to a spinner's port, free or not."""
        line_a = self._joint_direction(spinner, 0)
        line_b = self._joint_direction(spinner, 1)
        if port < codes.BRANCH_A:
            line = line_b if port == codes.LINE_A else line_a
            return _ALL if line == _NONE else 1 << (line + 2) % 4
        line = line_b if line_a == _NONE else line_a
        if line == _NONE:
            return _ALL
        other = self._joint_direction(spinner, 7 - port)
        if other != _NONE and (other + line) % 2:
            return 1 << (other + 2) % 4
        return 10 if line % 2 == 0 else 5  # east and west, or north and south

    def _joint_direction(self, tile, i):
        """The direction of the neighbour at port `i` (0 to 3) of a tile, NONE when unknown."""
        neighbour = self._layout.joined[tile * 4 + i]
        if neighbour == _NONE:
            return _NONE
        if neighbour == self._layout.parent[tile]:
            came = self._came[tile]
            return came if came == _NONE else (came + 2) % 4
        return self._came[neighbour]
