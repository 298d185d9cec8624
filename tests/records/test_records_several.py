"""Records with several doubles in one move, and doubles that are closed."""

import pytest

PLAYS = {"multi_double": True}


@pytest.fixture
def telephone(one_round):
    """Plays a round of telephone where several doubles may be placed in one move."""
    return lambda *actions, **fields: one_round(
        *actions, game="telephone", options=fields.pop("options", PLAYS), **fields
    )


def test_a_move_of_several_doubles(telephone):
    both = {"plays": [{"play": "1-1"}, {"play": "4-4", "on": "4-1", "port": "high"}]}
    done = telephone({"play": "1-4"}, both)["actions"][1]
    assert done["plays"] == [
        {"play": "1-1", "on": "1-4", "port": "low"},
        {"play": "4-4", "on": "1-4", "port": "high"},
    ]
    assert (done["ok"], done["total"], done["raw"], done["points"]) == (True, 10, 10, 2)
    assert (done["seat"], done["next"], done["scores"]) == (1, 0, [1, 2])
    assert "play" not in done and "close" not in done


def test_it_is_taken_back_as_one(telephone):
    both = {"plays": [{"play": "1-1"}, {"play": "4-4"}]}
    first, _, undone = telephone({"play": "1-4"}, both, {"undo": True})["actions"]
    assert {name: undone[name] for name in ("total", "ports", "scores", "next")} == {
        name: first[name] for name in ("total", "ports", "scores", "next")
    }


def test_a_closed_double_is_repeated_and_takes_nothing_more(one_round):
    closing = {"play": "4-4", "close": ["4-4"]}
    played = one_round({"play": "1-1"}, {"play": "1-4", "on": "1-1", "port": "line_a"}, closing)
    refused = played["actions"][2]
    assert refused["error"] == "not_in_this_game"
    assert refused["message"] == "no double is closed in this game"


# Options, what was placed, the move refused, its error and its words.
REFUSED = [
    ({}, [{"play": "1-1"}, {"play": "4-4"}], "not_in_this_game", "this game lays one tile"),
    (PLAYS, [{"play": "1-1"}, {"play": "4-6"}], "not_in_this_game", "plays lays doubles together"),
    (PLAYS, [{"play": "1-6"}], "not_in_this_game", "plays lays doubles together, 4 at most"),
    (PLAYS, [{"play": "1-1"}, {"play": "6-6"}], "no_match", "6-6 fits no open end"),
    (PLAYS, [{"play": "1-1"}, {"play": "9-9"}], "unknown_tile", 'there is no tile "9-9"'),
    (
        PLAYS,
        [{"play": "1-1"}, {"play": "4-4", "port": "side"}],
        "no_such_port",
        'there is no port "side"',
    ),
    (
        PLAYS,
        [{"play": "1-1"}, {"play": "4-4", "on": "1-4", "port": "low"}],
        "port_taken",
        "1-4 is taken at low by another tile of this move",
    ),
    (PLAYS, [{"play": "1-1"}, {"play": "1-1"}], "tile_on_table", "1-1 is already on the table"),
    (PLAYS, [], "bad_record", "plays is []"),
    (PLAYS, [3], "bad_record", "an entry of plays is 3"),
]


@pytest.mark.parametrize("options, plays, error, message", REFUSED)
def test_a_refused_move_changes_nothing(telephone, options, plays, error, message):
    again = {"play": "1-1"}
    _, refused, placed = telephone({"play": "1-4"}, {"plays": plays}, again, options=options)[
        "actions"
    ]
    assert (refused["ok"], refused["error"]) == (False, error)
    assert refused["message"].startswith(message)
    assert placed["ok"] and placed["total"] == 6


@pytest.mark.parametrize(
    "close, error",
    [
        ("1-1", "bad_record"),
        (["6-6"], "bad_record"),
        ([7], "bad_record"),
        (["1-1"], "not_in_this_game"),
        ([], None),
    ],
)
def test_what_may_be_closed(telephone, close, error):
    done = telephone({"play": "1-4"}, {"play": "1-1", "close": close})["actions"][1]
    assert done.get("error") == error
