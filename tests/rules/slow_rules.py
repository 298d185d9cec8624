"""The layout games a second time, read straight from RULES.md: slow and plain, for tests.

Tiles are pairs (low, high), the layout is the list of what was laid on what, and everything is
counted anew each time it is asked. No part of the core, nothing of its tables.
"""

from copy import copy
from itertools import product

# RULES.md, game by game; what is not said here is as in DEFAULTS.
DEFAULTS = {
    "teams": False,  # four play in two teams
    "target": 10000,  # points in play; what a settlement gives is not played here
    "reserve": 0,
    "draw": "until_playable",
    "opening": "lot",  # or the order in which doubles are sought
    "opening_else": "highest",
    "spinner": "none",
    "branches": "after_line",
    "spinner_count": "line",
    "multiple": 0,
    "unit": 1,
    "headers": False,
    "goes_on": False,
    "declared_fish": False,
    "doubles_a_move": 1,
    "closing": False,
}
HIGHEST, LOWEST, ONE_FIRST = (6, 5, 4, 3, 2, 1, 0), (0, 1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6, 0)
FIRST_AT_ONCE = {"spinner": "first", "branches": "at_once"}
DOUBLE_FIRST = {"opening": ONE_FIRST}
RULES = {
    "horse-race": {"target": 61, "spinner": "all", "multiple": 5, "unit": 5, "goes_on": True},
    "all-fives": {"target": 200, "teams": True, "spinner": "first", "multiple": 5},
    "fives": {"target": 150, "teams": True, "multiple": 5},
    "muggins": {"target": 250, "multiple": 5, "spinner_count": "two_closed"} | FIRST_AT_ONCE,
    "pyaterochka": {"target": 250, "multiple": 5, "spinner_count": "until_closed"} | FIRST_AT_ONCE,
    "telephone": {"target": 50, "multiple": 5, "unit": 5, "spinner_count": "two_closed"}
    | FIRST_AT_ONCE,
    "draw": {"teams": True},
    "block": {"teams": True, "draw": "none"},
    "traditional": {"opening": HIGHEST},
    "goat": DOUBLE_FIRST,
    "goat-yard": {"opening": LOWEST},
    "goat-online": {"declared_fish": True} | DOUBLE_FIRST,
    "double-goat": {"teams": True, "declared_fish": True} | DOUBLE_FIRST,
    "goat-25": {"opening": HIGHEST, "reserve": 1},
    "goat-teams": {"teams": True} | DOUBLE_FIRST,
    "goat-300": {"opening": LOWEST, "opening_else": "lowest"},
    "sea-goat": {"doubles_a_move": 2} | DOUBLE_FIRST,
    "donkey": {"doubles_a_move": 4, "closing": True} | FIRST_AT_ONCE | DOUBLE_FIRST,
    "bergen": {"target": 10, "draw": "one", "reserve": 2, "headers": True}
    | {"opening": LOWEST, "opening_else": "lowest"},
}


