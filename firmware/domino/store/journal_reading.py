"""The journal read back after power-up, up to the last good record.

What a power cut leaves is whole: littlefs commits an append or does not. A record that is damaged
all the same, or one that the rules refuse, ends what can be trusted; then the good part becomes a
file of its own, to go on with, and the damaged file is kept aside as *.bad.
"""

import json

from micropython import const

from domino.store import journal_files, outcome, record
from domino.store.journal import HEAD, MAGIC, TAIL, TAIL_MAGIC, VERSION, match_name

BAD = ".bad"
_LONGEST_HEAD = const(532)  # both texts of 255 bytes
_ANY = const(0x10000)  # more records than a match can have


def load_head(journal):
    """Read what the match of the number `journal.match` was started with. Returns the outcome."""
    return _take_header(journal, _header(journal))


def copy(journal, name, match):
    """Write the match of the number `journal.match`, whole in its own file, to the file `name` as
    match number `match`. `journal` is none that is being written to. OSError."""
    reader = _Reader(journal)
    old = journal.match
    journal.match = match
    header = journal_files.header(journal)
    journal.match = old
    with journal.files.open(name, "wb") as file:
        file.write(header)
        reader.each(_Copy(file, match).take, _ANY)


def load(journal):
    """Find the last match; True if it has records, which `replay` gives."""
    journal.count = 0
    try:
        matches = journal_files.matches(journal)
        journal.match = matches[-1] if matches else 0
        journal.outcome = load_head(journal) if matches else outcome.MISSING
        if journal.outcome == outcome.LOADED:
            _Reader(journal).load()
        elif journal.outcome != outcome.MISSING:
            put_aside(journal, match_name(journal.match))
            journal.match += 1
    except OSError:
        journal.outcome = outcome.FAILED
    return journal.count > 0


def replay(journal, take):
    """Hand all records to `take(action, seat, tile, joint)`; the first it refuses (False) ends
    the match as it is kept. Returns how many were taken."""
    count = _Reader(journal).each(take, journal.count)
    if count < journal.count:
        journal.outcome = outcome.DAMAGED
        keep(journal, count)
    return count


def put_aside(journal, name):
    """Keep a file that cannot be used, out of the way."""
    try:
        journal.files.rename(name, name + BAD)
    except OSError:
        pass  # then it stays, and will be met again


def _header(journal):
    """The bytes of the header, b"" where the power went as the match began."""
    try:
        with journal.files.open(match_name(journal.match), "rb") as file:
            data = file.read(6)
            if len(data) == 6:
                size = min(data[4] | data[5] << 8, _LONGEST_HEAD)
                data += file.read(max(0, size - 6))
            return data
    except OSError:
        return b"?"


def _take_header(journal, data):
    end = len(data) - 2
    if end == -2:
        return outcome.MISSING
    if end < 18 or data[:3] != MAGIC:
        return outcome.DAMAGED
    if record.crc16(data, 0, end, 0xFFFF) != data[end] | data[end + 1] << 8:
        return outcome.DAMAGED
    if data[3] != VERSION:
        return outcome.NEWER
    game = 17 + data[16]
    journal.game = str(data[17:game], "utf-8")
    journal.options = json.loads(data[game + 1 : game + 1 + data[game]])
    journal.seed = int.from_bytes(data[8:12], "little")
    journal.players = data[12]
    journal.teams = data[13] == 1
    journal.check = data[14] | data[15] << 8
    return outcome.LOADED


class _Reader:
    """The records of the current match, first of its file, then of the tail."""

    def __init__(self, journal):
        self.journal = journal
        self.is_damaged = False
        self.tail_end = HEAD

    def load(self):
        """Count the records, and put those of the tail to the others."""
        journal = self.journal
        is_there = self._load_tail()
        journal.is_lost = False
        journal.count = self.each(None, _ANY)
        if self.is_damaged or self.seen > self.whole:
            journal.outcome = outcome.DAMAGED
            keep(journal, journal.count)
            return
        # Where the match's file has all that the tail has, nothing of it is new.
        journal.used = self.tail_end if is_there else HEAD
        journal.tidy()

    def _load_tail(self):
        """Read the tail into memory; False where it is none of this match."""
        journal = self.journal
        tail = journal.tail
        for i in range(len(tail)):
            tail[i] = 0
        try:
            with journal.files.open(TAIL, "rb") as file:
                file.readinto(tail)
        except OSError:
            return False
        is_ours = tail[:3] == TAIL_MAGIC and tail[3] == VERSION
        if is_ours and tail[4] | tail[5] << 8 == journal.match:
            return True
        if not is_ours and tail[0]:
            put_aside(journal, TAIL)
        tail[HEAD] = 0
        return False

    def each(self, take, limit):
        """Hand on at most `limit` records, return how many made whole actions."""
        self._take = take
        self._limit = limit
        self.seen = self.whole = 0
        self.tail_end = HEAD
        if self._read_file():
            self._read_tail()
        return self.whole

    def _read_file(self):
        journal = self.journal
        data = bytearray(record.SIZE)
        with journal.files.open(match_name(journal.match), "rb") as file:
            file.seek(len(journal_files.header(journal)))
            while True:
                got = file.readinto(data)
                if not got:
                    return True
                if got < record.SIZE or not record.is_good(data, 0, journal.match):
                    self.is_damaged = True
                    return True
                if not self._next(data, 0):
                    return False

    def _read_tail(self):
        tail = self.journal.tail
        at = HEAD
        while at + record.SIZE < len(tail) and tail[at]:
            if not record.is_good(tail, at, self.journal.match):
                self.is_damaged = True
                return
            before = self.seen
            if not self._next(tail, at):
                return
            at += record.SIZE
            if self.seen > before:
                self.tail_end = at

    def _next(self, data, at):
        """Take a record if it is the next one; False to read no further."""
        number = record.number(data, at)
        if number < self.seen:
            return True  # it was in the match's file
        if number > self.seen or self.seen == self._limit:
            self.is_damaged = self.is_damaged or number > self.seen
            return False
        action = data[at] - 1
        joint = record.joint(data, at)
        if self._take and not self._take(action, data[at + 1], record.tile(data, at), joint):
            return False
        self.seen += 1
        if joint == 0 or action not in self.journal.grouped:
            self.whole = self.seen
        return True


class _Copy:
    """The file of the next number, which gets the good records of this one."""

    def __init__(self, file, match):
        self._file = file
        self._match = match
        self._data = bytearray(record.SIZE)
        self._count = 0

    def take(self, action, seat, tile, joint):
        record.pack(self._data, 0, self._match, self._count, action, seat, tile, joint)
        self._file.write(self._data)
        self._count += 1
        return True


def keep(journal, count):
    """Go on with the first `count` records in a new file; the old one is kept aside."""
    old = journal.match
    try:
        journal.match += 1
        header = journal_files.header(journal)
        with journal.files.open(match_name(journal.match), "wb") as file:
            file.write(header)
            journal.match = old
            _Reader(journal).each(_Copy(file, old + 1).take, count)
        journal.match = old + 1
        journal.count = count
        journal.open_tail()
        put_aside(journal, match_name(old))
    except OSError:
        journal.file = None
        journal.is_lost = True
        journal.outcome = outcome.FAILED
