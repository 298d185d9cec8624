"""The whole table under power cuts: nothing recorded is lost or doubled, it always starts.

The scenarios power_*.json, which run on both runtimes with all others, have the cases one by one.
"""

import json
from pathlib import Path

import pytest

from domino.store import outcome
from host_tools.journal.export import match_record
from host_tools.journal.finding import files_in
from host_tools.journal.reading import read as read_journal
from host_tools.records.replay import replay
from host_tools.runtimes.micropython import binary
from host_tools.sim.flash_port import PowerCut
from host_tools.sim.players import Habits, Seating, play_match
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read

SCENARIOS = Path(__file__).parent / "scenarios"
needs_micropython = pytest.mark.skipif(
    binary.find() is None, reason="no MicroPython here: set MICROPYTHON to a binary"
)
# Plays only: a tile still lies after a cut, a press is over.
PLAYS = ("5-5 d3", "0-5 e3", "4-5 c3", "0-3 f3", "4-4 b3", "3-3 g3", "2-4 a3", "3-6 g2", "2-2 a2")


class Flickering(Simulation):
    """The power goes in one write of the flash, and comes back at once."""

    def flicker_in(self, write, done):
        self.cut, self.is_cut = (write, done), False
        return self

    def _run(self, run, files, how):
        from host_tools.runtimes.flash import insert

        ports = self.board.ports
        insert(ports, files)
        ports.flash.cut_in(*self.cut)
        while True:
            try:
                run(ports, files, self.director, **how)
                return
            except PowerCut:
                self.is_cut = True
                self.board.power_off()
                self.board.power_on()
                self._reread()


def plays():
    steps = [{"after_ms": 1000, "place": p.split()[0], "slot": p.split()[1]} for p in PLAYS]
    for number, step in enumerate(steps):
        step["expect"] = {"accepted": number + 1, "alerts": []}
    return {
        "board": "grid48_mfrc522",
        "game": "all-fives",
        "players": 2,
        "starter": 0,
        "steps": steps,
    }


def flickered(write, done, runtime="cpython"):
    simulation = Flickering(read(plays(), "flicker", SCENARIOS)).flicker_in(write, done)
    return simulation, simulation.run(runtime)


@pytest.fixture(scope="module")
def undisturbed():
    simulation = Simulation(read(plays(), "plays", SCENARIOS))
    result = simulation.run("cpython")
    assert result["failed"] == []
    return result, simulation.board.ports.flash.writes


