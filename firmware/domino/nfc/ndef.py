"""Finds the tile's record in a tag's memory, byte by byte as the pages come (FORMATS.md, "On the
tag"; NFC Forum Type 2 Tag: TLV blocks; NFC Forum NDEF: records).

Nothing is kept of what streams by but the record's eight bytes. At most 256 bytes of the data
area are looked at, and none beyond the size that the capability container names: a READ over the
last page goes on at page 0, and what it returns there is not the message. Bytes that a lock or
memory control block reserves within the area belong to no block: they are left out.
"""

from micropython import const

# What `take` says.
MORE = const(0)
FOUND = const(1)
NO_RECORD = const(2)

FIRST_PAGE = const(3)  # the capability container; the data area follows it
PAGES = const(4)  # a READ

_CC_MAGIC = const(0xE1)
_CC_BYTES = const(4)
_SIZE_UNIT = const(8)
_CAP = const(256)

_TLV_NULL = const(0x00)
_TLV_LOCK_CONTROL = const(0x01)
_TLV_MEMORY_CONTROL = const(0x02)
_CONTROL = const(3)  # bytes in such a block
_CONTAINER_AT = const(12)  # address of the container, from which `reserved` counts
RESERVED = const(33)  # bytes of such a map
_TLV_MESSAGE = const(0x03)
_TLV_TERMINATOR = const(0xFE)
_LONG_LENGTH = const(0xFF)

_CHUNKED = const(0x20)
_SHORT = const(0x10)
_HAS_ID = const(0x08)
_TNF = const(0x07)
_TNF_EXTERNAL = const(0x04)

_TYPE = b"domino.table:t"
_PAYLOAD = const(8)
_VERSION = const(1)
TILES = const(28)

# Where in the stream the next byte stands.
_AT_TAG = const(0)
_AT_LENGTH = const(1)
_AT_LONG_LENGTH = const(2)
_AT_SKIPPED = const(3)
_AT_HEADER = const(4)
_AT_TYPE_LENGTH = const(5)
_AT_PAYLOAD_LENGTH = const(6)
_AT_ID_LENGTH = const(7)
_AT_TYPE = const(8)
_AT_ID = const(9)
_AT_PAYLOAD = const(10)


def crc16(crc, byte):
    """CRC-16/CCITT-FALSE: polynomial 0x1021, start with 0xFFFF, most significant bit first."""
    crc ^= byte << 8
    for _ in range(8):
        crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        crc &= 0xFFFF
    return crc


def reserve(reserved, kind, control, at):
    """Mark in `reserved` (a bit for each byte from the container on) what a control block keeps
    for the tag: control[at:at + 3] are page and offset, size, and bytes a page as a power of two
    (NFC Forum Type 2 Tag, 2.3.2 and 2.3.3; size 0 is 256: bits of locks, bytes of memory)."""
    place = control[at]
    first = (place >> 4 << (control[at + 2] & 15)) + (place & 15) - _CONTAINER_AT
    count = control[at + 1] or 256
    if kind == _TLV_LOCK_CONTROL:
        count = count + 7 >> 3
    for i in range(max(first, 0), min(first + count, 8 * RESERVED)):
        reserved[i >> 3] |= 1 << (i & 7)


