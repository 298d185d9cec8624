"""The files of a journal's matches: which are there, the head of a new one, which old ones go.

Needed when a match begins and when the flash is full, so nobody has to keep it loaded.
"""

import json

from micropython import const

from domino.store import record
from domino.store.journal import FOLDER, MAGIC, SUFFIX, VERSION, match_name

_KEPT = const(24)  # matches kept beside the current one,
_KEPT_BYTES = const(98304)  # and what they may take
_LAST_MATCH = const(65535)


def matches(journal):
    """The numbers of the matches that are there, in order; OSError where there is no journal."""
    found = []
    for name in journal.files.listdir(FOLDER):
        if len(name) == 9 and name.endswith(SUFFIX) and name[:5].isdigit():
            found.append(int(name[:5]))
    return sorted(found)


def has_any(journal):
    """Whether there is anything to load."""
    try:
        return bool(journal.files.listdir(FOLDER))
    except OSError:
        return False


def make_way(journal):
    """Before another match begins: remove what is not kept beside it. Whether anything was."""
    try:
        there = matches(journal)
        is_any = _drop_old(journal.files, there, 0 if journal.count else journal.match)
    except OSError:
        return False  # the match that begins tells
    journal.has_way = True
    return is_any


def start(journal):
    """Make the file of the match that begins. OSError."""
    if journal.count or not journal.match:
        journal.match += 1
    journal.count = 0
    journal.is_lost = False
    if not journal.has_way or journal.match > _LAST_MATCH:
        _make_room(journal)
    journal.has_way = False
    write_head(journal)


def write_head(journal):
    """Begin the match's file; until that is done its records have none. OSError."""
    journal.has_no_head = True
    with journal.files.open(match_name(journal.match), "wb") as file:
        file.write(header(journal))
    journal.has_no_head = False


def header(journal):
    """The bytes that a match's file begins with."""
    texts = (journal.game.encode(), json.dumps(journal.options).encode())
    data = bytearray(MAGIC)
    data.append(VERSION)
    data.extend((20 + len(texts[0]) + len(texts[1])).to_bytes(2, "little"))
    data.extend(journal.match.to_bytes(2, "little"))
    data.extend(journal.seed.to_bytes(4, "little"))
    data.append(journal.players)
    data.append(1 if journal.teams else 0)
    data.extend(journal.check.to_bytes(2, "little"))
    for text in texts:
        data.append(len(text))
        data.extend(text)
    data.extend(record.crc16(data, 0, len(data), 0xFFFF).to_bytes(2, "little"))
    return data


def _make_room(journal):
    """A folder, and room in it; after the last number all begin anew. OSError."""
    files = journal.files
    try:
        there = matches(journal)
    except OSError:
        files.mkdir(FOLDER)
        return
    if journal.match > _LAST_MATCH:
        journal.match = 1
        for match in there:
            files.remove(match_name(match))
    else:
        _drop_old(files, there, journal.match)


def _drop_old(files, there, spared):
    """Remove the oldest matches beyond what is kept beside `spared`. Whether any was; OSError."""
    n = size = 0
    is_any = False
    for match in reversed(there):
        if match == spared:
            continue
        with files.open(match_name(match), "rb") as file:
            size += file.seek(0, 2)
        n += 1
        if n > _KEPT or size > _KEPT_BYTES:
            files.remove(match_name(match))
            is_any = True
    return is_any


def drop_oldest(journal):
    """Make room on a full flash, if any match but this one is left: whether one was."""
    try:
        oldest = matches(journal)[0]
        if oldest != journal.match:
            journal.files.remove(match_name(oldest))
            return True
    except (OSError, IndexError):
        pass
    return False
