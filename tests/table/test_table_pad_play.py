"""Tiles played on a pad: tables without slots, seats that share a pad, slots that are dead."""

import sys

import pytest

from domino.board import looks
from domino.rules import codes
from domino.table import events
from host_tools.records.notation import tile_number
from tests.table import fake_feed

ONE_PAD = {2: (0, 0), 3: (0, 0, 0), 4: (0, 0, 0, 0)}
TWO_PADS = {2: (0, 1), 3: (0, 1, 0), 4: (0, 1, 0, 1)}


class Feed(fake_feed.Feed):
    """A table that is given time to load what it needs, as app.py does after each step."""

    def act(self, text):
        super().act(text)
        self.load()

    def load(self):
        if self.table.wants_pad_play():
            self.table.load_pad_play()


class PadFeed(Feed):
    """A table without slots whose seats share pads."""

    def __init__(self, pads=ONE_PAD, players=2, starters=(0,), **how):
        how = {"columns": 0, "rows": 0, **how}
        super().__init__(players=players, starters=starters, **how)
        self.seats = pads[players]
        self.events.clear()
        self.records.clear()
        assert self.match.set_up(players, how.get("teams")) == codes.OK
        self.table.begin(self.seats, bytes(starters), how.get("seed", 1))
        self.settle()
        self.load()


SHORT = (("deal", 2),)

# -- a table without slots ---------------------------------------------------------------------
ROUND = [
    ("0:5-5", {"message": "scored", "layout": "5-5", "total": 10, "turn": 1, "at": "-"}),
    # even a single end is asked about
    ("1:0-5", {"message": "choose_port", "at": "p0", "tile": "0-5", "index": 0, "of": 1}),
    ("ok", {"layout": "5-5 0-5", "total": 10, "turn": 0, "accepted": 2}),
    ("0:1-5", {"message": "choose_port", "of": 1, "on": "5-5"}),
    ("ok", {"layout": "5-5 0-5 1-5", "total": 1, "message": "out_or_draw"}),
]
PLAYS = {
    "left and right walk through the ends": [
        *ROUND[:4],
        ("ok", {}),
        ("draw", {"turn": 1}),
        ("1:0-1", {"message": "choose_port", "of": 2, "on": "0-5"}),
        ("right", {"index": 1, "on": "1-5"}),
        ("left", {"index": 0, "on": "0-5"}),
        ("left", {"index": 1, "on": "1-5"}),
    ],
    "undo cancels the question, then takes back": [
        *ROUND[:4],
        ("undo", {"message": "scored", "layout": "5-5 0-5", "accepted": 2}),
        ("undo", {"message": "undone", "layout": "5-5", "accepted": 3, "turn": 1}),
        ("1:0-5", {"message": "choose_port"}),
        ("ok", {"layout": "5-5 0-5"}),
        ("undo", {"layout": "5-5"}),
        ("undo", {"layout": "", "turn": 0}),
        ("undo", {"message": "nothing_to_undo"}),
    ],
    "another tile is asked about instead": [
        *ROUND[:3],
        ("0:1-5", {"message": "choose_port", "tile": "1-5"}),
        ("0:0-1", {"message": "choose_port", "tile": "0-1"}),
        ("0:3-4", {"message": "no_match", "tile": "3-4", "at": "p0"}),
        ("ok", {"layout": "5-5 0-5"}),
    ],
    "a tile twice": [*ROUND[:1], ("1:5-5", {"message": "tile_on_table", "layout": "5-5"})],
    "draw and pass": [
        *ROUND[:2],
        ("draw", {"message": "choose_port", "accepted": 1}),
        ("undo", {}),
        ("draw", {"message": "drew", "accepted": 2, "turn": 1}),
        ("1:3-4", {"message": "no_match"}),
        ("draw", {"accepted": 3, "turn": 1}),
    ],
    "two tags, a phone": [
        ("0:5-5", {}),
        ("p0 two", {"message": "two_tiles", "alerts": ["p0 two_tiles"]}),
        ("-p0", {"alerts": []}),
        ("p0 foreign", {"message": "foreign_tag", "alerts": ["p0 foreign_tag"]}),
        ("-p0", {"alerts": [], "layout": "5-5"}),
    ],
    "a forgotten draw at the end": [
        *ROUND,
        ("draw", {"message": "your_turn", "layout": "5-5 0-5 1-5", "turn": 1}),
    ],
}


