"""A set is locked with its key through the simulated table; the keeper writes it again, nobody
else does; and the table tells what was rewritten."""

import json
import os
import stat

import pytest

from host_tools.boards import load
from host_tools.cli import main
from host_tools.tags import set_key
from host_tools.tags.dumps import record_of
from host_tools.tags.hands import Hands
from host_tools.tags.set_key import SetKey
from host_tools.tags.tile_set import SetError, TileSet
from host_tools.tags.tile_set import load as load_set
from host_tools.tags.writing import Maker, Plan
from tests.tags.test_tags_writing import SET, SimulatedTable, Table, pad_names, troubles

KEY = SetKey(SET, bytes(range(32)))


def session(name, runtime, steps=(), wanted=range(4), tiles=None, tags=None, **how):
    """Make or lock a set with scripted hands, who have the tags of before."""
    board = load(name)
    simulated = SimulatedTable(board)
    pads = pad_names(board)
    hands = Hands(simulated, pads, simulated.names, {"steps": list(steps)})
    hands.tags = dict(tags or {})
    for tag in hands.tags.values():
        tag.busy_ns = 0  # the clock of this table starts at 0
    tiles = tiles or TileSet(SET)
    hands.set_id = tiles.set_id
    hands.used = {uid for uid, _ in tiles.tiles.values()}

    async def run():
        table = Table(simulated)
        await simulated.pause(2000)
        await table.greet()
        maker = Maker(table, hands, Plan(tiles, list(wanted), pads, **how))
        return await maker.run(), maker.locked_words(), await table.ask("uids.list")

    return (*simulated.run(run(), runtime), hands, tiles)


def is_locked(tag):
    want = KEY.secrets(tag.uid.hex())
    secrets = tag.password.hex(), tag.pack.hex()
    return tag.memory[4 * tag.layout.config_page + 3] == 2 and secrets == tuple(want.values())


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
@pytest.mark.parametrize("name", ["grid48_mfrc522", "grid48_pn532"])
def test_a_set_is_locked_and_written_again_with_the_key(name, runtime):
    steps = [
        {"for": "0-0", "lift_after_ms": 240},
        {"for": "0-1", "loss": 0.05},
        {"for": "1-1", "tag": "ultralight"},
        {"for": "0-2", "tag": "guarded"},
    ]
    done, words, listed, hands, tiles = session(name, runtime, steps, key=KEY, locks=True)
    assert done and tiles.locked == {0, 1, 3} and listed["says"] == [1] * 4
    assert "3 locked" in words and words.endswith("any phone can write: 1-1")
    assert [code for _, code in troubles(hands) if code != "gone"] == ["other_password"]
    for tile in (0, 1, 3):
        assert is_locked(hands.tags[tile]) and record_of(hands.tags[tile]) == (tile, int(SET, 16))
    # Another set's number on the same tags: with the key they are written over, without it not.
    again = [{"for": "0-0", "tag": "again", "tile": "0-1", "key": "e"}]
    other = TileSet("deadbeef")
    _, _, _, without, _ = session(name, runtime, again, [0], other, hands.tags, overwrites=True)
    assert "needs_key" in [code for _, code in troubles(without)]
    assert record_of(hands.tags[1]) == (1, int(SET, 16))
    session(name, runtime, again, [0], TileSet("deadbeef"), hands.tags, overwrites=True, key=KEY)
    assert record_of(hands.tags[1]) == (0, 0xDEADBEEF) and is_locked(hands.tags[1])


def test_a_finished_set_is_locked_later_tile_by_tile_in_any_order():
    name = "grid48_mfrc522"
    _, _, _, hands, tiles = session(name, "cpython")
    assert not any(is_locked(tag) for tag in hands.tags.values())
    order = {"0-0": "1-1", "0-1": "0-1", "0-2": "0-2"}
    steps = [{"for": a, "tag": "again", "tile": b} for a, b in order.items()]
    steps.insert(1, {"for": "0-0", "tag": "again", "tile": "0-0"})
    done, _, listed, later, _ = session(
        name, "cpython", steps, tiles=tiles, tags=hands.tags, key=KEY, locks=True
    )
    assert done and tiles.locked == {0, 1, 2, 3} and troubles(later) == []
    assert all(is_locked(tag) for tag in hands.tags.values())


