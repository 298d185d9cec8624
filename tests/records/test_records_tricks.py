"""Records of forty-two: bids, trump, tricks, what a hand gives, revokes that the audit finds."""

import pytest

from host_tools import cli
from host_tools.records.replay import replay
from tests.rules.slow_tricks import HANDS, playable

DEALT = [hand.split() for hand in HANDS]
BIDS = [{"bid": 31}, {"bid": "pass"}, {"bid": "pass"}, {"bid": "pass"}, {"trump": 6}]
TILES = [{"play": tile} for tile in playable(HANDS, 6)]
SAID = {"raw": 0, "points": 0, "total": 0, "ends": [], "ports": [], "again": False}


@pytest.fixture
def hand(one_round):
    """Plays a round opened by seat 0, with known hands where they are not taken away."""

    def run(*actions, hands=DEALT, **fields):
        given = {"hands": hands} if hands else {}
        return one_round(*actions, game="forty-two", players=4, **given, **fields)

    return run


def test_bids_trump_and_tiles_say_what_was_done(hand):
    played = hand(*BIDS, {"play": "5-2"}, {"play": "5-3"}, {"play": "5-5"}, {"play": "6-0"})
    done = played["actions"]
    assert played["starter"] == 0
    assert [action.get("bid") for action in done[:4]] == [31, "pass", "pass", "pass"]
    assert done[4]["trump"] == 6 and (done[4]["seat"], done[4]["next"]) == (0, 0)
    assert [action["next"] for action in done] == [1, 2, 3, 0, 0, 1, 2, 3, 3]
    assert (done[5]["play"], done[5]["on"], done[5]["port"]) == ("2-5", None, None)
    assert [action.get("trick") for action in done] == [None] * 8 + [3]
    assert all("trick" not in action for action in done[:8])
    for action in done:
        assert {name: action[name] for name in SAID} == SAID
        assert action["scores"] == [0, 0] and not action["match_over"]
    assert played["result"] == {
        "kind": None,
        "winners": [],
        "remaining": [12, 27, 41, 57],
        "awards": [0, 0],
        "scores": [0, 0],
        "next_starter": None,
        "bid": 31,
        "bidder": 0,
        "trump": 6,
        "taken": [0, 11],
    }


@pytest.mark.parametrize("hands", [DEALT, None])
def test_a_whole_hand(play, hands):
    round_ = {"starter": 0, "actions": [*BIDS, *TILES], **({"hands": hands} if hands else {})}
    result = play({"game": "forty-two", "players": 4, "rounds": [round_]})
    done = result["rounds"][0]["actions"]
    last = done[-1]
    assert (last["round_over"], last["match_over"], last["next"]) == (True, False, None)
    assert last["scores"] == [0, 0]  # the settlement is not the action's
    assert [i for i, action in enumerate(done) if "trick" in action] == list(range(8, 33, 4))
    ended = result["rounds"][0]["result"]
    assert ended.pop("audit", None) == (None if hands else [])
    assert ended == {
        "kind": "out",
        "winners": [1],
        "remaining": [0, 0, 0, 0],
        "awards": [0, 73],
        "scores": [0, 73],
        "next_starter": None,
        "bid": 31,
        "bidder": 0,
        "trump": 6,
        "taken": [0, 42],
    }
    assert result["scores"] == [0, 73]
    assert result["match"] == {"over": False, "winners": [], "losers": []}


def test_the_match_ends_at_the_target(play):
    round_ = {"starter": 0, "actions": [*BIDS, *TILES]}
    record = {"game": "forty-two", "players": 4, "rounds": [round_] * 5}
    result = play(record)
    assert result["scores"] == [0, 4 * 73]
    assert result["match"] == {"over": True, "winners": [1], "losers": [0]}
    assert result["rounds"][4]["error"] == "match_over"
    assert play({**record, "options": {"target": 73}})["rounds"][1]["error"] == "match_over"


def test_all_pass_and_the_next_bidder_is_given(play):
    redealt = {"starter": 2, "actions": [{"bid": "pass"}] * 4}
    record = {"game": "forty-two", "players": 4, "rounds": [redealt, {"actions": []}, redealt]}
    first, second, third = play(record)["rounds"]
    assert first["actions"][3]["round_over"] and first["actions"][3]["seat"] == 1
    assert first["result"]["kind"] == "redeal" and first["result"]["awards"] == [0, 0]
    assert (first["result"]["bid"], first["result"]["bidder"]) == (None, None)
    assert second["error"] == "starter_needed"
    assert second["message"] == "somebody bids first: give starter, a seat from 0 to 3"
    assert third["starter"] == 2


