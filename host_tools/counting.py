"""So many of something, in words: `1 reader`, `2 readers`."""

from __future__ import annotations

from collections.abc import Iterable


def counted(number: int, one: str, many: str = "") -> str:
    """The number and its noun; `many` where that is not `one` and an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def one_of(names: Iterable[str]) -> str:
    """`one of a, b`; a single name stands for itself."""
    names = list(names)
    return names[0] if len(names) == 1 else f"one of {', '.join(names)}"
