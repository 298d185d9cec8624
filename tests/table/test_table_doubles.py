"""Moves of several doubles, closed doubles and redeals at the table, and what is recorded."""

import pytest

from host_tools.records.replay import replay
from host_tools.sim.recorder import Recorder
from tests.table.fake_feed import Feed

SEA = [("2-3 d3", {"turn": 1, "message": "your_turn"})]


def played(steps, game="sea-goat", players=2, options=(), **about):
    """A table after some steps; its record replays to the same scores and the same table."""
    feed = Feed(game, players, options=options, **about)
    feed.play(steps)
    settings = {"game": game, "players": players, "teams": None, "options": dict(options)}
    recorder = Recorder(settings)
    for entry in feed.records:
        recorder.record(*entry)
    outcome = replay(recorder.match_record())
    assert outcome.problems == []
    last = outcome.result["rounds"][-1]["actions"][-1]
    assert last["scores"] == feed.state()["scores"]
    assert (last["next"], last["total"]) == (feed.state()["turn"], feed.state()["total"])
    home = feed.placement.home
    assert [(tile, slot) for tile, slot, _, _ in recorder.layout] == [
        (tile, home[tile]) for tile in feed.match.layout.order[: feed.match.layout.count]
    ]
    return feed, recorder.rounds[-1]["actions"]


def plays(action):
    return [one["play"] for one in action["plays"]]


def test_a_double_waits_for_another_and_they_are_one_move():
    feed, actions = played(
        [
            *SEA,
            ("2-2 c3", {"message": "another_double", "seat": 1, "turn": 0, "accepted": 2}),
            (
                "3-3 e3",
                {"message": "your_turn", "turn": 0, "accepted": 3, "layout": "2-3 2-2 3-3"},
            ),
        ]
    )
    assert len(actions) == 2 and plays(actions[1]) == ["2-2", "3-3"] and actions[1]["seat"] == 1
    assert feed.match.counts[1] == 5 and feed.match.counts[0] == 6


def test_both_doubles_may_come_in_one_lap():
    _, actions = played([*SEA, ("2-2 c3 & 3-3 e3", {"turn": 0, "accepted": 3})])
    assert plays(actions[1]) == ["2-2", "3-3"]


@pytest.mark.parametrize("button", ["ok", "pass"])
def test_a_press_ends_the_move_and_the_next_double_is_the_next_players(button):
    steps = [
        *SEA,
        ("2-2 c3", {"message": "another_double"}),
        (button, {"message": "your_turn", "seat": 0, "turn": 0, "accepted": 2}),
        ("3-3 e3", {"turn": 1, "accepted": 3}),
        ("pass", {"message": "passed", "turn": 0, "accepted": 4}),
    ]
    feed, actions = played(steps, options=[("deal", 14)])
    assert [action.get("play") for action in actions] == ["2-3", "2-2", "3-3", None]


def test_any_other_tile_is_the_next_players():
    _, actions = played([*SEA, ("2-2 c3", {}), ("3-5 e3", {"turn": 1, "message": "your_turn"})])
    assert [action["seat"] for action in actions] == [0, 1, 0]


@pytest.mark.parametrize(
    "steps",
    [
        # no double that is left fits
        [("1-1 d3", {"message": "your_turn", "turn": 1})],
        # it was drawn
        [*SEA, ("draw", {}), ("2-2 c3", {"message": "your_turn", "turn": 0})],
    ],
)
def test_no_more_is_waited_for_where_none_can_follow(steps):
    played(steps)


def test_no_more_is_waited_for_after_the_last_tile():
    feed = Feed("sea-goat", options=[("deal", 1)])
    feed.play([("2-2 d3", {"message": "out_or_draw"}), ("ok", {"message": "tap_remaining"})])


def test_a_double_too_many_is_the_next_players():
    steps = [
        ("1-2 d3", {}),
        ("2-2 e3", {"message": "another_double", "seat": 1}),
        ("1-1 c3", {"message": "your_turn", "turn": 0}),
    ]
    feed, actions = played(steps)
    assert plays(actions[1]) == ["2-2", "1-1"]


