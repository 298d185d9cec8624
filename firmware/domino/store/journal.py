"""The journal: every accepted action of the last matches, in the flash before it is shown.

A match is a file of its own, `journal/00017.dtj`: a header and its records (record.py) in order.
The newest records lie in `journal/tail/records`, which stays open: littlefs keeps a file so small
in its folder's log, so that an append writes one page and erases a sector once in fifteen. In
quiet moments `tidy` moves them to the end of the match's file; a record that is in both is told
by its number.

Head of the tail: `DTT`, version, number of the match (16 bits), number of its first record (16),
CRC-16 of all before and of the records behind it. A 0 ends them. The tail gets its name whole, so
one that is cut short is damaged too. Version 1, which is read as well, had 8 bytes: two zeros
behind the match, and no check.

The tail has a folder to itself, made anew whenever it is opened: where a file is opened just as
the log is full, littlefs erases at every append from then on (`lfs_mdir.erased` stays false).
After a hundred erases it would move the folder elsewhere, in eleven pages and in the middle of a
play: so it is also made anew in a quiet moment long before.

Header of a match: `DTJ`, version, its own length (16 bits), number of the match (16), seed (32),
players, teams (0, 1), CRC-16 of the rules in force (16), game and options (JSON), each as length
and text, CRC-16 of all before. All little-endian.

Whatever the flash does, the game goes on: nothing here raises OSError, `outcome` tells. `record`
allocates nothing; all else does. journal_files.py is for a match's start, journal_reading.py for
after power-up, journal_cure.py for what is damaged then.
"""

from micropython import const

from domino.store import outcome, record

VERSION = const(1)
FOLDER = "journal"
TAIL_VERSION = const(2)
SUFFIX = ".dtj"
TAIL_FOLDER = "journal/tail"
TAIL = "journal/tail/records"
TAIL_NEW = "journal/tail/new"
MAGIC = b"DTJ"
TAIL_MAGIC = b"DTT"
HEAD = const(10)  # bytes before the records of the tail

_END = const(478)  # HEAD + 36 records: where the last one that the tail can hold ends
# From so many bytes on the tail is folded: with a few more an append would write two pages.
_FOLD_AT = const(179)
_URGENT = const(416)
_RENEWED_AT = const(700)  # appends; littlefs moves the folder after some 1500
_MOST = const(5000)  # records of a match; far beyond any real one
# Of a full flash; the second where a new file's name finds no room.
_ENOSPC = const(28)
_ENAMETOOLONG = const(36)


def match_name(match):
    """The file of a match."""
    return "{}/{:05d}{}".format(FOLDER, match, SUFFIX)


