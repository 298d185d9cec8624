"""`domino-table board check`: one line for what is good, one for each fault, never a traceback."""

import json

import pytest

from domino.rules.games import GAMES
from host_tools import boards, cli
from host_tools.boards import capacity, logic, power

GRID_TEXT = (boards.CONFIGS / "grid48_mfrc522" / "board.json").read_text(encoding="utf-8")


LAID = {need.game: need.tiles for need in capacity.needs(boards.load("grid48_mfrc522"))}


def check(capsys, *files, as_json=False):
    """(exit status, lines of standard output); standard error must stay silent."""
    arguments = ["board", "check", *map(str, files)] + (["--json"] if as_json else [])
    status = cli.main(arguments)
    out, err = capsys.readouterr()
    assert err == ""
    return status, out.splitlines()


@pytest.fixture
def write(tmp_path):
    """Write a board.json of the given bytes or text into a folder of the board's name."""

    def write_it(content):
        folder = tmp_path / "grid48_mfrc522"
        folder.mkdir(exist_ok=True)
        raw = content if isinstance(content, bytes) else content.encode("utf-8")
        (folder / "board.json").write_bytes(raw)
        return folder / "board.json"

    return write_it


def test_a_good_board_has_a_short_report_by_name_folder_and_path(capsys, write):
    path = write(GRID_TEXT)
    status, lines = check(capsys, "grid48_mfrc522", path.parent, path)
    assert status == 0
    reports = "\n".join(lines).split(": ok: ")[1:]
    heads = {text.splitlines()[0] for text in reports}
    below = {tuple(line for line in text.splitlines() if line[0] == " ") for text in reports}
    assert heads == {"48 slots and 4 pads with mfrc522"}
    assert len(reports) == 3 and len(below) == 1
    assert list(below.pop()) == [
        "  slots     48, in one line at most 48; 496 x 372 mm",
        "  selects   56 lines by 74hc595 on readers (SPI0); 4 lines free",
        "  pins      Pico W; free: GP0 GP1 GP13 GP14 GP15 GP17 GP26 GP27 GP28",
        "  shows     screen, score strip, buzzer",
        "  seats     2, 3, 4 players",
        "  currents  at most 1461 of 2000 mA for readers and logic, 2164 of 4000 mA in all",
        "  games     " + ", ".join(f"{game} {tiles}" for game, tiles in sorted(LAID.items())),
    ]


def test_one_of_something_is_one(capsys, write):
    _, lines = check(capsys, "pad1_mfrc522")
    assert lines[0].endswith("0 slots and 1 pad with mfrc522")
    assert lines[1] == "  selects   1 line by gpio on reader (SPI0); 0 lines free"
    _, (line,) = check(capsys, write(GRID_TEXT.replace('"bus": "display"', '"bus": "x"')))
    assert line.endswith('display.bus: there is no bus "x"; wanted: display')
    _, lines = check(capsys, write("{}"))
    said = {line.split(": ")[1]: line for line in lines}
    assert ": is missing; wanted: a string (The name of the folder" in said["name"]
    assert said["version"].endswith(": is missing; wanted: 1 (Version of this format)")


def test_a_board_without_supplies_or_room_says_so(capsys, write):
    small = json.loads(GRID_TEXT)
    small["slots"] = {"grid": {"columns": 3, "rows": 2}, "selects": list(range(6))}
    small["readers"]["supply"] = {"kind": "regulator", "millivolts": 3300, "current_ma": 600}
    small["seats"] = {"2": [0, 1], "3": [0, 1, 2], "4": [0, 1, 2, 3]}
    del small["supply"], small["build"], small["display"], small["buzzer"]
    status, lines = check(capsys, write(json.dumps(small)))
    assert status == 0
    assert lines[1] == "  slots     6, in one line at most 6"
    assert lines[4] == (
        "  shows     score strip, no screen (no display in the config),"
        " no buzzer (no buzzer in the config)"
    )
    assert lines[6] == "  currents  at most 519 of 600 mA for readers and logic, 1232 mA in all"
    assert lines[7] == "  games     forty-two 4, poker 0"
    assert lines[8].startswith("            too small for: all-fives 27, ")
    idle = [line for line in lines if ": buses.display: " in line]
    assert len(idle) == 1 and "nothing is on this bus, as there is no display; wanted: " in idle[0]


