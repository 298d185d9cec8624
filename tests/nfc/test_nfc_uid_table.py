"""UIDs and tiles in memory and in flash; whatever the file says, the start goes on."""

from random import Random

import pytest

from domino.store import uid_table
from domino.store.uid_table import UidTable
from tests import micropython
from tests.host_files import HostFiles

ROWS = [("b0c1d2e3", 3), ("04a81d12de5f80", 27), ("04010203040506070809", 0)]


def table(rows=ROWS, capacity=8):
    made = UidTable(capacity)
    for uid, tile in rows:
        made.put(bytes.fromhex(uid), len(uid) // 2, tile)
    return made


def find(made, uid):
    return made.find(bytes.fromhex(uid), len(uid) // 2)


def rows(made):
    return [find(made, uid) for uid, _ in ROWS]


def test_finds_what_was_put():
    made = table()
    assert rows(made) == [3, 27, 0]
    for stranger in ("b0c1d2e4", "b0c1d2", "b1c0d2e3", "04a81d12de5f8000000a"):
        assert find(made, stranger) == uid_table.NOBODY


def test_a_uid_changes_its_tile_and_goes():
    made = table()
    made.put(bytes.fromhex("b0c1d2e3"), 4, 9)
    assert made.count == 3 and rows(made) == [9, 27, 0]
    assert made.remove(bytes.fromhex("b0c1d2e3"), 4)
    assert not made.remove(bytes.fromhex("b0c1d2e3"), 4)
    assert made.count == 2 and rows(made) == [uid_table.NOBODY, 27, 0]


def test_the_oldest_gives_way():
    made = table(capacity=2)
    assert made.count == 2
    assert rows(made) == [uid_table.NOBODY, 27, 0]


def test_the_file_is_as_described():
    data = table(ROWS[:1]).as_bytes()
    assert data[:18].hex() == "44554944" + "01" + "01" + "03" + "04" + "b0c1d2e3000000000000"
    assert len(data) == 22


def test_saves_and_loads(tmp_path):
    name = str(tmp_path / "uids.tab")
    table().save(HostFiles, name)
    loaded = UidTable(8)
    assert loaded.load(HostFiles, name) == uid_table.LOADED
    assert rows(loaded) == [3, 27, 0]


def test_without_a_file_it_is_empty(tmp_path):
    made = table()
    assert made.load(HostFiles, str(tmp_path / "uids.tab")) == uid_table.MISSING
    assert made.count == 0


def test_a_damaged_file_falls_back_to_the_copy_and_is_left_in_place(tmp_path):
    file = tmp_path / "uids.tab"
    table(ROWS[:2]).save(HostFiles, str(file))
    table().save(HostFiles, str(file))
    broken = bytearray(file.read_bytes())
    broken[9] ^= 1
    file.write_bytes(broken)
    made = UidTable(8)
    assert made.load(HostFiles, str(file)) == uid_table.RESTORED
    assert rows(made) == [3, 27, uid_table.NOBODY]
    assert file.read_bytes() == broken
    # the next save must not put the damaged file in the place of the good copy
    table(ROWS[:1]).save(HostFiles, str(file))
    file.write_bytes(b"")
    assert made.load(HostFiles, str(file)) == uid_table.RESTORED
    assert rows(made) == [3, 27, uid_table.NOBODY]


def test_a_power_cut_at_any_step_of_saving_loses_neither_table(tmp_path):
    file = tmp_path / "uids.tab"
    table(ROWS[:1]).save(HostFiles, str(file))
    for cut in range(2):
        renames = []

        class Cut(HostFiles):
            @staticmethod
            def rename(old, new, cut=cut, renames=renames):
                if len(renames) == cut:
                    raise OSError("power cut")
                renames.append(new)
                HostFiles.rename(old, new)

        with pytest.raises(OSError, match="power cut"):
            table().save(Cut, str(file))
        made = UidTable(8)
        assert made.load(HostFiles, str(file)) in (uid_table.LOADED, uid_table.RESTORED)
        assert rows(made)[0] == 3


def test_no_damage_stops_the_start(tmp_path):
    file = tmp_path / "uids.tab"
    good = table().as_bytes()
    random = Random(3)
    made = UidTable(8)
    for _ in range(300):
        data = bytearray(good)
        for _ in range(random.randrange(1, 4)):
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        file.write_bytes(bytes(data[: random.randrange(len(data) + 1)]))
        assert made.load(HostFiles, str(file)) == uid_table.DAMAGED
        assert made.count == 0


@pytest.mark.parametrize(("at", "value"), [(4, 2), (6, 28), (7, 5)])
def test_another_version_tile_or_length_is_no_table_of_ours(at, value):
    data = bytearray(table(ROWS[:1]).as_bytes()[:-4])
    data[at] = value
    data += uid_table._check(data, len(data))
    assert not uid_table.is_whole(bytes(data))


def test_a_newer_version_is_named_and_kept_aside(tmp_path):
    file = tmp_path / "uids.tab"
    data = bytearray(table(ROWS[:1]).as_bytes()[:-4])
    data[4] = uid_table.VERSION + 1
    data += uid_table._check(data, len(data))
    file.write_bytes(data)
    made = UidTable(8)
    assert made.load(HostFiles, str(file)) == uid_table.NEWER
    made.save(HostFiles, str(file))
    assert (tmp_path / "uids.tab.bad").read_bytes() == data


def test_a_damaged_file_is_kept_aside_by_the_next_save(tmp_path):
    file = tmp_path / "uids.tab"
    file.write_bytes(b"DUID, once")
    table().save(HostFiles, str(file))
    assert (tmp_path / "uids.tab.bad").read_bytes() == b"DUID, once"
    assert UidTable(8).load(HostFiles, str(file)) == uid_table.LOADED


def test_more_entries_than_there_is_room_for_are_left_out(tmp_path):
    name = str(tmp_path / "uids.tab")
    table().save(HostFiles, name)
    made = UidTable(2)
    assert made.load(HostFiles, name) == uid_table.LOADED
    assert rows(made) == [3, 27, uid_table.NOBODY]


def test_a_file_with_something_behind_it_is_damaged(tmp_path):
    file = tmp_path / "uids.tab"
    file.write_bytes(table().as_bytes() + b"\0")
    assert UidTable(8).load(HostFiles, str(file)) == uid_table.DAMAGED


def test_a_small_table_needs_no_large_piece_of_heap(tmp_path):
    """2 KB in one piece, and no more, is free where the table of three is loaded."""
    name = tmp_path / "uids.tab"
    table().save(HostFiles, str(name))
    code = """
import os
from domino.store import uid_table
class files:
    open = open
    rename = os.rename
made = uid_table.UidTable(8)
kept = []
try:
    while True:
        kept.append(bytearray(2048))
except MemoryError:
    pass
kept.pop()
print(made.load(files, sys.argv[1]), made.count)
"""
    assert micropython.run(code, name).split() == ["0", "3"]


def test_loads_and_saves_on_micropython(tmp_path):
    code = """
import os
from domino.store import uid_table
class files:
    open = open
    rename = os.rename
made = uid_table.UidTable(8)
made.put(b"\\xb0\\xc1\\xd2\\xe3", 4, 3)
made.save(files, sys.argv[1])
other = uid_table.UidTable(8)
print(other.load(files, sys.argv[1]), other.find(b"\\xb0\\xc1\\xd2\\xe3", 4), made.as_bytes())
import os
os.remove(sys.argv[1])
print(other.load(files, sys.argv[1]), other.count)
"""
    out = micropython.run(code, tmp_path / "uids.tab").split("\n")
    assert out[0] == f"0 3 {table(ROWS[:1]).as_bytes()!r}"
    assert out[1] == "1 0"


def test_which_tags_say_their_tile_is_kept_and_read_by_older_tables():
    table = UidTable(8)
    one, two, long = bytes.fromhex("04a81d12de5f80"), bytes(7), bytes(range(10))
    table.put(one, 7, 5, True)
    table.put(two, 7, 6)
    table.put(long, 10, 7, True)  # ten bytes leave no room to say so
    again = UidTable(8)
    again._take(table.as_bytes())
    assert [again.says(i) for i in range(3)] == [True, False, False]
    assert [again.find(uid, len(uid)) for uid in (one, two, long)] == [5, 6, 7]
    assert uid_table.is_whole(again.as_bytes())
    again.put(one, 7, 5)  # by its UID alone from now on
    assert not again.says(0)


def test_what_contradicts_the_table():
    table = UidTable(8)
    one, two, other = bytes.fromhex("04a81d12de5f80"), bytes(7), bytes.fromhex("04010203040506")
    table.put(one, 7, 5, True)
    table.put(two, 7, 6)
    assert not table.contradicts(one, 7, 5)
    assert table.contradicts(one, 7, 9) and table.contradicts(one, 7, 255)
    assert table.contradicts(other, 7, 5)  # another tag says this tile
    assert not table.contradicts(other, 7, 9) and not table.contradicts(other, 7, 255)
    assert not table.contradicts(two, 7, 9)  # it never said its tile
