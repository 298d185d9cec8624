"""Public constants put in where they are named (host_tools/deploy/fold.py)."""

import ast

import pytest

from host_tools import FIRMWARE
from host_tools.deploy import fold

CODES = (
    "from micropython import const\n\nOK = const(0)\nNONE = const(OK + 0xFF)\n_OWN = const(3)\n"
)
KNOWN = {"game.codes": {"OK": 0, "NONE": 255, "LEAST": -1}}


def test_what_is_a_public_constant():
    assert fold.constants({"game.codes": CODES, "game.turn": "MOST = 3\n"}) == {
        "game.codes": {"OK": 0, "NONE": 255}
    }


@pytest.mark.parametrize(
    ("source", "folded"),
    [
        ("from game import codes\nx = codes.NONE\n", "pass\nx = 255\n"),
        (
            "from game import codes\nx = codes.name(1)\n",
            "from game import codes\nx = codes.name(1)\n",
        ),
        (
            "from game import codes, turn\nx = turn.go(codes.OK)\n",
            "from game import turn\nx = turn.go(0)\n",
        ),
        (
            "from game.codes import (\n    NONE,\n    OK,\n)\nx = OK - NONE\n",
            "pass\n\n\n\nx = 0 - 255\n",
        ),
        ("from game.codes import LEAST\nx = 5 -LEAST\n", "pass\nx = 5 -(-1)\n"),
        ("from game.codes import OK as GOOD\nx = GOOD\n", "pass\nx = 0\n"),
        ("if x:\n    from game.codes import OK\n    y = OK\n", "if x:\n    pass\n    y = 0\n"),
        ("text = 'ü'; from game import codes; x = codes.OK\n", "text = 'ü'; pass; x = 0\n"),
    ],
)
def test_a_name_becomes_its_value_and_lines_stay(source, folded):
    assert fold.fold("game.turn", source, KNOWN) == folded


@pytest.mark.parametrize(
    "source",
    [
        "from game import codes\n\n\ndef f(codes):\n    return codes.OK\n",
        "from game.codes import OK\n\nOK = OK + 1\n",
        "from other import codes\nx = codes.OK\n",
        "OK = 7\nx = OK\n",
    ],
)
def test_a_name_that_may_mean_something_else_stays(source):
    assert fold.fold("game.turn", source, KNOWN) == source


def test_a_definition_goes():
    folded = fold.fold("game.codes", CODES, {"game.codes": {"OK": 0, "NONE": 255}})
    assert folded == "from micropython import const\n\npass\npass\n_OWN = const(3)\n"


def _firmware() -> dict[str, str]:
    return {str(p.relative_to(FIRMWARE)): p.read_text() for p in sorted(FIRMWARE.rglob("*.py"))}


def test_of_the_firmware_no_name_is_used_whose_definition_went():
    texts = _firmware()
    modules = {name: name[:-3].removesuffix("/__init__").replace("/", ".") for name in texts}
    known = fold.constants({modules[name]: text for name, text in texts.items()})
    assert len(known["domino.rules.codes"]) > 40
    left = []
    for name, text in fold.fold_all(texts).items():
        assert text.count("\n") == texts[name].count("\n")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom):
                names = known.get(node.module, {})
                left += [(name, alias.name) for alias in node.names if alias.name in names]
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                owner = node.value.id
                gone = [m for m in known if m.endswith(f".{owner}") and node.attr in known[m]]
                left += [(name, f"{owner}.{node.attr}") for _ in gone]
    assert left == []
