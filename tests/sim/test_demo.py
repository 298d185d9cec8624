"""The demo: its files are fresh; its match ends the same on both runtimes and in the replay."""

import json

import pytest

from host_tools.cli import main
from host_tools.records.replay import replay
from host_tools.runtimes.micropython import binary
from host_tools.sim import demo, record_demo
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read


def run(runtime):
    value = json.loads(demo.SCENARIO.read_text())
    return Simulation(read(value, "demo", demo.FOLDER)).run(runtime)


def test_the_files_are_what_the_command_writes():
    match = record_demo.played()
    for path, text in record_demo.texts(match).items():
        assert path.read_text() == text, f"run python -m host_tools.sim.record_demo: {path}"
    assert match.counts["rounds"] >= 3 and match.counts["wrong"] and match.counts["lifts"]


@pytest.mark.skipif(binary.find() is None, reason="no MicroPython here: set MICROPYTHON")
def test_both_runtimes_and_the_replay_end_alike():
    here, there = run("cpython"), run("micropython")
    assert here["failed"] == there["failed"] == []
    assert here["events"] == there["events"]
    assert here["final"] == there["final"]
    assert here["timing"] == there["timing"]
    replayed = replay(json.loads(demo.RECORD.read_text())).result
    assert here["final"]["scores"] == replayed["scores"]
    assert here["final"]["winners"] == replayed["match"]["winners"]
    assert replay(here["record"]).result["rounds"] == replayed["rounds"]


def test_the_demo_is_readable_when_piped(tmp_path, capsys):
    assert main(["demo", "--pictures", str(tmp_path)]) == 0
    text = capsys.readouterr().out
    assert "\x1b" not in text
    assert "no match" in text and "place back" in text and "which end?" in text
    assert str(tmp_path) in text
    assert (tmp_path / "final.png").read_bytes().startswith(b"\x89PNG")
