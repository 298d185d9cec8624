"""Records of poker: rounds in which all hands are shown."""

import json

import pytest

from host_tools import cli
from host_tools.records.replay import replay

SIXES = ["6-1", "6-3", "6-4", "6-5", "6-6"]  # a straight four
STRAIGHT = ["3-1", "3-2", "3-3", "3-4", "3-5"]
HOUSE = ["6-6", "3-3", "2-2", "2-4", "2-1"]
FOURS = ["4-6", "4-5", "4-4", "4-3", "5-1"]
SHOWN = {"show": [SIXES, STRAIGHT]}


@pytest.fixture
def poker(play):
    """Plays rounds of poker and gives the whole result."""
    return lambda *rounds, **fields: play(
        {"game": "poker", "players": 2, "rounds": list(rounds), **fields}
    )


def test_a_round_is_shown(poker):
    result = poker(SHOWN)
    assert result["scores"] == [0, 1]
    assert result["match"] == {"over": False, "winners": [], "losers": []}
    assert result["rounds"] == [
        {
            "starter": None,
            "actions": [],
            "result": {
                "kind": "show",
                "winners": [1],
                "remaining": [49, 30],
                "awards": [0, 1],
                "scores": [0, 1],
                "next_starter": None,
                "ranks": ["straight_four", "straight_five"],
            },
        }
    ]


def test_round_after_round(poker):
    other = {"show": [HOUSE, FOURS], "starter": 1}
    result = poker(SHOWN, other, SHOWN)
    assert [round_["result"]["scores"] for round_ in result["rounds"]] == [[0, 1], [1, 1], [1, 2]]
    assert result["rounds"][1]["starter"] is None


def test_a_round_may_be_taken_back_and_shown_again(poker):
    again = {"show": [STRAIGHT, SIXES]}
    actions = [{"undo": True}, {"undo": True}, {"correct": {"side": 0, "score": 7}}, again]
    round_ = poker({**SHOWN, "actions": [*actions, {"undo": True}, SHOWN]})["rounds"][0]
    done = round_["actions"]
    assert [action.get("error") for action in done] == [None, "nothing_to_undo", *[None] * 4]
    assert done[0]["scores"] == [0, 0] and not done[0]["round_over"]
    assert [done[0][name] for name in ("seat", "next")] == [None, None]
    assert done[3]["show"] == [printed(STRAIGHT), printed(SIXES)]
    assert (done[3]["round_over"], done[3]["scores"], done[3]["seat"]) == (True, [7, 0], None)
    assert round_["result"]["scores"] == [7, 1]


def printed(hand):
    return ["-".join(sorted(tile.split("-"))) for tile in hand]


def test_a_round_that_is_only_opened(poker):
    result = poker({"actions": [{"correct": {"side": 1, "score": 2}}]}, SHOWN)
    assert result["rounds"][0]["result"]["kind"] is None
    assert result["rounds"][0]["starter"] is None
    assert result["scores"] == [0, 3]
    shown = poker({"actions": [SHOWN]})["rounds"][0]
    assert shown["result"] == poker(SHOWN)["rounds"][0]["result"]


def test_nothing_is_to_be_explained_of_hands_that_are_shown():
    record = {"game": "poker", "players": 2, "rounds": [{"actions": [SHOWN, {"undo": True}]}]}
    done = replay(record, explains=True).result["rounds"][0]["actions"]
    assert [action["explain"] for action in done] == [[], []]


# Rounds that are refused, the error and words of its line.
REFUSED = [
    ({"show": 5}, "bad_record", "show is 5"),
    ({"show": [SIXES, "3-1"]}, "bad_record", 'show of a seat is "3-1"'),
    ({"show": [SIXES, [3]]}, "bad_record", "a tile of show of a seat is 3"),
    ({**SHOWN, "hands": [SIXES, STRAIGHT]}, "bad_record", "hands is a list; wanted: nothing"),
    ({**SHOWN, "remaining": []}, "bad_record", "remaining is []; wanted: nothing beside show"),
    ({**SHOWN, "actions": {}}, "bad_record", "actions is {}"),
    ({**SHOWN, "starter": 2}, "bad_record", "starter is 2"),
    ({}, "bad_record", "actions is missing"),
    ({"hands": [SIXES, STRAIGHT], "actions": []}, "not_in_this_game", "give them as show"),
    ({"show": [SIXES, ["3-1", "9-9"]]}, "unknown_tile", 'no tile "9-9" in the set'),
    ({"show": [SIXES, ["9-9", "6-1", "6-1"]]}, "unknown_tile", 'player 2 has no tile "9-9"'),
    ({"show": [SIXES, SIXES]}, "duplicate_tile", "1-6 is shown twice"),
    ({"show": [SIXES, [*STRAIGHT[:4], "1-3"]]}, "duplicate_tile", "1-3 is shown twice"),
    ({"show": [SIXES, STRAIGHT[:4]]}, "bad_deal", "player 2 shows 4 tiles; wanted: 2 hands of 5"),
    ({"show": [SIXES]}, "bad_deal", "1 hand is shown; wanted: 2 hands of 5 tiles"),
    ({"show": [SIXES, STRAIGHT, []]}, "bad_deal", "3 hands are shown"),
    ({"show": []}, "bad_deal", "0 hands are shown"),
    ({"show": [SIXES, [*STRAIGHT[:4], "1-1"]]}, "bad_deal", "1-1 is not in the set of this game"),
    ({"show": [SIXES, [*STRAIGHT[:4], "0-0"]]}, "bad_deal", "0-0 is not in the set of this game"),
]


