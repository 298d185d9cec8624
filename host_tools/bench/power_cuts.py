"""Power cuts at every write of the flash while a match is recorded, and the start after each.

The match is recorded once, every write kept; then the flash is put together as each cut leaves it.
What was being written may be there or not; all before it must be, once, with the same scores.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from domino.store import journal_files, journal_reading, outcome
from domino.store.journal import Journal
from domino.store.settings import Settings
from domino.table import events
from host_tools.bench.journal_match import Recorded, Replayed
from host_tools.chips.flash import Flash
from host_tools.runtimes.flash import FileSystem, image

SECTORS = 64
GROUPED = bytes((events.REMAINED,))
_ERASE = -1


@dataclass
class Write:
    """One program (`data` at the address `place`) or erase (of the sector `place`)."""

    place: int
    data: bytes | None
    safe: int  # records that were in the flash when it began
    is_append: bool  # made by `record`, else by tidying or starting


@dataclass
class Tape:
    """Every write of a match, and the flash before them."""

    content: bytes
    writes: list[Write] = field(default_factory=list)

    @property
    def pages(self) -> int:
        """Pages programmed."""
        return sum(write.data is not None for write in self.writes)


@dataclass
class Cuts:
    """What all cuts came to."""

    tried: int = 0
    lost: int = 0
    doubled: int = 0
    not_started: int = 0
    kept: int = 0  # the action that was being written was there


class _Taped:
    """A flash that keeps every write."""

    def __init__(self, content: bytes) -> None:
        self.chip = Flash(SECTORS, content)
        self.tape = Tape(content)
        self.safe = 0
        self.is_append = False
        self.read = self.chip.read

    def program(self, start: int, data: bytes) -> None:
        self.tape.writes.append(Write(start, data, self.safe, self.is_append))
        self.chip.program(start, data)

    def erase(self, sector: int) -> None:
        self.tape.writes.append(Write(sector, None, self.safe, self.is_append))
        self.chip.erase(sector)


def played(match: Recorded) -> Tape:
    """Record a match, tidying whenever it is due, as in the quiet after an action."""
    about = {"game": match.game, "players": match.players}
    device = _Taped(image({"settings.json": about}, SECTORS))
    journal = Journal(FileSystem(device, SECTORS), GROUPED)
    journal.start(match.game, match.players, False, {}, 1, 0)
    for number, entry in enumerate(match.entries):
        device.is_append = True
        journal.record(*entry)
        device.is_append = False
        if entry[0] != events.REMAINED or entry[3] == 0:  # else the action goes on
            device.safe = number + 1
        if journal.is_tidy_due():
            journal.tidy()
    return device.tape


def erases_of(tape: Tape) -> tuple[int, int]:
    """Erases while appending, and while tidying."""
    erases = [write for write in tape.writes if write.data is None]
    appends = sum(write.is_append for write in erases)
    return appends, len(erases) - appends


def cut_everywhere(match: Recorded, parts: tuple[float, ...]) -> Cuts:
    """Cut each write when so much of it is done, and start again."""
    tape = played(match)
    cuts = Cuts()
    before = Flash(SECTORS, tape.content)
    for write in tape.writes:
        for done in parts:
            cut = Flash(SECTORS, bytes(before.content))
            _do(cut, write, done)
            _start(cut, write, match, cuts)
        _do(before, write, 1.0)
    return cuts


def _do(chip: Flash, write: Write, done: float) -> None:
    if write.data is None:
        chip.erase(write.place, done)
    else:
        chip.program(write.place, write.data, done)


def _start(chip: Flash, write: Write, match: Recorded, cuts: Cuts) -> None:
    """Power-up: mount, read settings and journal, replay; count what is wrong."""
    cuts.tried += 1
    table = Replayed(match.game, match.players)
    try:
        files = FileSystem(chip, SECTORS)
        is_well = Settings(files).load() == outcome.LOADED
        journal = Journal(files, GROUPED)
        if journal_files.has_any(journal) and journal_reading.load(journal):
            is_well = is_well and journal.outcome == outcome.LOADED
            journal_reading.replay(journal, table.resume.take)
    except OSError:
        is_well = False
    if not is_well:
        cuts.not_started += 1
        return
    found = journal.count
    if found < write.safe:
        cuts.lost += write.safe - found
    elif found > write.safe:
        # Only the action that was under way may be there, a settlement as a whole.
        allowed = write.safe + 1
        while match.entries[allowed - 1][0] == events.REMAINED and match.entries[allowed - 1][3]:
            allowed += 1
        cuts.doubled += max(0, found - allowed)
        cuts.kept += 1
    if table.scores() != match.scores[found]:
        cuts.doubled += 1
