"""Readers so near to each other that one reads the tile of the next slot as well as its own."""

import pytest

from tests.sim.test_scenarios import simulate

BOARDS = ("grid48_mfrc522", "grid48_pn532")
FORGED = [{"slot": "d3", "kind": "counterfeit"}, {"slot": "e3", "kind": "counterfeit"}]
NEAR = ("c3", "d2", "e3", "d4")
FIRST = {"after_ms": 2000, "place": "5-5", "slot": "d3"}


def ghosts(of="d3", slots=("e3",), loss=0.0):
    return [
        {"fault": "ghost", "slot": slot, "of": of, "loss": loss, "after_ms": 0} for slot in slots
    ]


def play(board, *steps, seed=1):
    about = {"board": board, "game": "all-fives", "players": 2, "starter": 0, "seed": seed}
    result = simulate({**about, "steps": list(steps)})
    assert result["failed"] == []
    assert result["timing"]["longest_step_ms"] <= 20
    return {
        (event["slot"], event["code"]) for event in result["events"] if event["kind"] == "alert"
    }


@pytest.fixture(params=BOARDS)
def board(request):
    return request.param


@pytest.mark.parametrize("seed", [1, 2])
def test_the_game_goes_on_where_a_free_slot_reads_its_neighbours_tile(board, seed):
    told = play(
        board,
        {**FIRST, "after_ms": 900},
        *ghosts(),
        {"after_ms": 8000, "place": "0-5", "slot": "c3"},
        {"after_ms": 4000, "expect": {"accepted": 2, "alerts": []}},
        seed=seed,
    )
    assert told == set()


@pytest.mark.parametrize("loss", [0.0, 0.2, 0.5, 0.9])
def test_a_tile_laid_on_such_a_slot_is_accepted_and_missed_when_it_is_lifted(board, loss):
    told = play(
        board,
        FIRST,
        *ghosts(loss=loss),
        {"after_ms": 3000, "place": "0-5", "slot": "e3"},
        {"after_ms": 4000, "expect": {"accepted": 2, "alerts": []}},
        {"after_ms": 20_000, "expect": {"accepted": 2, "alerts": []}},
        {"lift": "e3", "after_ms": 700},
        {"after_ms": 6000, "expect": {"alerts": [{"slot": "e3", "kind": "place_back"}]}},
        {"place": "0-5", "slot": "e3", "after_ms": 400},
        {"after_ms": 4000, "expect": {"alerts": [], "accepted": 2}},
    )
    assert told == {("e3", "place_back")}


@pytest.mark.parametrize("loss", [0.0, 0.3])
def test_a_tile_that_four_slots_read_from_the_first_moment_lies_where_it_lies(board, loss):
    """Whichever of them is looked at first."""
    told = play(
        board,
        *ghosts(slots=NEAR, loss=loss),
        FIRST,
        {"after_ms": 4000, "expect": {"accepted": 1, "alerts": []}},
        {"after_ms": 600, "place": "0-5", "slot": "c3"},
        {"after_ms": 3000, "expect": {"accepted": 2}},
        {"after_ms": 900, "place": "3-5", "slot": "e3"},
        {"after_ms": 4000, "expect": {"accepted": 3, "alerts": []}},
    )
    assert told == set()


def test_two_neighbours_that_read_each_others_tiles(board):
    told = play(
        board,
        FIRST,
        *ghosts(),
        *ghosts("e3", ("d3",)),
        {"after_ms": 3000, "place": "0-5", "slot": "e3"},
        {"after_ms": 4000, "expect": {"accepted": 2, "alerts": []}},
        {"after_ms": 20_000, "expect": {"accepted": 2, "alerts": []}},
    )
    assert told == set()


@pytest.mark.parametrize("loss", [0.0, 0.2])
def test_a_clone_is_told_beside_the_tile_it_stands_for(board, loss):
    """The tag that lies there is halted through its own reader; the clone answers all the same."""
    play(
        board,
        FIRST,
        *ghosts(loss=loss),
        {"after_ms": 5000, "fault": "swap", "slot": "e3", "tile": "5-5", "same_uid": True},
        {"after_ms": 15_000, "expect": {"accepted": 1, "alerts": FORGED}},
    )


