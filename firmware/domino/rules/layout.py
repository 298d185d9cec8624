"""The tiles on the table: a tree of tiles joined port to port, and what its open ends count.

Geometry and counting only: who may play, points and turns are elsewhere. Everything is updated
with each tile; checking.py counts again from nothing. Nothing here allocates after construction.
Values and totals are pips. Rules: RULES.md, "Layout and ports" and "Counting the ends".
"""

from array import array

from micropython import const

from domino.rules import games
from domino.rules.codes import (
    AMBIGUOUS_PORT,
    BRANCH_A,
    BRANCH_B,
    LINE_A,
    LINE_B,
    NO_MATCH,
    NO_SUCH_PORT,
    NONE,
    OK,
    PORT_CLOSED,
    PORT_TAKEN,
)
from domino.rules.tiles import (
    ALL,
    BY_NAME,
    DOUBLES,
    FITS_HIGH,
    FITS_LOW,
    HAS_VALUE,
    HIGH,
    LOW,
    WITH_VALUE,
)

# Constants of codes.py again: the compiler puts in those of the module itself, others are
# looked up at every use, and every play comes through here.
_NONE = const(255)
_PORTS = const(112)  # of all tiles, four each
_LINE_A = const(2)
_LINE_B = const(3)
_BRANCH_A = const(4)
_BRANCH_B = const(5)


