"""Commands to a PN532 as frames that are made once (UM0701-02, 6.2.1 and 7).

One set serves every chip of a table: only searches are changed while another is under way.
"""

from micropython import const

from domino.nfc.iso14443 import CASCADE_TAG, NVB_NONE, READ, SELECT_CODES, WUPA

TO_CHIP = const(0xD4)
TO_HOST = const(0xD5)
ACK = b"\x00\x00\xff\x00\xff\x00"
NACK = b"\x00\x00\xff\xff\x00\x00"
LENGTHS = (6, 9, 10, 11, 12, 13, 15, 18, 19, 21)  # of all frames that are sent
_HEAD = const(5)  # preamble, start, LEN, LCS; TFI follows
_FRAME = const(8)  # what stands around a payload: the head, TFI, DCS and postamble
_STATUS = const(1)  # before what is read stands the status byte

# How many bytes are read for an answer, status byte included, by the payload behind its code.
_ANSWER = const(10)
NOTHING = const(_ANSWER)
ONE_BYTE = const(_ANSWER + 1)
ATQA = const(_ANSWER + 3)  # a status and two bytes
VERSION = const(_ANSWER + 4)
LEVEL = const(_ANSWER + 6)  # a status, four bytes of a UID and their check byte
ONE_TARGET = const(_ANSWER + 13)  # a count, then number, SENS_RES, SEL_RES, length and a UID of 7
BLOCK = const(_ANSWER + 17)  # a status and four pages
TWO_TARGETS = const(_ANSWER + 31)  # with UIDs of ten bytes
LONG = const(_ANSWER + 31 + 80)  # and an ATS of 40 bytes each
WHOLE = const(1 + 255 + 7)  # any answer: the longest frame (UM, 6.2.1.1)

_ANSWER_US = const(30_000)  # what needs no tag is answered in 1 ms
# A module may take more than 100 ms over a search; one that has not answered by then hangs.
_SEARCH_US = const(200_000)
_DATA_US = const(100_000)
_UID_AT = const(_HEAD + 4)
_PAGE_AT = const(_HEAD + 4)
_TARGET_AT = const(_HEAD + 2)
_SHORT_UID = const(4)


class Command:
    """`frame` as it is sent; `code` of the answer; `size`: bytes to read; `limit_us`: deadline."""

    def __init__(self, payload, size, limit_us):
        self.frame = bytearray(len(payload) + _FRAME)
        frame = self.frame
        frame[2] = 0xFF
        frame[3] = len(payload) + 1
        frame[4] = -frame[3] & 0xFF
        frame[_HEAD] = TO_CHIP
        for i in range(len(payload)):
            frame[_HEAD + 1 + i] = payload[i]
        self.code = payload[0] + 1
        self.size = size
        self.limit_us = limit_us
        self.seal()

    def seal(self):
        """Put the check byte right after a change."""
        frame = self.frame
        total = 0
        end = len(frame) - 2
        for i in range(_HEAD, end):
            total += frame[i]
        frame[end] = -total & 0xFF


class Commands:
    """Every command that the table sends. `lanes`: how many may be under way at once."""

    def __init__(self, lanes=1):
        self.version = Command(b"\x02", VERSION, _ANSWER_US)
        # UM, 7.3.1, item 0Ah: the factory's settings. The first byte (CIU_RFCfg) holds the gain:
        # 38 dB, or 23 dB, which hears what lies over the antenna but not what lies beside it.
        analog = b"\xf4\x3f\x11\x4d\x85\x61\x6f\x26\x62\x87"
        self.soften = Command(b"\x32\x0a\x19" + analog, NOTHING, _ANSWER_US)
        self.harden = Command(b"\x32\x0a\x59" + analog, NOTHING, _ANSWER_US)
        # The first wakes the firmware from its low-battery mode: normal mode, no SAM.
        self.set_up = (
            Command(b"\x14\x01\x00\x00", NOTHING, _ANSWER_US),
            self.version,
            # No RATS: whether a card speaks ISO 14443-4 shows in its SAK.
            Command(b"\x12\x00", NOTHING, _ANSWER_US),
            # Searches are tried three times, not for ever: the second one may only lead a tag
            # back to IDLE that was left half selected.
            Command(b"\x32\x05\xff\x01\x02", NOTHING, _ANSWER_US),
            # A tag may take 6.4 ms over data (code 7).
            Command(b"\x32\x02\x00\x0b\x07", NOTHING, _ANSWER_US),
        )
        self.field_off = Command(b"\x32\x01\x00", NOTHING, _ANSWER_US)
        # Up to two tags, whoever they are.
        self.search = Command(b"\x4a\x02\x00", ONE_BYTE, _SEARCH_US)
        self.search_one = Command(b"\x4a\x01\x00", ONE_TARGET, _SEARCH_US)
        # A longer UID follows a cascade tag. A pair for each lane, as one may have yet to be sent.
        long_uid = bytes((CASCADE_TAG,)) + bytes(7)
        self._searches = tuple(
            Command(b"\x4a\x01\x00" + uid, ONE_TARGET, _SEARCH_US)
            for uid in (bytes(4), long_uid) * lanes
        )
        # Calling a tag by its WUPA alone: registers CIU_TxMode, CIU_RxMode and CIU_BitFraming for
        # a frame of seven bits without CRC, the frame, and the registers as they were.
        self.open_call = Command(b"\x08\x63\x02\x00\x63\x03\x00\x63\x3d\x07", NOTHING, _ANSWER_US)
        self.call = Command(bytes((0x42, WUPA)), ATQA, _DATA_US)
        # What was called says the start of its UID, which is asked for in whole bytes.
        self.open_ask = Command(b"\x08\x63\x3d\x00", NOTHING, _ANSWER_US)
        self.ask = Command(bytes((0x42, SELECT_CODES[0], NVB_NONE)), LEVEL, _DATA_US)
        self.end_call = Command(b"\x08\x63\x02\x80\x63\x03\x80\x63\x3d\x00", NOTHING, _ANSWER_US)
        self.select = Command(b"\x54\x01", ONE_BYTE, _DATA_US)
        self.halt = Command(b"\x44\x01", ONE_BYTE, _DATA_US)
        self._read = Command(b"\x40\x01" + bytes((READ, 0)), BLOCK, _DATA_US)

    def search_for(self, uids, at, length, lane=0):
        """The search for the one tag whose UID is uids[at:at + length] (4 or 7 bytes)."""
        is_long = length != _SHORT_UID
        command = self._searches[2 * lane + is_long]
        to = _UID_AT + is_long
        for i in range(length):
            command.frame[to + i] = uids[at + i]
        command.seal()
        return command

    def aim(self, target):
        """`select` and `read` go to the first or to the second target of a search."""
        self.select.frame[_TARGET_AT] = target
        self.select.seal()
        self._read.frame[_TARGET_AT] = target

    def read(self, page):
        """Four pages from `page` of the target."""
        command = self._read
        command.frame[_PAGE_AT] = page
        command.seal()
        return command
