"""Stops a scanner while somebody else has its readers. Imported when that happens."""

from domino.board.health import NOBODY
from domino.board.presence import LOST
from domino.board.scanner import RESET


def stop(scanner):
    """Let go of the readers, at once and in any state. The next step sets all of them up."""
    look = scanner._look
    if look.works_ahead:
        _stop_pn532(scanner, look)
    else:
        scanner._select.strobe(1)  # a Ctrl-C may have left it low
        pair = (look.first, look.second) if look.second != NOBODY else ()
        for reader in (scanner._current, scanner._following) + pair:
            if reader != NOBODY:
                scanner._select.choose(scanner._outputs[reader])
                look.chip.field_off()
    look.second = NOBODY
    if look.pair:
        look.pair.cancel()
    scanner._current = scanner._following = NOBODY
    scanner._next_set_up = 0
    scanner._state = RESET


def _stop_pn532(scanner, look):
    """End the commands under way, and the fields that they switched on."""
    lanes = look.lanes
    for lane in range(len(lanes.chips)):
        reader, chip = lanes.places[lane], lanes.chips[lane]
        if reader != NOBODY:
            lanes.places[lane] = NOBODY
            _switch_off(scanner, look, chip, reader)
    if look.second != NOBODY:
        for reader in (look.first, look.second):
            _switch_off(scanner, look, lanes.chips[0], reader)
    for reader in range(scanner.readers):
        lanes.needs_set_up[reader] = 1


def _switch_off(scanner, look, chip, reader):
    scanner._select.choose(scanner._outputs[reader])
    if chip.abort():
        chip.finish(look.commands.field_off)


def reread(scanner):
    """What lies there may say something else by now: read every tag and look it up again. What
    lay over a dead reader still tells the slots that hear it."""
    presence = scanner.presence
    for reader in range(scanner.readers):
        if presence.stages[reader] != LOST:
            presence.forget_uid(reader)
