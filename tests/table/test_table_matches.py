"""Whole random matches: what the table made of the tiles equals the rules core fed directly."""

import pytest

from domino.rules import codes, games
from domino.rules.match import Match
from domino.table import events
from host_tools.records.notation import PORTS, mask_of, tile_number
from host_tools.sim.players import Habits, PlayersError, Seating, play_match
from tests.table.fake_feed import Feed, grid

SEVERAL = (("multi_double", True),)
GAMES = [
    ("horse-race", 2, None),
    ("horse-race", 3, None),
    ("horse-race", 4, False),
    ("horse-race", 4, True),
    ("all-fives", 2, None),
    ("all-fives", 3, None),
    ("all-fives", 4, True),
    ("goat-online", 3, None),
]
CLUMSY = Habits(wrong=0.1, lifts=0.1, undoes=0.1)


def seating(columns=8, rows=6, linked=False):
    names = tuple(f"{chr(97 + x)}{y + 1}" for y in range(rows) for x in range(columns))
    return Seating("test", bytes(grid(columns, rows, linked)), names)


def text_of(step):
    if "place" in step:
        return f"{step['place']} {step['slot']}"
    if "tap" in step:
        return f"{step['seat']}:{step['tap']}"
    if "lift" in step:
        return f"-{step['lift']}"
    if "press" in step:
        return step["press"]
    return "clear" if "clear" in step else "wait 300"


def live(feed, scenario):
    """Do a scenario's steps at the table, comparing every expectation."""
    steps = []
    for step in scenario["steps"]:
        expected = dict(step.get("expect", {}))
        if "alerts" in expected:
            expected["alerts"] = [f"{a['slot']} {a['kind']}" for a in expected["alerts"]]
        steps.append((text_of(step), expected))
    feed.play(steps)


def replayed(record):
    """The rules core fed with a record, without any table."""
    match = Match()
    games.load(record["game"], match.rules)
    for name, value in record.get("options", {}).items():
        assert games.set_option(match.rules, name, value) == codes.OK
    assert match.set_up(record["players"], record.get("teams")) == codes.OK
    for played in record["rounds"]:
        assert match.open_round(played["starter"]) == codes.OK
        for action in played["actions"]:
            assert _act(match, action) == codes.OK, action
        if match.needs_remaining:
            hands = [mask_of([tile_number(t) for t in hand]) for hand in played["remaining"]]
            assert match.settle(hands) == codes.OK
    return match


def _act(match, action):
    if "plays" in action:
        moves = bytearray()
        for one in action["plays"]:
            on, port = one.get("on"), one.get("port")
            moves += bytes(
                (
                    tile_number(one["play"]),
                    tile_number(on) if on else codes.NONE,
                    PORTS.index(port) if port else codes.NONE,
                )
            )
        return match.play_several(moves, len(action["plays"]), 0)
    if "draw" in action:
        return match.draw()
    if "pass" in action:
        return match.pass_turn()
    if "undo" in action:
        return match.undo()
    if "on" not in action:
        return match.play(tile_number(action["play"]))
    port = PORTS.index(action["port"])
    return match.play(tile_number(action["play"]), tile_number(action["on"]), port)


def fields(match):
    layout = match.layout
    n = layout.count
    return {
        "scores": list(match.scores),
        "turn": match.turn,
        "again": match.again,
        "over": (match.round_over, match.match_over, match.kind),
        "winners": (match.winners, match.round_winners, match.next_starter),
        "round": match.round_number,
        "counts": bytes(match.counts),
        "accounts": (list(match.remembered), match.carried),
        "remaining": list(match.remaining),
        "awards": list(match.awards),
        "layout": (bytes(layout.order[:n]), layout.total, layout.spinners, layout.on_table),
        "joined": [bytes(layout.joined[t * 4 : t * 4 + 4]) for t in layout.order[:n]],
    }


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game", "players", "teams"), GAMES)
def test_a_match_at_the_table_equals_its_record(game, players, teams, seed):
    played = play_match(seating(), game, players, seed, teams, habits=CLUMSY)
    feed = Feed(game, players, teams, starters=played.scenario["starter"])
    live(feed, played.scenario)
    direct = replayed(played.record)
    assert fields(feed.match) == fields(direct)
    assert direct.match_over
    assert feed.view.accepted == sum(len(r["actions"]) for r in played.record["rounds"])


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("sea-goat", 4, ()), ("donkey", 3, ()), ("telephone", 4, SEVERAL)],
)
def test_matches_with_moves_of_several_doubles_equal_their_records(game, players, options):
    moves = 0
    for seed in range(3):
        played = play_match(seating(), game, players, seed, options=dict(options), habits=CLUMSY)
        feed = Feed(game, players, starters=played.scenario["starter"], options=options)
        live(feed, played.scenario)
        assert fields(feed.match) == fields(replayed(played.record))
        moves += str(played.record["rounds"]).count("'plays'")
    assert moves > 2


