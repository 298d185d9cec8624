"""Two neighbours that read the same UID, as in pair_mfrc522.py, asked by commands to two PN532.

The first reader searches for the tag and halts it (InDeselect: HLTA, UM0701-02, 7.3.10), and then
must find nothing; a search of the other one, which sends a REQA, finds another tag, or the same
one where the HLTA was lost. That is ACTIVE then, and silent to one call (call_pn532.py) of the
first reader, which the halted one of two tags answers.
"""

from micropython import const

from domino.board.call_pn532 import Call
from domino.board.look import DONE, GOES_ON, NOBODY
from domino.board.presence import ENTRY
from domino.nfc.iso14443 import OK, PENDING
from domino.nfc.pn532 import PAYLOAD

_TRIES = const(4)  # to halt the tag
_PROOFS = const(3)  # asked for, of a tag that the second reader finds
_SILENCES = const(2)
_POLL_MS = const(1)

# The command under way.
_FINDING = const(0)
_HALTING = const(1)
_CHECKING = const(2)
_ASKING = const(3)
_PROVING = const(4)
_IDLE = const(5)


class Pair:
    """`lanes`: those of the table, all free now; `tag`: the look's Tally. After
    DONE: `is_decided`, and then `is_another`."""

    def __init__(self, lanes, commands, presence, tag):
        self._lanes = lanes
        self._chip = lanes.chips[0]
        self._commands = commands
        self._call = Call(commands, tag)
        self._tag = tag
        self._presence = presence
        self._phase = _IDLE
        self._asked = NOBODY  # the reader of the command under way
        self._tries = self._proofs = self._silent = 0
        self._has_second = False  # its field is on
        self.wait_ms = 0
        self.is_decided = self.is_another = False

    def cancel(self):
        """The readers were taken away in the middle."""
        self._phase = _IDLE

    def step(self, first, second, choose):
        """The next step: GOES_ON or DONE. `choose(reader)` selects a reader."""
        self.wait_ms = _POLL_MS
        if self._phase == _IDLE:
            return self._begin(first, second, choose)
        choose(self._asked)
        code = self._chip.advance()
        if code == PENDING:
            return GOES_ON
        if code == OK and self._go_on(first, second, choose):
            return GOES_ON
        return self._end(first, second, code != OK, choose)

    def _begin(self, first, second, choose):
        self.is_decided = self.is_another = self._has_second = False
        self._tries = self._proofs = self._silent = 0
        needs = self._lanes.needs_set_up
        if needs[first] or needs[second]:
            return DONE
        if self._find(first, choose):
            return GOES_ON
        return self._end(first, second, True, choose)

    def _find(self, first, choose):
        presence, at = self._presence, first * ENTRY
        self._tries += 1
        length = presence.uids[at]
        if length == 0 or length > 7:
            return False
        command = self._commands.search_for(presence.uids, at + 1, length)
        return self._send(_FINDING, first, command, choose)

    def _send(self, phase, reader, command, choose):
        self._phase = phase
        self._asked = reader
        choose(reader)
        return self._chip.begin(command) == PENDING

    def _go_on(self, first, second, choose):
        """Whether another command is under way."""
        commands = self._commands
        if self._phase == _HALTING:
            return self._send(_CHECKING, first, commands.search_one, choose)
        if self._phase == _PROVING:
            return self._prove(first, second, choose)
        is_found = self._chip.data[PAYLOAD] != 0
        if self._phase == _ASKING:
            if self._is_same(first, is_found):
                return self._send(_PROVING, first, self._call.open(1, False), choose)
            self._silent += 1
            self.is_decided = self._silent == _SILENCES
            return not self.is_decided and self._ask(second, choose)
        if self._phase == _CHECKING and not is_found:
            return self._ask(second, choose)
        if self._phase == _FINDING and is_found:
            return self._send(_HALTING, first, commands.halt, choose)
        return self._tries < _TRIES and self._find(first, choose)

    def _ask(self, second, choose):
        self._has_second = True
        return self._send(_ASKING, second, self._commands.search_one, choose)

    def _is_same(self, first, is_found):
        """A tag with another UID may lie there too: that says nothing of this one."""
        tag = self._tag
        if is_found and self._chip.take_first(tag):
            return self._presence.is_same_uid(first, tag.uid, tag.length)
        return False

    def _prove(self, first, second, choose):
        """The next command of the call, and after its end of another search."""
        tag, call = self._tag, self._call
        tag.answers = 0
        command = call.next(self._chip)
        self.is_another = self.is_another or tag.answers != 0  # what is bent may be noise
        if command is not None:
            return self._send(_PROVING, first, command, choose)
        self._proofs += 1
        self.is_decided = self.is_another or self._proofs == _PROOFS
        return not self.is_decided and self._ask(second, choose)

    def _leave(self, reader, is_broken, choose):
        choose(reader)
        chip = self._chip
        if is_broken and reader == self._asked:
            self._lanes.needs_set_up[reader] = 1
            if chip.is_gone or not chip.abort():
                return
        if not chip.finish(self._commands.field_off):
            self._lanes.needs_set_up[reader] = 1
            chip.abort()

    def _end(self, first, second, is_broken, choose):
        """Both fields off; a chip that did not answer is set up at its next look."""
        self._leave(first, is_broken, choose)
        if self._has_second:
            self._leave(second, is_broken, choose)
        self._phase = _IDLE
        self.wait_ms = 0
        return DONE