class Layout:
    """What lies on the table, and what is open."""

    def __init__(self) -> None:
        """Make every buffer; `reset` opens a round."""
        self.order = bytearray(28)  # tiles in the order they were placed
        self.count = 0  # tiles on the table
        self.on_table = 0  # the same tiles as a mask
        self.total = 0  # sum of the counted ends
        # [tile * 4 + i] = the tile joined at that port, NONE when free. i: 0 low, 1 high; for a
        # double 0 and 1 the lines, 2 and 3 the branches.
        self.joined = bytearray(_PORTS)
        self.parent = bytearray(28)  # the tile it was laid on, NONE for the opening
        self.spinners = 0  # the doubles with branches, a mask
        # The tiles not on the table that fit an open port; all when it is empty.
        self.playable = ALL
        self.found_on = NONE  # what `can_join` and `find` found; the port is a normal one
        self.found_port = NONE
        self.values = 0  # the values with an open port, bit n for value n
        self.closed = 0  # the doubles whose free sides were closed, a mask
        self._open = bytearray(7)  # open ports by value, branches too
        self._found = bytearray(32)  # choices for `find`
        self._policy = 0
        self._at_once = False
        self._spinner_count = 0
        self._counting = False

    def reset(self, rules: array) -> None:
        """Clear the table for a round under these parameters."""
        self.count = self.on_table = self.total = self.spinners = self.values = self.closed = 0
        self.playable = ALL
        for i in range(_PORTS):
            self.joined[i] = _NONE
        for value in range(7):
            self._open[value] = 0
        self._policy = rules[games.SPINNER]
        self._at_once = rules[games.BRANCHES] == games.AT_ONCE
        self._spinner_count = rules[games.SPINNER_COUNT] if self._at_once else 0
        self._counting = rules[games.SCORING] == games.SCORE_MULTIPLE and not rules[games.PLAY]

    # -- Ports ------------------------------------------------------------------------------

    def normal(self, on: int, port: int) -> int:
        """Return the port that a name means now: the first of two free sides is always `_a`."""
        if port in (_LINE_B, _BRANCH_B) and self.joined[on * 4 + port - 3] == _NONE:
            return port - 1
        return port

    def state(self, on: int, port: int) -> int:
        """Return OK for an open port, else NO_SUCH_PORT, PORT_TAKEN or PORT_CLOSED."""
        if on > 27 or not self.on_table >> on & 1:
            return NO_SUCH_PORT
        at = on * 4
        if not DOUBLES >> on & 1:
            if port > 1:
                return NO_SUCH_PORT
            return OK if self.joined[at + port] == _NONE else PORT_TAKEN
        if port < _LINE_A or port > _BRANCH_B:
            return NO_SUCH_PORT
        if port >= _BRANCH_A and not self.spinners >> on & 1:
            return NO_SUCH_PORT
        if self.joined[at + port - 2] != _NONE:
            return PORT_TAKEN
        if self.closed >> on & 1:
            return PORT_CLOSED
        if port < _BRANCH_A or self._at_once:
            return OK
        is_line_full = self.joined[at] != _NONE and self.joined[at + 1] != _NONE
        return OK if is_line_full else PORT_CLOSED

    def can_join(self, tile: int, on: int, port: int) -> int:
        """Return OK, NO_SUCH_PORT, PORT_TAKEN, PORT_CLOSED or NO_MATCH; takes any port name.

        OK leaves the place in `found_on` and `found_port`.
        """
        if port > 1 or self.on_table >> on & 1 == 0 or LOW[on] == HIGH[on]:
            return self._can_join_double(tile, on, port)
        if self.joined[on * 4 + port] != _NONE:
            return PORT_TAKEN
        value = HIGH[on] if port else LOW[on]
        if LOW[tile] != value and HIGH[tile] != value:
            return NO_MATCH
        self.found_on = on
        self.found_port = port
        return OK

    def _can_join_double(self, tile: int, on: int, port: int) -> int:
        is_second = (port == _LINE_B or port == _BRANCH_B) and on < 28
        if is_second and self.joined[on * 4 + port - 3] == _NONE:
            port -= 1  # as `normal` says
        code = self.state(on, port)
        if code != OK:
            return code
        if LOW[tile] != HIGH[on] and HIGH[tile] != HIGH[on]:
            return NO_MATCH
        self.found_on = on
        self.found_port = port
        return OK

    def choices(self, tile: int, out: bytearray) -> int:
        """Write the distinct open ports that the tile fits as (on, port) pairs; return how many.

        Interchangeable ports count once. `out` needs 32 bytes.
        """
        n = self._choices_of(LOW[tile], out, 0)
        if not DOUBLES >> tile & 1:
            n = self._choices_of(HIGH[tile], out, n)
        return n

    def find(self, tile: int, on: int, port: int) -> int:
        """Look for the one placement where `on`, `port` or both were left out (NONE).

        OK leaves it in `found_on` and `found_port`, NONE for the opening tile. Else NO_SUCH_PORT,
        PORT_TAKEN (all fitting ports of `on` are), PORT_CLOSED (`on` was closed), NO_MATCH or
        AMBIGUOUS_PORT.
        """
        if self.count == 0 and on == port:
            self.found_on = self.found_port = NONE
            return OK
        if self.count == 0 or (on != NONE and (on > 27 or not self.on_table >> on & 1)):
            return NO_SUCH_PORT
        found = 0
        for i in range(0, 2 * self.choices(tile, self._found), 2):
            there = self._found[i]
            which = self._found[i + 1]
            if on != NONE and on != there:
                continue
            if port != NONE and self.normal(there, port) != which:
                continue
            found += 1
            self.found_on = there
            self.found_port = which
        if found == 1:
            return OK
        if found:
            return AMBIGUOUS_PORT
        if on != NONE and self._shares_value(tile, on):
            return PORT_CLOSED if self.closed >> on & 1 else PORT_TAKEN
        return NO_MATCH

    # -- Changes ----------------------------------------------------------------------------

    def place(self, tile: int, on: int, port: int) -> None:
        """Lay a tile on an open, fitting, normal port; on NONE opens the table."""
        self.parent[tile] = on
        self.order[self.count] = tile
        self.count += 1
        self.on_table |= 1 << tile
        if LOW[tile] == HIGH[tile]:
            self._place_double(tile, on, port)
        elif on == _NONE:
            self._weigh(tile, 1)
        else:
            value = self._take(tile, on, port)
            half = tile * 4
            if LOW[tile] == value:
                value = HIGH[tile]  # the end it leaves open
            else:
                half += 1
                value = LOW[tile]
            self.joined[half] = on
            self._open[value] += 1
            self.total += value
        self._refit(tile)

    def _take(self, tile: int, on: int, port: int) -> int:
        """Join a tile to a free port of one that lies; return the value they share."""
        if port >= _LINE_A:
            return self._take_side(tile, on, port)
        self.joined[on * 4 + port] = tile
        value = HIGH[on] if port else LOW[on]
        self._open[value] -= 1
        self.total -= value
        return value

    def _take_side(self, tile: int, on: int, port: int) -> int:
        """The same for a side of a double."""
        value = HIGH[on]
        self.joined[on * 4 + port - 2] = tile
        self._open[value] -= 1
        if self._at_once and self.spinners >> on & 1:
            if self._spinner_count:
                self.total -= self._lost(on, value)
            elif port == _LINE_B:
                self.total -= 2 * value
        elif port == _LINE_B:  # always the second one: the line is closed, it counts no more
            self.total -= 2 * value
            if self.spinners >> on & 1:
                self._open[value] += 2
        return value

    def _lost(self, spinner: int, value: int) -> int:
        """Return what a spinner counts less since one more of its four sides is taken."""
        joined = self.joined
        at = spinner * 4
        free = (joined[at] == _NONE) + (joined[at + 1] == _NONE)
        free += (joined[at + 2] == _NONE) + (joined[at + 3] == _NONE)
        if self._spinner_count == games.TWO_CLOSED:
            return 2 * value if free == 2 else 0
        return value if free < 2 else 0

    def _place_double(self, tile: int, on: int, port: int) -> None:
        """A double goes on a free half, or opens the table; it counts both halves."""
        value = HIGH[tile]
        free = 2
        if on != _NONE:
            self.joined[tile * 4] = on
            self._take(tile, on, port)
            free = 1
        if self._policy and (self._policy == games.SPINNER_ALL or not self.spinners):
            self.spinners |= 1 << tile
            if self._at_once:
                free += 2
        self.total += 2 * value
        self._open[value] += free

    def close(self, double: int) -> None:
        """Close all free sides of a double that lies: they still count, but nothing joins them."""
        self._open[HIGH[double]] -= self._open_sides(double)
        self.closed |= 1 << double
        self._refit(double)

    def take_back(self) -> int:
        """Lift the tile placed last and return it; there must be one."""
        self.count -= 1
        tile = self.order[self.count]
        on = self.parent[tile]
        if self.closed >> tile & 1:
            self.closed &= ~(1 << tile)
            self._open[HIGH[tile]] += self._open_sides(tile)
        self._weigh(tile, -1)
        if on != _NONE:
            self._weigh(on, -1)
            self._part(on, tile)
            self._part(tile, on)
            self._weigh(on, 1)
        self.spinners &= ~(1 << tile)
        self.on_table &= ~(1 << tile)
        self._refit(tile)
        if not self.count:
            self.playable = ALL
        return tile

    # -- Lists ------------------------------------------------------------------------------

    def ports(self, out: bytearray) -> int:
        """Write every open port as (tile, port), by the printed names of tile then port.

        Return how many; `out` needs 64 bytes. Port names in order: branch_a, branch_b, high,
        line_a, line_b, low.
        """
        n = 0
        if not self.values:
            return 0
        for tile in BY_NAME:
            if not self.on_table >> tile & 1:
                continue
            if DOUBLES >> tile & 1:
                n = self._port(tile, BRANCH_A, out, n)
                n = self._port(tile, BRANCH_B, out, n)
                n = self._port(tile, LINE_A, out, n)
                n = self._port(tile, LINE_B, out, n)
            else:
                n = self._port(tile, 1, out, n)
                n = self._port(tile, 0, out, n)
        return n

    def ends(self, out: bytearray) -> int:
        """Write the counted ends as (tile, value), in the order of `ports`; zeros too.

        Return how many, 0 in a game that counts none; `out` needs 64 bytes.
        """
        n = 0
        if not self._counting:
            return 0
        for tile in BY_NAME:
            if not self.on_table >> tile & 1:
                continue
            if DOUBLES >> tile & 1:
                if self._counted(tile) != _NONE:
                    n = _pair(tile, self._counted(tile), out, n)
            else:
                if self.joined[tile * 4 + 1] == _NONE:
                    n = _pair(tile, HIGH[tile], out, n)
                if self.joined[tile * 4] == _NONE:
                    n = _pair(tile, LOW[tile], out, n)
        return n

    # -- Inside -----------------------------------------------------------------------------

    def _weigh(self, tile: int, sign: int) -> None:
        """Add (1) or take away (-1) what a tile's free sides count and open, as joined now."""
        if LOW[tile] == HIGH[tile]:
            self._weigh_double(tile, sign)
            return
        if self.joined[tile * 4] == _NONE:
            self._weigh_half(LOW[tile], sign)
        if self.joined[tile * 4 + 1] == _NONE:
            self._weigh_half(HIGH[tile], sign)

    def _weigh_half(self, value: int, sign: int) -> None:
        """The same for one free half of a non-double."""
        self.total += sign * value
        self._open[value] += sign

    def _weigh_double(self, double: int, sign: int) -> None:
        """The same for a double."""
        free = self._free_lines(double)
        if self.spinners >> double & 1:
            if self._at_once:
                free += self._free_branches(double)
                self.total += sign * self._cross(double, free)
                self._open[HIGH[double]] += sign * free
                return
            if not free:
                self._open[HIGH[double]] += sign * self._free_branches(double)
        if free:
            self.total += 2 * sign * HIGH[double]
            self._open[HIGH[double]] += sign * free

    def _free_lines(self, double: int) -> int:
        return (self.joined[double * 4] == _NONE) + (self.joined[double * 4 + 1] == _NONE)

    def _free_branches(self, spinner: int) -> int:
        return (self.joined[spinner * 4 + 2] == _NONE) + (self.joined[spinner * 4 + 3] == _NONE)

    def _cross(self, spinner: int, free: int) -> int:
        """Return what a spinner counts that has its branches at once, by its free sides."""
        if self._spinner_count == games.TWO_CLOSED:
            return 2 * HIGH[spinner] if free > 2 else 0
        if self._spinner_count == games.UNTIL_CLOSED:
            return HIGH[spinner] * min(2, free)
        return 2 * HIGH[spinner] if self._free_lines(spinner) else 0

    def _counted(self, double: int) -> int:
        """Return what a double counts as an end, NONE where it is none; 0-0 may count 0."""
        lines = self._free_lines(double)
        if self._spinner_count and self.spinners >> double & 1:
            free = lines + self._free_branches(double)
            closed = 2 if self._spinner_count == games.TWO_CLOSED else 0
            return self._cross(double, free) if free > closed else _NONE
        return 2 * HIGH[double] if lines else _NONE

    def _refit(self, tile: int) -> None:
        """Bring `playable` up to date after a tile came or went: only its values can change."""
        values = self.values
        value = LOW[tile]
        if self._open[value]:
            values |= 1 << value
        else:
            values &= ~(1 << value)
        value = HIGH[tile]
        if self._open[value]:
            values |= 1 << value
        else:
            values &= ~(1 << value)
        self.values = values
        self.playable = (FITS_LOW[values & 15] | FITS_HIGH[values >> 4]) & ~self.on_table
        if not self._counting:
            self.total = 0

    def _choices_of(self, value: int, out: bytearray, n: int) -> int:
        """List the distinct open ports of a value; it ends with the last one that is open."""
        left = self._open[value]
        lying = self.on_table & ~self.closed
        i = value * 7
        while left:
            on = WITH_VALUE[i]
            i += 1
            if not lying >> on & 1:
                continue
            if LOW[on] == HIGH[on]:
                n = self._sides(on, out, n)
                left -= self._open_sides(on)
            elif self.joined[on * 4 + (LOW[on] != value)] == _NONE:
                n = _pair(on, LOW[on] != value, out, n)
                left -= 1
        return n

    def _sides(self, double: int, out: bytearray, n: int) -> int:
        """List the first open one of a double's lines, and of its branches."""
        if self.joined[double * 4] == _NONE:
            n = _pair(double, _LINE_A, out, n)
        elif self.joined[double * 4 + 1] == _NONE:
            n = _pair(double, _LINE_B, out, n)
        if self.state(double, _BRANCH_A) == OK:
            return _pair(double, _BRANCH_A, out, n)
        if self.state(double, _BRANCH_B) == OK:
            return _pair(double, _BRANCH_B, out, n)
        return n

    def _open_sides(self, double: int) -> int:
        free = self._free_lines(double)
        if self.spinners >> double & 1 and (self._at_once or not free):
            free += self._free_branches(double)
        return free

    def _port(self, on: int, port: int, out: bytearray, n: int) -> int:
        return _pair(on, port, out, n) if self.state(on, port) == OK else n

    def _shares_value(self, tile: int, on: int) -> bool:
        return (HAS_VALUE[LOW[tile]] | HAS_VALUE[HIGH[tile]]) >> on & 1 == 1

    def _part(self, tile: int, neighbour: int) -> None:
        for i in range(tile * 4, tile * 4 + 4):
            if self.joined[i] == neighbour:
                self.joined[i] = _NONE


def _pair(first: int, second: int, out: bytearray, n: int) -> int:
    out[2 * n] = first
    out[2 * n + 1] = second
    return n + 1
