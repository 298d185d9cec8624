"""The key of a set of tiles: what the passwords of its tags are made of. The keeper keeps it.

    {"version": 1, "set_id": "c0ffee01", "key": "64 hexadecimal digits"}

A tag's password is the start of HMAC-SHA256 (RFC 2104, FIPS 198-1) of its UID under that key: four
bytes PWD, then two bytes PACK. So each tag has another one, and none of them tells the key, which
never goes to the table.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path

from host_tools.records.notation import printable, quote, told
from host_tools.tags.tile_set import SetError, is_set_id

VERSION = 1
_KEY_BYTES = 32
_LONGEST = 4096
_PURPOSE = b"domino.table tag 1\0"  # of the key, so that it could serve others too
_OF_OTHERS = 0o077


@dataclass(frozen=True)
class SetKey:
    """`set_id`: of the set whose tags it is for."""

    set_id: str
    key: bytes

    def secrets(self, uid: str) -> dict[str, str]:
        """PWD and PACK of the tag with this UID, as `tags.write` and `tags.show` take them."""
        made = hmac.digest(self.key, _PURPOSE + bytes.fromhex(uid), "sha256")
        return {"pwd": made[:4].hex(), "pack": made[4:6].hex()}


def create(path: Path, set_id: str) -> SetKey:
    """Make a key and store it, readable by its owner alone; SetError where that cannot be. It is
    in the file before any tag is locked by it."""
    key = SetKey(set_id, secrets.token_bytes(_KEY_BYTES))
    text = json.dumps({"version": VERSION, "set_id": set_id, "key": key.key.hex()}) + "\n"
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "w", encoding="ascii") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
    except OSError as error:
        raise SetError(f"{printable(str(path))}: {error.strerror or 'cannot be made'}") from None
    return key


def load(path: Path) -> SetKey:
    """The key of a file; SetError for one that is none, or that others can read."""
    name = printable(str(path))
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(file, "rb") as data:
            mode = os.fstat(data.fileno()).st_mode
            if not stat.S_ISREG(mode):
                raise SetError(f"{name}: is no file; accepted: the file of a set's key")
            text = data.read(_LONGEST + 1)
    except OSError as error:
        raise SetError(f"{name}: {error.strerror or 'cannot be read'}") from None
    if os.name == "posix" and mode & _OF_OTHERS:
        open_to = f"others can read it (mode {stat.S_IMODE(mode):04o})"
        raise SetError(f"{name}: {open_to}; accepted: mode 0600 (chmod 600 {name})")
    try:
        value = json.loads(text if len(text) <= _LONGEST else b"")
    except (ValueError, RecursionError):
        raise SetError(f"{name}: is not JSON; accepted: the file of a set's key") from None
    return _parse(value, name)


def _parse(value: object, name: str) -> SetKey:
    version = value.get("version") if isinstance(value, dict) else None
    if type(version) is not int or version != VERSION or "key" not in value:
        raise SetError(f"{name}: is no key of a set; accepted: version {VERSION} with a key")
    if not is_set_id(value.get("set_id")):
        wanted = "eight hexadecimal digits"
        raise SetError(f"{name}: set_id {told(value, 'set_id')}; accepted: {wanted}")
    text = value["key"]
    try:
        key = bytes.fromhex(text)
    except (TypeError, ValueError):
        key = b""
    if len(key) != _KEY_BYTES:
        wanted = f"{2 * _KEY_BYTES} hexadecimal digits"
        shown = f"has {len(text)}" if isinstance(text, str) else f"is {quote(text)}"
        raise SetError(f"{name}: key {shown}; accepted: {wanted}")
    return SetKey(value["set_id"], key)
