"""House games: read from a file, listed, and played wherever a game id works."""

import json
import re
from array import array

import pytest

from domino.rules import games
from domino.rules.games import GAMES
from host_tools import cli
from host_tools.records.catalogue import BadGames, Catalogue
from host_tools.records.games_command import describe
from host_tools.records.replay import replay

# The example of FORMATS.md: All Threes to 100, without spinner, deal 6.
THREES = {
    "my-threes": {
        "base": "muggins",
        "parameters": {"target": 100, "multiple": 3, "spinner": "none", "deal": 6},
    }
}
# Issue 3: four in teams, seven tiles each, who holds 6-6 opens every hand with it.
SIX_SIX = {
    "six-six": {
        "base": "block",
        "parameters": {
            "deal": 7,
            "opening": "highest_double",
            "next_after_out": "as_first",
            "next_after_block": "as_first",
        },
    }
}


@pytest.fixture
def catalogue(tmp_path):
    """Reads house games from a file that holds them."""

    def read(*houses):
        paths = [tmp_path / f"house{number}.json" for number in range(len(houses))]
        for path, house in zip(paths, houses, strict=True):
            path.write_text(house if isinstance(house, str) else json.dumps(house))
        return Catalogue([str(path) for path in paths])

    return read


def test_all_threes(catalogue):
    actions = [{"play": "1-2"}, {"play": "2-5", "on": "1-2"}, {"play": "1-5", "on": "1-2"}]
    actions += [{"play": "5-5", "on": "2-5"}]
    record = {"game": "my-threes", "players": 2, "rounds": [{"starter": 0, "actions": actions}]}
    done = replay(record, catalogue=catalogue(THREES)).result["rounds"][0]["actions"]
    assert [action["total"] for action in done] == [3, 6, 10, 15]
    assert [action["points"] for action in done] == [3, 6, 0, 15]
    assert done[-1]["scores"] == [3, 21]


def test_options_of_a_house_game_are_those_of_its_base(catalogue):
    threes = catalogue(THREES)
    record = {"game": "my-threes", "players": 2, "rounds": []}
    played = replay({**record, "options": {"target": 3}}, catalogue=threes)
    assert played.problems == []
    rounds = [{"starter": 0, "actions": [{"play": "1-2"}]}]
    played = replay({**record, "options": {"target": 3}, "rounds": rounds}, catalogue=threes)
    assert played.result["match"]["winners"] == [0]
    refused = replay({**record, "options": {"fish": "all"}}, catalogue=threes).result
    assert refused["error"] == "bad_option" and "options of my-threes are" in refused["message"]


def test_without_the_file_there_is_no_such_game():
    result = replay({"game": "my-threes", "players": 2, "rounds": []}).result
    assert result["error"] == "unknown_game"


def test_the_holder_of_6_6_opens_every_hand(catalogue):
    tiles = [f"{low}-{high}" for high in range(7) for low in range(high + 1)]
    hands = [tiles[seat::4] for seat in range(4)]
    opener = next(seat for seat in range(4) if "6-6" in hands[seat])
    rounds = [{"hands": hands, "actions": [{"play": hands[opener][0]}, {"play": "6-6"}]}]
    record = {"game": "six-six", "players": 4, "rounds": rounds}
    first = replay(record, catalogue=catalogue(SIX_SIX)).result["rounds"][0]
    assert first["starter"] == opener
    assert [action["ok"] for action in first["actions"]] == [False, True]
    assert first["actions"][0]["error"] == "wrong_opening"
    wanted = f"{hands[opener][0]} may not open this round; wanted: 6-6"
    assert first["actions"][0]["message"] == wanted
    rounds[0]["starter"] = (opener + 1) % 4
    refused = replay(record, catalogue=catalogue(SIX_SIX)).result["rounds"][0]
    assert (refused["error"], refused["message"]) == (
        "wrong_starter",
        f"player {rounds[0]['starter'] + 1} may not open this round;"
        f" player {opener + 1} opens with 6-6 (starter {opener})",
    )
    record["rounds"] = [{"actions": []}]
    refused = replay(record, catalogue=catalogue(SIX_SIX)).result["rounds"][0]
    assert refused["message"].startswith("the hands decide who opens, and are not known: give")


