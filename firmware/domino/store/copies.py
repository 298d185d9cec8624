"""A small file in two copies that are written in turns, so that a power cut leaves the other.

Each is a line of kind, version, age (it grows with every save) and CRC-32, then JSON. What cannot
be read is renamed to *.bad. Imported by who reads or writes such a file, and dropped.
"""

import json
from binascii import crc32

from micropython import const

from domino.store import outcome, plain

_LONGEST = const(4000)
_FULL = (28, 36)  # ENOSPC; ENAMETOOLONG where the name of a new file finds no room


class Copies:
    """The files `name`.a and `name`.b in the flash. `outcome`: of store/outcome.py.

    `is_whole`: says of the values of a copy whether they serve; without it any dict does.
    """

    def __init__(self, files, name, version, is_whole=None):
        self._files = files
        self._name = name
        self._version = version
        self._is_whole = is_whole
        self._age = 0
        self._next = 0
        self._is_cut = False  # there is one copy, and nothing in it
        self.outcome = outcome.MISSING

    def load(self):
        """The newest good copy as a dict, {} for none. From a newer version what is known is used,
        and the file stays beside as *.bad."""
        found = {}
        there = written = 0
        for i in range(2):
            data = plain.read(self._files, self._file(i), _LONGEST)
            if data is None:
                continue
            there += 1
            written += len(data)
            age, values = self._parse(i, data)
            if age > self._age:
                found = values
                self._age = age
                self._next = 1 - i
        if found and self.outcome == outcome.DAMAGED:
            self.outcome = outcome.RESTORED
        elif found and self.outcome == outcome.MISSING:
            self.outcome = outcome.LOADED
        self._is_cut = there == 1 and not written
        return found

    def told(self):
        """What is to be told of `load`: nothing where the power went in the very first save."""
        return outcome.MISSING if self._is_cut else self.outcome

    def save(self, values):
        """Write over the older copy; LOADED, FULL or FAILED."""
        body = json.dumps(values).encode()
        head = "domino-{} {} {} {}\n".format(self._name, self._version, self._age + 1, crc(body))
        try:
            with self._files.open(self._file(self._next), "wb") as file:
                file.write(head.encode() + body)
        except OSError as error:
            return outcome.FULL if error.args[0] in _FULL else outcome.FAILED
        self._age += 1
        self._next = 1 - self._next
        return outcome.LOADED

    def _file(self, i):
        return self._name + (".a", ".b")[i]

    def _parse(self, i, data):
        """Age and values of a copy; age 0 where it does not serve."""
        try:
            first, body = data.split(b"\n", 1)
            kind, version, age, check = str(first, "utf-8").split(" ")
            if kind != "domino-" + self._name or check != crc(body):
                raise ValueError
            values = json.loads(body)
            version, age = int(version), int(age)
            serves = self._serves(values)
            if not serves and version <= self._version:
                raise ValueError
        except plain.DAMAGE:
            self._put_aside(i, outcome.DAMAGED)
            return 0, None
        if version > self._version:
            self._put_aside(i, outcome.NEWER)
        elif version < self._version:
            self._tell(outcome.CONVERTED)
        return age if serves else 0, values

    def _serves(self, values):
        return isinstance(values, dict) and (self._is_whole is None or self._is_whole(values))

    def _tell(self, code):
        """Of several outcomes the one that matters most is told."""
        self.outcome = max(self.outcome, code)

    def _put_aside(self, i, code):
        is_aside = plain.put_aside(self._files, self._file(i))
        self._tell(code if is_aside else outcome.FAILED)


def crc(data):
    """CRC-32 as a text: as a number it is no small one."""
    return "{:08x}".format(crc32(data))
