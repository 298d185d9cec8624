"""How long the emulated PN532 takes over what it does, in nanoseconds: one place, with sources.

UM: user manual UM0701-02. DS: PN532/C1 product data sheet. "Assumed": neither document says it,
and nobody of us has measured it; the value is of the order that builders report.
"""

# DS, 12.23 (tosc(start), 2 ms at most): the oscillator after a reset; not acknowledged until then.
START_NS = 2_000_000
# UM, 7.2.11: about 1 ms from the address that wakes it out of power-down.
WAKE_NS = 1_000_000
# From the end of a command to its ACK being ready. UM, 6.2: 15 ms at most; assumed.
ACK_NS = 350_000
ACK_LIMIT_NS = 15_000_000
# Reading a command and putting an answer together, each once a command. Assumed.
DECODE_NS = 150_000
ANSWER_NS = 250_000
# The 80C51 between two frames on air. Assumed.
GAP_NS = 250_000
# ISO 14443-3, 5: unmodulated field before the first request; the chip keeps it by itself.
GUARD_NS = 5_000_000
# How long it waits for ATQA, UID or SAK; the frame delay of ISO 14443-3 is 0.1 ms. Assumed.
ACTIVATION_WAIT_NS = 1_000_000
# A frame that it repeats for the host (UM, 6.2.1.4): nothing is computed anew. Assumed.
REPEAT_NS = 100_000
# SCL held low at the address of a transfer. Builders saw 100 us at rest, 250 and 440 while busy.
STRETCH_NS = 100_000
STRETCH_BUSY_NS = 440_000
# Self tests of ROM, RAM and antenna (UM, 7.2.1). Assumed.
SELF_TEST_NS = 20_000_000


def timeout_ns(code: int) -> int | None:
    """UM, 7.3.1, table of timeouts: 100 us x 2^(n - 1) for 1 to 16; 0: none."""
    return 100_000 << (code - 1) if code else None
