"""A worked case in words: what it shows, its moves, and what its last tile counts."""

from __future__ import annotations

from host_tools.languages import texts
from host_tools.pages import ranks
from host_tools.pages.outcome import Outcome
from host_tools.pages.telling import capital
from host_tools.records.notation import PORTS

_BRANCHES = PORTS[4:]


class Told(Outcome):
    """One example in one language."""

    def caption(self) -> str:
        """What the example shows, in a few words."""
        kind = self.ended["kind"]
        if self.after:
            return self.say("timeout")
        if kind == "target":
            return self.say(kind)
        if kind == "show":
            return self._best()
        return self._end(kind) if kind else self._position()

    def setting(self) -> str:
        """Players, options, and what stood before the round, as one paragraph."""
        record = self.example.record
        said = [self.say("in_teams" if self.in_teams else "players", players=record["players"])]
        for name, value in record.get("options", {}).items():
            code = self.phrases.code
            said.append(self.say("option", name=code(name), value=code(str(value))))
        line = f"{self.phrases.join(said, 'comma')}."
        if self.before:
            score = self.standing(self.before[-1]["result"])
            line += " " + self.say("before", number=len(self.before) + 1, score=score)
        return line

    def moves(self) -> str:
        """The actions, each player's in a row: `**1** 5-5 · **2** 0-5 on 5-5`."""
        return self._moves(self.example.number)

    def counting(self) -> list[str]:
        """What the last tile scores; nothing where the game counts no ends and none scored."""
        last = self.last
        if last is None:
            return self._shown()
        if "trick" in last:
            return [
                capital(self.say("takes_trick", side=self._player(last["trick"]))),
                self._taken(),
            ]
        if last["ends"]:
            return [self._ends(last)]
        return [self._header(last)] if last["points"] else []

    def ending(self) -> list[str]:
        """The settlement, what follows it, and the end of the match."""
        numbers = range(self.example.number + 1, len(self.example.result["rounds"]))
        after = [self.say("next_round", moves=self._moves(number)) for number in numbers]
        return [*self.settlement(), *after, *self.match()]

    def _best(self) -> str:
        sides = self.phrases.join([self.side(side) for side in self.ended["winners"]])
        return capital(self.say("shown", side=sides))

    def _end(self, kind: str) -> str:
        """Out or blocked, with what it gives."""
        changes = self.phrases.join(self.changes(plain=True), "comma")
        what = kind if changes or self.ended["winners"] else "tie"
        if self.ended.get("bid"):
            made = self.ended["bidder"] % self.sides in self.ended["winners"]
            what = "bid_made" if made else "bid_missed"
        said = self.say(what)
        return self.say("detail", what=said, changes=changes) if changes else said

    def _position(self) -> str:
        last = self.last or {"points": 0, "ends": [], "total": 0}
        if "trick" in last:
            return self.say("trick")
        if last["points"] and last["ends"]:
            return self.say("position_scores", total=last["total"], points=last["points"])
        if last["points"]:
            return self.say("scores", tile=last["play"], points=last["points"])
        return self.say("position_nothing" if last["ends"] else "unfinished", total=last["total"])

    def _shown(self) -> list[str]:
        """The kind of each hand, and its pips."""
        hands = self.example.record["rounds"][self.example.number]["show"]
        said = []
        for seat, (hand, rank) in enumerate(zip(hands, self.ended["ranks"], strict=True)):
            kind = ranks.name(rank, self.phrases)
            pips = self.ended["remaining"][seat]
            tiles = " ".join(map(_in_order, hand))
            said.append(
                self.say("shows", side=self._player(seat), tiles=tiles, kind=kind, pips=pips)
            )
        return list(map(capital, said))

    def _taken(self) -> str:
        """What each side has taken so far."""
        return self.say("taken", score=" : ".join(map(str, self.ended["taken"])))

    def _ends(self, last: dict) -> str:
        ends = [self.say("counts", tile=end["tile"], value=end["value"]) for end in last["ends"]]
        key = "ends" if last["points"] else "ends_nothing"
        listed = self.phrases.join(ends)
        return self.say(key, ends=listed, total=last["total"], points=last["points"])

    def _header(self, last: dict) -> str:
        if sum("play" in done for done in self.round["actions"]) == 1:
            return self.say("opened", points=last["points"])
        triple = self.parameters["triple_header"]
        key = "triple_header" if last["points"] == triple else "header"
        return self.say(key, value=last["ports"][0]["value"], points=last["points"])

    def _player(self, seat: int) -> str:
        return self.say("player", number=seat + 1)

    def _moves(self, number: int) -> str:
        given = self.example.record["rounds"][number].get("actions", [])
        turns: list[tuple[int, list[str]]] = []
        played = self.example.result["rounds"][number]["actions"]
        for action, done in zip(given, played, strict=True):
            if not turns or turns[-1][0] != done["seat"]:
                turns.append((done["seat"], []))
            turns[-1][1].append(self._move(done) if done["ok"] else self._refused(action, done))
        join = self.phrases.join
        return " · ".join(f"**{seat + 1}** {join(moves, 'comma')}" for seat, moves in turns)

    def _refused(self, action: dict, done: dict) -> str:
        """A tile that was refused, and what the table says to it."""
        errors = texts.load(self.phrases.language)["errors"]
        return self.say("refused", what=action.get("play", ""), why=errors[done["error"]])

    def _move(self, done: dict) -> str:
        if "draw" in done:
            named = done["draw"] is not True
            return self.say("draws_tile", tile=done["draw"]) if named else self.say("draws")
        if "pass" in done:
            return self.say("passes")
        if "bid" in done:
            is_pass = done["bid"] == "pass"
            return self.say("bid_pass") if is_pass else self.say("bids", points=done["bid"])
        if "trump" in done:
            return self.say("names", value=done["trump"])
        if "timeout" in done:
            return self.say("time_out", player=self._timed_out() + 1)
        return self._laid(done)

    def _laid(self, done: dict) -> str:
        said = self.phrases.join([self._placed(one) for one in done.get("plays", [done])])
        if "close" not in done:
            return said
        closed = self.say("closes", tiles=self.phrases.join(done["close"]))
        return self.phrases.join([said, closed], "comma")

    def _timed_out(self) -> int:
        given = self.example.record["rounds"][-1]["actions"]
        return next(action["timeout"] for action in given if "timeout" in action)

    def _placed(self, one: dict) -> str:
        way = "plain" if one.get("on") else "opens"
        if one.get("port") in _BRANCHES:
            way = "branch"
        return self.phrases.say("ports", way, tile=one["play"], on=one.get("on"))


def _in_order(tile: str) -> str:
    """A tile with its low half first."""
    return "-".join(sorted(tile.split("-")))
