"""A small file in two copies that are written in turns, so that a power cut leaves the other.

Each is a line of kind, version, age (it grows with every save) and CRC-32, then JSON. What cannot
be read is renamed to *.bad. Imported by who reads or writes such a file, and dropped.
"""

import json
from binascii import crc32

from micropython import const

from domino.store import outcome

_LONGEST = const(4000)
_ENOENT = const(2)
_ENOSPC = const(28)


class Copies:
    """The files `name`.a and `name`.b in the flash. `outcome`: of store/outcome.py."""

    def __init__(self, files, name, version):
        self._files = files
        self._name = name
        self._version = version
        self._age = 0
        self._next = 0
        self.outcome = outcome.MISSING

    def load(self):
        """The newest good copy as a dict, {} for none. From a newer version what is known is used,
        and the file stays beside as *.bad."""
        found = {}
        for i in range(2):
            data = self._read(self._file(i))
            if data is None:
                continue
            age, values = self._parse(i, data)
            if age > self._age:
                found = values
                self._age = age
                self._next = 1 - i
        if found and self.outcome == outcome.DAMAGED:
            self.outcome = outcome.RESTORED
        elif found and self.outcome == outcome.MISSING:
            self.outcome = outcome.LOADED
        return found

    def save(self, values):
        """Write over the older copy; LOADED, FULL or FAILED."""
        body = json.dumps(values).encode()
        head = "domino-{} {} {} {}\n".format(self._name, self._version, self._age + 1, _crc(body))
        try:
            with self._files.open(self._file(self._next), "wb") as file:
                file.write(head.encode() + body)
        except OSError as error:
            return outcome.FULL if error.args[0] == _ENOSPC else outcome.FAILED
        self._age += 1
        self._next = 1 - self._next
        return outcome.LOADED

    def _file(self, i):
        return self._name + (".a", ".b")[i]

    def _read(self, name):
        try:
            with self._files.open(name, "rb") as file:
                return file.read(_LONGEST)
        except OSError as error:
            return None if error.args[0] == _ENOENT else b""

    def _parse(self, i, data):
        """Age and values of a copy; age 0 where it does not serve."""
        try:
            first, body = data.split(b"\n", 1)
            kind, version, age, check = str(first, "utf-8").split(" ")
            values = json.loads(body)
            is_ours = kind == "domino-" + self._name and check == _crc(body)
            if not is_ours or not isinstance(values, dict):
                raise ValueError
            if int(version) != self._version:
                is_newer = int(version) > self._version
                self.outcome = outcome.NEWER if is_newer else outcome.CONVERTED
                if is_newer:
                    self._put_aside(i)
            return int(age), values
        except (ValueError, MemoryError, RuntimeError):  # the latter: JSON nested too deep
            self.outcome = outcome.DAMAGED
            self._put_aside(i)
            return 0, None

    def _put_aside(self, i):
        try:
            self._files.rename(self._file(i), self._file(i) + ".bad")
        except OSError:
            pass  # it stays, and will be met again


def _crc(data):
    """CRC-32 as a text: as a number it is no small one."""
    return "{:08x}".format(crc32(data))
