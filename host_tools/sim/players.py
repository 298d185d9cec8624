"""Seeded players who play a whole match at a simulated table, with real hidden hands.

They know what people know: their own hand and the layout. They lay tiles where the table takes
them at once if a slot allows it, else they answer the table's question; they draw, pass, and show
the tiles left at the end. Out of one match come the physical steps (FORMATS.md, "Board scenario")
and the match record with unknown hands ("Match record"), which must end in the same scores.

Everything follows from the seed. The firmware's own rules core and placement tell what is legal.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from domino.rules import codes, games
from domino.rules.match import Match
from domino.rules.tiles import DOUBLES
from domino.table.opening import Opening
from domino.table.placement import Placement
from host_tools import boards
from host_tools.records.notation import mask_of, points, port_name, tile_name

if TYPE_CHECKING:
    from host_tools.sim.troubles import Troubles

NONE = codes.NONE
# fmt: off
_COUNTED = (
    "rounds", "plays", "draws", "passes", "undone", "questions", "remote", "wrong", "lifts",
    "corrected",
)
# fmt: on


@dataclass(frozen=True)
class Seating:
    """What the players see of a board: `neighbours[slot * 4 + d]`, the slots' and pads' names."""

    board: str
    neighbours: bytes
    names: tuple[str, ...]
    pads: tuple[str, ...] = ()

    @classmethod
    def at(cls, board: str) -> Seating:
        """The players' view of a board of board_configs/, or of a path. Raises BoardError."""
        config = boards.load(board)
        names, pads = boards.slot_names(config), boards.pad_names(config)
        return cls(board, bytes(boards.neighbours(config)), tuple(names), tuple(pads))


@dataclass(frozen=True)
class Habits:
    """How they play. Shares are from 0 to 1, of their tiles.

    greedy: takes a scoring place if there is one. wrong, lifts, undoes: lays a tile that fits
    nowhere first, bumps a tile of the layout away and puts it back, takes the tile back once.
    alone: lays no further double in a move that may have several.
    """

    greedy: float = 0.7
    wrong: float = 0.0
    lifts: float = 0.0
    undoes: float = 0.0
    alone: float = 0.4
    pause_ms: tuple[int, int] = (500, 1500)


@dataclass
class Played:
    """A match as it was played."""

    scenario: dict
    record: dict
    scores: list[float]
    # What the match had: rounds, plays, draws, passes, remote placements, questions.
    counts: dict[str, int] = field(default_factory=dict)


class PlayersError(Exception):
    """The match cannot be played: unknown game, players or options, or too few slots."""


def play_match(
    seating: Seating,
    game: str,
    players: int,
    seed: int,
    teams: bool | None = None,
    options: dict | None = None,
    habits: Habits | None = None,
    rounds: int | None = None,
    troubles: Troubles | None = None,
    table_seed: int | None = None,
) -> Played:
    """Play a match to its end, or at most `rounds` rounds. Raises PlayersError.

    `troubles`: what befalls the table meanwhile. `table_seed`: the table draws lots from it for
    who begins, as nobody tells it; without it the scenario names the starters.
    """
    table = _Players(seating, game, players, seed, teams, options or {}, habits or Habits())
    table.troubles = troubles or Calm()
    if table_seed is not None:
        opening = Opening(table.match)
        opening.begin(b"", table_seed)
        table.lot = opening.lot
    return table.play(rounds)


class Calm:
    """Nothing befalls the table. The methods are those of troubles.Troubles; `tap`: how long a
    tile is held on a pad, as a part of the step."""

    tap: Mapping[str, int] = MappingProxyType({})

    def begin(self, table: _Players) -> None:
        """At power-on."""

    def before_turn(self, table: _Players) -> None:
        """Before each action."""

    def before_taps(self, table: _Players) -> None:
        """Before tiles are shown on the pads."""

    def before_clear(self, table: _Players) -> None:
        """Before the table is cleared."""

    def at_end(self, table: _Players) -> None:
        """When the match is over."""

    def alerts(self, table: _Players, *more: tuple[int, str]) -> list[dict]:
        """The alerts that stand, and `more` of (reader, kind)."""
        return [{"slot": table.places[reader], "kind": kind} for reader, kind in more]

    def is_usable(self, slot: int) -> bool:
        """Whether a player would lay a tile there."""
        return True