def test_what_remains_is_nothing(hand):
    nothing = hand(*BIDS, *TILES, hands=None, remaining=[[], [], [], []])
    assert "error" not in nothing["result"]
    something = hand(*BIDS, *TILES, hands=None, remaining=[["6-6"], [], [], []])
    assert something["result"]["error"] == "remaining_mismatch"


def test_undo_of_everything(hand):
    actions = [*BIDS, *TILES]
    done = hand(*actions, *[{"undo": True}] * len(actions))["actions"]
    assert all(action["ok"] for action in done)
    taken_back = done[len(actions) :]
    for earlier, later in zip(reversed(done[: len(actions) - 1]), taken_back, strict=False):
        for name in ("scores", "next", "round_over"):
            assert later[name] == earlier[name]
        assert "trick" not in later
    assert taken_back[-1]["seat"] == 0


# Actions before, the action, its error and words of its line.
REFUSED = [
    ([], {"bid": 29}, "bad_record", 'bid is 29; wanted: a whole number from 30 to 42, or "pass"'),
    (BIDS[:1], {"bid": 31}, "bad_record", "bid is 31; wanted: a whole number from 32 to 42"),
    ([{"bid": 42}], {"bid": 42}, "bad_record", 'bid is 42; wanted: "pass"'),
    ([], {"bid": 43}, "bad_record", "bid is 43; wanted: a whole number from 1 to 42"),
    ([], {"bid": "passe"}, "bad_record", 'bid is "passe"; wanted: a whole number'),
    ([], {"bid": True}, "bad_record", "bid is true; wanted: "),
    ([], {"trump": 7}, "bad_record", "trump is 7; wanted: a whole number from 0 to 6"),
    ([], {"trump": "6"}, "bad_record", 'trump is "6"; wanted: '),
    ([], {"trump": 6}, "not_your_turn", "not now: player 1 is to bid"),
    ([], {"play": "2-5"}, "not_your_turn", "not now: player 1 is to bid"),
    (BIDS[:4], {"play": "2-5"}, "not_your_turn", "not now: player 1 is to name the trump"),
    (BIDS[:4], {"bid": 42}, "not_your_turn", "not now: player 1 is to name the trump"),
    (BIDS, {"bid": 42}, "not_your_turn", "not now: player 1 is to play a tile"),
    (BIDS, {"trump": 5}, "not_your_turn", "not now: player 1 is to play a tile"),
    (BIDS, {"play": "2-5", "seat": 1}, "not_your_turn", "the turn of player 1, not of player 2"),
    ([], {"bid": 31, "seat": 2}, "not_your_turn", "the turn of player 1, not of player 3"),
    (BIDS, {"play": "2-7"}, "unknown_tile", 'there is no tile "2-7"'),
    (BIDS, {"play": "6-6"}, "tile_not_in_hand", "player 1 does not hold 6-6"),
    ([*BIDS, {"play": "2-5"}], {"play": "2-5"}, "tile_on_table", "2-5 is already on the table"),
    (
        [*BIDS, {"play": "2-5"}],
        {"play": "2-4"},
        "must_follow",
        "2-4 does not follow 2-5; wanted: 3-5",
    ),
    (
        [*BIDS, {"play": "2-5"}],
        {"play": "3-5", "on": "2-5", "port": "high"},
        "no_such_port",
        "tiles of a trick lie apart: leave out on and port",
    ),
    (BIDS, {"pass": True}, "not_in_this_game", 'a pass in the bidding is {"bid": "pass"}'),
    (BIDS, {"draw": True}, "not_in_this_game", "draw is not part of this game"),
    (BIDS, {"show": DEALT}, "not_in_this_game", "show is not part of this game"),
    ([*BIDS, *TILES], {"bid": 31}, "round_over", "the round is over"),
    ([*BIDS, *TILES], {"bid": 29}, "bad_record", "bid is 29"),
]


@pytest.mark.parametrize("before, action, error, words", REFUSED)
def test_a_refusal_says_what_is_wrong_in_one_line(hand, before, action, error, words):
    played = hand(*before, action, {"undo": True})
    refused = played["actions"][len(before)]
    assert (refused["ok"], refused["error"]) == (False, error)
    assert words in refused["message"] and "\n" not in refused["message"]
    assert played["actions"][-1] == hand(*before, {"undo": True})["actions"][-1]


