"""What the emulated PN532 says to activated tags: status bytes, retries, 4-bit answers.

Status bytes: UM0701-02, 7.1. Which of them a NAK of a type 2 tag gives is not documented; here it
is "framing error during a MIFARE operation".
"""

from host_tools.chips import iso14443
from host_tools.chips.field import Reply
from host_tools.chips.pn532_rf import Radio, Steps, Target
from host_tools.chips.pn532_timing import timeout_ns

OK = 0x00
TIMEOUT = 0x01
CRC = 0x02
PARITY = 0x03
FRAMING = 0x05
AUTHENTICATION = 0x14
WRONG_CONTEXT = 0x27

_ACK_BITS = 4
_ACK = 0x0A
_AUTHENTICATE = (0x60, 0x61)  # by the firmware taken for keys A and B, whatever the tag is
_CRC_ENABLE = 0x80
# Registers of the CIU, from 0x6300 on, that a transparent exchange uses (DS, 8.6.23).
TX_MODE, RX_MODE, BIT_FRAMING = 0x6302, 0x6303, 0x633D
_RESET_VALUES = {TX_MODE: _CRC_ENABLE, RX_MODE: _CRC_ENABLE, 0x6305: 0x40}


class Exchanger(Radio):
    """The targets of the last activation, and what is said to them."""

    def _forget(self) -> None:
        """After a reset: the factory's settings (UM, 7.3.1)."""
        self.targets: list[Target] = []
        self.registers = dict(_RESET_VALUES)
        self.data_timeout = 0x0A
        self.data_retries = 0
        self.activation_retries = 0xFF

    def switch(self, on: bool) -> None:
        if not on:
            for target in self.targets:
                target.is_selected = False
        super().switch(on)

    def choose(self, number: int) -> Steps:
        """Make target 1 or 2 the selected one; a status byte."""
        if not 0 < number <= len(self.targets):
            return WRONG_CONTEXT
        target = self.targets[number - 1]
        if target.is_selected:
            return OK
        for other in self.targets:
            if other.is_selected:
                yield from self.halt()
                other.is_selected = False
        return OK if (yield from self.wake(target)) else TIMEOUT

    def leave(self, number: int) -> Steps:
        """Halt a target, or with 0 whichever is selected; a status byte."""
        if number > len(self.targets):
            return WRONG_CONTEXT
        for at, target in enumerate(self.targets, 1):
            if number in (0, at) and target.is_selected:
                yield from self.halt()
                target.is_selected = False
        return OK

    def say(self, data: bytes) -> Steps:
        """Data with CRC to the selected target: status and answer (none for a 4-bit ACK)."""
        if data[:1] and data[0] in _AUTHENTICATE:
            yield from self.send_frame(iso14443.with_crc(data), 8 * len(data) + 16, 0)
            return AUTHENTICATION, b""
        status, answer = TIMEOUT, b""
        for _ in range(self.data_retries + 1):
            frame = iso14443.with_crc(data)
            reply = yield from self.send_frame(
                frame, 8 * len(frame), timeout_ns(self.data_timeout)
            )
            status, answer = _judge(reply)
            if status not in (TIMEOUT, CRC, PARITY):
                break
        return status, answer

    def pass_through(self, data: bytes) -> Steps:
        """Data as the registers say: with or without CRC, the last byte perhaps cut short."""
        last = self.registers.get(BIT_FRAMING, 0) & 7
        if self.registers[TX_MODE] & _CRC_ENABLE:
            data = iso14443.with_crc(data)
        bits = 8 * len(data) - (8 - last if last else 0)
        reply = yield from self.send_frame(data, bits, timeout_ns(self.data_timeout))
        if not self.registers[RX_MODE] & _CRC_ENABLE:
            if reply is None:
                return TIMEOUT, b""
            return (PARITY if reply.garbled or reply.collision >= 0 else OK), reply.data
        return _judge(reply)


def _judge(reply: Reply | None) -> tuple[int, bytes]:
    if reply is None:
        return TIMEOUT, b""
    if reply.garbled:
        return PARITY, b""
    if reply.bits == _ACK_BITS:
        return (OK if reply.data[0] & 0x0F == _ACK else FRAMING), b""
    if reply.bits % 8 or not iso14443.crc_holds(reply.data):
        return CRC, b""
    return OK, reply.data[:-2]