def test_a_cut_in_a_write_changes_nothing_in_the_end(undisturbed):
    """Every second write; `bench journal` cuts all of them, at several places each."""
    result, writes = undisturbed
    assert writes > len(PLAYS) + 6
    for write in range(1, writes + 1, 2):
        simulation, cut = flickered(write, (0.0, 0.3, 0.5, 1.0)[write // 2 % 4])
        assert simulation.is_cut
        assert cut["failed"] == [], write
        assert cut["record"] == result["record"], write
        assert cut["final"]["scores"] == result["final"]["scores"]


@needs_micropython
@pytest.mark.parametrize("place", [0.1, 0.6, 0.9])
def test_micropython_comes_back_the_same_way(undisturbed, place):
    write = int(undisturbed[1] * place)
    one, other = flickered(write, 0.4)[1], flickered(write, 0.4, "micropython")[1]
    assert one["failed"] == other["failed"] == []
    assert one["final"] == other["final"] and one["events"] == other["events"]


def journal_of(simulation):
    return read_journal(files_in(bytes(simulation.board.ports.flash.chip.content)))


def test_the_journal_in_the_flash_is_the_record_of_the_match():
    match = play_match(
        Seating.at("grid48_mfrc522"), "horse-race", 3, 6, habits=Habits(undoes=0.1), rounds=2
    )
    simulation = Simulation(read(match.scenario, "journal", SCENARIOS))
    result = simulation.run("cpython")
    assert result["failed"] == []
    journal = journal_of(simulation)
    assert journal.problems == [] and len(journal.matches) == 1
    record = match_record(journal.matches[0])
    assert record.pop("id") == "match-1"
    assert record == result["record"]
    assert replay(record).result["scores"] == match.scores


def test_a_power_cut_that_never_comes_is_told():
    steps = [{"power": "cut", "write": 500}, {"power": "on", "after_ms": 2000}]
    value = {**plays(), "steps": steps}
    result = Simulation(read(value, "never", SCENARIOS)).run("cpython")
    assert result["failed"] == [{"step": 1, "error": "not_cut"}]


def test_a_power_cut_that_did_not_come_in_time_does_not_come_later():
    steps = [{"power": "cut", "write": 6}, {"power": "on", "after_ms": 2000}, *plays()["steps"]]
    value = {**plays(), "steps": steps}
    result = Simulation(read(value, "late", SCENARIOS)).run("cpython")
    assert result["failed"] == [{"step": 1, "error": "not_cut"}]
    assert result["final"]["accepted"] == len(PLAYS)


def test_lights_are_dark_while_the_power_is_off_and_come_back():
    value = json.loads((SCENARIOS / "power_cut_twice.json").read_text())
    simulation = Simulation(read(value, "dark", SCENARIOS))
    seen = []
    power_off = simulation.board.power_off

    def off():
        power_off()
        seen.append((simulation.board.strip.lit(), simulation.board.display.picture()))

    simulation.board.power_off = off
    result = simulation.run("cpython")
    assert result["failed"] == []
    assert len(seen) == 3 and all(lit == 0 for lit, _ in seen)
    assert any("your turn" in line for line in result["final"]["screen"])


def test_a_match_that_is_over_is_not_taken_up_again():
    match = play_match(
        Seating.at("grid48_mfrc522"), "horse-race", 2, 3, options={"target": 5, "deal": 3}
    )
    steps = [*match.scenario["steps"], {"power": "cut"}, {"clear": True}]
    steps += [{"power": "on", "after_ms": 900, "expect": {"message": "lay_first", "accepted": 0}}]
    simulation = Simulation(read({**match.scenario, "steps": steps}, "over", SCENARIOS))
    assert simulation.run("cpython")["failed"] == []
    assert [len(match.records) > 0 for match in journal_of(simulation).matches] == [True, True]


def test_another_game_in_the_settings_begins_a_new_match():
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {"scores": [10, 0]}},
        {"power": "cut"},
        {"clear": True},
        {"power": "on", "after_ms": 900, "expect": {"message": "lay_first"}},
    ]
    simulation = Simulation(read({**plays(), "steps": steps}, "other", SCENARIOS))
    spoil(simulation, settings_json=b'{"game": "horse-race", "players": 3, "starters": [0]}')
    result = simulation.run("cpython")
    assert result["failed"] == [] and result["final"]["scores"] == [0, 0, 0]
    assert [match.game for match in journal_of(simulation).matches] == ["all-fives", "horse-race"]


def spoil(simulation, **contents):
    """At the power cut files of the flash get other contents."""
    from host_tools.runtimes.flash import FileSystem

    power_off = simulation.board.power_off

    def spoiled():
        power_off()
        chip = simulation.board.ports.flash.chip
        files = FileSystem(chip, chip.sectors)
        for name, data in contents.items():
            with files.open(name.replace("__", "/").replace("_", "."), "wb") as file:
                file.write(data)

    simulation.board.power_off = spoiled


@pytest.mark.parametrize(
    "runtime", ["cpython", pytest.param("micropython", marks=needs_micropython)]
)
def test_no_damaged_file_stops_the_start_and_each_is_told(runtime):
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {"accepted": 1}},
        {"power": "cut"},
        {"clear": True},
        {"power": "on", "after_ms": 900, "expect": {"message": "menu_stored"}},
        {"press": "ok", "expect": {"accepted": 0, "message": "lay_first"}},
    ]
    simulation = Simulation(read({**plays(), "steps": steps}, "damaged", SCENARIOS))
    spoil(simulation, settings_json=b"{", uids_tab=b"?", journal__00001_dtj=b"garbage" * 9)
    told = []
    simulation.director.on_rest = lambda state: told.append(simulation.director.report()["stored"])
    assert simulation.run(runtime)["failed"] == []
    assert told[0] == [outcome.LOADED] * 3
    assert told[-2] == [outcome.DAMAGED] * 3
    # Once it is told only the journal knows of it.
    assert told[-1] == [outcome.LOADED, outcome.DAMAGED, outcome.LOADED]
    # the settings that were lost are the defaults now: All Fives, as before
    assert simulation.recorder.rounds[-1]["actions"] == []
