"""The texts of a language, by part, and its letters: the only place that knows where they lie.

A table of texts is bytes: key, length, text (host_tools/languages/texts.py). It is handed out, and
the module that brought it is let go of: only the language in use is in RAM.
"""

import sys

_FALLBACK = "en"  # what a board shows whose language has no such table


def texts_for(language, part=""):
    """The table of a language; `part`: "" what every game needs, "games", "service", "menu"."""
    tail = "_" + part if part else ""
    try:
        return _take(language + tail).TABLE
    except ImportError:
        return _take(_FALLBACK + tail).TABLE


def letters_for(language):
    """The module of a language's drawn letters (ui/drawn.py), None where they fit cells."""
    try:
        return _take(language + "_font")
    except ImportError:
        return None


def _take(name):
    full = "domino.words." + name
    module = __import__(full, None, None, ("TABLE",))
    sys.modules.pop(full, None)
    words = sys.modules["domino.words"]
    if hasattr(words, name):
        delattr(words, name)
    return module
