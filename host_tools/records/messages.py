"""What a refusal says to people: one line in their words, seats counted from 1 as they see them.

The core gives a code; here the code becomes a sentence with what was tried and what is accepted.
"""

from __future__ import annotations

from typing import Callable

from domino.rules import codes, games
from domino.rules.match import Match
from domino.rules.tiles import HIGH, LOW
from host_tools.records.action_shapes import Action
from host_tools.records.notation import PORTS, TILES, quote, tile_name, tile_number, tiles_in
from host_tools.records.shapes import unknown_tile
from host_tools.records.view import choices, open_ports, port_values

# A sentence is made from the action as written and the match as it stands.
Sentence = Callable[[Action, Match], str]


_STAGES = {
    codes.BIDDING: "bid",
    codes.TRUMP: "name the trump",
    codes.PLAYING: "play a tile",
}


def sentence(code: int, action: Action, match: Match) -> str:
    """Why the action was refused with this code."""
    return _SENTENCES[code](action, match)


def player(seat: int) -> str:
    """A seat as players count it."""
    return f"player {seat + 1}"


def _tile(action: Action) -> str:
    """The action's tile the way it is printed, low half first."""
    number = tile_number(action.tile or "")
    return tile_name(number) or quote(action.tile)


def _on(action: Action) -> str:
    return tile_name(tile_number(action.on or "")) or quote(action.on)


def _open_ends(match: Match) -> str:
    """The open ends in words: `the 5 on 5-5, the 2 on 2-4`, each once."""
    ends = dict.fromkeys(
        f"the {value} on {tile_name(tile)}" for tile, _, value in open_ports(match)
    )
    return ", ".join(ends) or "none"


def _unknown_tile(action: Action, match: Match) -> str:
    texts = (action.tile, action.on)
    given = (text for text in texts if text is not None)
    wrong = next((text for text in given if tile_number(text) == codes.NONE), action.tile)
    return f"there is {unknown_tile(wrong)}"


def _no_match(action: Action, match: Match) -> str:
    if action.on is None:
        end = action.port or "end"
        return f"{_tile(action)} fits no open {end}; open: {_open_ends(match)}"
    values = port_values(match, tile_number(action.on), _port_number(action.port))
    shown = " or the ".join(str(value) for value in values)
    return f"{_tile(action)} does not fit the {shown} on {_on(action)}; open: {_open_ends(match)}"


def _port_number(port: str | None) -> int:
    return PORTS.index(port) if port in PORTS else codes.NONE


def _no_such_port(action: Action, match: Match) -> str:
    if match.way == games.PLAY_TRICKS:
        return "tiles of a trick lie apart: leave out on and port"
    if not match.layout.count:
        return "the first tile of a round lies on no other: leave out on and port"
    if action.port is not None and action.port not in PORTS:
        return f"there is no port {quote(action.port)}; ports are {', '.join(PORTS)}"
    number = tile_number(action.on or "")
    if not match.layout.on_table >> number & 1:
        return f"{_on(action)} is not on the table; open: {_open_ends(match)}"
    return f"{_on(action)} has no {action.port}; it has {', '.join(_ports_of(match, number))}"


def _ports_of(match: Match, tile: int) -> tuple[str, ...]:
    """The ports that a tile on the table has, open or not."""
    if LOW[tile] != HIGH[tile]:
        return PORTS[:2]
    return PORTS[2:] if match.layout.spinners >> tile & 1 else PORTS[2:4]


def _port_taken(action: Action, match: Match) -> str:
    port = f" at {action.port}" if action.port else ""
    tile, number = tile_number(action.on or ""), _port_number(action.port)
    if any(on == tile and number in (codes.NONE, at) for on, at, _ in open_ports(match)):
        port += " by another tile of this move"  # none of them lies there: the move was refused
    return f"{_on(action)} is taken{port}; open: {_open_ends(match)}"


def _port_closed(action: Action, match: Match) -> str:
    if match.layout.closed >> tile_number(action.on or "") & 1:
        return f"{_on(action)} was closed; open: {_open_ends(match)}"
    return (
        f"{action.port} of {_on(action)} is not open yet: a branch opens once both long sides"
        f" are taken; open: {_open_ends(match)}"
    )


def _ambiguous(action: Action, match: Match) -> str:
    named = [f"{on} {port}" for on, port in choices(match, action)]
    return f"{_tile(action)} fits in several places, say which: {', '.join(named)}"


def _not_your_turn(action: Action, match: Match) -> str:
    stage = {"bid": codes.BIDDING, "trump": codes.TRUMP}.get(action.kind, codes.PLAYING)
    if action.kind in ("bid", "trump", "play") and match.stage != stage:
        return f"not now: {player(match.turn)} is to {_STAGES[match.stage]}"
    return f"it is the turn of {player(match.turn)}, not of {player(action.seat)}"