def test_a_double_that_does_not_fit_is_refused_alone():
    steps = [
        *SEA,
        ("2-2 c3", {"message": "another_double"}),
        ("5-5 h6", {"message": "no_match", "alerts": ["h6 no_match"], "accepted": 2}),
        ("ok", {"message": "no_match", "accepted": 2}),
        ("-h6", {"message": "another_double", "alerts": []}),
        ("3-3 e3", {"accepted": 3, "turn": 0}),
    ]
    _, actions = played(steps)
    assert plays(actions[1]) == ["2-2", "3-3"]


def test_a_double_laid_aside_is_asked_about_and_joins_the_move():
    steps = [
        *SEA,
        ("2-2 c3", {"message": "another_double"}),
        ("3-3 h6", {"message": "choose_port", "on": "2-3"}),
        ("pass", {"message": "choose_port", "accepted": 2}),
        ("ok", {"accepted": 3, "turn": 0, "layout": "2-3 2-2 3-3"}),
    ]
    _, actions = played(steps)
    assert plays(actions[1]) == ["2-2", "3-3"]


def test_undo_takes_the_whole_move_back_and_each_tile_is_to_be_lifted():
    steps = [
        *SEA,
        ("2-2 c3", {}),
        ("3-3 e3", {"accepted": 3}),
        ("undo", {"layout": "2-3", "turn": 1, "message": "lift_tile", "at": "c3", "accepted": 4}),
        ("-c3", {"message": "lift_tile", "at": "e3"}),
        ("-e3", {"message": "undone"}),
        ("2-4 c3", {"turn": 0, "layout": "2-3 2-4", "accepted": 5}),
        ("undo", {"layout": "2-3"}),
        ("-c3", {}),
        ("undo", {"layout": "", "turn": 0}),
    ]
    _, actions = played(steps)
    assert [next(iter(a)) if "seat" not in a else a["seat"] for a in actions] == [
        0,
        1,
        "undo",
        1,
        "undo",
        "undo",
    ]


def test_a_move_before_the_last_is_taken_back_whole_too():
    steps = [
        *SEA,
        ("2-2 c3 & 3-3 e3", {"accepted": 3}),
        ("2-4 b3", {"turn": 1}),
        ("undo", {"layout": "2-3 2-2 3-3", "turn": 0}),
        ("-b3", {}),
        ("undo", {"layout": "2-3", "turn": 1, "message": "lift_tile"}),
        ("-c3 & -e3", {"message": "undone", "alerts": []}),
    ]
    played(steps)


def test_points_of_a_move_count_once_for_all_its_tiles():
    # RULES.md, `telephone`: ends 6 and 3, house 4-4; here 3-3 and 6-6 follow 3-6: 6 + 12 = 18.
    steps = [
        ("3-6 d3", {"total": 9, "scores": [0, 0]}),
        ("3-3 c3", {"total": 12, "message": "another_double", "amount": 0}),
        ("6-6 e3", {"total": 18, "scores": [0, 0], "message": "your_turn"}),
        ("undo", {"total": 9}),
        ("-c3 & -e3", {}),
        ("6-6 e3", {"total": 15, "scores": [0, 3], "message": "another_double", "amount": 6}),
        ("3-3 c3", {"total": 18, "scores": [0, 0], "message": "your_turn"}),
    ]
    played(steps, "telephone", options=[("multi_double", True)])


def test_going_out_with_two_doubles_has_no_forgotten_draw():
    steps = [
        ("2-3 d3", {}),
        ("2-2 c3", {"message": "another_double"}),
        ("3-3 e3", {"message": "out_or_draw"}),
        ("draw", {"message": "must_play_drawn", "accepted": 3}),
        ("ok", {"message": "tap_remaining"}),
        ("0:0-1", {"round_over": True, "message": "round_over"}),
    ]
    feed = Feed("sea-goat", options=[("deal", 2)])
    feed.play(steps)


