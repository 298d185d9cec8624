"""docs/house_games.md: every game written there loads, is short, and a whole match of it plays."""

import json
import random
import re

import pytest

from domino.rules import codes
from domino.rules.match import Match
from domino.rules.tiles import PIPS
from host_tools import ROOT
from host_tools.pages.house_page import BEGIN, END
from host_tools.records.catalogue import Catalogue
from host_tools.records.games_command import describe
from host_tools.records.notation import TILES, mask_of, port_name, tiles_in
from host_tools.records.replay import replay

PAGES = {"en": ROOT / "docs" / "house_games.md", "ar": ROOT / "docs" / "house_games.ar.md"}
MOST_LINES = 10


def blocks(language="en"):
    text = PAGES[language].read_text(encoding="utf-8")
    return re.findall(r"```json\n(.*?)\n```", text, re.DOTALL)


HOUSES = [(block, name) for block in blocks() for name in json.loads(block)]
NAMES = [name for _, name in HOUSES]


@pytest.fixture
def catalogue(tmp_path):
    """The games of one block, read as a user's file is read."""

    def run(block):
        path = tmp_path / "house.json"
        path.write_text(block, encoding="utf-8")
        return Catalogue([str(path)])

    return run


def act(match, chance):
    """Does one legal thing by chance; returns it as a record writes it."""
    out = bytearray(64)
    places = [
        (tile, out[2 * i], out[2 * i + 1])
        for tile in tiles_in(match.hands[match.turn])
        for i in range(match.choices(tile, out))
    ]
    if not places:
        if match.draw() == codes.OK:
            return {"draw": True}
        assert match.pass_turn() == codes.OK
        return {"pass": True}
    tile, on, port = chance.choice(places)
    assert match.play(tile, on, port) == codes.OK
    placed = {"play": TILES[tile]}
    return placed if on == codes.NONE else {**placed, "on": TILES[on], "port": port_name(port)}


def random_round(match, chance):
    tiles = list(range(28))
    chance.shuffle(tiles)
    deal, players = match.deal, match.players
    hands = [tiles[seat * deal : seat * deal + deal] for seat in range(players)]
    boneyard = tiles[players * deal :]
    starter = match.next_starter
    if starter == codes.NONE and not match.searches:
        starter = chance.randrange(players)
    masks = [mask_of(hand) for hand in hands] + [0] * (4 - players)
    code = match.open_known_round(starter, masks, bytearray(boneyard), len(boneyard), True)
    assert code == codes.OK
    opened = None if starter == codes.NONE else starter
    given = {"starter": opened, "hands": [[TILES[tile] for tile in hand] for hand in hands]}
    given["boneyard"] = [TILES[tile] for tile in boneyard]
    given["actions"] = []
    while not match.round_over:
        given["actions"].append(act(match, chance))
    return given


def random_match(name, catalogue, players, seed=1):
    """A whole match, and the record of it."""
    chance = random.Random(seed)
    match = Match()
    catalogue.load(name, match.rules)
    assert match.set_up(players) == codes.OK
    rounds = []
    while not match.match_over:
        assert len(rounds) < 500
        rounds.append(random_round(match, chance))
    return match, {"id": name, "game": name, "players": players, "rounds": rounds}


def test_there_are_several_and_the_first_is_all_threes():
    assert len(HOUSES) >= 5
    threes = json.loads(blocks()[0])["my-threes"]
    assert threes["parameters"] == {"target": 100, "multiple": 3, "spinner": "none", "deal": 6}


def test_both_languages_show_the_same_games():
    assert blocks("ar") == blocks("en")


@pytest.mark.parametrize("language", PAGES)
def test_no_file_takes_more_than_ten_lines(language):
    for block in blocks(language):
        assert len(block.splitlines()) <= MOST_LINES


@pytest.mark.parametrize("block, name", HOUSES, ids=NAMES)
def test_a_whole_match_of_it_plays_and_replays(catalogue, block, name):
    known = catalogue(block)
    for players in describe(name, known)["players"]:
        match, record = random_match(name, known, players)
        outcome = replay(record, catalogue=known)
        assert outcome.problems == []
        assert outcome.result["scores"] == [score / 2 for score in match.scores[: match.sides]]
        assert outcome.result["match"]["over"] is True


@pytest.mark.parametrize("block, name", HOUSES, ids=NAMES)
def test_it_sets_what_it_says(catalogue, block, name):
    found = describe(name, catalogue(block))["parameters"]
    for parameter, value in json.loads(block)[name]["parameters"].items():
        assert found[parameter] == value


def test_all_threes_scores_threes_and_settles_in_threes(catalogue):
    known = catalogue(blocks()[0])
    actions = [{"play": "1-2"}, {"play": "2-5"}, {"play": "5-5"}]
    round_ = {"starter": 0, "actions": actions}
    result = replay(
        {"game": "my-threes", "players": 2, "rounds": [round_]}, catalogue=known
    ).result
    assert [done["points"] for done in result["rounds"][0]["actions"]] == [3, 6, 0]
    _, record = random_match("my-threes", known, 2)
    for played in replay(record, catalogue=known).result["rounds"]:
        settled = played["result"]
        if settled["kind"] == "out":
            (left,) = [pips for pips in settled["remaining"] if pips]
            assert max(settled["awards"]) == (left + 1) // 3


def test_whoever_holds_6_6_opens_every_round_of_block_66(catalogue):
    block = next(block for block in blocks() if "block-66" in block)
    _, record = random_match("block-66", catalogue(block), 4)
    assert len(record["rounds"]) > 2
    for given in record["rounds"]:
        assert given["actions"][0] == {"play": "6-6"} and given["boneyard"] == []
        assert not any("draw" in action for action in given["actions"])


def test_the_soap_counts_25_in_the_quick_goat(catalogue):
    block = next(block for block in blocks() if "quick-goat" in block)
    known = catalogue(block)
    seen = 0
    for seed in range(20):
        match, record = random_match("quick-goat", known, 2, seed)
        played = replay(record, catalogue=known).result["rounds"][-1]
        for seat, pips in enumerate(played["result"]["remaining"]):
            plain = sum(PIPS[tile] for tile in tiles_in(match.hands[seat]))
            seen += match.hands[seat] & 1
            assert pips == plain + 25 * (match.hands[seat] & 1)
    assert seen


@pytest.mark.parametrize("language", PAGES)
def test_the_table_is_marked_and_every_parameter_is_in_it(language):
    text = PAGES[language].read_text(encoding="utf-8")
    table = text[text.index(BEGIN) : text.index(END)]
    for name in describe("muggins")["parameters"]:
        assert f">{name}</code> |" in table or f"| `{name}` |" in table
