"""What `pipx install` gives on a machine without the checkout: every command works, from a wheel
that is built from the sdist and installed into an environment of its own, in another folder."""

import json
import os
import subprocess
import sys

import pytest

import host_tools
from host_tools import ROOT
from host_tools.cli import COMMANDS
from host_tools.runtimes.micropython import binary

UNREACHABLE = ("NewConnectionError", "No matching distribution", "ConnectTimeout")
SCENARIO = {
    "board": "grid48_mfrc522", "game": "all-fives", "players": 2, "starter": 0,
    "steps": [{"after_ms": 900, "place": "5-5", "slot": "d3"},
              {"place": "0-5", "slot": "e3", "expect": {"scores": [10, 10], "turn": 0}}],
}  # fmt: skip


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, **options)
    return done.returncode, done.stdout, done.stderr


def fetched(*command):
    """Run what needs the package index; skip where it cannot be reached, but not in CI."""
    status, output, errors = run(*command)
    if status and "CI" not in os.environ and any(word in errors + output for word in UNREACHABLE):
        pytest.skip("no package index is reached: a fresh environment cannot be made")
    assert status == 0, output + errors


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """A folder with nothing of the project, and the command installed beside it."""
    folder = tmp_path_factory.mktemp("packaging")
    fetched(sys.executable, "-m", "build", "--outdir", folder / "dist", ROOT)
    wheel = next((folder / "dist").glob("*.whl"))
    assert len(list((folder / "dist").glob("*.tar.gz"))) == 1
    run(sys.executable, "-m", "venv", folder / "env")
    fetched(folder / "env/bin/python", "-m", "pip", "install", "--quiet", wheel)
    (folder / "work").mkdir()
    return folder


@pytest.fixture
def call(elsewhere):
    """Calls the installed command in the other folder; its status, output and errors."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment = own | {"XDG_CACHE_HOME": str(elsewhere / "cache")}

    def call(*arguments):
        command = elsewhere / "env/bin/domino-table"
        return run(command, *arguments, cwd=elsewhere / "work", env=environment)

    return call


def test_every_command_is_there(call):
    for word in COMMANDS:
        status, output, errors = call(word, "--help")
        assert (status, errors) == (0, "") and f"usage: domino-table {word}" in output


def test_the_version_is_told(call):
    assert call("--version") == (0, f"domino-table {host_tools.__version__}\n", "")


def test_games_and_boards_come_with_it(call):
    assert call("games")[0] == call("games", "--page", "goat", "--language", "ar")[0] == 0
    assert "ok: 48 slots" in call("board", "check", "grid48_mfrc522")[1]


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_a_scenario_is_simulated(runtime, call, elsewhere):
    if runtime == "micropython" and binary.find() is None:
        pytest.skip(binary.MISSING)
    (elsewhere / "work" / "one.json").write_text(json.dumps(SCENARIO))
    status, output, errors = call("simulate", "one.json", "--runtime", runtime)
    assert (status, errors) == (0, "") and "no expect failed" in output


def test_a_set_is_written(call):
    status, output, errors = call("tags", "write", "--simulate", "pad1_mfrc522")
    assert (status, errors) == (0, "") and "28 tiles" in output


def test_the_demo_puts_its_pictures_into_the_working_folder(call, elsewhere):
    status, output, errors = call("demo")
    assert (status, errors) == (0, "") and "counted 32 : 64" in output
    assert (elsewhere / "work/build/demo/final.png").exists()


def test_nothing_is_written_where_it_is_installed(call, elsewhere):
    call("simulate", "-", "--runtime", "micropython")
    installed = next((elsewhere / "env/lib").glob("python*/site-packages/host_tools"))
    assert not (installed / "shipped" / "build").exists()
