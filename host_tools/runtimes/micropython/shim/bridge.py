"""MicroPython's end of the pipe to the simulated board (protocol.md). Allocates only on import.

This file and its neighbours run on MicroPython only; the firmware never sees them.
"""

import sys

from micropython import const

PIN_WRITE = const(1)
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

_CLOCK_READ_US = const(5)  # host_tools/sim/timings.py; a test compares the two

_from_board = open(int(sys.argv[1]), "rb", buffering=0)
_to_board = open(int(sys.argv[2]), "wb", buffering=0)
_request = bytearray(12)
_reply = bytearray(12)
small = bytearray(12)  # payload of the short requests

_now_us = 0  # virtual time of the last reply, plus what clock reads have cost since
_charge_us = 0  # clock reads the board does not know of yet
_stale = False  # posted requests may have moved the time on


def post(op, a, b, payload, length):
    """Send a request that has no reply."""
    global _charge_us, _stale
    request = _request
    request[0] = op
    request[1] = a
    request[2] = b & 255
    request[3] = b >> 8
    request[4] = length & 255
    request[5] = length >> 8
    charge = _charge_us
    request[8] = charge & 255
    request[9] = (charge >> 8) & 255
    request[10] = (charge >> 16) & 255
    request[11] = (charge >> 24) & 255
    _charge_us = 0
    _stale = True
    _to_board.write(request)
    if length:
        _to_board.write(payload, length)


def post_free(op, a):
    """Send a request without payload that moves no time on."""
    global _stale
    is_stale = _stale
    post(op, a, 0, small, 0)
    _stale = is_stale


def ask(op, a, b, payload, length, into):
    """Send a request and take its reply; return the status. `into` gets the reply's bytes."""
    post(op, a, b, payload, length)
    return _take(into)


def _take(into):
    global _now_us, _stale
    reply = _reply
    if _from_board.readinto(reply) != 12:
        raise SystemExit(3)  # the board has gone
    _now_us = (
        reply[0]
        | reply[1] << 8
        | reply[2] << 16
        | reply[3] << 24
        | reply[4] << 32
        | reply[5] << 40
    )
    _stale = False
    length = reply[8] | reply[9] << 8
    if length:
        _from_board.readinto(into, length)
    return reply[6]


def length():
    """How many bytes the last reply brought."""
    return _reply[8] | _reply[9] << 8


def flag():
    """The flag of the last reply."""
    return _reply[7]


def put_u32(value, at):
    """Write `value` into the short payload, least byte first."""
    small[at] = value & 255
    small[at + 1] = (value >> 8) & 255
    small[at + 2] = (value >> 16) & 255
    small[at + 3] = (value >> 24) & 255


def clock_us():
    """Microseconds since power-on. Reading the clock costs a little, as on the board."""
    global _now_us, _charge_us
    if _stale:
        ask(NOW, 0, 0, small, 0, small)
    _now_us += _CLOCK_READ_US
    _charge_us += _CLOCK_READ_US
    return _now_us


def peek_us():
    """The time, free of charge: for the event loop, whose cost is charged by the round."""
    if _stale:
        ask(NOW, 0, 0, small, 0, small)
    return _now_us


def sleep_us(span_us):
    """A blocking wait."""
    put_u32(span_us, 0)
    ask(SLEEP, 0, 0, small, 4, small)


def idle(span_ms, pending, report, readers):
    """The firmware awaits. Sends what is asked for, `report()` or the figures that `readers` hands
    to its argument; True when it is time to stop."""
    ask(IDLE, int(pending), span_ms, small, 0, small)
    while flag() == FLAG_REPORT or flag() == FLAG_READERS:
        if flag() == FLAG_REPORT:
            text = report()
        else:
            readers(_post_reader)
            text = b""
        post(REPORT, 0, 0, text, len(text))
        _take(small)
    return flag() == FLAG_STOP


def _post_reader(reader, figures):
    post(READER, reader, 0, figures, 4 * len(figures))
