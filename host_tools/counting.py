"""So many of something, in words: `1 reader`, `2 readers`."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """The number and its noun; `many` where that is not `one` and an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"
