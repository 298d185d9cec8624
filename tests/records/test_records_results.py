"""The result of each kind of action, field by field, as FORMATS.md writes it."""

import pytest

FIVE = {"play": "5-5"}
LINE = {"play": "0-5", "on": "5-5", "port": "line_b"}

AFTER_FIVE = {
    "ok": True,
    "seat": 0,
    "play": "5-5",
    "on": None,
    "port": None,
    "total": 10,
    "raw": 10,
    "points": 2,
    "scores": [2, 0, 0],
    "ends": [{"tile": "5-5", "value": 10}],
    "ports": [
        {"tile": "5-5", "port": "line_a", "value": 5},
        {"tile": "5-5", "port": "line_b", "value": 5},
    ],
    "next": 0,
    "again": True,
    "round_over": False,
    "match_over": False,
}


@pytest.fixture
def actions(one_round):
    """Plays a round of three and gives the results of its actions."""
    return lambda *done, **fields: one_round(*done, players=3, **fields)["actions"]


def test_a_record_and_its_unfinished_round(play):
    record = {"id": "shape", "game": "horse-race", "players": 3}
    record["rounds"] = [{"starter": 0, "actions": [FIVE]}]
    assert play(record) == {
        "id": "shape",
        "game": "horse-race",
        "scores": [2, 0, 0],
        "match": {"over": False, "winners": [], "losers": []},
        "rounds": [
            {
                "starter": 0,
                "actions": [AFTER_FIVE],
                "result": {
                    "kind": None,
                    "winners": [],
                    "remaining": None,
                    "awards": [0, 0, 0],
                    "scores": [2, 0, 0],
                    "next_starter": None,
                },
            }
        ],
    }


def test_an_id_may_be_left_out(play):
    assert play({"game": "all-fives", "players": 2, "rounds": []})["id"] is None


def test_a_port_is_named_in_the_order_of_use(actions):
    placed = actions(FIVE, LINE)[1]
    assert (placed["on"], placed["port"]) == ("5-5", "line_a")
    assert placed["ports"] == [
        {"tile": "0-5", "port": "low", "value": 0},
        {"tile": "5-5", "port": "line_b", "value": 5},
    ]
    assert placed["ends"] == [{"tile": "0-5", "value": 0}, {"tile": "5-5", "value": 10}]


def test_a_lone_single_has_two_ends_high_before_low(actions):
    placed = actions({"play": "6-4"})[0]
    assert placed["play"] == "4-6"
    assert placed["ends"] == [{"tile": "4-6", "value": 6}, {"tile": "4-6", "value": 4}]
    assert [port["port"] for port in placed["ports"]] == ["high", "low"]


def test_on_and_port_may_be_null_as_results_write_them(actions):
    assert actions({"play": "5-5", "on": None, "port": None})[0] == AFTER_FIVE


def test_a_single_double_may_be_written_as_plays(actions):
    several = actions({"plays": [{"play": "5-5"}], "close": []})[0]
    assert several.pop("plays") == [{"play": "5-5", "on": None, "port": None}]
    assert several == {
        name: value for name, value in AFTER_FIVE.items() if name not in ("play", "on", "port")
    }


def test_a_draw_carries_the_fields_of_a_placement(actions):
    drawn = actions(FIVE, {"draw": True})[1]
    same = {name: AFTER_FIVE[name] for name in ("ends", "ports", "total", "scores", "seat")}
    assert drawn == {
        **same,
        "ok": True,
        "draw": True,
        "raw": 0,
        "points": 0,
        "next": 0,
        "again": True,
        "round_over": False,
        "match_over": False,
    }
    assert actions(FIVE, {"draw": "4-0"})[1]["draw"] == "0-4"


def test_a_known_boneyard_names_the_tile_drawn(one_round):
    hands = [["0-0", "0-2"], ["1-1", "1-3"]]
    rest = ["1-2", "2-2"]
    rest += [f"{low}-{high}" for high in range(7) for low in range(high + 1)]
    held = sum(hands, [])
    rest = [tile for tile in dict.fromkeys(rest) if tile not in held]
    played = one_round(
        {"play": "0-2"}, {"draw": True}, options={"deal": 2}, hands=hands, boneyard=rest
    )
    drawn = played["actions"][1]
    assert (drawn["seat"], drawn["draw"]) == (1, "1-2")
    assert played["result"]["remaining"] == [0, 9]


def test_a_pass(one_round):
    dealt_out = {"game": "all-fives", "players": 4, "options": {"deal": 7}}
    placed, passed = one_round(FIVE, {"pass": True, "seat": 1}, **dealt_out)["actions"]
    assert passed == {
        "ok": True,
        "seat": 1,
        "pass": True,
        **{name: placed[name] for name in ("total", "scores", "ends", "ports")},
        "raw": 0,
        "points": 0,
        "next": 2,
        "again": False,
        "round_over": False,
        "match_over": False,
    }


def test_undo_carries_the_fields_as_they_stand_after_it(actions):
    undone = actions(FIVE, LINE, {"undo": True})[2]
    expected = {
        name: value for name, value in AFTER_FIVE.items() if name not in ("play", "on", "port")
    }
    assert undone == {**expected, "undo": True, "raw": 0, "points": 0}


def test_undo_back_to_the_opening(actions):
    undone = actions(FIVE, {"undo": True})[1]
    assert undone["scores"] == [0, 0, 0]
    assert (undone["seat"], undone["next"], undone["again"]) == (0, 0, False)
    assert (undone["total"], undone["ends"], undone["ports"]) == (0, [], [])


def test_the_undone_action_stays_in_the_list(actions):
    done = actions(FIVE, {"undo": True}, FIVE)
    assert done[0] == done[2] == AFTER_FIVE


def test_a_score_set_by_hand(actions):
    corrected = actions(FIVE, {"correct": {"side": 2, "score": 12.5}})[1]
    assert corrected["correct"] == {"side": 2, "score": 12.5}
    assert corrected["scores"] == [2, 0, 12.5]
    assert (corrected["seat"], corrected["next"], corrected["again"]) == (0, 0, True)
    assert (corrected["raw"], corrected["points"]) == (0, 0)
    assert "play" not in corrected


def test_a_score_set_by_hand_may_end_the_match_and_be_undone(play):
    done = [FIVE, {"correct": {"side": 1, "score": 61}}]
    record = {"game": "horse-race", "players": 2, "rounds": [{"starter": 0, "actions": done}]}
    result = play(record)
    ended = result["rounds"][0]
    assert ended["actions"][1]["match_over"] is True
    assert ended["result"]["kind"] == "target"
    assert result["match"] == {"over": True, "winners": [1], "losers": [0]}
    done.append({"undo": True})
    result = play(record)
    assert result["rounds"][0]["actions"][2]["scores"] == [2, 0]
    assert result["match"]["over"] is False


def test_whole_scores_are_whole_numbers(actions):
    scores = actions({"correct": {"side": 0, "score": 7.0}})[0]["scores"]
    assert [type(score) for score in scores] == [int, int, int]
