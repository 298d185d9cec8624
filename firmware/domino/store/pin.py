"""The keeper's PIN as it is stored: a salt and the SHA-256 (FIPS 180-4) of salt and PIN, as text.

It keeps the PIN from being read in passing. Whoever has a copy of the flash tries all ten thousand
in a moment. Imported when a PIN is given or compared.
"""

import hashlib
import json
import os
from binascii import hexlify

from micropython import const

from domino.store import outcome, plain

_MARK = "sha256:"
_BEGIN = const(7)  # of the salt
_END = const(23)
_LENGTH = const(88)


def hidden(pin, salt=None):
    """What is stored for a PIN."""
    salt = salt or hexlify(os.urandom(8)).decode()
    digest = hashlib.sha256((salt + pin).encode()).digest()
    return _MARK + salt + ":" + hexlify(digest).decode()


def is_hidden(value):
    """Whether a value may be one that `hidden` gave."""
    return isinstance(value, str) and len(value) == _LENGTH and value.startswith(_MARK)


def fits(pin, stored):
    """Whether `stored` is that of this PIN."""
    return hidden(pin, stored[_BEGIN:_END]) == stored


def hide(settings, files):
    """Write over the PIN that stands plainly in the copies or the maker's file (settings.py)."""
    from domino.store.copies import crc
    from domino.store.settings import DROPPED, LONGEST, is_accepted

    data = plain.read(files, DROPPED, LONGEST)
    values = None
    try:
        values = json.loads(data) if data else None
        if isinstance(values, dict) and is_accepted("keeper_pin", values.get("keeper_pin") or 0):
            values["keeper_pin"] = hidden(values["keeper_pin"])
            settings.seen += " " + crc(json.dumps(values).encode())
        else:
            values = None
    except plain.DAMAGE:
        pass  # it was told when it was read
    is_kept = (
        settings.save() == outcome.LOADED and settings.save() == outcome.LOADED
    )  # both copies
    if is_kept and values:
        plain.store(files, DROPPED, values)
