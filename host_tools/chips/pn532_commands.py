"""The commands of the emulated PN532 (UM0701-02, section 7).

One that takes time is a generator of spans (pn532_rf.py). A command returns what follows its
code + 1 in the answer. `Refused` is the error frame: a code or a length that the firmware does
not know. `Mute`: the command is acknowledged and never answered.
"""

from collections.abc import Callable

from host_tools.chips.iso14443 import with_crc
from host_tools.chips.mfrc522_map import GAIN_DB
from host_tools.chips.pn532_data import OK, WRONG_CONTEXT, Exchanger
from host_tools.chips.pn532_rf import Radio, Steps, Target, parts_of
from host_tools.chips.pn532_timing import DECODE_NS, SELF_TEST_NS

_VERSION = bytes.fromhex("32010607")  # PN532, firmware 1.6, ISO 14443 A and B and ISO 18092
_MAX_TARGETS = 2
_TYPE_A = 0x00  # BrTy: 106 kbit/s, ISO 14443 type A
_FOREVER = 0xFF
PARAMETERS = 0x14  # after a reset: automatic ATR_RES and RATS (UM, 7.2.9)
_RATS = b"\xe0\x80"  # frames of 256 bytes, CID 0
_AUTOMATIC_RATS = 0x10
_PROTOCOL_4 = 0x20
_ANALOG_BYTES = 11
_WAKE_BY_I2C = 0x80
_WAKE_BY_SPI = 0x20


class Refused(Exception):
    """The error frame for syntax."""


class Mute(Exception):
    """No answer will ever come."""


def _expect(is_so: bool) -> None:
    if not is_so:
        raise Refused