@pytest.mark.parametrize("steps", PLAYS.values(), ids=PLAYS)
def test_a_table_without_slots(steps):
    PadFeed(options=SHORT).play(steps)


def test_it_opens_at_once_and_the_first_tile_needs_no_answer():
    feed = PadFeed(options=SHORT)
    assert feed.state()["message"] == "lay_first"
    assert [record[0] for record in feed.records] == [events.OPENED]
    feed.play(ROUND[:1])
    assert feed.told("accepted") == ["accepted p0 scored"]
    assert feed.records[-1] == (events.PLAYED, 0, tile_number("5-5"), 0xFFFFFF)


# -- the tiles left, and the next round ----------------------------------------------------------
ASKED = ("ok", {"message": "tap_remaining", "seat": 1, "index": 0, "of": 1})


def test_after_a_round_ok_opens_the_next_one_but_not_at_once():
    feed = PadFeed(options=SHORT)
    told = {"message": "round_over", "round_over": True, "of": 2, "round": 0}
    # the last press of somebody who ends every seat with ok
    feed.play([*ROUND, ASKED, ("1:3-4", told), ("ok", told)])
    feed.play([("0:6-6", told), ("pass", {"round": 0}), ("right", told), ("wait 900", told)])
    feed.play([("ok", {"message": "lay_first", "round": 1, "layout": ""})])
    feed.play([("0:6-6", {"layout": "6-6"}), ("1:1-5", {"message": "no_match"})])


def test_a_round_can_be_taken_back_until_the_next_one_opens():
    feed = PadFeed(options=SHORT)
    feed.play([*ROUND, ASKED, ("1:3-4", {"round_over": True})])
    feed.play([("undo", {"round_over": False, "layout": "5-5 0-5", "turn": 0})])


BLOCKED = [("0:5-5", {}), ("pass", {}), ("pass", {}), ("pass", {"message": "tap_remaining"})]
SEATS = {
    "each seat in turn": [
        ("0:1-2", {"message": "tap_remaining", "seat": 1, "index": 0, "of": 2}),
        ("1:0-1", {"seat": 1, "index": 1, "amount": 1}),
        ("1:1-1", {"seat": 2, "index": 0, "of": 2}),
        ("2:3-4", {"seat": 2, "index": 1}),
        ("2:3-6", {"message": "round_over", "scores": [19.0, 0.0, 0.0]}),
    ],
    "with ok after each seat": [
        ("0:1-2", {"seat": 1}),
        ("ok", {"message": "tap_remaining", "seat": 1, "index": 0}),
        ("1:0-1 & 1:1-1", {"seat": 2, "index": 0}),
        ("ok", {"message": "tap_remaining", "seat": 2}),
        ("2:3-4 & 2:3-6", {"message": "round_over"}),
        ("ok", {"message": "round_over"}),
    ],
    "ok goes on to another seat": [
        ("ok", {"seat": 1, "index": 0}),
        ("1:0-1", {"seat": 1, "index": 1}),
        ("ok", {"seat": 2, "index": 0}),
        ("2:3-4 & 2:3-6", {"seat": 0, "index": 0}),
        ("0:1-2", {"seat": 1, "index": 1}),
        ("1:1-1", {"message": "round_over"}),
    ],
    "ok with one seat left asks whether that is all": [
        ("0:1-2 & 1:0-1 & 1:1-1 & 2:3-4", {"seat": 2, "index": 1}),
        ("ok", {"message": "remaining_mismatch"}),
        ("2:3-6", {"message": "round_over"}),
    ],
    "undo goes back to the seat that told its tile last": [
        ("0:1-2 & 1:0-1", {"seat": 1, "index": 1}),
        ("undo", {"seat": 1, "index": 0}),
        ("undo", {"seat": 0, "index": 0}),
        ("0:1-1", {"seat": 1}),
    ],
    "a tile of the layout, one twice": [
        ("0:5-5", {"message": "tile_on_table"}),
        ("0:1-2", {"seat": 1}),
        ("1:1-2", {"message": "duplicate_tile"}),
    ],
}


