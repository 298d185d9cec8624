"""CPython's end of the pipe to a MicroPython process (protocol.md): requests in, ports called."""

import json
import os
import struct
import time
from collections.abc import Callable

from host_tools.chips.flash import PAGE, SECTOR
from host_tools.runtimes.flash import READ_SIZE
from host_tools.sim.ports import Ports, Stop

_REQUEST = struct.Struct("<BBHHHQ2s6x")  # op, a, b, length, pin levels, spans, a short payload
_REPLY = struct.Struct("<QBBIHQ")  # time, status, flag, length, 0, until when inputs rest
_SEEN = struct.Struct("<QQ")
_SHORT = 2  # bytes of a payload that come in the header
_LEVEL_BITS, _PIN = 7, 0x3F  # a level, and above it the pin's number, counted from 1
_SPAN_BITS, _SPAN = 20, 0xFFFFF
FLAG_REPORT, FLAG_STOP, FLAG_READERS = 1, 2, 3
FLAG_INPUT, FLAG_SLOW, FLAG_INTERRUPT = 16, 32, 64
_WAITS = 64  # of the firmware, some 10 ms: so often it is seen whether the processes get on
_STARVED_S, _STARVED_TIMES = 0.3, 6  # these took longer, and so much more than we worked


class FirmwareFailed(Exception):
    """The firmware's process ended with an exception or without a word. The text says which."""