def test_a_house_game_may_stand_on_another_whatever_comes_first(catalogue):
    short = {"short": {"base": "my-threes", "parameters": {"target": 30}}}
    both = catalogue(short, THREES)
    assert both.names() == [*GAMES, "short", "my-threes"]
    assert both.base_of("short") == "my-threes"
    assert both.allowed("short") == both.allowed("muggins")
    assert replay(
        {
            "game": "short",
            "players": 2,
            "rounds": [{"starter": 0, "actions": [{"correct": {"side": 1, "score": 30}}]}],
        },
        catalogue=both,
    ).result["match"]["over"]


@pytest.mark.parametrize(
    "bases, offered",
    [
        ({"a": "chess", "b": "a", "c": "draw"}, {"c"}),
        ({"a": "a", "c": "draw"}, {"c"}),
        ({"a": "b", "b": "a", "c": "c"}, set()),
    ],
)
def test_only_what_can_be_a_base_is_offered(catalogue, bases, offered):
    with pytest.raises(BadGames) as caught:
        catalogue({name: {"base": base} for name, base in bases.items()})
    text = str(caught.value)
    names = set(re.split(r"games are |one of ", text)[1].split(", "))
    assert ": a.base: " in text and names >= set(GAMES)
    assert names - set(GAMES) == offered


def test_a_house_game_may_copy_all_parameters_as_they_are_printed(catalogue, capsys):
    assert cli.main(["games", "--json"]) == 0
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    copies = {
        f"my-{game['id']}": {"base": "horse-race", "parameters": game["parameters"]}
        for game in listed
    }
    copied = catalogue(copies)
    for game in listed:
        copy = describe(f"my-{game['id']}", copied)
        assert copy["parameters"] == game["parameters"], game["id"]
        original, params = (array("h", bytes(2 * games.SIZE)) for _ in range(2))
        copied.load(game["id"], original)
        copied.load(f"my-{game['id']}", params)
        assert original == params or game["parameters"]["play"] != "layout", game["id"]


TWENTY = {"twenty": {"base": "forty-two", "parameters": {"min_bid": 20, "target": 100}}}
TO_TWO = {"to-two": {"base": "poker", "parameters": {"end": "target_wins", "target": 2}}}


def test_a_house_game_of_tricks(catalogue):
    record = {"game": "twenty", "players": 4, "rounds": [{"starter": 1, "actions": []}]}
    record["rounds"][0]["actions"] = [{"bid": 19}, {"bid": 20}, {"bid": "pass"}, {"bid": 20}]
    done = replay(record, catalogue=catalogue(TWENTY)).result["rounds"][0]["actions"]
    assert [action["ok"] for action in done] == [False, True, True, False]
    assert done[0]["message"] == 'bid is 19; wanted: a whole number from 20 to 42, or "pass"'
    record["options"] = {"min_bid": 5}
    done = replay(record, catalogue=catalogue(TWENTY)).result["rounds"][0]["actions"]
    assert done[0]["ok"]


def test_a_house_game_of_shown_hands(catalogue):
    hands = [["6-1", "6-3", "6-4", "6-5", "6-6"], ["3-1", "3-2", "3-3", "3-4", "3-5"]]
    record = {"game": "to-two", "players": 2, "rounds": [{"show": hands}] * 3}
    result = replay(record, catalogue=catalogue(TO_TWO)).result
    assert result["match"] == {"over": True, "winners": [1], "losers": [0]}
    assert [round_.get("error") for round_ in result["rounds"]] == [None, None, "match_over"]