@pytest.mark.parametrize("loss", [0.0, 0.2])
def test_a_clone_that_was_taken_away_is_no_longer_told(board, loss):
    """The tile beside it is heard there, by the same UID."""
    play(
        board,
        FIRST,
        *ghosts(loss=loss),
        {"after_ms": 5000, "fault": "swap", "slot": "e3", "tile": "5-5", "same_uid": True},
        {"after_ms": 15_000, "expect": {"accepted": 1, "alerts": FORGED}},
        {"lift": "e3"},
        {"after_ms": 15_000, "expect": {"accepted": 1, "alerts": []}},
    )


@pytest.mark.parametrize("loss", [0.0, 0.2])
def test_a_tile_slid_to_such_a_slot_and_back_lies_where_it_lay(board, loss):
    """It is never missed in between: both readers hear it all the time."""
    play(
        board,
        FIRST,
        *ghosts(loss=loss),
        {"after_ms": 6000, "lift": "d3"},
        {"after_ms": 50, "place": "5-5", "slot": "e3"},
        {"after_ms": 8000, "expect": {"alerts": [{"slot": "e3", "kind": "tile_moved"}]}},
        {"lift": "e3"},
        {"after_ms": 50, "place": "5-5", "slot": "d3"},
        {"after_ms": 15_000, "expect": {"accepted": 1, "alerts": []}},
    )


def test_two_tags_in_such_a_slot_are_two(board):
    play(
        board,
        FIRST,
        *ghosts(),
        {"after_ms": 3000, "place": "0-5", "slot": "e3"},
        {"after_ms": 3000, "expect": {"accepted": 2}},
        {"fault": "two_tags", "slot": "e3"},
        {"after_ms": 6000, "expect": {"alerts": [{"slot": "e3", "kind": "two_tiles"}]}},
    )


def test_a_tile_moved_to_such_a_slot_is_told(board):
    play(
        board,
        FIRST,
        *ghosts(),
        {"after_ms": 3000, "lift": "d3"},
        {"after_ms": 700, "place": "5-5", "slot": "e3"},
        {"after_ms": 6000, "expect": {"alerts": [{"slot": "e3", "kind": "tile_moved"}]}},
    )


def test_a_free_slot_that_reads_the_tiles_on_both_sides_of_it_stays_free(board):
    """They answer at once there."""
    told = play(
        board,
        FIRST,
        *ghosts(),
        {"after_ms": 2000, "place": "0-5", "slot": "e3"},
        {"after_ms": 900, "place": "0-1", "slot": "e2", "expect": {"accepted": 3}},
        *ghosts("d3", ("d2",)),
        *ghosts("e2", ("d2",)),
        {"after_ms": 8000, "expect": {"accepted": 3, "alerts": []}},
        {"after_ms": 900, "place": "1-4", "slot": "d2"},
        {"after_ms": 3000, "expect": {"accepted": 4, "alerts": []}},
    )
    assert told == set()


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("coupled", [("e3",), ("d3",), ("d3", "e3")])
def test_tiles_on_such_slots_are_known_again_after_a_power_cut(board, coupled, seed):
    """Nothing is known of either then, and some frames get lost too."""
    others = {"d3": "e3", "e3": "d3"}
    lossy = [{"fault": "weak_field", "slot": slot, "loss": 0.05, "after_ms": 0} for slot in others]
    near = [step for slot in coupled for step in ghosts(others[slot], (slot,))]
    as_before = {"alerts": [], "accepted": 2}
    play(
        board,
        FIRST,
        {"after_ms": 600, "place": "0-5", "slot": "e3", "expect": {"accepted": 2}},
        *lossy,
        *near,
        {"power": "cut", "after_ms": 537},
        {"power": "on", "after_ms": 50},
        {"after_ms": 4000, "expect": as_before},
        {"after_ms": 8000, "expect": as_before},
        seed=seed,
    )
