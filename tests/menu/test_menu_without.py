"""The menu where something is missing: a game that is no more, a screen, room in the heap."""

import builtins
import gc
import json
import sys
from types import SimpleNamespace

import pytest

from domino import loaded
from host_tools.boards import load
from host_tools.link.simulated import SimulatedTable
from host_tools.render.read_screen import read_screen
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read
from host_tools.tags.record import ntag213_for_tile

MATCH = {"game": "all-fives", "players": 2, "starter": 0, "options": {"target": 10}}
TILE = {"after_ms": 900, "place": "5-5", "slot": "d3"}


def screen(simulated):
    return [line.rstrip() for line in read_screen(simulated.board.display.picture())]


async def press(simulated, *names):
    for name in names:
        simulated.board.buttons[name].press()
        await simulated.pause(60)
        simulated.board.buttons[name].release()
        await simulated.pause(300)


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_settings_that_allow_no_match_are_mended_by_the_menu(runtime):
    settings = {"game": "gone", "players": 2, "seed": 1, "set_id": "00000001"}
    files = {"settings.json": settings, "games.json": {"خمسات": {"base": "muggins"}}}
    simulated = SimulatedTable(load("grid48_mfrc522"), files)

    async def main():
        await simulated.pause(1500)
        shown = [screen(simulated)]
        await press(simulated, "menu", "ok")
        shown.append(screen(simulated))
        await press(simulated, "ok", "left", "ok")
        shown.append(screen(simulated))
        await press(simulated, "right", "ok")
        shown.append(screen(simulated))
        await press(simulated, "left", "ok")
        await simulated.pause(1500)
        shown.append(screen(simulated))
        tile = ntag213_for_tile(20, 1, bytes.fromhex("04112233445577"))
        simulated.board.fields[27].put(tile)
        await simulated.pause(1500)
        return shown, simulated.report()

    (wrong, page, games, chosen, playing), state = simulated.run(main(), runtime, limit_ms=60_000)
    assert "Check settings.json" in wrong[6] + wrong[7] and "gone" in wrong[6] + wrong[7]
    assert page[:3] == ["New match", "▶gone", ""]
    assert games[6:] == [" Domino poker", "▶1 in other letters"]
    assert chosen[1:4] == ["▶All Fives", " Players            2", " Begins  by the rules"]
    assert "lay the first tile" in " ".join(playing[6:])
    assert state["layout"] == [20]
    assert sorted(state["scores"]) == [0, 20]  # half points


def play(steps, tmp_path, board="grid48_mfrc522"):
    return Simulation(read({"board": board, "steps": steps, **MATCH}, "without", tmp_path))


def test_without_a_screen_the_game_never_stands_still(tmp_path):
    board = load("grid48_mfrc522")
    del board["display"]
    (tmp_path / "board.json").write_text(json.dumps(board))
    over = {"match_over": True}
    steps = [
        {"press": "menu"},
        {**TILE, "expect": over},
        {"press": "ok", "expect": {"match_over": False, "accepted": 0}},
        {"clear": True, "expect": {"message": "lay_first"}},
        {**TILE, "expect": over},
    ]
    assert play(steps, tmp_path, "board.json").run("cpython")["failed"] == []


class NoRoom:
    """A page that finds no room when it is `made`, `shown`, or when ok is pressed."""

    TITLE, STAYS, PATIENCE_MS, is_changing = 2, False, 9999, False

    def __init__(self, menu):
        if self.full == "made":
            raise MemoryError

    def enter(self):
        if self.full == "shown":
            raise MemoryError

    def draw(self, lines):
        lines.clear()

    def ok(self):
        raise MemoryError

    def step(self, now_ms):
        return False

    def leave(self):
        pass


@pytest.mark.parametrize("full", ["made", "shown", "ok"])
def test_a_page_that_finds_no_room_is_refused(tmp_path, monkeypatch, full):
    page = SimpleNamespace(Page=type("Page", (NoRoom,), {"full": full}))
    opens = full == "ok"
    monkeypatch.setitem(sys.modules, "domino.menu.new_match", page)
    message = "menu_new_match" if opens else "menu"
    steps = [
        {"press": "menu"},
        {"press": "ok", "expect": {"message": message}},
        *([{"press": "ok", "expect": {"message": message}}] if opens else []),
        {"press": "menu", "expect": {"message": "lay_first"}},
        {**TILE, "expect": {"match_over": True}},
    ]
    assert play(steps, tmp_path).run("cpython")["failed"] == []


