"""Which joints a slot means: the direction of ports, remote placements, hot slots."""

import pytest

from domino.board import looks
from domino.rules import codes
from domino.table import events
from domino.words import ids
from host_tools.records.notation import PORTS, tile_name, tile_number
from tests.table.fake_feed import Feed

# (what it is about, game, tiles laid as "tile slot", slot asked, tile asked, joints, remote)
CASES = [
    ("an opening looks everywhere", "all-fives", "2-5 d3", "d2", "2-3", "2-5 low", False),
    ("with either end", "all-fives", "2-5 d3", "c3", "1-5", "2-5 high", False),
    ("but not diagonally", "all-fives", "2-5 d3", "c2", "1-5", "2-5 high", True),
    ("an end looks sideways too", "all-fives", "2-5 d3 / 1-5 e3", "e2", "1-4", "1-5 low", False),
    ("and past its neighbour", "all-fives", "2-5 d3 / 1-5 e3", "d4", "2-2", "2-5 low", False),
    ("the table ends", "all-fives", "2-5 a1 / 1-5 b1", "h1", "2-2", "2-5 low", True),
    ("a double's line is one joint", "all-fives", "5-5 d3", "d4", "1-5", "5-5 line_a", False),
    ("then goes straight on", "all-fives", "5-5 d3 / 0-5 e3", "c3", "1-5", "5-5 line_b", False),
    ("not across", "all-fives", "5-5 d3 / 0-5 e3", "d2", "1-5", "5-5 line_b", True),
    (
        "branches lie across",
        "all-fives",
        "5-5 d3 / 0-5 e3 / 1-5 c3",
        "d2",
        "2-5",
        "5-5 branch_a",
        False,
    ),
    (
        "the second branch opposite the first",
        "all-fives",
        "5-5 d3 / 0-5 e3 / 1-5 c3 / 2-5 d2",
        "d4",
        "3-5",
        "5-5 branch_b",
        False,
    ),
    (
        "a spinner joined from the north runs north to south",
        "horse-race",
        "0-3 d2 / 3-3 d3",
        "d4",
        "3-4",
        "3-3 line_b",
        False,
    ),
    (
        "and not to the east",
        "horse-race",
        "0-3 d2 / 3-3 d3",
        "e3",
        "3-4",
        "3-3 line_b",
        True,
    ),
    (
        "at the edge a line bends",
        "horse-race",
        "0-3 d2 / 3-3 d1",
        "e1",
        "3-4",
        "3-3 line_b",
        False,
    ),
    (
        "also where the strict side is taken",
        "horse-race",
        "3-3 d3 / 3-6 e3 / 1-6 e2 / 1-1 e1 / 1-5 d1 / 4-5 c1 / 4-4 c2 / 2-4 c3",
        "d4",
        "3-4",
        "3-3 line_b",
        False,
    ),
    (
        "where two ports look, both are named",
        "all-fives",
        "5-5 d3 / 0-5 e3 / 1-5 c3 / 0-3 e2",
        "d2",
        "3-5",
        "0-3 high / 5-5 branch_a",
        False,
    ),
    (
        "only the first double is a spinner in All Fives",
        "all-fives",
        "5-5 d3 / 2-5 e3 / 2-2 f3 / 2-4 g3",
        "f2",
        "2-3",
        "",
        False,
    ),
    (
        "its other doubles turn like any tile",
        "all-fives",
        "5-5 d3 / 2-5 e3 / 2-2 f3",
        "f2",
        "2-3",
        "2-2 line_b",
        False,
    ),
    ("a tile that fits nowhere", "all-fives", "5-5 d3", "e3", "1-2", "", False),
    ("a tile of the layout", "all-fives", "5-5 d3 / 0-5 e3", "c3", "0-5", "", False),
    ("no slot at all faces nothing", "all-fives", "5-5 d3", None, "0-5", "5-5 line_a", True),
]


def lay_all(feed, tiles):
    """Lay tiles where they mean one joint each."""
    for text in tiles.split(" / "):
        feed.do(text)
        assert feed.view.message != ids.CHOOSE_PORT, f"{text} asks"
        assert text.split()[0] == tile_name(feed.match.last_tile), text


def joints(feed, slot, tile):
    """The candidates as a text, and whether they are remote."""
    out = bytearray(32)
    slot = codes.NONE if slot is None else feed.slot(slot)
    n = feed.placement.candidates(slot, tile_number(tile), out)
    found = [f"{tile_name(out[2 * i])} {PORTS[out[2 * i + 1]]}" for i in range(n)]
    return " / ".join(found), feed.placement.is_remote


