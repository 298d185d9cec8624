"""The end of a worked case in words: who wins the round and the match, and what it gives."""

from __future__ import annotations

from itertools import product

from host_tools.pages import settling
from host_tools.pages.telling import Telling, capital


class Outcome(Telling):
    """The settlement of the round that an example shows."""

    def changes(self, plain: bool = False) -> list[str]:
        """What the settlement gives each side, with its sum where one leads there, or `plain`;
        nothing for those that it gives nothing."""
        said = (self._change(side, plain) for side in range(self.sides))
        return [one for one in said if one]

    def settlement(self) -> list[str]:
        """Who wins the round and what it gives, for a round that ended."""
        said = []
        if self.ended.get("bid"):
            said.append(self._bid())
        if self.ended["kind"] in ("out", "blocked"):
            said += [] if self.ended.get("bid") else [self._left()]
            if not self.writes or self.ended["winners"]:
                said.append(self._winners())
        if self.ended["kind"] in ("out", "blocked", "show"):
            said += [f"{capital(change)}." for change in self.changes()]
        if self.ended["kind"] is not None or self.example.result["match"]["over"]:
            said.append(self.say("score", score=self.standing(self.ended)))
        return said

    def match(self) -> list[str]:
        """Who wins the match, where it is over, and its rating."""
        match = self.example.result["match"]
        said = []
        if match["over"] and match["winners"]:
            said.append(self.named("match", "match_many", match["winners"]))
        if "rating" in match:
            rating = " : ".join(self.phrases.ltr(str(one)) for one in match["rating"])
            said.append(self.say("rating", rating=rating))
        return said

    def _bid(self) -> str:
        side = self.side(self.ended["bidder"] % self.sides)
        return capital(self.say("had_bid", side=side, points=self.ended["bid"]))

    def _left(self) -> str:
        pips = enumerate(self.ended["remaining"], 1)
        hands = [self.say("left_hand", player=player, pips=left) for player, left in pips]
        return self.say("left", hands=self.phrases.join(hands, "comma"))

    def _winners(self) -> str:
        winners = self.ended["winners"]
        return self.named("wins", "win", winners) if winners else self.say("nobody")

    def _change(self, side: int, plain: bool) -> str:
        award = self.ended["awards"][side]
        if award < 0:
            return self.say("loses", side=self.side(side), points=-award)
        if self.writes:
            return self._written(side, award, plain) if award else self._kept(side)
        sum_ = None if plain else self._sum(side)
        if sum_ and sum_[1] == award:
            return self.say("takes", side=self.side(side), sum=self.phrases.ltr(sum_[0]))
        if sum_ and not award:
            return self.say("gives", side=self.side(side), sum=self.phrases.ltr(sum_[0]))
        return self.say("takes_points", side=self.side(side), points=award) if award else ""

    def _sum(self, side: int) -> tuple[str, float] | None:
        """What a winner takes, worked out; None for others, and where there is nothing to it."""
        if not self.example.position or self.parameters["award"] != "winner_takes":
            return None
        if side not in self.ended["winners"]:
            return None
        return settling.taken(side, self.ended, self.parameters, self.sides)

    def _written(self, side: int, award: float, plain: bool) -> str:
        """Points against, with what went together into them."""
        terms = self._terms(side, award)
        if plain or len(terms) < 2:
            return self.say("writes", side=self.side(side), points=award)
        sum_ = self.phrases.ltr(f"{' + '.join(map(str, terms))} = {award}")
        return self.say("writes_sum", side=self.side(side), sum=sum_)

    def _kept(self, side: int) -> str:
        """What a side remembers of a round that did not open its account."""
        remembered = self.ended.get("remembered", [0] * self.sides)[side]
        more = remembered - self._remembered_before(side)
        return self.say("keeps", side=self.side(side), points=more) if more > 0 else ""

    def _remembered_before(self, side: int) -> float:
        before = self.before[-1]["result"] if self.before else {}
        return before.get("remembered", [0] * self.sides)[side]

    def _terms(self, side: int, award: float) -> list[float]:
        """What was remembered, the pips, a tile's bonus, and what was carried, those that are in
        the award; nothing where they do not come to it."""
        p = self.parameters
        before = self.before[-1]["result"] if self.before else {}
        great = [p[name] for name in ("value_00", "value_66") if p[name] != "pips"]
        bonuses = {0, *great} if p["opening_bonus"] or p["out_bonus"] else {0}
        pips = (self.hand(side), sum(self.ended["remaining"]))
        remembered = {0, self._remembered_before(side)}
        for terms in product(remembered, pips, bonuses, {0, before.get("carried", 0)}):
            if sum(terms) == award:
                return [term for term in terms if term]
        return []
