"""A match is left, for later or for good, and another one is gone on with: what that stores.

`menu.part` is what is to be done next, each in a step of its own: a page of flash takes a
millisecond, and nothing holds the pages of the menu any more, whose room this needs.
"""

from micropython import const

from domino.loaded import drop
from domino.menu.door import NEW_MATCH, RESUME, RESUMED, START
from domino.store.journal import HEAD
from domino.store.settings import Settings
from domino.table import events

_OF_THE_MATCH = ("game", "players", "teams", "options")
_NONE = const(255)
_SEED = const(0x3FFFFFFF)
# Parts behind START,
_PARK = const(2)
_BEGIN = const(3)
# and behind RESUME, with the parked match menu.head.
_BRING = const(5)
_TIDY = const(6)
_COPY = const(7)
_SETTLE = const(8)


def take_part(menu):
    """Do the next part."""
    part, app = menu.part, menu.app
    menu.part = part + 1
    if part == START or part == RESUME:
        if menu.is_going():
            _uncount(app)
    elif part == _BEGIN:
        _begin(menu)
    elif part == _TIDY:
        if app.journal.used > HEAD and app.journal.make_way():
            menu.part = part  # until the end of the match that was on is in its file
    else:
        from domino.store import parked

        scores = _scores(app.match) if menu.is_going() else None
        if part == _PARK:
            if scores and not parked.park(app.journal, scores):
                menu.give_up()  # it would not be offered again
        elif part == _BRING:
            if not parked.bring(app.journal, menu.head, menu.settings.seen, scores):
                menu.give_up()
        elif part == _SETTLE:
            parked.settle(app.files, menu.settings)  # as at every start, where this finds no end
            menu.close(RESUMED)
        elif not parked.copy(app.journal, menu.head):
            menu.give_up()
    drop("store.parked", "store.journal_reading", "store.journal_files", "store.plain")


def _scores(match):
    """Half points by side."""
    return [match.scores[side] for side in range(match.sides)]


def _uncount(app):
    """Its end may have been counted and taken back, and the power have gone between."""
    from domino import errands

    errands.uncount(app)
    drop("errands", "store.statistics", "store.copies")


def abandon(menu):
    """The match that is on ends without a result."""
    if menu.is_going():
        menu.is_abandoned = True
        _uncount(menu.app)
        menu.app.record(events.ABANDONED, _NONE, _NONE, 0)


def _begin(menu):
    """Store the settings, with a seed nobody foresees."""
    values = menu.settings.values
    values["seed"] = (values["seed"] * 75 + 74 + menu.app.clock.ticks_us()) & _SEED
    if menu.save() or _is_stored(menu):
        menu.close(NEW_MATCH)
        return
    from domino.store import parked

    parked.unpark(menu.app.journal)
    menu.give_up()


def _is_stored(menu):
    """Whether the flash, which takes nothing, has such a match: then that begins all the same."""
    menu.refuse()
    stored = Settings(menu.app.files)
    stored.load()
    return all(stored.values[name] == menu.settings.values[name] for name in _OF_THE_MATCH)
