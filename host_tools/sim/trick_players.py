"""Seeded players of a game in tricks, as players.py has them for games with a layout.

They hold real hands and follow suit; the table sees only what they lay. Out of it come the steps
of a scenario and the match record with unknown hands, which must end in the same scores.
"""

from __future__ import annotations

import random

from domino.rules import codes, games
from domino.rules.match import Match
from host_tools import boards
from host_tools.records.notation import points, tile_name
from host_tools.sim.players import Habits, Played

_PLAYERS = 4


def play_tricks(board: str, game: str, seed: int, habits: Habits, rounds: int = 0) -> Played:
    """Play a match at a board to its end, or so many rounds of it."""
    return _Players(board, game, seed, habits).play(rounds)


class _Players:
    def __init__(self, board: str, game: str, seed: int, habits: Habits) -> None:
        self.board, self.game, self.seed, self.habits = board, game, seed, habits
        config = boards.load(board)
        self.slots = config["slots"]["trick_slots"][str(_PLAYERS)]
        self.others = sorted(set(boards.slot_names(config)) - set(self.slots))
        self.random = random.Random(f"{game} {seed}")
        self.match = Match()
        games.load(game, self.match.rules)
        self.match.set_up(_PLAYERS)
        self.steps: list[dict] = []
        self.actions: list[dict] = []
        self.accepted = 0
        self.counts = dict.fromkeys(("rounds", "tricks", "undone", "wrong"), 0)

    def play(self, rounds: int) -> Played:
        starters, records = [], []
        while not self.match.match_over and (not rounds or len(records) < rounds):
            seat = self.random.randrange(_PLAYERS)
            starters.append(seat)
            self.actions = []
            self._round(seat)
            records.append({"starter": seat, "actions": self.actions})
            self.counts["rounds"] += 1
        about = {"game": self.game, "players": _PLAYERS}
        scenario = {"board": self.board, **about, "starter": starters, "seed": self.seed}
        record = {"id": f"{self.game}-{self.seed}", **about, "rounds": records}
        return Played({**scenario, "steps": self.steps}, record, self._scores(), self.counts)

    def _round(self, starter: int) -> None:
        match = self.match
        tiles = self.random.sample(range(28), 28)
        hands = [sum(1 << t for t in tiles[seat::_PLAYERS]) for seat in range(_PLAYERS)]
        _must(match.open_known_round(starter, hands, bytearray(), 0, True))
        self._step({}, message="bid", turn=starter)
        while not match.round_over:
            if match.stage == codes.BIDDING:
                self._bid()
            elif match.stage == codes.TRUMP:
                self._name_trump()
            else:
                self._lay()
        if match.kind != codes.REDEAL:  # else the next round is on already
            over = "match_over" if match.match_over else "round_over"
            self._step({"clear": True}, **({"message": over} if match.match_over else {}))

    def _bid(self) -> None:
        match = self.match
        seat = match.turn
        least = max(match.rules[games.MIN_BID], match.high_bid + 1)
        bid = least + self.random.choice((0, 0, 1, 3))
        if bid > 42 or self.random.random() < 0.6:
            _must(match.bid(0))
            self._act({"bid": "pass"})
            self._press("pass", seat)
            return
        for _ in range(bid - least):
            self._step({"press": "right", "seat": seat}, message="bid")
        _must(match.bid(bid))
        self._act({"bid": bid})
        self._press("ok", seat)

    def _name_trump(self) -> None:
        match = self.match
        seat, value = match.turn, self.random.randrange(7)
        for _ in range(min(value, 7 - value)):
            self._step({"press": "right" if value <= 3 else "left", "seat": seat})
        _must(match.name_trump(value))
        self._act({"trump": value})
        self._press("ok", seat)

    def _lay(self) -> None:
        match = self.match
        seat = match.turn
        legal = [t for t in range(28) if match.choices(t, bytearray(32))]
        tile = self.random.choice(legal)
        if self.random.random() < self.habits.wrong:
            self._lay_wrong(tile)
        self._put(tile, seat)
        if self.random.random() < self.habits.undoes:
            self._take_back(seat)
            self._put(tile, seat)
        if match.trick_seat != codes.NONE:
            self._lift_trick()

    def _put(self, tile: int, seat: int) -> None:
        _must(self.match.play(tile))
        self._act({"play": tile_name(tile)})
        self._step({"place": tile_name(tile), "slot": self.slots[seat]}, **self._seen(), alerts=[])

    def _take_back(self, seat: int) -> None:
        _must(self.match.undo())
        self._act({"undo": True})
        self._step({"press": "undo"}, message="lift_tile", **self._seen())
        self._step({"lift": self.slots[seat]}, message="trick_turn", alerts=[])
        self.counts["undone"] += 1

    def _lay_wrong(self, tile: int) -> None:
        """On a slot of nobody, then away again."""
        slot = self.random.choice(self.others)
        alert = {"slot": slot, "kind": "wrong_slot"}
        self._step({"place": tile_name(tile), "slot": slot}, message="wrong_slot", alerts=[alert])
        self._step({"lift": slot}, alerts=[])
        self.counts["wrong"] += 1

    def _lift_trick(self) -> None:
        """In any order; the last trick of a round is cleared away."""
        self.counts["tricks"] += 1
        if self.match.round_over:
            over = "match_over" if self.match.match_over else "round_over"
            self._step({}, message=over, scores=self._scores())
            return
        order = self.random.sample(self.slots, _PLAYERS)
        for slot in order:
            said = "trick_turn" if slot == order[-1] else "trick_won"
            self._step({"lift": slot}, message=said, alerts=[])

    # -- notes -------------------------------------------------------------------------------
    def _act(self, action: dict) -> None:
        self.actions.append(action)
        self.accepted += 1

    def _press(self, button: str, seat: int) -> None:
        self._step({"press": button, "seat": seat}, **self._seen())

    def _seen(self) -> dict:
        """What the table must show now; after a redeal it opens the next round at once."""
        if self.match.round_over:
            return {"accepted": self.accepted}
        return {"accepted": self.accepted, "turn": self.match.turn}

    def _scores(self) -> list[float]:
        return [points(half) for half in self.match.scores[: self.match.sides]]

    def _step(self, step: dict, **expect: object) -> None:
        step = {"after_ms": self.random.randint(*self.habits.pause_ms), **step}
        if expect:
            step["expect"] = expect
        self.steps.append(step)


def _must(code: int) -> None:
    if code != codes.OK:
        raise ValueError(f"the rules core answered {code} to a legal action")
