"""The PN532 readers that are talked to: one for each field that may be on, each with a command
under way. Keeps which readers must be set up before the next one, as after a failure, or after a
pulse on the reset line, which is one line for all of them.
"""

from micropython import const

from domino.board.look import NOBODY
from domino.nfc.iso14443 import DEAD, OK
from domino.nfc.pn532 import PAYLOAD, PENDING

LOST = const(255)  # as `work`: the reset line took the command that was under way

_POLL_US = const(200)
_POLLS = const(15)  # in all; each of five commands needs two
_RESET_US = const(100)
START_MS = const(5)  # after a pulse; DS, 12.23: 2 ms
# The reset line is pulsed at the first probes of a dead reader only, as all must be set up again.
_PULSES = const(3)


class Lanes:
    """`chips`: a Pn532 for each lane; `commands`: pn532_frames.Commands; `reset`: the line, or
    None. By lane: the reader in `places`, or NOBODY; in `work` what its command is, for the look.
    """

    def __init__(self, chips, commands, reset, readers, clock):
        self.chips = chips
        self.places = bytearray([NOBODY] * len(chips))
        self.work = bytearray(len(chips))
        self.needs_set_up = bytearray([1] * readers)
        self.probes = bytearray(readers)  # since a look went well
        self._commands = commands
        self._reset = reset
        self._clock = clock

    def find(self, reader):
        """The lane of a reader that has one; for NOBODY one that is free."""
        return 0 if self.places[0] == reader else len(self.places) - 1

    def leave(self, lane, is_broken):
        """The look in this lane is over: the field goes off. `is_broken`: the chip gave no
        sensible answer; it is stopped, and must be set up."""
        reader, chip = self.places[lane], self.chips[lane]
        self.places[lane] = NOBODY
        if self.work[lane] == LOST:
            return
        if is_broken:
            self.needs_set_up[reader] = 1
            if chip.is_gone or not chip.abort():
                return
        if not chip.finish(self._commands.field_off):
            self.needs_set_up[reader] = 1

    # -- set-up ----------------------------------------------------------------------------
    def set_up(self, chip, reader, health, now_ms):
        """Every command of the set-up, each with its answer: OK, or DEAD. 10 ms, bounded by the
        number of polls."""
        self.needs_set_up[reader] = 1
        polls = _POLLS
        if not chip.wake():
            return DEAD
        for command in self._commands.set_up:
            code = chip.begin(command)
            while code == PENDING and polls:
                polls -= 1
                self._clock.sleep_us(_POLL_US)
                code = chip.advance()
            if code != OK:
                return chip.give_up()
            if command is self._commands.version:
                health.note_set_up(reader, chip.data[PAYLOAD], False, now_ms)
        self.needs_set_up[reader] = 0
        return OK

    def revive(self, reader):
        """A dead reader is to be set up at its next look; at its first probes all chips are made
        to begin anew, and what is under way is lost. Whether they were: they need START_MS."""
        self.needs_set_up[reader] = 1
        if self._reset is None or self.probes[reader] == _PULSES:
            return False
        self.probes[reader] += 1
        self._reset(0)
        self._clock.sleep_us(_RESET_US)
        self._reset(1)
        for other in range(len(self.probes)):
            self.needs_set_up[other] = 1
        for lane in range(len(self.work)):
            self.work[lane] = LOST
        return True
