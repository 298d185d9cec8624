"""Short names of parameters (host_tools/deploy/shorten.py)."""

import ast

import pytest

from host_tools import FIRMWARE
from host_tools.deploy import shorten


@pytest.mark.parametrize(
    ("source", "shortened"),
    [
        ("def f(tile, slot): return tile + slot", "def f(a, b): return a + b"),
        ("def f(self, tile): self.tile = tile", "def f(self, a): self.tile = a"),
        ("def f(tile: int = 3) -> int: return tile", "def f(a: int = 3) -> int: return a"),
        # a name that the function uses otherwise is not taken
        ("def f(tile): a = tile; return a", "def f(b): a = b; return a"),
        ("def f(tile): return b(tile)", "def f(a): return b(a)"),
        ("def f(tile, *a): return tile", "def f(b, *a): return b"),
        ("def f(tile): x = 'ü'; return tile", "def f(a): x = 'ü'; return a"),
        ("async def f(tile): return tile", "async def f(a): return a"),
        ("class A:\n    def f(tile): return tile", "class A:\n    def f(a): return a"),
        ("def f(n): return [n * i for i in n]", "def f(a): return [a * i for i in a]"),
    ],
)
def test_parameters_become_letters(source, shortened):
    assert shorten.shorten(source, {"self"}) == shortened


@pytest.mark.parametrize(
    "source",
    [
        "def f(given):\n    return given\n",  # passed by name somewhere
        "def f(tile):\n    def g():\n        return tile\n    return g\n",
        "def f(tile):\n    return lambda slot: tile\n",
        "def f(tile):\n    return f'{tile}'\n",
        "def f(*tiles, **more):\n    return tiles, more\n",
    ],
)
def test_what_may_be_asked_for_by_name_stays(source):
    assert shorten.shorten(source, {"given"}) == source


def test_a_name_that_any_file_passes_stays_in_all():
    sources = {"a.py": "def f(tile, slot):\n    pass\n", "b.py": "f(slot=1)\n"}
    assert shorten.shorten_all(sources) == {
        "a.py": "def f(a, slot):\n    pass\n",
        "b.py": "f(slot=1)\n",
    }


def test_the_firmware_means_the_same_with_a_hundred_names_less():
    texts = {str(p.relative_to(FIRMWARE)): p.read_text() for p in FIRMWARE.rglob("*.py")}
    shortened = shorten.shorten_all(texts)
    before, after = set(), set()
    for path, text in texts.items():
        old, new = ast.parse(text), ast.parse(shortened[path])
        before |= {node.arg for node in ast.walk(old) if isinstance(node, ast.arg)}
        after |= {node.arg for node in ast.walk(new) if isinstance(node, ast.arg)}
        assert _numbered(old) == _numbered(new), path
        assert text.count("\n") == shortened[path].count("\n")
    assert len(after) < len(before) - 100


def _numbered(tree):
    """The tree with every function's names replaced by the order in which they come."""
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            own = {arg.arg: f"#{i}" for i, arg in enumerate(function.args.args)}
            inside = [node for part in function.body for node in ast.walk(part)]
            for node in [*inside, *function.args.args]:
                if isinstance(node, ast.arg):
                    node.arg = own.get(node.arg, node.arg)
                elif isinstance(node, ast.Name):
                    node.id = own.get(node.id, node.id)
    return ast.dump(tree)


def test_a_file_is_named_by_its_place_in_the_package():
    assert shorten.file_name("domino/board/scanner.py") == "board/scanner"
    assert shorten.file_name("main.py") == "main"
