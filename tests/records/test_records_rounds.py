"""How rounds end, settle and follow one another."""

import pytest

from host_tools.records.replay import replay

# One tile a hand: the first tile ends the round, and boneyards stay out of it.
OUT = {"starter": 0, "actions": [{"play": "0-1"}], "remaining": [[], ["5-6"]]}


@pytest.fixture
def match(play):
    """Plays rounds of horse-race with one tile a hand and gives the whole result."""

    def run(*rounds, **fields):
        record = {"game": "horse-race", "players": 2, "options": {"deal": 1}, **fields}
        return play({**record, "rounds": list(rounds)})

    return run


def test_an_action_leaves_out_the_settlement(match):
    result = match(OUT)
    action = result["rounds"][0]["actions"][0]
    assert (action["round_over"], action["match_over"]) == (True, False)
    assert (action["next"], action["again"]) == (None, False)
    assert action["scores"] == [0, 0]
    assert result["scores"] == [2, 0]
    assert result["rounds"][0]["result"] == {
        "kind": "out",
        "winners": [0],
        "remaining": [0, 11],
        "awards": [2, 0],
        "scores": [2, 0],
        "next_starter": 0,
        "audit": [],
    }


def test_known_hands_settle_the_same_without_audit(match):
    known = {"starter": 0, "actions": OUT["actions"], "hands": [["0-1"], ["5-6"]]}
    result = match(known)
    assert result["rounds"][0]["actions"] == match(OUT)["rounds"][0]["actions"]
    unknown = match(OUT)["rounds"][0]["result"]
    assert unknown.pop("audit") == []
    assert result["rounds"][0]["result"] == unknown
    assert result["scores"] == [2, 0]


@pytest.mark.parametrize("hands", [{}, {"hands": [["0-1"], ["5-6"]]}])
def test_a_settlement_may_end_the_match(match, hands):
    result = match({**OUT, **hands}, options={"deal": 1, "target": 2})
    ended = result["rounds"][0]
    assert ended["actions"][0]["match_over"] is False
    assert ended["result"]["next_starter"] is None
    assert result["match"] == {"over": True, "winners": [0], "losers": [1]}


def test_undo_takes_back_a_settlement(match):
    known = {"starter": 0, "hands": [["0-1"], ["5-6"]]}
    known["actions"] = [{"play": "0-1"}, {"undo": True}]
    result = match(known)
    assert result["rounds"][0]["actions"][1]["round_over"] is False
    assert result["rounds"][0]["result"]["kind"] is None
    assert result["scores"] == [0, 0]


def test_the_winner_opens_the_next_round(match):
    follower = {**OUT, "starter": None}
    result = match(OUT, follower)
    assert [round_["starter"] for round_ in result["rounds"]] == [0, 0]
    assert result["scores"] == [4, 0]


def test_another_starter_is_refused(match):
    result = match(OUT, {**OUT, "starter": 1}, OUT)
    assert result["rounds"][1]["error"] == "wrong_starter"
    assert "player 1 opens (starter 0)" in result["rounds"][1]["message"]
    assert result["rounds"][1]["starter"] is None
    assert result["scores"] == [4, 0]


def test_an_unfinished_round_leaves_the_next_starter_to_a_lot(match):
    unfinished = {"starter": 0, "actions": []}
    no_starter = {"actions": [{"play": "0-1"}], "remaining": [[], ["5-6"]]}
    result = match(OUT, unfinished, no_starter, {**OUT, "starter": 1, "remaining": [["5-6"], []]})
    assert result["rounds"][1]["starter"] == 0
    assert result["rounds"][2]["error"] == "starter_needed"
    assert result["rounds"][3]["result"]["winners"] == [1]


def test_rounds_after_the_match_are_refused(match):
    result = match(OUT, OUT, {"starter": 0, "actions": 5}, options={"deal": 1, "target": 2})
    assert result["rounds"][1]["error"] == "match_over"
    assert result["rounds"][2]["error"] == "bad_record"
    assert result["scores"] == [2, 0]
    assert result["match"]["over"] is True


# The tiles left after seat 0 went out, the error of this round and of those after it, its words.
UNSETTLED = [
    (None, "remaining_needed", "give remaining, the tiles left with each seat"),
    ([], "remaining_mismatch", "remaining has 0 hands; wanted: 2, one for each seat"),
    ([[]], "remaining_mismatch", "remaining has 1 hand"),
    ([[], ["5-6"], []], "remaining_mismatch", "remaining has 3 hands"),
    ([["5-6"], []], "remaining_mismatch", "player 1 has 0 tiles left, but remaining lists 1"),
    ([[], []], "remaining_mismatch", "player 2 has 1 tile left, but remaining lists 0"),
    (
        [[], ["5-6", "4-6"]],
        "remaining_mismatch",
        "1 tile left, but remaining lists 2",
    ),
    ([[], ["5-6", "6-5"]], "remaining_mismatch", "5-6 remains twice"),
    ([[], ["1-0"]], "remaining_mismatch", "0-1 cannot remain with player 2: it is on the table"),
]


@pytest.mark.parametrize("remaining, error, words", UNSETTLED)
def test_a_round_that_cannot_be_settled_stops_the_match(match, remaining, error, words):
    round_ = {**OUT, "remaining": remaining}
    if remaining is None:
        del round_["remaining"]
    result = match(round_, OUT, {"starter": 0, "actions": 5})
    ended = result["rounds"][0]["result"]
    assert words in ended.pop("message")
    assert ended == {
        "kind": "out",
        "winners": [],
        "remaining": None,
        "awards": [0, 0],
        "scores": [0, 0],
        "next_starter": None,
        "ok": False,
        "error": error,
    }
    assert [later["error"] for later in result["rounds"][1:]] == [error, error]
    assert result["scores"] == [0, 0]


