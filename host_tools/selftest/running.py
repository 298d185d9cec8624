"""Asks a table to test itself, part after part."""

from __future__ import annotations

from typing import Protocol

from host_tools.link.table import Table
from host_tools.selftest.judging import Reader, Report
from host_tools.tags.pads import Pads

_LONG_MS = 30_000
_PRESS_MS = 10_000


class Watcher(Protocol):
    """Who is told how it goes, and asked to do something."""

    def say(self, line: str) -> None: ...

    def reader(self, reader: Reader) -> None:
        """A reader was tested."""
        ...

    def press(self, names: list[str]) -> None:
        """Buttons that are still to be pressed."""
        ...

    def lay(self, measured: list[str], names: list[str]) -> None:
        """A known tile is to be laid on another reader than those measured."""
        ...

    def is_enough(self) -> bool:
        """Whether no more tiles will be laid."""
        ...


async def run(table: Table, watcher: Watcher, buttons: bool, calibrate: bool) -> Report:
    """The whole test. `buttons`: ask for each to be pressed; `calibrate`: measure with a tile."""
    await table.ask("table.borrow")
    try:
        return await _run(table, watcher, buttons, calibrate)
    finally:
        await table.ask("table.give_back")


async def _run(table: Table, watcher: Watcher, buttons: bool, calibrate: bool) -> Report:
    parts = await table.ask("test.parts")
    watcher.say("lights: red, green, blue, off; every slot on the screen")
    lights = await table.ask("test.lights", _LONG_MS)
    selects = await table.ask("test.selects", _LONG_MS)
    shared = dict(selects["shared"])
    readers = []
    for name in table.names:
        told = await table.ask("test.reader", _LONG_MS, at=name)
        readers.append(Reader(name, told, shared.get(name)))
        watcher.reader(readers[-1])
    report = Report(table.hello["table"], parts["chip"], readers, table.hello["slots"], lights)
    if buttons:
        report.buttons = await _buttons(table, watcher, parts["buttons"])
    if calibrate and not parts["gains"]:
        watcher.say(f"the gain of {parts['chip']} readers cannot be stepped: nothing to measure")
    elif calibrate:
        await _calibrate(table, watcher, readers)
    kept = (await table.ask("test.margins"))["margins"]
    for reader in readers:
        reader.margin_db = kept.get(reader.name)
    return report


async def _buttons(table: Table, watcher: Watcher, names: list[str]) -> dict[str, bool]:
    """Ask for each button to be pressed once, until none is for a while."""
    was = dict.fromkeys(names, False)
    while not all(was.values()):
        left = [name for name in names if not was[name]]
        watcher.press(left)
        reply = await table.ask("test.press", _LONG_MS, wanted=left, within_ms=_PRESS_MS)
        if reply["button"] is None:
            break
        was[reply["button"]] = True
    return was


async def _calibrate(table: Table, watcher: Watcher, readers: list[Reader]) -> None:
    """Measure every reader on which a tile is laid, one after the other."""
    by_name = {reader.name: reader for reader in readers if reader.told["antenna"]}
    pads = Pads(table, list(by_name), loud=True)
    measured: list[str] = []
    while len(measured) < len(by_name):
        watcher.lay(measured, list(by_name))
        found = None
        while found is None and not watcher.is_enough():
            found = await pads.look()
        if found is None:
            break
        if found.kind == "tag" and found.at not in measured:
            reply = await table.ask("test.margin", _LONG_MS, at=found.at)
            by_name[found.at].gains = [(gain, percent) for gain, percent in reply["gains"]]
            by_name[found.at].margin_db = reply.get("margin_db")
            measured.append(found.at)
            watcher.say(f"  {found.at}: {margin_in_words(by_name[found.at])}")
    for name, reader in by_name.items():
        reader.is_unseen = bool(measured) and name not in measured


def margin_in_words(reader: Reader) -> str:
    """How much room a measured reader has."""
    gains = ", ".join(f"{gain} dB {percent} %" for gain, percent in reader.gains)
    if reader.margin_db is None:
        return f"no gain reads well ({gains})"
    return f"{reader.margin_db} dB to spare ({gains})"