class Bridge:
    """Serves one MicroPython process until it stops."""

    def __init__(self, ports: Ports, from_table: int, to_table: int) -> None:
        self._ports = ports
        self._from_table = from_table
        self._to_table = to_table
        self._buffer = b""
        self._at = 0  # what of the buffer was used
        self._has_interrupted = False  # by a Ctrl-C that came on the board's own line
        self.on_starved: Callable[[], None] = lambda: None  # others have the processor
        self._waits = 0
        self._real_s, self._worked_s = time.monotonic(), time.process_time()
        self._handlers: dict[int, Callable[[int, int, bytes], None]] = {
            1: lambda a, b, _: None,
            2: lambda pin, b, _: self._reply(status=ports.pin_read(pin)),
            3: self._spi_open,
            4: lambda number, b, data: self._forget(ports.spi(number, data)),
            5: lambda number, b, data: self._reply(data=ports.spi(number, data)),
            6: self._i2c_open,
            7: lambda n, addr, data: self._reply(status=ports.i2c_write(n, addr, data)),
            8: self._i2c_read,
            9: lambda pin, b, data: ports.bitstream(pin, data),
            10: lambda a, b, data: ports.sleep_us(*struct.unpack("<I", data)),
            12: lambda a, b, _: self._reply(),
            13: lambda kind, place, data: ports.on_event(kind, place, data[0], data[1]),
            15: lambda pin, b, data: ports.pwm(pin, *struct.unpack("<IH", data)),
            16: self._failed,
            17: lambda a, b, data: ports.on_record(a, b, *struct.unpack("<II", data)),
            24: lambda most, b, _: self._reply(data=ports.serial.read(most)),
            25: lambda a, b, data: ports.serial.on_output(data),
            27: self._watchdog,
            32: self._flash_read,
            33: self._flash_program,
            34: lambda a, sector, _: ports.flash.erase(sector),
        }

    def serve(self) -> None:
        """Carry out requests until the firmware is stopped; FirmwareFailed if it ends itself, and
        KeyboardInterrupt where a Ctrl-C that is not the board's ended its process."""
        while True:
            op, a, b, data = self._request()
            if op == 26:
                if not self._has_interrupted:
                    raise KeyboardInterrupt
                return
            if op != 11:
                self._handlers[op](a, b, data)
                continue
            if data:
                self._note_inputs(*_SEEN.unpack(data))
            self._see_whether_starved()
            try:
                self._ports.idle(b, a)
            except Stop:
                self._reply(flag=FLAG_STOP)
                return
            self._go_on()

    def _see_whether_starved(self) -> None:
        """Two processes that take turns get nowhere beside one that never waits."""
        self._waits += 1
        if self._waits < _WAITS:
            return
        self._waits = 0
        real_s, worked_s = time.monotonic(), time.process_time()
        took_s, own_s = real_s - self._real_s, worked_s - self._worked_s
        if took_s > _STARVED_S and took_s > _STARVED_TIMES * own_s:
            self.on_starved()
        self._real_s, self._worked_s = real_s, worked_s

    def _go_on(self) -> None:
        """The firmware's wait is over, perhaps by a Ctrl-C on the board's line."""
        serial = self._ports.serial
        if serial.is_interrupted:
            serial.is_interrupted = False
            self._has_interrupted = True
            self._reply(flag=FLAG_INTERRUPT)
        else:
            self._reply(flag=FLAG_INPUT if serial.has_input else 0)

    def report(self) -> dict:
        """Ask the awaiting firmware for its state. Only from within `Ports.on_idle`."""
        self._reply(flag=FLAG_REPORT)
        return json.loads(self._until_report({}))

    def readers(self) -> dict[int, tuple[int, ...]]:
        """Ask it for the figures of its readers (board/report.py), likewise."""
        figures: dict[int, tuple[int, ...]] = {}
        self._reply(flag=FLAG_READERS)
        self._until_report(figures)
        return figures

    def _until_report(self, figures: dict[int, tuple[int, ...]]) -> bytes:
        while True:
            op, a, _, data = self._request()
            if op == 14:
                return data
            if op == 18:
                figures[a] = struct.unpack(f"<{len(data) // 4}I", data)
            if op == 16:
                self._failed(0, 0, data)

    def _request(self) -> tuple[int, int, int, bytes]:
        if len(self._buffer) - self._at < _REQUEST.size:
            self._fill(_REQUEST.size)
        op, a, b, length, levels, spans, short = _REQUEST.unpack_from(self._buffer, self._at)
        self._at += _REQUEST.size
        if levels:
            self._drive(levels, spans)
        elif spans:
            self._ports.clock.advance(spans * 1000)
        if not length:
            return op, a, b, b""
        return op, a, b, short if length == _SHORT else self._take(length)

    def _drive(self, levels: int, spans: int) -> None:
        """Up to two pin levels, each at its time."""
        clock = self._ports.clock
        while levels:
            if spans & _SPAN:
                clock.advance((spans & _SPAN) * 1000)
            spans >>= _SPAN_BITS
            self._ports.pin_write((levels >> 1 & _PIN) - 1, levels & 1)
            levels >>= _LEVEL_BITS
        if spans:
            clock.advance(spans * 1000)

    def _take(self, count: int) -> bytes:
        if len(self._buffer) - self._at < count:
            self._fill(count)
        self._at += count
        return self._buffer[self._at - count : self._at]

    def _fill(self, count: int) -> None:
        self._buffer = self._buffer[self._at :]
        self._at = 0
        while len(self._buffer) < count:
            more = os.read(self._from_table, 65536)
            if not more:
                raise FirmwareFailed("the MicroPython process ended without a word")
            self._buffer += more

    def _note_inputs(self, read_ns: int, pins: int) -> None:
        """Inputs that were read without asking, as all of them were at rest."""
        for pin in range(pins.bit_length()):
            if pins >> pin & 1:
                self._ports.note_read(pin, read_ns)

    def _reply(self, data: bytes = b"", status: int = 0, flag: int = 0) -> None:
        ports = self._ports
        if not ports.is_prompt:
            flag |= FLAG_SLOW
        rest_ns = ports.inputs_rest_ns()
        head = _REPLY.pack(ports.clock.now_ns, int(status), flag, len(data), 0, rest_ns)
        os.write(self._to_table, head + data)

    def _forget(self, _: bytes) -> None:
        """What came back while writing is not asked for."""

    def _spi_open(self, number: int, b: int, data: bytes) -> None:
        baud, sck, mosi, miso = struct.unpack("<IBBB", data)
        self._ports.spi_open(number, baud, sck, mosi, miso)

    def _i2c_open(self, number: int, b: int, data: bytes) -> None:
        freq, timeout_us, sda, scl = struct.unpack("<IIBB", data)
        self._ports.i2c_open(number, freq, sda, scl, timeout_us)

    def _i2c_read(self, number: int, address: int, data: bytes) -> None:
        status, answer = self._ports.i2c_read(number, address, struct.unpack("<H", data)[0])
        self._reply(data=answer, status=status)

    def _flash_read(self, offset: int, sector: int, data: bytes) -> None:
        start = sector * SECTOR + offset * READ_SIZE
        self._reply(data=self._ports.flash.read(start, struct.unpack("<H", data)[0]))

    def _flash_program(self, page: int, sector: int, data: bytes) -> None:
        start = sector * SECTOR + page * PAGE
        for at in range(0, len(data), PAGE):
            self._ports.flash.program(start + at, data[at : at + PAGE])

    def _watchdog(self, what: int, timeout_ms: int, data: bytes) -> None:
        watchdog = self._ports.watchdog
        if what == 0:
            watchdog.start(timeout_ms)
        elif what == 1:
            watchdog.feed()
        else:
            watchdog.clear(*struct.unpack("<II", data))

    def _failed(self, a: int, b: int, data: bytes) -> None:
        raise FirmwareFailed(data.decode(errors="replace").strip())
