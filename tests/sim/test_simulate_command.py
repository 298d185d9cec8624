"""`domino-table simulate`: exit statuses, what goes to which stream, pictures."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from host_tools import ROOT
from host_tools.cli import main
from host_tools.runtimes.micropython import binary

needs_micropython = pytest.mark.skipif(
    binary.find() is None, reason="no MicroPython here: set MICROPYTHON"
)

STEPS = [{"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {"scores": [10, 0]}}]
GOOD = {
    "board": "grid48_mfrc522",
    "game": "all-fives",
    "players": 2,
    "starter": 0,
    "steps": STEPS,
}
BAD = {**GOOD, "game": "chess"}
FAILING = {**GOOD, "steps": [{**STEPS[0], "expect": {"scores": [9, 0], "turn": 1}}]}


@pytest.fixture
def scenario(tmp_path):
    def write(*values, name="evening.json"):
        path = tmp_path / name
        path.write_text("\n".join(json.dumps(value) for value in values))
        return str(path)

    return write


def test_json_output_is_one_object_a_scenario_and_nothing_else(scenario, capsys):
    assert main(["simulate", "--json", scenario(GOOD, GOOD)]) == 0
    out = capsys.readouterr()
    results = [json.loads(line) for line in out.out.splitlines()]
    assert [result["final"]["scores"] for result in results] == [[10, 0], [10, 0]]
    assert {"events", "final", "failed", "timing", "memory"} <= set(results[0])
    assert set(results[0]["final"]) >= {
        "scores",
        "turn",
        "total",
        "layout",
        "message",
        "screen",
        "strip",
        "alerts",
    }
    assert len(results[0]["final"]["strip"]) == 4 * 61
    assert out.err == ""


def test_without_json_it_is_for_people(scenario, capsys):
    assert main(["simulate", scenario(GOOD)]) == 0
    text = capsys.readouterr().out
    assert "player 1 lays 5-5 on d3 and scores" in text and "no expect failed" in text


@pytest.mark.parametrize(
    ("values", "status"),
    [([GOOD], 0), ([FAILING], 2), ([BAD], 1), ([FAILING, BAD], 1), ([GOOD, FAILING], 2)],
)
def test_the_exit_status_says_what_became_of_it(scenario, values, status):
    assert main(["simulate", "--json", scenario(*values)]) == status


def test_a_failed_screen_is_told_whole_in_its_own_letters(scenario, capsys):
    steps = [{"press": "menu"}, {"expect": {"screen": ["قائمة", "→"]}}]
    path = scenario({**GOOD, "settings": {"language": "ar"}, "steps": steps})
    assert main(["simulate", path]) == 2
    out, err = capsys.readouterr()
    (line,) = err.splitlines()
    wanted, _, got = line.partition(", got ")
    assert wanted == f'{path}:1: step 1: expect screen: wanted ["قائمة", "→"]'
    shown = [row[3:-1].rstrip() for row in out.splitlines() if row.startswith("  |")]
    assert json.loads(got) == shown and len(shown) > 4
    assert "\\" not in got and any("\u0621" <= letter <= "\u064a" for letter in got)


def test_a_failed_expect_is_a_line_with_file_and_step(scenario, capsys):
    path = scenario(FAILING)
    assert main(["simulate", "--json", path]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"{path}:1: step 0: expect scores: wanted [9, 0], got [10, 0]"]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "empty"),
        ("[1]", "not a JSON object"),
        ("{", "not JSON"),
        ('{"seed": 1, "seed": 2}', "twice"),
        ('{"a\\nb": 1, "a\\nb": 2}', '"a\\nb" stands twice'),
        ("{}", "board: is missing"),
    ],
)
def test_what_is_no_scenario_gets_one_line(tmp_path, capsys, text, word):
    path = tmp_path / "evening.json"
    path.write_text(text)
    assert main(["simulate", str(path)]) == 1
    error = capsys.readouterr().err
    assert len(error.splitlines()) == 1
    assert str(path) in error and word in error


def test_a_file_that_is_not_there_and_a_runtime_that_is_not_built(capsys, scenario):
    assert main(["simulate", "nowhere.json"]) == 1
    assert main(["simulate", "--runtime", "rp2040", scenario(GOOD)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert "nowhere.json" in lines[0]
    assert "rp2040" in lines[1] and "cpython, micropython" in lines[1]


def test_without_a_micropython_the_line_names_the_variable(monkeypatch, capsys, scenario):
    monkeypatch.setenv("MICROPYTHON", "/nowhere/micropython")
    assert main(["simulate", "--runtime", "micropython", scenario(GOOD)]) == 1
    assert "MICROPYTHON" in capsys.readouterr().err


def test_pictures_of_the_end_and_of_what_went_wrong(tmp_path, scenario, capsys):
    steps = [*STEPS, {"place": "1-2", "slot": "e3", "expect": {"message": "no_match"}}]
    path = scenario({**GOOD, "steps": steps})
    folder = tmp_path / "pictures"
    assert main(["simulate", "--json", "--pictures", str(folder), path]) == 0
    names = sorted(file.name for file in folder.iterdir())
    assert names == [
        "evening-01-no_match.png",
        "evening-final-screen.png",
        "evening-final-strip.png",
        "evening-final-table.png",
        "evening-final.png",
    ]
    assert all((folder / name).read_bytes().startswith(b"\x89PNG") for name in names)
    assert capsys.readouterr().err.count("picture: ") == len(names)


def test_pictures_go_into_a_folder_only(tmp_path, capsys, scenario):
    blocked = tmp_path / "file"
    blocked.write_text("")
    for name, why in ((str(blocked), "is a file, or within one"), ("", "has no name")):
        assert main(["simulate", "--pictures", name, scenario(GOOD)]) == 1
        err = capsys.readouterr().err
        assert err == f"--pictures {name or repr(name)}: {why}; accepted: a folder\n"
    assert main(["demo", "--pictures", ""]) == 1


def test_pictures_of_two_scenarios_of_one_name_do_not_meet(tmp_path, scenario):
    (tmp_path / "other").mkdir()
    paths = [scenario(GOOD), scenario(GOOD, name="other/evening.json")]
    folder = tmp_path / "pictures"
    assert main(["simulate", "--json", "--pictures", str(folder), *paths]) == 0
    assert {"evening-final.png", "evening-2-final.png"} <= {file.name for file in folder.iterdir()}


def test_a_picture_that_cannot_be_written_is_named(tmp_path, scenario, capsys):
    blocked = tmp_path / "pictures" / "evening-final.png"
    blocked.mkdir(parents=True)
    assert main(["simulate", "--json", "--pictures", str(blocked.parent), scenario(GOOD)]) == 1
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == f"{blocked}: cannot be written: is a folder"


def test_a_strange_id_breaks_neither_json_nor_a_line(scenario, capsys):
    path = scenario({**GOOD, "id": "\u00e9\n\ud800"})
    assert main(["simulate", "--json", path]) == 0
    out = capsys.readouterr().out
    assert out.isascii() and json.loads(out)["id"] == "\u00e9\n\ud800"
    assert main(["simulate", path]) == 0
    assert capsys.readouterr().out.startswith("\u00e9\\n\\ud800 on cpython\n")


# What MICROPYTHON may name by mistake: a text, a program that is silent, talks on, echoes, hangs.
WRONG = {
    "text": "hello",
    "silent": "#!/bin/sh\n",
    "talks": "#!/bin/sh\nwhile :; do echo y; done\n",
    "echoes": '#!/bin/sh\necho "$@"\n',
    "hangs": "#!/bin/sh\nexec sleep 1000\n",
}


@pytest.mark.parametrize("kind", WRONG)
@pytest.mark.parametrize("command", ["simulate", "demo"])
def test_a_binary_that_is_no_micropython_is_one_line(
    tmp_path, monkeypatch, capsys, scenario, kind, command
):
    program = tmp_path / "program"
    program.write_text(WRONG[kind])
    program.chmod(0o755)
    monkeypatch.setenv("MICROPYTHON", str(program))
    monkeypatch.setattr(binary, "_PATIENCE_S", 1)
    files = [scenario(GOOD)] if command == "simulate" else []
    assert main([command, "--runtime", "micropython", *files]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith(f"{program}: ") and "MICROPYTHON" in lines[0]


@needs_micropython
def test_a_micropython_named_from_where_one_stands(tmp_path, monkeypatch, scenario):
    path = scenario(GOOD)
    (tmp_path / "here").symlink_to(binary.find())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MICROPYTHON", "./here")
    assert main(["simulate", "--json", "--runtime", "micropython", path]) == 0


@needs_micropython
def test_a_micropython_runs_with_every_stream_closed(scenario):
    command = (
        f"exec {sys.executable} -m host_tools simulate --runtime micropython {scenario(GOOD)}"
    )
    done = subprocess.run(["sh", "-c", f"{command} <&- >&- 2>&-"], cwd=ROOT)
    assert done.returncode == 0


@needs_micropython
def test_a_checkout_that_cannot_be_written_uses_the_cache(tmp_path, monkeypatch):
    (tmp_path / "build").write_text("in the way, as a folder of somebody else is")
    monkeypatch.setattr(binary, "ROOT", tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = binary.compiled_firmware()
    assert made.parent == tmp_path / "cache" / "domino-table" / "mpy"
    assert (made / "main.mpy").exists() and binary.compiled_firmware() == made


def test_a_compilation_that_is_broken_off_leaves_nothing(tmp_path, monkeypatch):
    def broken_off(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(binary, "ROOT", tmp_path)
    monkeypatch.setattr(binary.subprocess, "run", broken_off)
    with pytest.raises(KeyboardInterrupt):
        binary.compiled_firmware()
    assert list((tmp_path / "build" / "mpy").iterdir()) == []


@pytest.mark.parametrize(
    "runtime", ["cpython", pytest.param("micropython", marks=needs_micropython)]
)
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_one_that_is_ended_leaves_nothing(tmp_path, scenario, runtime, name):
    steps = [*STEPS, {"place": "1-2", "slot": "e3", "expect": {}}]
    path = scenario({**GOOD, "steps": [*steps, {"after_ms": 36_000_000, "expect": {}}]})
    temporary, pictures = tmp_path / "temporary", tmp_path / "pictures"
    temporary.mkdir()
    command = [sys.executable, "-m", "host_tools", "simulate", "--runtime", runtime, path]
    command += ["--pictures", str(pictures)]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(temporary)},
        start_new_session=True,
        # A shell's background job, as the tests may be, ignores SIGINT, and so would this.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        while process.poll() is None and not list(pictures.glob("*no_match.png")):
            time.sleep(0.01)  # until it is on its way
        number = getattr(signal, name)
        os.killpg(process.pid, number)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (128 + number, b"", b"")
    assert list(temporary.iterdir()) == []
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


@pytest.mark.parametrize(
    ("fault", "uid", "message"),
    [
        ("unknown_tag", "04010203", "unknown_tag"),
        ("two_tags", "04010203", "unknown_tag"),
        ("two_tags", "08010203", "foreign_tag"),
        ("unknown_tag", "04010203040506", "unknown_tag"),
    ],
)
def test_a_second_tag_may_have_a_uid_of_either_length(scenario, fault, uid, message):
    steps = [{"fault": fault, "slot": "c2", "uid": uid, "expect": {"message": message}}]
    assert main(["simulate", "--json", scenario({**GOOD, "steps": steps})]) == 0
