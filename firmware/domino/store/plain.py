"""A small JSON file without copies, replaced as a whole. What cannot be used goes to *.bad.

Imported by who reads or writes such a file, and dropped.
"""

import json

from micropython import const

_NEW = ".new"
_BAD = ".bad"
_ENOENT = const(2)
_SMALL = const(1000)  # bytes that are always found
# Whatever damage does to the parser (RuntimeError, MemoryError: nested too deep) or to the caller.
DAMAGE = (ValueError, KeyError, TypeError, RuntimeError, MemoryError)


def load(files, name, longest, parse):
    """`parse` of what the JSON says, None where there is no file, False where it does not serve.

    Of the file `longest` bytes are read; `parse` raises ValueError, KeyError or TypeError for what
    it does not take.
    """
    data = read(files, name, longest)
    if data is None:
        return None
    try:
        return parse(json.loads(data))
    except DAMAGE:
        put_aside(files, name)
        return False


def read(files, name, longest):
    """The first bytes of a file, None where there is none, b"?" where it cannot be read."""
    try:
        with files.open(name, "rb") as file:
            if longest > _SMALL:  # MicroPython makes room, in one piece, for all that is asked
                longest = min(file.seek(0, 2), longest)
                file.seek(0)
            return file.read(longest)
    except OSError as error:
        return None if error.args[0] == _ENOENT else b"?"


def store(files, name, value):
    """Replace the file; False where the flash does not take it."""
    try:
        with files.open(name + _NEW, "w") as file:
            file.write(json.dumps(value))
        files.rename(name + _NEW, name)
    except OSError:
        return False
    return True


def put_aside(files, name):
    """Keep what cannot be used as *.bad; False where the flash does not let us: it stays, and will
    be met again."""
    try:
        files.rename(name, name + _BAD)
    except OSError:
        return False
    return True
