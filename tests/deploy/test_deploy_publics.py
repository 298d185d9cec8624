"""Short names of what only the firmware asks for (host_tools/deploy/publics.py)."""

import re
import tokenize
from io import StringIO

import pytest

from host_tools import FIRMWARE
from host_tools.deploy import fold, privates, publics, shorten


def short(**sources):
    """The modules with short names; by name without `.py`."""
    found = publics.shorten_all({f"{name}.py": text for name, text in sources.items()})
    return {path.removesuffix(".py"): text for path, text in found.items()}


@pytest.mark.parametrize(
    ("source", "shortened"),
    [
        ("def tally_up(): pass\ntally_up()", "def {0}(): pass\n{0}()"),
        ("class Pegboard: pass\nx = Pegboard()", "class {0}: pass\nx = {0}()"),
        (
            "class A:\n    def __init__(self): self.spare_ms = 'ü'; self.spare_ms += 1",
            "class A:\n    def __init__(self): self.{0} = 'ü'; self.{0} += 1",
        ),
        ("def peg_at(peg_at): return peg_at  # peg_at", "def {0}({0}): return {0}  # peg_at"),
    ],
)
def test_names_become_short(source, shortened):
    (new,) = publics.names({"m.py": source}).values()
    assert len(new) == 1 and short(m=source)["m"] == shortened.format(new)


@pytest.mark.parametrize(
    "source",
    [
        "def view(): pass",  # the simulator asks for it,
        "def append(): pass",  # Python has something of that name,
        "def ioctl(): pass",  # and MicroPython
        "def sorted_by(a): f(sorted_by=a)",  # passed by name
        "import peg_board\npeg_board = 3",
        "x = 'is_first peg'\ndef is_first(): pass",  # somebody may ask for it by its name
        "def peg(): pass",  # too short to be worth it
        "def pegs(): return f'{pegs}'",
    ],
)
def test_names_that_others_know_stay(source):
    assert short(m=source)["m"] == source


def test_a_name_is_the_same_in_every_module():
    found = short(
        lamp="def light_up(): pass\nclass Lamp:\n    def dim_to(self): pass",
        lights="from domino.lamp import Lamp, light_up as lit\nLamp().dim_to(light_up)",
    )
    new = re.findall(r"(?:def|class) (\w+)", found["lamp"])
    assert len(set(new)) == 3
    assert found["lights"] == (
        f"from domino.lamp import {new[1]}, {new[0]} as lit\n{new[1]}().{new[2]}({new[0]})"
    )


def test_a_module_keeps_its_name():
    assert short(presence="x = 1", m="def presence(): pass")["m"] == "def presence(): pass"


@pytest.fixture(scope="module")
def firmware():
    """The sources as they come to the public names; text by path."""
    paths = sorted(FIRMWARE.rglob("*.py"))
    texts = {str(path.relative_to(FIRMWARE)): path.read_text() for path in paths}
    return privates.shorten_all(shorten.shorten_all(fold.fold_all(texts)))


def tokens(text):
    every = tokenize.generate_tokens(StringIO(text).readline)
    return [token.string for token in every if token.type == tokenize.NAME]


def test_the_whole_firmware_is_the_same_but_for_the_names(firmware):
    made = publics.names(firmware)
    after = publics.shorten_all(firmware)
    assert len(made) > 300 and len(set(made.values())) == len(made)
    before = {name for text in firmware.values() for name in tokens(text)}
    assert not before & set(made.values())  # no new name was there
    for path, text in firmware.items():
        compile(after[path], path, "exec")
        assert after[path].count("\n") == text.count("\n")
        assert tokens(after[path]) == [made.get(name, name) for name in tokens(text)]


def test_a_traceback_gets_its_public_names_back(firmware):
    made = publics.names(firmware)
    found = (*privates.names(firmware), dict.fromkeys(firmware, made))
    frame = '  File "/lib/domino/board/scanner.py", line 1, in {}'
    told = privates.translated(frame.format(made["seal"]), found)
    assert told == frame.format("seal")