def test_wrong_pins_are_told_beside_what_is_missing(capsys, write):
    board = json.loads(GRID_TEXT)
    del board["title"], board["buttons"]["undo"], board["buses"]["readers"]["miso"]
    board["strip"]["leds"] = 1
    board["buttons"]["ok"] = "six"
    board["buttons"]["menu"] = board["strip"]["pin"]
    status, lines = check(capsys, write(json.dumps(board)))
    assert status == 1
    assert [line.split(": ")[1] for line in lines] == [
        "buses.readers.miso",
        "buttons.ok",
        "buttons.undo",
        "strip.leds",
        "title",
        "buttons.menu",
    ]
    assert "GP2 is strip.pin too; wanted: a free pin: " in lines[-1]
    del board["mcu"]
    status, lines = check(capsys, write(json.dumps(board)))
    assert (status, len(lines)) == (1, 6)


def test_the_budget_adds_up(capsys):
    for name in boards.board_names():
        assert cli.main(["board", "budget", name, "--json"]) == 0
        record = json.loads(capsys.readouterr().out)
        rows = record["rows"]
        for row in rows:
            assert row["each"] is None or row["each"] * row["number"] == row["ma"]
        drawn = {
            rail: sum(row["ma"] for row in rows if row["kind"] == rail)
            for rail in ("3.3 V", "5 V")
        }
        sums = [row["ma"] for row in rows if row["kind"] == "sum"]
        assert sums == [drawn["3.3 V"], drawn["3.3 V"] + drawn["5 V"]]
        assert {row["kind"] for row in rows} == {"3.3 V", "5 V", "sum", "limit"}
        assert record["typical_readers_ma"] < drawn["3.3 V"]


