"""Random legal matches: known hands, the same match seen without hands, and with junk between."""

import random

import pytest

from domino.rules import codes, games
from domino.rules.match import Match
from domino.rules.tiles import HIGH, LOW
from host_tools.records.notation import TILES, mask_of, port_name, tiles_in
from host_tools.records.replay import replay
from tests.rules import core

MATCHES = 24  # a game, shared among the ways it is played
SHAPES = [*core.tables(MATCHES), ("forty-two", 4, True, MATCHES)]


def random_record(chance, game, players, teams, rounds=3):
    """A record of legal random play with known hands."""
    match = Match()
    games.load(game, match.rules)
    match.set_up(players, teams)
    record = {"game": game, "players": players, "teams": teams, "rounds": []}
    while len(record["rounds"]) < rounds and not match.match_over:
        record["rounds"].append(_random_round(chance, match))
    return record


def _random_round(chance, match):
    tiles = list(range(28))
    chance.shuffle(tiles)
    deal = match.deal
    hands = [tiles[seat * deal : seat * deal + deal] for seat in range(match.players)]
    boneyard = tiles[match.players * deal :]
    starter = match.next_starter
    if starter == codes.NONE and not match.searches:
        starter = chance.randrange(match.players)
    masks = [mask_of(hand) for hand in hands] + [0] * (4 - len(hands))
    code = match.open_known_round(starter, masks, bytearray(boneyard), len(boneyard), True)
    assert code == codes.OK
    opened = match.starter
    actions = []
    while not match.round_over:
        actions.append(_random_action(chance, match))
    return {
        "starter": None if opened == codes.NONE else opened,
        "hands": [[TILES[tile] for tile in hand] for hand in hands],
        "boneyard": [TILES[tile] for tile in boneyard],
        "actions": actions,
        "remaining": [
            [TILES[tile] for tile in tiles_in(hand)] for hand in match.hands[: len(hands)]
        ],
    }


def _random_bid(chance, match):
    """A bid, or the trump."""
    if match.stage == codes.TRUMP:
        value = chance.randrange(7)
        assert match.name_trump(value) == codes.OK
        return {"trump": value}
    least = max(30, match.high_bid + 1)
    points = chance.randint(least, 42) if least <= 42 and chance.random() < 0.4 else 0
    assert match.bid(points) == codes.OK
    return {"bid": points or "pass"}


def _random_action(chance, match):
    if match.stage != codes.PLAYING:
        return _random_bid(chance, match)
    out = bytearray(64)
    places = [
        (tile, out[2 * i], out[2 * i + 1])
        for tile in tiles_in(match.hands[match.turn])
        for i in range(match.choices(tile, out))
    ]
    if places:
        return _random_move(chance, match, places)
    if match.draw() == codes.OK:
        return {"draw": True}
    assert match.pass_turn() == codes.OK
    return {"pass": True}


def _random_move(chance, match, places):
    """One tile; or several doubles, or one that is closed, where the game has such moves."""
    doubles = {place[0]: place for place in places if LOW[place[0]] == HIGH[place[0]]}
    most = match.rules[games.MOST_DOUBLES] if match.rules[games.SEVERAL] else 1
    moves = [chance.choice(places)]
    if match.layout.count and match.drawn == codes.NONE and len(doubles) > 1 and most > 1:
        moves = list(doubles.values())[:most]
    closing = match.rules[games.CLOSING] and moves[0][0] in doubles and chance.random() < 0.3
    closed = [moves[0][0]] if closing else []
    code = (
        match.play_several(bytearray(sum(moves, ())), len(moves), mask_of(closed), codes.NONE)
        if len(moves) > 1 or closed
        else match.play(*moves[0])
    )
    assert code == codes.OK
    plays = [
        {
            "play": TILES[tile],
            "on": None if on == codes.NONE else TILES[on],
            "port": port_name(port),
        }
        for tile, on, port in moves
    ]
    action = {"plays": plays} if len(plays) > 1 else plays[0]
    return action | {"close": [TILES[tile] for tile in closed]} if closed else action


@pytest.fixture(scope="module", params=SHAPES, ids=str)
def records(request):
    chance = random.Random(str(request.param))
    *shape, matches = request.param
    return [random_record(chance, *shape) for _ in range(matches)]


def unknown(record):
    """The match as a table without racks sees it; a blocked round is passed out."""
    rounds = []
    for round_ in record["rounds"]:
        passes = [{"pass": True}] * record["players"] if record["game"] != "forty-two" else []
        actions = round_["actions"] + passes if round_["actions"] else [{"redeal": True}]
        rounds.append({**round_, "actions": actions})
        if all(one["actions"] == [{"redeal": True}] for one in rounds):
            rounds[-1]["starter"] = 0  # who holds the tile that opens is not known
        del rounds[-1]["hands"], rounds[-1]["boneyard"]
    return {**record, "rounds": rounds}


def test_known_hands_replay_without_a_refusal(records):
    for record in records:
        assert replay(record).problems == []


def test_without_the_hands_the_figures_are_the_same(records):
    """Also: nobody who played by the rules is accused by the audit."""
    blocked = 0
    for record in records:
        known, seen = replay(record).result, replay(unknown(record)).result
        assert seen["scores"] == known["scores"]
        assert seen["match"] == known["match"]
        for first, second in zip(known["rounds"], seen["rounds"], strict=True):
            blocked += first["result"]["kind"] == "blocked"
            audit = second["result"].pop("audit", [])
            assert audit == []
            if first["result"]["kind"] in ("target", "redeal"):
                first["result"]["remaining"] = None  # nothing is settled
            assert second["result"] == first["result"]
    assert blocked or len(records) < 12 or records[0]["game"] == "forty-two"


def test_refused_actions_between_change_nothing(records):
    chance = random.Random(7)
    junk = [
        {"play": "7-7"},
        {"seat": 9, "pass": True},
        {"bid": 31 if records[0]["game"] != "forty-two" else 29},
        {"play": "5-5", "on": "5-5", "port": "low"},
        {"draw": "x"},
        None,
    ]
    for record in records:
        rounds = []
        for round_ in record["rounds"]:
            actions = [
                step for action in round_["actions"] for step in (chance.choice(junk), action)
            ]
            rounds.append({**round_, "actions": actions})
        clean, result = replay(record).result, replay({**record, "rounds": rounds}).result
        for round_ in result["rounds"]:
            assert not any(action["ok"] for action in round_["actions"][::2])
            round_["actions"] = round_["actions"][1::2]
        assert result == clean


def test_everything_undone_leaves_what_was_before(records):
    for record in records:
        last = record["rounds"][-1]
        undone = [*last["actions"], *[{"undo": True}] * len(last["actions"])]
        rounds = [*record["rounds"][:-1], {**last, "actions": undone}]
        result = replay({**record, "rounds": rounds}).result
        before = replay({**record, "rounds": record["rounds"][:-1]}).result
        assert result["scores"] == (before["scores"] or [0] * len(result["scores"]))
        actions = result["rounds"][-1]["actions"]
        assert all(action["ok"] for action in actions)
        # Each undo shows the position as it stood before the action that it takes back.
        done, taken_back = actions[: len(last["actions"])], actions[len(last["actions"]) :]
        for earlier, later in zip(done[:-1], reversed(taken_back[:-1]), strict=True):
            for name in ("total", "ends", "ports", "scores", "next", "again", "round_over"):
                assert later[name] == earlier[name], name
