"""The guard of a table's keeper, met before tiles, names or tags are changed (docs/link.md)."""

from __future__ import annotations

from domino.store.settings import is_accepted
from host_tools.link.table import LinkError, Refused, Table
from host_tools.records.notation import quote


async def show(table: Table, pin: str | None, has_readers: bool = True) -> str:
    """Show the PIN, or without one let the table look for the keeper's tag on its pads, where it
    can use its readers.

    Returns the tag's UID, "" where none was needed. Refused where that is not the keeper.
    """
    if pin is not None:
        if not pin or not is_accepted("keeper_pin", pin):
            raise LinkError(f"--pin is {quote(pin)}; accepted: four digits")
        await _trust(table, pin=pin)
        return ""
    try:
        return await _trust(table)
    except Refused as refused:
        if refused.code != "guarded" or not has_readers:
            raise
    await table.ask("table.borrow")  # else nobody looks at the pads
    try:
        return await _trust(table)
    finally:
        await table.ask("table.give_back")


async def _trust(table: Table, **pin: str) -> str:
    try:
        return (await table.ask("table.trust", **pin)).get("uid", "")
    except Refused as refused:
        if refused.code == "not_known":  # an older firmware guards nothing here
            return ""
        raise
