"""A match put together in the menu: whatever is chosen, the rules and the board allow it."""

import json
import random
from array import array
from types import SimpleNamespace

import pytest

from domino.menu import catalogue
from domino.menu.draft import Draft
from domino.menu.games import Page
from domino.rules import codes, games, options
from domino.rules.match import Match
from domino.store.settings import SCHEMA, is_accepted
from domino.table.prepare import load_game, prepare
from domino.words import menu_ids
from tests.host_files import HostFiles

HOUSE = {
    "my-threes": {"base": "muggins", "parameters": {"multiple": 3, "deal": 6}},
    "twice": {"base": "my-threes", "parameters": {"target": 100}},
}


@pytest.fixture
def files(tmp_path, monkeypatch):
    (tmp_path / "games.json").write_text(json.dumps(HOUSE))
    monkeypatch.chdir(tmp_path)
    return HostFiles


def values(**about):
    return {name: default for name, (default, _) in SCHEMA.items()} | about


def test_every_game_and_every_option_has_a_name():
    assert sorted(catalogue._GAMES) == sorted(games.GAMES)
    ids = vars(menu_ids)
    for i, game in enumerate(catalogue._GAMES):
        assert ids["GAME_" + game.upper().replace("-", "_")] == menu_ids.GAME + i
    names = {name for game in games.GAMES for name in options.allowed(game)}
    assert names == set(catalogue._OPTIONS)
    for i, name in enumerate(catalogue._OPTIONS):
        assert ids["OPTION_" + name.upper()] == menu_ids.OPTION + i
        words = [word for word in options.parameter(name)[2] if isinstance(word, str)]
        assert set(words) <= set(catalogue._VALUES), name
    for i, name in enumerate(catalogue._VALUES):
        assert ids["VALUE_" + name.upper()] == menu_ids.VALUE + i


def test_house_games_stand_behind_the_others(files):
    assert catalogue.names(files)[-2:] == ["my-threes", "twice"]
    assert catalogue.option_names("twice", files) == options.allowed("muggins")
    assert catalogue.hidden(files) == 0


def test_house_games_that_the_screen_cannot_show_are_counted_and_not_offered(files, tmp_path):
    house = {"خمسات": {"base": "muggins"}, "a\n": {"base": "block"}, **HOUSE}
    (tmp_path / "games.json").write_text(json.dumps(house))
    assert catalogue.names(files)[-3:] == ["poker", "my-threes", "twice"]
    assert catalogue.hidden(files) == 2
    told = []
    menu = SimpleNamespace(app=SimpleNamespace(files=files), refuse=lambda: told.append("no"))
    page = Page(menu, Draft(values(), files, b"\x02"))
    assert page.count() == len(games.GAMES) + 3
    lines = SimpleNamespace(operands=SimpleNamespace(), label=lambda *said: told.append(said))
    page.draw_row(lines, 7, page.count() - 1)
    page.choose(page.count() - 1)
    assert told == [(7, menu_ids.OTHER_LETTERS), "no"] and lines.operands.amount == 2
    assert page._draft.game == "all-fives"


def test_a_name_too_long_for_the_settings_is_refused_and_the_game_before_stays(files, tmp_path):
    fits, long = "g" * 22, "h" * 23
    house = {fits: {"base": "block"}, long: {"base": "block"}}
    (tmp_path / "games.json").write_text(json.dumps(house))
    told = []
    app = SimpleNamespace(files=files)
    menu = SimpleNamespace(app=app, refuse=lambda: told.append("no"), back=lambda: told.append(""))
    page = Page(menu, Draft(values(), files, b"\x02"))
    names = catalogue.names(files)
    for name in (fits, long):
        page.choose(names.index(name))
    assert told == ["", "no"] and page._draft.game == fits and page._draft.is_good


@pytest.mark.parametrize("game", [*games.GAMES, *HOUSE])
def test_whatever_is_chosen_can_be_played(game, files):
    draft = Draft(values(), files, b"\x02\x03\x04")
    draft.choose(game, {})
    assert draft.is_good
    by = random.Random(game)
    match = Match()
    for _ in range(60):
        kind = by.choice(("way", "begin", *draft.names))
        if kind == "way":
            draft.next_way(by.choice((-1, 1)))
        elif kind == "begin":
            draft.next_begin(by.choice((-1, 1)))
        else:
            draft.change(kind, by.choice((-10, -1, 1, 10)))
        chosen = values()
        draft.put(chosen)
        assert all(is_accepted(name, chosen[name]) for name in chosen)
        assert prepare(match, chosen, files) == b""
        assert list(match.rules) == list(draft.rules)
        assert draft.begins != "seat" or chosen["starters"][0] < 4
        again = Draft(chosen, files, b"\x02\x03\x04")
        assert (again.options, again.players) == (draft.options, draft.players)


def test_what_the_game_says_itself_is_no_option(files):
    draft = Draft(values(game="muggins"), files, b"\x02\x04")
    assert draft.value("target") == 250
    draft.change("target", -10)
    assert draft.options == {"target": 240}
    draft.change("target", 10)
    assert draft.options == {}


def test_the_board_says_how_many_may_play(files):
    draft = Draft(values(game="horse-race"), files, b"\x04")
    assert draft.ways == [(4, False), (4, True)]
    draft.choose("block", {})
    assert draft.ways == [(4, True)]
    nobody = Draft(values(game="forty-two"), files, b"\x02")
    assert not nobody.is_good


def test_a_deal_fits_the_players(files):
    draft = Draft(values(game="goat-25", options={"deal": 13}), files, b"\x02\x03\x04")
    assert draft.options == {"deal": 13}  # with one in reserve 26 of 27 are dealt
    draft.change("deal", 10)
    assert draft.options == {"deal": 13}
    draft.next_way(1)
    assert draft.players == 3 and draft.options == {}


def test_a_game_that_is_no_more_can_be_changed(files):
    draft = Draft(values(game="gone"), files, b"\x02")
    assert not draft.is_good and draft.names == ()
    draft.choose("my-threes", {"multiple": 7})
    assert draft.is_good and draft.value("multiple") == 7
    rules = array("h", bytes(2 * games.SIZE))
    assert load_game("my-threes", rules, files) == ""
    assert options.set_parameter(rules, "multiple", 7) == codes.OK
    assert rules == draft.rules


def test_who_begins_goes_round(files):
    draft = Draft(values(game="draw"), files, b"\x02\x03")
    seen = []
    for _ in range(5):
        seen.append((draft.begins, draft.seat if draft.begins == "seat" else None))
        draft.next_begin(1)
    assert seen == [("rules", None), ("seat", 0), ("seat", 1), ("lot", None), ("rules", None)]
