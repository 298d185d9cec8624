"""`domino-table sheet`: what it prints, keeps, asks and refuses."""

import io
import json
import os
import stat
import subprocess
import sys

import pytest

from host_tools import ROOT, cli
from host_tools.sheet.evening import BadSheet, Evening, load

NAMES = ("Anna", "Ben", "Cem")
ROUNDS = ("12,0,5", "7,3,9")
RESULT = {
    "players": list(NAMES),
    "rounds": [[12, 0, 5], [7, 3, 9]],
    "totals": [19, 3, 14],
    "winners": [1],
}


@pytest.fixture
def call(capsys):
    """Runs the command in this process: (status, standard output, standard error)."""

    def run(*arguments):
        status = cli.main(["sheet", *map(str, arguments)])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return status, out, err

    return run


@pytest.fixture
def kept(tmp_path, call):
    """A file with the two rounds."""
    path = tmp_path / "evening.json"
    assert call(*NAMES, "--file", path, "--rounds", *ROUNDS)[0] == 0
    return path


def as_json(call, *arguments):
    status, out, err = call(*arguments, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def test_a_sheet_for_people(call):
    status, out, err = call(*NAMES, "--rounds", *ROUNDS)
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "round   Anna    Ben    Cem",
        "    1     12      0      5",
        "    2      7      3      9",
        "total     19      3     14",
        "Ben has the lowest total, 3: the lowest wins after the last round.",
    ]


def test_names_of_any_script_keep_their_columns(call):
    _, out, _ = call("عَلِيّ", "金田", "A long name", "--rounds", "1,2,3")
    lines = out.splitlines()
    assert lines[0] == "round    عَلِيّ   金田  A long name"
    assert lines[1] == "    1      1      2            3"


def test_json(call):
    assert as_json(call, *NAMES, "--rounds", *ROUNDS) == RESULT
    assert as_json(call, *NAMES) == {**RESULT, "rounds": [], "totals": [0, 0, 0], "winners": []}


def test_joint_winners(call):
    assert as_json(call, *NAMES, "--rounds", "4,9,4")["winners"] == [0, 2]
    out = call(*NAMES, "--rounds", "4,9,4")[1]
    assert "Anna and Cem share the lowest total, 4:" in out
    assert call(*NAMES)[1].splitlines()[-1] == "No round is written yet."


def test_a_file_is_taken_up_again(call, kept):
    assert as_json(call, "--file", kept) == RESULT
    assert as_json(call, "--file", kept, *NAMES, "--rounds", "0,20,0")["totals"] == [19, 23, 14]
    assert as_json(call, "--file", kept, "--undo") == RESULT
    corrected = as_json(call, "--file", kept, "--correct", 1, "Ben", 50, "--correct", 2, 3, 0)
    assert corrected["rounds"] == [[12, 50, 5], [7, 3, 0]]
    assert as_json(call, "--file", kept) == corrected
    assert json.loads(kept.read_text()) == {
        "version": 1,
        "players": list(NAMES),
        "rounds": corrected["rounds"],
    }


def test_only_looking_writes_nothing(call, kept):
    kept.chmod(0o400)
    before = kept.stat()
    call("--file", kept)
    assert kept.stat().st_mtime_ns == before.st_mtime_ns
    assert os.listdir(kept.parent) == ["evening.json"]


def test_a_change_keeps_the_rights_of_the_file_and_a_link(call, kept, tmp_path):
    kept.chmod(0o600)
    link = tmp_path / "link.json"
    link.symlink_to(kept)
    assert call("--file", link, "--undo")[0] == 0
    assert link.is_symlink() and stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert json.loads(kept.read_text())["rounds"] == [[12, 0, 5]]


def test_a_cut_while_writing_leaves_the_old_sheet(call, kept, monkeypatch):
    def cut(*_):
        raise OSError(28, "No space left on device")

    before = kept.read_bytes()
    for step in ("fsync", "replace"):
        with monkeypatch.context() as patched:
            patched.setattr(os, step, cut)
            status, out, err = call("--file", kept, "--undo")
        assert (status, out) == (1, "")
        assert err == (f"domino-table sheet: {kept}: cannot be written: No space left on device\n")
        assert kept.read_bytes() == before and os.listdir(kept.parent) == ["evening.json"]


