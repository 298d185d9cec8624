"""`domino-table tags` from the command line, on the simulated table."""

import json

import pytest

from host_tools import cli
from host_tools.boards import load
from host_tools.chips.tag_type2 import Type2Tag
from host_tools.runtimes.flash import image
from host_tools.tags import record

SIMULATED = ["--simulate", "grid48_mfrc522"]
UID = bytes.fromhex("04a81d12de5f80")


@pytest.fixture
def tags(capsys, tmp_path, monkeypatch):
    """Run an action in an empty folder; the status and what it printed."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments, flash=False):
        kept = ["--flash", "flash.img"] if flash else []
        status = cli.main(["tags", *arguments, *SIMULATED, *kept])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


def script(path, *steps):
    path.write_text(json.dumps({"steps": list(steps)}))
    return str(path)


def test_a_set_is_begun_stopped_and_gone_on_with(tags, tmp_path):
    stops = script(tmp_path / "stops.json", {"for": "1-3", "tag": "locked", "key": "q"})
    status, out, _ = tags("write", "--state", "set.json", "--script", stops)
    assert status == 2
    assert "7 of 28: lay 0-3 on any pad" in out
    assert "still to be made: 1-3, 2-3" in out and "the same command goes on" in out
    kept = json.loads((tmp_path / "set.json").read_text())
    assert len(kept["tiles"]) == 7 and kept["tiles"]["0-0"]["by"] == "record"
    status, out, _ = tags("write", "--state", "set.json")
    assert status == 0
    assert f"set {kept['set_id']}, 7 of 28 are there" in out
    assert "8 of 28: lay 1-3 on any pad" in out
    assert "\n7 of 28" not in out and "already" not in out
    assert f"done: set {kept['set_id']}, 28 tiles" in out


def test_the_table_remembers_how_far_it_was(tags, tmp_path):
    stops = script(tmp_path / "stops.json", {"for": "0-2", "tag": "phone", "key": "q"})
    assert tags("write", "--set-id", "C0FFEE01", "--script", stops, flash=True)[0] == 2
    status, out, _ = tags("write", flash=True)
    assert status == 0 and "set c0ffee01, 3 of 28 are there" in out
    status, out, err = tags("write", flash=True)
    assert (status, out) == (1, "")
    assert err == "set c0ffee01 is complete; --new makes another one, replace one tile\n"
    status, out, _ = tags("export", "set.json", flash=True)
    assert status == 0 and out == "set.json: 28 tiles of set c0ffee01\n"
    before = json.loads((tmp_path / "set.json").read_text())["tiles"]
    other = script(tmp_path / "other.json", {"for": "2-3", "tag": "ntag215"})
    status, out, _ = tags("replace", "3-2", "--script", other, flash=True)
    assert status == 0 and "1 of 1: lay 2-3 on any pad" in out and "is written (NTAG215" in out
    after = json.loads(tags("export", "-", flash=True)[1])["tiles"]
    assert {tile for tile in before if before[tile] != after[tile]} == {"2-3"}


def test_another_set_is_begun_only_by_new(tags, tmp_path):
    kept = ("--state", "set.json")
    whole = {f"{i}-{j}": {"uid": f"04{i}{j}0102030405"} for j in range(7) for i in range(j + 1)}
    (tmp_path / "set.json").write_text(_set(whole))
    assert tags("import", "set.json", flash=True)[0] == 0
    status, out, err = tags("write", "--set-id", "0badcafe", flash=True)
    assert (status, out) == (1, "")
    assert err == "the table holds set c0ffee01, 28 of 28; --new makes another one\n"
    status, out, err = tags("write", *kept, "--set-id", "0badcafe", flash=True)
    wanted = "set.json: is of set c0ffee01, not 0badcafe; --new begins another one and writes"
    assert (status, out) == (1, "") and err.startswith(wanted) and err.count("\n") == 1
    stops = script(tmp_path / "stops.json", {"for": "0-1", "tag": "locked", "key": "q"})
    new = ("--new", "--set-id", "0badcafe", "--script", stops)
    status, out, _ = tags("write", *kept, *new, flash=True)
    assert status == 2 and "1 of 28: lay 0-0 on any pad" in out
    anew = "set.json: was set c0ffee01, 28 of 28; the first tile of set 0badcafe writes it anew"
    assert anew in out and "the same command without --new goes on" in out
    begun = json.loads((tmp_path / "set.json").read_text())
    assert (begun["set_id"], list(begun["tiles"])) == ("0badcafe", ["0-0"])
    on = script(tmp_path / "on.json", {"for": "0-1", "tag": "locked", "key": "q"})
    for state in (kept, ()):  # neither file nor table takes tiles of before for new ones
        status, out, _ = tags("write", *state, "--script", on, flash=True)
        assert status == 2 and "set 0badcafe, 1 of 28 are there" in out


def test_new_without_a_number_leaves_a_complete_file(tags, tmp_path):
    whole = {f"{i}-{j}": {"uid": f"04{i}{j}0102030405"} for j in range(7) for i in range(j + 1)}
    (tmp_path / "set.json").write_text(_set(whole))
    stops = script(tmp_path / "stops.json", {"for": "0-0", "tag": "locked", "key": "q"})
    status, out, _ = tags("write", "--state", "set.json", "--new", "--script", stops)
    assert status == 2 and "1 of 28: lay 0-0" in out and "writes it anew" in out
    # until a tile is there the file of before stays
    assert json.loads((tmp_path / "set.json").read_text())["set_id"] == "c0ffee01"


def test_enrolling_writes_nothing(tags, tmp_path):
    steps = [{"for": "0-0", "tag": "classic"}, {"for": "0-1", "tag": "card"}]
    taps = script(tmp_path / "taps.json", *steps)
    status, out, _ = tags("enrol", "--state", "set.json", "--script", taps)
    assert status == 0 and "a phone or a card: take it away, it is never enrolled" in out
    kept = json.loads((tmp_path / "set.json").read_text())["tiles"]
    assert {tag["by"] for tag in kept.values()} == {"uid"} and len(kept["0-0"]["uid"]) == 8


def test_shows_what_lies_on_the_pads(tags, tmp_path):
    ours = {"tag": "tile", "tile": "2-3", "set": "c0ffee01"}
    steps = [
        {**ours, "pad": "p0", "after_ms": 100},
        {"tag": "locked", "pad": "p1", "after_ms": 100},
        {"tag": "phone", "pad": "p2", "after_ms": 100},
        {"tag": "blank", "two": True, "pad": "p3", "after_ms": 100},
    ]
    lying = script(tmp_path / "lying.json", *steps)
    status, out, _ = tags("show", "--json", "--script", lying)
    rows = {row["at"]: row for row in map(json.loads, out.splitlines())}
    assert status == 0 and list(rows) == ["p0", "p1", "p2", "p3"]
    assert rows["p0"]["tile"] == "2-3" and rows["p0"]["set"] == "c0ffee01"
    assert rows["p0"]["chip"] == "NTAG213" and rows["p0"]["locked_pages"] == []
    assert rows["p1"]["locked_pages"] == list(range(3, 16)) and "tile" not in rows["p1"]
    assert rows["p2"] == {"at": "p2", "kind": "foreign"}
    assert rows["p3"] == {"at": "p3", "kind": "two_tags"}
    status, out, _ = tags("show", "--script", lying)
    lines = out.splitlines()
    assert "says 2-3 of set c0ffee01; not in the table's list" in lines[0]  # it has none yet
    assert "has no record" in lines[1] and "pages 3 to 15 are locked, 13 in all" in lines[1]
    assert lines[2:] == ["p2: a phone or a card", "p3: two tags"]


def test_another_sets_tile_is_told_apart(tags, tmp_path):
    stops = script(tmp_path / "stops.json", {"for": "0-1", "tag": "phone", "key": "q"})
    assert tags("write", "--set-id", "c0ffee01", "--script", stops, flash=True)[0] == 2
    other = {"tag": "tile", "tile": "2-3", "set": "0badcafe", "pad": "p0", "after_ms": 100}
    lying = script(tmp_path / "lying.json", other)
    _, out, _ = tags("show", "--script", lying, flash=True)
    assert "says 2-3 of another set, 0badcafe" in out


def test_nothing_on_the_pads(tags):
    status, out, err = tags("show", "--wait", "1")
    assert (status, out, err) == (2, "", "nothing was laid on a pad\n")


def test_a_tag_is_one_tile_and_a_table_has_one_set(tags, tmp_path):
    def made(name, uid_of, set_id=""):
        tiles = {tile: {"uid": uid, "by": "uid"} for tile, uid in uid_of.items()}
        value = {"version": 1, "set_id": set_id, "tiles": tiles}
        (tmp_path / name).write_text(json.dumps(value))

    made("a.json", {"0-0": "04112233445566", "0-1": "04112233445577"})
    made("b.json", {"0-2": "04112233445566"})
    made("c.json", {"0-3": "04112233445588"}, "c0ffee01")
    made("d.json", {"0-4": "04112233445599"}, "c0ffee02")
    status, out, err = tags("import", "a.json", "b.json", flash=True)
    wanted = "the files say that 04112233445566 is 0-0 and 0-2; accepted: one tile for each tag"
    assert (status, out) == (1, "") and wanted in err
    assert tags("import", "a.json", flash=True)[0] == 0
    status, _, err = tags("import", "b.json", flash=True)
    assert status == 1
    assert "04112233445566 is 0-2 in the files, but 0-0 on the table; nothing was" in err
    assert tags("import", "b.json", "--replace", flash=True)[0] == 0
    exported = json.loads(tags("export", "-", flash=True)[1])
    assert set(exported["tiles"]) == {"0-1", "0-2"}
    status, _, err = tags("import", "c.json", "d.json", flash=True)
    assert status == 1 and "of the sets c0ffee01 and c0ffee02; accepted: one" in err


def test_imports_sets_and_dumps(tags, tmp_path):
    tag = Type2Tag("NTAG213", UID)
    record.write_record(tag, 20, 7)
    (tmp_path / "tile.bin").write_bytes(bytes(tag.memory))
    blank = Type2Tag("Mifare Ultralight", bytes.fromhex("04010203040506"))
    (tmp_path / "4-4.bin").write_bytes(bytes(blank.memory))
    card = "Filetype: Flipper NFC device\nVersion: 3\nDevice type: UID\n"
    (tmp_path / "0-6 old.nfc").write_text(card + "UID: 12 34 56 78\nATQA: 00 04\nSAK: 08\n")
    made = {"version": 1, "set_id": "c0ffee01", "tiles": {"1-2": {"uid": "04aa"[:2] + "112233"}}}
    (tmp_path / "set.json").write_text(json.dumps(made))
    files = ["tile.bin", "4-4.bin", "0-6 old.nfc", "set.json"]
    status, out, _ = tags("import", *files, flash=True)
    assert status == 0
    assert out.splitlines() == [
        "04a81d12de5f80 is 5-5",
        "04010203040506 is 4-4",
        "12345678 is 0-6",
        "04112233 is 1-2",
        "the table knows 4 UIDs, set c0ffee01",
    ]
    exported = json.loads(tags("export", "-", flash=True)[1])
    assert {tile: tag["uid"] for tile, tag in exported["tiles"].items()} == {
        "5-5": "04a81d12de5f80",
        "4-4": "04010203040506",
        "0-6": "12345678",
        "1-2": "04112233",
    }
    assert tags("import", "4-4.bin", "--tile", "6-6", "--clear", flash=True)[0] == 0
    exported = json.loads(tags("export", "-", flash=True)[1])
    assert list(exported["tiles"]) == ["6-6"]


def test_an_old_export_does_not_bring_a_lost_tag_back(tags, tmp_path):
    old = {"2-3": {"uid": "04112233"}, "2-4": {"uid": "04112244"}, "2-5": {"uid": "04112255"}}
    (tmp_path / "old.json").write_text(_set(old))
    (tmp_path / "new.json").write_text(_set({**old, "2-3": {"uid": "04aabbcc"}}))
    assert tags("import", "new.json", flash=True)[0] == 0
    status, out, err = tags("import", "old.json", flash=True)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("2-3 is 04112233 in the files, but 04aabbcc on the table; nothing was")
    assert "--replace" in err and "--clear" in err

    def known():
        exported = json.loads(tags("export", "-", flash=True)[1])["tiles"]
        return {tile: tag["uid"] for tile, tag in exported.items()}

    assert known()["2-3"] == "04aabbcc"
    status, out, _ = tags("import", "old.json", "--replace", flash=True)
    assert status == 0 and "the table knows 3 UIDs" in out
    assert known() == {tile: tag["uid"] for tile, tag in old.items()}
    assert tags("import", "new.json", "--clear", flash=True)[0] == 0
    assert tags("import", "new.json", flash=True)[0] == 0  # the same again changes nothing
    status, _, err = tags("import", "old.json", "new.json", flash=True)
    assert status == 1 and err.startswith("the files say that 04112233 and 04aabbcc are 2-3; ")


@pytest.mark.parametrize("option", ["--flash", "--state"])
@pytest.mark.parametrize(
    "name, words",
    [("none/x.img", "there is no folder none"), (".", "is a folder"), ("f/x", "there is no fol")],
)
def test_a_file_that_cannot_be_written_is_told_before_a_tag_is(
    tags, tmp_path, option, name, words
):
    (tmp_path / "f").write_text("")
    status, out, err = tags("write", option, name)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"{option} {name}: {words}") and "accepted: " in err


PHONE = "Filetype: Flipper NFC device\nVersion: 3\nDevice type: UID\nUID: 08 34 56 78\n"
BAD = [
    (["write", "--set-id", "xyz"], '--set-id is "xyz"; accepted: eight hexadecimal digits'),
    (["replace", "7-7"], 'no tile "7-7"; accepted: 0-0 to 6-6'),
    (["write", "--state", "bad.json"], "bad.json:1: not JSON: "),
    (["write", "--state", "no_set.json"], "no_set.json: is no set of tiles"),
    (["write", "--state", "newer.json"], "newer.json: a set of a newer version, 2; accepted: "),
    (["write", "--state", "twice.json"], "tiles, 0-1: UID 04112233 stands twice"),
    (["write", "--state", "phone.json"], "tiles, 0-0: uid 08112233 is made up anew each time"),
    (["write", "--script", "none.json"], "none.json: cannot be read: No such file"),
    (["write", "--script", "bad.json"], "bad.json:1: not JSON: "),
    (["write", "--script", "step.json"], 'step 0: field "lay" is not known; accepted: for'),
    (["write", "--script", "pad.json"], 'step 0: no reader "p9"; accepted: a1 to h6, p0 to p3'),
    (["write", "--script", "tag.json"], 'step 0: no tag "lockd"; accepted: blank, ntag215'),
    (["write", "--script", "loss.json"], "step 0: loss is 2; accepted: a number from 0 to 1"),
    (["write", "--script", "steps.json"], "steps is missing; accepted: a list of steps"),
    (["write", "--script", "dump.json"], 'step 0: tag "bad.json": '),
    (["import", ""], "FILE is ''; accepted: a file of export, or a dump"),
    (["export", ""], "FILE '': has no name; accepted: a file to be written"),
    (["export", "none/set.json"], "FILE none/set.json: there is no folder none; accepted: "),
    (["show", "--wait", "nan"], '--wait is "nan"; accepted: a number of seconds from 0 to 86400'),
    (["import", "phone.nfc"], "phone.nfc: is a phone or a card, 08345678"),
    (["import", "nameless.bin"], "nameless.bin: holds no record of a tile"),
    (["import", "nothing.nfc"], "nothing.nfc: No such file"),
    (["import", "bad.json"], "bad.json:1: not JSON: "),
    (["import", "a.nfc", "b.nfc", "--tile", "0-0"], "--tile goes with a single dump"),
    (["import", "set.json", "--tile", "0-0"], "single dump; set.json is a set of 1 tile and says"),
]


@pytest.mark.parametrize("arguments, words", BAD)
def test_what_cannot_be_done_is_one_line(tags, tmp_path, arguments, words):
    files = {
        "bad.json": "{",
        "no_set.json": "{}",
        "newer.json": '{"version": 2, "sets": []}',
        "twice.json": _set({"0-0": {"uid": "04112233"}, "0-1": {"uid": "04112233"}}),
        "phone.json": _set({"0-0": {"uid": "08112233"}}),
        "set.json": _set({"2-3": {"uid": "04112233"}}),
        "step.json": json.dumps({"steps": [{"lay": 1}]}),
        "pad.json": json.dumps({"steps": [{"pad": "p9"}]}),
        "tag.json": json.dumps({"steps": [{"tag": "lockd"}]}),
        "loss.json": json.dumps({"steps": [{"loss": 2}]}),
        "steps.json": "{}",
        "dump.json": json.dumps({"steps": [{"tag": "bad.json"}]}),
        "phone.nfc": PHONE + "ATQA: 00 04\nSAK: 20\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "nameless.bin").write_bytes(bytes(Type2Tag("NTAG213", UID).memory))
    status, out, err = tags(*arguments)
    assert status == 1 and out == "" and words in err and err.count("\n") == 1


def test_a_tag_laid_again_that_never_was_is_one_line(tags, tmp_path):
    again = script(tmp_path / "again.json", {"for": "0-0", "tag": "again", "tile": "5-5"})
    status, _, err = tags("write", "--script", again)
    assert (status, err.count("\n")) == (1, 1)
    assert err.startswith("--script: tag again, tile 5-5: there is none; accepted: ")


def _set(tiles):
    return json.dumps({"version": 1, "set_id": "c0ffee01", "tiles": tiles})


@pytest.mark.parametrize(
    "where, words",
    [
        (["--simulate", "grid99"], "grid99"),
        (["--port", ""], "--port is ''; accepted: a serial port, such as /dev/ttyACM0 or COM3"),
        (["--simulate", ""], "'': file: there is no such board; wanted: a board (grid48_mfrc522"),
        (["--port", "/dev/nothing_here"], "/dev/nothing_here: "),
        (["--port", "/dev/null"], "/dev/null: "),
        ([], "one of the arguments --port --simulate is required"),
        (["--port", "x", "--flash", "y"], "--flash goes with --simulate"),
    ],
)
def test_a_table_that_cannot_be_had_is_one_line(capsys, where, words):
    assert cli.main(["tags", "export", "-", *where]) == 1
    err = capsys.readouterr().err
    assert words in err and err.count("\n") == 1


def test_a_table_that_its_keeper_guards_asks_for_the_pin(tags, tmp_path):
    settings = {"game": "all-fives", "seed": 1, "set_id": "c0ffee01", "keeper_pin": "0042"}
    files = {"board.json": load("grid48_mfrc522"), "settings.json": settings}
    (tmp_path / "flash.img").write_bytes(image(files))
    (tmp_path / "set.json").write_text(
        json.dumps({"version": 1, "set_id": "c0ffee01", "tiles": {"2-3": {"uid": UID.hex()}}})
    )
    guarded = (
        "the table is guarded by its keeper: give --pin, or lay his tag on a pad and start again\n"
    )
    for action in (("write",), ("enrol",), ("replace", "2-3"), ("import", "set.json")):
        status, _, err = tags(*action, flash=True)
        assert (status, err) == (1, guarded), action
    wrong = tags("import", "set.json", "--pin", "1111", flash=True)
    assert wrong == (1, "", "the table has another PIN of its keeper\n")
    status, out, _ = tags("import", "set.json", "--pin", "0042", flash=True)
    assert status == 0 and "the table knows 1 UID, set c0ffee01" in out
    stops = script(tmp_path / "stops.json", {"for": "0-1", "tag": "phone", "key": "q"})
    status, out, _ = tags("write", "--pin", "0042", "--script", stops, flash=True)
    assert status == 2 and "0-0 is written" in out


def flash_of(board):
    return image({"board.json": load(board), "settings.json": {"game": "all-fives", "seed": 1}})


@pytest.mark.parametrize(
    "content, words",
    [
        (b"", "is no flash of a simulated board"),
        (b"garbage\n", "is no flash of a simulated board"),
        (b'{"version": 1}' * 999, "is no flash of a simulated board"),
        (bytes(64 * 4096), "is no flash of a simulated board"),
        (flash_of("pad1_mfrc522"), "is the flash of the board pad1_mfrc522, wanted: of grid48_"),
    ],
)
def test_a_flash_of_something_else_is_one_line(tags, tmp_path, content, words):
    (tmp_path / "flash.img").write_bytes(content)
    status, out, err = tags("show", flash=True)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert f"flash.img: {words}" in err


def test_a_table_without_a_set_has_no_tile_to_replace(tags):
    status, _, err = tags("replace", "2-3")
    assert status == 1
    assert err == "the table has no set yet, so no tile of it; write, enrol or import one\n"