def test_remaining_is_compared_with_known_hands(match):
    known = {**OUT, "hands": [["0-1"], ["5-6"]]}
    assert match(known)["scores"] == [2, 0]
    other = {**known, "remaining": [[], ["4-6"]]}
    result = match(other, OUT, options={"deal": 1, "target": 2})
    assert result["rounds"][0]["result"]["error"] == "remaining_mismatch"
    assert result["rounds"][1]["error"] == "remaining_mismatch"
    assert result["scores"] == [0, 0]
    assert result["match"] == {"over": False, "winners": [], "losers": []}


def test_the_target_needs_no_remaining(play):
    round_ = {"starter": 0, "actions": [{"play": "5-5"}]}
    record = {"game": "horse-race", "players": 2, "options": {"target": 2}, "rounds": [round_]}
    result = play(record)
    ended = result["rounds"][0]["result"]
    assert (ended["kind"], ended["remaining"], ended["awards"]) == ("target", None, [0, 0])
    assert ended["winners"] == []
    assert result["match"] == {"over": True, "winners": [0], "losers": [1]}


def test_all_tiles_dealt_and_everybody_passes(play):
    """Unknown hands, nothing to draw: the round is blocked once all have passed in a row."""
    passing = [{"play": "0-1"}, {"pass": True}, {"pass": True}]
    remaining = [["1-1", "2-2", "3-3", "4-4", "5-5", "6-6", "0-0"], ["5-6"] * 7]
    record = {"game": "all-fives", "players": 4, "options": {"deal": 7}}
    record["rounds"] = [{"starter": 0, "actions": passing}]
    assert play(record)["rounds"][0]["result"]["kind"] is None
    passing += [{"pass": True}, {"pass": True}]
    record["rounds"][0]["remaining"] = remaining
    ended = play(record)["rounds"][0]
    assert ended["result"]["kind"] == "blocked"
    assert ended["actions"][-1]["round_over"] is True
    assert ended["result"]["error"] == "remaining_mismatch"


@pytest.mark.parametrize("game", ["draw", "block", "goat", "donkey", "telephone", "pyaterochka"])
def test_who_placed_last_is_known_after_more_corrections_than_the_log_holds(game):
    corrections = [{"correct": {"side": 0, "score": number % 2}} for number in range(250)]
    draws = [] if game == "block" else [{"draw": True}] * 14
    blocked = []
    for between in ([], corrections):
        actions = [{"play": "5-5"}, {"play": "5-6"}, *between, *draws, *[{"pass": True}] * 2]
        played = {"starter": 0, "actions": actions, "remaining": [["0-0"], ["0-1"]]}
        record = {"game": game, "players": 2, "rounds": [played]}
        blocked.append(replay(record).result["rounds"][0]["result"])
    plain, corrected = blocked
    assert plain["kind"] == corrected["kind"] == "blocked"
    assert plain["next_starter"] == corrected["next_starter"]


# -- what the keeper corrected after the match ---------------------------------------------------
def corrected(*scores):
    """A round that ends a match to 2 points, and what was set by hand after it."""
    return {**OUT, "corrections": [{"correct": {"side": a, "score": b}} for a, b in scores]}


TO_2 = {"options": {"deal": 1, "target": 2}}


def test_a_correction_after_the_match_tells_anew_who_has_won(match):
    result = match(corrected((0, 1), (1, 3)), **TO_2)
    assert (result["scores"], result["match"]["winners"]) == ([1, 3], [1])
    ended = result["rounds"][0]
    assert ended["result"] == match(OUT, **TO_2)["rounds"][0]["result"]
    told = [(done["scores"], done["match_over"], done["next"]) for done in ended["corrections"]]
    assert told == [([1, 0], False, None), ([1, 3], True, None)]


def test_a_match_that_a_correction_opens_again_goes_on_by_the_rules(match):
    result = match(corrected((0, 1)), {**OUT, "starter": 1}, OUT, **TO_2)
    assert result["rounds"][1]["error"] == "wrong_starter"
    assert result["rounds"][2]["result"]["scores"] == result["scores"] == [3, 0]
    assert result["match"]["over"] is True


@pytest.mark.parametrize(
    ("value", "at", "error"),
    [
        ({**OUT, "corrections": {}}, None, "bad_record"),
        ({**OUT, "corrections": [{"pass": True}]}, 0, "bad_record"),
        (corrected((0, 1), (2, 0)), 1, "bad_record"),
        ({**corrected((0, 1)), "actions": []}, 0, "round_over"),
        ({name: corrected((0, 1))[name] for name in ("actions", "corrections")}, 0, "round_over"),
    ],
)
def test_a_correction_after_a_round_that_cannot_be_is_refused(value, at, error):
    value = {"starter": 0, **value}
    value = {"game": "horse-race", "players": 2, **TO_2, "rounds": [value]}
    found = replay(value)
    refused = found.result["rounds"][0]
    refused = refused if at is None else refused["corrections"][at]
    assert (refused["ok"], refused["error"]) == (False, error)
    assert any(refused["message"] in line for line in found.problems)


def test_no_score_is_corrected_where_time_ended_the_match():
    ended = {**corrected((0, 1)), "actions": [{"timeout": 0}]}
    found = replay({"game": "goat-online", "players": 2, "rounds": [ended]})
    assert found.result["rounds"][0]["corrections"][0]["error"] == "match_over"
    assert found.result["match"]["over"] is True