def _must_play(action: Action, match: Match) -> str:
    if not match.layout.count:
        return "nothing lies on the table yet: a tile must be played"
    if match.known:
        return f"{player(match.turn)} holds a tile that fits; open: {_open_ends(match)}"
    return f"{tile_name(match.drawn)}, just drawn, fits and must be played"


def _must_play_drawn(action: Action, match: Match) -> str:
    return f"{tile_name(match.drawn)}, just drawn, must be played, not {_tile(action)}"


def _must_draw(action: Action, match: Match) -> str:
    return "passing is allowed only when no more tiles may be drawn; draw one"


def _nothing_left(action: Action, match: Match) -> str:
    return "no tile may be drawn now: pass"


def _not_in_hand(action: Action, match: Match) -> str:
    return f"{player(match.turn)} does not hold {_tile(action)}"


def _wrong_opening(action: Action, match: Match) -> str:
    openers = match.openers
    if match.known:
        openers &= match.hands[match.turn]
    names = " or ".join(TILES[tile] for tile in tiles_in(openers))
    return f"{_tile(action)} may not open this round; wanted: {names}"


def _bad_deal(action: Action, match: Match) -> str:
    if action.tile is None:
        return "the order of the boneyard is not known: name the tile that was drawn"
    if not match.known:
        return f"{_tile(action)} was drawn before"
    return f"{_tile(action)} is not the next tile of the boneyard"


def _bad_bid(action: Action, match: Match) -> str:
    if action.kind != "bid":
        return "the action cannot be understood"
    least = max(match.rules[games.MIN_BID], match.high_bid + 1)
    numbers = f'a whole number from {least} to 42, or "pass"' if least <= 42 else '"pass"'
    return f"bid is {action.number}; wanted: {numbers}"


def _must_follow(action: Action, match: Match) -> str:
    led = match.trick[match.trick_leader]
    held = match.hands[match.turn] & match.tricks.followers(led, match.trump)
    names = " or ".join(TILES[tile] for tile in tiles_in(held))
    return f"{_tile(action)} does not follow {tile_name(led)}; wanted: {names}"


def _not_in_this_game(action: Action, match: Match) -> str:
    rules = match.rules
    if match.way == games.PLAY_TRICKS and action.kind == "pass":
        return 'nobody passes a trick; a pass in the bidding is {"bid": "pass"}'
    if match.way == games.PLAY_SHOW:
        return f"{action.kind} is not part of this game; give show, undo or correct"
    if action.close and not rules[games.CLOSING]:
        return "no double is closed in this game"
    if action.close and not action.many:
        return f"only a double can be closed, and {_tile(action)} is none"
    if action.many and not rules[games.SEVERAL]:
        return "this game lays one tile in a move; give it as play"
    if action.kind == "redeal" and (rules[games.REDEAL_DOUBLES] or rules[games.REDEAL_SAME]):
        return "a redeal is said before the first tile, by players whose hands are not known"
    if action.many:
        return f"plays lays doubles together, {rules[games.MOST_DOUBLES]} at most in this game"
    return f"{action.kind} is not part of this game"


def _says(text: str) -> Sentence:
    return lambda action, match: text


_SENTENCES: dict[int, Sentence] = {
    codes.BAD_RECORD: _bad_bid,
    codes.UNKNOWN_TILE: _unknown_tile,
    codes.TILE_ON_TABLE: lambda action, match: f"{_tile(action)} is already on the table",
    codes.TILE_NOT_IN_HAND: _not_in_hand,
    codes.BAD_DEAL: _bad_deal,
    codes.WRONG_OPENING: _wrong_opening,
    codes.NOT_YOUR_TURN: _not_your_turn,
    codes.NO_MATCH: _no_match,
    codes.PORT_TAKEN: _port_taken,
    codes.PORT_CLOSED: _port_closed,
    codes.NO_SUCH_PORT: _no_such_port,
    codes.AMBIGUOUS_PORT: _ambiguous,
    codes.MUST_FOLLOW: _must_follow,
    codes.MUST_PLAY: _must_play,
    codes.MUST_PLAY_DRAWN: _must_play_drawn,
    codes.MUST_DRAW: _must_draw,
    codes.BONEYARD_EMPTY: _nothing_left,
    codes.ROUND_OVER: _says("the round is over; only undo can follow"),
    codes.MATCH_OVER: _says("the match is over; only undo can follow"),
    codes.NOTHING_TO_UNDO: _says("no action of this round is left to take back"),
    codes.NOT_IN_THIS_GAME: _not_in_this_game,
}
