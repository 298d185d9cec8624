"""Counts every legal line of play from fixed deals, in the manner of chess's perft.

A line is a row of steps by whoever must act, in a round of known hands and a boneyard of known
order. A step is
- a placement: a tile on a port; interchangeable ports (two free lines or branches) count once;
- a move of several doubles, whatever its number one step: which double goes to which port and
  which are closed tell moves apart, the order of its tiles does not, but for which is laid first
  where that one becomes the spinner;
- a draw: the next tile of the boneyard, so there is one;
- a pass.
A line ends early when the round is over, and then counts at its own depth only.

Figures by depth, from 1: `lines`; `ended`, those that ended the round; and sums over all lines of
that depth: `raw`, what their last step scored, and `ports`, the ports then open.

`python -m tests.rules.perft` writes the golden figures anew, by the core.
"""

import json
import random
import sys
from itertools import combinations, permutations, product
from pathlib import Path

import host_tools  # noqa: F401 (finds the firmware)
from domino.rules import codes, games
from domino.rules.match import Match
from domino.rules.tiles import DOUBLES
from tests.rules import core, slow_rules

GOLDEN = Path(__file__).with_name("perft.json")
DEPTH = 4
FIGURES = ("lines", "ended", "raw", "ports")


def pair(tile: "int | str") -> tuple:
    """A tile, number or name, as the second implementation has it."""
    low, high = (tile if isinstance(tile, str) else core.name_of(tile)).split("-")
    return int(low), int(high)


class Core:
    """The core's own steps: whatever its calls accept."""

    def __init__(self, case: dict) -> None:
        """`case`: an entry of the golden file."""
        options = case.get("options", {})
        self.match = core.new_match(case["game"], case["players"], **options)
        self.out = bytearray(64)
        starter = codes.NONE if self.match.searches else 0
        hands = [core.tiles(hand) for hand in case["hands"]]
        yard = bytearray(core.tile(name) for name in case["boneyard"].split())
        code = self.match.open_known_round(starter, hands, yard, len(yard), True)
        assert code == codes.OK and not self.match.round_over
        for step in case["after"]:
            assert core.act(self.match, step) == "ok", step

    def lines(self, depth: int) -> dict:
        """Figures of `depth` steps from here."""
        figures = {name: [0] * depth for name in FIGURES}
        self._walk(0, figures)
        return figures

    def _walk(self, at: int, figures: dict) -> None:
        match = self.match
        if at == len(figures["lines"]):
            return
        for step in self.tries():
            if self.do(step) != codes.OK:
                continue
            figures["lines"][at] += 1
            figures["ended"][at] += match.round_over
            figures["raw"][at] += match.last_raw
            figures["ports"][at] += match.layout.ports(self.out)
            if not match.round_over:
                self._walk(at + 1, figures)
            assert match.undo() == codes.OK

    def steps(self) -> dict:
        """The steps that the core accepts now, by name."""
        return {self.name(step): step for step in self.tries() if self.accepts(step)}

    def state(self) -> tuple:
        """Who acts (None: the round is over), the total, what the last step scored, the ports."""
        match = self.match
        ports = [(pair(p["tile"]), p["port"], p["value"]) for p in core.ports(match)]
        total = match.layout.total if match.rules[games.SCORING] == games.SCORE_MULTIPLE else 0
        turn = None if match.round_over else match.turn
        return turn, total, match.last_raw, ports

    def accepts(self, step: "tuple | str") -> bool:
        """Whether the core takes the step; it is taken back."""
        return self.do(step) == codes.OK and self.match.undo() == codes.OK

    def tries(self) -> list:
        """Steps worth trying, each (placements, closed), "draw" or "pass"; the core decides."""
        places = {}
        for tile in range(28):
            n = self.match.choices(tile, self.out)
            places[tile] = [(tile, *self.out[2 * k : 2 * k + 2]) for k in range(n)]
        singles = [[place] for some in places.values() for place in some]
        moves = [
            (move, closed)
            for move in [*singles, *self._several(places)]
            for closed in self._closings(move)
        ]
        return [*moves, "draw", "pass"]

    def _several(self, places: dict) -> list:
        """Moves of two doubles and more."""
        doubles = [tile for tile, some in places.items() if DOUBLES >> tile & 1 and some]
        layout = self.match.layout
        order_counts = self.match.rules[games.SPINNER] == games.SPINNER_FIRST
        order_counts = order_counts and not layout.spinners
        moves = []
        for size in range(2, len(doubles) + 1):
            for chosen in combinations(doubles, size):
                for placed in product(*(places[tile] for tile in chosen)):
                    orders = permutations(placed) if order_counts else [placed]
                    firsts = {order[0]: list(order) for order in orders}
                    moves += firsts.values()
        return moves

    def _closings(self, move: list) -> list:
        doubles = [tile for tile, _, _ in move if DOUBLES >> tile & 1]
        sizes = range(len(doubles) + 1)
        return [chosen for size in sizes for chosen in combinations(doubles, size)]

    def do(self, step: "tuple | str") -> int:
        """Try a step; return the core's code."""
        match = self.match
        if step == "draw":
            return match.draw()
        if step == "pass":
            return match.pass_turn()
        move, closed = step
        if len(move) == 1 and not closed:
            return match.play(*move[0])
        shut = sum(1 << tile for tile in closed)
        return match.play_several(bytearray(sum(move, ())), len(move), shut)

    def name(self, step: "tuple | str") -> str:
        if isinstance(step, str):
            return step
        move, closed = step
        return slow_rules.name(
            (
                [
                    (
                        pair(tile),
                        None if on == codes.NONE else pair(on),
                        None if on == codes.NONE else core.PORTS[port],
                    )
                    for tile, on, port in move
                ],
                [pair(tile) for tile in closed],
            )
        )


