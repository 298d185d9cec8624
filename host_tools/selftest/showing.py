"""A report as text for people and as JSON."""

from __future__ import annotations

import re

from host_tools.counting import counted
from host_tools.records.notation import tile_name
from host_tools.selftest.judging import DOUBTFUL, FAILING, GOOD, Reader, Report

_COLUMNS = ("reader", "chip", "self-test", "antenna", "select", "tile", "read", "margin", "")
_SIGNS = {GOOD: ".", DOUBTFUL: "?", FAILING: "X"}


def row(reader: Reader) -> tuple[str, ...]:
    """The cells of one reader's line."""
    told = reader.told
    is_there = reader.chip != "no answer"
    tile = told.get("tile")
    return (
        reader.name,
        reader.chip,
        told["test"].replace("_", " ") if is_there else "-",
        ("on" if told["antenna"] else "off") if is_there else "-",
        "own" if is_there and reader.shared_with is None else reader.shared_with or "-",
        tile_name(tile) if tile is not None else told.get("uid", "-"),
        f"{told['read_pct']} %" if "read_pct" in told else "-",
        f"{reader.margin_db} dB" if reader.margin_db is not None else "-",
        reader.verdict if reader.verdict != GOOD else "",
    )


def table(report: Report) -> list[str]:
    """A line a reader, under a heading."""
    rows = [_COLUMNS, *(row(reader) for reader in report.readers)]
    widths = [max(len(cells[i]) for cells in rows) for i in range(len(_COLUMNS))]
    return ["  ".join(c.ljust(w) for c, w in zip(r, widths, strict=True)).rstrip() for r in rows]


def picture(report: Report) -> list[str]:
    """The slots as they lie: `.` good, `?` doubtful, `X` failing; others and pads in a row."""
    lines: dict[int, dict[int, str]] = {}
    others = []
    for i, reader in enumerate(report.readers):
        sign = _SIGNS[reader.verdict]
        place = re.fullmatch(r"([a-z])([0-9]+)", reader.name) if i < report.slots else None
        if place and place[1] != "s":
            lines.setdefault(int(place[2]), {})[ord(place[1]) - ord("a")] = sign
        else:
            others.append(f"{reader.name} {sign}")
    drawn = []
    for number, cells in sorted(lines.items()):
        drawn.append(f"{number:2} " + " ".join(cells.get(x, " ") for x in range(max(cells) + 1)))
    if drawn:
        columns = max(max(cells) for cells in lines.values()) + 1
        drawn.insert(0, "   " + " ".join(chr(ord("a") + x) for x in range(columns)))
    return drawn + (["  ".join(others)] if others else [])


def summary(report: Report) -> list[str]:
    """What fails, what is doubtful, else that all is well."""
    lines = [f"fails: {line}" for line in report.failing()]
    lines += [f"doubtful: {line}" for line in report.doubtful()]
    buttons = report.buttons
    if buttons is not None and all(buttons.values()):
        lines.append(f"all {len(buttons)} buttons were pressed")
    if not report.failing():
        lights = [name for name in ("strip", "screen") if report.lights[name]]
        answer = ", ".join([counted(len(report.readers), "reader"), *lights])
        lines.append(f"all is well: {answer} {'answers' if answer == '1 reader' else 'answer'}")
    return lines


def as_json(report: Report) -> dict:
    """Everything that was found."""
    return {
        "table": report.table,
        "chip": report.chip,
        "ok": not report.failing(),
        "readers": [_reader(reader) for reader in report.readers],
        "lights": report.lights,
        "buttons": report.buttons,
        "failing": report.failing(),
        "doubtful": report.doubtful(),
    }


def _reader(reader: Reader) -> dict:
    told = dict(reader.told)
    if told.get("tile") is not None:
        told["tile"] = tile_name(told["tile"])
    made = {"reader": reader.name, **told, "chip": reader.chip, "verdict": reader.verdict}
    if reader.shared_with is not None:
        made["shared_with"] = reader.shared_with
    if reader.margin_db is not None:
        made["margin_db"] = reader.margin_db
    if reader.gains:
        made["gains"] = reader.gains
    return made
