"""`domino-table replay` and `games`, and the command line around them: streams and statuses."""

import contextlib
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import sys

import pytest

import host_tools
from domino.rules.games import GAMES
from host_tools import ROOT, cli

KNOWN = f"games are {', '.join(GAMES)}; --games FILE reads more"

GOOD = {"id": "good", "game": "horse-race", "players": 2, "rounds": []}
GOOD["rounds"] = [{"starter": 0, "actions": [{"play": "5-5"}, {"play": "0-5"}]}]
REFUSED = {"id": "refused", "game": "horse-race", "players": 2}
REFUSED["rounds"] = [{"starter": 0, "actions": [{"play": "5-5"}, {"play": "3-4"}]}]
ROUND_REFUSED = {**GOOD, "id": "round", "rounds": [{"actions": []}]}
RECORD_REFUSED = {**GOOD, "id": "record", "game": "chess"}
COMMAND = (sys.executable, "-m", "host_tools")


@pytest.fixture
def write(tmp_path):
    """Writes lines (objects or texts) to a file and gives its path."""

    def run(*lines, name="records.jsonl"):
        path = tmp_path / name
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        path.write_text("\n".join(texts) + "\n", encoding="utf-8")
        return str(path)

    return run


@pytest.fixture
def call(capsys):
    """Runs the command line in this process: (status, standard output, standard error)."""

    def run(*arguments):
        status = cli.main(arguments)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return status, out, err

    return run


STATUSES = [
    ([GOOD], 0),
    ([GOOD, REFUSED], 2),
    ([ROUND_REFUSED, GOOD], 2),
    ([RECORD_REFUSED], 2),
    ([GOOD, "[]"], 1),
    ([REFUSED, "[]", REFUSED], 1),
    ([""], 1),
]


@pytest.mark.parametrize("lines, status", STATUSES)
def test_exit_status(call, write, lines, status):
    assert call("replay", write(*lines), "--json")[0] == status
    assert call("replay", write(*lines))[0] == status


def test_json_is_one_object_a_line_and_nothing_else(call, write):
    path = write(GOOD, "[]", REFUSED, ROUND_REFUSED, RECORD_REFUSED)
    _, out, err = call("replay", "--json", path, path)
    results = [json.loads(line) for line in out.splitlines()]
    assert [result["id"] for result in results] == ["good", "refused", "round", "record"] * 2
    assert err.splitlines()[:4] == [
        f"{path}:2: not a JSON object but []; wanted: one JSON object, or one on each line",
        f"{path}:3: rounds[0].actions[1]: no_match: 3-4 fits no open end; open: the 5 on 5-5",
        f"{path}:4: rounds[0]: starter_needed: a lot decides who opens: give starter, a seat from"
        " 0 to 1",
        f'{path}:5: unknown_game: no game "chess"; {KNOWN}',
    ]
    assert len(err.splitlines()) == 8


def test_a_good_record_says_nothing_on_standard_error(call, write):
    assert call("replay", write(GOOD), "--json")[2] == ""


def test_text_for_people(call, write):
    record = {**GOOD, "options": {"deal": 2}}
    actions = [{"play": "5-5"}, {"play": "3-4"}, {"draw": True}, {"play": "0-5"}]
    actions += [{"play": "1-0"}, {"correct": {"side": 1, "score": 3.5}}, {"undo": True}]
    actions += [{"draw": "2-3"}, {"play": "1-5", "on": "5-5", "port": "line_b"}]
    record["rounds"] = [{"starter": 0, "actions": actions}]
    _, out, _ = call("replay", write(record, RECORD_REFUSED))
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines == [
        "good: horse-race, 2 players",
        "Round 1, player 1 opens",
        "1 player 1 5-5 total 10 +2 2 : 0 again",
        "2 player 1 refused: 3-4 fits no open end; open: the 5 on 5-5",
        "3 player 1 draws total 10 2 : 0",
        "4 player 1 0-5 on 5-5 line_a total 10 +2 4 : 0",
        "5 player 2 0-1 on 0-5 low total 11 4 : 0",
        "6 player 1 side 2 set to 3.5 total 11 4 : 3.5",
        "7 player 1 takes back the last action total 11 4 : 0",
        "8 player 1 draws 2-3 total 11 4 : 0",
        "9 player 1 refused: 2-3, just drawn, must be played, not 1-5",
        "Not finished.",
        "The match goes on at 4 : 0",
        "",
        f'record: refused: no game "chess"; {KNOWN}',
        "",
    ]


