"""Opens the menu, and closes it so that nothing of it stays in the heap.

Called by the app between two steps; whoever imports it drops it again.
"""

import gc

from micropython import const

from domino.loaded import keep_only, modules

# What the app does once the menu is closed.
CLOSED = const(0)
NEW_MATCH = const(1)  # begin one as the stored settings say
RESUMED = const(2)  # go on with the one that the journal has as its last
SELF_TEST = const(3)

# Where leaving.py begins: a new match, a parked one.
START = const(1)
RESUME = const(4)

_OURS = "domino.menu"


def use(app):
    """Open the menu at the page that is wanted, or close the one that is done.

    Returns what is to be done now that it is closed, CLOSED for nothing.
    """
    if app.menu is None:
        return _open(app)
    ending = app.menu.ending
    _close(app, app.menu.loaded)
    return ending


def _open(app):
    page = app.wanted
    app.wanted = None
    gc.collect()  # what is imported now finds the heap in one piece
    loaded = [name for name in modules() if not name.startswith(_OURS)]
    try:
        is_seen = _has_screen(app)
        if is_seen and _enter(app, page, loaded):
            return CLOSED
    except MemoryError:  # a board of many parts and little heap plays all the same
        is_seen = False
    _close(app, loaded)
    # Where nobody can see a page ok begins the next match all the same.
    return NEW_MATCH if page == "rematch" and not is_seen else CLOSED


def _has_screen(app):
    from domino.ui import notice

    return notice.is_shown(app.screen) is not None


def _enter(app, page, loaded):
    """Make the menu and show its first page; False where that cannot be."""
    from domino.menu.menu import Menu

    menu = Menu(app, page, loaded)
    if not menu.enter():
        return False
    app.menu = menu
    menu.begin()
    return not menu.is_empty()


def _close(app, loaded):
    """The game goes on, with nothing of the menu left."""
    if app.menu is not None:
        app.menu.leave()
    app.menu = None
    keep_only(loaded)
