"""The table's settings: what may be set, the two copies in the flash, and the maker's own file.

Two files, `settings.a` and `settings.b`, hold the same in turns: a line `domino-settings`,
version, age (it grows with every save) and CRC-32, then JSON. `save` writes over the older one, so
that a power cut leaves the other. What cannot be read is renamed to *.bad, never written over.

`settings.json` is what a maker drops beside main.py: plain JSON by name. It goes before the two
copies when it is new or was changed since they were saved. Fields that nobody knows are kept.
"""

import json
from binascii import crc32

from micropython import const

from domino.store import outcome
from domino.store.languages import CODES

VERSION = const(1)
COPIES = ("settings.a", "settings.b")
DROPPED = "settings.json"
BAD = ".bad"
_FIRST = "domino-settings"
_LONGEST = const(2000)  # of a file
_MOST = const(1500)  # of its JSON, fields that nobody knows included
_ENOENT = const(2)
_ENOSPC = const(28)

# name: (default, accepted). A pair is a range of whole numbers, a list holds the accepted values,
# a text the letters that it has, so many as LENGTHS says or none, a number the most bytes that the
# JSON of a text, a list or a dict takes. null in a file stands for the default.
SCHEMA = {
    "game": ("all-fives", 24),
    "players": (2, (2, 4)),
    "teams": (None, [False, True]),
    "options": ({}, 200),
    "starters": ([], 200),
    "begins": ("rules", ["rules", "seat", "lot"]),  # who; seat: the one in starters
    "seed": (1, (0, 0x3FFFFFFF)),
    "set_id": ("", "0123456789abcdef"),
    "language": (CODES[0], CODES),
    "keeper_pin": ("", "0123456789"),  # guards the keeper's pages of the menu,
    "keeper_tag": ("", "0123456789abcdef"),  # as does this UID
    "brightness_pct": (None, (1, 100)),  # None: what board.json says
    "sound": (True, [False, True]),
    "turn_clock_s": (0, (0, 3600)),  # 0: none
    "quiet_min": (10, (0, 1440)),  # strip and screen rest then; 0: never
    "screen_turn": ("fixed", ["fixed", "turned", "seat"]),
}


_SEATS = (0, 3)  # each of `starters`, or null
LENGTHS = {"set_id": (8,), "keeper_pin": (4,), "keeper_tag": (8, 14, 20)}


def is_accepted(name, value):
    """Whether a setting may have this value; False for one that nobody knows."""
    if name not in SCHEMA:
        return False
    default, accepted = SCHEMA[name]
    if value is None:
        return default is None
    if isinstance(accepted, tuple):
        return type(value) is int and accepted[0] <= value <= accepted[1]
    if isinstance(accepted, list):
        return isinstance(value, type(accepted[0])) and value in accepted
    if not isinstance(value, type(default)):
        return False
    if isinstance(accepted, str):
        return not value or (
            len(value) in LENGTHS[name] and all(c in accepted for c in value.lower())
        )
    if name == "starters" and not all(_is_seat(seat) for seat in value):
        return False
    return len(json.dumps(value).encode()) <= accepted


def _is_seat(seat):
    return seat is None or (type(seat) is int and _SEATS[0] <= seat <= _SEATS[1])


class Settings:
    """`values` by name, all of the schema always there. `outcome` says what came of `load` or
    `save`, `wrong` names a setting that was not accepted."""

    def __init__(self, files):
        self._files = files
        self.values = {name: SCHEMA[name][0] for name in SCHEMA}
        self.outcome = outcome.LOADED
        self.wrong = ""
        self._age = 0
        self._next = 0  # the copy that is written next
        self._seen = ""  # the CRC of the maker's file as it was taken last

    # -- reading -----------------------------------------------------------------------------
    def load(self):
        """Read the copies and the maker's file. Returns `outcome`."""
        best = None
        for i in range(2):
            found = self._read_copy(COPIES[i])
            if found and found["age"] > self._age:
                best = found
                self._age = found["age"]
                self._next = 1 - i
        if best:
            if self.outcome == outcome.DAMAGED:
                self.outcome = outcome.RESTORED
            self._seen = best["seen"]
            self._take(best["values"])
        is_new = not best and self.outcome == outcome.LOADED
        if not self._load_dropped() and is_new:
            self.outcome = outcome.MISSING
        return self.outcome

    def _tell(self, code):
        """Of several outcomes the one that matters most is told."""
        self.outcome = max(self.outcome, code)

    def _read(self, name):
        """The bytes of a file, None where there is none, b"" where it cannot be read."""
        try:
            with self._files.open(name, "rb") as file:
                return file.read(_LONGEST)
        except OSError as error:
            return None if error.args[0] == _ENOENT else b""

    def _read_copy(self, name):
        """{"age", "seen", "values"} of a copy, None where there is none that serves."""
        data = self._read(name)
        if data is None:
            return None
        try:
            first, body = data.split(b"\n", 1)
            kind, version, age, check = str(first, "utf-8").rsplit(" ", 3)
            if kind != _FIRST or check != _crc(body):
                raise ValueError
            found = json.loads(body)
            if int(version) > VERSION:
                self._put_aside(name, outcome.NEWER)
            elif int(version) < VERSION:
                self._tell(outcome.CONVERTED)
            if not isinstance(found["values"], dict):
                raise ValueError
            return {"age": int(age), "seen": found["seen"], "values": found["values"]}
        except (ValueError, KeyError, TypeError):
            self._put_aside(name, outcome.DAMAGED)
            return None

    def _load_dropped(self):
        """Take the maker's file, if it is new; False where there is none."""
        data = self._read(DROPPED)
        if data is None:
            return False
        seen = _crc(data)
        if seen == self._seen:
            return True
        try:
            values = json.loads(data)
            if not isinstance(values, dict):
                raise ValueError
        except (ValueError, RuntimeError):  # RuntimeError: nested too deep
            self._put_aside(DROPPED, outcome.DAMAGED)
            return True
        self._seen = seen
        self._take(values)
        return True

    def _take(self, values):
        for name in values:
            value = values[name]
            if name not in SCHEMA:
                if len(json.dumps(self.values)) + len(json.dumps(value)) < _MOST:
                    self.values[name] = value
            elif value is not None and not self.set(name, value):
                self.wrong = name
                self._tell(outcome.BAD_VALUE)

    def _put_aside(self, name, code):
        self._tell(code)
        try:
            self._files.rename(name, name + BAD)
        except OSError:
            self._tell(outcome.FAILED)

    # -- changing ----------------------------------------------------------------------------
    def set(self, name, value):
        """Change a setting, not yet in the flash; False where it is not accepted."""
        if not is_accepted(name, value):
            return False
        # Digits of a number in base 16 are compared as they stand.
        self.values[name] = value.lower() if isinstance(SCHEMA[name][1], str) else value
        return True

    def save(self):
        """Write over the older copy. Returns LOADED, FULL or FAILED."""
        body = json.dumps({"seen": self._seen, "values": self.values}).encode()
        first = "{} {} {} {}\n".format(_FIRST, VERSION, self._age + 1, _crc(body))
        try:
            with self._files.open(COPIES[self._next], "wb") as file:
                file.write(first.encode() + body)
        except OSError as error:
            code = outcome.FULL if error.args[0] == _ENOSPC else outcome.FAILED
            self._tell(code)
            return code
        self._age += 1
        self._next = 1 - self._next
        return outcome.LOADED


def _crc(data):
    """CRC-32 as a text: as a number it is no small one."""
    return "{:08x}".format(crc32(data))
