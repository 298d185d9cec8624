"""Stand-in for MicroPython's `micropython` module where the firmware runs on CPython."""


def const(value: object) -> object:
    """A constant; MicroPython's compiler folds it, CPython just keeps it."""
    return value


def native(function: object) -> object:
    """Compiled to machine code on a board; plain Python here."""
    return function


viper = native


def heap_lock() -> None:
    """CPython cannot lock its heap: the proof runs on MicroPython (tests/device)."""


def heap_unlock() -> int:
    """See heap_lock."""
    return 0
