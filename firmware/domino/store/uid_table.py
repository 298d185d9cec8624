"""UIDs and the tiles they are: in memory, and as a file in the controller's flash.

For tags without a record of their own, and to tell that a record was changed. The file (version
1): `DUID`, version, number of entries, entries of twelve bytes (tile, length of the UID, ten bytes
of UID filled up with zeros, the last of them 1 where the tag said the tile itself when it was
entered), CRC-32 of all before it (big-endian). A damaged or missing file never stops the start:
the copy from before the last save is tried, and without either the table is empty; what cannot be
read stays in place, and is kept aside as *.bad by the next save.
"""

from binascii import crc32

from micropython import const

from domino.store.outcome import DAMAGED, LOADED, MISSING, NEWER, RESTORED

FILE = "uids.tab"
_SPARE = ".old"
_NEW = ".new"
_BAD = ".bad"
NOBODY = const(255)

_MAGIC = b"DUID"
VERSION = const(1)
_HEADER = const(6)
ENTRY = const(12)
UID = const(2)  # where in an entry it begins
_TILES = const(28)
_LENGTHS = b"\x04\x07\x0a"
_SAYS = const(11)  # in an entry; type 2 tags have UIDs of 7 bytes, so it is free
_LONGEST = const(10)


def _check(data, count):
    """CRC-32 as four bytes: compared as bytes, because the number is no small integer."""
    return crc32(memoryview(data)[:count]).to_bytes(4, "big")


def _read(files, name):
    """The file's bytes; None if there is none, b"" where it cannot be read.

    `read` makes room for all that it is asked for, and the heap may have no 3 KB in one piece.
    """
    try:
        with files.open(name, "rb") as file:
            header = file.read(_HEADER)
            if len(header) < _HEADER:
                return header
            return header + file.read(header[5] * ENTRY + 5)  # a byte too many shows as well
    except OSError as error:
        return None if error.args[0] == 2 else b""


def is_whole(data):
    """Whether a file's bytes are a table of a version that we know, entries included."""
    if len(data) < _HEADER or data[:4] != _MAGIC or data[4] != VERSION:
        return False
    end = _HEADER + data[5] * ENTRY
    if len(data) != end + 4 or data[end:] != _check(data, end):
        return False
    for at in range(_HEADER, end, ENTRY):
        if data[at] >= _TILES or data[at + 1] not in _LENGTHS:
            return False
    return True


def _is_newer(data):
    """Whether a file's bytes are whole, but of a version that comes after ours."""
    end = len(data) - 4
    is_ours = end >= _HEADER and data[:4] == _MAGIC
    return is_ours and data[4] > VERSION and data[end:] == _check(data, end)


class UidTable:
    """At most `capacity` (up to 255) UIDs. `find` and `put` allocate nothing."""

    def __init__(self, capacity=64):
        self.capacity = capacity
        self.count = 0
        self._entries = bytearray(capacity * ENTRY)
        # All bytes of each UID exclusive-ored: one comparison sorts out nearly all others.
        self._marks = bytearray(capacity)
        self._oldest = 0

    @staticmethod
    def _mark(uid, length):
        mark = 0
        for i in range(length):
            mark ^= uid[i]
        return mark

    def _place(self, uid, length):
        mark = self._mark(uid, length)
        marks = self._marks
        for i in range(self.count):
            if marks[i] == mark and self._is_at(i * ENTRY, uid, length):
                return i
        return NOBODY

    def _is_at(self, at, uid, length):
        entries = self._entries
        if entries[at + 1] != length:
            return False
        at += UID
        for i in range(length):
            if entries[at + i] != uid[i]:
                return False
        return True

    def find(self, uid, length):
        """The tile of a UID (the first `length` bytes of `uid`), or NOBODY."""
        place = self._place(uid, length)
        return NOBODY if place == NOBODY else self._entries[place * ENTRY]

    def put(self, uid, length, tile, says=False):
        """Enter a UID or change its tile; when the table is full the oldest entry gives way.
        `says`: the tag says the tile itself."""
        place = self._place(uid, length)
        if place == NOBODY:
            place = self.count
            if place == self.capacity:
                place = self._oldest
                self._oldest = (place + 1) % self.capacity
            else:
                self.count += 1
        at = place * ENTRY
        entries = self._entries
        entries[at] = tile
        entries[at + 1] = length
        for i in range(ENTRY - UID):
            entries[at + UID + i] = uid[i] if i < length else 0
        if says and length < _LONGEST:
            entries[at + _SAYS] = 1
        self._marks[place] = self._mark(uid, length)

    def says(self, place):
        """Whether the tag of one of the entries said its tile itself."""
        at = place * ENTRY
        return self._entries[at + 1] < _LONGEST and self._entries[at + _SAYS] == 1

    def contradicts(self, uid, length, tile):
        """Whether a tag that says `tile`, or nothing (NOBODY), is not as it was entered: it said
        another tile, or another tag did say this one."""
        for i in range(self.count):
            if self.says(i) and (self._entries[i * ENTRY] == tile) != self._is_at(
                i * ENTRY, uid, length
            ):
                return True
        return False

    def remove(self, uid, length):
        """Take a UID out; False if it was not there. The last entry moves into its place."""
        place = self._place(uid, length)
        if place == NOBODY:
            return False
        self.count -= 1
        entries = self._entries
        for i in range(ENTRY):
            entries[place * ENTRY + i] = entries[self.count * ENTRY + i]
        self._marks[place] = self._marks[self.count]
        self._oldest = 0
        return True

    # -- the file --------------------------------------------------------------------------
    def load(self, files, name=FILE):
        """Fill the table from the flash: LOADED, MISSING, RESTORED, DAMAGED, or NEWER where the
        file is of a version that comes after ours."""
        data = _read(files, name)
        if data is not None and is_whole(data):
            self._take(data)
            return LOADED
        spare = _read(files, name + _SPARE)
        if spare is not None and is_whole(spare):
            self._take(spare)
            return RESTORED
        self.count = 0
        if data is None and spare is None:
            return MISSING
        return NEWER if data and _is_newer(data) else DAMAGED

    def _take(self, data):
        self.count = 0
        for i in range(min(data[5], self.capacity)):
            at = _HEADER + i * ENTRY
            uid, length = data[at + UID : at + ENTRY], data[at + 1]
            self.put(uid, length, data[at], length < _LONGEST and data[at + _SAYS] == 1)

    def as_bytes(self):
        """The file of this table."""
        data = bytearray(_MAGIC)
        data.append(VERSION)
        data.append(self.count)
        data.extend(self._entries[: self.count * ENTRY])
        data.extend(_check(data, len(data)))
        return bytes(data)

    def save(self, files, name=FILE):
        """Write the new file beside the old one, then rename: a power cut leaves one of them.

        The file from before is kept as the copy; a damaged one, or of a newer version, is kept
        aside, so that a good copy stays. OSError where the flash is full or fails.
        """
        with files.open(name + _NEW, "wb") as file:
            file.write(self.as_bytes())
        data = _read(files, name)
        if data is not None:
            files.rename(name, name + (_SPARE if is_whole(data) else _BAD))
        files.rename(name + _NEW, name)
