"""Figures taken on MicroPython change with what they measure."""

import shutil
from statistics import median

import pytest

from domino.rules.games import GAMES
from host_tools import FIRMWARE
from host_tools.bench import core, device_run, memory
from host_tools.bench.table import config
from host_tools.runtimes.micropython import binary, scripts
from tests.rules import core as rules

needs_unix = pytest.mark.skipif(not binary.find(), reason=binary.MISSING)


@pytest.fixture
def spoilt(tmp_path):
    """The rules core with a play that makes an object."""
    shutil.copytree(FIRMWARE / "domino" / "rules", tmp_path / "domino" / "rules")
    shutil.copy(FIRMWARE / "domino" / "__init__.py", tmp_path / "domino")
    source = tmp_path / "domino" / "rules" / "match.py"
    text = source.read_text()
    begin = text.index('"""', text.index("def play(")) + 3
    end = text.index('"""', begin) + 3
    source.write_text(text[:end] + "\n        self.spoilt = [1, 2, 3]" + text[end:])
    return tmp_path


@needs_unix
def test_a_core_that_allocates_is_found(spoilt):
    code = (device_run.FOLDER / "core_alloc.py").read_text()
    *_, grown = map(int, scripts.run(code, (), device_run.FOLDER, firmware=spoilt).split())
    assert grown > 1000
    games, matches, actions, grown = map(int, device_run.on_unix("core_alloc.py").split())
    assert (games, grown) == (len(GAMES), 0)
    assert matches == 4 * len(rules.all_tables()) and actions > 10000


@needs_unix
def test_the_worst_micropython_counts(monkeypatch):
    monkeypatch.setattr(device_run, "on_32_bits", lambda *_: "2 28 5699 64")
    figure = next(core.measure(False))
    assert (figure.id, figure.value, figure.holds) == ("core_alloc_bytes", 64, False)


@needs_unix
@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not here")
def test_instructions_are_counted_by_play():
    arguments = ("all-fives", 4, 1, 2, 2)  # two rounds
    counts = device_run.instructions("core_plays.py", *arguments)
    assert len(counts) == int(device_run.on_unix("core_plays.py", *arguments))
    assert 1000 < min(counts) < max(counts)
    assert max(counts) <= 1.5 * median(counts)


def test_sizes_are_those_of_the_files_that_are_copied():
    sizes = memory.mpy_sizes()
    assert {"boot", "main", "domino", "domino.app", "domino.rules", "domino.rules.match"} <= set(
        sizes
    )
    assert "manifest" not in sizes
    assert sizes["domino.app"] > 2000


@pytest.mark.parametrize("run", [device_run.on_unix, device_run.on_32_bits])
def test_the_heap_of_a_smaller_board_is_smaller(run):
    board = config()
    board["slots"] = {"grid": {"columns": 4, "rows": 6}, "selects": list(range(24))}
    try:
        code, data, modules = memory.started(run)
        small_code, small_data, _ = memory.started(run, board)
    except scripts.NoMicroPython as missing:
        pytest.skip(str(missing))
    assert "domino.app" in modules and "domino.rules.options" not in modules
    assert abs(code - small_code) < 500
    assert 5000 < small_data < data - 500
    assert len(modules) == len(set(modules))
