"""Emulated PN532 reader chip at frame level, on I2C or SPI (UM0701-02, DS PN532/C1).

A command is acknowledged first; it begins when its ACK has been fetched. The chip works by itself
while the host does other things: the clock wakes it. Not modelled: the IRQ pin, HSU, the SAM, the
chip as a target, types B and FeliCa (nobody answers), extended frames (refused as syntax).
"""

from host_tools.chips import pn532_frames as frames
from host_tools.chips.field import Field
from host_tools.chips.pn532_commands import _WAKE_BY_I2C, _WAKE_BY_SPI, Commands, Mute, Refused
from host_tools.chips.pn532_rf import Steps
from host_tools.chips.pn532_timing import (
    ACK_LIMIT_NS,
    ACK_NS,
    ANSWER_NS,
    REPEAT_NS,
    START_NS,
    STRETCH_BUSY_NS,
    STRETCH_NS,
    WAKE_NS,
)

ADDRESS = 0x24
FOREVER_NS = 1 << 62
_READY = 0x01
# DS, 8.3.4: the first byte of a transfer on SPI, least significant bit first like all others.
_SPI_WRITE, _SPI_STATUS, _SPI_READ = 0x01, 0x02, 0x03
_SILENCE = 0xFF
_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class PN532(Commands):
    """One reader chip, its `field` at its antenna.

    Faults, all off at first and free to be changed at any time:
    `dead` (None, 0xFF or 0x00): no acknowledge on I2C, this byte on MISO; after it the chip is as
    after power-up. `unplugged`: the same, but the chip goes on. `stuck_busy`: commands are taken
    and nothing is ever ready; `heals_by_reset`: until the next reset. `hung` ("busy", "silent" or
    "clock"): the same, no acknowledge, or SCL held low, until the reset pin is pulsed. `spoil`: so
    many answers come with a wrong DCS. `keeps_stale`: an answer nobody fetched is handed out
    before the ACK of the next command. `lose_writes`: so many transfers of the host are not
    acknowledged. `nacks_ns`: on I2C it acknowledges nothing for so long after the frame of a
    command, with `nacks_fetched` after each frame that was fetched too. See Commands and Radio
    for `slow_ns`, `antenna_broken`, `ignores_parameters` and `no_rf`.
    """

    def __init__(self, clock: object, field: Field) -> None:
        super().__init__(clock, field)
        self.on_asked = lambda: None  # called at each transfer, answered or not
        self.commands: list[int] = []  # codes that were begun, for tests
        self.unplugged = False
        self.stuck_busy = False
        self.heals_by_reset = False
        self.hung: str | None = None
        self.spoil = 0
        self.keeps_stale = False
        self.lose_writes = 0
        self.nacks_ns = 0
        self.nacks_fetched = False
        self.stretch_most_ns = STRETCH_BUSY_NS
        self._dead: int | None = None
        self._reset_level = 1
        self._run = 0  # counts what was begun; an older one is aborted
        self._work: Steps | None = None
        self._is_selected = False
        self._heard = bytearray()
        self._told = 0
        self._start(START_NS)

    def _start(self, after_ns: int) -> None:
        """Out of reset: nothing is known, and for a while nobody is at home."""
        self._abort()
        self._forget()
        self.switch(False)
        self._home_ns = self.clock.now_ns + after_ns
        self._waiting: bytes | None = None  # a command whose ACK was not fetched yet
        self._out: list[bytes] = []  # frames to be fetched, the first one first
        self._out_ns = 0  # from when on
        self._silent_ns = 0  # until then it acknowledges nothing
        self._last = frames.ACK  # for a host that asks to hear it again

    # -- pins ------------------------------------------------------------------------------
    def set_reset(self, level: int) -> None:
        """RSTPDN: low is hard power-down; the rise ends every `hung`."""
        if level == self._reset_level:
            return
        self._reset_level = level
        if level:
            self.hung = None
            if self.heals_by_reset:
                self.heals_by_reset = self.stuck_busy = False
        self._start(START_NS if level else FOREVER_NS)

    @property
    def dead(self) -> int | None:
        """The byte a dead chip leaves on MISO; None while it lives."""
        return self._dead

    @dead.setter
    def dead(self, silent: int | None) -> None:
        self._dead = silent
        self._start(START_NS if silent is None else FOREVER_NS)

    @property
    def antenna_on(self) -> bool:
        """Whether the chip drives its field now."""
        return self.field.on

    @property
    def is_broken(self) -> bool:
        """Whether it has a fault for which a reader may be given up."""
        has_fault = self.stuck_busy or self.unplugged or self.hung is not None or self.no_rf
        return has_fault or self._dead is not None or self.nacks_ns > ACK_LIMIT_NS

    def mend(self) -> None:
        """End every fault."""
        if self._dead is not None:
            self.dead = None
        self.unplugged = self.stuck_busy = self.keeps_stale = self.no_rf = False
        self.heals_by_reset = self.antenna_broken = self.ignores_parameters = False
        self.nacks_fetched = False
        self.hung = None
        self.spoil = self.lose_writes = self.slow_ns = self.nacks_ns = 0

    def _is_home(self) -> bool:
        if self._dead is not None or self.unplugged or self.hung == "silent":
            return False
        return self.clock.now_ns >= self._home_ns

    def _wake(self, by: int) -> bool:
        """Whether it was asleep: what was sent is lost, but it wakes up."""
        if self.wakers < 0 or self._out:
            return False
        if self.wakers & by and self._home_ns <= self.clock.now_ns:
            self._home_ns = self.clock.now_ns + WAKE_NS
            self.wakers = -1
        return True

    # -- I2C -------------------------------------------------------------------------------
    def acknowledges(self) -> bool:
        """Its address was called."""
        self.on_asked()
        if not self._is_home() or self._wake(_WAKE_BY_I2C):
            return False
        if self.clock.now_ns < self._silent_ns:
            return False
        if self.lose_writes:
            self.lose_writes -= 1
            return False
        return True

    @property
    def holds_clock(self) -> bool:
        """Whether it holds SCL low for good."""
        return self.hung == "clock"

    def stretch_ns(self) -> int:
        """For how long it holds SCL low at its address."""
        return self.stretch_most_ns if self._work is not None else STRETCH_NS

    def write(self, data: bytes) -> bool:
        """A transfer to the chip, ended."""
        self._take(data)
        return True

    def read(self, count: int) -> bytes:
        """The status byte and, where that says ready, a frame. A lone status fetches nothing."""
        if not self._is_ready():
            return bytes(count)
        if count == 1:
            return bytes([_READY])
        return (bytes([_READY]) + self._fetch())[:count].ljust(count, b"\x00")

    # -- SPI -------------------------------------------------------------------------------
    def select(self) -> None:
        """NSS goes low."""
        self._is_selected = True
        self._heard.clear()
        self._told = 0
        self.on_asked()
        if self._is_home():
            self._wake(_WAKE_BY_SPI)

    def exchange(self, data: bytes) -> bytes:
        """Bytes as they stand on the wires, in as many pieces as the host likes."""
        if not self._is_selected or not self._is_home():
            silent = _SILENCE if self._dead is None else self._dead
            return bytes([silent]) * len(data)
        start = len(self._heard)
        self._heard += data.translate(_MIRRORED)
        return bytes(self._spi_byte(at) for at in range(start, len(self._heard))).translate(
            _MIRRORED
        )

    def _spi_byte(self, at: int) -> int:
        """What stands on MISO during byte `at` of a transfer."""
        if at == 0:
            return 0
        if self._heard[0] == _SPI_STATUS:
            return _READY if self._is_ready() else 0
        if self._heard[0] == _SPI_READ and self._is_ready():
            self._told = at
            frame = self._out[0]
            return frame[at - 1] if at <= len(frame) else 0
        return 0

    def deselect(self) -> None:
        """NSS goes high: what was written is taken, what was read is gone."""
        self._is_selected = False
        if self._heard and self._heard[0] == _SPI_WRITE and self._is_home():
            self._take(bytes(self._heard[1:]))
        elif self._told:
            self._fetch()
        self._heard.clear()

    # -- frames in and out -----------------------------------------------------------------
    def _is_ready(self) -> bool:
        is_busy = self.stuck_busy or self.hung is not None
        return bool(self._out) and not is_busy and self.clock.now_ns >= self._out_ns

    def _take(self, data: bytes) -> None:
        sent = frames.take_apart(data)
        if sent.kind == frames.BROKEN:
            return
        if sent.kind == frames.IS_ACK:
            self._abort()
            self._waiting, self._out = None, []
            return
        if sent.kind == frames.IS_NACK:
            self._offer([self._last], REPEAT_NS)
            return
        self._silent_ns = self.clock.now_ns + self.nacks_ns
        stale = self._out[-1:] if self.keeps_stale and self._waiting is None else []
        self._abort()
        self._waiting = sent.payload  # empty: an extended frame
        self._offer([*stale, frames.ACK], ACK_NS)

    def _offer(self, out: list[bytes], after_ns: int) -> None:
        self._out = out
        self._out_ns = self.clock.now_ns + after_ns

    def _fetch(self) -> bytes:
        frame = self._out.pop(0)
        if self.nacks_fetched:
            self._silent_ns = self.clock.now_ns + self.nacks_ns
        if not self._out and self._waiting is not None:
            command, self._waiting = self._waiting, None
            self._begin(command)
        return frame

    # -- work ------------------------------------------------------------------------------
    def _abort(self) -> None:
        self._run += 1
        if self._work is not None:
            self._work.close()
            self._work = None

    def _begin(self, command: bytes) -> None:
        self._abort()
        if command:
            self.commands.append(command[0])
        self._work = self.execute(command) if command else self._refuse()
        self._go_on(self._run)

    @staticmethod
    def _refuse() -> Steps:
        raise Refused
        yield

    def _go_on(self, run: int) -> None:
        if run != self._run:
            return
        try:
            span_ns = next(self._work)
        except StopIteration as done:
            self._work = None
            self._answer(frames.information(done.value))
        except Refused:
            self._work = None
            self._answer(frames.SYNTAX_ERROR)
        except Mute:
            self._work = None
        else:
            self.clock.at(self.clock.now_ns + span_ns, lambda: self._go_on(run))

    def _answer(self, frame: bytes) -> None:
        self._last = frame
        if self.spoil:
            self.spoil -= 1
            frame = frames.spoiled(frame)
        self._offer([frame], ANSWER_NS)