def test_records_of_one_name_in_two_files_are_told_apart(call, write):
    one, other = write(GOOD, name="one.json"), write(GOOD, name="other.json")
    _, out, _ = call("replay", one, other)
    heads = [line.partition(": horse-race")[0] for line in out.splitlines() if "players" in line]
    assert heads == [f"{one}:1: good", f"{other}:1: good"]


def test_a_game_that_counts_no_ends_shows_no_totals(call, write):
    actions = [{"play": "5-5"}, {"play": "0-5"}]
    record = {**GOOD, "game": "draw", "rounds": [{"starter": 0, "actions": actions}]}
    _, out, _ = call("replay", write(record))
    assert "total" not in out
    assert " ".join(out.splitlines()[3].split()) == "2 player 2 0-5 on 5-5 line_a 0 : 0"


def test_text_of_an_ended_match(call, write):
    out_at_once = {"starter": 0, "actions": [{"play": "0-1"}], "remaining": [[], ["5-6"]]}
    record = {**GOOD, "options": {"deal": 1, "target": 2}, "rounds": [out_at_once, out_at_once]}
    _, out, _ = call("replay", write(record))
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[3:7] == [
        "Out. Player 1 takes 2. Score 2 : 0",
        "Pips left 0 : 11",
        "Round 2 refused: the match is over: no round follows",
        "Player 1 wins the match at 2 : 0",
    ]


def test_text_of_teams_audit_and_a_missing_settlement(call, write):
    teams = {**GOOD, "id": None, "players": 4, "teams": True, "rounds": []}
    del teams["id"]
    path = write(teams)
    assert call("replay", path)[1].startswith(
        f"{path}:1: horse-race, 4 players in two teams (1 and 3, 2 and 4)\n"
    )
    unsettled = {"starter": 0, "actions": [{"play": "0-1"}]}
    record = {**GOOD, "options": {"deal": 1}, "rounds": [unsettled]}
    assert "Not settled: the hands are not known" in call("replay", write(record))[1]


def test_the_version_is_the_one_that_is_packaged(call):
    packaged = re.search(r"hatch.version]\npath = \"(.*)\"", (ROOT / "pyproject.toml").read_text())
    assert (ROOT / packaged[1]).samefile(host_tools.__file__)
    assert call("--version") == (0, f"domino-table {host_tools.__version__}\n", "")
    assert re.fullmatch(r"\d+\.\d+\.\d+", host_tools.__version__)


def test_fields_that_nothing_reads_are_told(call, write):
    record = {**GOOD, "optoins": {"target": 5}, "rounds": [{**GOOD["rounds"][0], "staretr": 0}]}
    record["rounds"][0]["actions"] = [{"play": "5-5", "prot": "low"}]
    status, _, err = call("replay", write(record), "--json")
    assert status == 0
    notes = [line.split(": note: ")[1].split(";")[0] for line in err.splitlines()]
    assert notes == [
        'field "optoins" is not read (options, perhaps)',
        'rounds[0]: field "staretr" is not read (starter, perhaps)',
        'rounds[0].actions[0]: field "prot" is not read (port, perhaps)',
    ]


def test_fields_within_an_action_that_nothing_reads_are_told(call, write):
    correct = {"correct": {"side": 0, "score": 3, "seat": 1}}
    plays = {"plays": [{"play": "1-1", "prot": "low"}]}
    actions = [{"play": "5-5"}, correct, correct, {"draw": True, "on": "5-5"}, plays]
    record = {**GOOD, "rounds": [{"starter": 0, "actions": actions}]}
    _, _, err = call("replay", write(record), "--json")
    assert [line.split(": note: ")[1] for line in err.splitlines() if "note" in line] == [
        'rounds[0].actions[1].correct and 1 more place: field "seat" is not read; fields are side,'
        " score",
        'rounds[0].actions[3]: field "on" is not read; fields are draw, seat',
        'rounds[0].actions[4].plays[0]: field "prot" is not read (port, perhaps); fields are'
        " play, on, port",
    ]
    _, _, err = call("replay", write({"playrs": 2, **RECORD_REFUSED}))
    assert ': note: field "playrs" is not read (players, perhaps)' in err.splitlines()[0]


