"""Constants of codes.py that a module has again, as the compiler wants, agree with it."""

import re

import pytest

from domino.rules import codes
from host_tools import FIRMWARE

MODULES = sorted((FIRMWARE / "domino" / "rules").glob("*.py"))


def repeated(source: str) -> list:
    """(name, value) of each `_NAME = const(number)` whose name codes.py has."""
    found = re.findall(r"^_([A-Z_]+) = const\((\d+)\)", source, re.MULTILINE)
    return [(name, int(value)) for name, value in found if hasattr(codes, name)]


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_a_constant_had_again_is_the_same(module):
    for name, value in repeated(module.read_text(encoding="utf-8")):
        assert value == getattr(codes, name), name


def test_there_are_some():
    assert sum(len(repeated(path.read_text(encoding="utf-8"))) for path in MODULES) > 5
    assert repeated("_NONE = const(7)\n_HAT = const(3)\n") == [("NONE", 7)]