# What stands in the file, and the line that says what is wrong.
BAD = [
    ("[]", "not a JSON object but []; wanted: one JSON object, or one on each line"),
    ("{", "not JSON: "),
    ({"a": 3}, 'a: is 3; wanted: {"base": …, "parameters": {…}}'),
    ({"": {"base": "draw"}}, "a name is empty; wanted: a letter or more"),
    ({"a": {}}, "a.base: is missing; wanted: the id of a game"),
    ({"a": {"base": "chess"}}, 'a.base: no game "chess"; games are horse-race, '),
    (
        {"a": {"base": "draw", "rules": {}}},
        'a: "rules" is not a known field; fields are base, parameters',
    ),
    (
        {"a": {"base": "draw", "parametres": {}}},
        'a: "parametres" is not a known field (parameters, perhaps); fields are base, parameters',
    ),
    (
        {"a": {"base": "draw", "parameters": {"targt": 5}}},
        'a.parameters: no parameter "targt" (target, perhaps); parameters are players_min, ',
    ),
    ({"a": {"base": "goats"}}, 'a.base: no game "goats" (goat, perhaps); games are horse-race, '),
    ({"a": {"base": "draw", "parameters": []}}, "a.parameters: is []; wanted: "),
    ({"a": {"base": "a"}}, "a.base: stands on itself"),
    ({"a": {"base": "b"}, "b": {"base": "a"}}, "a.base: stands on itself"),
    ({"draw": {"base": "block"}}, "draw: there is such a game; wanted: another name"),
    ({"قهوة": {"base": "block"}}, "قهوة: the screen cannot show this name; wanted: letters, "),
    ({"a\nb": {"base": "block"}}, "a\\nb: the screen cannot show this name; wanted: letters, "),
    (
        {"a": {"base": "draw", "parameters": {"hat": 3}}},
        'a.parameters: no parameter "hat"; parameters are players_min, ',
    ),
    (
        {"a": {"base": "draw", "parameters": {"target": 0}}},
        "a.parameters.target: is 0; wanted: a whole number from 1 to 10000",
    ),
    (
        {"a": {"base": "draw", "parameters": {"spinner": "both"}}},
        'a.parameters.spinner: is "both"; wanted: one of none, first, all',
    ),
    (
        {"a": {"base": "draw", "parameters": {"closing": 1}}},
        "a.parameters.closing: is 1; wanted: one of false, true",
    ),
    (
        {"a": {"base": "muggins", "parameters": {"hand_unit": 0}}},
        "a.parameters.hand_unit: is 0; wanted: a whole number from 1 to 36, or multiple",
    ),
    (
        {"a": {"base": "draw", "parameters": {"deal": 9}}},
        "a.parameters.deal: is 9 for 4 players; wanted: 7 at most, as the set has 28 tiles",
    ),
    (
        {"a": {"base": "draw", "parameters": {"players_min": 3, "players_max": 2}}},
        "a.parameters.players_min: is 3; wanted: players_max, 2, at most",
    ),
    (
        {"a": {"base": "forty-two", "parameters": {"spinner": "first"}}},
        "a.parameters.spinner: is not read where play is tricks and end is highest_wins; read are"
        " players_min, players_max, teams, deal, target, multiple, end, ",
    ),
    (
        {"a": {"base": "poker", "parameters": {"target": 10}}},
        "a.parameters.target: is not read where play is show and end is never; read are ",
    ),
    (
        {"a": {"base": "draw", "parameters": {"min_bid": 20}}},
        "a.parameters.min_bid: is not read where play is layout and end is target_wins; read are ",
    ),
    (
        {"a": {"base": "poker", "parameters": {"deal": 6}}},
        "a.parameters.deal: is 6 for 4 players; wanted: 5 at most, as the set has 20 tiles",
    ),
]


@pytest.mark.parametrize("house, line", BAD, ids=lambda value: str(value)[:40])
def test_a_bad_file_says_in_one_line_what_is_wrong(catalogue, tmp_path, house, line):
    with pytest.raises(BadGames) as error:
        catalogue(house)
    said = str(error.value)
    assert said.startswith(f"{tmp_path / 'house0.json'}:1: {line}")
    assert "\n" not in said


