"""The compiled firmware is kept for each state of what it is made of."""

import shutil

import pytest

from host_tools import FIRMWARE
from host_tools.runtimes.micropython import binary


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A firmware of two modules, a folder to keep it in, the folders' own sources to change."""
    firmware, folders = tmp_path / "firmware", tmp_path / "deploy"
    (firmware / "domino").mkdir(parents=True)
    shutil.copy(FIRMWARE / "domino" / "__init__.py", firmware / "domino")
    (firmware / "main.py").write_text("x = 1\n")
    shutil.copytree(binary._FOLDERS, folders)
    monkeypatch.setattr(binary, "FIRMWARE", firmware)
    monkeypatch.setattr(binary, "ROOT", tmp_path)
    monkeypatch.setattr(binary, "_FOLDERS", folders)
    return firmware, folders


def test_the_same_sources_are_folded_once(small, monkeypatch):
    made = binary.compiled_firmware(folded=True)
    monkeypatch.setattr(binary.fold, "fold_all", None)
    assert binary.compiled_firmware(folded=True) == made
    assert (made / "main.mpy").exists()


def spoil_by_emptying(folder):
    (folder / "main.mpy").write_bytes(b"")


def spoil_by_a_bit(folder):
    data = bytearray((folder / "main.mpy").read_bytes())
    data[-1] ^= 1
    (folder / "main.mpy").write_bytes(data)


def spoil_by_removing(folder):
    (folder / "main.mpy").unlink()


@pytest.mark.parametrize("spoil", [spoil_by_emptying, spoil_by_a_bit, spoil_by_removing])
def test_a_damaged_firmware_is_compiled_again(small, spoil):
    """A MicroPython hangs in a damaged module, or ends with a traceback, at every run."""
    made = binary.compiled_firmware()
    good = (made / "main.mpy").read_bytes()
    spoil(made)
    assert binary.compiled_firmware() == made
    assert (made / "main.mpy").read_bytes() == good


def test_a_changed_source_or_a_changed_folder_is_another_firmware(small):
    firmware, folders = small
    made = {binary.compiled_firmware(folded=True), binary.compiled_firmware()}
    (firmware / "main.py").write_text("x = 2\n")
    made |= {binary.compiled_firmware(folded=True), binary.compiled_firmware()}
    (folders / "fold.py").write_text("changed\n")
    made |= {binary.compiled_firmware(folded=True), binary.compiled_firmware()}
    assert len(made) == 5
