"""A match record played through the rules core, and the result object of FORMATS.md.

`replay` never raises for what is in a record: a record, a round or an action that is refused says
so in its place in the result, and again in `problems`, a line for each.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from domino.rules import codes, ending, games
from domino.rules.match import Match
from host_tools.counting import counted
from host_tools.records import shapes
from host_tools.records.action_shapes import known_fields
from host_tools.records.actions import tally
from host_tools.records.catalogue import BUILT_IN, Catalogue
from host_tools.records.notation import ERRORS, perhaps, printable, quote
from host_tools.records.options_text import accepted, accepted_players, shown
from host_tools.records.rounds import open_round, play_round, refused_round
from host_tools.records.shapes import Record, Refused


@dataclass
class Replay:
    """What came of a record.

    `problems`: place in the record and reason, for everything refused. `unread`: what is said of
    fields that nothing reads, and the places of each, "" for the record itself.
    """

    result: dict
    problems: list[str] = field(default_factory=list)
    unread: dict[str, list[str]] = field(default_factory=dict)

    @property
    def remarks(self) -> list[str]:
        """A line for each thing that is not read, in the form of `problems`."""
        lines = []
        for said, places in self.unread.items():
            more = f" and {counted(len(places) - 1, 'more place')}" if len(places) > 1 else ""
            lines.append(f"{places[0]}{more}: {said}" if places[0] else said)
        return lines


def replay(
    value: dict,
    twice: tuple[str, ...] = (),
    catalogue: Catalogue = BUILT_IN,
    explains: bool = False,
) -> Replay:
    """Plays one record; `twice` names the fields that its text had twice in one object.

    `explains`: every accepted action says what the hands can hold, for who sees only the table.
    """
    outcome = Replay(_heading(value))
    if not shapes.is_scenario(value):
        _remark(outcome, "", value, shapes.KNOWN_RECORD)
    match = Match()
    try:
        record = set_up(value, twice, match, catalogue)
    except Refused as refused:
        outcome.result |= _refused_record(refused)
        outcome.problems.append(_line("", outcome.result))
        return outcome
    _Rounds(match, outcome, explains).play(record.rounds)
    return outcome


class _Rounds:
    """The rounds of one match, in order, and what they leave behind."""

    def __init__(self, match: Match, outcome: Replay, explains: bool) -> None:
        self.match = match
        self.outcome = outcome
        self.explains = explains
        self.settled = True  # False after remaining_needed or remaining_mismatch
        self.stopped: Refused | None = None  # why no later round is played

    def play(self, values: list[object]) -> None:
        """Plays them all and completes the result."""
        rounds = [self._round(f"rounds[{place}]", value) for place, value in enumerate(values)]
        match = self.match
        over = match.match_over and self.settled
        sides = range(match.sides)
        winners = [side for side in sides if over and match.winners >> side & 1]
        losers = [side for side in sides if over and side not in winners]
        ended = {"over": over, "winners": winners, "losers": losers}
        if over and match.rules[games.RATING]:
            ended["rating"] = [ending.rating(match, side) for side in sides]
        self.outcome.result |= {**tally(match, self.settled), "match": ended, "rounds": rounds}

    def _round(self, place: str, value: object) -> dict:
        _remark(self.outcome, place, value, shapes.KNOWN_ROUND)
        try:
            if self.stopped:
                raise self.stopped
            given = shapes.round_of(value, self.match.players)
            open_round(self.match, given)
        except Refused as refused:
            result = refused_round(refused)
            self.outcome.problems.append(_line(place, result))
            return result
        result = play_round(self.match, given, self.explains)
        self._look_at(place, value, result)
        return result

    def _look_at(self, place: str, value: dict, result: dict) -> None:
        """Collects what the round's actions and its settlement have to say."""
        for name in ("actions", "corrections"):
            for number, done in enumerate(result.get(name, ())):
                at = f"{place}.{name}[{number}]"
                for inside, (part, known) in known_fields(value[name][number]).items():
                    _remark(self.outcome, at + inside, part, known)
                if not done["ok"]:
                    self.outcome.problems.append(_line(at, done))
        ended = result["result"]
        if "error" in ended:
            self.outcome.problems.append(_line(place, ended))
            code = ERRORS.index(ended["error"])
            self.settled = False
            self.stopped = Refused(code, "a round before was not settled")
        elif "remaining" in value and ended["kind"] is None:
            said = "not read, the round is not over"
            self.outcome.unread.setdefault(said, []).append(f"{place}.remaining")


def _heading(value: dict) -> dict:
    """`id` and `game` as given, null where they are no texts."""
    texts = {name: value.get(name) for name in ("id", "game")}
    return {name: text if isinstance(text, str) else None for name, text in texts.items()}


def set_up(
    value: dict, twice: tuple[str, ...], match: Match, catalogue: Catalogue = BUILT_IN
) -> Record:
    """Checks a record's game, players and options and sets the match up; raises Refused."""
    if twice:
        names = ", ".join(quote(name) for name in dict.fromkeys(twice))
        raise Refused(codes.BAD_RECORD, f"{names} stands twice in one object; wanted: once")
    record = shapes.record(value)
    if catalogue.load(record.game, match.rules) != codes.OK:
        known = printable(", ".join(catalogue.names()))
        wanted = f"games are {known}; --games FILE reads more"
        near = printable(perhaps(record.game, catalogue.names()))
        raise Refused(codes.UNKNOWN_GAME, f"no game {quote(record.game)}{near}; {wanted}")
    # The players are looked at before the options, which may depend on how many there are.
    if match.set_up(record.players, record.teams) == codes.BAD_PLAYERS:
        raise Refused(codes.BAD_PLAYERS, _bad_players(record, match))
    for name, given in record.options.items():
        _set_option(catalogue, record.game, name, given, match)
    if match.set_up(record.players, record.teams) != codes.OK:
        raise Refused(codes.BAD_OPTION, f"the set of 28 is too small; {accepted(match, 'deal')}")
    return record


def _bad_players(record: Record, match: Match) -> str:
    sides = {None: "", True: " in teams", False: " without teams"}[record.teams]
    found = f"{counted(record.players, 'player')}{sides}"
    return f"{found}; {record.game} takes {accepted_players(match.rules)}"


def _set_option(catalogue: Catalogue, game: str, name: str, given: object, match: Match) -> None:
    """Sets one option; raises Refused."""
    names = catalogue.allowed(game)
    if name not in names:
        known = f"options of {printable(game)} are {', '.join(names)}"
        if not names:
            known = f"{printable(game)} has none"
        near = perhaps(name, names)
        raise Refused(codes.BAD_OPTION, f"no option {quote(name)}{near}; {known}")
    if games.set_option(match.rules, name, given) != codes.OK:
        raise Refused(codes.BAD_OPTION, f"{name} is {shown(given)}; {accepted(match, name)}")


def _refused_record(refused: Refused) -> dict:
    return {
        "ok": False,
        "error": ERRORS[refused.code],
        "message": refused.message,
        "scores": [],
        "match": {"over": False, "winners": [], "losers": []},
        "rounds": [],
    }


def _line(place: str, refused: dict) -> str:
    """`place: error: message`, the place left out for the record itself."""
    said = f"{refused['error']}: {refused['message']}"
    return f"{place}: {said}" if place else said


def _remark(outcome: Replay, place: str, value: object, known: tuple[str, ...]) -> None:
    for name in shapes.unknown_fields(value, known):
        known_names = ", ".join(known)
        said = f"field {quote(name)} is not read{perhaps(name, known)}; fields are {known_names}"
        outcome.unread.setdefault(said, []).append(place)
