"""`domino-table selftest`: what is broken is named, on both runtimes."""

import copy
import json

import pytest

from host_tools import cli
from host_tools.boards import load
from host_tools.link.simulated import SimulatedTable
from host_tools.link.table import Table
from host_tools.selftest import running, showing
from host_tools.tags.record import ntag213_for_tile

CONFIG = load("grid48_mfrc522")
TAG = bytes.fromhex("04112233445566")


class Watcher:
    """Presses every button but `dead_button`; lays nothing."""

    def __init__(self, simulated, dead_button=None):
        self.simulated = simulated
        self.dead_button = dead_button
        self.said = []

    def say(self, line):
        self.said.append(line)

    def reader(self, reader):
        pass

    def press(self, names):
        wanted = [name for name in names if name != self.dead_button]
        if wanted:
            self.simulated.also(self._press(self.simulated.board.buttons[wanted[0]]))

    async def _press(self, button):
        await self.simulated.pause(100)
        button.press()
        await self.simulated.pause(100)
        button.release()

    def lay(self, measured, names):
        pass

    def is_enough(self):
        return self.simulated.now_ms() > 60_000


def run(break_it, runtime="cpython", config=CONFIG, dead_button=None, **how):
    """The report of a table of which something was broken before it started."""
    simulated = SimulatedTable(config)
    break_it(simulated.board, simulated.names)
    watcher = Watcher(simulated, dead_button)

    async def main():
        table = Table(simulated)
        await simulated.pause(2000)
        await table.greet()
        how_to = {"buttons": False, "calibrate": False, **how}
        return await running.run(table, watcher, **how_to)

    return simulated.run(main(), runtime), simulated


def broken(board, names):
    readers = {name: board.readers[i] for i, name in enumerate(names)}
    fields = {name: board.fields[i] for i, name in enumerate(names)}
    readers["a1"].dead = 0xFF
    readers["b1"].dead = 0x00
    readers["c1"].antenna_stuck_off = True
    readers["d1"].version = 0xB2
    readers["e1"].reset_stuck = True
    readers["f1"].version = 0x77
    for name in ("g1", "h1", "a2", "p0"):
        fields[name].put(
            ntag213_for_tile(8, 1, TAG[:-1] + bytes([fields[name].frames + ord(name[0])]))
        )
    fields["g1"].loss = 0.3
    fields["h1"].loss = 0.02
    fields["p0"].put(ntag213_for_tile(9, 1, TAG))


FAILING = [
    "a1: does not answer",
    "b1: does not answer",
    "c1: its antenna cannot be switched on",
    "e1: does not keep what is written to it",
]
DOUBTFUL = [
    "d1: its chip's own test differs, as with clones",
    "f1: its chip's own test differs, as with clones",
]


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_broken_readers_are_named(runtime):
    report, simulated = run(broken, runtime)
    failing = report.failing()
    assert [line for line in failing if not line.startswith("g1")] == FAILING
    assert any(line.startswith(("g1: reads only", "g1: what lies on it")) for line in failing)
    assert [line for line in report.doubtful() if not line.startswith("h1")] == DOUBTFUL
    by_name = {reader.name: reader for reader in report.readers}
    assert by_name["d1"].chip == "FM17522-1 (clone)" and by_name["f1"].chip == "unknown chip 77"
    assert by_name["a2"].told["tile"] == 8 and by_name["a2"].told["read_pct"] == 100
    assert by_name["p0"].told["found"] == "two_tags"
    lines = showing.picture(report)
    assert lines[1] == " 1 X X X ? X ? X " + ("?" if by_name["h1"].doubts() else ".")
    assert simulated.board.ports.busiest_step_ns < 20_000_000


def test_after_it_a_tag_is_read_and_the_game_goes_on():
    simulated = SimulatedTable(CONFIG)

    async def main():
        table = Table(simulated)
        await simulated.pause(2000)
        await table.greet()
        await running.run(table, Watcher(simulated), False, False)
        simulated.board.fields[20].put(ntag213_for_tile(27, 1, TAG))
        await simulated.pause(3000)
        return simulated.report()

    assert simulated.run(main())["layout"] == [27]


