"""Memory layouts of the type 2 tags that a table meets: one row a chip.

Sources: NXP data sheets NTAG213/215/216 rev. 3.2 (sections 8.5, 10), NTAG210/212 rev. 3.0 and
NTAG203 rev. 3.2 (memory organisation), MF0ULx1 rev. 3.3 (sections 8.5, 10), MF0ICU1 rev. 3.9
(section 7.5), MF0ICU2 (section 7.5). Not modelled: the 3DES authentication of an Ultralight C.
"""

from typing import NamedTuple

COUNTER_NONE = 0
COUNTER_NFC = 1  # one, counts activations that read (NTAG21x)
COUNTER_THREE = 2  # three, counted up by command (Ultralight EV1)
LOCK_PAGES_FROM = 16  # the static lock bits cover pages 3 to 15


class Layout(NamedTuple):
    """Pages count from 0; a place that the chip does not have is 0."""

    name: str
    pages: int
    user_end: int  # last page for users
    lock_page: int  # dynamic lock bytes
    lock_step: int  # pages a dynamic lock bit covers
    config_page: int  # CFG0; CFG1, PWD and PACK follow
    version: bytes  # answer to GET_VERSION, empty where the chip has none
    config: bytes  # factory bytes of CFG0 and CFG1
    cc: bytes
    data: bytes  # factory bytes from page 4
    counters: int
    keys: int = 0  # pages at the end that nobody can read

    @property
    def units(self) -> int:
        """The size of the data area in eight bytes, as the capability container says it."""
        return self.cc[2] or 4 * (self.user_end - 3) // 8

    @property
    def lock_bits(self) -> int:
        """How many dynamic lock bits there are."""
        covered = self.user_end + 1 - LOCK_PAGES_FROM
        return -(-covered // self.lock_step) if self.lock_page else 0


def _row(name: str, *rest: object) -> Layout:
    texts = [bytes.fromhex(value) if isinstance(value, str) else value for value in rest]
    return Layout(name, *texts)


_NTAG = "040000ff00050000"
_EV1 = "000000ff00050000"
_ZERO = "00000000"
_EMPTY = "0300fe00"  # an empty NDEF message TLV and the terminator
_CONTROL = "0103a00c340300fe"  # the same behind a lock control TLV
_CONTROL_203 = "0103a010440300fe"
_CONTROL_212 = "0103900a340300fe"

# Printed as columns so that rows can be compared.
# fmt: off
LAYOUTS = {row.name: row for row in (
    _row("NTAG213", 45, 39, 40, 2, 41, "0004040201000f03", _NTAG, "e1101200", _CONTROL, 1),
    _row("NTAG215", 135, 129, 130, 16, 131, "0004040201001103", _NTAG, "e1103e00", _EMPTY, 1),
    _row("NTAG216", 231, 225, 226, 16, 227, "0004040201001303", _NTAG, "e1106d00", _EMPTY, 1),
    _row("NTAG203", 42, 39, 40, 4, 0, "", "", "e1101200", _CONTROL_203, 0),
    _row("Mifare Ultralight", 16, 15, 0, 0, 0, "", "", _ZERO, "", 0),
    _row("Mifare Ultralight C", 48, 39, 40, 4, 0, "", "", _ZERO, "", 0, 4),
    _row("Mifare Ultralight 11", 20, 15, 0, 0, 16, "0004030101000b03", _EV1, _ZERO, "", 2),
    _row("Mifare Ultralight 21", 41, 35, 36, 2, 37, "0004030101000e03", _EV1, _ZERO, "", 2),
    _row("NTAG210", 20, 15, 0, 0, 16, "0004040101000b03", _EV1, "e1100600", _EMPTY, 0),
    _row("NTAG212", 41, 35, 36, 2, 37, "0004040101000e03", _EV1, "e1101000", _CONTROL_212, 0),
)}
# fmt: on


def of_pages(name: str, pages: int) -> Layout:
    """A chip of which only the number of pages is known: all of them are for users."""
    return Layout(name, pages, pages - 1, 0, 0, 0, b"", b"", bytes(4), b"", COUNTER_NONE)
