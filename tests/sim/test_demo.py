"""The demo: its files are fresh; its match ends the same on both runtimes and in the replay."""

import io
import json
import subprocess
import sys

import pytest

from host_tools import ROOT
from host_tools.cli import main
from host_tools.records.replay import replay
from host_tools.runtimes.micropython import binary
from host_tools.sim import demo, pacing, record_demo
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


@pytest.mark.parametrize(
    "columns, lines, shown, is_drawn",
    [
        (76, 24, demo._Live, True),
        (75, 24, demo._Log, False),
        (76, 23, demo._Log, True),
        (60, 40, demo._Log, False),
        (100, 40, demo._Live, True),
    ],
)
def test_a_small_terminal_gets_the_log_and_is_told(
    monkeypatch, capsys, columns, lines, shown, is_drawn
):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(lines))
    value = json.loads(demo.SCENARIO.read_text())
    simulation = Simulation(read(value, "demo", demo.FOLDER))
    show = demo._shower(simulation, pacing.Pace())
    told = capsys.readouterr().out.splitlines()
    assert type(show) is shown
    assert len(told) == (shown is demo._Log)
    assert all("76 columns and 24 lines" in line and str(columns) in line for line in told)
    show._draw() if shown is demo._Log else None
    assert bool(capsys.readouterr().out) is (is_drawn and shown is demo._Log)
    for is_whole, room in ((True, demo._WIDE_LINES), (False, demo._LINES)):
        frame = demo.frame(simulation, is_whole)
        below = 1 + demo._LONG if is_whole else demo._SHORT
        assert len(frame) + below < room  # the cursor's line is one of them
        assert max(map(len, frame)) < demo._COLUMNS


def test_a_speed_waits_for_the_table_and_does_not_rush_after_it():
    now, slept = [100.0], []

    def sleep(seconds):
        slept.append(round(seconds, 3))
        now[0] += seconds

    pace = pacing.Timed(2, lambda: now[0], sleep)
    pace.until(1000)
    pace.until(3000)  # a second at twice the speed
    now[0] += 5  # computed too slowly
    pace.until(4000)
    pace.until(5000)
    assert slept == [1.0, 0.5]


def test_a_step_goes_on_with_space_or_enter_and_after_the_last_key_without():
    keys = [b"x", b" ", b"\n", b""]
    pace = pacing.Stepped(lambda: keys.pop(0))
    pace.shown(False)
    assert len(keys) == 4
    for left in (2, 1, 0, 0):
        pace.shown(True)
        assert len(keys) == left


@pytest.mark.parametrize(
    "words, told",
    [
        (["--speed", "0"], "--speed '0'; accepted: a number from 0.1 to 1000"),
        (["--speed", "nan"], "--speed 'nan'; accepted: a number"),
        (["--speed", "fast"], "--speed 'fast'; accepted: a number"),
        (["--step"], "--step: no terminal"),
        (["--step", "--speed", "2"], "not allowed with"),
    ],
)
def test_a_pace_that_cannot_be_is_one_line(capsys, monkeypatch, words, told):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["demo", *words]) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and told in err


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path, capsys):
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert main(["demo", "--pictures", str(blocked)]) == 1
    assert (
        capsys.readouterr().err
        == f"--pictures {blocked}: is a file, or within one; accepted: a folder\n"
    )


def test_it_ends_well_with_its_output_closed(tmp_path):
    command = f"exec {sys.executable} -m host_tools demo --pictures {tmp_path} >&-"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")