def crowd(monkeypatch, module, is_crowded):
    """Whoever imports the module finds room only where `is_crowded` says no."""
    load_module = builtins.__import__

    def found(name, *how, **named):
        names = [name, *(f"{name}.{part}" for part in (how[2:3] or [None])[0] or ())]
        if module in names and is_crowded():
            raise MemoryError
        return load_module(name, *how, **named)

    monkeypatch.setattr(builtins, "__import__", found)


def test_a_menu_that_finds_no_room_is_not_opened(tmp_path, monkeypatch):
    crowd(monkeypatch, "domino.menu.door", lambda: True)
    steps = [
        {"press": "menu", "expect": {"message": "lay_first"}},
        {**TILE, "expect": {"match_over": True}},
    ]
    assert play(steps, tmp_path).run("cpython")["failed"] == []


@pytest.mark.parametrize("is_open", [False, True])
def test_where_there_is_no_room_to_note_what_is_loaded(tmp_path, monkeypatch, is_open):
    """As the menu opens the game goes on; as it closes the table starts anew, not in pieces."""
    modules = loaded.modules
    calls = []

    def full():
        calls.append(1)
        if len(calls) > is_open:
            raise MemoryError
        return modules()

    monkeypatch.setattr(loaded, "modules", full)
    steps = [{"press": "menu", "expect": {"message": "menu" if is_open else "lay_first"}}]
    if is_open:
        with pytest.raises(SystemExit):
            play([*steps, {"press": "menu"}, {"expect": {}}], tmp_path).run("cpython")
        monkeypatch.undo()
        loaded.keep_only([name for name in modules() if not name.startswith("domino.menu")])
    else:
        steps.append({**TILE, "expect": {"match_over": True}})
        assert play(steps, tmp_path).run("cpython")["failed"] == []


def holds_a_page():
    """Whether anything of the page that chose the match is in the heap."""
    drafts = [one for one in gc.get_objects() if type(one).__name__ == "Draft"]
    return drafts or {"domino.menu.new_match", "domino.menu.catalogue"} & set(sys.modules)


# What is stored before the match that is on is left, and what takes the menu's place then.
@pytest.mark.parametrize("module", ["domino.menu.leaving", "domino.menu.door"])
def test_a_match_is_begun_in_the_room_of_the_pages_that_chose_it(tmp_path, monkeypatch, module):
    crowd(monkeypatch, module, holds_a_page)
    steps = [
        {**TILE, "expect": {"match_over": True}},
        {"press": "menu"},
        {"press": "ok", "expect": {"message": "menu_new_match"}},
        {"press": "ok", "expect": {"message": "clear_table"}},
    ]
    assert play(steps, tmp_path).run("cpython")["failed"] == []


def test_a_match_that_finds_no_room_to_begin_leaves_the_one_that_is_on(tmp_path, monkeypatch):
    crowd(monkeypatch, "domino.menu.leaving", lambda: True)
    steps = [
        {"press": "menu"},
        {"press": "ok", "expect": {"message": "menu_new_match"}},
        {"press": "ok", "expect": {"message": "lay_first"}},
        {**TILE, "expect": {"match_over": True}},
    ]
    assert play(steps, tmp_path).run("cpython")["failed"] == []


def test_a_match_that_finds_no_room_for_its_texts_starts_the_table_anew(tmp_path, monkeypatch):
    """The old match is gone by then: going on would show a screen without words."""
    imports = []
    crowd(monkeypatch, "domino.wording", lambda: imports.append(1) or len(imports) > 2)
    steps = [
        {**TILE, "expect": {"match_over": True}},
        {"press": "ok"},
        {"press": "ok", "expect": {"accepted": 0}},
    ]
    with pytest.raises(SystemExit):
        play(steps, tmp_path).run("cpython")
    monkeypatch.undo()
    loaded.keep_only([name for name in loaded.modules() if not name.startswith("domino.menu")])