def test_the_budget_of_the_grid(capsys):
    assert cli.main(["board", "budget", "grid48_mfrc522"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "grid48_mfrc522: readers are fed with 2000 mA at most and typically draw 952, "
        "the table's supply gives 4000 mA",
        "      mA    each  number",
        "    1092      21      52  mfrc522 reader, antenna off",
        "     200     100       2  antenna on",
        "      42       6       7  74HC595, the select chain",
        "      42      21       2  74LVC244, beside the controller: all that it sends to readers "
        "and selects",
        "      66      11       6  74LVC126, SCK, MOSI and MISO of each row, at its end",
        "       6       1       6  74HC30, on while an NSS of its row is low",
        "      11      11       1  74LVC125, MISO of the pads",
        "       2       2       1  pull-ups that are low",
        "    1461                  3.3 V for readers and logic",
        "       1                  AP63203, for itself",
        "     500                  strip of 244 LEDs, kept to its budget by the firmware",
        "       2                  74AHCT125, strip data",
        "     200                  Pico W, screen, buzzer",
        "    2164                  in all",
        "  (2000)                  AP63203 delivers at most",
        "  (3150)                  main fuse, time-lag",
        "  (1000)                  fuse of the strip, time-lag",
    ]


@pytest.mark.parametrize("name", boards.board_names())
def test_every_chip_of_the_board_and_what_carries_the_current_is_in_the_budget(capsys, name):
    config = boards.load(name)
    rows = {row.what: row for row in power.budget(config)}
    for chips in logic.chips(config):
        (row,) = [row for what, row in rows.items() if what.startswith(chips.title)]
        assert row.ma >= chips.number
    assert rows["main fuse, time-lag"].ma == config["supply"]["fuse_ma"]
    assert power.total_ma(config) <= 0.75 * power.fuse_ma(config)
    if config["readers"]["supply"]["kind"] == "regulator":
        (row,) = [row for row in rows.values() if row.what.endswith("delivers at most")]
        assert row.ma >= power.rail_ma(config)


def test_a_slower_bus_takes_less_and_an_unnamed_regulator_is_hungry():
    config = boards.load("grid48_mfrc522")
    most = power.logic_ma(config)
    config["buses"]["readers"]["baud"] = 1_000_000
    assert power.logic_ma(config) < most / 2
    before = power.total_ma(config)
    del config["readers"]["supply"]["part"], config["supply"]["fuse_ma"]
    assert power.total_ma(config) == before + 10
    assert power.fuse_ma(config) == 3150


def test_currents_of_another_chip_are_warned_of(capsys, tmp_path):
    board = json.loads((boards.CONFIGS / "grid48_pn532" / "board.json").read_text("utf-8"))
    board["readers"]["supply"] |= {"idle_ma": 21, "field_ma": 50}
    path = tmp_path / "grid48_pn532" / "board.json"
    path.parent.mkdir()
    path.write_text(json.dumps(board))
    wanted = [
        f"{path}: readers.supply.{name}: {given} mA are less than a pn532 typically draws, "
        f"{typical}; wanted: {most}, or what was measured (warning)"
        for name, given, typical, most in (("idle_ma", 21, 30, 40), ("field_ma", 50, 60, 100))
    ]
    status, lines = check(capsys, path)
    assert status == 0 and lines[-2:] == wanted
    assert cli.main(["board", "budget", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "typically draw 1680, more than the 1192 that they should draw at most" in lines[0]
    assert lines[-2:] == wanted
    assert cli.main(["board", "budget", "--json", str(path)]) == 0
    found = json.loads(capsys.readouterr().out)["warnings"]
    places = [fault["place"] for fault in found]
    assert places == ["readers.supply.idle_ma", "readers.supply.field_ma"]


@pytest.mark.parametrize("name", boards.board_names())
def test_no_board_of_ours_draws_less_than_its_chip(name):
    assert list(power.warnings(boards.load(name))) == []


def test_the_budget_of_a_faulty_board_is_its_faults(capsys, write):
    path = write(GRID_TEXT.replace('"sck": 18', '"sck": 17'))
    assert cli.main(["board", "budget", str(path)]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"{path}: buses.readers.sck: ")
    assert cli.main(["board", "budget", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["rows"] is None


UNREADABLE = [
    (b"", "line 1 column 1", "not JSON"),
    (b"{", "line 1 column 2", "not JSON"),
    (b"[1, 2]", "config", "is a list"),
    (b"null", "config", "is null"),
    (b"3", "config", "is 3"),
    (b'{"version": 1,\n "title": "\xff"}', "line 2", "not UTF-8"),
    (b'\xef\xbb\xbf{"version": 1', "line 1 column 14", "not JSON"),
    (b'{"version": 1\n "name": 2}', "line 1 column 14", "Expecting ',' delimiter"),
    (b'{"version": 1,\n}', "line 1 column 14", "a comma too many"),
    (b'{"version": [1,\n\n]}', "line 1 column 15", "a comma too many"),
    (b'{"version":\n nul}', "line 2 column 2", "not JSON"),
    (b'{"version": NaN}', "config", "NaN is not JSON"),
    (b'{"version": -Infinity}', "config", "-Infinity is not JSON"),
    (b"[" * 100_000, "config", "nested too deeply"),
    (b'{"a":' * 60 + b"1" + b"}" * 60, "a.a.a", "nested too deeply"),
    (b" " * 1_000_001, "file", "too large"),
]


@pytest.mark.parametrize("content, place, problem", UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_is_no_config_is_one_line(capsys, write, content, place, problem):
    path = write(content)
    status, lines = check(capsys, path)
    assert status == 1
    assert len(lines) == 1
    assert lines[0].startswith(f"{path}: {place}: ")
    assert problem in lines[0]


REPLACED = [
    ('"sck": 18', '"sck": 18, "sck": 18', "buses.readers.sck", "given twice"),
    ('"version": 1', '"version": 1, "buses": {}', "buses", "given twice"),
    ('"sck": 18', '"sck": ' + "1" * 5000, "buses.readers.sck", "a number too large"),
    ('"sck": 18', '"sck": 1e999', "buses.readers.sck", "a number too large"),
    ('"sck": 18', '"sck": true', "buses.readers.sck", "is true"),
    ('"sck": 18', '"sck": 18.0', "buses.readers.sck", "is 18.0"),
    ('"title": "', '"title": "\\n\\u001b[2J', "title", "control character"),
    ('"title": "', '"title": "\\ud800', "title", "control character"),
    ('"title"', '"tit\\nle"', '["tit\\nle"]', "not a known field"),
    ('"name": "grid48_mfrc522"', '"name": "grid48_mfrc522\\n"', "name", "control character"),
]


@pytest.mark.parametrize("old, new, place, problem", REPLACED, ids=range(len(REPLACED)))
def test_what_json_would_let_pass_is_named(capsys, write, old, new, place, problem):
    assert GRID_TEXT.count(old) == 1
    path = write(GRID_TEXT.replace(old, new))
    status, lines = check(capsys, path)
    assert status == 1
    assert any(line.startswith(f"{path}: {place}: ") and problem in line for line in lines), lines


@pytest.mark.parametrize("name", ["nix", "", "a\0b", "x" * 5000, "no/such/board.json", "a\nb"])
def test_a_board_that_is_not_there_names_those_that_are(capsys, name):
    status, lines = check(capsys, name)
    assert status == 1
    assert len(lines) == 1
    assert "there is no such board" in lines[0] and "grid48_mfrc522" in lines[0]


def test_one_bad_file_of_three_fails_and_each_has_its_lines(capsys, write):
    spoiled = GRID_TEXT.replace('"sck": 18', '"sck": 17').replace('"pin": 3', '"pin": 2')
    path = write(spoiled)
    status, lines = check(capsys, "grid48_mfrc522", path, "grid48_mfrc522")
    assert status == 1
    assert lines[0] == lines[-8]
    assert lines[8] == (
        f"{path}: buses.readers.sck: GP17 cannot be SCK of SPI0; wanted: one of GP2, GP6, GP18,"
        " GP22"
    )
    assert lines[9].startswith(
        f"{path}: buzzer.pin: GP2 is strip.pin too; wanted: a free pin: GP0, "
    )


def test_json_is_one_object_a_file_with_faults_and_warnings(capsys, write, tmp_path):
    small = json.loads(GRID_TEXT)
    small["slots"] = {"grid": {"columns": 4, "rows": 6}, "selects": list(range(24))}
    small["strip"]["tracks"] = 2
    small["buses"]["idle"] = {"kind": "i2c", "id": 1, "sda": 14, "scl": 15, "freq": 100000}
    path = write(json.dumps(small))
    status, lines = check(capsys, path, "nix", as_json=True)
    good, bad = map(json.loads, lines)
    assert status == 1
    assert (good["ok"], good["faults"], good["summary"]["readers"]) == (True, [], 28)
    places = [warning["place"] for warning in good["warnings"]]
    assert places == ["slots"] * (len(GAMES) - 3) + ["selects", "strip.tracks", "buses.idle"]
    assert good["warnings"][0]["problem"] == "24 slots, but 2 players of horse-race can lay 27"
    # In block nobody draws, so it lays the fewest tiles; the others have no layout.
    assert good["summary"]["games"] == ["block", "forty-two", "poker"]
    assert (bad["ok"], bad["summary"], bad["faults"][0]["place"]) == (False, None, "file")


def test_a_warning_is_a_line_and_no_failure(capsys, write, tmp_path):
    path = write(GRID_TEXT)
    other = tmp_path / "another_name"
    path.parent.rename(other)
    status, lines = check(capsys, other)
    assert status == 0
    assert lines[-1] == (
        f"{other}: name: grid48_mfrc522 lies in a folder of another name;"
        ' wanted: "another_name" (warning)'
    )


def test_a_folder_with_a_line_end_in_its_name_stays_on_its_line(capsys, write, tmp_path):
    other = tmp_path / "a\nb"
    write(GRID_TEXT).parent.rename(other)
    status, lines = check(capsys, other)
    assert (status, len(lines)) == (0, 1 + 7 + 1)


def test_the_parts_of_a_config_of_ones_own(capsys, tmp_path):
    config = json.loads((boards.CONFIGS / "ring28_mfrc522" / "board.json").read_text())
    del config["buzzer"]
    (tmp_path / "board.json").write_text(json.dumps(config))
    status = cli.main(["board", "parts", str(tmp_path)])
    lines = capsys.readouterr().out.splitlines()
    assert status == 0 and "    28  NTAG213 sticker: one a tile, and a few to spare" in lines
    assert not any("1N4148" in line for line in lines)
    assert "  | s8 to s14 | 7 | 496 | 434 |" in lines
    assert cli.main(["board", "parts", str(tmp_path), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["ok"] and {part["what"]: part["number"] for part in record["parts"]}["Pico"] == 1
    assert record["branches"][0]["mm"] == 434
    (tmp_path / "board.json").write_text("{}")
    assert cli.main(["board", "parts", str(tmp_path)]) == 1


def test_the_figures_have_the_longest_wires(capsys):
    _, (line,) = check(capsys, "grid48_mfrc522", as_json=True)
    summary = json.loads(line)["summary"]
    assert (summary["to_driver_mm"], summary["to_reader_mm"]) == (434, 496)
