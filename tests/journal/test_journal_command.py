"""`domino-table journal`: copies of a board's journal, images of its flash, damaged ones too."""

import json

import pytest

from domino.store import journal as stored
from host_tools.bench.journal_match import recorded
from host_tools.cli import main
from host_tools.records.replay import replay
from host_tools.runtimes.flash import mounted
from tests.store.store_parts import Board, started

MATCH = recorded("horse-race", 2, 3)


@pytest.fixture(scope="module")
def image():
    """A flash with a whole match and the beginning of another."""
    board = Board()
    journal = board.journal()
    for entries in (MATCH.entries, MATCH.entries[:20]):
        started(journal, "horse-race")
        for entry in entries:
            journal.record(*entry)
            if journal.is_tidy_due():
                journal.tidy()
    return bytes(board.chip.content)


@pytest.fixture
def folder(image, tmp_path):
    """The journal as a folder copied from the board."""
    files = mounted(image)
    for name in ("00001.dtj", "00002.dtj", "tail/records"):
        with files.open(f"journal/{name}", "rb") as file:
            data = file.read()
        path = tmp_path / "journal" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return tmp_path / "journal"


def run(capsys, *args):
    status = main(["journal", *map(str, args)])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_folder_and_an_image_give_the_same_records(folder, image, tmp_path, capsys):
    (tmp_path / "flash.bin").write_bytes(image)
    status, out, err = run(capsys, folder, "--json")
    assert (status, err) == (0, "")
    records = [json.loads(line) for line in out.splitlines()]
    assert [record["id"] for record in records] == ["match-1", "match-2"]
    assert run(capsys, tmp_path / "flash.bin", "--json") == (0, out, "")
    assert run(capsys, folder.parent, "--json") == (0, out, "")


def test_a_folder_of_images_gives_all_of_them(image, tmp_path, capsys):
    images = tmp_path / "flashes"
    images.mkdir()
    _, one, _ = run(capsys, "--json", _written(images / "b.bin", image))
    _written(images / "a.bin", image)
    _written(images / "tag.bin", b"no image")
    records = [json.loads(line) for line in one.splitlines()]
    named = [
        {**record, "id": f"{images / name}: {record['id']}"}
        for name in ("a.bin", "b.bin")
        for record in records
    ]
    status, out, err = run(capsys, images, "--json")
    assert (status, [json.loads(line) for line in out.splitlines()], err) == (0, named, "")
    status, out, _ = run(capsys, images)
    heads = [line.partition(": horse-race")[0] for line in out.splitlines() if line[0:1] == "/"]
    assert (status, heads) == (0, [record["id"] for record in named])
    _written(images / "a.bin", bytes(8) + b"littlefs" + bytes(4080))
    status, out, err = run(capsys, images, "--json")
    assert (status, [json.loads(line) for line in out.splitlines()]) == (1, named[2:])
    assert (
        err.startswith(f"{images / 'a.bin'}: an image without a journal") and err.count("\n") == 1
    )