class Journal:
    """`files` has MicroPython's `open`, `rename`, `remove`, `listdir`, `mkdir` and `rmdir`.

    `grouped`: actions of which several make one; their `joint` counts how many are still to come.
    They are written together and are there all or none.
    """

    def __init__(self, files, grouped=b""):
        self.files = files
        self.grouped = grouped
        self.outcome = outcome.MISSING
        self.match = 0  # number of the match,
        self.count = 0  # and of its records
        # What it was started with.
        self.game = ""
        self.players = 0
        self.teams = False
        self.options = {}
        self.seed = 0
        self.check = 0
        self.tail = bytearray(_END + 1)
        self.used = HEAD
        self.safe = HEAD  # bytes of the tail that are in the flash
        self.sum = 0  # CRC of the tail in memory
        self.is_unread = False  # the tail in the flash has what could not be read
        self.bad_match = 0  # its file could not be read
        self.is_cured = True  # neither is to be told again
        self.file = None  # the open tail; None: to be opened again
        self.is_lost = True  # records are missing: no more are taken in this match
        self.has_no_head = False  # the flash did not take the head of the match's file
        self.has_way = False  # old matches were removed for the next one
        self._room_at = -1  # the count at which the oldest match was removed
        self._tried = -1  # the count at which a write failed
        self._appends = 0  # to this tail

    # -- a match begins ----------------------------------------------------------------------
    def start(self, game, players, teams, options, seed, check):
        """Begin a match; one without any record gives its place to it.

        `game`, and `options` as JSON, are at most 255 bytes; `check`: CRC-16 of the rules.
        """
        from domino.store import journal_files

        for _ in range(2):  # the head may be missing too
            if self.used > HEAD and self.count != self._tried:
                self._fold()
        self.used = self.safe = HEAD  # what is still in the tail is no record of this match
        self.tail[HEAD] = 0
        self._tried = self._room_at = -1
        self.game = game
        self.players = players
        self.teams = teams
        self.options = options
        self.seed = seed
        self.check = check
        try:
            journal_files.start(self)
            self._begin_tail()
            if self.outcome == outcome.MISSING:
                self.outcome = outcome.LOADED
        except OSError as error:
            self._fail(error)
        if not self.is_cured:
            from domino.store import journal_cure

            journal_cure.end(self)

    def make_way(self):
        """Before `start`, as that would take too long in one: do a part of what can be done now.
        False where nothing is left."""
        if self.has_way:
            return False
        if self.used > HEAD and self._may_fold():
            if self.count != self._tried:
                self._fold()
                return True
            if self._makes_room():
                self._tried = -1
                return True
        from domino.store import journal_files

        return journal_files.make_way(self)

    def settle(self):
        """Once the heap holds no more of what a beginning takes: what of it stays is made anew, at
        the heap's begin and not in the middle of its largest free block."""
        self.game = "{}".format(self.game)
        self.options = dict(self.options)

    def append(self, data):
        """Append to the match's file; OSError."""
        with self.files.open(match_name(self.match), "ab") as file:
            file.write(data)

    def _begin_tail(self):
        """The tail of another match, or one whose records are in its match's file. OSError."""
        if self.file is None:
            if self.outcome < outcome.FULL:
                self.open_tail()
            return  # else `tidy` does, part by part
        self._clear_tail()  # written with the first record: making a file is long enough

    def _clear_tail(self):
        """No record; in the flash are still those before, until the next one comes."""
        tail = self.tail
        tail[0:4] = TAIL_MAGIC + bytes((TAIL_VERSION,))
        tail[4] = self.match & 255
        tail[5] = self.match >> 8
        tail[6] = self.count & 255
        tail[7] = self.count >> 8
        tail[HEAD] = 0
        self.used = self.safe = HEAD
        self.sum = record.crc16(tail, 0, 8, 0xFFFF)
        self._write_sum()

    def _write_sum(self):
        self.tail[8] = self.sum & 255
        self.tail[9] = self.sum >> 8

    def open_tail(self):
        """Make the tail anew; what it held is in its match's file. OSError."""
        files = self.files
        self.close()
        if self.is_unread:
            from domino.store import journal_cure

            journal_cure.empty_tail(self)
        files_there = (files.remove, TAIL), (files.remove, TAIL_NEW), (files.rmdir, TAIL_FOLDER)
        for remove, name in files_there:
            try:
                remove(name)
            except OSError:
                pass  # it was not there
        files.mkdir(TAIL_FOLDER)
        self._appends = 0
        self._clear_tail()
        with files.open(TAIL_NEW, "wb") as file:
            file.write(self.tail, 0, HEAD + 1)
        files.rename(TAIL_NEW, TAIL)
        self.file = files.open(TAIL, "r+b")

    def close(self):
        """Close the tail; it is opened again when it is needed."""
        file = self.file
        self.file = None
        if file is not None:
            try:
                file.close()
            except OSError:
                pass  # what it had not written stays in memory

    # -- an action ---------------------------------------------------------------------------
    def record(self, action, seat, tile, joint):
        """Take an accepted action; it is in the flash when this returns, unless that failed."""
        if self.used == _END:
            self._fold()  # nobody tidied for long; this allocates
        if self.is_lost:
            return
        if self.used == _END or self.count == _MOST:
            self.is_lost = True
            self.outcome = max(self.outcome, outcome.FULL)
            return
        tail, at = self.tail, self.used
        record.pack(tail, at, self.match, self.count, action, seat, tile, joint)
        self.used = at + record.SIZE
        self.sum = record.crc16(tail, at, self.used, self.sum)
        tail[self.used] = 0
        self.count += 1
        if self.file is not None and (joint == 0 or action not in self.grouped):
            self._flush()

    def _flush(self):
        file = self.file
        try:
            self._write_sum()
            file.seek(0)
            file.write(self.tail, 0, self.used + 1)  # one page, as the newest record alone
            file.flush()
            self.safe = self.used
            self._appends += 1
        except OSError as error:
            self._fail(error)

    def _fail(self, error):
        """The tail grows on in memory; `tidy` writes it to a new file."""
        self.close()
        self._tried = self.count
        code = error.args[0]
        is_full = code == _ENOSPC or code == _ENAMETOOLONG
        self.outcome = outcome.FULL if is_full else outcome.FAILED

    # -- quiet moments -----------------------------------------------------------------------
    def is_tidy_due(self):
        """Whether `tidy` has something to do."""
        if self.is_lost or self.count == self._tried:
            return False  # once a record is often enough for a flash that fails
        return self.used >= _FOLD_AT or self.file is None or self._is_worn()

    def _is_worn(self):
        return self._appends >= _RENEWED_AT and self.used == HEAD

    def is_urgent(self):
        """Whether that must not wait much longer for a quiet moment."""
        return self.used >= _URGENT

    def tidy(self):
        """Move the tail's records to the match's file, which takes an erase or two; on a full
        flash, where it takes many pages, a part of that."""
        if self._makes_room():
            return
        if self._is_worn():
            self.close()  # what is in it lies in the match's file
        self._fold()

    def _makes_room(self):
        """On a full flash: remove the oldest match, once for each record. False where that was."""
        is_full = self.file is None and self.outcome == outcome.FULL
        if not is_full or self._room_at == self.count:
            return False
        self._room_at = self.count
        from domino.store import journal_files

        journal_files.drop_oldest(self)
        return True

    def _may_fold(self):
        """Not while a group is not complete."""
        return not self.is_lost and (self.file is None or self.safe == self.used)

    def _fold(self):
        if not self._may_fold():
            return
        try:
            if self.has_no_head:
                from domino.store import journal_files

                journal_files.write_head(self)
                return
            if self.used > HEAD:
                self.append(memoryview(self.tail)[HEAD : self.used])
                self._clear_tail()
                if self.outcome == outcome.FULL:
                    return
            if self.file is None:
                self.open_tail()
                self.outcome = outcome.LOADED
            self._tried = -1
        except OSError as error:
            self._fail(error)
