"""`domino-table journal FILE|DIR…`: the matches that a board has recorded.

With --json one match record a line on standard output, for `domino-table replay` and whoever reads
match records; without it what the rules core makes of each. Damaged parts go to standard error.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from host_tools.files.reading import Unread
from host_tools.journal.export import NoRecord, match_record
from host_tools.journal.finding import WANTED, NoJournal, files_at, journals_at
from host_tools.journal.reading import Match, read
from host_tools.records.catalogue import Catalogue
from host_tools.records.games_command import add_games_option, catalogue_of
from host_tools.records.notation import named, printable
from host_tools.records.replay import replay
from host_tools.records.text import text

UNREADABLE = 1
DAMAGED = 2


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `journal` to the command line."""
    parser = subparsers.add_parser(
        "journal",
        help="read the matches that a board has recorded",
        description="Read a board's journal and play its matches through the rules core. Exit"
        " status: 0; 2 if a part is damaged or the rules refuse a record; 1 if there is none.",
    )
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="FILE|DIR",
        help="a .dtj file, a folder copied from a board, images of its flash or their folder",
    )
    parser.add_argument("--json", action="store_true", help="one match record a line")
    add_games_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The worst of what was met."""
    catalogue = catalogue_of(args)
    if catalogue is None:
        return UNREADABLE
    paths = [file for path in args.paths for file in _journals(path)]
    is_told_apart = len(paths) > 1  # each board counts its matches from 1
    statuses = {_one(path, is_told_apart, args.json, catalogue) for path in paths}
    return UNREADABLE if UNREADABLE in statuses else max(statuses, default=0)


def _journals(path: str) -> list[str]:
    """Where the journals of a path are; the path itself where nobody may look."""
    if not path:
        return [path]
    try:
        return [str(file) for file in journals_at(Path(path))]
    except OSError:
        return [path]  # reading it says why


def _one(path: str, is_told_apart: bool, as_json: bool, catalogue: Catalogue) -> int:
    """Show one journal; `is_told_apart`: the names of its matches say whose they are."""
    try:
        if not path:
            raise NoJournal(f"has no name; {WANTED}")
        journal = read(files_at(Path(path)))
    except OSError as error:
        return _unreadable(path, f"{error.strerror or error}; {WANTED}")
    except Unread as error:
        return _unreadable(path, f"{error}; {WANTED}")
    except (NoJournal, ValueError) as error:
        return _unreadable(path, str(error))
    problems = list(journal.problems)
    for match in journal.matches:
        if match.records:
            problems += _show(match, path, is_told_apart, as_json, catalogue)
    if not problems and not any(match.records for match in journal.matches):
        _tell(f"{printable(path)}: no action is recorded yet")
    for problem in problems:
        _tell(f"{printable(path)}: {problem}")
    return DAMAGED if problems else 0


def _show(
    match: Match, path: str, is_told_apart: bool, as_json: bool, catalogue: Catalogue
) -> list[str]:
    """Print a match; what is wrong with it."""
    try:
        record = match_record(match)
    except NoRecord as error:
        return [str(error)]
    if is_told_apart:
        record["id"] = f"{path}: {record['id']}"
    outcome = replay(record, (), catalogue)
    place = f"{printable(path)}: match {match.number}"
    print(json.dumps(record) if as_json else text(place, record, outcome.result))
    return [f"{match.name}: {line}" for line in outcome.problems if "remaining_needed" not in line]


def _unreadable(path: str, why: str) -> int:
    _tell(f"{named(path)}: {printable(why)}")
    return UNREADABLE


def _tell(line: str) -> None:
    # What went before on standard output must stand before it on a terminal too.
    sys.stdout.flush()
    print(line, file=sys.stderr)
