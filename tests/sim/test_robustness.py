"""What an evening does to a table beside the game: a clock that wraps, hours without a play,
buttons that are held or bounce, a supply that flickers, a full flash, files that are damaged."""

import json

import pytest

from domino.board.watchdog import Watchdog
from domino.store.statistics import Statistics
from host_tools.boards import load
from host_tools.chips.button import Button
from host_tools.journal.finding import files_in
from host_tools.journal.reading import read as read_journal
from host_tools.runtimes.flash import FileSystem
from host_tools.runtimes.micropython import binary
from host_tools.sim.clock import VirtualClock
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read
from host_tools.sim.watchdog import Bitten
from host_tools.sim.watchdog import Watchdog as Chip
from tests.sim.test_scenarios import SCENARIOS, a_match, needs_micropython

BOTH = ["cpython", pytest.param("micropython", marks=needs_micropython)]
WRAP_MS = 1 << 30
HOURS_MS = 2 * 3600 * 1000
LEAP_MS = 8 * 60 * 1000
PLAYS = ("5-5 d3", "0-5 e3", "4-5 c3", "0-3 f3", "4-4 b3", "3-3 g3")


def plays(first=0, last=6):
    """Steps that lay tiles, each looked at."""
    return [
        {
            "after_ms": 900,
            "place": play.split()[0],
            "slot": play.split()[1],
            "expect": {"accepted": number + 1, "alerts": []},
        }
        for number, play in enumerate(PLAYS)
    ][first:last]


def simulation(steps, start_ms=0, **about):
    return Simulation(read(a_match(steps=steps, **about), "robust", SCENARIOS), start_ms)


def without_watchdog(tmp_path):
    """A scenario's board and folder: the usual one, but nothing restarts it."""
    board = load("grid48_mfrc522")
    del board["watchdog_ms"]
    (tmp_path / "board.json").write_text(json.dumps(board))
    return tmp_path


# -- the clock ---------------------------------------------------------------------------------
@pytest.mark.parametrize("before_ms", [2500, 4321])
@pytest.mark.parametrize("runtime", BOTH)
def test_the_clock_wraps_in_the_middle_of_a_match(runtime, before_ms):
    simulated = simulation(plays(), WRAP_MS - before_ms)
    assert simulated.run(runtime)["failed"] == []
    assert simulated.board.clock.now_ns > WRAP_MS * 1_000_000


