"""`domino-table bench [NAME...]`: measures, prints, compares with the limits of DESIGN.md.

The exit status is 0 also when a limit does not hold: that is a figure like any other, and it is
printed as such. 1: no such bench, or one that could not be run to its end.
"""

from __future__ import annotations

import argparse
import importlib
import json
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator

from host_tools.bench import progress
from host_tools.bench.figures import Figure

HELP = "measure what the design promises, and compare with its limits"
BENCHES = ("core", "scan", "memory", "journal", "peers", "sim")
ALONE = ("soak",)  # only by name

_COLUMNS = "{:<39} {:>9} {:<5} {:>7} {:<5} "
_LEAST_WIDTH = 40  # of the last column


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `bench` to the command line."""
    parser = subparsers.add_parser("bench", help=HELP, description=HELP)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"{', '.join(BENCHES + ALONE)}; without a name all but soak",
    )
    parser.add_argument("--json", action="store_true", help="one object with all figures")
    parser.add_argument(
        "--full",
        action="store_true",
        help="1,000 placements for 200, every table, 700 matches for 30",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0, or 1 when a name is not known or a measurement broke off."""
    problem = _unknown(args.names)
    if problem:
        print(problem, file=sys.stderr)
        return 1
    figures = _figures(list(dict.fromkeys(args.names)) or BENCHES, args.full)
    try:
        if args.json:
            print(json.dumps({"figures": [figure.as_json() for figure in figures]}))
        else:
            _show(figures)
    except _errors() as error:
        line = " ".join(str(error).split())
        print(f"domino-table bench: broke off: {line}", file=sys.stderr)
        return 1
    return 0


def _unknown(names: list[str]) -> str | None:
    works = ", ".join(BENCHES + ALONE)
    for name in names:
        if name not in BENCHES + ALONE:
            return f"domino-table bench: no bench {ascii(name)}; what works: {works}"
    return None


def _figures(names: list[str] | tuple[str, ...], full: bool) -> Iterator[Figure]:
    for number, name in enumerate(names, 1):
        bench = importlib.import_module(f"host_tools.bench.{name}")
        yield from progress.shown(name, number, len(names), bench.measure(full))


def _errors() -> tuple[type[Exception], ...]:
    from host_tools.bench.table import BenchError
    from host_tools.runtimes.micropython.scripts import ScriptFailed

    return BenchError, ScriptFailed, subprocess.SubprocessError


# -- the table for people ----------------------------------------------------------------------
def _show(figures: Iterator[Figure]) -> None:
    """A line for each figure as it comes; what it was measured on wraps in the last column."""
    head = _COLUMNS.format("id", "value", "unit", "limit", "holds")
    print(f"{head}on", flush=True)
    width = max(_LEAST_WIDTH, shutil.get_terminal_size((160, 24)).columns - len(head))
    for figure in figures:
        cells = _COLUMNS.format(
            figure.id, _cell(figure.value), figure.unit, _cell(figure.limit), _holds(figure)
        )
        first, *rest = textwrap.wrap(figure.on, width)
        print(f"{cells}{first}", flush=True)
        for line in rest:
            print(f"{'':<{len(head)}}{line}")


def _cell(number: float | None) -> str:
    return "-" if number is None else str(number)


def _holds(figure: Figure) -> str:
    return {True: "yes", False: "NO", None: "-"}[figure.holds]