@pytest.mark.parametrize("steps", SEATS.values(), ids=SEATS)
def test_seats_on_one_pad_tell_their_tiles_in_turn(steps):
    feed = PadFeed(game="block", players=3, options=(("deal", 2),))
    feed.play(BLOCKED).play(steps)


def test_two_pads_for_four_seats():
    feed = PadFeed(TWO_PADS, game="block", players=4, options=(("deal", 2),))
    feed.play([("0:5-5", {}), ("2:0-5", {"message": "not_your_pad", "seat": 1, "at": "p0"})])
    feed.play([("1:0-5", {"message": "choose_port"}), ("3:1-5", {"tile": "1-5"}), ("undo", {})])
    feed.play([("pass", {})] * 3 + [("pass", {"message": "tap_remaining", "seat": 0})])
    # pad 1 is asked for seat 1 as long as that lacks tiles, then for seat 3
    feed.play([("1:0-1", {"seat": 0}), ("1:1-1", {"seat": 0}), ("1:3-4", {"seat": 0})])
    feed.play([("0:1-2", {"seat": 2}), ("3:3-6", {"seat": 2}), ("2:2-2 & 0:2-3", {})])
    assert feed.state()["message"] == "round_over"


def test_doubles_of_one_move_are_tapped_by_the_seat_that_makes_it():
    feed = PadFeed({2: (0, 1)}, game="sea-goat")
    feed.play([("0:2-3", {"turn": 1}), ("1:2-2", {"message": "choose_port"})])
    feed.play([("ok", {"message": "another_double", "seat": 1, "turn": 0})])
    feed.play([("0:3-3", {"message": "not_your_pad", "seat": 1})])
    feed.play([("1:3-3", {"message": "choose_port"})])
    feed.play([("ok", {"turn": 0, "accepted": 3, "layout": "2-3 2-2 3-3"})])
    assert feed.told("accepted")[1:] == ["accepted p1 your_turn", "accepted p1 another_double"]
    feed.play([("undo", {"turn": 1, "layout": "2-3"})])


# -- slots that are dead -------------------------------------------------------------------------
START = [("5-5 d3", {}), ("0-5 e3", {"layout": "5-5 0-5"})]
DEAD = [*START, ("c3 dead", {"message": "slot_dead", "alerts": ["c3 slot_dead"]})]


def home(feed, tile):
    return feed.name(feed.placement.home[tile_number(tile)])


def test_a_tile_for_a_dead_slot_is_tapped_and_its_home_is_that_slot():
    feed = Feed()
    feed.play([*DEAD, ("0:4-5", {"message": "choose_port", "at": "p0", "of": 1, "on": "5-5"})])
    # the question stays when the tile leaves the pad; it may lie on the dead slot by then
    feed.play(
        [("ok", {"layout": "5-5 0-5 4-5", "at": "c3", "turn": 1, "alerts": ["c3 slot_dead"]})]
    )
    assert home(feed, "4-5") == "c3"
    assert feed.told("accepted")[-1] == "accepted c3 your_turn"
    # its neighbours see it: b3 faces its end, and joins without a question
    feed.play([("4-4 b3", {"layout": "5-5 0-5 4-5 4-4", "message": "your_turn"})])
    # when the reader works again the tile lies where it was taken to be
    feed.play([("4-5 c3", {"alerts": [], "message": "your_turn"})])


