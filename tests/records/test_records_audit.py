"""Which passes and draws the tiles left contradict: only what is certain."""

import pytest

from domino.rules import codes
from host_tools.records.audit import Step, audit
from host_tools.records.notation import mask_of, tile_number


def tiles(text):
    return mask_of([tile_number(tile) for tile in text.split()])


def steps(*lines):
    """`seat kind tile | tiles that fitted`, a dot for a tile not known."""
    made = []
    for number, line in enumerate(lines):
        said, _, fits = line.partition("|")
        seat, kind, tile = said.split()
        known = codes.NONE if tile == "." else tile_number(tile)
        made.append(Step(number, int(seat), kind, tiles(fits), known))
    return made


# Steps, the hands left of seats 0 and 1, and the (action, seat, held) found.
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
        ["1 draw . |", "1 pass . | 0-2"],
        "",
        "0-2",
        [(1, 1, "0-2")],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_certain_contradictions(name):
    lines, left_0, left_1, found = CASES[name]
    expected = [{"action": at, "seat": seat, "held": held} for at, seat, held in found]
    assert audit(steps(*lines), [tiles(left_0), tiles(left_1)]) == expected


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
