"""Cards that are no tile: a card of the Classic kind (its UID part), and a phone or bank card."""

from random import Random

from host_tools.chips import iso14443
from host_tools.chips.tag_base import HALT, PROTOCOL, Answer, Tag, whole

NAK_NOT_ALLOWED = 0x4
_ATQA_BY_LENGTH = {4: b"\x04\x00", 7: b"\x44\x00", 10: b"\x84\x00"}


class ClassicCard(Tag):
    """Selects like a Classic 1K; behind that it asks for a key that nobody here has."""

    def __init__(
        self, uid: bytes, atqa: bytes | None = None, sak: int = 0x08, seed: int = 0
    ) -> None:
        super().__init__(uid, atqa or _ATQA_BY_LENGTH[len(uid)], sak)
        self._random = Random(seed)

    def command(self, command: bytes) -> Answer | None:
        if command[0] in (0x60, 0x61) and len(command) == 2:
            self._fall_back()  # whatever follows the nonce is wrong
            return whole(self._random.randbytes(4))
        self._fall_back()
        return Answer(bytes([NAK_NOT_ALLOWED]), 4)


class Iso14443_4Card(Tag):
    """A card or phone that speaks ISO 14443-4. `uid` None: a new random one, 08 and three bytes,
    each time it gets power, as phones do. `ats` without CRC, its length byte first."""

    def __init__(
        self,
        uid: bytes | None = None,
        ats: bytes = bytes.fromhex("067577810280"),
        atqa: bytes | None = None,
        sak: int = 0x20,
        seed: int = 0,
    ) -> None:
        self._random = Random(seed)
        self._is_random = uid is None
        uid = uid or self._new_uid()
        super().__init__(uid, atqa or _ATQA_BY_LENGTH[len(uid)], sak)
        self.ats = ats

    def _new_uid(self) -> bytes:
        return b"\x08" + self._random.randbytes(3)

    def power_up(self) -> None:
        super().power_up()
        if self._is_random:
            self._set_uid(self._new_uid())

    def hear(self, data: bytes, bits: int) -> Answer | None:
        if self.state == PROTOCOL:
            return self._hear_block(data, bits)
        return super().hear(data, bits)

    def command(self, command: bytes) -> Answer | None:
        if command[0] == 0xE0 and len(command) == 2:
            self.state = PROTOCOL
            return whole(iso14443.with_crc(self.ats))
        return self._fall_back()

    def _hear_block(self, data: bytes, bits: int) -> Answer | None:
        """Blocks of ISO 14443-4; errors and frames of other kinds are passed over in silence."""
        if bits % 8 or not iso14443.crc_holds(data):
            return None
        block = data[0]
        if block & 0xF7 == 0xC2:  # S(DESELECT)
            self.state = HALT
            return whole(iso14443.with_crc(data[:-2]))
        if block & 0xF0 == 0xD0:  # PPS: agreed, whatever it asks
            return whole(iso14443.with_crc(data[:1]))
        if block & 0xE2 == 0x02:  # I-block: "file not found"
            return whole(iso14443.with_crc(bytes([block & 0x03]) + b"\x6a\x82"))
        return None
