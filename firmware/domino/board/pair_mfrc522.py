"""Two neighbours that read the same UID: is it one tag, heard through both, or are there two?

The tag is halted through the reader that read it first, whose field stays on; then a REQA goes out
from the other one (ISO/IEC 14443-3, 6.4: a halted tag is silent to it). What answers is another
tag, or the same one where the HLTA was lost. So the one that answers is selected, and the first
reader sends one WUPA: a lone tag, now ACTIVE, is silent to it, and the halted one of two answers.
For some 20 ms two fields are on that lie side by side; no other one is meanwhile.
"""

from micropython import const

from domino.board.look import DONE, GOES_ON
from domino.board.presence import ENTRY
from domino.nfc.iso14443 import DEAD, OK, TIMEOUT

_SETTLE_MS = const(6)  # 5 ms and what a tick may miss
_LIMIT_US = const(11_000)
_TRIES = const(4)  # to halt the tag, and of requests to the other reader
_HALTS = const(2)  # one may be lost

_LIGHT = const(0)
_HALT = const(1)
_ASK = const(2)
_PROVE = const(3)


class Pair:
    """`chip`, `tag`: the driver of all readers and its TypeA. After DONE: `is_decided`, and then
    `is_another`."""

    def __init__(self, chip, tag, presence):
        self._chip = chip
        self._tag = tag
        self._presence = presence
        self._phase = _LIGHT
        self._tries = 0
        self.wait_ms = 0
        self.is_decided = self.is_another = False

    def cancel(self):
        """The readers were taken away in the middle."""
        self._phase = _LIGHT

    def step(self, first, second, choose):
        """The next step, 13 ms at most: GOES_ON or DONE. `choose(reader)` selects a reader."""
        self.wait_ms = 0
        if self._phase == _LIGHT:
            return self._light(first, second, choose)
        other = first if self._phase == _ASK else second
        choose(second if self._phase == _ASK else first)
        self._tag.begin(_LIMIT_US)
        if not self._go_on(first):
            self._chip.rest()
            return GOES_ON
        self._chip.end()
        choose(other)
        self._chip.end()
        self._phase = _LIGHT
        return DONE

    def _light(self, first, second, choose):
        self.is_decided = self.is_another = False
        self._tries = 0
        choose(first)
        self._chip.field_on()
        choose(second)
        self._chip.field_on()
        self._phase = _HALT
        self.wait_ms = _SETTLE_MS
        return GOES_ON

    def _go_on(self, first):
        """Whether it is all over."""
        if self._phase == _HALT:
            return self._halt(first)
        return self._ask(first) if self._phase == _ASK else self._prove()

    def _halt(self, first):
        """Whether it is all over, as the tag cannot be selected or goes on answering."""
        tag, uids, at = self._tag, self._presence.uids, first * ENTRY
        self._tries += 1
        if uids[at]:
            tag.expect(uids, at + 1, uids[at])
            if tag.reselect() == OK:
                for _ in range(_HALTS):
                    tag.halt()
                tag.spare_halted(True)
                if tag.wake(2, True, True) != OK:
                    self._phase = _ASK
                    self._tries = 0
                    return False
        return self._tries == _TRIES

    def _ask(self, first):
        """A tag with another UID may lie there too: that says nothing of this one."""
        tag = self._tag
        tag.spare_halted(True)
        tag.forget()
        self._tries += 1
        code = tag.wake(_TRIES, True)
        if code == OK:
            code = tag.select()
        if code == OK and self._presence.is_same_uid(first, tag.uid, tag.length):
            self._phase = _PROVE
            return False
        self.is_decided = code == OK or (code == TIMEOUT and not tag.answers)
        return self.is_decided or code == DEAD or self._tries == _TRIES

    def _prove(self):
        """One WUPA and no more: a lone tag answers the second one."""
        code = self._tag.wake(1, True)
        self.is_another = self._tag.answers != 0  # what is bent may be noise
        self.is_decided = self.is_another or self._tries == _TRIES
        self._phase = _ASK
        return self.is_decided or code == DEAD
