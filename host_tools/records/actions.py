"""One action of a record: done on the core, and its result as FORMATS.md writes it."""

from __future__ import annotations

from domino.rules import codes
from domino.rules.match import Match
from host_tools.records import messages
from host_tools.records.action_shapes import Action, action_of
from host_tools.records.audit import Step
from host_tools.records.notation import (
    ERRORS,
    PORTS,
    points,
    port_name,
    tile_name,
    tile_number,
)
from host_tools.records.shapes import Refused, is_whole
from host_tools.records.view import choices, position

# A port and a tile that no set has, yet not "left out": the core refuses them in due order.
_NO_PORT = len(PORTS)
_NO_TILE = 28
_OF_OTHER_GAMES = ("timeout", "bid", "trump", "redeal", "show")


class Actions:
    """The actions of one round, in order; `steps` are those accepted and not taken back."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.steps: list[Step] = []
        self.results: list[dict] = []

    def act(self, value: object) -> dict:
        """Does one action and returns its result; a refused one changes nothing."""
        match = self.match
        seat = match.turn
        try:
            action = action_of(value, match.players, match.sides)
            if action.seat != codes.NONE:
                seat = action.seat
            result = self._do(action, seat)
        except Refused as refused:
            result = _refusal(_seat_of(value, seat), refused)
        self.results.append(result)
        return result

    def _do(self, action: Action, seat: int) -> dict:
        match = self.match
        step = Step(len(self.results), seat, action.kind, match.layout.playable)
        code = _call(match, action)
        if code != codes.OK:
            raise _explained(code, action, match)
        if action.kind == "undo":
            self.steps.pop()
            return _result(match, match.turn, {"undo": True})
        if action.kind == "correct":
            self.steps.append(step)
            said = {"side": action.side, "score": points(action.half_points)}
            return _result(match, seat, {"correct": said})
        step.tile = match.last_tile
        self.steps.append(step)
        return _result(match, match.last_seat, _said(action, match), counts=True)


def _call(match: Match, action: Action) -> int:
    """The core's code for the action."""
    if action.kind == "undo":
        return match.undo()
    if _is_of_another_game(action):
        return _over(match) or codes.NOT_IN_THIS_GAME
    if action.kind == "play":
        tile = tile_number(action.tile)
        on = codes.NONE if action.on is None else tile_number(action.on)
        if action.on is not None and on == codes.NONE:
            tile = codes.NONE  # nobody can lay a tile on one that no set has
        port = codes.NONE if action.port is None else _port_number(action.port)
        code = match.play(_NO_TILE if tile == codes.NONE else tile, on, port, action.seat)
        nowhere = code in (codes.NO_MATCH, codes.PORT_TAKEN) and port == _NO_PORT
        return codes.NO_SUCH_PORT if nowhere else code
    if action.kind == "draw":
        tile = codes.NONE if action.tile is None else tile_number(action.tile)
        if action.tile is not None and tile == codes.NONE:
            tile = _NO_TILE
        return match.draw(tile, action.seat)
    if action.kind == "pass":
        return match.pass_turn(action.seat)
    return match.correct(action.side, action.half_points)


def _over(match: Match) -> int:
    if match.match_over:
        return codes.MATCH_OVER
    return codes.ROUND_OVER if match.round_over else codes.OK


def _is_of_another_game(action: Action) -> bool:
    """What one tile a turn leaves no room for: bids, closed doubles, several doubles at once."""
    if action.kind in _OF_OTHER_GAMES or action.close:
        return True
    return action.many and (len(action.doubles) > 1 or _is_single(action.tile))


def _is_single(text: str) -> bool:
    name = tile_name(tile_number(text))
    return name is not None and name[0] != name[2]


def _port_number(port: str) -> int:
    return PORTS.index(port) if port in PORTS else _NO_PORT


class _Explained(Refused):
    """A refusal with the placements that were open to choose from."""

    choices: list[tuple[str, str]] = []


def _explained(code: int, action: Action, match: Match) -> Refused:
    refused = _Explained(code, messages.sentence(code, action, match))
    if code == codes.AMBIGUOUS_PORT:
        refused.choices = choices(match, action)
    return refused


def _refusal(seat: int | None, refused: Refused) -> dict:
    result = {
        "ok": False,
        "seat": seat,
        "error": ERRORS[refused.code],
        "message": refused.message,
    }
    if getattr(refused, "choices", None):
        result["choices"] = [{"on": on, "port": port} for on, port in refused.choices]
    return result


def _seat_of(value: object, seat: int) -> int | None:
    """The seat given, if it is a number at all, else the one to act, None where nobody must."""
    given = value.get("seat") if isinstance(value, dict) else None
    if is_whole(given):
        return given
    return None if seat == codes.NONE else seat


def _said(action: Action, match: Match) -> dict:
    """What was done, with tile and port normalised."""
    if action.kind == "pass":
        return {"pass": True}
    name = tile_name(match.last_tile)
    if action.kind == "draw":
        return {"draw": name or True}
    placed = {"play": name, "on": tile_name(match.last_on), "port": port_name(match.last_port)}
    if not action.many:
        return placed
    return {"plays": [placed]}


def _result(match: Match, seat: int, said: dict, counts: bool = False) -> dict:
    """The fields of an accepted action; `counts` where it may have scored."""
    over = match.round_over
    where = position(match)
    return {
        "ok": True,
        "seat": None if seat == codes.NONE else seat,
        **said,
        "total": where["total"],
        "raw": match.last_raw if counts else 0,
        "points": points(match.last_points) if counts else 0,
        "scores": scores_in_play(match),
        "ends": where["ends"],
        "ports": where["ports"],
        "next": None if over else match.turn,
        "again": match.again,
        "round_over": over,
        "match_over": match.match_over and not settles(match),
    }


def settles(match: Match) -> bool:
    """Whether the round ended in a way that is settled."""
    return match.round_over and match.kind in (codes.OUT, codes.BLOCKED)


def scores_in_play(match: Match) -> list[int | float]:
    """The scores by side without this round's settlement."""
    awarded = settles(match)
    return [
        points(match.scores[side] - (match.awards[side] if awarded else 0))
        for side in range(match.sides)
    ]
