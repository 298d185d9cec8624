"""What an action tells of the hands, and how `replay --explain` shows it."""

import json

import pytest

from domino.rules import codes
from host_tools.cli import main
from host_tools.records.explain import line
from host_tools.records.notation import tiles_in
from host_tools.records.possible import possible_hands
from host_tools.records.replay import replay
from tests.rules import core


def told(match, seat):
    """(tiles that a seat cannot hold, tiles that it holds, contradicts) by name."""
    hand = possible_hands(match)[seat]
    unseen = ~match.layout.on_table & (1 << 28) - 1
    cannot = [core.name_of(tile) for tile in tiles_in(unseen & ~hand.possible)]
    return cannot, [core.name_of(tile) for tile in tiles_in(hand.certain)], hand.contradicts


def without(*values):
    """The tiles with one of these values, by number, but for 1-2, which lies."""
    names = (core.name_of(tile) for tile in range(28))
    return [name for name in names if set(name) & set(values) and name != "1-2"]


# Seat 1 has no 1, 2 or 3, but for one tile that its second draw may have brought, and no 3 or 1.
DRAWN_TWICE = ["1-2", "draw", "pass", "2-3 on 1-2", "draw", "pass", "3-5"]
# game, options, actions; what is told of a seat after them: what it cannot hold, what it holds
TOLD = {
    "a play says nothing": ("draw", {}, ["1-2"], 0, [], []),
    "a pass": ("block", {}, ["1-2", "pass"], 1, without("1", "2"), []),
    "a pass says nothing of others": ("block", {}, ["1-2", "pass"], 0, [], []),
    "a draw that may have been anything": ("draw", {}, ["1-2", "draw"], 1, [], []),
    "a drawn tile laid at once": (
        *("draw", {}, ["1-2", "draw", "1-1"], 1),
        [name for name in without("1", "2") if name != "1-1"],
        [],
    ),
    "of two draws in a turn the first did not fit": (
        *("draw", {}, ["1-2", "draw", "draw", "1-1"], 1),
        [name for name in without("1", "2") if name != "1-1"],
        [],
    ),
    "what was drawn and did not fit": (
        *("draw", {"draw": "one"}, ["1-2", "draw", "pass"], 1),
        *(without("1", "2"), []),
    ),
    "what others drew before is theirs": (
        *("draw", {}, ["1-2", "draw 1-5"], 0),
        *(["1-5"], []),
    ),
    "a draw that was named": ("draw", {}, ["1-2", "draw 3-4"], 1, without("1", "2"), ["3-4"]),
    "what was laid later can only have been drawn": (
        *("draw", {"draw": "one"}, [*DRAWN_TWICE, "2-5 on 3-5"], 1),
        *([name for name in without("1", "2", "3") if name not in ("2-3", "3-5", "2-5")], []),
    ),
    "a closed double": (
        *("donkey", {}, ["1-2", "2-2!", "pass"], 0),
        *([name for name in without("1") if name != "2-2"], []),
    ),
    "what was taken back was never said": ("block", {}, ["1-2", "pass", "undo"], 1, [], []),
    "a score set by hand": (
        *("draw", {}, ["1-2", "draw", {"correct": {"side": 0, "score": 5}}, "1-1"], 1),
        [name for name in without("1", "2") if name != "1-1"],
        [],
    ),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_an_action_tells(name):
    game, options, actions, seat, cannot, holds = TOLD[name]
    options = {"draw": "none", **options} if "pass" in actions and not options else options
    match = core.new_match(game, 2, **options)
    assert match.open_round(0) == codes.OK
    core.do(match, *actions)
    assert told(match, seat) == (cannot, holds, False)


@pytest.mark.parametrize("deal, holds", [(14, without("1", "2")), (13, [])])
def test_what_nobody_else_can_hold_is_held(deal, holds):
    """Seat 1 passes on 1-2: the twelve other ones and twos are with seat 0, or in the boneyard."""
    match = core.new_match("block", 2, deal=deal)
    match.open_round(0)
    core.do(match, "1-2", "pass")
    assert told(match, 0) == ([], holds, False)


def contradicting(*actions, game="block", **options):
    match = core.new_match(game, 2, **options)
    assert match.open_round(0) == codes.OK
    core.do(match, *actions)
    return [(*told(match, seat)[:2], told(match, seat)[2]) for seat in (0, 1)]


def test_what_was_said_wrongly_is_not_believed():
    cannot_0, cannot_1 = contradicting("1-2", "pass", "2-3", "1-1")
    assert cannot_0 == ([], [], False)
    assert cannot_1 == ([], [], True)  # it said that it had no 1


def test_what_is_said_after_that_counts_again():
    _, (cannot, _, contradicts) = contradicting("1-2", "pass", "2-3", "1-1", "1-4", "pass")
    assert contradicts and "3-5" in cannot and "1-5" not in cannot


def test_a_tile_that_a_draw_named_and_another_seat_laid():
    first, second = contradicting("1-2", "draw 3-4", "draw", "2-3", "3-4", game="draw")
    assert first[2] is False and second == ([], [], True)


def test_two_who_cannot_both_be_right():
    """Nothing is in the boneyard, and neither has a 1 or a 2."""
    first, second = contradicting("1-2", "pass", "pass", deal=14)
    assert first == second == ([], [], True)


# -- as a replay shows it ----------------------------------------------------------------------
KNOWN = {
    "id": "shown",
    "game": "draw",
    "players": 2,
    "options": {"deal": 2},
    "rounds": [
        {
            "starter": 0,
            "hands": [["1-2", "2-5"], ["3-4", "6-6"]],
            "boneyard": ["0-0", "1-1"]
            + [
                name
                for name in map(core.name_of, range(28))
                if name not in ("1-2", "2-5", "3-4", "6-6", "0-0", "1-1")
            ],
            "actions": [
                {"play": "1-2"},
                {"play": "9-9"},
                {"draw": "0-0"},
                {"draw": "1-1"},
                {"play": "1-1"},
                {"undo": True},
            ],
        }
    ],
}
NO_HANDS = {
    **KNOWN,
    "rounds": [{"starter": 0, "actions": KNOWN["rounds"][0]["actions"], "remaining": [[], []]}],
}


def explained(record):
    actions = replay(record, explains=True).result["rounds"][0]["actions"]
    return [done.get("explain") for done in actions]


def test_known_hands_are_explained_as_if_nobody_saw_them():
    first, refused, _, second_draw, played, undone = explained(KNOWN)
    assert refused is None and undone == second_draw
    assert [hand["cannot"] for hand in first] == [[], []]
    assert second_draw[1] == {
        "seat": 1,
        "count": 4,
        "cannot": [],
        "possible": sorted(set(map(core.name_of, range(28))) - {"1-2"}),
        "certain": [],
        "limits": [{"most": 1, "tiles": sorted(without("1", "2"))}],
    }
    assert played[1]["count"] == 3
    assert played[1]["cannot"] == sorted(set(without("1", "2")) - {"1-1"})


def test_a_draw_that_names_its_tile_is_heard_where_hands_are_unknown():
    _, _, one_draw, two_draws, _, _ = explained(NO_HANDS)
    assert one_draw[1]["certain"] == ["0-0"] and two_draws[1]["certain"] == ["0-0", "1-1"]
    assert "0-0" not in one_draw[0]["possible"] and "0-0" in one_draw[0]["cannot"]


def test_explaining_changes_nothing_else():
    plain = replay(KNOWN).result
    shown = replay(KNOWN, explains=True).result
    for done in shown["rounds"][0]["actions"]:
        done.pop("explain", None)
    assert shown == plain and "explain" not in json.dumps(plain)


LINES = {
    "player 1, 2 tiles: can hold anything": {"count": 2, "possible": ["0-0", "0-1", "1-1"]},
    "player 1, 1 tile: no 0s 2-3; can hold 1-1 2-2": {
        "count": 1,
        "cannot": ["0-0", "0-1", "0-2", "2-3"],
        "possible": ["1-1", "2-2"],
    },
    "player 1, 3 tiles: at most 1 of 5s; can hold anything; holds 6-6": {
        "count": 3,
        "possible": ["0-5", "1-1", "5-5", "6-6"],
        "certain": ["6-6"],
        "limits": [{"most": 1, "tiles": ["0-5", "5-5"]}],
    },
    "player 1, 1 tile: holds 6-6": {
        "count": 1,
        "cannot": ["0-0"],
        "possible": ["6-6"],
        "certain": ["6-6"],
    },
    "player 1, 0 tiles": {"count": 0, "cannot": ["0-0"]},
    "player 1, 1 tile: can hold anything; what it said is not all true": {
        "count": 1,
        "possible": ["0-0"],
        "contradicts": True,
    },
}


@pytest.mark.parametrize("expected", LINES)
def test_a_hand_on_one_line(expected):
    hand = {"seat": 0, "cannot": [], "possible": [], "certain": [], "limits": []}
    assert line(hand | LINES[expected]) == expected


def test_the_command_prints_a_line_for_each_seat(tmp_path, capsys):
    file = tmp_path / "match.json"
    file.write_text(json.dumps(KNOWN), encoding="utf-8")
    assert main(["replay", "--explain", str(file)]) == 2  # 9-9 was refused
    lines = capsys.readouterr().out.splitlines()
    at = next(place for place, text in enumerate(lines) if "draws 1-1" in text)
    assert lines[at + 1].strip() == "player 1, 1 tile: can hold anything"
    assert lines[at + 2].strip() == "player 2, 4 tiles: at most 1 of 1s 2s; can hold anything"


def test_the_command_adds_a_field_to_each_action_in_json(tmp_path, capsys):
    file = tmp_path / "match.json"
    file.write_text(json.dumps(KNOWN), encoding="utf-8")
    main(["replay", "--json", "--explain", str(file)])
    (result,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert result == replay(KNOWN, explains=True).result
