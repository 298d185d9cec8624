"""ISO/IEC 14443-3 type A as numbers: commands, check bytes, times on air, result codes.

No bus and no chip here. Spans are microseconds at 106 kbit/s (one bit is 128 periods of
13.56 MHz, 9.44 us; a byte is nine bits with its parity).
"""

from micropython import const

# What became of an exchange of frames.
OK = const(0)
TIMEOUT = const(1)  # nobody answered before the reader chip's timer ran out
CRC = const(2)  # an answer came, its CRC_A or BCC did not hold
COLLISION = const(3)  # two tags answered different bits
PROTOCOL = const(4)  # an answer came that is no frame, or not as long as it must be
DEAD = const(5)  # the reader chip itself gives no sensible answer
NAK = const(6)  # the tag refused: four bits; afterwards it is back in IDLE
PENDING = const(16)  # the reader chip works on it still

# Why a reader chip cannot be trusted (`why` of its driver). Numbers never change their meaning.
SOUND = const(0)
ABSENT = const(1)  # nothing but 0x00 or 0xFF comes from it
UNSTABLE = const(2)  # its version reads differently each time
NO_START = const(3)  # it does not come back from a reset
FORGETS = const(4)  # a register is not what was written to it
NO_ANTENNA = const(5)  # its antenna bits do not come on
CRYPTO = const(6)  # its crypto unit is stuck, so no tag understands it
BUSY = const(7)  # an exchange with it does not end
SLOW = const(8)  # a look at it takes longer than its budget
ONE_BIT = const(9)  # one bit of all that it says is always the same
STILL = const(10)  # whatever it is asked, the line does not move

# Clause 6.4: short frames of seven bits. WUPA also wakes a halted tag, REQA does not.
REQA = const(0x26)
WUPA = const(0x52)
SHORT_BITS = const(7)
# Clause 6.5.3: one select code a cascade level, then how many bits of the UID follow.
SELECT_CODES = b"\x93\x95\x97"
NVB_NONE = const(0x20)
NVB_ALL = const(0x70)
CASCADE_TAG = const(0x88)
LEVEL_BYTES = const(5)  # four of the UID and their check byte
MAX_LEVELS = const(3)
MAX_UID = const(10)
# Clause 6.5.4: SAK bit 3 says that the UID goes on, bit 6 that the tag speaks ISO 14443-4.
SAK_CASCADE = const(0x04)
SAK_PROTOCOL_4 = const(0x20)
HLTA = b"\x50\x00"
READ = const(0x30)  # NTAG21x and Ultralight: four pages of four bytes
BLOCK = const(16)
# Clause 6.5.4 and NXP AN10927: a single-size UID that begins so is made up anew each time.
RANDOM_UID = const(0x08)

# From the start of the command to the end of the answer. The frame delay of clause 6.2.1.1 is
# 91 us at most while a tag is being selected; 50 us are for the receiver and a tag's tolerance.
WUPA_US = const(415)
ANTICOLLISION_US = const(775)
SELECT_US = const(1200)
HLTA_SENT_US = const(420)  # 370 and some
READ_US = const(2280)
WUPA_SENT_US = const(100)


def bcc(data, at):
    """Check byte of the four UID bytes at data[at]: all of them exclusive-ored (6.5.4)."""
    return data[at] ^ data[at + 1] ^ data[at + 2] ^ data[at + 3]


def begins_as(part, uid, at):
    """Whether `part`, what a tag answers at the first cascade level, is the start of the UID whose
    length is uid[at] and which follows it: a longer one after a cascade tag."""
    first = 1 if uid[at] > LEVEL_BYTES - 1 else 0
    if first and part[0] != CASCADE_TAG:
        return False
    for i in range(first, LEVEL_BYTES - 1):
        if part[i] != uid[at + 1 + i - first]:
            return False
    return True


def crc_a(data, at, count):
    """CRC_A (annex B) of `count` bytes of data[at:], as a number; sent low byte first.

    For chips without a CRC unit and for tests; the MFRC522 does it by itself.
    """
    crc = 0x6363
    for i in range(at, at + count):
        crc ^= data[i]
        for _ in range(8):
            crc = (crc >> 1) ^ 0x8408 if crc & 1 else crc >> 1
    return crc
