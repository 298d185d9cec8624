"""The shape of a match record: types, ranges and missing fields, before any rule is asked.

Everything here ends in a value of known type or in Refused with `bad_record`, of the whole record
or of a round (actions: action_shapes). JSON's true and false are never taken for numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from domino.rules import codes
from host_tools.records.notation import quote, tile_number

KNOWN_RECORD = ("id", "game", "players", "teams", "options", "rounds", "abandoned", "notes")
KNOWN_ROUND = ("starter", "hands", "boneyard", "actions", "remaining", "show", "corrections")


class Refused(Exception):
    """What the rules or the format do not allow: a code of the core, and a line for people."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True)
class Record:
    """A record whose own fields have the right types; its rounds are looked at one by one."""

    game: str
    players: int
    teams: bool | None
    options: dict[str, object]
    rounds: list[object]


@dataclass(frozen=True)
class Round:
    """A round with lists where lists belong; None where a field was left out.

    `hands` and `remaining` hold a list of tile texts for each seat; a hand may be None where the
    record has null, which is a hand left out. `show` likewise, the hands that are shown.
    `corrections`: what the keeper set by hand after the round had ended the match.
    """

    starter: int
    hands: list[list[str] | None] | None
    boneyard: list[str] | None
    actions: list[object]
    remaining: list[list[str]] | None
    show: list[list[str]] | None = None
    corrections: list[object] = field(default_factory=list)


def bad(field_name: str, value: object, wanted: str) -> Refused:
    """A field of the wrong type or out of its range."""
    return Refused(codes.BAD_RECORD, f"{field_name} is {quote(value)}; wanted: {wanted}")


def is_whole(value: object) -> bool:
    """Whether a JSON value is a whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_scenario(value: dict) -> bool:
    """Whether a board scenario was given for a record."""
    return "steps" in value and "rounds" not in value


def record(value: dict) -> Record:
    """The fields of a record; raises Refused."""
    if is_scenario(value):
        hint = "this is a board scenario, which domino-table simulate runs"
        raise Refused(codes.BAD_RECORD, f"rounds is missing: {hint}; wanted: a list of rounds")
    if "id" in value:
        _text(value, "id", "a text in quotes")
    game = _text(value, "game", "the id of a game, such as horse-race")
    players = need(value, "players", "how many play, a whole number such as 2")
    if not is_whole(players):
        raise bad("players", players, "how many play, a whole number such as 2")
    teams = value.get("teams")
    if "teams" in value and not isinstance(teams, bool):
        raise bad("teams", teams, "true or false, or leave it out")
    options = value.get("options", {})
    if not isinstance(options, dict):
        raise bad("options", options, 'an object such as {"target": 61}')
    rounds = need(value, "rounds", "a list of rounds")
    if not isinstance(rounds, list):
        raise bad("rounds", rounds, "a list of rounds")
    return Record(game, players, teams, options, rounds)


def round_of(value: object, players: int) -> Round:
    """The fields of one round; raises Refused."""
    if not isinstance(value, dict):
        raise bad("the round", value, 'an object such as {"starter": 0, "actions": []}')
    starter = value.get("starter")
    if starter is None:
        starter = codes.NONE
    elif not is_whole(starter) or not 0 <= starter < players:
        raise bad("starter", starter, f"a seat from 0 to {players - 1}, or null")
    show = hands_of(value, "show", gaps=False)
    if show is None:
        actions = need(value, "actions", "a list of actions")
    else:
        actions = value.get("actions", [])
        for name in ("hands", "boneyard", "remaining"):
            if name in value:
                raise bad(name, value[name], "nothing beside show, which says every hand")
    if not isinstance(actions, list):
        raise bad("actions", actions, "a list of actions")
    corrections = value.get("corrections", [])
    if not isinstance(corrections, list):
        raise bad("corrections", corrections, "a list of actions `correct`")
    return Round(
        starter,
        hands_of(value, "hands", gaps=True),
        tile_texts(value["boneyard"], "boneyard") if "boneyard" in value else None,
        actions,
        hands_of(value, "remaining", gaps=False),
        show,
        corrections,
    )


def unknown_fields(value: object, known: tuple[str, ...]) -> list[str]:
    """Names of fields that nothing here reads: most likely a slip of the pen."""
    return [name for name in value if name not in known] if isinstance(value, dict) else []


def need(value: dict, name: str, wanted: str) -> object:
    if name not in value:
        raise Refused(codes.BAD_RECORD, f"{name} is missing; wanted: {wanted}")
    return value[name]


def _text(value: dict, name: str, wanted: str) -> str:
    text = need(value, name, wanted)
    if not isinstance(text, str):
        raise bad(name, text, wanted)
    return text


def tile_texts(value: object, name: str) -> list[str]:
    if not isinstance(value, list):
        raise bad(name, value, 'a list of tiles such as ["0-5"]')
    for tile in value:
        if not isinstance(tile, str):
            raise bad(f"a tile of {name}", tile, 'a text such as "0-5"')
    return value


def hands_of(value: dict, name: str, gaps: bool) -> list[list[str] | None] | None:
    """A list of tiles for each seat; with `gaps`, null stands for a hand that is not given."""
    if name not in value:
        return None
    hands = value[name]
    if not isinstance(hands, list):
        raise bad(name, hands, "a list with a list of tiles for each seat")
    return [
        None if gaps and hand is None else tile_texts(hand, f"{name} of a seat") for hand in hands
    ]


def tile_numbers(texts: list[str], where: str) -> list[int]:
    """The numbers of a list of tiles; raises Refused with `unknown_tile`."""
    numbers = []
    for text in texts:
        number = tile_number(text)
        if number == codes.NONE:
            raise Refused(codes.UNKNOWN_TILE, f"{where} has {unknown_tile(text)}")
        numbers.append(number)
    return numbers


def unknown_tile(text: str) -> str:
    """A text that names no tile, and what would."""
    return f'no tile {quote(text)} in the set; tiles are 0-0 to 6-6, such as "0-5"'
