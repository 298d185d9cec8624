"""Opens the menu, and closes it so that nothing of it stays in the heap.

Called by the app between two steps; whoever imports it drops it again.
"""

import gc
import sys

from micropython import const

# What the app does once the menu is closed.
CLOSED = const(0)
NEW_MATCH = const(1)  # begin one as the stored settings say
RESUMED = const(2)  # go on with the one that the journal has as its last

_OURS = "domino.menu"


def use(app):
    """Open the menu at the page that is wanted, or close the one that is done.

    Returns what is to be done now that it is closed, CLOSED for nothing.
    """
    if app.menu is None:
        _open(app)
        return CLOSED
    ending = app.menu.ending
    app.menu.leave()
    loaded = app.menu.loaded
    app.menu = None
    _forget(loaded)
    return ending


def _open(app):
    page = app.wanted
    app.wanted = None
    loaded = [name for name in sys.modules if name.startswith("domino.")]
    gc.collect()  # what is imported now finds the heap in one piece
    try:
        from domino.menu.menu import Menu

        menu = Menu(app, page, loaded)
        if menu.enter():
            app.menu = menu
            menu.begin()
            return
    except MemoryError:  # a board of many parts and little heap plays all the same
        pass
    menu = None
    _forget(loaded)


def _forget(loaded):
    """Let go of every module that came with the menu."""
    for full in list(sys.modules):
        if full.startswith("domino.") and full not in loaded and not full.startswith(_OURS):
            _drop(full)
    for full in list(sys.modules):
        if full.startswith(_OURS + "."):
            _drop(full)
    _drop(_OURS)
    gc.collect()


def _drop(full):
    if sys.modules.pop(full, None):
        package, _, name = full.rpartition(".")
        if package in sys.modules and hasattr(sys.modules[package], name):
            delattr(sys.modules[package], name)
