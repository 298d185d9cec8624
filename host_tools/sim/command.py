"""`domino-table simulate`: scenarios on the simulated board, on either runtime."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from host_tools.files.saving import NotSaved, save
from host_tools.records.games_command import add_games_option, catalogue_of, notes
from host_tools.records.notation import named, printable, quote
from host_tools.records.reading import entries
from host_tools.runtimes.micropython.bridge import FirmwareFailed
from host_tools.sim import telling

HELP = "run the whole firmware on a simulated board through scenarios of physical events"
_RUNTIMES = ("cpython", "micropython", "rp2040")


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `simulate` to the command line."""
    parser = subparsers.add_parser("simulate", help=HELP, description=HELP)
    parser.add_argument("files", nargs="+", metavar="SCENARIO", help="scenario file; - is stdin")
    parser.add_argument("--json", action="store_true", help="one result object a line")
    parser.add_argument(
        "--runtime",
        choices=_RUNTIMES,
        default="cpython",
        help="cpython (default): in this process; micropython: a real MicroPython with 352 KB of "
        "heap; rp2040: not built yet",
    )
    parser.add_argument(
        "--pictures",
        metavar="DIR",
        help="write PNGs of table, strip and screen: of troubles, questions and the end",
    )
    add_games_option(parser)
    parser.add_argument(
        "--flash", metavar="DIR", help="write the board's flash as it is at the end: NAME.bin"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0, or 2 if an expect failed, or 1 if a scenario could not be run."""
    problem = _cannot_run(args)
    if problem:
        print(problem, file=sys.stderr)
    catalogue = None if problem else catalogue_of(args)
    if catalogue is None:
        return 1
    told = notes(catalogue)
    status = 0
    names: set[str] = set()
    for file in args.files:
        for entry in entries(file):
            name = _picture_name(file, entry.place, names)
            status = max(status, _one(args, file, entry, name, told), key=(0, 2, 1).index)
    return status


def _cannot_run(args: argparse.Namespace) -> str | None:
    from host_tools.runtimes.micropython import binary

    if args.runtime == "rp2040":
        return "runtime rp2040 is not built yet; what works: cpython, micropython"
    problem = binary.problem() if args.runtime == "micropython" else None
    for option in ("pictures", "flash"):
        folder = getattr(args, option)
        if problem is None and folder is not None:
            problem = folder_problem(folder, option)
    return problem


def folder_problem(name: str, option: str = "pictures") -> str | None:
    """Make the folder of an option; one line where it cannot be."""
    why = "" if name else "has no name"
    try:
        if name:
            Path(name).mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        why = "is a file, or within one"
    except OSError as error:
        why = error.strerror or str(error)
    return f"--{option} {named(name)}: {why}; accepted: a folder" if why else None


def _one(args: argparse.Namespace, file: str, entry: object, name: str, told: list[str]) -> int:
    """Run one scenario; `told`: notes on house games, to which its own are added."""
    try:
        return _played(args, file, entry, name, told)
    except NotSaved as error:
        print(f"{named(error.path)}: cannot be written: {error}", file=sys.stderr)
        return 1


def _played(args: argparse.Namespace, file: str, entry: object, name: str, told: list[str]) -> int:
    from host_tools.sim.run import Simulation
    from host_tools.sim.scenario import ScenarioError, read

    if entry.error:
        print(f"{entry.place}: {entry.error}", file=sys.stderr)
        return 1
    folder = Path.cwd() if file == "-" else Path(file).resolve().parent
    try:
        if entry.twice:
            raise ScenarioError(
                f"{entry.place}: field {quote(entry.twice[0])} stands twice; accepted: once"
            )
        scenario = read(entry.value, entry.place, folder, args.games or ())
        for line in notes(scenario.games):
            if line not in told:
                told.append(line)
                print(line, file=sys.stderr)
        simulation = Simulation(scenario)
        gallery = _gallery(args.pictures, simulation, name)
        seats: list[int | None] = []  # who made the last accepted action, at each event
        simulation.on_event = lambda _: seats.append(simulation.recorder.acted)
        result = simulation.run(args.runtime)
    except ScenarioError as error:
        print(error, file=sys.stderr)
        return 1
    except FirmwareFailed as error:
        print(f"{entry.place}: the firmware failed: {error}", file=sys.stderr)
        return 1
    if args.flash is not None:
        content = simulation.board.ports.flash.chip.content
        save(Path(args.flash) / f"{name}.bin", bytes(content))
    _show(args, entry.place, result, seats)
    if gallery:
        gallery.last()
        for path in gallery.paths:
            print(f"picture: {printable(str(path))}", file=sys.stderr)
    for failure in result["failed"]:
        print(f"{entry.place}: {_in_words(failure)}", file=sys.stderr)
    return 2 if result["failed"] else 0


def _in_words(failure: dict) -> str:
    if failure.get("error") == "not_settled":
        return f"step {failure['step']}: not_settled: the table had not come to rest after 10 s"
    if failure.get("error") == "not_cut":
        return f"step {failure['step']}: not_cut: the power was never cut, too few writes came"
    if failure.get("error") == "restarts":
        return (
            f"step {failure['step']}: restarts: the watchdog restarted the table again and again,"
            " no start came to an end"
        )
    wanted, got = _readable(failure["wanted"]), _readable(failure["got"])
    return f"step {failure['step']}: expect {failure['expect']}: wanted {wanted}, got {got}"


def _readable(value: object) -> str:
    """A value on one line, in its own letters."""
    return printable(json.dumps(value, ensure_ascii=False))


def _show(args: argparse.Namespace, place: str, result: dict, seats: list[int | None]) -> None:
    if args.json:
        print(json.dumps(result))
        return
    name = printable(result["id"])
    if len(args.files) > 1 and result["id"] != place:  # another file may name it so too
        name = f"{place}: {name}"
    print(f"{name} on {args.runtime}")
    before = None
    for event, seat in zip(result["events"], seats, strict=True):
        if not telling.repeats(event, before):
            print(f"{event['t_ms'] / 1000:9.3f} s  {telling.sentence(event, seat)}")
        before = event
    final = result["final"]
    print("screen:")
    for line in final["screen"]:
        print(f"  |{line:<21}|")
    scores = " : ".join(str(score) for score in final["scores"])
    print(f"score {scores}   total {final['total']}")
    print("no expect failed" if not result["failed"] else f"{len(result['failed'])} failed")


def _picture_name(file: str, place: str, taken: set[str]) -> str:
    """The file's name, with the line where a file holds several scenarios; each name once."""
    stem = "scenario" if file == "-" else Path(file).stem
    line = place.rpartition(":")[2]
    first = name = stem if line == "1" else f"{stem}-line{line}"
    number = 1
    while name in taken:
        number += 1
        name = f"{first}-{number}"
    taken.add(name)
    return name


def _gallery(folder: str | None, simulation: object, name: str) -> object | None:
    from host_tools.sim.picture import Gallery

    if folder is None:
        return None
    gallery = Gallery(simulation, Path(folder), f"{name}-")
    simulation.director.on_rest = gallery.rested
    return gallery
