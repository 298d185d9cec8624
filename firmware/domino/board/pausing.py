"""Stops a scanner while somebody else has its readers. Imported when that happens."""

from domino.board.health import NOBODY
from domino.board.presence import ENTRY, NO_UID
from domino.board.scanner import RESET


def stop(scanner):
    """Let go of the readers, at once and in any state. The next step sets all of them up."""
    scanner._select.strobe(1)  # a Ctrl-C may have left it low
    for reader in (scanner._current, scanner._following):
        if reader != NOBODY:
            scanner._select.choose(scanner._outputs[reader])
            scanner._chip.field_off()
    scanner._current = scanner._following = NOBODY
    scanner._next_set_up = 0
    scanner._state = RESET


def reread(scanner):
    """What lies there may say something else by now: read every tag and look it up again."""
    presence = scanner.presence
    for reader in range(scanner.readers):
        presence.stages[reader] = NO_UID
        presence.uids[reader * ENTRY] = 0