class Slow:
    """The steps of the second implementation."""

    def __init__(self, case: dict) -> None:
        """`case`: an entry of the golden file."""
        hands = [[pair(name) for name in hand.split()] for hand in case["hands"]]
        yard = [pair(name) for name in case["boneyard"].split()]
        options = {"doubles_a_move": 4} if case.get("options") == {"multi_double": True} else {}
        self.round = slow_rules.Round(case["game"], hands, yard, **options)
        for step in case["after"]:
            self.do(self.steps()[step])

    def lines(self, depth: int) -> dict:
        """Figures of `depth` steps from here."""
        figures = {name: [0] * depth for name in FIGURES}
        now = [self.round]
        for at in range(depth):
            now = [before.do(step) for before in now for step in before.steps()]
            figures["lines"][at] = len(now)
            figures["ended"][at] = sum(one.over for one in now)
            figures["raw"][at] = sum(one.raw for one in now)
            figures["ports"][at] = sum(len(one.ports()) for one in now)
        return figures

    def steps(self) -> dict:
        return {slow_rules.name(step): step for step in self.round.steps()}

    def do(self, step: "tuple | str") -> None:
        self.round = self.round.do(step)

    def state(self) -> tuple:
        one = self.round
        total = one.total() if one.rules["multiple"] else 0
        return None if one.over else one.seat, total, one.raw, sorted(one.ports())


# -- the deals ---------------------------------------------------------------------------------
STEPS_BEFORE = (0, 0, 5, 10, 14, 18)  # how far into a round the figures begin, a deal each
HOUSES = [("telephone", 2, {"multi_double": True})]


def cases() -> list:
    """The deals: for each way to play a game some, each with a number of steps played before."""
    ways = {(game, players): {} for game, players, _, _ in core.tables()}
    found = []
    for game, players, options in [*((*way, {}) for way in ways), *HOUSES]:
        for number, steps in enumerate(STEPS_BEFORE):
            found.append(_case(game, players, options, number, steps))
    return found


def _case(game: str, players: int, options: dict, number: int, steps: int) -> dict:
    """A deal that is played, from the first seed where so many steps do not end the round."""
    match = core.new_match(game, players, **options)
    deal = match.deal
    seed = 0
    while True:
        seed += 1
        chance = random.Random(f"{game} {players} {number} {seed}")
        deck = [core.name_of(tile) for tile in _deck(chance, match, number)]
        hands = [" ".join(deck[seat * deal : (seat + 1) * deal]) for seat in range(players)]
        case = {"game": game, "players": players, "hands": hands}
        case |= {"options": options} if options else {}
        case |= {"boneyard": " ".join(deck[players * deal :]), "after": []}
        if _play_on(case, steps, chance):
            return case


def _deck(chance: random.Random, match: Match, number: int) -> list:
    """A shuffled set; where several doubles may be laid at once, every second has all in hands."""
    deck = list(range(28))
    chance.shuffle(deck)
    if match.rules[games.SEVERAL] and number % 2:
        deck.sort(key=lambda tile: not DOUBLES >> tile & 1)
        dealt = deck[: match.deal * match.players]
        chance.shuffle(dealt)
        deck[: len(dealt)] = dealt
    return deck


def _play_on(case: dict, steps: int, chance: random.Random) -> bool:
    """Add steps to `after`; whether the round is still open then."""
    try:
        one = Core(case)
    except AssertionError:  # dealt again
        return False
    for _ in range(steps):
        if one.match.round_over:
            return False
        step = chance.choice([step for step in one.tries() if one.accepts(step)])
        case["after"].append(one.name(step))
        one.do(step)
    return not one.match.round_over


def written() -> str:
    """The golden file as it is written: an entry a line."""
    lines = [json.dumps({**case, **Core(case).lines(DEPTH)}) for case in cases()]
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    GOLDEN.write_text(written(), encoding="utf-8")
    sys.stdout.write(f"{GOLDEN.name}: {len(cases())} deals\n")
