"""What the records of the goat family carry beside the scores: remembered, carried, rating."""

import random

import pytest

from domino.rules import games
from host_tools.records.notation import TILES
from host_tools.records.replay import replay

OUT = {"starter": 0, "actions": [{"play": "1-1"}], "remaining": [[], ["0-3"]]}
GOATS = ["goat", "goat-yard", "goat-online", "goat-25", "goat-300", "sea-goat", "donkey"]


@pytest.fixture
def match_of(play):
    """Plays rounds of a game of two with one tile a hand."""

    def run(game, *rounds, players=2, **options):
        record = {"game": game, "players": players, "rounds": list(rounds)}
        return play({**record, "options": {"deal": 1, **options}})

    return run


def places(result):
    """Every object of a result that has scores."""
    return [
        result,
        *(
            place
            for round_ in result["rounds"]
            for place in [*round_["actions"], round_["result"]]
        ),
    ]


@pytest.mark.parametrize("game", GOATS)
def test_remembered_and_carried_stand_wherever_scores_do(match_of, game):
    result = match_of(game, OUT)
    for place in places(result):
        assert len(place["remembered"]) == len(place["scores"]) == 2
        assert place["carried"] == 0


@pytest.mark.parametrize("game", ["fives", "draw", "bergen", "traditional"])
def test_nowhere_else(match_of, game):
    for place in places(match_of(game, OUT)):
        assert "remembered" not in place and "carried" not in place


def test_an_action_leaves_out_the_settlement(match_of):
    result = match_of("goat-online", OUT)
    assert result["rounds"][0]["actions"][0]["remembered"] == [0, 0]
    assert result["rounds"][0]["result"]["remembered"] == [0, 3]
    assert result["rounds"][0]["result"]["awards"] == [0, 0]
    assert result["remembered"] == [0, 3]
    assert "rating" not in result["match"]


def test_a_mismatch_leaves_out_the_settlement(match_of):
    result = match_of("goat-online", {**OUT, "remaining": [[], ["1-1"]]})
    assert result["rounds"][0]["result"]["error"] == "remaining_mismatch"
    assert result["remembered"] == [0, 0]


def fish(*left):
    """A round of four that nobody can play on, all passing; what each seat has left."""
    passes = [{"pass": True}] * 4
    return {"starter": 0, "actions": [{"play": "1-1"}, *passes], "remaining": list(left)}


def tied_hands():
    """The set without 1-1, as hands of 6, 7, 7 and 7 tiles of which two have the most pips."""
    chance = random.Random(1)
    tiles = [name for name in TILES if name != "1-1"]
    while True:
        chance.shuffle(tiles)
        hands = [tiles[:6], tiles[6:13], tiles[13:20], tiles[20:]]
        sums = sorted(sum(int(name[0]) + int(name[2]) for name in hand) for hand in hands)
        if sums[3] == sums[2]:
            return hands


def test_a_sum_that_is_carried(play):
    record = {"game": "goat-online", "players": 4, "options": {"fish": "one"}}
    record["rounds"] = [fish(*tied_hands())]
    result = play(record)
    ended = result["rounds"][0]["result"]
    assert (ended["kind"], ended["winners"], ended["carried"]) == ("blocked", [], 166)
    assert result["rounds"][0]["actions"][-1]["carried"] == 0
    assert (result["scores"], result["carried"]) == ([0] * 4, 166)


def test_a_rated_match(match_of):
    actions = [{"play": "1-1"}, *[{"draw": True}] * 3, {"play": "1-2", "on": "1-1"}]
    actions += [{"play": "2-3"}]
    left = [[], ["6-6", "5-6", "5-5", "4-6"]]
    round_ = {"starter": 0, "actions": actions, "remaining": left}
    result = match_of("goat-online", round_, deal=2, target=43)
    assert result["scores"] == [0, 43]
    assert result["match"] == {"over": True, "winners": [0], "losers": [1], "rating": [10, 6]}


def test_time_that_runs_out(match_of):
    rounds = [{"starter": 0, "actions": [{"play": "1-1"}, {"timeout": 1}, {"pass": True}]}]
    result = match_of("goat-online", *rounds, deal=2)
    done, after = result["rounds"][0]["actions"][1:]
    assert (done["ok"], done["timeout"], done["match_over"]) == (True, True, True)
    assert (done["next"], done["again"], done["round_over"]) == (None, False, False)
    assert after["error"] == "match_over"
    assert result["rounds"][0]["result"]["kind"] is None
    assert result["match"] == {"over": True, "winners": [0], "losers": [1], "rating": [1, 0]}
    rounds[0]["actions"][2] = {"undo": True}
    result = match_of("goat-online", *rounds, deal=2)
    assert result["match"]["over"] is False
    assert result["rounds"][0]["actions"][2]["next"] == 1


@pytest.mark.parametrize(
    "game, action, error",
    [
        ("goat", {"timeout": 0}, "not_in_this_game"),
        ("goat-online", {"timeout": 2}, "bad_record"),
        ("goat-online", {"timeout": True}, "bad_record"),
        ("goat", {"redeal": True}, "not_in_this_game"),
        ("goat-online", {"redeal": False}, "bad_record"),
    ],
)
def test_what_a_game_does_not_know(match_of, game, action, error):
    done = match_of(game, {"starter": 0, "actions": [action]})["rounds"][0]["actions"][0]
    assert done["error"] == error


def test_players_say_that_all_deal_again(match_of):
    rounds = [{"starter": 0, "actions": [{"redeal": True}, {"pass": True}]}, OUT]
    result = match_of("goat-online", *rounds)
    done, after = result["rounds"][0]["actions"]
    assert (done["redeal"], done["round_over"], done["next"]) == (True, True, None)
    assert after["error"] == "round_over"
    ended = result["rounds"][0]["result"]
    assert (ended["kind"], ended["winners"], ended["remaining"]) == ("redeal", [], None)
    assert ended["next_starter"] is None
    assert result["rounds"][1]["result"]["kind"] == "out"


def test_known_hands_that_are_dealt_again(play):
    doubles = ["0-0", "1-1", "2-2", "3-3", "4-4", "0-1", "0-2"]
    other = [name for name in TILES if name not in doubles]
    round_ = {"hands": [doubles, other[:7]], "boneyard": other[7:], "actions": [{"play": "1-1"}]}
    result = play({"game": "goat-online", "players": 2, "rounds": [round_]})["rounds"][0]
    assert (result["starter"], result["result"]["kind"]) == (None, "redeal")
    assert result["actions"][0]["error"] == "round_over"
    assert result["result"]["remaining"][0] == 23


def test_every_goat_is_listed_here():
    params = games.array("h", [0] * games.SIZE)
    listed = []
    for game in games.GAMES:
        games.load(game, params)
        if params[games.SHEET]:
            listed.append(game)
    assert sorted(listed) == sorted([*GOATS, "double-goat", "goat-teams"])


def test_text_for_people():
    from host_tools.records.text import text

    record = {"game": "goat-online", "players": 2, "options": {"deal": 1}, "rounds": [OUT, OUT]}
    record["rounds"][1] = {"starter": 0, "actions": [{"timeout": 1}]}
    lines = text("here", record, replay(record).result).splitlines()
    assert lines[3].strip() == "Out. Player 1 takes 0. Score 0 : 0, remembered +0 : +3"
    assert lines[-1].strip() == "Player 1 wins the match at 0 : 0, remembered +0 : +3, rated 1 : 0"
