"""Every error code that the two games can meet, and which wins where several apply."""

import pytest

from domino.rules import codes
from host_tools.records.notation import ERRORS, KINDS, PORTS
from host_tools.records.replay import replay

# Codes that need an opening search, a trump game or a redeal: not met by these two games.
OF_OTHER_GAMES = {"ok", "wrong_opening", "must_follow"}

WHOLE = {"game": "horse-race", "players": 2, "rounds": []}
# What differs from WHOLE (... takes a field out), and the error.
RECORDS = [
    ({"game": ...}, "bad_record"),
    ({"game": 5}, "bad_record"),
    ({"players": ...}, "bad_record"),
    ({"players": True}, "bad_record"),
    ({"players": "2"}, "bad_record"),
    ({"players": 2.0}, "bad_record"),
    ({"players": [2]}, "bad_record"),
    ({"teams": 1}, "bad_record"),
    ({"teams": None}, "bad_record"),
    ({"teams": "yes"}, "bad_record"),
    ({"options": []}, "bad_record"),
    ({"options": None}, "bad_record"),
    ({"options": "target"}, "bad_record"),
    ({"rounds": ...}, "bad_record"),
    ({"rounds": {}}, "bad_record"),
    ({"id": 7}, "bad_record"),
    ({"game": "chess"}, "unknown_game"),
    ({"game": "Horse-Race"}, "unknown_game"),
    ({"game": "chess", "players": 9}, "unknown_game"),
    ({"players": 1}, "bad_players"),
    ({"players": 5}, "bad_players"),
    ({"players": -2}, "bad_players"),
    ({"players": 10**18}, "bad_players"),
    ({"players": 3, "teams": True}, "bad_players"),
    ({"game": "all-fives", "players": 4, "teams": False}, "bad_players"),
    ({"players": 5, "options": {"target": 0}}, "bad_players"),
    ({"options": {"tarqet": 61}}, "bad_option"),
    ({"options": {"spinner": "none"}}, "bad_option"),
    ({"options": {"target": 0}}, "bad_option"),
    ({"options": {"target": 10001}}, "bad_option"),
    ({"options": {"target": 61.0}}, "bad_option"),
    ({"options": {"target": True}}, "bad_option"),
    ({"options": {"target": "61"}}, "bad_option"),
    ({"options": {"target": None}}, "bad_option"),
    ({"options": {"target": [61]}}, "bad_option"),
    ({"options": {"target": 1e400}}, "bad_option"),
    ({"options": {"deal": 0}}, "bad_option"),
    ({"options": {"deal": 15}}, "bad_option"),
    ({"players": 3, "options": {"deal": 10}}, "bad_option"),
]