@pytest.mark.parametrize("round_, error, words", REFUSED)
def test_a_round_is_refused_and_the_next_one_played(poker, round_, error, words):
    result = poker(round_, SHOWN)
    refused, played = result["rounds"]
    assert words in refused.pop("message")
    assert refused == {
        "starter": None,
        "ok": False,
        "error": error,
        "actions": [],
        "result": None,
    }
    assert played["result"]["scores"] == result["scores"] == [0, 1]


ACTIONS = [
    ([], {"play": "5-5"}, "not_in_this_game"),
    ([], {"draw": True}, "not_in_this_game"),
    ([], {"pass": True}, "not_in_this_game"),
    ([], {"bid": 31}, "not_in_this_game"),
    ([], {"trump": 1}, "not_in_this_game"),
    ([], {"redeal": True}, "not_in_this_game"),
    ([], {"timeout": 1}, "not_in_this_game"),
    ([], {"show": [["6-7"]]}, "unknown_tile"),
    ([], {"show": [SIXES, SIXES]}, "duplicate_tile"),
    ([], {"show": [SIXES]}, "bad_deal"),
    ([], {"show": 3}, "bad_record"),
    ([SHOWN], SHOWN, "round_over"),
    ([SHOWN], {"play": "9-9"}, "round_over"),
    ([SHOWN], {"correct": {"side": 0, "score": 1}}, "round_over"),
]


@pytest.mark.parametrize("before, action, error", ACTIONS)
def test_an_action_is_refused_and_changes_nothing(poker, before, action, error):
    round_ = poker({"actions": [*before, action]})["rounds"][0]
    refused = round_["actions"][-1]
    assert (refused["ok"], refused["error"], refused["seat"]) == (False, error, None)
    assert refused["message"] and "\n" not in refused["message"]
    assert round_["result"] == poker({"actions": before})["rounds"][0]["result"]


@pytest.mark.parametrize("name", ["target", "deal", "min_bid", "hat"])
def test_poker_has_no_options(poker, name):
    refused = poker(options={name: 7})
    assert refused["error"] == "bad_option"
    assert refused["message"] == f'no option "{name}"; poker has none'


def test_text_for_people(tmp_path, capsys):
    path = tmp_path / "record.json"
    path.write_text(
        json.dumps({"game": "poker", "players": 2, "rounds": [SHOWN, {"actions": [SHOWN]}]})
    )
    assert cli.main(["replay", str(path)]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[1:] == [
        "Round 1",
        "Shown. Player 2 takes 1. Score 0 : 1",
        "Hands straight four : straight five",
        "Pips left 49 : 30",
        "Round 2",
        "1 all show their hands 0 : 1",
        "Shown. Player 2 takes 1. Score 0 : 2",
        "Hands straight four : straight five",
        "Pips left 49 : 30",
        "The match goes on at 0 : 2",
        "",
    ]


def test_games_says_that_there_is_no_target(capsys):
    assert cli.main(["games", "poker", "forty-two"]) == 0
    text = capsys.readouterr().out
    assert "  target   none: the players stop\n  options  none\n" in text
    assert "    min_bid    1 to 42, any (default 30)\n" in text
    assert cli.main(["games", "--json"]) == 0
    games = {game["id"]: game for game in map(json.loads, capsys.readouterr().out.splitlines())}
    assert games["poker"]["target"] == {"2": None, "3": None, "4": None}
    assert games["forty-two"]["options"]["min_bid"]["default"] == 30
    assert "spinner" not in games["forty-two"]["parameters"]
    assert "min_bid" not in games["draw"]["parameters"]
