"""`domino-table sheet`: the Mexican Train score sheet, from the command line or line by line.

Names and rounds as arguments, or a file that is taken up again the next time. On a terminal, with
nothing else to do, it asks for round after round.
"""

from __future__ import annotations

import argparse
import json
import sys

from host_tools.records.notation import printable, quote
from host_tools.sheet.asking import ask
from host_tools.sheet.evening import BadSheet, Evening, load, save
from host_tools.sheet.text import text

FAILED = 1
_DESCRIPTION = (
    "The score sheet of Mexican Train: the pips left in each hand, a row a round; the lowest"
    " total wins. Names begin a sheet, --file keeps it."
)
_USAGE = (
    "domino-table sheet [-h] [NAME …] [--file FILE] [--rounds PIPS,PIPS,… …]\n"
    "       [--correct ROUND PLAYER PIPS] [--undo] [--ask] [--json]"
)


def register(subparsers: argparse._SubParsersAction) -> None:
    """Adds the command to the command line."""
    parser = subparsers.add_parser(
        "sheet", help="keep the score of Mexican Train", description=_DESCRIPTION, usage=_USAGE
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="2 to 8 players")
    parser.add_argument(
        "--file", metavar="FILE", help="the sheet's file: read if it is there, and written"
    )
    parser.add_argument(
        "--rounds",
        nargs="+",
        metavar="PIPS,PIPS,…",
        default=[],
        help="rounds to add, each the pips of all players in order: 12,0,5",
    )
    parser.add_argument(
        "--correct",
        nargs=3,
        action="append",
        metavar=("ROUND", "PLAYER", "PIPS"),
        default=[],
        help="set one figure; PLAYER is a name or a number from 1",
    )
    parser.add_argument("--undo", action="store_true", help="strike the last round out")
    parser.add_argument(
        "--ask",
        action="store_true",
        help="ask for rounds, a line each, as it does on a terminal without other orders",
    )
    parser.add_argument("--json", action="store_true", help="print the sheet as one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Does what was ordered, whole or not at all, and shows the sheet; 1 where it cannot."""
    try:
        _look_for_names(args.rounds)
        evening = _opened(args)
        _do(args, evening)
        if args.file is not None and (_is_ordered(args) or args.names):
            save(args.file, evening)
        if _asks(args):
            if args.file is None:
                print("Nothing is kept when this ends; --file NAME keeps it.", file=sys.stderr)
            ask(evening, lambda: args.file is not None and save(args.file, evening))
    except BadSheet as error:
        print(f"domino-table sheet: {error}", file=sys.stderr)
        return FAILED
    print(json.dumps(evening.result()) if args.json else text(evening))
    return 0


def _look_for_names(rounds: list[str]) -> None:
    """Raises BadSheet for a word behind --rounds that is no row of figures: names, perhaps."""
    for row in rounds:
        if "," not in row and not row.isdigit():
            wanted = "PIPS,PIPS,… of all players; names stand in front of --rounds"
            raise BadSheet(f"--rounds: {quote(row)} is no round; wanted: {wanted}")


def _opened(args: argparse.Namespace) -> Evening:
    """The sheet of the file, or a new one for the names; raises BadSheet."""
    kept = None if args.file is None else load(args.file)
    if kept is None:
        if not args.names:
            where = "" if args.file is None else f"{printable(args.file)} is not there yet: "
            wanted = "2 to 8 names in front of --rounds, or the --file of a sheet"
            raise BadSheet(f"{where}no names; wanted: {wanted}")
        return Evening(args.names)
    if args.names and args.names != kept.names:
        raise BadSheet(
            f"{printable(args.file)} is the sheet of {', '.join(kept.names)}; wanted: the same"
            " names, none, or another file"
        )
    return kept


def _do(args: argparse.Namespace, evening: Evening) -> None:
    """Undo first, so that --undo --rounds writes the last round anew; corrections last."""
    if args.undo:
        evening.take_back()
    for row in args.rounds:
        evening.add(row.split(","))
    for number, player, pips in args.correct:
        evening.correct(number, player, pips)


def _is_ordered(args: argparse.Namespace) -> bool:
    return bool(args.undo or args.correct or args.rounds)


def _asks(args: argparse.Namespace) -> bool:
    if args.ask:
        return True
    on_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return on_terminal and not _is_ordered(args) and not args.json
