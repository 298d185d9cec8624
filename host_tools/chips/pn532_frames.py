"""Frames between host and PN532 (UM0701-02, 6.2.1): made and taken apart."""

from typing import NamedTuple

ACK = bytes.fromhex("0000ff00ff00")
NACK = bytes.fromhex("0000ffff0000")
SYNTAX_ERROR = bytes.fromhex("0000ff01ff7f8100")
TO_CHIP = 0xD4
TO_HOST = 0xD5
_START = b"\x00\xff"

# What a host can send.
COMMAND, IS_ACK, IS_NACK, EXTENDED, BROKEN = range(5)


class Sent(NamedTuple):
    """`payload`: the command's code and what follows it, without TFI."""

    kind: int
    payload: bytes = b""


def information(payload: bytes, tfi: int = TO_HOST) -> bytes:
    """A normal information frame: preamble, start, LEN, LCS, TFI, payload, DCS, postamble."""
    body = bytes([tfi]) + payload
    if len(body) > 255:
        raise ValueError(f"{len(body)} bytes do not fit a normal frame")
    length = bytes([len(body), -len(body) & 0xFF])
    return b"\x00" + _START + length + body + bytes([-sum(body) & 0xFF, 0])


def spoiled(frame: bytes) -> bytes:
    """The same frame with a DCS that does not hold."""
    at = 5 + frame[3]
    return frame[:at] + bytes([frame[at] ^ 0x40]) + frame[at + 1 :]


def take_apart(data: bytes) -> Sent:
    """What the host sent. Anything that is no frame is BROKEN, and the chip passes it over."""
    at = data.find(_START)
    if at < 0 or len(data) < at + 5:
        return Sent(BROKEN)
    length, check = data[at + 2], data[at + 3]
    if (length, check) == (0x00, 0xFF):
        return Sent(IS_ACK)
    if (length, check) == (0xFF, 0x00):
        return Sent(IS_NACK)
    if (length, check) == (0xFF, 0xFF):
        return Sent(EXTENDED)
    body = data[at + 4 : at + 5 + length]  # DCS included
    if (length + check) & 0xFF or len(body) != length + 1 or sum(body) & 0xFF:
        return Sent(BROKEN)
    if length < 2 or body[0] != TO_CHIP:
        return Sent(BROKEN)
    return Sent(COMMAND, body[1:-1])