# -- closing -------------------------------------------------------------------------------------
def test_menu_asks_whether_to_close():
    steps = [
        ("2-3 d3", {"message": "your_turn"}),
        ("menu", {"message": "your_turn"}),  # no double was laid
        ("2-2 c3", {"message": "double_or_close", "seat": 1}),
        ("menu", {"message": "close_double", "tile": "2-2", "at": "c3"}),
        ("undo", {"message": "double_or_close", "accepted": 2}),
        ("ok", {"message": "may_close", "seat": 0}),
        ("menu", {"message": "close_double"}),
        ("ok", {"message": "double_closed", "turn": 0, "accepted": 3, "alerts": []}),
        ("menu", {"message": "double_closed", "accepted": 3}),
        ("2-4 b3", {"message": "no_match", "alerts": ["b3 no_match"]}),
        ("-b3", {}),
        ("3-4 e3", {"accepted": 4, "turn": 1}),
    ]
    _, actions = played(steps, "donkey")
    assert actions[1]["close"] == ["2-2"] and "plays" not in actions[1]


def test_a_single_double_that_is_closed_blocks_the_round():
    steps = [
        ("1-1 d3", {"message": "may_close", "turn": 1}),
        ("menu", {"message": "close_double"}),
        ("ok", {"message": "tap_remaining", "round_over": True}),
        ("undo", {"round_over": False, "turn": 0, "message": "lift_tile"}),
    ]
    feed = Feed("donkey")
    feed.play(steps)


def test_any_of_several_doubles_may_be_closed():
    steps = [
        ("2-3 d3", {}),
        ("2-2 c3", {"message": "double_or_close"}),
        ("3-3 e3", {"message": "may_close", "accepted": 3}),
        ("menu", {"message": "close_double", "tile": "3-3"}),
        ("left", {"message": "close_double", "tile": "2-2"}),
        ("left", {"message": "close_double", "tile": "3-3"}),
        ("right", {"message": "close_double", "tile": "2-2"}),
        ("ok", {"message": "double_closed", "tile": "2-2", "accepted": 4}),
        ("menu", {"message": "close_double", "tile": "3-3"}),
        ("right", {"message": "close_double", "tile": "3-3"}),
        ("undo", {"message": "may_close"}),
        ("3-5 f3", {"accepted": 5, "turn": 1}),
        ("menu", {"accepted": 5, "turn": 1}),
    ]
    _, actions = played(steps, "donkey")
    assert plays(actions[1]) == ["2-2", "3-3"] and actions[1]["close"] == ["2-2"]


def test_a_double_may_follow_a_closed_one():
    steps = [
        ("2-3 d3", {}),
        ("2-2 c3", {}),
        ("menu", {}),
        ("ok", {"message": "another_double"}),
        ("3-3 e3", {"message": "may_close", "accepted": 4}),
        ("undo", {"layout": "2-3", "turn": 1}),
        ("-c3 & -e3", {}),
        ("2-4 c3", {"layout": "2-3 2-4"}),
    ]
    _, actions = played(steps, "donkey")
    assert plays(actions[1]) == ["2-2", "3-3"] and actions[1]["close"] == ["2-2"]


def test_nothing_is_closed_while_the_layout_is_disturbed():
    steps = [
        ("2-3 d3", {}),
        ("2-2 c3", {}),
        ("menu", {"message": "close_double"}),
        ("-c3", {"message": "place_back"}),  # turned face down
        ("ok", {"message": "place_back", "accepted": 2}),
        ("2-2 c3", {"message": "close_double", "alerts": []}),
        ("ok", {"message": "another_double", "accepted": 3}),
    ]
    played(steps, "donkey")


# -- redeals -------------------------------------------------------------------------------------
def test_draw_before_the_first_tile_asks_for_a_redeal():
    steps = [
        ("draw", {"message": "deal_again", "accepted": 0}),
        ("undo", {"message": "lay_first", "accepted": 0}),
        ("draw", {"message": "deal_again"}),
        ("ok", {"message": "lay_first", "accepted": 1, "round": 1, "round_over": False}),
        ("draw", {"message": "deal_again"}),
        ("5-5 d3", {"message": "your_turn", "accepted": 2}),
        ("draw", {"message": "drew", "accepted": 3}),
    ]
    feed = Feed("goat-online", starters=[1, 1])
    feed.play(steps)
    assert [entry[:2] for entry in feed.records[:3]] == [(0, 1), (9, 1), (0, 1)]


@pytest.mark.parametrize("game", ["all-fives", "donkey"])
def test_other_games_have_none(game):
    feed = Feed(game)
    feed.play([("draw", {"message": "must_play", "accepted": 0}), ("ok", {"accepted": 0})])
