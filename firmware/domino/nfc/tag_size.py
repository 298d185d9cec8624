"""How large a blank tag is, before its one-time container is written; imported for such a tag."""

from domino.nfc import tag_chips
from domino.nfc.iso14443 import NAK, OK
from domino.nfc.tag_writer import UNREADABLE, Failed

_DATA = 4
_HEAD = 12  # pages 0 to 2: what a READ brings that goes over the end from the last page


async def units_of(writer, port):
    """The size of the data area in eight bytes, 0 where it cannot be told for certain: what the
    chip says of itself, where its pages are there; else by its pages."""
    await writer.read(0)
    head = bytes(port.block)
    units = await _said(writer, port)
    if units:
        # The last page that it says it has must be there, and not page 0 once more.
        code = await writer.ask(port.read, _DATA + 2 * units - 1)
        return units if code == OK and port.block[:_HEAD] != head[:_HEAD] else 0
    return await _counted(writer, port, head)


async def _said(writer, port):
    """What GET_VERSION says; 0 where it is refused, unknown, or never answered, as some chips are
    silent about what they do not know."""
    try:
        code = await writer.ask(port.version)
    except Failed as failure:
        if failure.args[0] != UNREADABLE:
            raise
        return 0
    return tag_chips.units(port.block) if code == OK else 0


async def _counted(writer, port, head):
    """The chip whose last page is followed by page 0, or by a refusal."""
    ends = tag_chips.ENDS
    for i in range(0, len(ends), 2):
        last = ends[i] - 1
        if await writer.ask(port.read, last) != OK:
            return 0
        if port.block[:4] == head[:4]:
            return 0  # it went over the end before
        if port.block[4:] == head[:_HEAD]:
            return ends[i + 1]
        if await writer.ask(port.read, last + 1) == NAK:
            return ends[i + 1]
    return 0
