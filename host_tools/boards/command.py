"""`domino-table board`: `check`, `budget` and `parts FILE...`; `get` and `put` see to a table."""

import argparse
import json
from collections.abc import Iterable

from host_tools.boards import Report, branches, check, page_tables, part_list, power, report
from host_tools.boards.controllers import controller
from host_tools.boards.faults import Fault, line, printable
from host_tools.link import board_actions

_FILE_HELP = "a board's name, its board.json, or the folder of that"


def register(subparsers: argparse._SubParsersAction) -> None:
    """Adds `board` with its actions."""
    parser = subparsers.add_parser("board", help="check board configs")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, text, lines, record in (
        (
            "check",
            "validate board configs: pins, buses, slot graph, currents, capacity per game",
            _checked,
            _check_record,
        ),
        ("budget", "what board and readers draw, line by line", _budgeted, _budget_record),
        ("parts", "what to buy, and how long the wires become", _parts, _parts_record),
    ):
        action = actions.add_parser(name, help=text)
        action.add_argument("files", nargs="+", metavar="FILE", help=_FILE_HELP)
        action.add_argument(
            "--json", action="store_true", help="one JSON object a line for each file"
        )
        action.set_defaults(run=run, lines=lines, record=record)
    board_actions.register(actions, _FILE_HELP)


def run(args: argparse.Namespace) -> int:
    """Prints what is asked for; 0 when no file has a fault, else 1."""
    status = 0
    for file in args.files:
        found = check(file)
        status = 1 if found.faults else status
        for text in [json.dumps(args.record(found))] if args.json else args.lines(found):
            print(text)
    return status


def _checked(found: Report) -> list[str]:
    """The report of a good config and its warnings, else a line for each fault."""
    if found.faults:
        return [line(found.file, fault) for fault in found.faults]
    head, *below = report.told(found.config)
    return [f"{printable(found.file)}: ok: {head}", *below, *_warned(found.file, found.warnings)]


def _warned(file: str, warnings: Iterable[Fault]) -> list[str]:
    return [f"{line(file, fault)} (warning)" for fault in warnings]


def _check_record(found: Report) -> dict:
    good = not found.faults
    return {
        "file": found.file,
        "ok": good,
        "summary": report.summary(found.config) if good else None,
        "faults": [_fields(fault) for fault in found.faults],
        "warnings": [_fields(fault) for fault in found.warnings],
    }


def _fields(fault: Fault) -> dict:
    return {"place": fault.place, "problem": fault.problem, "accepted": fault.accepted}


def _budgeted(found: Report) -> list[str]:
    if found.faults:
        return [line(found.file, fault) for fault in found.faults]
    rows = [("mA", "each", "number", "")]
    for row in power.budget(found.config):
        parts = [str(part) if part is not None else "" for part in (row.each, row.number)]
        ma = f"({row.ma})" if row.kind == "limit" else str(row.ma)
        rows.append((ma, *parts, row.what))
    table = [
        f"  {ma:>6}  {each:>6}  {number:>6}  {what}".rstrip() for ma, each, number, what in rows
    ]
    warnings = _warned(found.file, power.warnings(found.config))
    return [f"{printable(found.file)}: {_limits(found.config)}", *table, *warnings]


def _parts(found: Report) -> list[str]:
    if found.faults:
        return [line(found.file, fault) for fault in found.faults]
    rows = [
        f"  {part.number:>4}  {part.what}{': ' if part.why else ''}{part.why}"
        for part in part_list.parts(found.config)
    ]
    head = f"{printable(found.file)}: {len(rows)} kinds of parts"
    return [head, *rows, *(f"  {text}" for text in page_tables.length_table(found.config) if text)]


def _parts_record(found: Report) -> dict:
    good = not found.faults
    return {
        "file": found.file,
        "ok": good,
        "parts": [row._asdict() for row in part_list.parts(found.config)] if good else None,
        "branches": [row._asdict() for row in branches.branches(found.config)] if good else None,
        "faults": [_fields(fault) for fault in found.faults],
    }


def _limits(config: dict) -> str:
    """What the supplies deliver, what a meter should show, and whether the two can be true."""
    readers, supply = config["readers"].get("supply"), config.get("supply")
    fed = readers["current_ma"] if readers else controller(config).gives_ma
    texts = [f"readers are fed with {fed} mA at most and typically draw"]
    typical, most = power.typical_readers_ma(config), power.readers_ma(config)
    texts[0] += f" {typical}"
    if typical > most:
        texts[0] += f", more than the {most} that they should draw at most"
    if supply:
        texts.append(f"the table's supply gives {supply['current_ma']} mA")
    return ", ".join(texts)


def _budget_record(found: Report) -> dict:
    good = not found.faults
    return {
        "file": found.file,
        "ok": good,
        "rows": [row._asdict() for row in power.budget(found.config)] if good else None,
        "typical_readers_ma": power.typical_readers_ma(found.config) if good else None,
        "faults": [_fields(fault) for fault in found.faults],
        "warnings": [_fields(fault) for fault in power.warnings(found.config)] if good else [],
    }
