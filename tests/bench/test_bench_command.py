"""`domino-table bench`: shapes, exit status, what is said of names and of what is missing."""

import json
from subprocess import CalledProcessError, TimeoutExpired

import pytest

from host_tools import cli
from host_tools.bench import command, core, device_run, figures, memory
from host_tools.bench.figures import Figure
from host_tools.bench.table import BenchError
from host_tools.runtimes.micropython.scripts import NoMicroPython, ScriptFailed

KEYS = ["id", "value", "unit", "limit", "holds", "on"]


def bench(capsys, *words):
    """Status, standard output, lines of standard error."""
    status = cli.main(["bench", *words])
    out, err = capsys.readouterr()
    return status, out, err.splitlines()


@pytest.fixture
def fake(monkeypatch):
    """The bench `sim` gives these figures, or raises."""

    def put(*rows):
        def measure(full):
            for row in rows:
                if isinstance(row, Exception):
                    raise row
                yield row

        monkeypatch.setattr("host_tools.bench.sim.measure", measure)

    return put


@pytest.mark.parametrize("name", ["peer", "cores", "", "\x1b[2J", "Scan"])
@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_an_unknown_name_gets_one_line(capsys, name, flags):
    status, out, err = bench(capsys, "sim", name, *flags)
    assert (status, out, len(err)) == (1, "", 1)
    assert all(word in err[0] for word in ("core", "scan", "memory", "sim"))
    assert err[0].isprintable()


def test_sim_speed_is_one_object_of_json(capsys):
    status, out, err = bench(capsys, "sim", "sim", "--json")
    assert (status, err) == (0, [])
    (only,) = json.loads(out)["figures"]
    assert list(json.loads(out)) == ["figures"]
    assert list(only) == KEYS
    assert only["id"] == "sim_speed_ratio"
    assert (only["unit"], only["limit"], only["holds"]) == ("ratio", None, None)
    assert only["value"] > 1
    assert "cpython" in only["on"]


def test_without_a_name_all_that_are_built_in_turn(capsys, monkeypatch):
    for name in command.BENCHES:
        row = Figure(f"{name}_ms", 1, "a fake")
        monkeypatch.setattr(f"host_tools.bench.{name}.measure", lambda full, row=row: iter([row]))
    status, out, _ = bench(capsys, "--json")
    assert status == 0
    ids = [figure["id"] for figure in json.loads(out)["figures"]]
    assert ids == ["core_ms", "scan_ms", "memory_ms", "journal_ms", "peers_ms", "sim_ms"]


def test_a_limit_that_does_not_hold_is_a_figure_like_any_other(capsys, fake):
    fake(
        Figure("sweep_ms", 450.001, "too slow"),
        Figure("bus_empty_bytes", 48, "just so"),
        Figure("play_us_rp2040", None, "no Pico here"),
        Figure("look_empty_ms", 6.5, "words " * 60),
    )
    status, out, _ = bench(capsys, "sim")
    assert status == 0
    head, sweep, empty, play, *look = out.splitlines()
    assert head.split() == ["id", "value", "unit", "limit", "holds", "on"]
    assert sweep.split() == ["sweep_ms", "450.001", "ms", "450", "NO", "too", "slow"]
    assert empty.split()[:5] == ["bus_empty_bytes", "48", "bytes", "48", "yes"]
    assert play.split()[:5] == ["play_us_rp2040", "-", "us", "1000", "-"]
    assert look[0].split()[:5] == ["look_empty_ms", "6.5", "ms", "-", "-"]
    assert len(look) > 1
    status, out, _ = bench(capsys, "sim", "--json")
    assert [f["holds"] for f in json.loads(out)["figures"]] == [False, True, None, None]
    assert status == 0


@pytest.mark.parametrize("flags", [[], ["--json"]])
@pytest.mark.parametrize(
    "error",
    [
        BenchError("no light"),
        ScriptFailed("Traceback:\n  Oh"),
        CalledProcessError(1, ["mpy-cross"]),
        TimeoutExpired(["node"], 60),
    ],
)
def test_a_measurement_that_breaks_off_is_one_line(capsys, fake, error, flags):
    fake(Figure("sweep_ms", 1, "fine"), error)
    status, out, err = bench(capsys, "sim", *flags)
    assert status == 1
    assert len(err) == 1
    assert "domino-table bench" in err[0]
    assert out == "" or not flags


def test_a_terminal_sees_what_is_measured(capsys, fake, monkeypatch):
    fake(Figure("sweep_ms", 1, "fine"), Figure("unseen_max_ms", 2, "fine"))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    status, out, err = bench(capsys, "sim", "--json")
    assert status == 0 and len(json.loads(out)["figures"]) == 2
    assert "".join(err).split("\x1b[K") == [  # a line each, as "\r" ends one here
        "measuring sim (1 of 1) ...",
        "measuring sim (1 of 1), 1 figure so far ...",
        "measuring sim (1 of 1), 2 figures so far ...",
        "",
    ]
    fake(Figure("sweep_ms", 1, "fine"), BenchError("no light"))
    _, _, err = bench(capsys, "sim")
    assert err[-1] == "\x1b[Kdomino-table bench: broke off: no light"


def test_full_reaches_the_bench(capsys, monkeypatch):
    asked = []
    monkeypatch.setattr("host_tools.bench.scan.measure", lambda full: asked.append(full) or [])
    bench(capsys, "scan", "--json")
    bench(capsys, "scan", "--json", "--full")
    assert asked == [False, True]


def test_without_micropython_the_figures_are_null_and_say_why(monkeypatch):
    def missing(*_, **__):
        raise NoMicroPython("no such thing")

    for name in ("on_unix", "on_32_bits", "instructions"):
        monkeypatch.setattr(device_run, name, missing)
    found = {figure.id: figure for bench in (core, memory) for figure in bench.measure(False)}
    sized = [found.pop(name) for name in ("mpy_total_bytes", "core_mpy_bytes")]
    assert all(figure.holds is not None for figure in sized)
    assert 0 < sized[1].value < sized[0].value
    assert {figure.value for figure in found.values()} == {None}
    assert {figure.holds for figure in found.values()} == {None}
    del found["play_us_rp2040"]
    assert len(found) == 6
    assert all("no such thing" in figure.on for figure in found.values())


def test_every_limit_has_a_unit_that_its_name_tells():
    told_by_the_format = {
        "journal_erase_share": "ratio",
        "power_cut_lost": "actions",
        "soak_wrong_scores": "matches",
        "soak_exceptions": "matches",
    }
    for name, (unit, limit) in figures.LIMITS.items():
        assert unit in name.split("_") or told_by_the_format[name] == unit
        assert limit >= 0