def test_simulate_writes_a_folder_that_is_read(tmp_path, capsys):
    steps = [{"place": "5-5", "slot": "d3", "expect": {"accepted": 1}}]
    value = {"board": "grid48_mfrc522", "game": "all-fives", "players": 2, "steps": steps}
    (tmp_path / "evening.json").write_text(json.dumps({**value, "starter": 0}))
    flash = tmp_path / "flash"
    assert main(["simulate", str(tmp_path / "evening.json"), "--flash", str(flash)]) == 0
    capsys.readouterr()
    status, out, err = run(capsys, flash, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["rounds"][0]["actions"] == [{"seat": 0, "play": "5-5"}]


def _written(path, data):
    path.write_bytes(data)
    return path


def test_the_records_replay_to_the_scores_of_the_match(folder, capsys):
    _, out, _ = run(capsys, folder / "00001.dtj", "--json")
    outcome = replay(json.loads(out))
    assert outcome.problems == []
    # the tail has the last records; without it the first file alone ends before
    _, out, _ = run(capsys, folder, "--json")
    whole = replay(json.loads(out.splitlines()[0]))
    assert [2 * score for score in whole.result["scores"]] == list(MATCH.scores[-1])
    assert whole.result["match"]["over"]


def test_people_read_rounds_and_scores(folder, capsys):
    status, out, _ = run(capsys, folder)
    assert status == 0
    assert "match-1: horse-race, 2 players" in out and "Round 1" in out


def damage(path, at, to=None):
    data = bytearray(path.read_bytes())
    data[at] = data[at] ^ 4 if to is None else to
    path.write_bytes(data)


def test_a_damaged_record_is_named_and_those_before_it_are_exported(folder, capsys):
    file = folder / "00001.dtj"
    head = int.from_bytes(file.read_bytes()[4:6], "little")
    damage(file, head + 13 * 30 + 3)
    status, out, err = run(capsys, folder, "--json")
    assert status == 2
    assert err.count("\n") == 1
    assert f"00001.dtj: byte {head + 13 * 30}: a damaged record; good before it: 30," in err
    assert len(out.splitlines()) == 2


@pytest.mark.parametrize(
    ("name", "at", "to", "said"),
    [
        ("00001.dtj", 0, None, "00001.dtj: does not begin as one"),
        ("00001.dtj", 20, None, "00001.dtj: byte 0: a damaged head"),
        ("00001.dtj", 5, 0xFF, "00001.dtj: bytes 4, 5: a head of 65"),
        ("tail/records", 0, None, "tail/records: does not begin as one"),
        ("tail/records", 3, 9, "tail/records: byte 3: newer version 9; this is version 2"),
        ("tail/records", 4, 77, "tail/records: byte 8: the check of head and records does not"),
        ("tail/records", 12, None, "tail/records: byte 8: the check of head and records does not"),
    ],
)
def test_other_damage_is_one_line(folder, name, at, to, said, capsys):
    damage(folder / name, at, to)
    status, out, err = run(capsys, folder, "--json")
    assert status == 2 and said in err and err.count("\n") == 1
    assert 1 <= len(out.splitlines()) <= 2


def test_a_match_of_another_version_is_named(folder, capsys):
    file = folder / "00001.dtj"
    data = bytearray(file.read_bytes())
    size = int.from_bytes(data[4:6], "little")
    data[3] = 2
    crc = stored.record.crc16(data, 0, size - 2, 0xFFFF)
    data[size - 2 : size] = crc.to_bytes(2, "little")
    file.write_bytes(data)
    status, _, err = run(capsys, folder, "--json")
    assert status == 2 and "00001.dtj: byte 3: newer version 2; this is version 1" in err


@pytest.mark.parametrize("content", [b"", b"x" * 5000, b"\xff" * 8 + b"littlefs" + b"\xff" * 8176])
def test_what_is_no_journal_is_one_line(content, tmp_path, capsys):
    (tmp_path / "some.bin").write_bytes(content)
    for path in (tmp_path / "some.bin", tmp_path, tmp_path / "missing"):
        status, out, err = run(capsys, path)
        assert (status, out, err.count("\n")) == (1, "", 1)
        assert err.startswith(str(path))


def test_a_journal_without_an_action_says_so(tmp_path, capsys):
    path = _written(tmp_path / "00001.dtj", b"")  # the power went before its head was written
    assert run(capsys, path, "--json") == (0, "", f"{path}: no action is recorded yet\n")


def test_a_path_without_a_name_is_not_this_folder(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    status, out, err = run(capsys, "")
    assert (status, out) == (1, "") and err.startswith("'': has no name; accepted: a .dtj file,")


def test_records_that_contradict_each_other_are_one_line(tmp_path, capsys):
    board = Board()
    made = started(board.journal())
    for entry in ((4, 0, 3, 255), (200, 9, 9, 9)):
        made.record(*entry)
    made.tidy()
    (tmp_path / "00001.dtj").write_bytes(board.content("journal/00001.dtj"))
    status, out, err = run(capsys, tmp_path)
    assert (status, out) == (2, "")
    assert "00001.dtj: record 0 does not follow from those before" in err
