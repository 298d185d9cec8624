"""The PN532 readers that are talked to: one for each field that may be on, each with a command
under way. Keeps which readers must be set up before the next one, as after a failure, or after a
pulse on the reset line, which is one line for all of them.
"""

from micropython import const

from domino.board.look import NOBODY
from domino.nfc.iso14443 import DEAD, OK, PENDING
from domino.nfc.pn532 import PAYLOAD

# As `work`.
LOST = const(255)  # the reset line took the command that was under way
SETTING_UP = const(254)
LEAVING = const(253)  # the field goes off

_POLL_US = const(200)
# A set-up takes 10 ms; what a step does not finish of it the next ones do.
_SET_UP_US = const(11_000)
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
        self._begun = bytearray(len(chips))  # commands of the set-up, by lane
        self.probes = bytearray(readers)  # since a look went well
        self._commands = commands
        self._reset = reset
        self._clock = clock

    def find(self, reader):
        """The lane of a reader that has one; for NOBODY one that is free."""
        return 0 if self.places[0] == reader else len(self.places) - 1

    def is_left(self, lane, is_broken):
        """The look in this lane is over: the field goes off. `is_broken`: the chip gave no
        sensible answer; it is stopped, and must be set up. False: go on with `is_off`."""
        reader, chip = self.places[lane], self.chips[lane]
        if self.work[lane] == LOST:
            return True
        if is_broken:
            self.needs_set_up[reader] = 1
            if chip.is_gone or not chip.abort():
                return True
        return self._is_done(lane, chip.finish(self._commands.field_off))

    def is_off(self, lane):
        """Whether nothing is to be waited for any longer."""
        return self._is_done(lane, self.chips[lane].go_on_finishing())

    def _is_done(self, lane, is_taken):
        if not is_taken and self.chips[lane].is_at_work():
            return False
        if not is_taken:
            self.needs_set_up[self.places[lane]] = 1
        return True

    # -- set-up ----------------------------------------------------------------------------
    def set_up(self, lane, health, now_ms):
        """Begin the set-up of the reader in this lane: every command, each with its answer. OK,
        DEAD, or PENDING after 11 ms at most, or where it does not acknowledge: `go_on`."""
        self.needs_set_up[self.places[lane]] = 1
        self.work[lane] = SETTING_UP
        self._begun[lane] = 0
        if not self.chips[lane].wake():
            return DEAD
        return self.go_on(lane, health, now_ms)

    def go_on(self, lane, health, now_ms):
        """As `set_up`, which was PENDING."""
        chip, clock, commands = self.chips[lane], self._clock, self._commands.set_up
        start_us = clock.ticks_us()
        begun = self._begun[lane]
        code = chip.advance() if begun else OK
        while True:
            if code == OK:
                if begun and commands[begun - 1] is self._commands.version:
                    health.note_set_up(self.places[lane], chip.data[PAYLOAD], False, now_ms)
                if begun == len(commands):
                    break
                code = chip.begin(commands[begun])
                begun += 1
            elif code != PENDING:
                return chip.give_up()
            elif chip.is_gone or clock.ticks_diff(clock.ticks_us(), start_us) > _SET_UP_US:
                self._begun[lane] = begun
                return PENDING
            else:
                clock.sleep_us(_POLL_US)
                code = chip.advance()
        self.needs_set_up[self.places[lane]] = 0
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
