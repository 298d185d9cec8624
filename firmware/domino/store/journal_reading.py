"""The journal read back after power-up, up to the last good record.

What a power cut leaves is whole: littlefs commits an append or does not. A record that is damaged
all the same, or one that the rules refuse, ends what can be trusted. Then the good part goes on in
the match's file, and what was damaged is kept aside (journal_cure.py).
"""

import json

from micropython import const

from domino.store import journal_files, outcome, record
from domino.store.journal import (
    FOLDER,
    HEAD,
    MAGIC,
    TAIL,
    TAIL_FOLDER,
    TAIL_MAGIC,
    TAIL_NEW,
    TAIL_VERSION,
    VERSION,
    match_name,
)

_LONGEST_HEAD = const(532)  # both texts of 255 bytes
_OLD_HEAD = const(8)  # of a tail of version 1
_ANY = const(0x10000)  # more records than a match can have
_FULL = (28, 36)  # ENOSPC; ENAMETOOLONG where the name of a new file finds no room


def load_head(journal):
    """Read what the match of the number `journal.match` was started with. Returns the outcome."""
    return _take_header(journal, _header(journal))


def copy(journal, name, match, count=_ANY):
    """Write the first `count` records of the match `journal.match` to the file `name` as match
    number `match`. `journal` is none that is being written to. OSError."""
    reader = _Reader(journal)
    old = journal.match
    journal.match = match
    header = journal_files.header(journal)
    journal.match = old
    with journal.files.open(name, "wb") as file:
        file.write(header)
        reader.each(_Copy(file, match).take, count)


def load(journal):
    """Find the last match; True if it has records, which `replay` gives."""
    journal.count = 0
    journal.is_unread = False
    try:
        _load(journal)
    except OSError as error:
        journal.outcome = outcome.FULL if error.args[0] in _FULL else outcome.FAILED
        journal.is_unread = True
        if journal.match and not journal.count:
            journal.match += 1  # what is there is not written over
    return journal.count > 0


def _load(journal):
    is_marked = False
    if {"cure", "new"} & set(journal.files.listdir(FOLDER)):
        from domino.store import journal_cure

        is_marked = journal_cure.find(journal)
    matches = journal_files.matches(journal)
    if is_marked:
        _put_aside_bad(journal, matches[:-1])
    journal.match = matches[-1] if matches else 0
    came = journal.outcome = load_head(journal) if matches else outcome.MISSING
    reader = _Reader(journal)
    if came == outcome.LOADED:
        reader.load(is_marked)
        return
    reader.load_tail()
    is_bad = came != outcome.MISSING
    if matches and not is_bad:
        # Empty: the power went as the match began, unless it had a record.
        is_bad = reader.base > 0 or reader.has_any and not journal.is_unread
    if is_bad:
        journal.bad_match = journal.match
        journal.match += 1
        # Its records in the tail are of no use without it.
        journal.is_unread = journal.is_unread or reader.has_any
    if is_bad or journal.is_unread or is_marked:
        from domino.store import journal_cure

        journal_cure.mark(journal)
        journal.is_cured = False  # when the next match has begun: no earlier one goes on
        journal.outcome = max(came, outcome.DAMAGED)


def _put_aside_bad(journal, matches):
    """A cure that was cut off had still to set one of these aside."""
    from domino.store import journal_cure

    for match in matches:
        journal.match = match
        if load_head(journal) != outcome.LOADED:
            try:
                journal_cure.put_aside(journal, match_name(match))
            except OSError:
                pass  # it is in nobody's way


def replay(journal, take):
    """Hand all records to `take(action, seat, tile, joint)`; the first it refuses (False) ends
    the match as it is kept. Returns how many were taken."""
    try:
        count = _Reader(journal).each(take, journal.count)
    except OSError:
        journal.is_lost = True
        journal.outcome = outcome.FAILED
        return 0
    if count < journal.count:
        journal.outcome = outcome.DAMAGED
        keep(journal, count)
        if journal.outcome == outcome.DAMAGED:
            from domino.store import journal_cure

            journal_cure.unmark(journal)
    return count