@pytest.mark.parametrize(
    ("game", "tiles", "slot", "tile", "expected", "is_remote"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_candidates(game, tiles, slot, tile, expected, is_remote):
    feed = Feed(game, players=2, options=(("deal", 14),))
    lay_all(feed, tiles)
    assert joints(feed, slot, tile) == (expected, is_remote)


def test_the_opening_joins_nothing():
    feed = Feed()
    out = bytearray(32)
    assert feed.placement.candidates(feed.slot("d3"), tile_number("0-1"), out) == 1
    assert (out[0], out[1]) == (codes.NONE, codes.NONE)
    assert not feed.placement.is_remote


def test_a_remote_spinner_has_no_direction_until_it_is_joined():
    feed = Feed("horse-race")
    lay_all(feed, "0-3 d2")
    feed.play([("3-3 g5", {"message": "choose_port"}), ("ok", {"layout": "0-3 3-3"})])
    for slot in ("g4", "h5", "g6", "f5"):
        assert joints(feed, slot, "3-4") == ("3-3 line_b", False)
    feed.do("3-4 g4")
    assert joints(feed, "h5", "3-5") == ("3-3 branch_a", False)
    assert joints(feed, "g6", "3-5") == ("3-3 branch_a", True)


def test_the_second_branch_lies_opposite_the_first_also_beside_a_free_side():
    feed = Feed("all-fives", options=(("deal", 14),))
    lay_all(feed, "5-5 d3 / 0-5 e3")
    feed.play([("1-5 h6", {"message": "choose_port"}), ("ok", {}), ("2-5 d2", {})])
    assert joints(feed, "d4", "3-5") == ("5-5 branch_b", False)
    assert joints(feed, "c3", "3-5") == ("5-5 branch_b", True)


def test_with_branches_at_once_the_first_joint_is_the_line():
    feed = Feed("horse-race", options=(("branches", "at_once"),))
    lay_all(feed, "5-5 d3")
    for slot in ("d2", "e3", "d4", "c3"):
        assert joints(feed, slot, "0-5") == ("5-5 line_a", False)
    feed.do("0-5 e3")
    assert joints(feed, "c3", "1-5") == ("5-5 line_b", False)
    assert joints(feed, "d2", "1-5") == ("5-5 branch_a", False)


def test_on_linked_edges_the_line_goes_round():
    feed = Feed("all-fives", columns=4, rows=3, linked=True)
    lay_all(feed, "5-5 a2 / 0-5 b2")
    assert joints(feed, "d2", "1-5") == ("5-5 line_b", False)


HOT = [
    ("", ""),
    ("5-5 d3", "d2 c3 e3 d4"),
    ("5-5 d3 / 0-5 e3", "e2 c3 f3 e4"),
    ("5-5 d3 / 0-5 e3 / 1-5 c3", "c2 d2 e2 b3 f3 c4 d4 e4"),
    ("2-5 a1", "b1 a2"),
    ("2-5 d3 / 1-5 e3 / 2-4 c3", "c2 e2 b3 f3 c4 e4"),
    ("2-5 a1 / 1-5 b1", "c1 a2 b2"),
]


@pytest.mark.parametrize(("tiles", "expected"), HOT)
def test_hot_slots_lie_next_to_open_ports(tiles, expected):
    feed = Feed()
    if tiles:
        lay_all(feed, tiles)
    assert hot(feed) == expected.split()


def hot(feed):
    """The hot slots by name, in the order of the slots."""
    slots = sorted(feed.placement.hot[: feed.placement.hot_count])
    assert len(set(slots)) == len(slots)
    return [feed.name(slot) for slot in slots]


def test_hot_slots_take_in_what_is_wrong():
    feed = Feed()
    lay_all(feed, "5-5 d3 / 0-5 e3")
    feed.do("-d3")
    assert "d3" in hot(feed)
    feed.do("5-5 d3")
    assert "d3" not in hot(feed)
    feed.do("1-2 h6")
    assert "h6" in hot(feed)


def test_undo_gives_back_every_direction():
    feed = Feed("horse-race", options=(("deal", 14),))
    before = []
    for text in ("3-3 d3", "3-6 e3", "3-4 c3", "3-5 d2", "0-3 d4"):
        before.append((bytes(feed.placement.home), bytes(feed.placement.laid), hot(feed)))
        feed.do(text)
    assert feed.match.layout.count == 5
    for home, laid, hot_slots in reversed(before):
        feed.do("undo")
        slot = feed.view.slot
        feed.find(slot, looks.EMPTY)
        assert (feed.placement.home, feed.placement.laid, hot(feed)) == (home, laid, hot_slots)


def test_the_findings_have_the_numbers_of_the_scanner():
    for name in ("EMPTY", "TWO_TAGS", "UNKNOWN", "FOREIGN", "DEAD", "WEAK", "UNSEEN"):
        assert getattr(events, name) == getattr(looks, name)