# A house game's parameters; of which it is said that they do nothing, and what goes with them.
IDLE = [
    (
        "draw",
        {"spinner_count": "two_closed"},
        {"spinner_count": "spinner first or all and branches"},
    ),
    ("draw", {"unit": 5}, {"unit": "scoring multiple"}),
    ("draw", {"multiple": 3}, {"multiple": "scoring multiple, or round_to"}),
    ("draw", {"multiple": 3, "round_to": "multiple"}, {}),
    ("goat", {"hand_unit": 5, "fish": "one"}, {"hand_unit": "award winner_takes"}),
    ("goat", {"opens_at": 13}, {"opens_at": "account opens, remembers or sole"}),
    ("goat", {"opens_at": 13, "account": "opens"}, {}),
    ("goat", {"opens_at": 13, "doubles_win": True, "strict_66": True}, {}),
    ("goat", {"values_when": "alone"}, {"values_when": "value_00 or value_66"}),
    ("goat", {"multi_double": False, "doubles_a_move": 4}, {}),  # as its base has it
    ("block", {"reserve": 2}, {"reserve": "draw until_playable or one"}),
    ("draw", {"players_max": 3, "teams": "none"}, {"teams": "players_max 4"}),
]


@pytest.mark.parametrize("base, parameters, said", IDLE)
def test_what_does_nothing_is_told_and_played_all_the_same(
    tmp_path, capsys, base, parameters, said
):
    path = tmp_path / "house.json"
    path.write_text(json.dumps({"mine": {"base": base, "parameters": parameters}}))
    assert cli.main(["games", "mine", "--games", str(path), "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["parameters"].items() >= parameters.items()
    lines = err.splitlines()
    assert len(lines) == len(said)
    for line, (name, wanted) in zip(lines, said.items(), strict=True):
        assert line.startswith(f"{path}:1: mine.parameters.{name}: note: does nothing in mine; ")
        assert f"it goes with {wanted}" in line


def test_the_house_games_of_a_scenario_are_told_once(tmp_path, capsys):
    house = {"mine": {"base": "draw", "parameters": {"unit": 5}}}
    told = {"theirs": {"base": "draw", "parameters": {"unit": 4}}}
    files = [tmp_path / "told.json", tmp_path / "scenario.json"]
    files[0].write_text(json.dumps(told))
    scenario = {"board": "grid48_mfrc522", "game": "mine", "players": 2, "starter": 0}
    files[1].write_text(json.dumps({**scenario, "games": house, "steps": []}))
    status = cli.main(["simulate", str(files[1]), "--games", str(files[0]), "--json"])
    lines = capsys.readouterr().err.splitlines()
    assert (status, len(lines)) == (0, 2)
    assert ": theirs.parameters.unit: note: " in lines[0]
    assert f"{files[1]}:1: games: mine.parameters.unit: note: " in lines[1]


def test_the_commands_take_house_games(tmp_path, capsys):
    path = tmp_path / "house.json"
    path.write_text(json.dumps(THREES))
    record = tmp_path / "record.json"
    record.write_text('{"game": "my-threes", "players": 2, "rounds": []}')
    assert cli.main(["replay", str(record), "--games", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "my-threes"
    assert cli.main(["games", "--games", str(path), "--json"]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (last["id"], last["base"], last["deal"]) == (
        "my-threes",
        "muggins",
        {"2": 6, "3": 6, "4": 6},
    )
    assert cli.main(["games", "--games", str(path)]) == 0
    assert "\nmy-threes (muggins)  2 to 4   4 may  6 " in capsys.readouterr().out
    assert cli.main(["games", "my-threes", "--games", str(path)]) == 0
    assert capsys.readouterr().out.startswith("my-threes, a house game of muggins\n")
    path.write_text('{"a": 3}')
    for command in (["games"], ["replay", str(record)]):
        assert cli.main([*command, "--games", str(path)]) == 1
        out, err = capsys.readouterr()
        assert out == "" and err.startswith(f"{path}:1: a: is 3; ") and err.count("\n") == 1