def test_of_several_dead_slots_the_one_next_to_the_port_is_its_home():
    feed = Feed()
    feed.play([*START, ("a1 dead & f3 dead & c3 dead", {})])
    feed.play([("0:0-1", {"message": "choose_port", "on": "0-5"}), ("ok", {})])
    assert home(feed, "0-1") == "f3"
    feed.play([("1:5-6", {"message": "choose_port", "on": "5-5"}), ("ok", {"layout": LAID})])
    assert home(feed, "5-6") == "c3"


LAID = "5-5 0-5 0-1 5-6"


def test_without_a_dead_slot_beside_the_port_the_tile_has_no_home():
    feed = Feed()
    feed.play([*START, ("a1 dead", {}), ("0:0-1", {"message": "choose_port"}), ("ok", {})])
    assert home(feed, "0-1") == "-"
    assert feed.told("accepted")[-1] == "accepted p0 your_turn"
    # everything else goes on, its end is joined from afar
    feed.play([("1-1 h6", {"message": "choose_port", "on": "0-1"}), ("ok", {"accepted": 4})])
    feed.play([("undo", {"layout": "5-5 0-5 0-1"}), ("-h6", {})])
    feed.play([("undo", {"layout": "5-5 0-5", "message": "undone"})])


def test_a_tile_that_was_tapped_may_be_laid_on_a_slot_that_works():
    feed = Feed()
    feed.play([*START, ("a1 dead", {}), ("0:0-1", {}), ("ok", {"accepted": 3})])
    feed.play([("0-1 f3", {"alerts": ["a1 slot_dead"], "accepted": 3})])
    assert home(feed, "0-1") == "f3"
    feed.play([("1-1 g3", {"layout": "5-5 0-5 0-1 1-1", "message": "your_turn"})])
    feed.play([("-f3", {"message": "place_back"}), ("0-1 f3", {"alerts": ["a1 slot_dead"]})])


def test_it_may_be_laid_elsewhere_than_the_dead_slot_it_was_taken_for():
    feed = Feed()
    feed.play([*DEAD, ("0:4-5", {}), ("ok", {}), ("4-5 d4", {"alerts": ["c3 slot_dead"]})])
    assert home(feed, "4-5") == "d4"
    assert feed.placement.laid[feed.slot("c3")] == 255
    feed.play([("c3 dead", {}), ("-c3", {"alerts": []})])


def test_a_tile_laid_while_it_is_asked_about_is_judged_where_it_lies():
    feed = Feed()
    feed.play([*DEAD, ("0:0-1", {"message": "choose_port", "at": "p0"})])
    feed.play([("0-1 f3", {"layout": "5-5 0-5 0-1", "message": "your_turn"})])
    assert home(feed, "0-1") == "f3"


def test_a_dead_slot_that_works_again_without_its_tile_asks_for_it():
    feed = Feed()
    feed.play([*DEAD, ("0:4-5", {}), ("ok", {}), ("-c3", {"message": "place_back", "at": "c3"})])
    feed.play([("4-5 c3", {"alerts": []})])


DEAD_CASES = {
    "the pad of another seat": [("1:4-5", {"message": "not_your_pad", "seat": 0, "at": "p2"})],
    "a tile that fits nowhere": [("0:3-4", {"message": "no_match", "alerts": ["c3 slot_dead"]})],
    "a tile of the layout": [("0:0-5", {"message": "tile_on_table"})],
    "while a tile is asked about": [
        ("0-1 h6", {"message": "choose_port", "at": "h6"}),
        ("0:4-5", {"message": "choose_port", "at": "h6"}),
    ],
    "while a tile is lifted": [
        ("-e3", {"message": "place_back"}),
        ("0:4-5", {"message": "place_back"}),
        ("ok", {"layout": "5-5 0-5"}),
    ],
    "a tile to be lifted after undo": [
        ("0-1 f3", {}),
        ("undo", {"message": "lift_tile"}),
        ("0:4-5", {"message": "lift_tile", "layout": "5-5 0-5"}),
    ],
    "taken back": [
        ("0:4-5", {}),
        ("ok", {"accepted": 3}),
        ("undo", {"accepted": 4, "layout": "5-5 0-5", "message": "undone", "turn": 0}),
        ("4-5 d4", {"message": "choose_port", "at": "d4"}),
        ("ok", {"layout": "5-5 0-5 4-5"}),
        ("-d4", {"message": "place_back"}),
    ],
    "when the last dead slot works again tiles belong on slots": [
        ("-c3", {"alerts": []}),
        ("0:4-5", {"message": "lay_on_slot", "tile": "4-5", "layout": "5-5 0-5"}),
    ],
}


