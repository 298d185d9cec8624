"""The keeper's PIN as it is stored: a salt and the SHA-256 (FIPS 180-4) of salt and PIN, as text.

It keeps the PIN from being read in passing. Whoever has a copy of the flash tries all ten thousand
in a moment. Imported when a PIN is given or compared.
"""

import hashlib
import os
from binascii import hexlify

from micropython import const

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