class Commands(Exchanger):
    """What the firmware in the chip does. `slow_ns` (a fault): so much longer takes each search
    for targets. `antenna_broken` (a fault): the antenna self test finds it. `ignores_parameters`
    (a fault): SetParameters is answered and changes nothing, so it asks for each ATS itself."""

    slow_ns = 0
    antenna_broken = False
    ignores_parameters = False

    def _forget(self) -> None:
        super()._forget()
        self.is_configured = False  # SAMConfiguration has come since the reset
        self.parameters = PARAMETERS
        self.analog = b""
        self.gain_db = Radio.gain_db
        self.wakers = -1  # after PowerDown: what wakes it; else -1

    def execute(self, command: bytes) -> Steps:
        """One command from its code on; the payload of the answer."""
        yield DECODE_NS
        handler = _HANDLERS.get(command[0])
        if handler is None:
            raise Refused
        if command[0] in _ON_AIR and not self.is_configured:
            raise Mute  # UM, 7.2.10: it is still in its low-battery mode
        answer = handler(self, command[1:])
        if not isinstance(answer, bytes):
            answer = yield from answer
        return bytes([command[0] + 1]) + answer

    # -- the chip itself -------------------------------------------------------------------
    def _diagnose(self, data: bytes) -> Steps:
        """Tests 0 communication line, 1 ROM, 2 RAM, 7 antenna; 0x00 is good, 0xFF is not."""
        _expect(bool(data))
        if data[0] == 0x00:
            return data
        _expect(data[0] in (0x01, 0x02, 0x07))
        yield SELF_TEST_NS
        if data[0] == 0x07:
            return b"\xff" if self.antenna_broken or self.no_rf else b"\x00"
        return b"\x00"

    def _firmware_version(self, data: bytes) -> bytes:
        _expect(not data)
        return _VERSION

    def _general_status(self, data: bytes) -> bytes:
        _expect(not data)
        listed = b"".join(bytes([at, 0, 0, 0x10]) for at in range(1, len(self.targets) + 1))
        return bytes([0, self.field.on, len(self.targets)]) + listed + b"\x00"

    def _read_register(self, data: bytes) -> bytes:
        _expect(bool(data) and len(data) % 2 == 0)
        addresses = [data[at] << 8 | data[at + 1] for at in range(0, len(data), 2)]
        return bytes(self.registers.get(address, 0) for address in addresses)

    def _write_register(self, data: bytes) -> bytes:
        _expect(bool(data) and len(data) % 3 == 0)
        for at in range(0, len(data), 3):
            self.registers[data[at] << 8 | data[at + 1]] = data[at + 2]
        return b""

    def _set_parameters(self, data: bytes) -> bytes:
        _expect(len(data) == 1)
        if not self.ignores_parameters:
            self.parameters = data[0]
        return b""

    def _sam_configuration(self, data: bytes) -> bytes:
        _expect(1 <= len(data) <= 3 and 1 <= data[0] <= 4)
        self.is_configured = True
        return b""

    def _power_down(self, data: bytes) -> bytes:
        _expect(1 <= len(data) <= 2)
        self.switch(False)
        self.wakers = data[0]  # asleep as soon as the answer is fetched
        return b"\x00"

    # -- the field -------------------------------------------------------------------------
    def _rf_configuration(self, data: bytes) -> bytes:
        _expect(len(data) >= 2)
        item, values = data[0], data[1:]
        length = {0x01: 1, 0x02: 3, 0x04: 1, 0x05: 3, 0x0A: _ANALOG_BYTES}.get(item)
        _expect(len(values) == length)
        if item == 0x01:
            self.switch(bool(values[0] & 1))
        elif item == 0x02:
            self.data_timeout = values[2]
        elif item == 0x04:
            self.data_retries = values[0]
        elif item == 0x05:
            self.activation_retries = values[2]
        else:
            self.analog = values
            self.gain_db = GAIN_DB[values[0] >> 4 & 7]
        return b""

    # -- targets ---------------------------------------------------------------------------
    def _list_passive(self, data: bytes) -> Steps:
        _expect(len(data) >= 2 and 1 <= data[0] <= _MAX_TARGETS)
        parts = parts_of(data[2:]) if len(data) > 2 else None
        _expect(data[1] != _TYPE_A or len(data) == 2 or parts is not None)
        self.targets = []
        yield self.slow_ns
        yield from self.light()
        while data[1] == _TYPE_A and len(self.targets) < data[0]:
            target = yield from self._search(parts)
            if target is None:
                break
            self.targets.append(target)
            if len(self.targets) < data[0]:
                yield from self.leave(len(self.targets))
        return self._listed()

    def _search(self, parts: list[bytes] | None) -> Steps:
        """Activations until one works or the retries are used up."""
        tries = 0
        while self.activation_retries == _FOREVER or tries <= self.activation_retries:
            target = yield from self.activate(parts)
            if target is not None:
                yield from self._enter_protocol(target)
                return target
            tries += 1
        return None

    def _enter_protocol(self, target: Target) -> Steps:
        if target.sak & _PROTOCOL_4 and self.parameters & _AUTOMATIC_RATS:
            frame = with_crc(_RATS)
            reply = yield from self._ask(frame)
            if reply is not None:
                target.ats = reply.data[:-2]

    def _listed(self) -> bytes:
        rows = [
            bytes([at]) + target.atqa[::-1] + bytes([target.sak, len(target.uid)]) + target.uid
            + target.ats
            for at, target in enumerate(self.targets, 1)
        ]  # fmt: skip
        return bytes([len(rows)]) + b"".join(rows)

    def _data_exchange(self, data: bytes) -> Steps:
        _expect(len(data) >= 1)
        status = yield from self.choose(data[0] & 0x3F)
        answer = b""
        if status == OK:
            status, answer = yield from self.say(data[1:])
        return bytes([status]) + answer

    def _communicate_thru(self, data: bytes) -> Steps:
        if not self.field.on and not self.no_rf:
            return bytes([WRONG_CONTEXT])
        status, answer = yield from self.pass_through(data)
        return bytes([status]) + answer

    def _in_select(self, data: bytes) -> Steps:
        _expect(len(data) == 1)
        return bytes([(yield from self.choose(data[0]))])

    def _in_deselect(self, data: bytes) -> Steps:
        _expect(len(data) == 1)
        return bytes([(yield from self.leave(data[0]))])

    def _in_release(self, data: bytes) -> Steps:
        _expect(len(data) == 1)
        status = yield from self.leave(data[0])
        if status == OK and data[0] == 0:
            self.targets = []
        return bytes([status])


_HANDLERS: dict[int, Callable[[Commands, bytes], Steps | bytes]] = {
    0x00: Commands._diagnose,
    0x02: Commands._firmware_version,
    0x04: Commands._general_status,
    0x06: Commands._read_register,
    0x08: Commands._write_register,
    0x12: Commands._set_parameters,
    0x14: Commands._sam_configuration,
    0x16: Commands._power_down,
    0x32: Commands._rf_configuration,
    0x40: Commands._data_exchange,
    0x42: Commands._communicate_thru,
    0x44: Commands._in_deselect,
    0x4A: Commands._list_passive,
    0x52: Commands._in_release,
    0x54: Commands._in_select,
}
_ON_AIR = (0x40, 0x42, 0x44, 0x4A, 0x52, 0x54)
