"""`domino-table demo`: a recorded Horse Race match played by the firmware on the simulated table.

Players make two mistakes on the way: somebody lays a tile that fits nowhere, somebody bumps a tile
off its slot. On a terminal the table is drawn anew with every change; piped, or where the terminal
is too small, it is a log with a drawing wherever something worth seeing happens.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from pathlib import Path

from host_tools import build_folder
from host_tools.files.reading import text as file_text
from host_tools.records.replay import replay
from host_tools.render import terminal
from host_tools.runtimes.micropython import binary
from host_tools.sim import pacing, picture, scenario, telling
from host_tools.sim.command import folder_problem
from host_tools.sim.run import Simulation

HELP = "watch a recorded match on the simulated table"
FOLDER = Path(__file__).resolve().parent.parent / "demo"
SCENARIO = FOLDER / "horse_race.scenario.json"
RECORD = FOLDER / "horse_race.record.json"
PICTURES = build_folder() / "demo"
_COLUMNS, _LINES = 76, 24  # the least that the table drawn over itself needs
_WIDE_LINES = 31  # with everything
_SHORT, _LONG = 2, 4  # lines of the log below the table
_PROMPTS = {
    "lay_first": "a new round: lay the first tile",
    "choose_port": "which end? left, right, then ok",
    "tap_remaining": "tap the tiles that are left on your pad",
}
_LEGEND = """\
A tile lies as 3:1 or stands as 3 over 1. ! marks what is wrong. On the screen the arrow shows
whose turn it is, [5] an open end that counts, (5) one that does not; on the strip O is a score
and o the score before it.
"""


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `demo` to the command line."""
    parser = subparsers.add_parser("demo", help=HELP, description=HELP)
    parser.add_argument("--runtime", choices=("cpython", "micropython"), default="cpython")
    parser.add_argument("--pictures", metavar="DIR", help="default: build/demo, emptied first")
    pace = parser.add_mutually_exclusive_group()
    pace.add_argument(
        "--speed",
        metavar="N",
        help="N times as fast as at the table, 1 to watch, 5 to read along; default: no waiting",
    )
    pace.add_argument(
        "--step", action="store_true", help="after each play wait for the space bar or Enter"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 when the match ended as the rules core says it must, else 2."""
    problem = binary.problem() if args.runtime == "micropython" else None
    name = str(PICTURES) if args.pictures is None else args.pictures
    folder = Path(name)
    pace, unpaced = _pace(args)
    problem = problem or unpaced or folder_problem(name)
    if problem:
        print(problem, file=sys.stderr)
        return 1
    value = json.loads(file_text(SCENARIO))
    simulation = Simulation(scenario.read(value, SCENARIO.name, FOLDER))
    show = _shower(simulation, pace)
    simulation.on_event = show.event
    if args.pictures is None:  # of an earlier demo; a folder that somebody names is his own
        for old in folder.glob("*.png"):
            old.unlink()
    taken = picture.Gallery(simulation, folder)
    simulation.director.on_rest = lambda state: (show.rested(state), taken.rested(state))
    if args.step:
        print("Space or Enter: the next play. Ctrl-D: all the rest. Ctrl-C: the end.")
    began = time.monotonic()
    with show:
        result = simulation.run(args.runtime)
    taken.last()
    status = _conclude(result, args.runtime, taken, time.monotonic() - began)
    if sys.stdout.isatty() and type(pace) is pacing.Pace:
        print("To read along: domino-table demo --speed 5, or --step for a key after each play.")
    return status


def _pace(args: argparse.Namespace) -> tuple[pacing.Pace, str | None]:
    """How fast it is to be shown, and a problem in one line."""
    if args.step:
        if sys.stdin is None or not sys.stdin.isatty():
            return (
                pacing.Pace(),
                "--step: no terminal to read keys from; accepted there: --speed N",
            )
        return pacing.Stepped(), None
    if args.speed is None:
        return pacing.Pace(), None
    try:
        return pacing.Timed(pacing.speed(args.speed)), None
    except ValueError as error:
        return pacing.Pace(), f"--speed {error}"


def _shower(simulation: Simulation, pace: pacing.Pace) -> _Live | _Log:
    """What shows the match here: a terminal on which the table fits has it drawn over itself."""
    if not sys.stdout.isatty():
        return _Log(simulation, pace)
    columns, lines = shutil.get_terminal_size()
    if columns >= _COLUMNS and lines >= _LINES:
        return _Live(simulation, pace, lines >= _WIDE_LINES)
    print(
        f"The table drawn over itself needs a terminal of {_COLUMNS} columns and {_LINES} lines; "
        f"this one has {columns} and {lines}: what happens is listed instead."
    )
    return _Log(simulation, pace, is_drawn=columns >= _COLUMNS)


def _conclude(result: dict, runtime: str, taken: picture.Gallery, took_s: float) -> int:
    replayed = replay(json.loads(file_text(RECORD))).result
    recorded = replay(result["record"]).result
    scores = result["final"]["scores"]
    agrees = scores == replayed["scores"] == recorded["scores"] and not result["failed"]
    minutes = result["events"][-1]["t_ms"] / 60000
    print(f"\n{minutes:.1f} minutes at the table, on the {runtime} runtime in {took_s:.0f} s.")
    print(f"The table counted {_tally(scores)}.")
    print(f"The rules core, given the match record alone, counts {_tally(replayed['scores'])}.")
    last = taken.paths[-1].name
    print(f"Pictures: {taken.folder} ({len(taken.paths)} PNGs; the end is {last})")
    if not agrees:
        print("These should agree and do not.", *result["failed"][:3], sep="\n")
    return 0 if agrees else 2


def _tally(scores: list) -> str:
    return " : ".join(str(score) for score in scores)


def frame(simulation: Simulation, is_whole: bool = True) -> list[str]:
    """Table, screen and strip as lines of text; not whole: without the tracks of nobody."""
    board = simulation.board
    table = terminal.table_lines(picture.table_state(simulation))
    screen = terminal.screen_lines(board.display.picture())
    strip = board.config["strip"]
    track = terminal.strip_lines(picture.strip_seen(board), strip["tracks"], strip["leds"])
    drawn = terminal.side_by_side(table, ["", "the screen:", *screen])
    if is_whole:
        return [*drawn, "the strip:", *track]
    return [*drawn, *track[: simulation.scenario.settings["players"]]]


def in_words(simulation: Simulation, event: dict) -> str | None:
    """An event for people; None for what they need not read."""
    place, tile, code = event.get("slot"), event["tile"], event["code"]
    if event["kind"] == "accepted":
        return telling.accepted(simulation.recorder.last_seat, place, tile, code)
    if event["kind"] == "alert":
        return f"! {place}: {telling.spoken(code)}"
    if event["kind"] == "clear":
        return f"  {place}: put right"
    if event["kind"] == "message" and code in _PROMPTS:
        return f"- {_PROMPTS[code]}"
    return None


class _Log:
    """Lines as they come, and drawings now and then where there is room for them."""

    def __init__(self, simulation: Simulation, pace: pacing.Pace, is_drawn: bool = True) -> None:
        self._simulation, self._pace, self._is_drawn = simulation, pace, is_drawn
        self._drawn: tuple = ()
        self._scores: list = []

    def __enter__(self) -> _Log:
        print(_LEGEND)
        return self

    def __exit__(self, *_: object) -> None:
        self._draw()

    def event(self, event: dict) -> None:
        words = in_words(self._simulation, event)
        if words:
            self._pace.until(event["t_ms"])
            print(f"{event['t_ms'] / 1000:8.2f} s  {words}", flush=True)
            self._pace.shown(event["kind"] == "accepted")

    def rested(self, state: dict) -> None:
        if state["scores"] != self._scores:
            print(f"            score {_tally(state['scores'])}", flush=True)
        self._scores = state["scores"]
        ended = state["round_over"] and not state["match_over"]
        shown = (state["message"], ended, state["alerts"])
        is_asked = state["message"] == "choose_port"
        if (ended or is_asked or state["alerts"]) and shown != self._drawn:
            self._draw()
        self._drawn = shown

    def _draw(self) -> None:
        if not self._is_drawn:
            return
        print("", *frame(self._simulation), "", sep="\n", flush=True)


class _Live:
    """The table drawn over itself, with the last few lines of the log below."""

    def __init__(self, simulation: Simulation, pace: pacing.Pace, is_whole: bool) -> None:
        from rich.live import Live

        self._simulation, self._pace, self._is_whole = simulation, pace, is_whole
        self._lines: list[str] = []
        self._live = Live(auto_refresh=False)

    def __enter__(self) -> _Live:
        self._live.__enter__()
        return self

    def __exit__(self, *ending: object) -> None:
        self._refresh()
        self._live.__exit__(*ending)

    def event(self, event: dict) -> None:
        words = in_words(self._simulation, event)
        if words:
            self._pace.until(event["t_ms"])
            kept = _LONG if self._is_whole else _SHORT
            self._lines = [*self._lines, f"{event['t_ms'] / 1000:8.2f} s  {words}"][-kept:]
            self._refresh()
            self._pace.shown(event["kind"] == "accepted")

    def rested(self, state: dict) -> None:
        self._refresh()

    def _refresh(self) -> None:
        from rich.text import Text

        drawn = frame(self._simulation, self._is_whole)
        text = "\n".join([*drawn, *[""] * self._is_whole, *self._lines])
        self._live.update(Text(text), refresh=True)
