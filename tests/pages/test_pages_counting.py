"""Worked cases in words: captions, moves, what the ends count, the arithmetic of settlements."""

import re

import pytest

from domino.rules.games import GAMES
from host_tools.pages import settling
from host_tools.pages.counting import Told
from host_tools.pages.examples import OWN, example, examples, records
from host_tools.pages.phrases import LANGUAGES, phrases
from host_tools.records.replay import replay

SAY = phrases("en")
EXAMPLES = {one.name: one for game in GAMES for one in examples(game)}


def told(name, language="en"):
    return Told(EXAMPLES[name], phrases(language))


REFUSED = ("forty-two-follow",)  # shows what must follow


def test_every_record_is_replayed_without_a_refusal():
    names = [record["id"] for record in records()]
    assert len(set(names)) == len(names)
    for record in records():
        if record["game"] in GAMES:
            outcome = replay(record)
            refused = [record["id"]] if outcome.problems else []
            assert refused == [one for one in REFUSED if one == record["id"]], outcome.problems
            assert outcome.remarks == []


def test_the_examples_made_for_the_pages_end_their_rounds():
    own = OWN.read_text(encoding="utf-8").splitlines()
    assert len(own) > 10
    for record in records():
        if record["id"] in own:
            assert all(played["result"]["kind"] for played in replay(record).result["rounds"])


TAKEN = [
    (one, side)
    for one in EXAMPLES.values()
    for side in one.round["result"]["winners"]
    if one.parameters["award"] == "winner_takes"
    and one.position
    and one.round["result"]["kind"] != "target"
]


@pytest.mark.parametrize("one, side", TAKEN, ids=[f"{one.name}-{side}" for one, side in TAKEN])
def test_the_arithmetic_comes_to_what_the_core_gave(one, side):
    result = one.round["result"]
    sum_, figure = settling.taken(side, result, one.parameters, len(one.result["scores"]))
    assert re.search(r"(\d[\d.]*)$", sum_)[1] == f"{figure:g}"
    if one.parameters["account"] == "plain":
        assert figure == result["awards"][side]


SUMS = {
    "horse-race-out-17": "17 → 15; 15 ÷ 5 = 3",
    "horse-race-out-team": "8 + 9 = 17 → 15; 15 ÷ 5 = 3",
    "horse-race-blocked-4-4-4-14": "4 + 4 + 14 = 22 → 20; 20 ÷ 5 = 4",
    "all-fives-out-16-and-7": "16 + 7 = 23 → 25",
    "all-fives-blocked-split": "24 → 25; 25 ÷ 2 = 12.5",
    "fives-out-13-and-8": "13 → 15, 8 → 10; 15 + 10 = 25",
    "fives-out-11": "11 → 10; 10",
    "muggins-blocked-3-5-11-13": "5 + 11 + 13 − 3 = 26 → 25; 25 ÷ 5 = 5",
    "draw-blocked-9-14-20": "14 + 20 = 34",
    "goat-online-account": "7 + 13 = 20",
    "goat-online-fish-one": "7 + 23 = 30",
    "goat-teams-out-00": "12 + 25 = 37",
    "goat-teams-blocked": "58 + 50 = 108",
    "double-goat-account": "9 + 23 = 32",
}


@pytest.mark.parametrize("name", SUMS)
def test_sums_as_the_rules_write_them(name):
    text = " ".join(told(name).settlement())
    assert f" {SUMS[name]}." in text
    assert f'<span dir="ltr">{SUMS[name]}</span>.' in " ".join(told(name, "ar").settlement())


CAPTIONS = {
    "all-fives-01": "A total of 10: 10 points",
    "horse-race-03": "A total of 4: nothing",
    "bergen-triple-header": "2-6 scores 3 points",
    "horse-race-60-and-2": "The target is reached",
    "goat-online-fish-draw": "A tie",
    "goat-online-left-10": "Out: player 2 remembers 10 points more",
    "goat-online-timeout-32-30": "Time runs out",
    "sea-goat-out": "Out: player 1 loses 25 points",
    "goat-blocked": "A blocked round: team 1 writes 48 points, team 2 writes 38 points",
    "forty-two-follow": "A trick",
    "forty-two-made": "A bid that is made: team 1 takes 8 points, team 2 takes 34 points",
    "forty-two-missed": "A bid that is missed: team 1 takes 47 points",
    "poker-full-house": "Best hand: player 1",
    "block-tie-fewer": "A blocked round: player 1 takes 34 points",
}


def test_a_round_of_tricks_tells_its_bid():
    assert told("forty-two-missed").settlement() == [
        "Team 2 had bid 34.",
        "Team 1 wins the round.",
        "Team 1 takes 47 points.",
        "Score: 47 : 0.",
    ]
    assert "**4** bids 34, names 1 as trump, 0-1" in told("forty-two-missed").moves()
    assert "**2** 2-4 is refused: The led suit must be followed, 3-5" in (
        told("forty-two-follow").moves()
    )


@pytest.mark.parametrize("name", CAPTIONS)
def test_captions(name):
    assert told(name).caption() == CAPTIONS[name]


def test_moves_stand_with_their_players():
    assert told("donkey-doubles").moves() == (
        "**1** 1-1 · **2** 1-2 on 1-1 · **1** 1-5 on 1-1 · **2** 1-3 on 1-1 (branch) ·"
        " **1** 5-5 on 1-5, closes 5-5 · **2** 2-2 on 1-2 and 3-3 on 1-3"
    )


COUNTED = {
    "all-fives-01": "The ends: 1-1 counts 2 and 4-4 counts 8. Together 10: 10 points.",
    "horse-race-11": "The ends: 0-0 counts 0. Together 0: nothing.",
    "forty-two-follow": "Player 4 takes the trick. Taken so far: 0 : 11.",
    "poker-straight-five": (
        "Player 1 shows 1-6 3-6 4-6 5-6 6-6: straight four, 49 pips."
        " Player 2 shows 1-3 2-3 3-3 3-4 3-5: straight five, 30 pips."
    ),
    "bergen-triple-header": "Both ends show 2, and one of them is the double: 3 points.",
    "bergen-double-header": "Both ends show 1: 2 points.",
}


@pytest.mark.parametrize("name", COUNTED)
def test_what_the_ends_count(name):
    assert " ".join(told(name).counting()) == COUNTED[name]


def test_a_double_that_opens_a_round():
    record = {"id": "x", "game": "bergen", "players": 2}
    record["rounds"] = [{"starter": 0, "actions": [{"play": "2-2"}]}]
    assert Told(example(record), SAY).counting() == ["A double opens the round: 2 points."]


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_is_told_whole(name, language):
    one = told(name, language)
    moves = [one.moves()] if one.round["actions"] else []
    for text in (one.caption(), one.setting(), *moves, *one.counting(), *one.ending()):
        assert text and "{" not in text and "None" not in text


def test_what_was_taken_back_is_not_drawn():
    actions = [{"play": "5-5"}, {"play": "0-5"}, {"undo": True}, {"undo": True}, {"play": "1-1"}]
    actions += [{"play": "1-3", "on": "1-1", "port": "line_a"}, {"play": "4-4"}]
    record = {"id": "x", "game": "draw", "players": 2}
    record["rounds"] = [{"starter": 0, "actions": actions}]
    assert [one.tile for one in example(record).position.laid] == ["1-1", "1-3"]
