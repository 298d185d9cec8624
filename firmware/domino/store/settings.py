"""The table's settings: what may be set, the two copies in the flash, and the maker's own file.

`settings.a` and `settings.b` hold the same in turns (copies.py). What cannot be read is renamed
to *.bad, never written over.

`settings.json` is what a maker drops beside main.py: plain JSON by name. It goes before the two
copies when it is new or was changed since they were saved. Fields that nobody knows are kept.
The keeper's PIN is given as four digits and kept as its hash (pin.py), in that file too.
"""

import json

from micropython import const

from domino.store import outcome, plain
from domino.store.copies import Copies, crc
from domino.store.languages import CODES

VERSION = const(1)
DROPPED = "settings.json"
LONGEST = const(2000)  # of a file
_MOST = const(1500)  # of its JSON, fields that nobody knows included

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


_PIN = "keeper_pin"
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
        self._copies = Copies(files, "settings", VERSION, _is_whole)
        self.values = {name: SCHEMA[name][0] for name in SCHEMA}
        self.outcome = outcome.LOADED
        self.wrong = ""
        # The CRC of the maker's file as it was taken last; two, once a PIN was hidden in it.
        self.seen = ""
        self.has_plain_pin = False  # what was read has the PIN as it is spoken

    # -- reading -----------------------------------------------------------------------------
    def load(self):
        """Read the copies and the maker's file. Returns `outcome`."""
        best = self._copies.load()
        has_copies = self._copies.outcome != outcome.MISSING
        if has_copies:
            self._tell(self._copies.outcome)
        if best:
            self.seen = best["seen"]
            self._take(best["values"])
        if not self._load_dropped() and not has_copies:
            self.outcome = outcome.MISSING
        return self.outcome

    def _tell(self, code):
        """Of several outcomes the one that matters most is told."""
        self.outcome = max(self.outcome, code)

    def _load_dropped(self):
        """Take the maker's file, if it is new; False where there is none."""
        data = plain.read(self._files, DROPPED, LONGEST)
        if data is None:
            return False
        seen = crc(data)
        if seen in self.seen:
            return True
        try:
            values = json.loads(data)
            if not isinstance(values, dict):
                raise ValueError
        except plain.DAMAGE:
            is_aside = plain.put_aside(self._files, DROPPED)
            self._tell(outcome.DAMAGED if is_aside else outcome.FAILED)
            return True
        self.seen = seen
        self._take(values)
        return True

    def _take(self, values):
        for name in values:
            value = values[name]
            if name not in SCHEMA:
                if len(json.dumps(self.values)) + len(json.dumps(value)) < _MOST:
                    self.values[name] = value
            elif name == _PIN and value:
                self._take_pin(value)
            elif value is not None and not self.set(name, value):
                self._refuse(name)

    def _take_pin(self, value):
        """A PIN as it is kept, or as a maker or an older version wrote it."""
        from domino.store import pin

        if pin.is_hidden(value):
            self.values[_PIN] = value
        elif self.set(_PIN, value):
            self.has_plain_pin = True
        else:
            self._refuse(_PIN)

    def _refuse(self, name):
        self.wrong = name
        self._tell(outcome.BAD_VALUE)

    # -- changing ----------------------------------------------------------------------------
    def set(self, name, value):
        """Change a setting, not yet in the flash; False where it is not accepted."""
        if not is_accepted(name, value):
            return False
        # Digits of a number in base 16 are compared as they stand.
        self.values[name] = value.lower() if isinstance(SCHEMA[name][1], str) else value
        if name == _PIN and value:
            from domino.store import pin

            self.values[name] = pin.hidden(value)
        return True

    def save(self):
        """Write over the older copy. Returns LOADED, FULL or FAILED."""
        code = self._copies.save({"seen": self.seen, "values": self.values})
        if code != outcome.LOADED:
            self._tell(code)
        return code


def _is_whole(found):
    return isinstance(found.get("seen"), str) and isinstance(found.get("values"), dict)
