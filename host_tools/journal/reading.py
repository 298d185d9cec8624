"""A journal as it was copied from a board, or as it lies in an image of its flash.

The formats are those of firmware/domino/store/journal.py and record.py. Nothing is trusted: what
is damaged is said in one line that names file, place and what was read on; the good records before
it are kept.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from domino.store import journal as stored
from domino.store import record
from domino.store.record import crc16

TAIL = stored.TAIL.partition("/")[2]
_OLD_HEAD = 8  # bytes before the records in a tail of version 1
_FIXED = 17  # bytes of a header before the game's name


@dataclass
class Match:
    """One match: what it was started with, and its records (action, seat, tile, joint)."""

    name: str
    number: int
    game: str
    players: int
    teams: bool
    options: dict
    seed: int
    records: list[tuple[int, int, int, int]] = field(default_factory=list)


@dataclass
class Journal:
    """Matches in order. `problems`: a line for each part that is damaged or not known."""

    matches: list[Match] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def read(files: dict[str, bytes]) -> Journal:
    """Read the files of a journal folder by name, the tail as TAIL."""
    journal = Journal()
    for name in sorted(files):
        if name.endswith(stored.SUFFIX) and files[name]:
            _read_match(journal, name, files[name])
    if TAIL in files:
        _read_tail(journal, TAIL, files[TAIL])
    return journal


def _read_match(journal: Journal, name: str, data: bytes) -> None:
    try:
        match, start = _header(name, data)
    except ValueError as error:
        journal.problems.append(f"{name}: {error}; wanted: a match of a journal")
        return
    journal.matches.append(match)
    for at in range(start, len(data), record.SIZE):
        if not _take(match, data, at):
            lost = (len(data) - at + record.SIZE - 1) // record.SIZE
            journal.problems.append(
                f"{name}: byte {at}: a damaged record; good before it:"
                f" {len(match.records)}, left out from there on: {lost}"
            )
            return


def _header(name: str, data: bytes) -> tuple[Match, int]:
    """The match and where its records begin; ValueError says what is wrong."""
    if data[:3] != stored.MAGIC or len(data) < _FIXED + 3:
        raise ValueError("does not begin as one")
    size = int.from_bytes(data[4:6], "little")
    if not _FIXED + 3 <= size <= len(data):
        raise ValueError(f"bytes 4, 5: a head of {size} bytes in a file of {len(data)}")
    end = size - 2
    is_good = crc16(data, 0, end, 0xFFFF) == int.from_bytes(data[end:size], "little")
    if data[3] > stored.VERSION or (is_good and data[3] != stored.VERSION):
        version = _version(data, stored.VERSION)
        raise ValueError(f"byte 3: {version}" + ("" if is_good else ", or a damaged head"))
    if not is_good:
        raise ValueError("byte 0: a damaged head")
    game_end = _FIXED + data[16]
    options_end = game_end + 1 + data[game_end]
    match = Match(
        name=name,
        number=int.from_bytes(data[6:8], "little"),
        game=data[_FIXED:game_end].decode(),
        players=data[12],
        teams=data[13] == 1,
        options=json.loads(data[game_end + 1 : options_end]),
        seed=int.from_bytes(data[8:12], "little"),
    )
    return match, size


def _version(data: bytes, known: int) -> str:
    """What is said of a version that is not read here."""
    newer = "newer version " if data[3] > known else "version "
    return f"{newer}{data[3]}; this is version {known}"


def _take(match: Match, data: bytes, at: int) -> bool:
    """Take the record at `at`, unless it was met already; False where there is no good one."""
    if at + record.SIZE > len(data) or not record.is_good(data, at, match.number):
        return False
    number = record.number(data, at)
    if number > len(match.records):
        return False
    if number == len(match.records):
        joint = record.joint(data, at)
        match.records.append((data[at] - 1, data[at + 1], record.tile(data, at), joint))
    return True


def _read_tail(journal: Journal, name: str, data: bytes) -> None:
    """The newest records: they go on where the file of their match ends. Each of them says by its
    check of which match it is, so a damaged head loses none."""
    old, new = (_by_record(journal, data, head) for head in (_OLD_HEAD, stored.HEAD))
    is_old = new is None and (old is not None or data[3:4] == bytes((stored.VERSION,)))
    start = _OLD_HEAD if is_old else stored.HEAD
    end = _end(data, start)
    problem = _tail_problem(data, start, end)
    number = int.from_bytes(data[4:6], "little")
    match = old or new or next((m for m in journal.matches if m.number == number), None)
    if match is None:
        # One without a record may be of a match that is gone.
        if not problem and end > start:
            problem = f"belongs to match {number}, which is not here"
        _note(journal, name, problem)
        return
    for at in range(start, end, record.SIZE):
        if not _take(match, data, at):
            problem = (
                problem
                if at == start and problem
                else (f"byte {at}: a damaged record; it ends match {match.number}")
            )
            break
    _note(journal, name, problem)


def _by_record(journal: Journal, data: bytes, at: int) -> Match | None:
    """The match of a good record at `at`."""
    if at + record.SIZE > len(data):
        return None
    return next((m for m in journal.matches if record.is_good(data, at, m.number)), None)


def _note(journal: Journal, name: str, problem: str) -> None:
    if problem:
        journal.problems.append(f"{name}: {problem}")


def _end(data: bytes, at: int) -> int:
    """Where the 0 behind the records stands, or would."""
    while at < len(data) and data[at]:
        at += record.SIZE
    return at


def _tail_problem(data: bytes, start: int, end: int) -> str:
    """What is wrong with a tail whose records end at `end`, "" for nothing."""
    if data[:3] != stored.TAIL_MAGIC:
        return "does not begin as one; wanted: the tail of a journal"
    if data[3:4] not in (bytes((stored.VERSION,)), bytes((stored.TAIL_VERSION,))):
        return f"byte 3: {_version(data, stored.TAIL_VERSION)}" if data[3:] else "is cut short"
    if end >= len(data):
        return f"byte {len(data)}: is cut short; wanted: a 0 behind the records"
    if start == _OLD_HEAD:
        return "byte 6: a damaged head" if any(data[6:_OLD_HEAD]) else ""
    crc = crc16(data, stored.HEAD, end, crc16(data, 0, 8, 0xFFFF))
    is_good = crc == int.from_bytes(data[8:10], "little")
    return "" if is_good else "byte 8: the check of head and records does not hold"
