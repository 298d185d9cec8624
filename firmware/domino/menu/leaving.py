"""A match is left, for later or for good, and another one is gone on with: what that stores.

It is done in parts, each in a step of its own: a page of flash takes a millisecond, and nothing
holds the pages of the menu any more, whose room this needs. `menu.part` is the next one.
"""

from micropython import const

from domino.loaded import drop
from domino.menu.door import NEW_MATCH, RESUMED
from domino.store.journal import HEAD
from domino.store.settings import Settings
from domino.table import events

_OF_THE_MATCH = ("game", "players", "teams", "options")
_NONE = const(255)
_SEED = const(0x3FFFFFFF)


def take_part(menu):
    """Do the next part."""
    part = menu.part
    menu.part = part + 1
    _PARTS[part](menu)
    drop("store.parked", "store.journal_reading", "store.journal_files", "store.plain")


def abandon(menu):
    """The match that is on ends without a result."""
    if menu.is_going():
        menu.is_abandoned = True
        _uncount(menu.app)
        menu.app.record(events.ABANDONED, _NONE, _NONE, 0)


def _uncount(app):
    """Its end may have been counted and taken back, and the power have gone between."""
    from domino import errands

    errands.uncount(app)
    drop("errands", "store.statistics", "store.copies")


def _scores(menu):
    """Half points by side of the match that is left for later; None where none is."""
    match = menu.app.match
    return [match.scores[side] for side in range(match.sides)] if menu.is_going() else None


# -- the parts -----------------------------------------------------------------------------------
def _look_at_statistics(menu):
    if menu.is_going():
        _uncount(menu.app)


def _park(menu):
    from domino.store import parked

    scores = _scores(menu)
    if scores and not parked.park(menu.app.journal, scores):
        menu.give_up()  # it would not be offered again


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


def _bring(menu):
    from domino.store import parked

    if not parked.bring(menu.app.journal, menu.head, menu.settings.seen, _scores(menu)):
        menu.give_up()


def _tidy(menu):
    """As often as it takes to have the end of the match that was on in its file."""
    if menu.app.journal.used > HEAD and menu.app.journal.make_way():
        menu.part -= 1


def _copy(menu):
    from domino.store import parked

    if not parked.copy(menu.app.journal, menu.head):
        menu.give_up()


def _settle(menu):
    """As at every start, where this finds no end: the settings ask for the match."""
    from domino.store import parked

    parked.settle(menu.app.files, menu.settings)
    menu.close(RESUMED)


# door.START and door.RESUME are places here.
_TO_NEW = (_look_at_statistics, _park, _begin)
_TO_PARKED = (_look_at_statistics, _bring, _tidy, _copy, _settle)
_PARTS = (None,) + _TO_NEW + _TO_PARKED