@pytest.mark.parametrize("start_ms", [(WRAP_MS >> 1) - HOURS_MS // 2, WRAP_MS - HOURS_MS // 2])
def test_hours_without_a_play_change_nothing(start_ms, tmp_path):
    # In leaps of eight minutes: the microseconds' clock wraps in eighteen.
    leaps = [{"hang": LEAP_MS, "after_ms": LEAP_MS + 500}] * (HOURS_MS // LEAP_MS)
    leaps[0] = {"hang": LEAP_MS}
    steps = [*plays(last=3), *leaps, {"after_ms": LEAP_MS + 500, "expect": {"accepted": 3}}]
    steps += plays(first=3)
    folder = without_watchdog(tmp_path)
    value = a_match(steps=steps) | {"board": "board.json"}
    simulated = Simulation(read(value, "hours", folder), start_ms)
    assert simulated.run("cpython")["failed"] == []


# -- buttons -----------------------------------------------------------------------------------
@pytest.mark.parametrize("bounce_ms", [1, 4, 9])
def test_a_bouncing_button_is_one_press(bounce_ms):
    steps = [*plays(last=1)]
    steps += [{"press": "draw", "expect": {"accepted": number}} for number in (2, 3, 4)]
    simulated = simulation(steps)
    for button in simulated.board.buttons.values():
        button.__init__(simulated.board.clock, bounce_ms)
        assert isinstance(button, Button)
    assert simulated.run("cpython")["failed"] == []


def test_a_button_that_something_lies_on_stops_nothing():
    steps = plays(last=1)
    steps += [{"press": "draw", "hold_ms": 20_000, "expect": {"accepted": 2}}]
    held = simulation(steps)
    held.board.buttons["left"].press()  # since before the power came
    assert held.run("cpython")["failed"][0]["error"] == "not_settled"  # it is never idle,
    assert held.director.last_state["accepted"] == 2  # but plays


def test_nor_does_it_keep_a_match_from_the_statistics():
    held = simulation(
        [
            {"after_ms": 900, "place": "5-5", "slot": "d3"},
            {"place": "0-5", "slot": "e3"},
            {"after_ms": 3000, "expect": {}},
        ],
        game="horse-race",
        options={"target": 3},
    )
    held.board.buttons["draw"].press()
    held.run("cpython")
    chip = held.board.ports.flash.chip
    assert Statistics(FileSystem(chip, chip.sectors)).matches() == 1


# -- the supply --------------------------------------------------------------------------------
def test_a_supply_that_flickers_loses_nothing():
    steps = plays(last=3)
    for off_ms, on_ms in ((1, 3), (2, 40), (5, 250), (1, 1)):
        steps += [{"after_ms": on_ms, "power": "cut"}, {"after_ms": off_ms, "power": "on"}]
    steps += [{"after_ms": 900, "expect": {"accepted": 3, "alerts": []}}, *plays(first=3)]
    assert simulation(steps).run("cpython")["failed"] == []


# -- the flash ---------------------------------------------------------------------------------
LAST_BLOCK = (("", 65536), ("", 4096), ("journal/", 400), ("journal/", 10))
LAST_BYTE = (*LAST_BLOCK, ("", 400), ("", 60), ("", 10), ("", 0))  # beside the settings, too


def fill_at_power_cut(simulated, to=LAST_BLOCK):
    """At the power cut the flash is filled up: folder and size of files, as many as there go."""
    power_off = simulated.board.power_off

    def filled():
        power_off()
        chip = simulated.board.ports.flash.chip
        files = FileSystem(chip, chip.sectors)
        for folder, size in to:
            try:
                for number in range(400):
                    with files.open(f"{folder}{size}_{number}", "wb") as file:
                        file.write(b"x" * size)
            except OSError:
                pass  # full
            files = FileSystem(chip, chip.sectors)

    simulated.board.power_off = filled


@pytest.mark.parametrize("runtime", BOTH)
def test_a_full_flash_is_told_once_and_play_goes_on(runtime):
    many = [{"press": "draw", "expect": {"accepted": 7 + number}} for number in range(10)]
    steps = [
        *plays(last=3),
        {"power": "cut"},
        {"power": "on", "after_ms": 100},
        {"after_ms": 900, "expect": {"message": "menu_stored"}},
        {"press": "ok", "expect": {"accepted": 3}},
        *plays(first=3),
        *many,
        # Another game: settings, list of parked matches and the new file find no room.
        *[{"press": button} for button in ("menu", "ok", "right", "ok", "right", "ok", "left")],
        {"press": "ok", "expect": {"accepted": 0, "message": "clear_table"}},
        {"clear": True, "expect": {"message": "lay_first"}},
        {"place": "5-5", "slot": "d3", "expect": {"total": 10, "accepted": 1}},
        {"place": "0-5", "slot": "e3", "expect": {"message": "scored", "accepted": 2}},
    ]
    simulated = simulation(steps)
    fill_at_power_cut(simulated)
    result = simulated.run(runtime)
    assert result["failed"] == []
    assert [event for event in result["events"] if event["code"] == "not_recorded"] == []


def test_on_a_full_flash_a_correction_that_ends_the_match_takes_no_long_step():
    """The statistics and the journal's tail, ten pages each, are steps of their own."""
    again = [
        {"press": "undo", "hold_ms": 3300},
        *[{"press": button} for button in ("right", "ok")],
        {"press": "right", "hold_ms": 3000},
        {"press": "ok", "expect": {"match_over": True}},
        {"after_ms": 1500, "press": "undo", "expect": {"match_over": False}},
    ]
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3"},
        {"power": "cut"},
        {"power": "on", "after_ms": 100},
        {"after_ms": 900, "expect": {"message": "menu_stored"}},
        {"press": "ok"},
        {"place": "0-5", "slot": "e3", "after_ms": 900},
        {"place": "1-5", "slot": "c3", "after_ms": 900},
        {"press": "ok"},
        {"tap": "3-4", "seat": 1, "expect": {"round_over": True, "scores": [15, 10]}},
        *again,
        *again,
    ]
    simulated = simulation(steps, options={"deal": 2, "target": 40})
    fill_at_power_cut(simulated)
    result = simulated.run("cpython")
    assert result["failed"] == []
    assert result["timing"]["longest_step_ms"] <= 20


def test_a_flash_that_fails_in_play_is_told_once_and_play_goes_on():
    many = [{"press": "draw", "expect": {"accepted": 4 + number}} for number in range(10)]
    simulated = simulation([*plays(last=3), *many])

    def fail(start, data):
        raise OSError(5, "EIO")

    def on_rest(state):
        if state["accepted"] == 3:
            simulated.board.ports.flash.program = fail

    simulated.director.on_rest = on_rest
    result = simulated.run("cpython")
    assert result["failed"] == []
    assert [e["code"] for e in result["events"]].count("not_recorded") == 1
    assert result["final"]["message"] == "drew"


# -- what cannot be read -----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "message", "accepted"),
    [
        ("settings.json", "your_turn", 1),
        ("uids.tab", "your_turn", 1),
        ("journal/00001.dtj", "lay_first", 0),
    ],
)
def test_what_cannot_be_read_is_told_and_kept_aside(name, message, accepted):
    steps = [
        *plays(last=1),
        {"power": "cut"},
        *([{"clear": True}] if accepted == 0 else []),
        {"power": "on", "after_ms": 900, "expect": {"message": "menu_stored"}},
        {"press": "ok", "expect": {"message": message, "accepted": accepted}},
    ]
    simulated = simulation(steps)
    spoil_at_power_cut(simulated, name)
    assert simulated.run("cpython")["failed"] == []
    chip = simulated.board.ports.flash.chip
    kept = name if name == "uids.tab" else name + ".bad"  # that one waits for the next save
    with FileSystem(chip, chip.sectors).open(kept, "rb") as file:
        assert file.read(8) == b"{garbage"


def spoil_at_power_cut(simulated, *names):
    """At the power cut these files become garbage."""
    power_off = simulated.board.power_off

    def spoiled():
        power_off()
        chip = simulated.board.ports.flash.chip
        for name in names:
            with FileSystem(chip, chip.sectors).open(name, "wb") as file:
                file.write(b"{garbage" * 9)

    simulated.board.power_off = spoiled


@pytest.mark.parametrize("runtime", BOTH)
def test_whatever_else_is_put_aside_is_told_once_when_it_is_met(runtime):
    def stored(*rows):
        return ["Stored on the board", *rows]

    aside = "  damaged: kept aside"
    sheet = [{"press": name} for name in ("menu", "left", "left", "left", "ok")]
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {"accepted": 1}},
        {"power": "cut"},
        {"power": "on", "after_ms": 900, "expect": {"screen": stored(
            " All names", aside, " Parked matches", aside)}},
        {"press": "ok", "expect": {"message": "your_turn"}},
        *sheet,
        {"expect": {"screen": stored(" Mexican Train", aside)}},
        {"press": "ok", "expect": {"message": "menu_sheet"}},
        {"press": "menu", "expect": {"message": "your_turn"}},
        *sheet,
        {"expect": {"message": "menu_sheet"}},
        {"press": "menu"},
        {"place": "0-5", "slot": "e3", "after_ms": 900, "expect": {"screen": stored(
            " Statistics", aside)}},
        {"press": "ok", "expect": {"message": "match_over"}},
    ]  # fmt: skip
    simulated = simulation(steps, game="horse-race", options={"target": 3})
    spoil_at_power_cut(simulated, "players.a", "parked.json", "sheet_row.json", "statistics.a")
    result = simulated.run(runtime)
    assert result["failed"] == []
    chip = simulated.board.ports.flash.chip
    files = FileSystem(chip, chip.sectors)
    assert Statistics(files).matches() == 1
    assert {name for name in files.listdir() if name.endswith(".bad")} == {
        "players.a.bad", "parked.json.bad", "sheet_row.json.bad", "statistics.a.bad",
    }  # fmt: skip