def keep(journal, count):
    """Go on with the first `count` records; the file as it was is kept aside."""
    from domino.store.journal_cure import NEW, mark, put_aside, roomy

    try:
        mark(journal)
        name = match_name(journal.match)
        roomy(journal, copy, journal, NEW, journal.match, count)
        roomy(journal, put_aside, journal, name)
        roomy(journal, journal.files.rename, NEW, name)
        journal.count = count
        journal.used = HEAD
        journal.open_tail()
    except OSError as error:
        journal.file = None
        journal.is_lost = True
        journal.outcome = outcome.FULL if error.args[0] in _FULL else outcome.FAILED


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
        self.is_damaged = False  # the file
        self.has_any = False  # records in the tail
        self.base = 0  # the number of its first one
        self.tail_end = HEAD

    def load(self, is_marked):
        """Count the records, and put those of the tail to the others. `is_marked`: a power cut
        ended a cure."""
        journal = self.journal
        self.load_tail()
        journal.is_lost = False
        journal.count = self.each(None, _ANY)
        is_torn = self.is_damaged or self.seen > self.whole
        if is_torn or journal.is_unread or is_marked or self.base > self.seen:
            from domino.store import journal_cure

            journal_cure.mark(journal)
            is_marked = True
        # Where the match's file has all that the tail has, nothing of it is new.
        journal.used = self.tail_end
        if is_torn:
            keep(journal, journal.count)
        else:
            journal.tidy()
            is_any = is_marked
            while journal.outcome == outcome.FULL and is_any:
                for _ in range(3):  # room, the records, the tail
                    journal.tidy()
                is_any = journal.outcome == outcome.FULL and journal_files.drop_oldest(journal)
        if is_marked and journal.outcome == outcome.LOADED:
            journal_cure.unmark(journal)
            journal.outcome = outcome.DAMAGED

    def load_tail(self):
        """Read the tail into memory where it is of this match. `journal.is_unread`: it, or what
        lies beside it, cannot be used as it is."""
        journal = self.journal
        tail = journal.tail
        for i in range(len(tail)):
            tail[i] = 0
        size = self._read_into(tail)
        if size:
            is_old = self._is_old()
            if is_old:
                tail[HEAD:] = tail[_OLD_HEAD : _OLD_HEAD - HEAD]
                size += HEAD - _OLD_HEAD
            match = tail[4] | tail[5] << 8
            end = HEAD
            while end + record.SIZE < len(tail) and tail[end]:
                end += record.SIZE
            self.has_any = end > HEAD
            is_ours = match == journal.match
            is_bent = not is_ours and record.is_good(tail, HEAD, journal.match)
            if is_bent or not _is_whole(tail, is_old, end, size):
                journal.is_unread = True
                return
            self.base = tail[6] | tail[7] << 8
            if is_old:
                self.base = record.number(tail, HEAD) if self.has_any else 0
            if is_ours:
                return
            count = self.base + (end - HEAD) // record.SIZE
            journal.is_unread = journal.is_unread or _is_lost(journal, match, count)
        self.base = 0
        self.has_any = False
        tail[HEAD] = 0

    def _is_old(self):
        """Whether the records begin where those of version 1 do, whatever the head says."""
        tail, match = self.journal.tail, self.journal.match
        if record.is_good(tail, HEAD, match):
            return False
        return tail[3] == VERSION or record.is_good(tail, _OLD_HEAD, match)

    def _read_into(self, tail):
        """The size of the tail's file, 0 for none."""
        files = self.journal.files
        try:
            there = files.listdir(TAIL_FOLDER)
        except OSError:
            # A file of that name would be in the way.
            self.journal.is_unread = TAIL_FOLDER.split("/")[1] in files.listdir(FOLDER)
            return 0
        name = TAIL.split("/")[2]
        for other in there:
            if other != name and other != TAIL_NEW.split("/")[2]:
                self.journal.is_unread = True
        if name not in there:
            return 0
        try:
            with files.open(TAIL, "rb") as file:
                file.readinto(tail)
                size = file.seek(0, 2)
        except OSError:
            size = 0
        if not size:
            self.journal.is_unread = True
        return size

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
                    self.is_damaged = self.is_damaged or record.number(data, 0) > self.seen
                    return False

    def _read_tail(self):
        tail = self.journal.tail
        at = HEAD
        while at + record.SIZE < len(tail) and tail[at]:
            before = self.seen
            is_next = record.is_good(tail, at, self.journal.match) and self._next(tail, at)
            if not is_next:
                # What cannot follow; past the limit nothing is looked at.
                self.journal.is_unread = self.journal.is_unread or before < self._limit
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
    """A file that gets the good records of a match, under the number `match`."""

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


def _is_whole(tail, is_old, end, size):
    """Whether a tail, the head of an old one made longer, of `size` bytes is as it was written.
    Its records end at `end`."""
    if tail[:3] != TAIL_MAGIC or not end < size <= len(tail):
        return False
    if is_old:
        return tail[3] == VERSION and not (tail[6] | tail[7])
    crc = record.crc16(tail, HEAD, end, record.crc16(tail, 0, 8, 0xFFFF))
    return tail[3] == TAIL_VERSION and crc == tail[8] | tail[9] << 8


def _is_lost(journal, match, count):
    """Whether the file of another match does not have the `count` records it had by the tail. An
    older one that is gone, or the last of all, was removed to make room."""
    try:
        with journal.files.open(match_name(match), "rb") as file:
            data = file.read(6)
            size = file.seek(0, 2)
    except OSError:
        return match > journal.match > 0 and count > 0
    return len(data) < 6 or (size - (data[4] | data[5] << 8)) // record.SIZE < count