def test_what_is_refused_changes_nothing(call, kept):
    before = kept.read_bytes()
    assert call("--file", kept, "--undo", "--rounds", "1,2,3", "1,2")[0] == 1
    assert kept.read_bytes() == before


PIPS = "wanted: a whole number from 0 to 1000"
REFUSED = [
    (("A", "B", "--file", ""), "--file is ''; wanted: a file's name"),
    ((), "no names; wanted: 2 to 8 names in front of --rounds, or the --file"),
    (("Anna",), "1 player; wanted: 2 to 8 names"),
    (("--rounds", "1,2", "Anna", "Ben"), '--rounds: "Anna" is no round; wanted: PIPS,PIPS,… of'),
    (tuple("ABCDEFGHI"), "9 players; wanted: 2 to 8 names"),
    (("Anna", "Anna"), 'player 2 is "Anna", as one before; wanted: two names'),
    (("Anna", ""), 'player 2 is ""; wanted: a name of 1 to 40 letters, without blanks around it'),
    (("Anna", "B\x1b[2J"), 'player 2 is "B\\u001b[2J"; wanted: a name of 1 to 40 letters'),
    (("Anna", "B" * 41), "player 2 is "),
    ((*NAMES, "--rounds", "1,2"), "round 1: 2 figures; wanted: 3, one each for Anna, Ben, Cem"),
    ((*NAMES, "--rounds", "5"), "round 1: 1 figure; wanted: 3"),
    ((*NAMES, "--rounds", "1,2,3", "1,x,3"), f'round 2, Ben: "x"; {PIPS}'),
    ((*NAMES, "--rounds", "1,2,1001"), f'round 1, Cem: "1001"; {PIPS}'),
    ((*NAMES, "--rounds", "-5,3,1"), f'round 1, Anna: "-5"; {PIPS}'),
    ((*NAMES, "--rounds", "1,2,٣"), f'round 1, Cem: "٣"; {PIPS}'),
    ((*NAMES, "--rounds", "1,2,1.5"), f'round 1, Cem: "1.5"; {PIPS}'),
    ((*NAMES, "--rounds", "1,2," + "9" * 5000), "round 1, Cem: "),
    ((*NAMES, "--rounds", *["1,2,3"] * 31), "round 31: the sheet has 30 rounds"),
    ((*NAMES, "--undo"), "no round to take back: none is written"),
    ((*NAMES, "--correct", "1", "Ben", "3"), "no round to correct: none is written"),
    (("--file", "none.json"), "none.json is not there yet: no names; wanted: 2 to 8 names"),
]


