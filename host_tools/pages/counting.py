"""A worked case in words: its moves, what the ends count, what the settlement gives."""

from __future__ import annotations

from itertools import product

from host_tools.pages import settling
from host_tools.pages.examples import Example
from host_tools.pages.phrases import Phrases
from host_tools.records.notation import PORTS

_BRANCHES = PORTS[4:]


class Told:
    """One example in one language."""

    def __init__(self, example: Example, say: Phrases) -> None:
        self.example = example
        self.phrases = say
        self.round = example.round
        self.before = example.result["rounds"][: example.number]
        self.after = example.result["rounds"][example.number + 1 :]
        self.ended = example.round["result"]
        self.sides = len(example.result["scores"])
        self.in_teams = self.sides < example.record["players"]

    def caption(self) -> str:
        """What the example shows, in a few words."""
        kind = self.ended["kind"]
        if self.after:
            return self._say("timeout")
        if kind == "target":
            return self._say(kind)
        if kind in ("out", "blocked"):
            changes = self.phrases.join(self._changes(plain=True), "comma")
            what = kind if changes or self.ended["winners"] else "tie"
            said = self._say(what)
            return self._say("detail", what=said, changes=changes) if changes else said
        last = self._last()
        if last["points"] and last["ends"]:
            return self._say("position_scores", total=last["total"], points=last["points"])
        if last["points"]:
            return self._say("scores", tile=last["play"], points=last["points"])
        return self._say("position_nothing" if last["ends"] else "unfinished", total=last["total"])

    def setting(self) -> str:
        """Players, options, and what stood before the round, as one paragraph."""
        record = self.example.record
        said = [self._say("in_teams" if self.in_teams else "players", players=record["players"])]
        for name, value in record.get("options", {}).items():
            code = self.phrases.code
            said.append(self._say("option", name=code(name), value=code(str(value))))
        line = f"{self.phrases.join(said, 'comma')}."
        if self.before:
            score = self._standing(self.before[-1]["result"])
            line += " " + self._say("before", number=len(self.before) + 1, score=score)
        return line

    def moves(self) -> str:
        """The actions, each player's in a row: `**1** 5-5 · **2** 0-5 on 5-5`."""
        return self._moves(self.round)

    def _moves(self, played: dict) -> str:
        turns: list[tuple[int, list[str]]] = []
        for done in played["actions"]:
            if not turns or turns[-1][0] != done["seat"]:
                turns.append((done["seat"], []))
            turns[-1][1].append(self._move(done))
        join = self.phrases.join
        return " · ".join(f"**{seat + 1}** {join(moves, 'comma')}" for seat, moves in turns)

    def counting(self) -> list[str]:
        """What the last tile scores; nothing where the game counts no ends and none scored."""
        last = self._last()
        if last["ends"]:
            ends = [
                self._say("counts", tile=end["tile"], value=end["value"]) for end in last["ends"]
            ]
            key = "ends" if last["points"] else "ends_nothing"
            listed = self.phrases.join(ends)
            return [self._say(key, ends=listed, total=last["total"], points=last["points"])]
        if not last["points"]:
            return []
        tiles = [done for done in self.round["actions"] if "play" in done]
        if len(tiles) == 1:
            return [self._say("opened", points=last["points"])]
        value = last["ports"][0]["value"]
        triple = self.example.parameters["triple_header"]
        key = "triple_header" if last["points"] == triple else "header"
        return [self._say(key, value=value, points=last["points"])]

    def settlement(self) -> list[str]:
        """Who wins the round and what it gives, for a round that ended."""
        said = []
        if self.ended["kind"] in ("out", "blocked"):
            said.append(self._left())
            if not self._writes() or self.ended["winners"]:
                said.append(self._winners())
            said += [f"{self._capital(change)}." for change in self._changes()]
        if self.ended["kind"] is not None or self.example.result["match"]["over"]:
            said.append(self._say("score", score=self._standing(self.ended)))
        said += [self._say("next_round", moves=self._moves(played)) for played in self.after]
        return [*said, *self._match()]

    def _say(self, key: str, **operands: object) -> str:
        return self.phrases.say("example", key, **operands)

    def _last(self) -> dict:
        return next(done for done in reversed(self.round["actions"]) if done["ok"])

    def _writes(self) -> bool:
        return self.example.parameters["award"] == "losers_write"

    def _side(self, side: int) -> str:
        return self._say("team" if self.in_teams else "player", number=side + 1)

    def _named(self, one: str, many: str, sides: list[int]) -> str:
        names = self.phrases.join([self._side(side) for side in sides])
        return self._capital(self._say(many if len(sides) > 1 else one, sides=names))

    def _move(self, done: dict) -> str:
        if "draw" in done:
            return (
                self._say("draws")
                if done["draw"] is True
                else self._say("draws_tile", tile=done["draw"])
            )
        if "pass" in done:
            return self._say("passes")
        if "timeout" in done:
            return self._say("time_out", player=self._timed_out() + 1)
        placed = [self._placed(one) for one in done.get("plays", [done])]
        said = self.phrases.join(placed)
        if "close" in done:
            closed = self._say("closes", tiles=self.phrases.join(done["close"]))
            said = self.phrases.join([said, closed], "comma")
        return said

    def _timed_out(self) -> int:
        given = self.example.record["rounds"][-1]["actions"]
        return next(action["timeout"] for action in given if "timeout" in action)

    def _placed(self, one: dict) -> str:
        way = "plain" if one["on"] else "opens"
        if one["port"] in _BRANCHES:
            way = "branch"
        return self.phrases.say("ports", way, tile=one["play"], on=one["on"])

    def _left(self) -> str:
        pips = enumerate(self.ended["remaining"], 1)
        hands = [self._say("left_hand", player=player, pips=left) for player, left in pips]
        return self._say("left", hands=self.phrases.join(hands, "comma"))

    def _winners(self) -> str:
        winners = self.ended["winners"]
        return self._named("wins", "win", winners) if winners else self._say("nobody")

    def _changes(self, plain: bool = False) -> list[str]:
        """What the settlement gives each side; nothing for those that it gives nothing."""
        said = (self._change(side, plain) for side in range(self.sides))
        return [one for one in said if one]

    def _capital(self, text: str) -> str:
        return text[:1].upper() + text[1:]

    def _change(self, side: int, plain: bool) -> str:
        """What the settlement gives a side, with its sum where one leads there; or `plain`."""
        award = self.ended["awards"][side]
        if award < 0:
            return self._say("loses", side=self._side(side), points=-award)
        if self._writes():
            return self._written(side, award, plain) if award else self._kept(side)
        sum_ = None
        if (
            not plain
            and self.example.parameters["award"] == "winner_takes"
            and side in self.ended["winners"]
        ):
            sum_ = settling.taken(side, self.ended, self.example.parameters, self.sides)
        if sum_ and sum_[1] == award:
            return self._say("takes", side=self._side(side), sum=self.phrases.ltr(sum_[0]))
        if sum_ and not award:
            return self._say("gives", side=self._side(side), sum=self.phrases.ltr(sum_[0]))
        return self._say("takes_points", side=self._side(side), points=award) if award else ""

    def _written(self, side: int, award: float, plain: bool) -> str:
        """Points against, with what went together into them."""
        terms = self._terms(side, award)
        if plain or len(terms) < 2:
            return self._say("writes", side=self._side(side), points=award)
        sum_ = self.phrases.ltr(f"{' + '.join(map(str, terms))} = {award}")
        return self._say("writes_sum", side=self._side(side), sum=sum_)

    def _kept(self, side: int) -> str:
        """What a side remembers of a round that did not open its account."""
        before = self.before[-1]["result"] if self.before else {}
        remembered = self.ended.get("remembered", [0] * self.sides)[side]
        more = remembered - before.get("remembered", [0] * self.sides)[side]
        return self._say("keeps", side=self._side(side), points=more) if more > 0 else ""

    def _terms(self, side: int, award: float) -> list[float]:
        """What was remembered, the pips, a tile's bonus, and what was carried, those that are in
        the award; nothing where they do not come to it."""
        pips = self.ended["remaining"]
        own = sum(left for seat, left in enumerate(pips) if seat % self.sides == side)
        before = self.before[-1]["result"] if self.before else {}
        remembered = {0, before.get("remembered", [0] * self.sides)[side]}
        p = self.example.parameters
        great = [p[name] for name in ("value_00", "value_66") if p[name] != "pips"]
        bonuses = {0, *great} if p["opening_bonus"] or p["out_bonus"] else {0}
        sums = product(remembered, (own, sum(pips)), bonuses, {0, before.get("carried", 0)})
        for terms in sums:
            if sum(terms) == award:
                return [term for term in terms if term]
        return []

    def _standing(self, result: dict) -> str:
        """The scores in the order of the sides, and what stands beside them."""
        said = " : ".join(map(str, result["scores"]))
        if any(result.get("remembered", ())):
            listed = " : ".join(map(self._remembered, result["remembered"]))
            said += "; " + self._say("remembers", list=listed)
        if result.get("carried"):
            said += "; " + self._say("carried", points=result["carried"])
        return said

    def _remembered(self, points: float) -> str:
        return self.phrases.ltr(f"+{points}") if points else "0"

    def _match(self) -> list[str]:
        match = self.example.result["match"]
        said = []
        if match["over"] and match["winners"]:
            said.append(self._named("match", "match_many", match["winners"]))
        if "rating" in match:
            said.append(
                self._say(
                    "rating",
                    rating=" : ".join(self.phrases.ltr(str(one)) for one in match["rating"]),
                )
            )
        return said
