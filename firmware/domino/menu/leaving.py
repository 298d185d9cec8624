"""A match is left, for later or for good, and another one begins: what that stores."""

from micropython import const

from domino.app import drop
from domino.menu.door import NEW_MATCH
from domino.table import events

_NONE = const(255)
_SEED = const(0x3FFFFFFF)


def scores(match):
    """Half points by side."""
    return [match.scores[side] for side in range(match.sides)]


def uncount(app):
    """The match that is on is left: its end may have been counted, and taken back then."""
    from domino.store.statistics import Statistics

    statistics = Statistics(app.files)
    if statistics.uncount(app.journal.match):
        statistics.save()


def abandon(menu):
    """The match that is on ends without a result."""
    if menu.is_going():
        menu.is_abandoned = True
        uncount(menu.app)
        menu.app.record(events.ABANDONED, _NONE, _NONE, 0)


def begin(menu):
    """Leave the match that is on for later, store the settings, with a seed nobody foresees."""
    app = menu.app
    if menu.is_going():
        uncount(app)
        drop("store.statistics", "store.copies")
        from domino.store import parked

        parked.park(app.journal, scores(app.match))
        drop("store.parked", "store.journal_reading", "store.journal_files", "store.plain")
    values = menu.settings.values
    values["seed"] = (values["seed"] * 75 + 74 + app.clock.ticks_us()) & _SEED
    if not menu.save():
        menu.refuse()  # it begins all the same
    menu.close(NEW_MATCH)