@pytest.mark.parametrize("arguments, error", REFUSED, ids=[row[1][:40] for row in REFUSED])
def test_what_is_refused(call, arguments, error, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    status, out, err = call(*arguments)
    assert (status, out) == (1, "")
    assert err.startswith(f"domino-table sheet: {error}") and err.count("\n") == 1
    assert os.listdir(tmp_path) == []


WRONG = [
    (("3", "Ben", "1"), 'correct: round "3"; wanted: one from 1 to 2'),
    (("0", "Ben", "1"), 'correct: round "0"; '),
    (("x", "Ben", "1"), 'correct: round "x"; '),
    (("1", "Dan", "1"), 'correct: player "Dan"; wanted: one of Anna, Ben, Cem, or a number'),
    (("1", "4", "1"), 'correct: player "4"; '),
    (("1", "0", "1"), 'correct: player "0"; '),
    (("1", "Ben", "x"), f'round 1, Ben: "x"; {PIPS}'),
]


@pytest.mark.parametrize("given, error", WRONG)
def test_a_correction_that_is_refused(call, kept, given, error):
    status, _, err = call("--file", kept, "--correct", *given)
    assert status == 1
    assert err.startswith(f"domino-table sheet: {error}") and err.count("\n") == 1


def test_names_stand_before_numbers(call):
    sheet = as_json(call, "2", "1", "--rounds", "5,6", "--correct", "1", "2", "9")
    assert sheet["rounds"] == [[9, 6]]


def test_other_names_than_the_file_has(call, kept):
    _, _, err = call("--file", kept, "Anna", "Ben", "Dan")
    assert err == (
        f"domino-table sheet: {kept} is the sheet of Anna, Ben, Cem; wanted: the same names,"
        " none, or another file\n"
    )


FILES = [
    ("", "empty; "),
    ("{}\n{}", "2 JSON objects; wanted: one sheet"),
    ("[]", "not a JSON object but []; "),
    ("{}", "version is missing; wanted: 1"),
    ({"version": 0}, "version is 0; wanted: 1"),
    ({"version": 2, "places": {}}, "a sheet of a newer version, 2; wanted: 1 at most"),
    (
        {"player": []},
        '"player" is not a known field (players, perhaps); fields are version, players, rounds',
    ),
    ({"version": 1, "rounds": []}, "players is missing; wanted: a list of names"),
    ({"version": 1, "players": ["A", "B"]}, "rounds is missing; wanted: a list of rounds"),
    ({"version": 1, "players": ["A", 5], "rounds": []}, "player 2 is 5; wanted: a name"),
    ({"version": 1, "players": ["A", "B"], "rounds": [5]}, "round 1 is 5; wanted: a list"),
    ({"version": 1, "players": ["A", "B"], "rounds": [[5, True]]}, f"round 1, B: true; {PIPS}"),
    ({"version": 1, "players": ["A", "B"], "rounds": [[5, 1.0]]}, f"round 1, B: 1.0; {PIPS}"),
    ({"version": 1, "players": ["A", "B"], "rounds": [[5]]}, "round 1: 1 figure; wanted: 2"),
]


@pytest.mark.parametrize("content, error", FILES)
def test_a_file_that_is_no_sheet_is_left_as_it_is(call, tmp_path, content, error):
    path = tmp_path / "evening.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    before = path.read_bytes()
    status, out, err = call("--file", path, "A", "B", "--rounds", "1,2")
    assert (status, out) == (1, "")
    assert err.startswith(f"domino-table sheet: {path}") and error in err
    assert err.count("\n") == 1 and path.read_bytes() == before


def test_asking(call, tmp_path, monkeypatch):
    path = tmp_path / "evening.json"
    lines = ["12 0 5", "foo", "1 2", "7,3, 9", "1 1 1", "undo", "correct 1 Ben 50", "correct 1"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join([*lines, "end", "9 9 9"])))
    status, out, err = call(*NAMES, "--file", path, "--ask")
    assert status == 0
    assert out.splitlines()[1:4] == [
        "    1     12     50      5",
        "    2      7      3      9",
        "total     19     53     14",
    ]
    assert json.loads(path.read_text())["rounds"] == [[12, 50, 5], [7, 3, 9]]
    said = err.splitlines()
    assert said[1] == (
        "round 1 (Anna Ben Cem): 12 : 0 : 5. Ben has the lowest total, 0: the lowest wins after"
        " the last round."
    )
    assert said[2].endswith('"foo" is no word here; wanted: pips, undo, correct or end')
    assert said[3].endswith("round 2: 2 figures; wanted: 3, one each for Anna, Ben, Cem")
    assert said[-2].endswith("correct: too few words; wanted: correct ROUND PLAYER PIPS")


@pytest.mark.parametrize("typed", ["", "\n", "12 0 5", "12 0 5\nend"])
def test_asking_ends_with_its_input(call, monkeypatch, typed):
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    out = call(*NAMES, "--ask")[1]
    assert out.splitlines()[-2].split() == [
        "total",
        *("12 0 5" if "12" in typed else "0 0 0").split(),
    ]


def test_every_round_is_kept_as_it_is_asked(tmp_path, monkeypatch):
    """A terminal that closes loses nothing."""
    path = tmp_path / "evening.json"
    command = [sys.executable, "-m", "host_tools", "sheet", *NAMES, "--file", path, "--ask"]
    streams = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE, "stdout": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=ROOT, text=True, **streams) as process:
        process.stdin.write("12 0 5\n")
        process.stdin.flush()
        process.stderr.readline()
        assert process.stderr.readline().startswith("round 1 (Anna Ben Cem): 12 : 0 : 5.")
        assert json.loads(path.read_text())["rounds"] == [[12, 0, 5]]
        process.kill()


def test_a_name_with_blanks_can_be_corrected_when_asked(call, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("1 2\ncorrect 1 Old Ben 7\n"))
    assert as_json_from(call("Anna", "Old Ben", "--ask", "--json")[1]) == [[1, 7]]


def as_json_from(out):
    return json.loads(out)["rounds"]


def test_the_evening_as_an_object(kept):
    evening = load(str(kept))
    assert evening.result() == RESULT
    assert load(str(kept) + "none") is None
    with pytest.raises(BadSheet):
        Evening(["A", "B"]).add([1, 2, 3])