SEVEN = ["0-0", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6"]
OTHER_SEVEN = ["1-1", "1-2", "1-3", "1-4", "1-5", "1-6", "2-2"]
TILES = [f"{low}-{high}" for high in range(7) for low in range(high + 1)]
REST = [tile for tile in TILES if tile not in SEVEN + OTHER_SEVEN]

# Fields of a round beside `starter: 0, actions: []`, and the error. A bare value is the round.
ROUNDS = [
    ("round", "bad_record"),
    (None, "bad_record"),
    ([], "bad_record"),
    ({"starter": "0"}, "bad_record"),
    ({"starter": True}, "bad_record"),
    ({"starter": 0.0}, "bad_record"),
    ({"starter": 2}, "bad_record"),
    ({"starter": -1}, "bad_record"),
    ({"starter": 255}, "bad_record"),
    ({"actions": ...}, "bad_record"),
    ({"actions": None}, "bad_record"),
    ({"actions": {}}, "bad_record"),
    ({"hands": None}, "bad_record"),
    ({"hands": "all"}, "bad_record"),
    ({"hands": ["0-1"]}, "bad_record"),
    ({"hands": [[1]]}, "bad_record"),
    ({"hands": [SEVEN, OTHER_SEVEN], "boneyard": "rest"}, "bad_record"),
    ({"remaining": None}, "bad_record"),
    ({"remaining": [None, []]}, "bad_record"),
    ({"remaining": [[False], []]}, "bad_record"),
    ({"show": [["6-1"]]}, "not_in_this_game"),
    ({"hands": [SEVEN, OTHER_SEVEN[:6] + ["6-7"]]}, "unknown_tile"),
    ({"hands": [SEVEN, OTHER_SEVEN], "boneyard": REST[:13] + ["66"]}, "unknown_tile"),
    ({"remaining": [["0-7"], []]}, "unknown_tile"),
    ({"hands": [SEVEN, OTHER_SEVEN[:6] + ["1-1"]]}, "duplicate_tile"),
    ({"hands": [SEVEN, OTHER_SEVEN[:6] + ["1-0"]]}, "duplicate_tile"),
    ({"hands": [SEVEN, OTHER_SEVEN], "boneyard": REST[:13] + ["0-0"]}, "duplicate_tile"),
    ({"hands": [SEVEN, OTHER_SEVEN], "boneyard": [*REST, "0-0"]}, "duplicate_tile"),  # 29 tiles
    ({"hands": [SEVEN]}, "bad_deal"),
    ({"hands": []}, "bad_deal"),
    ({"hands": [SEVEN, None]}, "bad_deal"),
    ({"hands": [SEVEN, []]}, "bad_deal"),
    ({"hands": [SEVEN, OTHER_SEVEN, REST[:7]]}, "bad_deal"),
    ({"hands": [SEVEN[:6], OTHER_SEVEN]}, "bad_deal"),
    ({"hands": [SEVEN, [*OTHER_SEVEN, "2-3"]]}, "bad_deal"),
    ({"hands": [SEVEN, OTHER_SEVEN], "boneyard": REST[:13]}, "bad_deal"),
    ({"hands": [SEVEN, OTHER_SEVEN], "boneyard": []}, "bad_deal"),
    ({"boneyard": REST}, "bad_deal"),
    ({"starter": None}, "starter_needed"),
    ({"starter": None, "hands": [SEVEN, OTHER_SEVEN]}, "starter_needed"),
]

# The table before the action: 5-5 with 0-5 on it, seat 0 to go on in horse-race.
LAID = [{"play": "5-5"}, {"play": "0-5", "on": "5-5", "port": "line_a"}]
# ends 1 and 2: 1-2 fits both.
TWO_ENDS = [{"play": "1-3"}, {"play": "2-3"}]
DREW = [*LAID, {"draw": "3-5"}]
WON = ([{"play": "5-5"}], {"options": {"target": 1}})
OUT = ([{"play": "0-1"}], {"options": {"deal": 1}, "remaining": [[], ["2-3"]]})
KNOWN = {"hands": [SEVEN, OTHER_SEVEN], "boneyard": REST}
NOTHING_LEFT = {"options": {"deal": 14}, "hands": [SEVEN + OTHER_SEVEN, REST], "boneyard": []}
# Seat 1 holds neither a blank nor a 2: after 0-2 it must draw.
STUCK = {
    "hands": [
        ["0-0", "0-2", "0-6", "2-6", "2-2", "6-6", "0-1"],
        ["1-1", "3-3", "3-4", "3-5", "3-6", "4-4", "4-5"],
    ]
}

# Actions before, the action, its error, what else the round or the record has.
ACTIONS = [
    ([], 5, "bad_record", {}),
    ([], None, "bad_record", {}),
    ([], {}, "bad_record", {}),
    ([], {"seat": 0}, "bad_record", {}),
    ([], {"put": "5-5"}, "bad_record", {}),
    ([], {"play": "5-5", "pass": True}, "bad_record", {}),
    ([], {"play": 5}, "bad_record", {}),
    ([], {"play": ["5-5"]}, "bad_record", {}),
    ([], {"play": "5-5", "seat": True}, "bad_record", {}),
    ([], {"play": "5-5", "seat": "0"}, "bad_record", {}),
    ([], {"play": "5-5", "seat": None}, "bad_record", {}),
    ([], {"play": "5-5", "seat": 2}, "bad_record", {}),
    ([], {"play": "5-5", "seat": -1}, "bad_record", {}),
    (LAID, {"play": "4-5", "on": 5}, "bad_record", {}),
    (LAID, {"play": "4-5", "port": 2}, "bad_record", {}),
    (LAID, {"draw": False}, "bad_record", {}),
    (LAID, {"draw": 1}, "bad_record", {}),
    (LAID, {"pass": False}, "bad_record", {}),
    (LAID, {"pass": "yes"}, "bad_record", {}),
    (LAID, {"undo": 1}, "bad_record", {}),
    (LAID, {"correct": 35}, "bad_record", {}),
    (LAID, {"correct": {"side": 0}}, "bad_record", {}),
    (LAID, {"correct": {"side": 2, "score": 1}}, "bad_record", {}),
    (LAID, {"correct": {"side": True, "score": 1}}, "bad_record", {}),
    (LAID, {"correct": {"side": 0, "score": -1}}, "bad_record", {}),
    (LAID, {"correct": {"side": 0, "score": 0.25}}, "bad_record", {}),
    (LAID, {"correct": {"side": 0, "score": 16001}}, "bad_record", {}),
    (LAID, {"correct": {"side": 0, "score": False}}, "bad_record", {}),
    (LAID, {"correct": {"side": 0, "score": 1e400}}, "bad_record", {}),
    (LAID, {"plays": []}, "bad_record", {}),
    (LAID, {"plays": ["4-5"]}, "bad_record", {}),
    (LAID, {"plays": [{"on": "5-5"}]}, "bad_record", {}),
    (LAID, {"play": "4-5", "close": True}, "bad_record", {}),
    (LAID, {"timeout": 2}, "bad_record", {}),
    (LAID, {"bid": 43}, "bad_record", {}),
    (LAID, {"trump": 7}, "bad_record", {}),
    (WON[0], {"play": "0-5"}, "match_over", WON[1]),
    (OUT[0], {"play": "0-5"}, "round_over", OUT[1]),
    (OUT[0], {"correct": {"side": 0, "score": 3}}, "round_over", OUT[1]),
    (LAID, {"timeout": 1}, "not_in_this_game", {}),
    (LAID, {"bid": 31}, "not_in_this_game", {}),
    (LAID, {"bid": "pass"}, "not_in_this_game", {}),
    (LAID, {"trump": 6}, "not_in_this_game", {}),
    ([], {"redeal": True}, "not_in_this_game", {}),
    ([], {"show": [["6-1"]]}, "not_in_this_game", {}),
    (LAID, {"plays": [{"play": "4-5"}]}, "not_in_this_game", {}),
    (LAID, {"plays": [{"play": "0-0"}, {"play": "6-6"}]}, "not_in_this_game", {}),
    (LAID, {"play": "0-0", "close": ["0-0"]}, "not_in_this_game", {}),
    ([], {"play": "5-5", "seat": 1}, "not_your_turn", {}),
    (LAID, {"pass": True, "seat": 1}, "not_your_turn", {}),
    ([], {"play": "5-7"}, "unknown_tile", {}),
    ([], {"play": ""}, "unknown_tile", {}),
    (LAID, {"draw": "six"}, "unknown_tile", {}),
    (LAID, {"play": "4-5", "on": "5-7", "port": "low"}, "unknown_tile", {}),
    (LAID, {"play": "5-0"}, "tile_on_table", {}),
    (LAID, {"draw": "5-5"}, "tile_on_table", {}),
    ([], {"play": "1-1"}, "tile_not_in_hand", KNOWN),
    (DREW, {"play": "4-5"}, "must_play_drawn", {}),
    (LAID, {"play": "4-5", "on": "4-4", "port": "line_a"}, "no_such_port", {}),
    (LAID, {"play": "4-5", "on": "4-4"}, "no_such_port", {}),
    (LAID, {"play": "4-5", "on": "5-5", "port": "low"}, "no_such_port", {}),
    (LAID, {"play": "0-4", "on": "0-5", "port": "line_a"}, "no_such_port", {}),
    (LAID, {"play": "4-5", "on": "5-5", "port": "left"}, "no_such_port", {}),
    (LAID, {"play": "4-5", "port": "left"}, "no_such_port", {}),
    ([], {"play": "4-5", "on": "5-5", "port": "line_a"}, "no_such_port", {}),
    (LAID, {"play": "4-5", "on": "5-5", "port": "line_a"}, "port_taken", {}),
    (LAID, {"play": "4-5", "on": "0-5", "port": "high"}, "port_taken", {}),
    (LAID, {"play": "4-5", "on": "5-5", "port": "branch_a"}, "port_closed", {}),
    (LAID, {"play": "3-4", "on": "5-5", "port": "line_b"}, "no_match", {}),
    (LAID, {"play": "3-4", "on": "5-5"}, "no_match", {}),
    (LAID, {"play": "3-4", "port": "low"}, "no_match", {}),
    (LAID, {"play": "3-4"}, "no_match", {}),
    (TWO_ENDS, {"play": "1-2"}, "ambiguous_port", {}),
    ([], {"draw": True}, "must_play", {}),
    ([], {"pass": True}, "must_play", {}),
    ([], {"pass": True}, "must_play", KNOWN),
    (DREW, {"draw": True}, "must_play", {}),
    ([{"play": "5-5"}], {"draw": True}, "boneyard_empty", {"options": {"deal": 14}}),
    (LAID, {"pass": True}, "must_draw", {}),
    ([{"play": "0-2"}], {"draw": "3-3"}, "bad_deal", STUCK),
    ([{"play": "0-2"}], {"draw": "2-2"}, "bad_deal", STUCK),
    ([{"play": "0-2"}], {"draw": True}, "bad_deal", STUCK),
    ([*LAID, {"draw": "1-1"}], {"draw": "1-1"}, "bad_deal", {}),
    ([], {"undo": True}, "nothing_to_undo", {}),
    (LAID + [{"undo": True}, {"undo": True}], {"undo": True}, "nothing_to_undo", {}),
]

# As ACTIONS; each action breaks two rules, and the error is the one that goes first.
PRECEDENCE = [
    (WON[0], {"play": 5}, "bad_record", WON[1]),
    (WON[0], {"bid": 31}, "match_over", WON[1]),
    (WON[0], {"play": "5-5", "seat": 1}, "match_over", WON[1]),
    (OUT[0], {"redeal": True}, "round_over", OUT[1]),
    (OUT[0], {"play": "9-9"}, "round_over", OUT[1]),
    (LAID, {"bid": 31, "seat": 1}, "not_in_this_game", {}),
    (LAID, {"play": "9-9", "seat": 1}, "not_your_turn", {}),
    (LAID, {"play": "5-5", "seat": 1}, "not_your_turn", {}),
    (LAID, {"play": "9-9", "on": "1-1", "port": "low"}, "unknown_tile", {}),
    ([{"play": "0-0"}], {"play": "0-0", "on": "1-1", "port": "low"}, "tile_on_table", KNOWN),
    (LAID, {"play": "5-5", "on": "9-9", "port": "low"}, "unknown_tile", {}),
    ([{"play": "0-0"}], {"play": "1-1", "on": "1-2", "port": "low"}, "tile_not_in_hand", KNOWN),
    (DREW, {"play": "1-2", "on": "1-1", "port": "low"}, "must_play_drawn", {}),
    (DREW, {"play": "1-2"}, "must_play_drawn", {}),
    (LAID, {"play": "1-2", "on": "0-5", "port": "line_a"}, "no_such_port", {}),
    (LAID, {"play": "1-2", "on": "5-5", "port": "line_a"}, "port_taken", {}),
    (LAID, {"play": "1-2", "on": "5-5", "port": "branch_b"}, "port_closed", {}),
    ([{"play": "0-0"}], {"draw": True}, "must_play", NOTHING_LEFT),
    ([{"play": "0-0"}], {"draw": "9-9"}, "unknown_tile", NOTHING_LEFT),
    ([], {"pass": True}, "must_play", KNOWN),
]


def _record(changes):
    changed = {**WHOLE, **changes}
    return {name: value for name, value in changed.items() if value is not ...}


def test_the_tile_that_there_is_not_is_named(play):
    actions = [{"play": "4-5", "on": ""}]
    (round_,) = play({**WHOLE, "rounds": [{"starter": 0, "actions": actions}]})["rounds"]
    assert round_["actions"][0]["message"].startswith('there is no tile "" in the set; ')


@pytest.mark.parametrize("changes, error", RECORDS)
def test_a_record_is_refused_whole(play, changes, error):
    record = _record(changes)
    result = play(record)
    texts = {name: text for name, text in record.items() if isinstance(text, str)}
    assert result.pop("message")
    assert result == {
        "id": texts.get("id"),
        "game": texts.get("game"),
        "ok": False,
        "error": error,
        "scores": [],
        "match": {"over": False, "winners": [], "losers": []},
        "rounds": [],
    }


@pytest.mark.parametrize("fields, error", ROUNDS)
def test_a_round_is_refused_and_the_next_one_played(play, fields, error):
    round_ = fields
    if isinstance(fields, dict):
        round_ = {"starter": 0, "actions": [], **fields}
        round_ = {name: value for name, value in round_.items() if value is not ...}
    good = {"starter": 1, "actions": [{"play": "5-5"}]}
    result = play({"game": "horse-race", "players": 2, "rounds": [round_, good]})
    refused, played = result["rounds"]
    assert refused.pop("message")
    assert refused == {
        "starter": None,
        "ok": False,
        "error": error,
        "actions": [],
        "result": None,
    }
    assert played["starter"] == 1
    assert result["scores"] == [0, 2]


@pytest.mark.parametrize("before, action, error, more", ACTIONS + PRECEDENCE)
def test_an_action_is_refused_and_changes_nothing(one_round, before, action, error, more):
    played = one_round(*before, action, {"undo": True}, **more)
    *accepted, refused, _ = played["actions"]
    assert all(done["ok"] for done in accepted)
    assert refused["ok"] is False
    assert refused["error"] == error
    assert refused["message"] and "\n" not in refused["message"]
    without = one_round(*before, {"undo": True}, **more)
    assert played["actions"][-1] == without["actions"][-1]
    assert played["result"] == without["result"]


def test_every_code_is_met():
    met = {error for _, error in RECORDS + ROUNDS}
    met |= {error for _, _, error, _ in ACTIONS}
    later = {"wrong_starter", "remaining_needed", "remaining_mismatch"}  # test_records_rounds.py
    assert met | later | OF_OTHER_GAMES == set(ERRORS)


def test_the_words_stand_at_their_numbers():
    assert [getattr(codes, word.upper()) for word in ERRORS] == list(range(len(ERRORS)))
    assert [getattr(codes, word.upper()) for word in PORTS] == list(range(len(PORTS)))
    kinds = ("UNFINISHED", *(word.upper() for word in KINDS[1:]))
    assert [getattr(codes, kind) for kind in kinds] == list(range(len(KINDS)))


# Actions before, the action, and the sentence a player reads.
SENTENCES = [
    (LAID, {"play": "4-0", "on": "5-5"}, "0-4 does not fit the 5 on 5-5; open: the 0 on 0-5, "),
    (LAID, {"play": "3-4"}, "3-4 fits no open end; open: the 0 on 0-5, the 5 on 5-5"),
    (TWO_ENDS, {"play": "1-2"}, "say which: 1-3 low, 2-3 low"),
    (LAID, {"pass": True, "seat": 1}, "it is the turn of player 1, not of player 2"),
    (LAID, {"play": "4-5", "on": "5-5", "port": "low"}, "it has line_a, line_b, branch_a, "),
    (LAID, {"play": "4-5", "on": "5-5", "port": "branch_a"}, "once both long sides are taken"),
    ([], {"play": "6-7"}, 'no tile "6-7" in the set; tiles are 0-0 to 6-6'),
    ([], {"play": "5-5", "seat": 2}, "seat is 2; wanted: a seat from 0 to 1"),
    (DREW, {"play": "4-5"}, "3-5, just drawn, must be played, not 4-5"),
]


@pytest.mark.parametrize("before, action, words", SENTENCES)
def test_a_message_says_what_is_wrong_and_what_is_accepted(one_round, before, action, words):
    assert words in one_round(*before, action)["actions"][-1]["message"]


def test_an_ambiguous_action_gets_its_choices(one_round):
    refused = one_round(*TWO_ENDS, {"play": "1-2"})["actions"][-1]
    assert refused["choices"] == [{"on": "1-3", "port": "low"}, {"on": "2-3", "port": "low"}]


@pytest.mark.parametrize(
    "action, seat",
    [
        ({"play": "6-7"}, 0),
        ({"play": "6-7", "seat": 1}, 1),
        ({"play": "6-7", "seat": 7}, 7),
        ({"play": "6-7", "seat": 255}, 255),
        ({"play": "6-7", "seat": "x"}, 0),
        (5, 0),
    ],
)
def test_a_refusal_names_the_seat_given_else_the_one_to_act(one_round, action, seat):
    assert one_round(action)["actions"][0]["seat"] == seat


def test_nobody_acts_after_the_round(one_round):
    assert one_round(*OUT[0], {"pass": True}, **OUT[1])["actions"][-1]["seat"] is None


# A record, and what is said of it.
SAID = [
    ({"game": "draw", "players": 4, "teams": False},
     "4 players without teams; draw takes 2 or 3 players, each for himself, or 4 in two teams"),
    ({"game": "goat", "players": 3, "teams": True},
     "3 players in teams; goat takes 2, 3 or 4 players, each for himself, or 4 in two teams"),
    ({"game": "poker", "players": 4, "teams": True},
     "4 players in teams; poker takes 2, 3 or 4 players, each for himself"),
    ({"game": "double-goat", "players": 1}, "1 player; double-goat takes 4 players in two teams"),
    ({"options": {"target": [100, 200]}},
     "target is [100, 200]; wanted: a whole number from 1 to 10000, or a list of three for 2, 3"
     " and 4 players"),
    ({"options": {"deal": [7, 5, 15]}},  # which of them is too many
     "deal is [7, 5, 15]; wanted: a whole number from 1 to 14, or a list of three for 2, 3 and 4"
     " players"),
]  # fmt: skip


@pytest.mark.parametrize("changes, words", SAID)
def test_what_is_said_of_players_and_lists(changes, words):
    assert replay({**WHOLE, **changes}).result["message"] == words
