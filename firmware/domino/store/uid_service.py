"""The UID table for a host over the link (docs/link.md): list, put, remove, clear, save."""

from binascii import hexlify, unhexlify

from domino.store.uid_table import ENTRY, UID

_A_REPLY = 8  # entries in one reply


def entry(table, place):
    """UID (bytes) and tile of one of the entries of a UidTable."""
    at = place * ENTRY
    entries = table._entries
    return bytes(entries[at + UID : at + UID + entries[at + 1]]), entries[at]


class UidService:
    """`table`: the one in use (uid_table.py); `files`: where it is stored, or None; `hides(uid)`:
    whether a UID in hexadecimal is not for this host."""

    COMMANDS = ("list", "put", "remove", "clear", "save")

    def __init__(self, table, files, hides):
        self._table = table
        self._hides = hides
        self._files = files

    async def list(self, asked):
        """`from`: the first entry. `count` of all, and some `uids`: [UID, tile], "" for the UID of
        somebody's own tag; `says`: 1 for each whose tag said so itself when it was entered."""
        table = self._table
        first = asked.get("from", 0)
        uids = []
        says = []
        for place in range(first, min(first + _A_REPLY, table.count)):
            uid, tile = entry(table, place)
            uid = hexlify(uid).decode()
            uids.append(["" if self._hides(uid) else uid, tile])
            says.append(int(table.says(place)))
        return {"count": table.count, "most": table.capacity, "uids": uids, "says": says}

    async def put(self, asked):
        """`uid` is `tile`, `by` "record" where the tag says so itself. Not in the flash until
        `save`."""
        uid, tile = unhexlify(asked["uid"]), asked["tile"]
        if len(uid) not in (4, 7, 10) or not 0 <= tile < 28:
            raise ValueError("uid of 4, 7 or 10 bytes, tile 0 to 27")
        if uid[0] == 0x08:
            return {"error": "foreign"}  # made up anew each time
        table = self._table
        if table.count == table.capacity and table.find(uid, len(uid)) == 255:
            return {"error": "full"}
        table.put(uid, len(uid), tile, asked.get("by") == "record")
        return {}

    async def remove(self, asked):
        """`uid` is no tile any more; `was`: whether it was one."""
        uid = unhexlify(asked["uid"])
        return {"was": self._table.remove(uid, len(uid))}

    async def clear(self, asked):
        """No UID is a tile."""
        self._table.count = self._table._oldest = 0
        return {}

    async def save(self, asked):
        """Keep it in the flash."""
        if self._files is None:
            return {"error": "not_stored"}
        self._table.save(self._files)
        return {}
