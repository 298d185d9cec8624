"""The screens of the gallery: a name, what it shows in a few words, and how it is composed."""

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import NamedTuple

from domino.menu import report, sure
from domino.store import outcome
from domino.words import game_ids, ids, menu_ids, service_ids
from host_tools.gallery.stage import game_screen, laid, menu_page, notice_screen
from host_tools.records.notation import tile_number


class Scene(NamedTuple):
    """A screen; `kind`: of the games that it belongs to (stage.KINDS)."""

    name: str
    says: str
    compose: Callable
    kind: str = "plain"


LIFTED = ids.PLACE_BACK
NO_MATCH = ids.REFUSED + 14


def scenes() -> Iterator[Scene]:
    """All but the menu, which is photographed as it runs (menu_tour.py)."""
    yield from _games()
    yield from _troubles()
    yield from _few_games()
    yield from _service()


def _games() -> Iterator[Scene]:
    layout = laid("horse-race", "5-5", "0-5", "0-0 on 0-5", "3-5")
    fields = {"scores": [25, 30, 0, 0], "turn": 0, "seat": 0, "total": layout.total}
    fields |= {"layout": layout, "message": ids.YOUR_TURN}
    yield Scene("two_players", "two players", game_screen(2, False, 61, fields))
    timed = fields | {"clock_s": 65}
    yield Scene("turn_clock", "the time that is left", game_screen(2, False, 61, timed))
    fields = fields | {"scores": [25, 30, 61, 0], "turn": 2, "seat": 2}
    yield Scene("three_players", "three players", game_screen(3, False, 61, fields))
    fields = fields | {"scores": [25, 30, 61, 120], "turn": 3, "seat": 3}
    yield Scene("four_players", "four players", game_screen(4, False, 61, fields))
    fields = fields | {"scores": [25, 30, 0, 0], "turn": 3, "seat": 3}
    yield Scene("teams", "two teams of two", game_screen(4, True, 61, fields))
    first = {"turn": 1, "seat": 1, "message": ids.LAY_FIRST}
    yield Scene("first_tile", "before the first tile", game_screen(2, False, 61, first))
    fives = laid("all-fives", "5-5", "0-5", "3-5", "1-5", "5-6")
    told = {"scores": [2 * 135, 2 * 90, 0, 0], "turn": 1, "seat": 0, "amount": 20}
    told |= {"message": ids.SCORED, "layout": fives, "total": fives.total}
    yield Scene("tally", "fives are tallied", game_screen(2, False, 250, told), "tally")
    clock = game_screen(2, False, 250, told | {"clock_s": 65})
    yield Scene("turn_clock", "a turn that is timed", clock, "tally")
    over = {"scores": [2 * 250, 2 * 195, 0, 0], "message": ids.MATCH_OVER, "winners": 1}
    yield Scene("match_over", "the end", game_screen(4, True, 250, over), "tally")


def _troubles() -> Iterator[Scene]:
    fields = {"scores": [23, 15, 30, 61], "turn": 1, "seat": 1, "total": 12}
    layout = laid("draw", "1-2", "2-6 on 1-2", "4-6")
    asked = fields | {"message": ids.CHOOSE_PORT, "on": tile_number("5-5"), "port": 4, "of": 3}
    yield Scene("which_end", "which end?", game_screen(2, False, 61, asked | {"index": 1}))
    lifted = {"message": LIFTED, "tile": tile_number("3-6"), "slot": 12, "layout": layout}
    lifted |= {"alerts": ((12, LIFTED),)}
    yield Scene("tile_lifted", "one alert", game_screen(2, False, 61, fields | lifted))
    several = lifted | {"alerts": ((7, ids.FOREIGN_TAG), (12, LIFTED), (51, NO_MATCH))}
    yield Scene("three_alerts", "three alerts", game_screen(4, False, 61, fields | several))
    many = lifted | {"alerts": tuple((slot, ids.CLEAR_TABLE) for slot in range(9))}
    yield Scene("many_alerts", "more than fit", game_screen(3, False, 61, fields | many))
    both = asked | {"alerts": ((12, ids.SLOT_DEAD), (13, ids.SLOT_DEAD), (14, ids.SLOT_DEAD))}
    yield Scene("asked_beside_alerts", "both", game_screen(2, False, 61, both | {"index": 0}))
    file = {"message": ids.CHECK_FILE, "text": b"games.json my-threes deal"}
    yield Scene("check_file", "a file to look at", game_screen(2, False, 100, file))


def _few_games() -> Iterator[Scene]:
    goats = {"scores": [0, 66, 0, 0], "remembered": [18, 0, 0, 0], "carried": 70, "turn": 0}
    goats |= {"seat": 0, "message": ids.YOUR_TURN}
    yield Scene("accounts", "remembered, carried", game_screen(2, False, 101, goats), "account")
    four = goats | {"remembered": [18, 0, 24, 8]}
    yield Scene("accounts_of_four", "the same", game_screen(4, False, 101, four), "account")
    bid = {"bid": 31, "trump": 5, "taken": [12, 7], "turn": 2, "seat": 2, "slot": 12}
    bid |= {"message": game_ids.TRICK_TURN}
    yield Scene("tricks", "bid, trump, points", game_screen(4, True, 250, bid), "trick")


def _service() -> Iterator[Scene]:
    lay = notice_screen(service_ids.LAY_TILE, (), {"tile": 24, "index": 25, "of": 28})
    yield Scene("lay_tile", "making tiles", lay)
    failing = ((7, ids.SLOT_DEAD), (30, ids.SLOT_WEAK))
    done = notice_screen(service_ids.TEST_DONE, failing, {"index": 2, "of": 52})
    yield Scene("test_done", "self-test", done)
    app = SimpleNamespace(stored=bytearray(outcome.PARTS))
    app.stored[outcome.JOURNAL] = outcome.FULL
    app.stored[outcome.SETTINGS] = outcome.RESTORED
    app.stored[outcome.UIDS] = outcome.NEWER
    yield Scene("stored", "something stored is not well", menu_page(report.Page, app))
    asked = menu_ids.MENU_PEOPLE, menu_ids.ASK_FORGET, None, b"Ann"
    yield Scene("sure", "before something is gone", menu_page(sure.Page, None, asked))