def test_a_scenario_is_for_simulate(call, write):
    scenario = {"board": "pad1_mfrc522", "game": "draw", "players": 2, "steps": []}
    status, _, err = call("replay", write(scenario))
    assert (status, err.count("\n")) == (2, 1)
    assert "this is a board scenario, which domino-table simulate runs" in err


def test_a_field_that_stands_twice_is_refused(call, write):
    text = json.dumps(GOOD).replace('"players"', '"players": 3, "players"')
    status, out, _ = call("replay", write(text), "--json")
    assert (status, json.loads(out)["error"]) == (2, "bad_record")


def test_standard_input(call, monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(json.dumps(GOOD).encode()))
    monkeypatch.setattr(sys, "stdin", stream)
    status, out, _ = call("replay", "-", "--json")
    assert (status, json.loads(out)["scores"]) == (0, [4, 0])


def test_strange_texts_stay_on_their_line(call, write):
    """Line ends, escape sequences and halves of surrogates in ids and tiles."""
    record = {**GOOD, "id": "a\nb\x1b[2J\ud800"}
    record["rounds"] = [{"starter": 0, "actions": [{"play": "5\n5"}, {"play": "\u2028\x85"}]}]
    path = write(record)
    for arguments in (["--json"], []):
        status, out, err = call("replay", path, *arguments)
        assert status == 2
        assert len(err.splitlines()) == 2
        assert "\x1b" not in out + err
    assert out.startswith("a\\nb\\x1b[2J\\ud800: horse-race")


def test_a_terminal_that_lacks_the_letters(write):
    record = {**GOOD, "id": "\u0645\u0628\u0627\u0631\u0627\u0629"}
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    with _started("replay", write(record), stdout=subprocess.PIPE, env=environment) as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert out.startswith(b"\\u0645")


def test_closed_standard_streams(write):
    """A daemon may start a command without any stream: None stands in their place then."""
    code = "import sys; sys.stdin = sys.stdout = None; from host_tools.cli import main;"
    code += f"sys.exit(main(['replay', '-', {write(GOOD)!r}]))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True)
    assert done.returncode == 1
    assert done.stderr.startswith(b"standard input: closed; wanted: ")
    assert len(done.stderr.splitlines()) == 1


def test_an_output_that_cannot_be_written(write):
    full = pathlib.Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full on this system")
    with full.open("w") as stream, _started("replay", write(GOOD), stdout=stream) as process:
        err = process.communicate()[1]
    assert (process.returncode, err) == (1, b"domino-table: No space left on device\n")


UNSETTLED = {
    **GOOD,
    "options": {"deal": 1},
    "rounds": [{"starter": 0, "actions": [{"play": "0-1"}]}],
}


@pytest.mark.parametrize("record", [REFUSED, ROUND_REFUSED, RECORD_REFUSED, UNSETTLED])
def test_a_terminal_is_told_each_reason_once(write, record):
    path = write(record)
    pipe = subprocess.run([*COMMAND, "replay", path], cwd=ROOT, capture_output=True, text=True)
    (line,) = pipe.stderr.splitlines()
    code, reason = re.fullmatch(r".*?: (?:rounds.*?: )?([a-z_]+): (.*)", line).groups()
    assert pipe.returncode == 2 and reason in pipe.stdout  # apart, each is whole
    seen = _on_a_terminal(*COMMAND, "replay", path)
    assert seen.count(reason) == 1 and seen.count(line) == 1
    if record is RECORD_REFUSED:
        assert seen == f"{line}\n"  # there is nothing else to show
    else:
        assert f"refused, {code}" in seen or f"Not settled: {code}" in seen


