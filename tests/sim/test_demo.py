"""The demo: its files are fresh; its match ends the same on both runtimes and in the replay."""

import json
import subprocess
import sys

import pytest

from host_tools import ROOT
from host_tools.cli import main
from host_tools.records.replay import replay
from host_tools.runtimes.micropython import binary
from host_tools.sim import demo, record_demo
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read


def test_the_files_are_what_the_command_writes():
    match = record_demo.played()
    for path, text in record_demo.texts(match).items():
        assert path.read_text() == text, f"run python -m host_tools.sim.record_demo: {path}"
    assert match.counts["rounds"] >= 3 and match.counts["wrong"] and match.counts["lifts"]


@pytest.fixture
def results(monkeypatch):
    """What the demo's run came to."""
    kept, conclude = [], demo._conclude
    monkeypatch.setattr(
        demo, "_conclude", lambda result, *rest: (kept.append(result), conclude(result, *rest))[1]
    )
    return kept


def test_it_is_readable_when_piped_and_ends_alike_everywhere(tmp_path, capsys, results):
    own = [tmp_path / name for name in ("2023-holiday.png", "family.png", "01-cat.png")]
    for path in own:
        path.write_bytes(b"mine")
    assert main(["demo", "--pictures", str(tmp_path)]) == 0
    text = capsys.readouterr().out
    assert "\x1b" not in text
    assert "no match" in text and "place back" in text and "which end?" in text
    assert str(tmp_path) in text
    assert (tmp_path / "final.png").read_bytes().startswith(b"\x89PNG")
    assert all(path.read_bytes() == b"mine" for path in own)  # nothing is taken out of the folder
    here = results[0]
    replayed = replay(json.loads(demo.RECORD.read_text())).result
    assert here["final"]["scores"] == replayed["scores"]
    assert here["final"]["winners"] == replayed["match"]["winners"]
    assert replay(here["record"]).result["rounds"] == replayed["rounds"]
    if binary.find() is None:
        pytest.skip("the other runtime: no MicroPython here: set MICROPYTHON to a binary")
    value = json.loads(demo.SCENARIO.read_text())
    there = Simulation(read(value, "demo", demo.FOLDER)).run("micropython")
    assert here["failed"] == there["failed"] == []
    assert here["events"] == there["events"]
    assert here["final"] == there["final"]
    assert here["timing"] == there["timing"]


def test_a_small_terminal_gets_the_log(monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    for columns, lines, has_room in ((80, 24, False), (60, 40, False), (100, 40, True)):
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("LINES", str(lines))
        assert demo._has_room() is has_room


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path, capsys):
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert main(["demo", "--pictures", str(blocked)]) == 1
    assert capsys.readouterr().err == f"--pictures {blocked}: File exists; accepted: a folder\n"


def test_it_ends_well_with_its_output_closed(tmp_path):
    command = f"exec {sys.executable} -m host_tools demo --pictures {tmp_path} >&-"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")
