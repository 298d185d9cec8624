"""What the parts of a worked case in words have in common: names of sides, scores, a voice."""

from __future__ import annotations

from host_tools.pages.examples import Example
from host_tools.pages.phrases import Phrases


class Telling:
    """One example in one language."""

    def __init__(self, example: Example, say: Phrases) -> None:
        self.example = example
        self.phrases = say
        self.parameters = example.parameters
        self.round = example.round
        self.before = example.result["rounds"][: example.number]
        self.after = example.result["rounds"][example.number + 1 :]
        self.ended = example.round["result"]
        self.sides = len(example.result["scores"])
        self.in_teams = self.sides < example.record["players"]

    def say(self, key: str, **operands: object) -> str:
        """A text of the examples."""
        return self.phrases.say("example", key, **operands)

    @property
    def last(self) -> dict | None:
        """The last action that was accepted; None in a round without any."""
        done = [action for action in self.round["actions"] if action["ok"]]
        return done[-1] if done else None

    @property
    def writes(self) -> bool:
        """Whether points are bad here."""
        return self.parameters["award"] == "losers_write"

    def side(self, side: int) -> str:
        """The name of a side."""
        return self.say("team" if self.in_teams else "player", number=side + 1)

    def named(self, one: str, many: str, sides: list[int]) -> str:
        """A sentence about one side or several."""
        names = self.phrases.join([self.side(side) for side in sides])
        return capital(self.say(many if len(sides) > 1 else one, sides=names))

    def hand(self, side: int) -> int:
        """The pips left with a side, both partners' together."""
        left = enumerate(self.ended["remaining"])
        return sum(pips for seat, pips in left if seat % self.sides == side)

    def standing(self, result: dict) -> str:
        """The scores in the order of the sides, and what stands beside them."""
        said = " : ".join(map(str, result["scores"]))
        if any(result.get("remembered", ())):
            listed = " : ".join(map(self._remembered, result["remembered"]))
            said += "; " + self.say("remembers", list=listed)
        if result.get("carried"):
            said += "; " + self.say("carried", points=result["carried"])
        return said

    def _remembered(self, points: float) -> str:
        return self.phrases.ltr(f"+{points}") if points else "0"


def capital(text: str) -> str:
    """A sentence as it begins."""
    return text[:1].upper() + text[1:]