class TileRecord:
    """A tag's memory as it streams by. After FOUND: `tile` (0 to 27), `set_id` (four bytes)."""

    def __init__(self):
        self.tile = 0
        self.set_id = bytearray(4)
        self._payload = bytearray(_PAYLOAD)
        self._reserved = bytearray(RESERVED)
        self._uid = None
        self._uid_length = 0
        self._place = _AT_TAG
        self._seen = 0  # bytes so far, capability container included
        self._end = 0  # bytes that may be trusted, capability container included
        self._left = 0  # bytes left of what is being read or skipped
        self._message_left = 0  # bytes left of the NDEF message
        self._header = self._type_length = self._payload_length = self._id_length = 0
        self._index = 0  # within the type or the payload
        self._kind = 0  # of the block
        self._is_ours = False

    def begin(self, uid, length):
        """A new tag, whose UID (the first `length` bytes of `uid`) the record's check covers."""
        self._uid = uid
        self._uid_length = length
        self._place = _AT_TAG
        self._seen = 0
        self._end = _CC_BYTES
        for i in range(RESERVED):
            self._reserved[i] = 0

    @property
    def next_page(self):
        """The page to read next."""
        return FIRST_PAGE + (self._seen >> 2)

    def take(self, data, at, count):
        """The next `count` bytes, at data[at]. MORE, FOUND, or NO_RECORD: the tag has none."""
        for i in range(at, at + count):
            if self._seen < _CC_BYTES:
                state = self._take_container(data[i])
            elif self._reserved[self._seen >> 3] >> (self._seen & 7) & 1:
                state = MORE
            else:
                state = self._take_byte(data[i])
            self._seen += 1
            if state != MORE:
                return state
            if self._seen >= self._end:
                return NO_RECORD
        return MORE

    def _take_container(self, byte):
        if self._seen == 0 and byte != _CC_MAGIC:
            return NO_RECORD
        if self._seen == 2:
            self._end = _CC_BYTES + min(byte * _SIZE_UNIT, _CAP)
        return MORE

    def _take_byte(self, byte):
        place = self._place
        if place == _AT_PAYLOAD:
            return self._take_payload(byte)
        if place >= _AT_HEADER:
            return self._take_record(byte)
        if place == _AT_TAG:
            return self._take_tag(byte)
        if place == _AT_SKIPPED:
            return self._skip(byte)
        return self._take_length(byte)

    # -- TLV blocks ------------------------------------------------------------------------
    def _take_tag(self, byte):
        if byte == _TLV_TERMINATOR:
            return NO_RECORD
        if byte != _TLV_NULL:
            self._kind = byte
            self._is_ours = byte == _TLV_MESSAGE
            self._place = _AT_LENGTH
        return MORE

    def _skip(self, byte):
        """A byte of a block that is no message; of a control block it says what is reserved."""
        if self._index < _CONTROL:
            self._payload[self._index] = byte
        self._index += 1
        self._left -= 1
        if self._left == 0:
            if self._index == _CONTROL and self._kind <= _TLV_MEMORY_CONTROL:
                reserve(self._reserved, self._kind, self._payload, 0)
            self._place = _AT_TAG
        return MORE

    def _take_length(self, byte):
        if self._place == _AT_LENGTH and byte == _LONG_LENGTH:
            self._left = 0
            self._index = 2
            self._place = _AT_LONG_LENGTH
            return MORE
        if self._place == _AT_LENGTH:
            self._left = byte
        else:
            self._left = self._left << 8 | byte
            self._index -= 1
            if self._index:
                return MORE
        if self._is_ours:
            self._message_left = self._left
            self._place = _AT_HEADER
        else:  # lock and memory control blocks and whatever else there is
            self._place = _AT_SKIPPED
            self._index = 0
        if self._left == 0:
            self._place = _AT_TAG
        return MORE

    # -- records of the message ------------------------------------------------------------
    def _take_record(self, byte):
        self._message_left -= 1
        place = self._place
        if place == _AT_HEADER:
            self._header = byte
            if byte & _CHUNKED:
                return NO_RECORD
            self._place = _AT_TYPE_LENGTH
        elif place == _AT_TYPE_LENGTH:
            self._type_length = byte
            self._payload_length = self._id_length = 0
            self._left = 1 if self._header & _SHORT else 4
            self._place = _AT_PAYLOAD_LENGTH
        elif place == _AT_PAYLOAD_LENGTH:
            # More than the cap is as good as endless; shifting on would leave small integers.
            self._payload_length = min(self._payload_length << 8 | byte, 0xFFFF)
            self._step(_AT_ID_LENGTH if self._header & _HAS_ID else _AT_TYPE)
        elif place == _AT_ID_LENGTH:
            self._id_length = byte
            self._place = _AT_TYPE
            self._start_type()
        elif place == _AT_TYPE:
            if self._index >= len(_TYPE) or byte != _TYPE[self._index]:
                self._is_ours = False
            self._index += 1
            self._step(_AT_ID)
        else:
            self._step(_AT_PAYLOAD)
        return self._next_record() if self._message_left <= 0 else MORE

    def _step(self, following):
        """One of `_left` bytes is done; after the last, on to the next part that has any."""
        self._left -= 1
        if self._left:
            return
        self._place = following
        if following == _AT_TYPE:
            self._start_type()
        elif following == _AT_ID:
            self._start_id()
        elif following == _AT_PAYLOAD:
            self._start_payload()

    def _start_type(self):
        self._is_ours = (
            self._header & _TNF == _TNF_EXTERNAL
            and self._type_length == len(_TYPE)
            and self._payload_length == _PAYLOAD
        )
        self._index = 0
        self._left = self._type_length
        if self._left == 0:
            self._start_id()

    def _start_id(self):
        self._place = _AT_ID
        self._left = self._id_length
        if self._left == 0:
            self._start_payload()

    def _start_payload(self):
        self._place = _AT_PAYLOAD
        self._left = self._payload_length
        self._index = 0
        if self._left == 0:
            self._place = _AT_HEADER

    def _take_payload(self, byte):
        self._message_left -= 1
        if self._is_ours:
            self._payload[self._index] = byte
            self._index += 1
        self._left -= 1
        if self._left == 0:
            if self._is_ours and self._holds():
                return FOUND
            self._place = _AT_HEADER
        return self._next_record() if self._message_left <= 0 else MORE

    def _next_record(self):
        """The message is over; another TLV block may follow."""
        self._place = _AT_TAG
        return MORE

    def _holds(self):
        """Version, tile and check of the payload; the check covers the UID, so a copied record
        on another tag does not hold."""
        payload = self._payload
        crc = 0xFFFF
        for i in range(6):
            crc = crc16(crc, payload[i])
        for i in range(self._uid_length):
            crc = crc16(crc, self._uid[i])
        if payload[6] != crc >> 8 or payload[7] != crc & 0xFF:
            return False
        if payload[0] != _VERSION or payload[1] >= TILES:
            return False
        self.tile = payload[1]
        for i in range(4):
            self.set_id[i] = payload[2 + i]
        return True
