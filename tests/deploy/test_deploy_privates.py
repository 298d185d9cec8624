"""Short private names (host_tools/deploy/privates.py)."""

import pytest

from host_tools import FIRMWARE
from host_tools.deploy import fold, privates, shorten


def short(**sources):
    """The modules with short names; by name without `.py`."""
    found = privates.shorten_all({f"{name}.py": text for name, text in sources.items()})
    return {path.removesuffix(".py"): text for path, text in found.items()}


@pytest.mark.parametrize(
    ("source", "shortened"),
    [
        ("def _look(): pass\n_look()", "def _a(): pass\n_a()"),
        ("_ENOUGH = bytes(3)\nx = _ENOUGH[0]", "_a = bytes(3)\nx = _a[0]"),
        ("class _Chip: pass\nclass B(_Chip): pass", "class _a: pass\nclass B(_a): pass"),
        (
            "class A:\n    def __init__(self): self._ms = 'ü'; self._ms += self._ms",
            "class A:\n    def __init__(self): self._a = 'ü'; self._a += self._a",
        ),
        (
            "class A:\n    async def _go(self):\n        return (self\n            ._go)",
            "class A:\n    async def _a(self):\n        return (self\n            ._a)",
        ),
    ],
)
def test_private_names_become_short(source, shortened):
    assert short(m=source)["m"] == shortened


@pytest.mark.parametrize(
    "source",
    [
        "_TRIES = const(3)\nx = _TRIES",  # vanishes when it is compiled
        "from asyncio import _core\n_core.x",
        "f(_tile=3)\ndef f(_tile): return _tile",
        "import core\ncore._task_queue = 3",  # MicroPython's own
        "def __init__(): pass",
        "x = '_look'\ndef _look(): pass",  # somebody may ask for it by its name
    ],
)
def test_names_that_others_know_stay(source):
    assert short(m=source)["m"] == source


def test_an_attribute_and_a_function_may_share_a_name():
    text = "def _b(): pass\nclass A:\n    def _z(self): _b()"
    assert short(m=text)["m"] == "def _a(): pass\nclass A:\n    def _a(self): _a()"


def test_a_class_and_its_base_in_another_module_agree():
    found = short(
        base="class Reader:\n    def _end(self): self._now = 1\n    def _off(self): pass",
        own="from base import Reader\nclass Mine(Reader):\n    def _begin(self): self._off()",
    )
    names = {"_end": "_b", "_now": "_c", "_off": "_d"}
    assert found["base"].split("def ")[1].startswith(names["_end"])
    assert "def _a(self): self._d()" in found["own"] and "def _d(self)" in found["base"]


def test_what_another_module_touches_has_one_name_everywhere():
    found = short(
        scanner="class Scanner:\n    def __init__(self): self._a = self._state = 0",
        pausing="def stop(scanner): scanner._state = 1",
    )
    assert "scanner._a = 1" in found["pausing"]
    assert "self._b = self._a = 0" in found["scanner"]


def test_there_are_more_than_one_letter_names():
    text = "\n".join(f"def _name_{i}(): pass" for i in range(100))
    made = [line[4:-8] for line in short(m=text)["m"].splitlines()]
    assert len(set(made)) == 100 and sorted(map(len, made)) == [2] * 36 + [3] * 64


@pytest.fixture(scope="module")
def firmware():
    """The sources as they come to the private names; text by path."""
    paths = sorted(FIRMWARE.rglob("*.py"))
    texts = {str(path.relative_to(FIRMWARE)): path.read_text() for path in paths}
    return shorten.shorten_all(fold.fold_all(texts))


def test_the_whole_firmware_keeps_its_lines_and_loses_most_names(firmware):
    after = privates.shorten_all(firmware)
    for path, text in firmware.items():
        compile(after[path], path, "exec")
        assert after[path].count("\n") == text.count("\n")
    globals_, attributes = privates.names(firmware)
    names = {name for found in (*globals_.values(), *attributes.values()) for name in found}
    made = {new for found in (*globals_.values(), *attributes.values()) for new in found.values()}
    assert len(made) * 4 < len(names)


def test_a_traceback_gets_its_names_back(firmware):
    found = privates.names(firmware)
    new = found[1]["domino/board/scanner.py"]["_set_up_next"]
    frame = '  File "/lib/domino/board/scanner.py", line 1, in {}'
    assert privates.translated(frame.format(new), found) == frame.format("_set_up_next")
    for line in (frame.format("step"), "OSError: 5", '  File "other.py", line 1, in _a'):
        assert privates.translated(line, found) == line
