"""`domino-table replay FILE…`: match records through the rules core.

With --json one result a line on standard output and nothing else; what was refused, what cannot be
read and what was not read go to standard error, a line each. On a terminal, where both are seen,
the text names only the code of what these lines explain.
"""

from __future__ import annotations

import argparse
import json
import sys

from host_tools.records.catalogue import Catalogue
from host_tools.records.games_command import add_games_option, catalogue_of
from host_tools.records.reading import Entry, entries
from host_tools.records.replay import replay
from host_tools.records.text import is_one_terminal, text

UNREADABLE = 1
REFUSED = 2


def register(subparsers: argparse._SubParsersAction) -> None:
    """Adds the command to the command line."""
    parser = subparsers.add_parser(
        "replay",
        help="play match records through the rules",
        description="Play match records through the rules core. Exit status: 0; 2 if a record,"
        " a round or an action was refused; 1 if a file or a line is not a JSON object.",
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="JSON or JSON Lines; - reads standard input"
    )
    parser.add_argument(
        "--json", action="store_true", help="one JSON object a line for each record"
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="after each action show which tiles each hand can hold, for who sees only the table",
    )
    add_games_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays every record of every file; what cannot be read outweighs what was refused."""
    catalogue = catalogue_of(args)
    if catalogue is None:
        return UNREADABLE
    found = (entry for path in args.files for entry in entries(path))
    statuses = {_entry(entry, args, catalogue) for entry in found}
    return UNREADABLE if UNREADABLE in statuses else max(statuses, default=0)


def _entry(entry: Entry, args: argparse.Namespace, catalogue: Catalogue) -> int:
    if entry.value is None:
        _tell(f"{entry.place}: {entry.error}")
        return UNREADABLE
    outcome = replay(entry.value, entry.twice, catalogue, args.explain)
    if args.json:
        print(json.dumps(outcome.result))
    elif outcome.result.get("ok") is not False or not is_one_terminal():
        reasons, several = not is_one_terminal(), len(args.files) > 1
        print(text(entry.place, entry.value, outcome.result, reasons, several))
    for line in outcome.remarks:
        _tell(f"{entry.place}: note: {line}")
    for line in outcome.problems:
        _tell(f"{entry.place}: {line}")
    return REFUSED if outcome.problems else 0


def _tell(line: str) -> None:
    # What went before on standard output must stand before it on a terminal too.
    sys.stdout.flush()
    print(line, file=sys.stderr)