def test_two_readers_on_one_select_line_are_named():
    config = copy.deepcopy(CONFIG)
    config["slots"]["selects"][1] = config["slots"]["selects"][0]
    report, _ = run(lambda board, names: None, config=config)
    assert report.failing() == ["a1: its select line reaches the chip of b1"]


def test_a_dead_button_is_named():
    report, _ = run(lambda board, names: None, buttons=True, dead_button="undo")
    assert report.failing() == ["button undo: no press came"]
    assert list(report.buttons) == ["pass", "draw", "undo", "ok", "menu", "left", "right"]


def test_a_screen_that_does_not_answer_is_named():
    def unplug(board, names):
        board.display.fault = "unplugged"

    report, _ = run(unplug)
    assert report.failing() == ["screen: does not answer"]


def test_a_board_without_screen_and_strip_is_well():
    config = {name: part for name, part in CONFIG.items() if name not in ("strip", "display")}
    report, _ = run(lambda board, names: None, config=config)
    assert report.failing() == [] and report.lights == {"strip": None, "screen": None}
    assert showing.summary(report) == ["all is well: 52 readers answer"]


MARGINS = [(0, 15), (18, 10), (25, 0), (30, -5), (42, -15), (60, None)]


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_margins_are_measured_and_kept(runtime):
    def lay(board, names):
        for i, (needs_db, _) in enumerate(MARGINS):
            board.fields[i].needs_db = needs_db
            board.fields[i].put(ntag213_for_tile(i, 1, TAG[:-1] + bytes([i])))

    report, simulated = run(lay, runtime, calibrate=True)
    readers = report.readers[: len(MARGINS)]
    assert [reader.margin_db for reader in readers] == [db for _, db in MARGINS]
    assert readers[5].gains == []  # it is not even found
    unseen = "f1: no tile was seen on it: none was laid there, or no RF on slot"
    assert unseen in report.doubtful() and not readers[0].doubts()
    assert [percent for _, percent in readers[0].gains] == [100] * 6

    async def later():
        table = Table(simulated)
        await simulated.pause(500)
        await table.greet()
        await table.ask("table.borrow")
        return (await table.ask("test.margins"))["margins"]

    kept = simulated.run(later(), runtime)
    assert kept == {"a1": 15, "b1": 10, "c1": 0, "d1": -5, "e1": -15}


def test_from_the_command_line(capsys):
    assert cli.main(["selftest", "--simulate", "grid48_mfrc522"]) == 0
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert lines[-1] == "all is well: 52 readers, strip, screen answer"
    assert "press pass, draw, undo, ok, menu, left, right" in lines
    assert any(line.split()[:5] == ["a1", "MFRC522", "2.0", "ok", "on"] for line in lines)
    assert cli.main(["selftest", "--simulate", "grid48_mfrc522", "--no-buttons", "--json"]) == 0
    printed = capsys.readouterr()
    report = json.loads(printed.out)
    assert report["ok"] and len(report["readers"]) == 52 and report["buttons"] is None
    assert cli.main(["selftest", "--port", "/dev/nothing_here"]) == 1
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
@pytest.mark.parametrize("name", ["grid48_pn532", "ring28_mfrc522", "pad1_mfrc522"])
def test_every_board_tests_itself(name, runtime):
    def break_one(board, names):
        board.readers[-1].dead = 0xFF
        board.fields[0].put(ntag213_for_tile(9, 1, TAG))

    config = load(name)
    if name == "pad1_mfrc522":  # its only reader
        report, simulated = run(lambda board, names: None, runtime, config)
        assert report.failing() == []
    else:
        report, simulated = run(break_one, runtime, config)
        assert report.failing() == [f"{simulated.names[-1]}: does not answer"]
        assert report.readers[0].told["tile"] == 9 and report.readers[0].told["read_pct"] == 100
    assert simulated.board.ports.busiest_step_ns < 20_000_000
