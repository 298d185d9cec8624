"""What tags under a PN532 say: the tally of a look, and the call that asks whether any is there.

A search needs six frames and more to get through, and one that fails tells nothing of what it
heard. A call (InCommunicateThru) is one frame, a WUPA, and anything but silence means that a tag
is there. Which one may be asked for then: it says the start of its UID. No presence here, and no
bus: the look sends what `open` and `next` return.
"""

from micropython import const

from domino.nfc.iso14443 import LEVEL_BYTES, MAX_UID, OK, TIMEOUT, bcc, begins_as
from domino.nfc.pn532 import PAYLOAD

_ASKS = const(6)  # for the start of a UID: a tag that was called waits for that

# What the command under way does; the odd ones send a frame, the others set registers.
_OPENING = const(0)  # for a WUPA
_CALLING = const(1)
_WIDENING = const(2)  # for frames of whole bytes
_ASKING = const(3)
_CLOSING = const(4)  # for searches, as before
_END = const(5)


class Tally:
    """The tag that was found last, and what came of the commands of a look. `known`: 1 where a tag
    that was called said the start of its UID, `part`: that, check byte included."""

    def __init__(self, clock):
        self._clock = clock
        self.uid = bytearray(MAX_UID)
        self.length = 0
        self.sak = 0
        self.part = bytearray(LEVEL_BYTES)
        self.known = 0
        self._start_us = 0
        self.answers = self.crc_errors = self.collisions = self.lost = self.lost_at_end = 0

    def begin(self):
        """A new step."""
        self._start_us = self._clock.ticks_us()
        self.answers = self.crc_errors = self.collisions = self.lost = self.lost_at_end = 0

    def elapsed_us(self):
        """Since `begin`."""
        clock = self._clock
        return clock.ticks_diff(clock.ticks_us(), self._start_us)

    def take_part(self, data, at):
        """Note the answer to a call for the start of a UID; whether its check byte holds."""
        part = self.part
        for i in range(LEVEL_BYTES):
            part[i] = data[at + i]
        self.known = 1 if bcc(part, 0) == part[LEVEL_BYTES - 1] else 0
        return self.known

    def begins_as(self, uid, at):
        """Whether what was said is the start of the UID at uid[at:], length first."""
        return begins_as(self.part, uid, at)


class Call:
    """`commands`: pn532_frames.Commands; `tag`: the look's Tally, which counts what came of every
    frame and takes the start of a UID. At the end: `is_there`, something answered; `tries`, the
    WUPA that were sent."""

    def __init__(self, commands, tag):
        self._commands = (
            commands.open_call,
            commands.call,
            commands.open_ask,
            commands.ask,
            commands.end_call,
            None,
        )
        self._tag = tag
        self._doing = _END
        self._most = 0  # WUPA that may go unanswered
        self._asks_left = 0
        self.is_there = False
        self.tries = 0
        self.wait_ms = 0  # until the answer to the last command may be there

    def open(self, most, is_whose_open):
        """The first command of a call that gives up after `most` silent WUPA. `is_whose_open`:
        what answers is to say the start of its UID."""
        self.is_there = False
        self.tries = 0
        self._most = most
        self._asks_left = _ASKS if is_whose_open else 0
        return self._go_to(_OPENING)

    def first(self):
        """The command that `open` returned."""
        return self._commands[_OPENING]

    def next(self, chip):
        """What follows the answer that `chip` (nfc.Pn532) has: a command, or None at the end."""
        doing = self._doing
        if doing == _CALLING:
            return self._go_to(self._after_call(chip.status()))
        if doing == _ASKING:
            return self._go_to(self._after_ask(chip))
        return self._go_to(doing + 1)

    def _go_to(self, doing):
        self._doing = doing
        self.wait_ms = doing & 1
        return self._commands[doing]

    def _after_call(self, code):
        self.tries += 1
        if code == TIMEOUT:
            return _CALLING if self.tries < self._most else _CLOSING
        self.is_there = True
        if code == OK:
            self._tag.answers += 1
        else:
            self._tag.crc_errors += 1
        return _WIDENING if self._asks_left else _CLOSING

    def _after_ask(self, chip):
        """It said the start of a UID, or of two on top of each other: its check byte tells."""
        self._asks_left -= 1
        is_whole = chip.status() == OK and chip.count == 1 + LEVEL_BYTES
        if is_whole and self._tag.take_part(chip.data, PAYLOAD + 1):
            self._tag.answers += 1
        elif self._asks_left:
            return _ASKING
        return _CLOSING