@pytest.mark.parametrize("seed", range(4))
def test_what_is_recorded_replays_to_the_same_state(seed):
    """The integers given to `record` are enough to make the match again, places included."""
    played = play_match(seating(), "horse-race", 3, seed, habits=CLUMSY)
    feed = Feed("horse-race", 3, starters=played.scenario["starter"])
    live(feed, played.scenario)
    again = Feed("horse-race", 3, starters=[], sweeps=False)
    hands = [0, 0, 0, 0]
    for action, seat, tile, joint in feed.records:
        _record_into(again, action, seat, tile, joint, hands)
    assert fields(again.match) == fields(feed.match)
    assert again.placement.home == feed.placement.home
    assert again.placement.laid == feed.placement.laid


def _record_into(feed, action, seat, tile, joint, hands):
    match, placement = feed.match, feed.placement
    if action == events.OPENED:
        assert match.open_round(seat) == codes.OK
        placement.clear()
    elif action == events.PLAYED:
        slot, on, port = joint >> 16, joint >> 8 & 255, joint & 255
        direction = placement.direction(on, port, slot)
        assert match.play(tile, on, port, seat) == codes.OK
        placement.lay(tile, slot, direction)
    elif action == events.DRAWN:
        assert match.draw(codes.NONE, seat) == codes.OK
    elif action == events.PASSED:
        assert match.pass_turn(seat) == codes.OK
    elif action == events.UNDONE:
        assert match.undo() == codes.OK
        if tile != codes.NONE:
            placement.take_back(tile)
    elif action == events.REMAINED:
        hands[seat] = tile
        if not joint:
            assert match.settle(hands) == codes.OK


def test_a_round_goes_on_after_a_restart():
    """The records bring the round back; the readers then show what is not as it was."""
    feed = Feed()
    feed.play([("5-5 d3", {}), ("0-5 e3", {}), ("draw", {}), ("0-2 f3", {"turn": 1})])
    again = Feed(sweeps=False)
    for action, seat, tile, joint in feed.records:
        _record_into(again, action, seat, tile, joint, [0, 0, 0, 0])
    again.table.resume()
    again.find(again.slot("d3"), tile_number("5-5"))
    again.find(again.slot("f3"), tile_number("0-2"))
    again.sweep()
    again.play(
        [
            ("wait 1", {"alerts": ["e3 place_back"], "layout": "5-5 0-5 0-2", "turn": 1}),
            ("0-5 e3", {"alerts": [], "scores": [10, 10], "total": 12}),
            ("2-3 g3", {"layout": "5-5 0-5 0-2 2-3", "turn": 0}),
        ]
    )


def test_after_a_restart_a_tile_is_moved_only_when_its_place_was_seen():
    feed = Feed().play([("5-5 d3", {}), ("0-5 e3", {})])
    again = Feed(sweeps=False)
    for action, seat, tile, joint in feed.records:
        _record_into(again, action, seat, tile, joint, [0, 0, 0, 0])
    again.table.resume()
    again.find(again.slot("c3"), tile_number("0-5"))
    again.run(1000)
    assert again.alerts() == [] and again.view.is_pending
    again.find(again.slot("d3"), tile_number("5-5"))
    again.sweep()
    assert again.alerts() == ["c3 tile_moved"]


@pytest.mark.parametrize("linked", [False, True])
def test_a_small_table_asks_and_goes_on(linked):
    """On 6 x 5 slots chains get stuck often: remote placements carry every round to its end."""
    remote = 0
    for seed in range(6):
        played = play_match(seating(6, 5, linked), "horse-race", 4, seed, rounds=4)
        feed = Feed(
            "horse-race", 4, starters=played.scenario["starter"], columns=6, rows=5, linked=linked
        )
        live(feed, played.scenario)
        assert fields(feed.match) == fields(replayed(played.record))
        remote += played.counts["remote"]
    assert remote > 0


def test_the_same_seed_plays_the_same_match():
    first = play_match(seating(), "all-fives", 2, 5, habits=CLUMSY)
    assert play_match(seating(), "all-fives", 2, 5, habits=CLUMSY) == first
    assert play_match(seating(), "all-fives", 2, 6, habits=CLUMSY).record != first.record


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("whist", 2, {}), ("all-fives", 5, {}), ("all-fives", 2, {"deal": 15})],
)
def test_players_refuse_what_cannot_be_played(game, players, options):
    with pytest.raises(PlayersError, match=game):
        play_match(seating(), game, players, 1, options=options)


def test_players_say_when_the_board_is_too_small():
    with pytest.raises(PlayersError, match="too small"):
        play_match(seating(3, 3), "horse-race", 2, 1)
