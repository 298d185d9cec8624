"""Saving a file: whole or not at all, only over what a file may be."""

import os
import stat
import threading

import pytest

from host_tools.files import saving
from host_tools.files.saving import NotSaved, save
from tests.files.nobody import as_nobody


def names(folder):
    return sorted(os.listdir(folder))


def test_a_new_file_gets_the_mode_of_new_files(tmp_path):
    before = os.umask(0o027)
    try:
        save(tmp_path / "new", "é\n")
    finally:
        os.umask(before)
    assert (tmp_path / "new").read_bytes() == "é\n".encode()
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    assert names(tmp_path) == ["new"]


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755])
def test_what_is_replaced_gives_its_mode(tmp_path, mode):
    path = tmp_path / "old"
    path.write_text("before")
    path.chmod(mode)
    save(path, b"\0after")
    assert path.read_bytes() == b"\0after"
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_link_stays_one_and_what_it_leads_to_is_replaced(tmp_path):
    folder = tmp_path / "far"
    folder.mkdir()
    (folder / "real").write_text("before")
    (tmp_path / "middle").symlink_to("far/real")
    (tmp_path / "link").symlink_to("middle")
    save(tmp_path / "link", "after")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "middle").is_symlink()
    assert (folder / "real").read_text() == "after"
    assert names(folder) == ["real"]
    (tmp_path / "to_come").symlink_to("far/new")
    save(tmp_path / "to_come", "made")
    assert (folder / "new").read_text() == "made" and (tmp_path / "to_come").is_symlink()


def refused(path):
    """What is said, before and as it is saved; nothing changes."""
    there = names(os.path.dirname(path))
    with pytest.raises(NotSaved) as raised:
        save(path, "x")
    assert str(raised.value) == saving.problem(path)
    assert names(os.path.dirname(path)) == there
    return str(raised.value)


@pytest.mark.parametrize("way", ["itself", "link"])
def test_what_is_no_file_is_refused(tmp_path, way):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name, said in [("pipe", "is a pipe"), ("folder", "is a folder")]:
        path = tmp_path / name
        if way == "link":
            path = tmp_path / f"to_{name}"
            path.symlink_to(name)
        assert refused(str(path)) == said
    device = "/dev/null"
    if way == "link":
        (tmp_path / "null").symlink_to("/dev/null")
        device = str(tmp_path / "null")
    with pytest.raises(NotSaved, match="is a device"):
        save(device, "x")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_what_leads_nowhere_is_refused(tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    assert "symbolic links" in refused(str(tmp_path / "loop"))
    assert refused(str(tmp_path / ("a" * 300)))
    with pytest.raises(NotSaved, match="there is no folder"):
        save(tmp_path / "none" / "file", "x")
    with pytest.raises(NotSaved, match="has no name"):
        save("", "x")
    with pytest.raises(NotSaved):
        save(f"{tmp_path}/a\0b", "x")


def test_what_may_not_be_written_is_refused(lent_folder):
    path = lent_folder / "kept"
    path.write_text("before")
    path.chmod(0o444)
    assert as_nobody(lambda: refused(str(path))) == "cannot be written"
    path.chmod(0o666)
    lent_folder.chmod(0o555)
    said = f"the folder {lent_folder} cannot be written"
    assert as_nobody(lambda: refused(str(path))) == said
    assert as_nobody(lambda: refused(str(lent_folder / "new"))) == said
    assert path.read_text() == "before"


def test_the_longest_name_is_saved(tmp_path):
    save(tmp_path / ("n" * 255), "x")
    assert names(tmp_path) == ["n" * 255]


def test_a_name_that_somebody_guessed_is_left_alone(tmp_path):
    """What lies beside, under the names that one might use, is neither followed nor replaced."""
    victim = tmp_path / "victim"
    victim.write_text("mine")
    for name in ("set.json.new", ".set.json", "set.json.tmp", "set.json~", ".domino-"):
        (tmp_path / name).symlink_to(victim)
    there = names(tmp_path)
    save(tmp_path / "set.json", "x")
    assert victim.read_text() == "mine"
    assert names(tmp_path) == sorted([*there, "set.json"])


def test_names_are_not_the_same_twice_and_made_by_this_process_alone(tmp_path, monkeypatch):
    made, replace = [], os.replace

    def seen(name, target):
        made.append(name)
        assert os.path.dirname(name) == str(tmp_path)
        assert stat.S_ISREG(os.lstat(name).st_mode)
        replace(name, target)

    monkeypatch.setattr(os, "replace", seen)
    for _ in range(20):
        save(tmp_path / "file", "x")
    assert len(set(made)) == 20


@pytest.mark.parametrize("what", ["replace", "fsync", "fchmod"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_fails_leaves_the_old_file_and_nothing_beside(tmp_path, monkeypatch, what, error):
    path = tmp_path / "file"
    path.write_text("before")

    def fails(*_):
        raise error

    monkeypatch.setattr(os, what, fails)
    with pytest.raises(NotSaved if isinstance(error, OSError) else KeyboardInterrupt):
        save(path, "after")
    assert path.read_text() == "before" and names(tmp_path) == ["file"]


def test_who_reads_meanwhile_sees_one_or_the_other(tmp_path):
    path = tmp_path / "file"
    contents = [bytes((n,)) * 200_000 for n in range(2)]
    save(path, contents[0])
    seen, is_over = set(), threading.Event()

    def look():
        while not is_over.is_set():
            seen.add(path.read_bytes())

    reader = threading.Thread(target=look)
    reader.start()
    for n in range(40):
        save(path, contents[n % 2])
    is_over.set()
    reader.join()
    assert seen <= set(contents)