class _Players:
    """The match on its way; `troubles` sees it."""

    def __init__(
        self,
        seating: Seating,
        game: str,
        players: int,
        seed: int,
        teams: bool | None,
        options: dict,
        habits: Habits,
    ) -> None:
        self.seating, self.habits = seating, habits
        self.random = random.Random(f"{game} {players} {seed}")
        self.match = _match(game, players, teams, options)
        self.players = players
        self.placement = Placement(self.match, len(seating.names), seating.neighbours)
        self.joints = bytearray(32)
        self.hands: list[list[int]] = []
        self.boneyard: list[int] = []
        self.starters: list[int] = []
        self.actions: list[dict] = []
        self.accepted = 0
        self.steps: list[dict] = []
        self.counts = dict.fromkeys(_COUNTED, 0)
        self.about = {"game": game, "players": players}
        if teams is not None:
            self.about["teams"] = teams
        if options:
            self.about["options"] = options
        self.seed = seed
        self.troubles: Calm | Troubles = Calm()
        self.lot: Callable[[int], int] = self.random.randrange  # who begins, where it is open
        self.places = seating.names + seating.pads
        self.slots = len(seating.names)

    def play(self, rounds: int | None) -> Played:
        records = []
        self.troubles.begin(self)
        while not self.match.match_over and (rounds is None or len(records) < rounds):
            if records:
                self.troubles.before_clear(self)
                self._step({"clear": True, "after_ms": 3000}, expect={"message": "lay_first"})
            records.append(self._round())
        self.troubles.at_end(self)
        scores = [points(half) for half in self.match.scores[: self.match.sides]]
        scenario = {
            "board": self.seating.board,
            **self.about,
            "starter": self.starters,
            "seed": self.seed,
            "steps": self.steps,
        }
        record = {"id": f"{self.about['game']}-{self.seed}", **self.about, "rounds": records}
        return Played(scenario, record, scores, self.counts)

    # -- a round -----------------------------------------------------------------------------
    def _round(self) -> dict:
        self._deal()
        self.actions = []
        while not self.match.round_over:
            self.troubles.before_turn(self)
            self._turn()
        record = {"starter": self.starters[-1], "actions": self.actions}
        if self.match.needs_remaining:
            record["remaining"] = self._show_remaining()
        over = "match_over" if self.match.match_over else "round_over"
        self._step({"expect": {"message": over, "scores": self._scores()}})
        self.counts["rounds"] += 1
        return record

    def _deal(self) -> None:
        match = self.match
        starter = match.next_starter if match.round_over else NONE
        if starter == NONE:
            starter = self.lot(self.players)
        self._must(match.open_round(starter))
        self.starters.append(starter)
        tiles = self.random.sample(range(28), 28)
        self.hands = [tiles[i * match.deal : (i + 1) * match.deal] for i in range(self.players)]
        self.boneyard = tiles[self.players * match.deal :]
        self.placement.clear()

    def _turn(self) -> None:
        """One action of the seat to act."""
        match = self.match
        hand = self.hands[match.turn]
        drawn = hand[-1:] if match.drawn != NONE else hand
        plays = [play for tile in drawn for play in self._plays_of(tile)]
        if plays:
            self._lay(*self._choose(plays))
        elif match.draw() == codes.OK:
            hand.append(self.boneyard.pop())
            self._action({"draw": True}, "draws")
            self._press("draw", match.last_seat, expect={"accepted": self.accepted})
        else:
            seat = match.turn
            self._must(match.pass_turn())
            self._action({"pass": True}, "passes")
            self._press("pass", seat, expect={"accepted": self.accepted})

    def _plays_of(self, tile: int) -> list[tuple[int, int, int]]:
        n = self.match.choices(tile, self.joints)
        return [(tile, self.joints[2 * i], self.joints[2 * i + 1]) for i in range(n)]

    def _choose(self, plays: list[tuple[int, int, int]]) -> tuple[int, int, int]:
        self.random.shuffle(plays)
        if self.random.random() < self.habits.greedy:
            return max(plays, key=self._worth)
        return plays[0]

    def _worth(self, play: tuple[int, int, int]) -> int:
        """Half points that a play would score now."""
        self._must(self.match.play(*play))
        worth = self.match.last_points
        self._must(self.match.undo())
        return worth

    # -- laying a tile -----------------------------------------------------------------------
    def _lay(self, tile: int, on: int, port: int) -> None:
        if self.random.random() < self.habits.wrong:
            self._lay_wrong()
        if self.match.layout.count and self.random.random() < self.habits.lifts:
            self._bump()
        self._lay_once(tile, on, port)
        if not self.match.round_over and self.random.random() < self.habits.undoes:
            self._take_back()
            self._lay_once(tile, on, port)

    def _lay_once(self, tile: int, on: int, port: int) -> None:
        match, placement = self.match, self.placement
        may_go_on = match.drawn == NONE
        slot, presses, is_asked = self._where(tile, on, port)
        direction = placement.direction(on, port, slot)
        self._must(match.play(tile, on, port))
        placement.lay(tile, slot, direction)
        self.hands[match.last_seat].remove(tile)
        action = {"play": tile_name(tile)}
        if on != NONE:
            action.update(on=tile_name(on), port=port_name(port))
        self._action(action, "plays")
        step = {"place": tile_name(tile), "slot": self.seating.names[slot]}
        self._show_laid(step, presses if is_asked else None, match.last_seat)
        if may_go_on and self._waits_for_a_double(1):
            self._go_on(tile, match.last_on, match.last_port)

    def _show_laid(self, step: dict, presses: list[str] | None, seat: int | None) -> None:
        """Put a tile down; `presses` answer the table's question, None where it asks none."""
        if presses is None:
            self._step(step, expect=self._seen())
            return
        self.counts["questions"] += 1
        self._step(step, expect={"message": "choose_port"})
        for button in presses:
            self._press(button, seat)
        self._press("ok", seat, expect=self._seen())

    # -- several doubles in one move -----------------------------------------------------------
    def _waits_for_a_double(self, laid: int) -> bool:
        """Whether the table takes another double for the same move."""
        match, rules = self.match, self.match.rules
        if not rules[games.SEVERAL] or laid >= rules[games.MOST_DOUBLES] or match.round_over:
            return False
        is_double = DOUBLES >> match.last_tile & 1
        left = match.counts[match.last_seat] and match.layout.playable & DOUBLES
        return bool(is_double and left and not match.again)

    def _go_on(self, *first: int) -> None:
        """Lay more doubles in the same move, as far as they like, then say that it is over."""
        moves = bytearray(first)
        while self._waits_for_a_double(len(moves) // 3):
            hand = self.hands[self.match.last_seat]
            plays = [p for tile in hand if DOUBLES >> tile & 1 for p in self._plays_of(tile)]
            if not plays or self.random.random() < self.habits.alone:
                self._press(self.random.choice(["ok", "pass"]), None, expect=self._seen())
                return
            moves += bytes(self.random.choice(plays))
            self._add(moves)

    def _add(self, moves: bytearray) -> None:
        """Lay the last double of `moves` (tile, on, port of each) beside those before it."""
        match = self.match
        tile, on, port = moves[-3:]
        slot, presses, is_asked = self._where(tile, on, port)
        direction = self.placement.direction(on, port, slot)
        self._must(match.undo())
        self._must(match.play_several(moves, len(moves) // 3, 0))
        self.placement.lay(tile, slot, direction)
        self.hands[match.last_seat].remove(tile)
        move = self.actions[-1]
        placed = {"play": tile_name(tile), "on": tile_name(on), "port": port_name(port)}
        self.actions[-1] = {"plays": [*move.get("plays", [move]), placed]}
        self.accepted += 1
        self.counts["plays"] += 1
        step = {"place": tile_name(tile), "slot": self.seating.names[slot]}
        # The turn has gone on already, so nobody's seat is named with the presses.
        self._show_laid(step, presses if is_asked else None, None)

    def _where(self, tile: int, on: int, port: int) -> tuple[int, list[str], bool]:
        """A slot for the joint, the presses that answer the question, and whether it is asked.

        The best slot is understood without a question and leaves the chain room to go on.
        """
        best, best_worth, presses, asked = NONE, (-1,), [], False
        slots = list(range(len(self.seating.names)))
        self.random.shuffle(slots)
        for slot in slots:
            if self.placement.laid[slot] != NONE or not self.troubles.is_usable(slot):
                continue
            n = self.placement.candidates(slot, tile, self.joints)
            found = [(self.joints[2 * i], self.joints[2 * i + 1]) for i in range(n)]
            if (on, port) not in found:
                continue
            is_asked = n > 1 or self.placement.is_remote
            worth = (not is_asked, not self.placement.is_remote, self._room(slot))
            if worth > best_worth:
                best, best_worth, asked = slot, worth, is_asked
                presses = _presses(found.index((on, port)), n)
        if best == NONE:
            raise PlayersError("no free slot is left for the tile; the board is too small")
        self.counts["remote"] += not best_worth[1]
        return best, presses, asked

    def _room(self, slot: int) -> int:
        """Free slots around a slot, and around those."""
        room = 0
        for near in self.free_near(slot):
            room += 3 + len(self.free_near(near))
        return room

    def laid(self, slot: int) -> int:
        """The tile whose place a slot is, or NONE."""
        return self.placement.laid[slot]

    def free_near(self, slot: int) -> list[int]:
        """The free slots around one."""
        near = self.seating.neighbours[slot * 4 : slot * 4 + 4]
        return [other for other in near if other != NONE and self.placement.laid[other] == NONE]

    # -- mishaps -----------------------------------------------------------------------------
    def _lay_wrong(self) -> None:
        """A tile of the hand that fits nowhere is laid, refused, and taken away again."""
        wrong = [t for t in self.hands[self.match.turn] if not self.match.choices(t, self.joints)]
        free = [
            slot
            for slot, laid in enumerate(self.placement.laid)
            if laid == NONE and self.troubles.is_usable(slot)
        ]
        if not wrong or not free:
            return
        number = self.random.choice(free)
        slot = self.seating.names[number]
        tile = tile_name(self.random.choice(wrong))
        seen = {"message": "no_match", "alerts": self.troubles.alerts(self, (number, "no_match"))}
        self._step({"place": tile, "slot": slot}, expect=seen)
        calm = {"alerts": self.troubles.alerts(self), "accepted": self.accepted}
        self._step({"lift": slot}, expect=calm)
        self.counts["wrong"] += 1

    def _bump(self) -> None:
        """A tile of the layout is lifted and put back."""
        order, home = self.match.layout.order, self.placement.home
        tile = order[self.random.randrange(self.match.layout.count)]
        if not self.troubles.is_usable(home[tile]):
            return
        slot = self.seating.names[home[tile]]
        alerts = self.troubles.alerts(self, (home[tile], "place_back"))
        self._step({"lift": slot}, expect={"message": "place_back", "alerts": alerts})
        calm = {"alerts": self.troubles.alerts(self)}
        self._step({"place": tile_name(tile), "slot": slot}, expect=calm)
        self.counts["lifts"] += 1

    def _take_back(self) -> None:
        """What was just laid is taken back with the button, and lifted."""
        match, layout = self.match, self.match.layout
        seat, count = match.turn, layout.count
        self._must(match.undo())
        tiles = list(layout.order[layout.count : count])
        slots = [self.seating.names[self.placement.take_back(tile)] for tile in tiles]
        self.hands[match.turn] += tiles
        self._action({"undo": True}, "undone")
        self._press("undo", seat, expect={"message": "lift_tile", **self._seen()})
        for slot in slots:
            said = "undone" if slot == slots[-1] else "lift_tile"
            self._step({"lift": slot}, expect={"message": said})

    # -- the end of a round ------------------------------------------------------------------
    def _show_remaining(self) -> list[list[str]]:
        match = self.match
        if match.kind == codes.OUT:
            self._step({"expect": {"message": "out_or_draw"}})
            self._press("ok", None, expect={"message": "tap_remaining"})
        self.troubles.before_taps(self)
        shown = [(seat, tile) for seat, hand in enumerate(self.hands) for tile in hand]
        self.random.shuffle(shown)
        for seat, tile in shown:
            self._step({"tap": tile_name(tile), "seat": seat, **self.troubles.tap})
        self._must(match.settle([mask_of(hand) for hand in self.hands] + [0] * (4 - self.players)))
        return [[tile_name(tile) for tile in sorted(hand)] for hand in self.hands]

    # -- notes -------------------------------------------------------------------------------
    def _action(self, action: dict, kind: str) -> None:
        self.actions.append(action)
        self.accepted += 1
        self.counts[kind] += 1

    def note(self, action: dict) -> None:
        """Add an action that the rules core was told already."""
        self._action(action, "corrected")

    def scores(self) -> list[float]:
        """Those that the table shows now."""
        return self._scores()

    def _seen(self) -> dict:
        """What the table must show after an accepted action."""
        calm = self.troubles.alerts(self)
        seen = {"accepted": self.accepted, "scores": self._scores(), "alerts": calm}
        if not self.match.round_over:
            seen["turn"] = self.match.turn
        return seen

    def _scores(self) -> list[float]:
        """The scores that the table shows now."""
        return [points(half) for half in self.match.scores[: self.match.sides]]

    def _press(self, button: str, seat: int | None, expect: dict | None = None) -> None:
        step = {"press": button}
        if seat is not None:
            step["seat"] = seat
        self._step(step, expect)

    def step(self, step: dict, expect: dict | None = None) -> None:
        """Add a step of the scenario; the table must show `expect` after it."""
        self._step(step, expect)

    def _step(self, step: dict, expect: dict | None = None) -> None:
        if "after_ms" not in step and "expect" not in step:
            step["after_ms"] = self.random.randint(*self.habits.pause_ms)
        if expect:
            step["expect"] = expect
        self.steps.append(step)

    def _must(self, code: int) -> None:
        if code != codes.OK:
            raise PlayersError(f"the rules core answered {code} to a legal action")


def _match(game: str, players: int, teams: bool | None, options: dict) -> Match:
    match = Match()
    rules = array("h", bytes(2 * games.SIZE))
    code = games.load(game, rules)
    for name, value in options.items():
        code = code or games.set_option(rules, name, value)
    match.rules[:] = rules
    code = code or match.set_up(players, teams)
    if code != codes.OK:
        raise PlayersError(f"{game}, {players} players, {options}: refused with code {code}")
    return match


def _presses(index: int, count: int) -> list[str]:
    """The shorter way round to a choice."""
    if index <= count // 2:
        return ["right"] * index
    return ["left"] * (count - index)