@pytest.mark.parametrize("steps", DEAD_CASES.values(), ids=DEAD_CASES)
def test_with_a_dead_slot(steps):
    Feed().play(DEAD).play(steps)


def test_pads_are_looked_at_every_lap_while_taps_mean_a_play():
    feed = Feed()
    assert not feed.table.is_pad_asked()
    feed.play(DEAD)
    assert feed.table.is_pad_asked()
    feed.play([("-c3", {})])
    assert not feed.table.is_pad_asked()
    assert PadFeed().table.is_pad_asked()


def test_an_opening_tile_that_was_tapped_finds_its_home_when_it_is_laid():
    feed = Feed(options=SHORT)
    feed.play([("a1 dead", {}), ("0:5-5", {"layout": "5-5", "at": "-"})])
    assert home(feed, "5-5") == "-"
    feed.play([("5-5 d3", {"layout": "5-5", "accepted": 1, "alerts": ["a1 slot_dead"]})])
    feed.play([("0-5 e3", {"layout": "5-5 0-5", "message": "scored"})])


def test_after_a_power_cut_a_tile_without_a_home_is_looked_for():
    feed = Feed()
    feed.play([*START, ("a1 dead", {}), ("0:0-1", {}), ("ok", {})])
    feed.play([("-a1", {"alerts": []})])
    feed.table._pad_play = None  # it starts anew
    feed.table.resume(feed.table.view.accepted, 1, codes.NONE)
    feed.load()
    feed.play([("0-1 f3", {"accepted": 3, "alerts": []})])
    assert home(feed, "0-1") == "f3"


def test_what_few_tables_need_is_loaded_when_one_does(monkeypatch):
    feed = fake_feed.Feed()
    feed.play(START)
    assert not feed.table.wants_pad_play()
    feed.play([("c3 dead", {})])
    assert feed.table.wants_pad_play()
    feed.play([("0:4-5", {"message": "slot_dead", "layout": "5-5 0-5"})])
    monkeypatch.setitem(sys.modules, "domino.table.pad_play", NoRoom())
    feed.table.load_pad_play()
    assert not feed.table.wants_pad_play()  # once is enough
    feed.play([("0:4-5", {"layout": "5-5 0-5"}), ("4-5 d4", {"message": "choose_port"})])


def test_what_was_loaded_for_a_dead_slot_is_let_go_of_when_it_is_back():
    feed = Feed()
    feed.play([*START, ("c3 dead", {}), ("0:0-1", {"message": "choose_port"})])
    feed.play([("-c3", {"alerts": []})])
    assert feed.table._pad_play  # the question is still open
    feed.play([("ok", {"accepted": 3})])
    assert feed.table._pad_play  # the tile that was tapped has no place yet
    feed.play([("0-1 f3", {"accepted": 3, "alerts": []})])
    assert feed.table._pad_play is None and home(feed, "0-1") == "f3"
    feed.play([("c3 dead", {})])
    assert feed.table._pad_play


class NoRoom:
    """A module that finds no room on the heap."""

    def __getattr__(self, name):
        raise MemoryError


def test_a_dead_pad_is_no_dead_slot():
    feed = Feed()
    feed.play([*START, ("p1 dead", {}), ("0:4-5", {"layout": "5-5 0-5"})])
    assert feed.table.lying.here[feed.slot("p1")] == looks.DEAD
    assert not feed.table.is_pad_asked()
