"""What is on the tags that lie on the pads."""

from __future__ import annotations

from host_tools.link.table import Refused, Table
from host_tools.records.notation import tile_name
from host_tools.tags.pads import Found, Pads
from host_tools.tags.set_key import SetKey
from host_tools.tags.tile_set import RECORD, is_set_id
from host_tools.tags.writing import chip_name, is_guarded, listed

_POLL_MS = 100
_PAGES = range(3, 16)  # that the static lock bits cover


async def tags_on(
    table: Table, names: list[str], wait_ms: float, key: SetKey | None = None
) -> list[dict]:
    """One dict for each reader on which something lies; waits for the first. `key`: of the set,
    to say which tags it opens."""
    await table.ask("table.borrow")
    try:
        until_ms = table.wire.now_ms() + wait_ms
        pads = Pads(table, names)
        found: list[Found] = []
        while table.wire.now_ms() < until_ms:
            one = await pads.look()
            if one is not None:
                found.append(one)
            elif found:
                break
        known = {uid: (tile, by) for uid, tile, by in await listed(table)}
        ours = (await table.ask("table.setting", name="set_id"))["value"]
        return [await _described(table, one, known, ours, key) for one in found]
    finally:
        await table.ask("table.give_back")


async def _described(
    table: Table,
    found: Found,
    known: dict[str, tuple[int, str]],
    ours: str,
    key: SetKey | None,
) -> dict:
    made: dict = {"at": found.at, "kind": found.kind}
    if found.kind != "tag":
        return made
    try:
        how = key.secrets(found.uid) if key else {}
        told = await table.ask("tags.show", 12_000, at=found.at, uid=found.uid, **how)
    except Refused as refused:
        return {**made, "uid": found.uid, "error": refused.code}
    made.update(uid=told["uid"], sak=told["sak"], chip=chip_name(told))
    if "tile" in told:
        made["tile"], made["set"] = tile_name(told["tile"]), told["set"]
        made["is_this_set"] = told["set"] == ours if is_set_id(ours) else None
    if told["uid"] in known:
        tile, by = known[told["uid"]]
        made["listed"] = tile_name(tile)
        says_so = told.get("tile") == tile and made.get("is_this_set") is not False
        made["has_changed"] = by == RECORD and not ("tile" in told and says_so)
    if "lock" in told:
        bits = int.from_bytes(bytes.fromhex(told["lock"]), "little")
        made["has_password"] = "config" in told
        made["is_locked"] = is_guarded(told)
        if "key" in told and made["is_locked"]:
            made["opens"] = told["key"]  # by the key that was given
        made["locked_pages"] = [page for page in _PAGES if bits >> page & 1]
    return made


_KINDS = {
    "foreign": "a phone or a card",
    "two_tags": "two tags",
    "unreadable": "something that cannot be read",
    "dead": "no answer from this reader",
}


# Whether a tag is of this table's set; None where the table has none yet.
_OPENS = {True: ", which this key opens", False: ", not by this key"}
_WHOSE = {True: "this table's set,", False: "another set,", None: "set"}


def in_words(tag: dict) -> str:
    """One line about what lies on a reader."""
    if tag["kind"] != "tag":
        return f"{tag['at']}: {_KINDS[tag['kind']]}"
    if "error" in tag:
        return f"{tag['at']}: {tag['uid']}, then lifted"
    parts = [f"{tag['at']}: {tag['chip']}, UID {tag['uid']}"]
    if "tile" in tag:
        parts.append(f"says {tag['tile']} of {_WHOSE[tag['is_this_set']]} {tag['set']}")
    else:
        parts.append("has no record")
    if "listed" in tag:
        parts.append(f"in the table's list as {tag['listed']}")
    else:
        parts.append("not in the table's list")
    if tag.get("has_changed"):
        parts.append("its record has changed since it was enrolled")
    if tag.get("is_locked"):
        parts.append("locked by a password" + _OPENS.get(tag.get("opens"), ""))
    elif "is_locked" in tag:
        parts.append("not locked" + ("" if tag["has_password"] else ": it has no password"))
    if tag.get("locked_pages"):
        pages = tag["locked_pages"]
        parts.append(f"pages {pages[0]} to {pages[-1]} are locked, {len(pages)} in all")
    return "; ".join(parts)
