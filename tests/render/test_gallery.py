"""The gallery is fresh: every screen in every language and every state of the strip, by pixels."""

import builtins

import pytest

from host_tools import FIRMWARE
from host_tools.gallery import FOLDER, making, menu_pages, menu_tour, strips
from host_tools.gallery.__main__ import difference

pytest.importorskip("bidi", reason="the index names languages: pip install -e .[test]")


@pytest.fixture(scope="module")
def files():
    return making.made()


def test_the_gallery_is_fresh(files):
    names = making.differing(files)
    told = [line for name in names[:2] for line in [name, *difference(name, files)[:20]]]
    assert names == [], "\n".join(["run python -m host_tools.gallery", *told])


def test_a_changed_picture_is_shown(files, tmp_path):
    name = "en/two_players.png"
    changed = files[name].copy()
    lit = changed.getpixel((40, 20))
    changed.putpixel((40, 20), not lit)
    some = {name: changed, "README.md": files["README.md"], "strip/win.svg": "other"}
    making.write({name: files[name], "stray.png": files[name]}, tmp_path)
    assert making.differing(some, tmp_path) == ["README.md", name, "strip/win.svg", "stray.png"]
    assert difference("strip/win.svg", some) == ["the text differs"]
    (line,) = difference(name, some)
    assert line.startswith(" 20 ") and line[4 + 40] == ("-" if lit else "+")
    making.write(some, tmp_path)
    assert making.differing(some, tmp_path) == []
    assert not (tmp_path / "stray.png").exists()


def test_no_two_states_of_the_strip_look_alike():
    """By place and pattern alone: which LEDs are lit, whatever their colour."""
    found = {}
    for state in strips.states():
        lit = strips.Lit(state.kind)
        state.show(lit)
        found[state.name] = tuple(any(colour) for colour in lit.chain.colours)
    assert len(set(found.values())) == len(found)


def test_every_page_of_the_menu_is_in_the_gallery(monkeypatch):
    opened = {"domino.menu.report", "domino.menu.sure"}  # scenes.py composes these
    load_module = builtins.__import__

    def opening(name, *how):
        opened.add(name)
        return load_module(name, *how)

    monkeypatch.setattr(builtins, "__import__", opening)
    pictures = menu_tour.pages("en") | menu_pages.pages("en")
    pages = [
        path.stem
        for path in (FIRMWARE / "domino" / "menu").glob("*.py")
        if "class Page(" in path.read_text()
    ]
    assert len(set(pictures.values())) == len(pictures)
    assert [page for page in pages if f"domino.menu.{page}" not in opened] == []


def test_every_file_is_shown_on_the_page(files):
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"({name})" in page for name in files if name != "README.md")