def test_the_safe_start_deletes_nothing():
    steps = [
        *plays(last=3),
        {"power": "cut"},
        {"clear": True},
        {"power": "on", "button": "menu", "hold_ms": 900},
        {"after_ms": 2000, "press": "undo", "expect": {"message": "lay_first", "accepted": 0}},
        {"place": "1-5", "slot": "d3", "expect": {"accepted": 1}},
    ]
    simulated = simulation(steps, options={"target": 61})
    before = {}
    power_off = simulated.board.power_off

    def off():
        power_off()
        before.update(files_in(bytes(simulated.board.ports.flash.chip.content)))

    simulated.board.power_off = off
    result = simulated.run("cpython")
    assert result["failed"] == []
    after = read_journal(files_in(bytes(simulated.board.ports.flash.chip.content)))
    first = read_journal(before).matches[0]
    assert [match.options for match in after.matches] == [{"target": 61}, {}]
    assert after.matches[0].records == first.records and len(first.records) == 4


# -- the watchdog ------------------------------------------------------------------------------
class _App:
    def __init__(self):
        self.lived, self.is_lost = 0, False

    def is_line_lost(self):
        return self.is_lost


class _Machine:
    def __init__(self, clock):
        self.clock, self.mem32, self.chip = clock, {}, Chip(clock)

    def WDT(self, timeout):
        self.chip.start(timeout)
        return self.chip


@pytest.mark.parametrize(
    ("lived", "is_lost", "bites"),
    [(3, False, False), (1, False, True), (2, False, True), (3, True, True)],
)
def test_the_watchdog_is_fed_only_while_every_part_goes_on(lived, is_lost, bites):
    clock = VirtualClock()
    machine, app = _Machine(clock), _App()
    watchdog = Watchdog(machine, 8000, "pico_w")
    watchdog.start()
    is_bitten = False
    try:
        for _ in range(60):
            app.lived |= lived
            app.is_lost = is_lost
            watchdog.look(app)
            clock.advance(500_000_000)
    except Bitten:
        is_bitten = True
    assert is_bitten == bites


@pytest.mark.parametrize(
    ("mcu", "is_ended"), [("pico", True), ("pico2_w", True), ("esp32_s3", False)]
)
def test_a_ctrl_c_ends_the_watchdog_where_that_can_be(mcu, is_ended):
    clock = VirtualClock()
    machine = _Machine(clock)
    watchdog = Watchdog(machine, 8000, mcu)
    watchdog.stop()  # not started: nothing to do
    assert machine.mem32 == {}
    watchdog.start()
    watchdog.stop()
    for address, value in machine.mem32.items():
        machine.chip.clear(address, value)
    if is_ended:
        clock.advance(60_000_000_000)
        assert machine.chip.bites == 0
    else:
        with pytest.raises(Bitten):
            clock.advance(60_000_000_000)


def test_there_is_a_micropython_here():
    assert binary.find() is not None
