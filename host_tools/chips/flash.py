"""Emulated NOR flash behind a controller's file system: W25Q16JV, as it sits on a Pico.

Source: W25Q16JV data sheet, 8.2 (page program, sector erase) and 9.6 (times). A sector of 4,096
bytes is erased to 0xFF as a whole, a page of 256 bytes is programmed by clearing bits. What was
under way when the power fails is left half done: of a page the first bytes are written and the
next one half, a sector has lost some of its zeros and keeps others.

The chip takes no bus time by itself: `program` and `erase` are told how far they came, whoever
owns the clock charges PROGRAM_NS and ERASE_NS.
"""

SECTOR = 4096
PAGE = 256
# Typical and worst times of the data sheet. A page takes 0.4 ms (3 at most) inside the chip; the
# controller leaves and enters execute-in-place and clocks the page out meanwhile.
PROGRAM_NS = 1_000_000
ERASE_NS = 45_000_000
ERASE_WORST_NS = 400_000_000
READ_NS_PER_BYTE = 100  # through the cache of execute-in-place, measured in whole by memcpy


class FlashError(Exception):
    """The firmware did what the chip cannot do; the text says what."""


class Flash:
    """`sectors` of 4 KB. `content` is what a programmer would read out of the chip."""

    def __init__(self, sectors: int, content: bytes | None = None) -> None:
        if content is not None and len(content) != sectors * SECTOR:
            raise FlashError(f"{len(content)} bytes for {sectors} sectors of {SECTOR}")
        self.sectors = sectors
        self.content = bytearray(b"\xff" * (sectors * SECTOR) if content is None else content)
        self.erases = 0
        self.programs = 0  # pages
        self.worn = [0] * sectors  # erases of each sector

    def read(self, start: int, count: int) -> bytes:
        """`count` bytes from the address `start`."""
        self._check(start, count)
        return bytes(self.content[start : start + count])

    def program(self, start: int, data: bytes, done: float = 1.0) -> None:
        """Clear the bits that are 0 in `data`, within one page; of it `done`, 0 to 1, in time."""
        self._check(start, len(data))
        if start // PAGE != (start + len(data) - 1) // PAGE:
            raise FlashError(f"{len(data)} bytes at {start:#x} reach over the end of a page")
        self.programs += 1
        whole = int(len(data) * done)
        content = self.content
        for i in range(whole):
            content[start + i] &= data[i]
        if whole < len(data):
            content[start + whole] &= data[whole] | 0x5A  # of this byte some bits came through

    def erase(self, sector: int, done: float = 1.0) -> None:
        """Set a sector to 0xFF; cut short after the share `done`, bytes here and there are not."""
        self._check(sector * SECTOR, SECTOR)
        self.erases += 1
        self.worn[sector] += 1
        start = sector * SECTOR
        if done >= 1:
            self.content[start : start + SECTOR] = b"\xff" * SECTOR
            return
        for i in range(SECTOR):
            # Cells lose their charge one before the other, in an order of no meaning.
            if (i * 197 + (i >> 5) * 59) % 256 < 256 * done:
                self.content[start + i] |= (i * 73 + 41) & 0xFF if i & 1 else 0xFF

    def _check(self, start: int, count: int) -> None:
        if not 0 <= start <= start + count <= len(self.content):
            raise FlashError(f"{count} bytes at {start:#x} are not on the chip")
