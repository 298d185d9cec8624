"""MicroPython's end of the pipe to the simulated board (protocol.md). Allocates only on import.

This file and its neighbours run on MicroPython only; the firmware never sees them.
"""

import sys
from array import array

import micropython
from micropython import const

NOTHING = const(1)
PIN_READ = const(2)
SPI_OPEN = const(3)
SPI_WRITE = const(4)
SPI_EXCHANGE = const(5)
I2C_OPEN = const(6)
I2C_WRITE = const(7)
I2C_READ = const(8)
BITSTREAM = const(9)
SLEEP = const(10)
IDLE = const(11)
NOW = const(12)
EVENT = const(13)
REPORT = const(14)
PWM = const(15)
FAILED = const(16)
RECORD = const(17)
READER = const(18)
LINE_READ = const(24)
LINE_WRITE = const(25)
INTERRUPTED = const(26)
WATCHDOG = const(27)
FLASH_READ = const(32)
FLASH_PROGRAM = const(33)
FLASH_ERASE = const(34)

FLAG_REPORT = const(1)
FLAG_STOP = const(2)
FLAG_READERS = const(3)
FLAG_INPUT = const(16)  # the host has said something
FLAG_SLOW = const(32)  # transfers may take longer than they should
FLAG_INTERRUPT = const(64)  # a Ctrl-C came

# host_tools/sim/timings.py; a test compares
_CLOCK_READ_US = const(5)
_BUS_CALL_NS = const(55_000)
_BYTE_NS_HZ = const(8_000_000_000)

# A word of a message is a long, and never more than a small integer can hold: 62 bits.
_LEVEL_2 = const(7)  # where the second pin level begins
_SPAN_BITS = const(20)
_LONG_US = const(4096)  # a sleep from here on is a request of its own: spans have 20 bits
_AT_PINS = const(48)

_from_board = open(int(sys.argv[1]), "rb", buffering=0)
_to_board = open(int(sys.argv[2]), "wb", buffering=0)
_request = array("l", [0, 0, 0])
_reply = array("l", [0, 0, 0])
small = bytearray(12)  # payload of the short requests
_seen = array("l", [0, 0])  # when inputs were last read here, and which (a bit each)

_now_ns = 0  # virtual time, where it is known
_is_known = False  # False: what was posted moved the time on, nobody here knows how far
_is_slow = False  # the board said FLAG_SLOW
_rest_ns = 0  # until then every input stays high
_levels = 0  # up to two pin levels that the next request takes along
_spans = 0  # us spent before the first, before the second, and after that
_unit = 1  # what a microsecond is in the present one of these spans


@micropython.native
def post(op, a, b, payload, length):
    """Send a request that has no reply, with the pin levels and the time that wait."""
    global _levels, _spans, _unit
    request = _request
    request[0] = op | a << 8 | b << 16 | length << 32 | _levels << _AT_PINS
    request[1] = _spans
    _levels = _spans = 0
    _unit = 1
    if length == 2:
        request[2] = payload[0] | payload[1] << 8
        _to_board.write(request)
    else:
        _to_board.write(request)
        if length:
            _to_board.write(payload, length)


def post_long(op, a, b, payload, length):
    """The same for what takes a time that only the board knows."""
    global _is_known
    post(op, a, b, payload, length)
    _is_known = False


@micropython.native
def post_spi(number, data, baud):
    """Write on SPI; how long that takes is known here as well."""
    global _now_ns, _is_known
    post(SPI_WRITE, number, 0, data, len(data))
    if _is_slow:
        _is_known = False
    _now_ns += _BUS_CALL_NS + len(data) * _BYTE_NS_HZ // baud


@micropython.native
def ask(op, a, b, payload, length, into):
    """Send a request and take its reply; return the status. `into` gets the reply's bytes."""
    post(op, a, b, payload, length)
    return _take(into)


@micropython.native
def _take(into):
    global _now_ns, _is_known, _is_slow, _rest_ns
    reply = _reply
    if _from_board.readinto(reply) != 24:
        raise SystemExit(3)  # the board has gone
    _now_ns = reply[0]
    _rest_ns = reply[2]
    told = reply[1]
    _is_known = True
    _is_slow = told & (FLAG_SLOW << 8) != 0
    if told >> 16:
        _from_board.readinto(into, told >> 16)
    return told & 255


def length():
    """How many bytes the last reply brought."""
    return _reply[1] >> 16


def flag():
    """The flag of the last reply."""
    return _reply[1] >> 8 & 255 & ~FLAG_SLOW


def put_u32(value, at):
    """Write `value` into the short payload, least byte first."""
    small[at] = value & 255
    small[at + 1] = (value >> 8) & 255
    small[at + 2] = (value >> 16) & 255
    small[at + 3] = (value >> 24) & 255


# -- pins ----------------------------------------------------------------------------------
@micropython.native
def drive(pin, level):
    """Drive an output: the next request takes it along."""
    global _levels, _unit
    if _levels >> _LEVEL_2:
        post(NOTHING, 0, 0, small, 0)
    entry = (pin + 1) << 1 | level
    if _levels:
        _levels |= entry << _LEVEL_2
        _unit = 1 << 2 * _SPAN_BITS
    else:
        _levels = entry
        _unit = 1 << _SPAN_BITS


@micropython.native
def level(pin):
    """Level of an input. The board is asked only where it may be low."""
    if _is_known and _now_ns < _rest_ns:
        _seen[0] = _now_ns
        _seen[1] |= 1 << pin
        return 1
    return ask(PIN_READ, pin, 0, small, 0, small)


# -- time ----------------------------------------------------------------------------------
@micropython.native
def clock_us():
    """Microseconds since power-on. Reading the clock costs a little, as on the board."""
    global _now_ns, _spans
    if not _is_known:
        ask(NOW, 0, 0, small, 0, small)
    _now_ns += _CLOCK_READ_US * 1000
    _spans += _CLOCK_READ_US * _unit
    return _now_ns // 1000


@micropython.native
def peek_us():
    """The time, free of charge: for the event loop, whose cost is charged by the round."""
    if not _is_known:
        ask(NOW, 0, 0, small, 0, small)
    return _now_ns // 1000


@micropython.native
def sleep_us(span_us):
    """A blocking wait."""
    global _now_ns, _spans
    if span_us < _LONG_US:
        _spans += span_us * _unit
    else:
        put_u32(span_us, 0)
        post(SLEEP, 0, 0, small, 4)
    _now_ns += span_us * 1000


def idle(span_ms, pending, report, readers):
    """The firmware awaits. Sends what is asked for, `report()` or the figures that `readers` hands
    to its argument; True when it is time to stop. Raises KeyboardInterrupt."""
    ask(IDLE, int(pending), span_ms, _seen, 16 if _seen[1] else 0, small)
    _seen[1] = 0
    while flag() == FLAG_REPORT or flag() == FLAG_READERS:
        if flag() == FLAG_REPORT:
            text = report()
        else:
            readers(_post_reader)
            text = b""
        post(REPORT, 0, 0, text, len(text))
        _take(small)
    if flag() == FLAG_INTERRUPT:
        raise KeyboardInterrupt
    return flag() == FLAG_STOP


def _post_reader(reader, figures):
    post(READER, reader, 0, figures, 4 * len(figures))
