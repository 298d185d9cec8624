"""Every command that reads or writes a file, given what is none: one line, soon, status 1."""

import json
import os
import stat

import pytest

from host_tools.cli import main
from host_tools.files import reading

SCENARIO = {"board": "pad1_mfrc522", "game": "draw", "players": 2, "steps": []}
# Of each command its words around the file that it reads.
READING = {
    "replay": ["replay", "{}"],
    "replay, games": ["replay", "--games", "{}", "record.json"],
    "games": ["games", "--games", "{}"],
    "simulate": ["simulate", "{}"],
    "simulate, games": ["simulate", "--games", "{}", "scenario.json"],
    "journal": ["journal", "{}"],
    "board check": ["board", "check", "{}"],
    "board budget": ["board", "budget", "{}"],
    "sheet": ["sheet", "--file", "{}"],
    "tags import": ["tags", "import", "{}", "--simulate", "pad1_mfrc522"],
    "tags export, flash": ["tags", "export", "-", "--simulate", "pad1_mfrc522", "--flash", "{}"],
    "tags write, state": ["tags", "write", "--simulate", "pad1_mfrc522", "--state", "{}"],
    "tags write, script": ["tags", "write", "--simulate", "pad1_mfrc522", "--script", "{}"],
    "setting, flash": ["setting", "game", "--simulate", "pad1_mfrc522", "--flash", "{}"],
    "selftest, flash": ["selftest", "--simulate", "pad1_mfrc522", "--flash", "{}"],
}
# That it writes, and what the line is about.
WRITING = {
    "tags export": ["tags", "export", "{}", "--simulate", "pad1_mfrc522"],
    "tags export, flash": ["tags", "export", "-", "--simulate", "pad1_mfrc522", "--flash", "{}"],
    "tags write, state": ["tags", "write", "--simulate", "pad1_mfrc522", "--state", "{}"],
    "sheet": ["sheet", "Ann", "Bob", "--file", "{}"],
}


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(reading, "_PATIENCE_S", 0.05)
    (tmp_path / "record.json").write_text("{}")
    (tmp_path / "scenario.json").write_text(json.dumps(SCENARIO))
    os.mkfifo("pipe.json")
    os.mkdir("folder.json")
    os.mkdir("full")
    os.symlink("/dev/zero", "zero.json")
    os.symlink("loop.json", "loop.json")
    (tmp_path / "latin.json").write_bytes(b'{"a": "\xe9"}')
    with open("huge.json", "wb") as file:
        file.truncate(1 << 40)
    return tmp_path


def one_line(capsys, words, name):
    status = main([word.format(name) for word in words])
    out, err = capsys.readouterr()
    assert status == 1, (out, err)
    told, other = (out, err) if words[0] == "board" else (err, out)  # its report is what it says
    assert (told.count("\n"), other) == (1, ""), (out, err)
    assert "Traceback" not in told
    return told


BAD = ["/dev/zero", "zero.json", "pipe.json", "huge.json", "latin.json", "loop.json"]


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("command", READING)
def test_what_cannot_be_read_is_one_line(capsys, command, name):
    assert name in one_line(capsys, READING[command], name)


@pytest.mark.parametrize("command", [name for name in READING if "journal" not in name])
def test_a_folder_is_no_file(capsys, command):
    assert "folder.json" in one_line(capsys, READING[command], "folder.json")


@pytest.mark.parametrize("name", ["/dev/null", "zero.json", "pipe.json", "folder.json", "none/x"])
@pytest.mark.parametrize("command", WRITING)
def test_what_is_no_file_is_never_written_over(capsys, command, name):
    before = os.path.exists(name) and os.stat(name).st_mode
    assert name.split("/")[-1] in one_line(capsys, WRITING[command], name) or name == "none/x"
    assert (os.path.exists(name) and os.stat(name).st_mode) == before


@pytest.mark.parametrize("option, made", [("--flash", "scenario.bin"), ("--pictures", "")])
def test_simulate_replaces_no_device(capsys, option, made):
    for end in ("final.png", "final-table.png", "final-strip.png", "final-screen.png"):
        os.symlink("/dev/null", f"full/scenario-{end}")
    os.symlink("/dev/null", "full/scenario.bin")
    status = main(["simulate", "scenario.json", option, "full"])
    err = capsys.readouterr().err
    assert status == 1
    assert "full/scenario" in err.splitlines()[-1] and "is a device" in err.splitlines()[-1]
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    assert os.path.islink("full/scenario.bin")


def test_export_follows_a_link_and_leaves_what_lies_beside(capsys, files):
    (files / "real.json").write_text("before")
    (files / "mine").write_text("mine")
    os.symlink("real.json", "set.json")
    os.symlink("mine", "set.json.new")
    (files / "real.json").chmod(0o640)
    assert main(["tags", "export", "set.json", "--simulate", "pad1_mfrc522"]) == 0
    assert os.path.islink("set.json") and os.path.islink("set.json.new")
    assert (files / "mine").read_text() == "mine"
    assert json.loads((files / "real.json").read_text())["version"] == 1
    assert stat.S_IMODE((files / "real.json").stat().st_mode) == 0o640


def test_a_mark_before_a_text_says_nothing(capsys, files):
    for name in ("scenario.json", "record.json"):
        text = (files / name).read_bytes()
        (files / name).write_bytes(b"\xef\xbb\xbf" + text)
    assert main(["simulate", "scenario.json"]) == 0


def test_a_file_in_a_folder_of_a_journal_that_is_none_is_told(capsys, files):
    os.mkdir("journal")
    os.symlink("/dev/zero", "journal/00001.dtj")
    err = one_line(capsys, ["journal", "{}"], "journal")
    assert "00001.dtj: is a device" in err
