"""How a match begins: taken up from the journal where the power cut one off, else anew.

Needed at the start of a match only; whoever imports it drops it again.
"""

from domino.rules import codes
from domino.store import journal_files
from domino.store.record import crc16


def begin(journal, table, match, settings, seat_pads, follow, is_new=False):
    """Begin the match that was prepared; True if it goes on with one from before a power cut.

    `is_new`: it does not. Else that must be the one that the settings ask for, and not over.
    `journal`: None for none. `follow()`: called after each record that is played again; False
    when all begins anew.
    """
    is_unread = journal is not None and (not is_new or not journal.match)
    if is_unread and journal_files.has_any(journal):
        _reset(table, settings, seat_pads)
        if is_new:
            _leave(journal)
        elif _take_up(journal, table, match, settings, follow):
            return True
    follow(False)
    match.set_up(match.players, match.teams)
    _reset(table, settings, seat_pads)
    if journal is not None:
        game, options = settings.get("game"), settings.get("options", {})
        seed = settings.get("seed", 1)
        journal.start(game, match.players, match.teams, options, seed, _check(match))
    return False


def _leave(journal):
    """Let what the tail holds of the last match become part of its file."""
    from domino.store import journal_reading

    journal_reading.load(journal)


def _reset(table, settings, seat_pads):
    starters = settings.get("starters", ())
    starters = bytes(codes.NONE if seat is None else seat for seat in starters)
    table.begin(seat_pads, starters, settings.get("seed", 1))


def _check(match):
    """The rules in force, as the CRC-16 of all parameters."""
    rules = bytes(match.rules)
    return crc16(rules, 0, len(rules), 0xFFFF)


def _take_up(journal, table, match, settings, follow):
    from domino.store import journal_reading
    from domino.table.resume import Resume

    if not journal_reading.load(journal) or not _is_asked_for(journal, match, settings):
        return False
    resume = Resume(match, table.placement)

    def take(action, seat, tile, joint):
        is_taken = resume.take(action, seat, tile, joint)
        follow(True)
        return is_taken

    journal_reading.replay(journal, take)
    if resume.is_abandoned or match.match_over or match.round_number < 0:
        return False
    table.resume(resume.accepted, resume.lot, resume.undone)
    if hasattr(table, "take_up_move"):
        table.take_up_move(resume.moves, resume.laid, resume.closed, resume.may_add)
    if "parked.json" in journal.files.listdir(""):
        from domino.store import parked

        parked.unpark(journal)
    return True


def _is_asked_for(journal, match, settings):
    if journal.game != settings.get("game") or journal.check != _check(match):
        return False
    return journal.players == match.players and journal.teams == match.teams
