"""Where a JSON text is wrong, as its writer sees it: at the comma, not on the line behind it."""

from __future__ import annotations

import json


def place(error: json.JSONDecodeError) -> tuple[int, int, str]:
    """Line and column, both from 1, and what is wrong there in a few words.

    Python's reader names what it met in place of a comma, or behind one too many, which often
    stands on a later line than the comma.
    """
    text, at, words = error.doc, error.pos, error.msg
    before, closes = text[:at].rstrip(), text[at : at + 1] in ("}", "]")
    if words.endswith("delimiter") and not closes:
        at = len(before)
    elif before.endswith(",") and closes:
        at, words = len(before) - 1, "a comma too many"
    elif words.startswith("Illegal trailing comma"):  # from Python 3.13 on, at the comma
        words = "a comma too many"
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at), words
