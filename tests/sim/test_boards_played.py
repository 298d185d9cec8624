"""Seeded players on the boards beside the large grid: whole rounds and matches, as the rules count
them, on one pad, in a ring, and over linked edges."""

import json
from pathlib import Path

import pytest

from domino.rules import codes
from host_tools.boards import load
from host_tools.records.notation import mask_of, port_name, tile_name
from host_tools.records.replay import replay
from host_tools.runtimes.micropython import binary
from host_tools.sim import players
from host_tools.sim.picture import table_state, write
from host_tools.sim.players import Habits, Seating, play_match
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read

SCENARIOS = Path(__file__).parent / "scenarios"

needs_micropython = pytest.mark.skipif(
    binary.find() is None, reason="no MicroPython here: set MICROPYTHON to a binary"
)


class Tappers(players._Players):
    """Players at one pad: they tap what they play, answer the question, and tell the tiles left
    seat by seat."""

    def _lay_once(self, tile, on, port):
        match = self.match
        n = self.placement.candidates(codes.NONE, tile, self.joints)
        found = [(self.joints[2 * i], self.joints[2 * i + 1]) for i in range(n)]
        answers = players._presses(found.index((on, port)), n)
        is_asked, seat = self.placement.is_remote, match.turn
        self._must(match.play(tile, on, port))
        self.hands[seat].remove(tile)
        action = {"play": tile_name(tile)}
        if on != codes.NONE:
            action.update(on=tile_name(on), port=port_name(port))
        self._action(action, "plays")
        step = {"tap": tile_name(tile), "seat": seat}
        self._show_laid(step, answers if is_asked else None, seat)

    def _show_remaining(self):
        match = self.match
        if match.kind == codes.OUT:
            self._step({"expect": {"message": "out_or_draw"}})
            self._press("ok", None, expect={"message": "tap_remaining"})
        for seat, hand in enumerate(self.hands):
            for tile in hand:
                self._step({"tap": tile_name(tile), "seat": seat})
        self._must(match.settle([mask_of(hand) for hand in self.hands] + [0] * (4 - self.players)))
        return [[tile_name(tile) for tile in sorted(hand)] for hand in self.hands]

    def _step(self, step, expect=None):
        if "clear" in step:
            step = {"press": "ok", "after_ms": 3000}
        super()._step(step, expect)


def tapped(game, count, seed, rounds=None, teams=None, options=None):
    seating = Seating.at("pad1_mfrc522")
    return Tappers(seating, game, count, seed, teams, options or {}, Habits()).play(rounds)


def simulate(scenario, runtime, folder):
    return Simulation(read(scenario, "scenario", folder)).run(runtime)


def agrees(match, runtime, folder):
    result = simulate(match.scenario, runtime, folder)
    assert result["failed"] == []
    assert result["final"]["scores"] == match.scores
    for record in (match.record, result["record"]):
        replayed = replay(record)
        assert replayed.problems == []
        assert replayed.result["scores"] == match.scores
    return result


@pytest.mark.parametrize(
    "game, count, runtime",
    [
        ("all-fives", 2, "cpython"),
        ("goat-teams", 4, "cpython"),
        ("draw", 4, "cpython"),
        pytest.param("horse-race", 3, "micropython", marks=needs_micropython),
    ],
)
def test_a_round_on_one_pad(game, count, runtime, tmp_path):
    match = tapped(game, count, 7, rounds=1)
    assert match.counts["questions"] > 10
    agrees(match, runtime, tmp_path)


def test_a_match_on_one_pad(tmp_path):
    match = tapped("block", 3, 3, options={"target": 40})
    result = agrees(match, "cpython", tmp_path)
    assert result["final"]["match_over"] is True and match.counts["rounds"] > 1


@pytest.mark.parametrize(
    "game, count, runtime",
    [
        ("draw", 3, "cpython"),
        ("fives", 4, "cpython"),
        pytest.param("block", 2, "micropython", marks=needs_micropython),
    ],
)
def test_a_round_in_the_ring_needs_no_remote_placement(game, count, runtime, tmp_path):
    habits = Habits(wrong=0.05, lifts=0.05, undoes=0.05)
    match = play_match(Seating.at("ring28_mfrc522"), game, count, 5, habits=habits, rounds=1)
    assert match.counts["remote"] == 0
    agrees(match, runtime, tmp_path)


@pytest.mark.parametrize("linked", ["rows", "columns", "both"])
def test_rounds_over_linked_edges(linked, tmp_path):
    board = load("grid48_mfrc522")
    board["slots"] = {
        "grid": {"columns": 6, "rows": 5, "linked": linked},
        "selects": list(range(30)),
    }
    path = tmp_path / "board.json"
    path.write_text(json.dumps(board))
    match = play_match(Seating.at(str(path)), "all-fives", 2, 11, rounds=1)
    agrees(match, "cpython", tmp_path)
    homes = {step["place"]: step["slot"] for step in match.scenario["steps"] if "place" in step}
    joints = [
        (homes[action["on"]], homes[action["play"]])
        for action in match.record["rounds"][0]["actions"]
        if "on" in action
    ]
    crossed = {_crossed(*joint) for joint in joints}
    assert crossed & {"rows", "columns"} == ({"rows", "columns"} if linked == "both" else {linked})


def _crossed(one, other):
    """Which edges a joint between two slots of the grid runs over, if any."""
    if one[1:] == other[1:] and {one[0], other[0]} == {"a", "f"}:
        return "rows"
    if one[0] == other[0] and {one[1:], other[1:]} == {"1", "5"}:
        return "columns"
    return None


def state_of(name, steps=None):
    """The picture's state at the end of a scenario, or after some of its steps."""
    value = json.loads((SCENARIOS / f"{name}.json").read_text())
    value["steps"] = value["steps"][:steps]
    simulation = Simulation(read(value, name, SCENARIOS))
    assert simulation.run("cpython")["failed"] == []
    return table_state(simulation)


def test_a_tile_that_was_tapped_is_drawn_where_it_was_laid_since():
    state = state_of("dead_slot_tapped", 13)
    assert {tile["tile"]: tile["slot"] for tile in state["layout"]} == {
        "5-5": "d3",
        "0-5": "e3",
        "4-5": "c3",
        "4-4": "b3",
        "0-1": "f3",
        "1-1": "g3",
    }
    assert state["loose"] == []


def test_a_ring_is_drawn_as_it_lies_and_a_board_without_slots_not_at_all(tmp_path):
    places = state_of("ring_round", 1)["places"]
    assert (places["s1"], places["s8"], places["s15"], places["s22"]) == (
        (0, 0),
        (7, 0),
        (7, 7),
        (0, 7),
    )
    value = json.loads((SCENARIOS / "pad1_round.json").read_text())
    value["steps"] = value["steps"][:2]
    simulation = Simulation(read(value, "pad", SCENARIOS))
    simulation.run("cpython")
    assert [path.name for path in write(simulation, tmp_path, "pad")] == [
        "pad-strip.png",
        "pad-screen.png",
    ]
