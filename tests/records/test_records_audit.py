"""Which passes and draws the tiles left contradict: only what is certain."""

from array import array

import pytest

from domino.rules import codes, games
from domino.rules.match import Match
from domino.rules.tiles import HIGH, LOW
from host_tools.records.audit import audit
from host_tools.records.notation import mask_of, tile_number, tiles_in
from tests.rules import core


def tiles(text):
    return mask_of([tile_number(tile) for tile in text.split()])


KINDS = {"play": codes.PLAY, "draw": codes.DRAW, "pass": codes.PASS, "correct": codes.CORRECT}


def settled(lines, hands):
    """A match whose log holds the actions, and these hands left.

    An action is `seat kind tile | tiles that fitted`, a dot for a tile not known.
    """
    match = Match()
    for line in lines:
        said, _, fits = line.partition("|")
        seat, kind, tile = said.split()
        known = codes.NONE if tile == "." else tile_number(tile)
        open_values = 0
        for fitting in tiles_in(tiles(fits)):
            open_values |= 1 << LOW[fitting] | 1 << HIGH[fitting]
        match.log.push(KINDS[kind], int(seat), known, open_values)
    match.hands[:2] = [tiles(hand) for hand in hands]
    return match


# Actions, the hands left of seats 0 and 1, and the (action, seat, held) found.
CASES = {
    "a pass with a fitting tile": (["0 play 0-1", "1 pass . | 0-2"], "", "0-2", [(1, 1, "0-2")]),
    "nothing left fitted": (["0 play 0-1", "1 pass . | 0-2"], "", "3-4", []),
    "another seat's pass": (["0 play 0-1", "1 pass . | 0-2"], "0-2", "", []),
    "one entry an action": (["1 pass . | 0-2 0-3"], "", "0-3 0-2", [(0, 1, "0-2")]),
    "the draw itself may have been it": (["1 draw . | 0-2"], "", "0-2", []),
    "a named draw was another": (["1 draw 3-4 | 0-2"], "", "0-2 3-4", [(0, 1, "0-2")]),
    "a named draw was it": (["1 draw 0-2 | 0-2"], "", "0-2", []),
    "a tile played at once was the drawn one": (
        ["1 draw . | 0-2 0-3", "1 play 0-3"],
        "",
        "0-2",
        [(0, 1, "0-2")],
    ),
    "a score set between draw and play": (
        ["1 draw . | 0-2 0-3", "0 correct .", "1 play 0-3"],
        "",
        "0-2",
        [(0, 1, "0-2")],
    ),
    "of two draws the first is not known": (
        ["1 draw . | 0-2", "1 draw . | 0-2", "1 play 0-3"],
        "",
        "0-2",
        [(1, 1, "0-2")],
    ),
    "a later draw may have been it": (["1 pass . | 0-2", "1 draw . | 3-4"], "", "0-2", []),
    "one later draw excuses one tile": (
        ["1 pass . | 0-2 0-3", "1 draw . | 3-4"],
        "",
        "0-2 0-3",
        [(0, 1, "0-2")],
    ),
    "another seat's draw excuses nobody": (
        ["1 pass . | 0-2", "0 draw ."],
        "",
        "0-2",
        [(0, 1, "0-2")],
    ),
    "an earlier draw excuses nobody": (
        ["1 draw . | 3-4", "1 pass . | 0-2"],
        "",
        "0-2",
        [(1, 1, "0-2")],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_certain_contradictions(name):
    lines, left_0, left_1, found = CASES[name]
    expected = [{"action": at, "seat": seat, "held": held} for at, seat, held in found]
    assert audit(settled(lines, (left_0, left_1)), range(len(lines))) == expected


def blocked(*extra):
    """Four players hold the whole set; all pass on 0-1, though seat 1 holds 0-2."""
    passes = [{"pass": True}, *extra] + [{"pass": True}] * 3
    names = [f"{low}-{high}" for high in range(7) for low in range(high + 1)]
    rest = [name for name in names if "0" not in name and "1" not in name]
    ends = [name for name in names if name not in rest and name not in ("0-1", "0-2")]
    hands = [ends[:6], ["0-2", *rest[:6]], rest[6:13], [*rest[13:], *ends[6:]]]
    round_ = {"starter": 0, "actions": [{"play": "0-1"}, *passes], "remaining": hands}
    rounds = [round_]
    return {"game": "all-fives", "players": 4, "options": {"deal": 7}, "rounds": rounds}


def test_a_settled_round_has_its_audit(play):
    found = play(blocked())["rounds"][0]["result"]["audit"]
    assert {"action": 1, "seat": 1, "held": "0-2"} in found
    assert [entry["action"] for entry in found] == [1, 3, 4]


def test_actions_are_numbered_as_in_the_record(play):
    """Refused and undone actions keep their numbers, and are not looked at themselves."""
    record = blocked({"play": "9-9"}, {"undo": True}, {"pass": True})
    found = play(record)["rounds"][0]["result"]["audit"]
    assert [entry["action"] for entry in found] == [4, 6, 7]


def held_back(game):
    """A round in which seat 1 says on 1-2 that nothing fits, though it holds 2-4."""
    params = array("h", bytes(2 * games.SIZE))
    games.load(game, params)
    players = params[games.PLAYERS_MIN]
    said = [{"draw": True}, {"play": "2-3", "on": "1-2"}]
    if params[games.DRAW_POLICY] == games.DRAW_NONE:
        said = [{"pass": True}]
    more = [{"play": "3-4", "on": "2-3"}, {"play": "4-5", "on": "3-4"}] if players == 4 else []
    actions = [{"play": "1-2"}, *said, *more, {"play": "1-6", "on": "1-2"}]
    remaining = [[], ["2-4", "0-5"], ["0-0"], ["6-6"]][:players]
    round_ = {"starter": 0, "actions": actions, "remaining": remaining}
    return {"game": game, "players": players, "options": {"deal": 2}, "rounds": [round_]}


@pytest.mark.parametrize("game", dict.fromkeys(table[0] for table in core.tables()))
def test_every_layout_game_is_audited(play, game):
    result = play(held_back(game))["rounds"][0]["result"]
    assert result["kind"] == "out"
    assert result["audit"] == [{"action": 1, "seat": 1, "held": "2-4"}]


@pytest.mark.parametrize("close, audit", [(["2-2"], []), ([], [(2, "2-4")])])
def test_what_fits_only_a_closed_double_was_not_held_back(play, close, audit):
    actions = [{"play": "1-2"}, {"play": "2-2", "close": close}]
    actions += [{"draw": True}, {"play": "1-3"}, {"draw": True}, {"play": "3-5"}]
    actions += [{"draw": True}, {"play": "5-6"}, {"play": "6-6"}]
    round_ = {"starter": 0, "actions": actions, "remaining": [["2-4"], []]}
    record = {"game": "donkey", "players": 2, "options": {"deal": 2}, "rounds": [round_]}
    result = play(record)["rounds"][0]["result"]
    assert result["kind"] == "out"
    found = [(entry["action"], entry["held"]) for entry in result["audit"]]
    assert found[:1] == audit
