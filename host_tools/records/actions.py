"""One action of a record: done on the core, and its result as FORMATS.md writes it."""

from __future__ import annotations

from dataclasses import replace

from domino.rules import amending, codes, games
from domino.rules.match import Match
from host_tools.records import messages
from host_tools.records.action_shapes import Action, action_of
from host_tools.records.notation import (
    ERRORS,
    PORTS,
    mask_of,
    points,
    port_name,
    tile_name,
    tile_number,
)
from host_tools.records.shapes import Refused, is_whole
from host_tools.records.showing import show
from host_tools.records.view import choices, position

# Why a score is not set after a round.
_NOT_AMENDED = {
    codes.MATCH_OVER: "no score ended the match, so none is corrected after it",
    codes.ROUND_OVER: "corrections follow the end of a round and its settlement, and it has none",
}
# A port and a tile that no set has, yet not "left out": the core refuses them in due order.
_NO_PORT = len(PORTS)
_NO_TILE = 28


class Actions:
    """The actions of one round, in order.

    `places`: for each entry of the core's log the action, from 0, that made it.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.places: list[int] = [0] * match.log.count  # hands may have been shown already
        self.results: list[dict] = []

    def act(self, value: object) -> dict:
        """Does one action and returns its result; a refused one changes nothing."""
        match = self.match
        seat = acting(match)
        try:
            action = action_of(value, match.players, match.sides)
            if action.seat != codes.NONE:
                seat = action.seat
            result = self._do(action, seat)
        except Refused as refused:
            result = _refusal(_seat_of(value, seat), refused)
        self.results.append(result)
        return result

    def amend(self, value: object) -> dict:
        """Sets a score after the round, whose end and settlement stand; its result.

        The scores then tell anew whether the match is over.
        """
        match = self.match
        try:
            action = action_of(value, match.players, match.sides)
            if action.kind != "correct":
                raise Refused(codes.BAD_RECORD, f"corrections has {action.kind}; wanted: correct")
            code = amending.amend(match, action.side, action.half_points)
            if code != codes.OK:
                raise Refused(code, _NOT_AMENDED[code])
        except Refused as refused:
            return _refusal(None, refused)
        said = {"side": action.side, "score": points(action.half_points)}
        return _result(match, codes.NONE, {"correct": said})

    def _do(self, action: Action, seat: int) -> dict:
        match = self.match
        entries = match.log.count
        moves = _moves(action)
        code = _call(match, action, moves)
        if code != codes.OK:
            raise _explained(code, _refused_part(action, match), match)
        if action.kind == "undo":
            del self.places[len(self.places) - (entries - match.log.count) :]
            return _result(match, acting(match), {"undo": True})
        self.places += [len(self.results)] * max(1, len(action.doubles))
        if action.kind == "correct":
            said = {"side": action.side, "score": points(action.half_points)}
            return _result(match, seat, {"correct": said})
        who = codes.NONE if action.kind == "show" else match.last_seat
        return _result(match, who, _said(action, match, moves), counts=True)


def acting(match: Match) -> int:
    """The seat that must act; codes.NONE too where all hands are to be shown at once."""
    return codes.NONE if match.way == games.PLAY_SHOW else match.turn


def _call(match: Match, action: Action, moves: bytearray) -> int:
    """The core's code for the action; `moves` are its tiles, for a move of several."""
    if action.kind == "undo":
        return match.undo()
    if action.many and _holds_a_single(action):
        return _over(match) or codes.NOT_IN_THIS_GAME
    if action.kind == "play":
        return _lay(match, action, moves)
    if action.kind == "draw":
        tile = codes.NONE if action.tile is None else tile_number(action.tile)
        if action.tile is not None and tile == codes.NONE:
            tile = _NO_TILE
        return match.draw(tile, action.seat)
    if action.kind == "pass":
        return match.pass_turn(action.seat)
    if action.kind == "bid":
        return match.bid(action.number, action.seat)
    if action.kind == "trump":
        return match.name_trump(action.number, action.seat)
    if action.kind == "show":
        return _over(match) or show(match, action.hands)
    if action.kind == "redeal":
        return match.redeal(action.seat)
    if action.kind == "timeout":
        return match.time_out(action.number)
    return match.correct(action.side, action.half_points)