def test_a_password_is_the_tags_own_and_the_sets_own():
    one, other = KEY.secrets("04a81d12de5f80"), KEY.secrets("04a81d12de5f81")
    assert one == KEY.secrets("04a81d12de5f80") != other
    assert SetKey(SET, bytes(32)).secrets("04a81d12de5f80") != one
    # What a key that was kept must give for ever.
    assert one == {"pwd": "83de02fc", "pack": "d15b"}


def test_a_key_is_its_owners_alone(tmp_path):
    path = tmp_path / "set.key"
    made = set_key.create(path, SET)
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600 and set_key.load(path) == made
    with pytest.raises(SetError, match="File exists"):
        set_key.create(path, SET)
    os.chmod(path, 0o644)
    with pytest.raises(SetError, match="others can read it .mode 0644.; accepted: mode 0600"):
        set_key.load(path)


BAD = [
    ("", "not JSON"),
    ("[]", "no key of a set"),
    ('{"version": 2, "key": ""}', "no key of a set"),
    ('{"version": 1, "set_id": "x", "key": ""}', "set_id .*eight hexadecimal"),
    ('{"version": 1, "set_id": "c0ffee01", "key": "ab"}', "key has 2; accepted: 64"),
    ('{"version": 1, "set_id": "c0ffee01", "key": 5}', "key is 5; accepted: 64"),
    ("x" * 9000, "not JSON"),
]


@pytest.mark.parametrize("text, words", BAD)
def test_a_file_that_is_no_key_gets_one_line(tmp_path, text, words):
    path = tmp_path / "set.key"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(SetError, match=words) as caught:
        set_key.load(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("path", ["/dev/zero", "/", "/nowhere/at/all"])
def test_what_is_no_file_is_no_key(path):
    with pytest.raises(SetError):
        set_key.load(path)


def test_the_command_makes_the_key_and_locks(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    where = ["--simulate", "pad1_mfrc522", "--flash", "f.bin", "--state", "s.json"]
    script = tmp_path / "script.json"
    script.write_text(json.dumps({"steps": [{"for": "0-1", "tag": "ultralight"}]}))
    lock = ["tags", "write", "--lock", *where, "--script", str(script)]
    assert main(lock) == 1
    assert "--lock needs --key FILE" in capsys.readouterr().err
    assert main([*lock, "--key", "set.key"]) == 0
    said = capsys.readouterr().out
    tiles = load_set(tmp_path / "s.json")
    assert f"set.key: the key of set {tiles.set_id}" in said and "written (NTAG213" in said
    assert "27 locked; no password, so any phone can write: 0-1" in said
    assert len(tiles.locked) == 27 and 1 not in tiles.locked
    assert json.loads((tmp_path / "set.key").read_text())["set_id"] == tiles.set_id
    # The key of another set is refused, and an export says which tags say their tile.
    set_key.create(tmp_path / "other.key", "deadbeef")
    assert main([*lock, "--key", "other.key"]) == 1
    assert "is of set deadbeef, not" in capsys.readouterr().err
    assert main(["tags", "export", "-", *where[:4]]) == 0
    rows = json.loads(capsys.readouterr().out)["tiles"]
    assert {row["by"] for row in rows.values()} == {"record"}
    assert main(["tags", "write", "--key", "none.key", *where]) == 1
    assert "none.key: No such file" in capsys.readouterr().err


def test_show_says_what_is_locked_and_by_whom(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    set_key.create(tmp_path / "set.key", SET)
    script = tmp_path / "script.json"
    kinds = ["blank", "guarded", "ultralight"]
    script.write_text(
        json.dumps({"steps": [{"tag": k, "pad": f"p{i}"} for i, k in enumerate(kinds)]})
    )
    show = ["tags", "show", "--simulate", "grid48_mfrc522", "--script", str(script)]
    assert main(show) == 0
    said = sorted(capsys.readouterr().out.splitlines())
    assert "; not locked" in said[0] and "; locked by a password" in said[1]
    assert "not locked: it has no password" in said[2]
    assert main([*show, "--key", "set.key", "--json"]) == 0
    tags = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    tags.sort(key=lambda tag: tag["at"])
    assert [tag["is_locked"] for tag in tags] == [False, True, False]
    assert tags[1]["opens"] is False and "opens" not in tags[0]