@pytest.mark.parametrize(
    "fields, error",
    [
        ({"players": 3}, "bad_players"),
        ({"teams": False}, "bad_players"),
        ({"options": {"min_bid": 43}}, "bad_option"),
        ({"options": {"min_bid": 0}}, "bad_option"),
        ({"options": {"deal": 6}}, "bad_option"),
        ({"options": {"spinner": "all"}}, "bad_option"),
    ],
)
def test_a_record_is_refused_whole(play, fields, error):
    result = play({"game": "forty-two", "players": 4, "rounds": [], **fields})
    assert result["error"] == error and result["message"]


def test_the_lowest_bid_is_an_option(hand):
    played = hand({"bid": 19}, {"bid": 20}, options={"min_bid": 20})
    assert [action["ok"] for action in played["actions"]] == [False, True]


def test_the_audit_finds_who_did_not_follow(play):
    """Seat 1 plays 2-4 on the 5 that was led, and 3-5 later; nobody could know it then."""
    held = [hand.split() for hand in HANDS]
    tiles = playable(HANDS, 6)
    first, later = tiles.index("3-5"), tiles.index("2-4")
    tiles[first], tiles[later] = "2-4", "3-5"
    actions = [*BIDS, {"play": "9-9"}, *({"play": tile} for tile in tiles)]
    round_ = {"starter": 0, "actions": actions}
    result = play({"game": "forty-two", "players": 4, "rounds": [round_]})
    done = result["rounds"][0]["actions"]
    assert [action["ok"] for action in done] == [True] * 5 + [False] + [True] * 28
    assert "3-5" in held[1]
    found = result["rounds"][0]["result"]["audit"]
    assert found[0] == {"action": 6 + first, "seat": 1, "held": "3-5"}
    assert {entry["seat"] for entry in found} == {1}


def test_who_does_not_follow_tells_that_he_has_none():
    actions = [*BIDS, {"play": "2-5"}, {"play": "2-4"}, {"play": "0-5"}, {"play": "0-6"}]
    told = [done["explain"] for done in explained(*actions, {"play": "1-6"})]
    assert told[5][1]["cannot"] == []
    assert told[6][1]["cannot"] == ["0-5", "1-5", "3-5", "4-5", "5-5"]  # 5-6 is a trump
    assert [hand["cannot"] for hand in told[8]] == [
        [],
        ["1-5", "3-5", "4-5", "5-5"],
        [],
        ["1-5", "3-5", "4-5", "5-5"],
    ]
    assert [hand["count"] for hand in told[9]] == [6, 6, 6, 5]
    rest = [{"play": tile} for tile in ("1-6", "2-6", "3-5", "4-6")]
    *_, last = explained(*actions, *rest)
    assert [hand.get("contradicts", False) for hand in last["explain"]] == [
        False,
        True,
        False,
        False,
    ]


def explained(*actions):
    round_ = replay(record_of(*actions), explains=True).result["rounds"][0]
    assert all(done["ok"] for done in round_["actions"])
    return round_["actions"]


def test_text_for_people(tmp_path, capsys):
    path = tmp_path / "record.json"
    path.write_text(str(record_of(*BIDS, *TILES[:4])).replace("'", '"'))
    assert cli.main(["replay", str(path)]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[0].endswith(": forty-two, 4 players in two teams (1 and 3, 2 and 4)")
    assert lines[2:4] == ["1 player 1 bids 31 0 : 0", "2 player 2 passes 0 : 0"]
    assert lines[6] == "5 player 1 names 6 trump 0 : 0"
    assert lines[10].startswith("9 player 4 0-6, player 4 takes the trick")
    assert lines[11:13] == ["Not finished.", "Bid 31 by player 1, taken 0 : 11"]
    path.write_text(str(record_of(*BIDS, *TILES)).replace("'", '"'))
    assert cli.main(["replay", str(path)]) == 0
    text = capsys.readouterr().out
    assert "Out. Team 2 takes 73. Score 0 : 73\n" in text
    assert "Bid 31 by player 1, taken 0 : 42\n" in text and "Pips left" not in text


def record_of(*actions):
    return {"game": "forty-two", "players": 4, "rounds": [{"starter": 0, "actions": [*actions]}]}