def _over(match: Match) -> int:
    if match.match_over:
        return codes.MATCH_OVER
    return codes.ROUND_OVER if match.round_over else codes.OK


def _holds_a_single(action: Action) -> bool:
    """Whether a move of `plays` names a tile that is no double."""
    names = [tile_name(tile_number(one.tile)) for one in action.doubles]
    return any(name is not None and name[0] != name[2] for name in names)


def _lay(match: Match, action: Action, moves: bytearray) -> int:
    if len(action.doubles) > 1 or action.close:
        numbers = [tile_number(tile) for tile in action.close]
        closed = mask_of([number for number in numbers if number != codes.NONE])
        code = match.play_several(moves, len(action.doubles), closed, action.seat)
        at = 3 * match.refused_move
    else:
        code = match.play(moves[0], moves[1], moves[2], action.seat)
        at = 0
    nowhere = code in (codes.NO_MATCH, codes.PORT_TAKEN) and moves[at + 2] == _NO_PORT
    return codes.NO_SUCH_PORT if nowhere else code


def _moves(action: Action) -> bytearray:
    """Tile, on and port of each placement, as the core takes them."""
    moves = bytearray()
    for one in action.doubles:
        tile = tile_number(one.tile)
        on = codes.NONE if one.on is None else tile_number(one.on)
        if one.on is not None and on == codes.NONE:
            tile = codes.NONE  # nobody can lay a tile on one that no set has
        port = codes.NONE if one.port is None else _port_number(one.port)
        moves += bytes((_NO_TILE if tile == codes.NONE else tile, on, port))
    return moves


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


def _refused_part(action: Action, match: Match) -> Action:
    """The action as its explanation needs it: with the placement that was refused in front."""
    if len(action.doubles) < 2:
        return action
    one = action.doubles[match.refused_move]
    return replace(action, tile=one.tile, on=one.on, port=one.port)


def _said(action: Action, match: Match, moves: bytearray) -> dict:
    """What was done, with tiles and ports normalised."""
    if action.kind in ("pass", "redeal", "timeout"):
        return {action.kind: True}
    if action.kind == "draw":
        return {"draw": tile_name(match.last_tile) or True}
    if action.kind == "bid":
        return {"bid": action.number or "pass"}
    if action.kind == "trump":
        return {"trump": action.number}
    if action.kind == "show":
        return {"show": [[tile_name(tile_number(tile)) for tile in hand] for hand in action.hands]}
    if len(action.doubles) == 1:
        moves[1:] = (match.last_on, match.last_port)
    placed = [
        {"play": tile_name(tile), "on": tile_name(on), "port": port_name(port)}
        for tile, on, port in zip(moves[::3], moves[1::3], moves[2::3], strict=True)
    ]
    said = {"plays": placed} if action.many else placed[0]
    if action.close:
        said["close"] = [tile_name(tile_number(tile)) for tile in action.close]
    if match.trick_seat != codes.NONE:
        said["trick"] = match.trick_seat
    return said


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
        **tally(match, settled=False),
        "ends": where["ends"],
        "ports": where["ports"],
        "next": None if over or acting(match) == codes.NONE else match.turn,
        "again": match.again,
        "round_over": over and match.timed_out == codes.NONE,
        "match_over": match.match_over and not settles(match),
    }


def settles(match: Match) -> bool:
    """Whether the round ended in a way that is settled."""
    return match.round_over and match.kind in (codes.OUT, codes.BLOCKED, codes.SHOW)


def tally(match: Match, settled: bool) -> dict:
    """`scores`, and what stands beside them: with this round's settlement, or as before it."""
    sides = range(match.sides)
    back = not settled and settles(match)
    changes = match.awards if back else (0, 0, 0, 0)
    tallied = {"scores": [points(match.scores[side] - changes[side]) for side in sides]}
    if match.rules[games.SHEET]:
        changes = match.remembered_change if back else (0, 0, 0, 0)
        tallied["remembered"] = [points(match.remembered[side] - changes[side]) for side in sides]
        tallied["carried"] = points(match.carried - (match.carried_change if back else 0))
    return tallied