def _on_a_terminal(*command):
    """What a command writes to a terminal, both outputs."""
    master, slave = os.openpty()
    subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=slave, stderr=slave)
    os.close(slave)
    parts = []
    with contextlib.suppress(OSError):  # Linux: when the other end is closed and all was read
        while part := os.read(master, 65536):
            parts.append(part)
    os.close(master)
    return b"".join(parts).decode().replace("\r\n", "\n")


def test_a_language_is_for_a_page(call):
    status, out, err = call("games", "--language", "ar")
    assert (status, out) == (1, "")
    assert err == "--language goes with --page GAME; the list has no language\n"


def test_games_as_text(call):
    status, out, err = call("games")
    assert (status, err) == (0, "")
    table, options, hints = out.split("\n\n")
    rows = [line.split(None, 1) for line in table.splitlines()]
    assert [name for name, _ in rows] == ["game", *GAMES]
    found = {name: " ".join(rest.split()) for name, rest in rows}
    assert found["all-fives"] == "2 to 4 4 do 9/7/5 250/200/200 target, deal"
    assert found["forty-two"] == "4 4 do 7 250 target, min_bid"
    assert found["poker"] == "2 to 4 no 5 none none"
    assert "spinner none, first, all;" in " ".join(options.split())
    assert "domino-table games GAME…" in hints
    assert max(map(len, out.splitlines())) < 99


def test_a_named_game_alone_with_what_counts_in_it(call):
    status, out, err = call("games", "traditional", "goat-25")
    assert (status, err) == (0, "")
    traditional, goat, hint = out.split("\n\n")
    assert traditional.startswith("traditional\n") and goat.startswith("goat-25\n")
    assert "opening_else" in traditional and "blocked_own subtract" in traditional
    assert not any(name in traditional for name in (" unit 1", "branches", "fish all", "opens_at"))
    assert "opens_at 25" in goat and "tie" not in goat
    assert "deal       1 to 14 with 2, 9 with 3, 7 with 4 (tiles) (default 7/5/5)" in traditional
    assert "deal       1 to 13 with 2, 9 with 3, 6 with 4 (tiles) (default 7/5/5)" in goat
    assert hint == "The rules in words: domino-table games --page GAME\n"
    assert call("games", "double-goat", "--json")[1].count("\n") == 1


def test_games_as_json(call):
    status, out, err = call("games", "--json")
    assert (status, err) == (0, "")
    games = {game["id"]: game for game in map(json.loads, out.splitlines())}
    assert list(games) == list(GAMES)
    race = games["horse-race"]
    assert race["players"] == [2, 3, 4]
    assert race["teams"] == "allowed"
    assert race["deal"] == {"2": 7, "3": 6, "4": 5}
    assert race["target"] == {"2": 61, "3": 61, "4": 61}
    assert race["options"]["target"] == {"default": 61, "min": 1, "max": 10000}
    assert race["options"]["deal"]["most"] == {"2": 14, "3": 9, "4": 7}
    assert games["double-goat"]["options"]["deal"]["most"] == {"4": 7}
    assert race["parameters"]["spinner"] == "all"
    assert games["all-fives"]["parameters"]["spinner"] == "first"
    assert games["all-fives"]["target"] == {"2": 250, "3": 200, "4": 200}