class Round:
    """A round of known hands as it stands; `do` gives the next one and leaves this as it is."""

    def __init__(self, game: str, hands: list, boneyard: list, **options) -> None:
        """`hands`, `boneyard`: lists of tiles, the boneyard in drawing order; a lot: seat 0."""
        self.rules = DEFAULTS | RULES[game] | options
        self.hands = hands
        self.boneyard = boneyard
        self.laid = []  # (tile, its port, the tile it lies on, that one's port), in order
        self.closed = []
        self.drawn = None  # the tile drawn in this turn
        self.points = [0] * len(hands)  # of this round, by side
        self.raw = 0  # what the last step scored, before the unit
        self.over = False
        self.seat, self.openers = self._opening()

    def _opening(self) -> tuple:
        """Who opens, and with which tiles he may."""
        order = self.rules["opening"]
        if order == "lot":
            return 0, self.hands[0]
        held = [tile for hand in self.hands for tile in hand]
        doubles = [(value, value) for value in order if (value, value) in held]
        highest = max(held, key=lambda tile: (sum(tile), tile[1]))
        lowest = min(held, key=lambda tile: (sum(tile), tile[0]))
        without = highest if self.rules["opening_else"] == "highest" else lowest
        tile = doubles[0] if doubles else without
        return next(seat for seat, hand in enumerate(self.hands) if tile in hand), [tile]

    # -- the layout --------------------------------------------------------------------------
    def on_table(self) -> list:
        return [tile for tile, _, _, _ in self.laid]

    def spinners(self) -> list:
        doubles = [tile for tile in self.on_table() if is_double(tile)]
        return {"none": [], "first": doubles[:1], "all": doubles}[self.rules["spinner"]]

    def is_taken(self, tile: tuple, port: str) -> bool:
        return any(
            (tile, port) in ((own, own_port), (on, on_port))
            for own, own_port, on, on_port in self.laid
        )

    def free_sides(self, tile: tuple, kind: str) -> list:
        """The free lines or branches of a double, the halves of another tile."""
        names = {"line": ("line_a", "line_b"), "branch": ("branch_a", "branch_b")}
        names["half"] = ("low", "high")
        return [port for port in names[kind] if not self.is_taken(tile, port)]

    def ports(self) -> list:
        """(tile, port, value) of every port that may be joined, interchangeable ones too."""
        found = []
        for tile in self.on_table():
            if not is_double(tile):
                sides = self.free_sides(tile, "half")
            elif tile in self.closed:
                sides = []
            else:
                sides = self.free_sides(tile, "line")
                at_once = self.rules["branches"] == "at_once"
                if tile in self.spinners() and (at_once or not sides):
                    sides = sides + self.free_sides(tile, "branch")
            found += [(tile, port, tile[0] if port == "low" else tile[1]) for port in sides]
        return found

    def distinct_ports(self) -> list:
        """The same with interchangeable ports once: of two free lines or branches the first."""
        both = self.ports()
        return [
            (tile, port, value)
            for tile, port, value in both
            if not (port.endswith("_b") and (tile, port[:-1] + "a", value) in both)
        ]

    def total(self) -> int:
        """RULES.md, "Counting the ends"."""
        return sum(self._counts(tile) for tile in self.on_table())

    def _counts(self, tile: tuple) -> int:
        if not is_double(tile):
            return sum(tile[port == "high"] for port in self.free_sides(tile, "half"))
        value = tile[0]
        lines = len(self.free_sides(tile, "line"))
        if tile not in self.spinners() or self.rules["spinner_count"] == "line":
            return 2 * value if lines else 0
        free = lines + len(self.free_sides(tile, "branch"))
        if self.rules["spinner_count"] == "two_closed":
            return 2 * value if 4 - free < 2 else 0
        return value * min(2, free)

    # -- what may be done --------------------------------------------------------------------
    def placements(self, hand: list) -> list:
        """(tile, on, port) of every distinct placement; (tile, None, None) opens the table."""
        if not self.laid:
            return [(tile, None, None) for tile in hand if tile in self.openers]
        return [
            (tile, on, port)
            for tile in hand
            for on, port, value in self.distinct_ports()
            if value in tile
        ]

    def steps(self) -> list:
        """Every step that the seat to act may take, as (placements, closed), "draw" or "pass"."""
        if self.over:
            return []
        hand = self.hands[self.seat] if self.drawn is None else [self.drawn]
        places = self.placements(hand)
        if places:
            return [move for several in self._moves(places) for move in self._closings(several)]
        return ["draw" if self._may_draw() else "pass"]

    def _may_draw(self) -> bool:
        if self.rules["draw"] == "one" and self.drawn is not None:
            return False
        return self._is_left()

    def _is_left(self) -> bool:
        return self.rules["draw"] != "none" and len(self.boneyard) > self.rules["reserve"]

    def _moves(self, places: list) -> list:
        """Single placements, and several doubles on an end each, by the game's number."""
        moves = [[place] for place in places]
        if self.drawn is not None or not self.laid:
            return moves
        doubles = sorted({tile for tile, _, _ in places if is_double(tile)})
        ways = [[None, *(place for place in places if place[0] == tile)] for tile in doubles]
        for chosen in product(*ways):
            several = [place for place in chosen if place]
            if 2 <= len(several) <= self.rules["doubles_a_move"]:
                moves += self._orders(several)
        return moves

    def _orders(self, several: list) -> list:
        """Which double is laid first says which becomes the spinner; else the order is nothing."""
        if self.rules["spinner"] != "first" or self.spinners():
            return [several]
        return [[first, *(one for one in several if one != first)] for first in several]

    def _closings(self, several: list) -> list:
        """The move with every choice of doubles that are closed."""
        doubles = [tile for tile, _, _ in several if is_double(tile)]
        if not self.rules["closing"]:
            doubles = []
        choices = product(*[(False, True)] * len(doubles))
        return [
            (several, [tile for tile, shut in zip(doubles, choice, strict=True) if shut])
            for choice in choices
        ]

    # -- doing it ----------------------------------------------------------------------------
    def do(self, step: "tuple | str") -> "Round":
        """The round after a step."""
        new = copy(self)
        new.hands = [list(hand) for hand in self.hands]
        new.boneyard, new.laid = list(self.boneyard), list(self.laid)
        new.closed, new.points = list(self.closed), list(self.points)
        new.raw = 0
        if step == "draw":
            new.drawn = new.boneyard.pop(0)
            new.hands[new.seat].append(new.drawn)
        elif step == "pass":
            new._next()
        else:
            new._lay(*step)
        new.over = new.over or new._is_blocked()
        return new

    def _lay(self, several: list, closed: list) -> None:
        was_drawn = self.drawn is not None
        for tile, on, port in several:
            self.hands[self.seat].remove(tile)
            self.laid.append((tile, _own_port(tile, on, port), on, port))
        self.closed += closed
        self.raw = self._scored()
        in_teams = self.rules["teams"] and len(self.hands) == 4
        side = self.seat % 2 if in_teams else self.seat
        self.points[side] += self.raw // self.rules["unit"]
        goes_on = self.rules["goes_on"] and not was_drawn
        if not self.hands[self.seat] or self.points[side] >= self.rules["target"]:
            self.over = True
        elif goes_on and (self.raw or is_double(several[0][0])):
            self.drawn = None
        else:
            self._next()

    def _next(self) -> None:
        self.seat = (self.seat + 1) % len(self.hands)
        self.drawn = None

    def _scored(self) -> int:
        if self.rules["headers"]:
            return self._header()
        multiple = self.rules["multiple"]
        total = self.total()
        return total if multiple and total > 0 and total % multiple == 0 else 0

    def _header(self) -> int:
        """Bergen: an opening double 2, both ends alike 2, one of them a double 3."""
        tiles = self.on_table()
        if len(tiles) == 1:
            return 2 if is_double(tiles[0]) else 0
        (first, _, one), (second, _, other) = self.ports()
        if one != other:
            return 0
        return 3 if is_double(first) or is_double(second) else 2

    def _is_blocked(self) -> bool:
        """Nobody can play and nothing may be drawn; a declared fish; every port closed."""
        if not self.laid:
            return False
        values = {value for _, _, value in self.ports()}
        if not values:
            return True
        if self.rules["declared_fish"] and len(values) == 1:
            (value,) = values
            others = [tile for tile in self.on_table() if value in tile and not is_double(tile)]
            if len(others) == 6:
                return True
        return not self._is_left() and not any(self.placements(hand) for hand in self.hands)


def is_double(tile: tuple) -> bool:
    return tile[0] == tile[1]


def _own_port(tile: tuple, on: "tuple | None", port: "str | None") -> "str | None":
    """With which port a tile is joined."""
    if on is None:
        return None
    if is_double(tile):
        return "line_a"
    value = on[0] if port == "low" else on[1]
    return "low" if tile[0] == value else "high"


def name(step: "tuple | str") -> str:
    """A step in words, as tests/rules/core.py reads it."""
    if isinstance(step, str):
        return step
    several, closed = step
    parts = []
    for tile, on, port in several:
        shut = "!" if tile in closed else ""
        where = "" if on is None else f" on {on[0]}-{on[1]} {port}"
        parts.append(f"{tile[0]}-{tile[1]}{shut}{where}")
    return " + ".join(parts)
