"""`domino-table board check FILE...`: a line for a good config, else a line for each fault."""

import argparse
import json

from host_tools.boards import Report, capacity, check, pins, power, selects
from host_tools.boards.controllers import CONTROLLERS
from host_tools.boards.faults import Fault, line, printable


def register(subparsers: argparse._SubParsersAction) -> None:
    """Adds `board` with its one action `check`."""
    parser = subparsers.add_parser("board", help="check board configs")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    checker = actions.add_parser(
        "check",
        help="validate board configs: pins, buses, slot graph, currents, capacity per game",
    )
    checker.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a board's name, its board.json, or the folder of that",
    )
    checker.add_argument(
        "--json", action="store_true", help="one JSON object a line for each file"
    )
    checker.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints what was found; 0 when no file has a fault, else 1."""
    status = 0
    for file in args.files:
        report = check(file)
        status = 1 if report.faults else status
        for text in [json.dumps(_record(report))] if args.json else _lines(report):
            print(text)
    return status


def _lines(report: Report) -> list[str]:
    if report.faults:
        return [line(report.file, fault) for fault in report.faults]
    warnings = [f"{line(report.file, fault)} (warning)" for fault in report.warnings]
    return [f"{printable(report.file)}: ok: {_sentence(summary(report.config))}", *warnings]


def _record(report: Report) -> dict:
    good = not report.faults
    return {
        "file": report.file,
        "ok": good,
        "summary": summary(report.config) if good else None,
        "faults": [_fields(fault) for fault in report.faults],
        "warnings": [_fields(fault) for fault in report.warnings],
    }


def _fields(fault: Fault) -> dict:
    return {"place": fault.place, "problem": fault.problem, "accepted": fault.accepted}


def summary(config: dict) -> dict:
    """The figures of a config without fault."""
    slots, pads = len(config["slots"]["selects"]), len(config["pads"])
    return {
        "name": config["name"],
        "mcu": config["mcu"],
        "slots": slots,
        "pads": pads,
        "readers": slots + pads,
        "chip": config["readers"]["chip"],
        "select_lines_free": selects.total(config) - slots - pads,
        "pins_free": pins.free(config),
        "readers_ma": power.readers_ma(config),
        "total_ma": power.total_ma(config),
        "players": [int(players) for players in config["seats"]],
        "games": capacity.fitting(config),
    }


def _sentence(figures: dict) -> str:
    named = CONTROLLERS[figures["mcu"]].name
    free = " ".join(named(pin) for pin in figures["pins_free"]) or "none"
    return (
        f"{figures['slots']} slots and {figures['pads']} pads with {figures['chip']}; "
        f"free: {figures['select_lines_free']} select lines, pins {free}; "
        f"at most {figures['readers_ma']} mA for the readers, {figures['total_ma']} in all; "
        f"room for all tiles of {', '.join(figures['games']) or 'no game'}"
    )