NEEDED = "the following arguments are required: FILE"
PAGE = "argument --page: expected one argument"
DASHED = "a value that begins with -"
# Command lines that cannot be understood, and what their one line says.
USAGE = [
    ([], "domino-table: the following arguments are required: COMMAND"),
    (["chess"], "domino-table: no command 'chess'; what works: games, replay"),
    (["simulat"], "domino-table: no command 'simulat' (simulate, perhaps); what works: games,"),
    (["a\nb"], "domino-table: no command 'a\\nb'; what works: games, replay"),
    (["hub"], "domino-table: 'hub' is not built yet; what works: games, replay"),
    (["replay"], "domino-table replay: the following arguments are required: FILE"),
    (["replay", "--why", "x"], "domino-table replay: unrecognized arguments: --why"),
    (["games", "--all", "x"], "domino-table games: unrecognized arguments: --all; see"),
    (["games", "--jsn"], "domino-table games: unrecognized arguments: --jsn; --jsn is no option"),
    (["replay", "-x"], f"domino-table replay: {NEEDED}; {DASHED} stands behind --: -- -x; see"),
    (["games", "--page", "-x"], f"domino-table games: {PAGE}; {DASHED} is written --page=-x; see"),
    (["games", "draw", "chess"], 'games: no game "chess"; games are horse-race, all-fives, '),
    (["games", "goats"], 'games: no game "goats" (goat, perhaps); games are horse-race, '),
    (["games", "draw", "--page", "draw"], "--page GAME prints that game's rules alone; without: "),
    (["games", "--json", "--page", "draw"], "--page GAME prints that game's rules alone; without"),
]


@pytest.mark.parametrize("arguments, words", USAGE)
def test_a_command_line_that_cannot_be_understood(call, arguments, words):
    status, out, err = call(*arguments)
    assert (status, out) == (1, "")
    assert err.startswith(words)
    assert len(err.splitlines()) == 1


def test_a_command_that_has_no_module_yet(call, monkeypatch):
    monkeypatch.setitem(cli.COMMANDS, "board", ("host_tools.nowhere.command", ""))
    status, _, err = call("board", "check")
    assert status == 1
    assert err.startswith("domino-table: 'board' is not built yet; what works: ")


def test_help(call):
    status, out, _ = call("--help")
    assert status == 0
    assert "replay" in out
    assert "FILE" in call("replay", "--help")[1]


def test_an_interrupt_ends_quietly(call, write, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("host_tools.records.replay_command.replay", interrupted)
    assert call("replay", write(GOOD)) == (cli.INTERRUPTED, "", "")


def _started(*arguments, **streams):
    command = [sys.executable, "-m", "host_tools", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, **streams)


def test_a_closed_pipe_ends_quietly(write):
    with _started("replay", write(*[GOOD] * 200), stdout=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.wait() == cli.PIPE_CLOSED
        assert process.stderr.read() == b""


def test_streams_and_status_of_the_real_process():
    text = (json.dumps(REFUSED) + "\n[]\n").encode()
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with _started("replay", "-", "--json", **streams) as process:
        out, err = process.communicate(text)
    assert process.returncode == 1
    assert json.loads(out)["scores"] == [2, 0]
    assert [line.split(b": ")[0] for line in err.splitlines()] == [
        b"standard input:1",
        b"standard input:2",
    ]


def test_errors_do_not_go_to_standard_output_where_standard_error_is_closed():
    command = f"exec {sys.executable} -m host_tools replay nowhere --json 2>&-"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, stdout=subprocess.PIPE)
    assert (done.returncode, done.stdout) == (1, b"")


def test_what_the_system_refuses_is_told_with_the_file(call, write, monkeypatch):
    def refused(*_):
        raise PermissionError(13, "Permission denied", "some\nfile")

    monkeypatch.setattr("host_tools.records.replay_command.replay", refused)
    said = "domino-table: some\\nfile: Permission denied\n"
    assert call("replay", write(GOOD)) == (1, "", said)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_ends_a_command_as_an_interrupt_does(call, write, monkeypatch, name):
    number = getattr(signal, name)
    ended = []

    def killed(*_):
        try:
            os.kill(os.getpid(), number)
        finally:
            ended.append(True)

    monkeypatch.setattr("host_tools.records.replay_command.replay", killed)
    before = signal.signal(number, signal.SIG_DFL)  # nohup has it ignored
    try:
        assert call("replay", write(GOOD)) == (128 + number, "", "")
        assert ended and signal.getsignal(number) == signal.SIG_DFL
    finally:
        signal.signal(number, before)


def test_an_abandoned_match_does_not_go_on(call, write):
    said = call("replay", write({**GOOD, "abandoned": True}))[1]
    assert "The match was abandoned at" in said and "goes on" not in said
    assert "The match goes on at" in call("replay", write(GOOD))[1]
