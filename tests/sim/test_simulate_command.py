"""`domino-table simulate`: exit statuses, what goes to which stream, pictures."""

import json

import pytest

from host_tools.cli import main

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
    assert "accepted  d3  5-5  scored" in text and "all expects held" in text


@pytest.mark.parametrize(
    ("values", "status"),
    [([GOOD], 0), ([FAILING], 2), ([BAD], 1), ([FAILING, BAD], 1), ([GOOD, FAILING], 2)],
)
def test_the_exit_status_says_what_became_of_it(scenario, values, status):
    assert main(["simulate", "--json", scenario(*values)]) == status


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
        ("{}", "board: is null"),
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
    assert main(["simulate", "--pictures", str(blocked), scenario(GOOD)]) == 1
    assert "accepted: a folder" in capsys.readouterr().err
