"""What goes wrong: the state stays, the slot is named, play goes on when it is put right."""

import pytest

from domino.board import looks
from host_tools.records.notation import tile_number
from tests.table.fake_feed import Feed

START = [("5-5 d3", {}), ("0-5 e3", {"scores": [10, 10], "layout": "5-5 0-5", "turn": 0})]
SAME = {"scores": [10, 10], "layout": "5-5 0-5", "turn": 0, "accepted": 2}

# Each list of steps begins with 5-5 on d3 and 0-5 on e3, and seat 0 to play.
PROBLEMS = {
    "a wrong value is refused until lifted": [
        (
            "1-2 f3",
            {**SAME, "message": "no_match", "at": "f3", "tile": "1-2", "alerts": ["f3 no_match"]},
        ),
        ("-f3", {**SAME, "message": "scored", "alerts": []}),
        ("0-2 f3", {"layout": "5-5 0-5 0-2", "message": "your_turn", "seat": 1}),
    ],
    "a refused tile is not played by a later change": [
        ("0-1 g3 & wait 400", {**SAME, "message": "choose_port"}),
        ("undo", {**SAME, "message": "lift_tile", "at": "g3"}),
        ("-g3", {"message": "scored"}),
        ("1-2 g3", {"alerts": ["g3 no_match"]}),
        ("0-1 f3", {"layout": "5-5 0-5 0-1", "alerts": ["g3 no_match"], "accepted": 3}),
        ("wait 3000", {"layout": "5-5 0-5 0-1", "alerts": ["g3 no_match"]}),
        ("-g3", {"alerts": []}),
        ("1-2 g3", {"layout": "5-5 0-5 0-1 1-2", "alerts": []}),
    ],
    "a refused tile does not stop the others": [
        ("1-2 a1", {"alerts": ["a1 no_match"]}),
        ("0-2 f3", {"layout": "5-5 0-5 0-2", "alerts": ["a1 no_match"], "message": "no_match"}),
        ("-a1", {"message": "your_turn", "alerts": []}),
    ],
    "a lifted tile must come back": [
        ("-d3", {**SAME, "message": "place_back", "at": "d3", "tile": "5-5"}),
        ("5-5 d3", {**SAME, "message": "scored", "alerts": []}),
    ],
    "another tile in its place does not help": [
        ("-e3", {"alerts": ["e3 place_back"]}),
        ("0-2 e3", {**SAME, "message": "place_back", "tile": "0-5", "alerts": ["e3 place_back"]}),
        ("-e3", {"alerts": ["e3 place_back"]}),
        ("0-5 e3", {**SAME, "alerts": []}),
    ],
    "a new tile waits until the layout is right": [
        ("-d3", {"alerts": ["d3 place_back"]}),
        ("0-2 f3", {**SAME, "message": "place_back", "pending": False}),
        ("5-5 d3", {"layout": "5-5 0-5 0-2", "alerts": [], "message": "your_turn"}),
    ],
    "a wrong one waits too, and is refused then": [
        ("-d3", {}),
        ("1-2 f3", {**SAME, "alerts": ["d3 place_back"]}),
        ("5-5 d3", {**SAME, "alerts": ["f3 no_match"]}),
    ],
    "a moved tile is named where it lies": [
        (
            "-e3 & 0-5 c3",
            {**SAME, "message": "tile_moved", "at": "c3", "other": "e3", "tile": "0-5"},
        ),
        ("-c3", {**SAME, "alerts": ["e3 place_back"]}),
        ("0-5 e3", {**SAME, "alerts": []}),
    ],
    "moved so fast that its slot still shows it": [
        (
            "0-5 c3 & wait 600 & -e3",
            {**SAME, "message": "tile_moved", "alerts": ["c3 tile_moved"]},
        ),
        ("-c3 & 0-5 e3", {**SAME, "alerts": []}),
    ],
    "two layout tiles swapped": [
        (
            "-d3 & -e3 & 0-5 d3 & 5-5 e3",
            {**SAME, "alerts": ["d3 place_back", "e3 place_back"], "message": "place_back"},
        ),
        ("-d3 & -e3", {"alerts": ["d3 place_back", "e3 place_back"]}),
        ("5-5 d3 & 0-5 e3", {**SAME, "alerts": []}),
    ],
    "a second tag of a lying tile": [
        (
            "5-5 f3",
            {
                **SAME,
                "message": "counterfeit",
                "at": "f3",
                "other": "d3",
                "alerts": ["d3 counterfeit", "f3 counterfeit"],
            },
        ),
        ("0-2 f4", {**SAME, "alerts": ["d3 counterfeit", "f3 counterfeit"]}),
        ("-f3", {"alerts": [], "message": "choose_port"}),
        ("ok", {"layout": "5-5 0-5 0-2"}),
    ],
    "the real one taken instead": [
        ("5-5 f3", {"alerts": ["d3 counterfeit", "f3 counterfeit"]}),
        ("-d3", {**SAME, "alerts": ["f3 tile_moved"]}),
        ("-f3", {**SAME, "alerts": ["d3 place_back"]}),
        ("5-5 d3", {**SAME, "alerts": []}),
    ],
    "a tile twice that does not lie in the layout": [
        ("1-2 a1", {"alerts": ["a1 no_match"]}),
        ("1-2 h6", {**SAME, "alerts": ["a1 counterfeit", "h6 counterfeit"]}),
        ("0-2 f3", {"layout": "5-5 0-5 0-2"}),
        ("-h6", {"alerts": ["a1 no_match"]}),
    ],
    "two tiles on a free slot": [
        ("f3 two", {**SAME, "message": "two_tiles", "at": "f3", "alerts": ["f3 two_tiles"]}),
        ("0-2 f3", {"layout": "5-5 0-5 0-2", "alerts": []}),
    ],
    "two tiles on a laid one stop the play": [
        ("e3 two", {**SAME, "alerts": ["e3 two_tiles"]}),
        ("0-2 f3", {**SAME, "alerts": ["e3 two_tiles"]}),
        ("0-5 e3", {"layout": "5-5 0-5 0-2", "alerts": []}),
    ],
    "a refused tile stays so under a second one": [
        ("1-2 f3", {"alerts": ["f3 no_match"]}),
        ("f3 two", {"alerts": ["f3 two_tiles"]}),
        ("1-2 f3", {**SAME, "alerts": ["f3 no_match"]}),
    ],
    "a tag that no tile is known for": [
        ("f3 unknown", {**SAME, "message": "unknown_tag", "alerts": ["f3 unknown_tag"]}),
        ("0-2 f4", {"message": "unknown_tag"}),
        ("-f3", {"alerts": [], "message": "choose_port"}),
    ],
    "a phone": [
        ("f3 foreign", {**SAME, "message": "foreign_tag", "alerts": ["f3 foreign_tag"]}),
        ("-f3", {**SAME, "alerts": []}),
    ],
    "a phone where a tile was": [
        ("e3 foreign", {**SAME, "alerts": ["e3 place_back"]}),
    ],
    "a dead reader stays listed, and play goes on": [
        ("f3 dead", {**SAME, "message": "slot_dead", "at": "f3", "alerts": ["f3 slot_dead"]}),
        ("1-5 c3", {"layout": "5-5 0-5 1-5", "message": "your_turn", "alerts": ["f3 slot_dead"]}),
        ("-f3", {"alerts": []}),
    ],
    "a dead reader under a tile": [
        ("e3 dead", {**SAME, "alerts": ["e3 slot_dead"]}),
        ("0-2 f3", {"layout": "5-5 0-5 0-2"}),
        ("0-5 e3", {"layout": "5-5 0-5 0-2", "alerts": []}),
    ],
    "a weak reader": [
        ("e3 weak", {**SAME, "message": "slot_weak", "alerts": ["e3 slot_weak"]}),
        ("0-5 e3", {**SAME, "alerts": []}),
    ],
    "two tiles in one lap, the first legal only after the second": [
        ("2-3 g3 & 0-2 f3", {"layout": "5-5 0-5 0-2 2-3", "alerts": []}),
    ],
    "two tiles in one lap, both legal": [
        ("0-2 f3 & 1-5 c3", {"layout": "5-5 0-5 0-2 1-5", "alerts": []}),
    ],
    "two tiles in one lap, one never legal": [
        ("2-3 h6 & 0-1 f3", {"layout": "5-5 0-5 0-1", "alerts": ["h6 no_match"]}),
    ],
    "the second one a lap later": [
        ("2-3 g3 & wait 150 & 0-2 f3", {"layout": "5-5 0-5 0-2 2-3", "alerts": []}),
    ],
    "the second one too late": [
        ("2-3 g3", {"alerts": ["g3 no_match"]}),
        ("0-2 f3", {"layout": "5-5 0-5 0-2", "alerts": ["g3 no_match"]}),
    ],
    "draw and pass wait for the layout": [
        ("-d3", {}),
        ("draw", {**SAME, "message": "place_back"}),
        ("pass", {**SAME, "message": "place_back"}),
        ("5-5 d3 & draw", {"accepted": 3, "message": "drew", "seat": 0, "amount": 9}),
    ],
    "a wrong tile is refused before a press counts": [
        ("1-2 f3 & draw", {"accepted": 3, "alerts": ["f3 no_match"], "turn": 0}),
    ],
    "a refused press shows until the next thing": [
        ("pass", {**SAME, "message": "must_draw", "seat": 0}),
        ("-h6", {"message": "must_draw"}),
        ("left", {"message": "scored"}),
        ("pass", {"message": "must_draw"}),
        ("0-2 f3", {"message": "your_turn"}),
    ],
    "so is a remote tile asked about": [
        ("0-1 h6 & draw", {**SAME, "message": "choose_port"}),
    ],
    "a refusal is over once a tile was laid": [
        ("pass", {"message": "must_draw"}),
        ("1-2 f3", {"message": "no_match"}),
        ("-f3", {"message": "scored"}),
    ],
    "a legal tile that lies elsewhere too is not played": [
        ("1-2 a1", {"alerts": ["a1 no_match"]}),
        ("0-1 f3", {"layout": "5-5 0-5 0-1"}),
        (
            "1-2 g3",
            {"layout": "5-5 0-5 0-1", "alerts": ["a1 counterfeit", "g3 counterfeit"]},
        ),
        ("-a1", {"layout": "5-5 0-5 0-1 1-2", "alerts": []}),
    ],
    "nothing is played while a second tag is doubted": [
        ("5-5 h1 & 0-2 f3", {**SAME, "alerts": ["h1 counterfeit", "d3 counterfeit"]}),
        ("-h1", {"layout": "5-5 0-5 0-2", "alerts": []}),
    ],
    "a tile moved onto another's place": [
        ("-d3 & -e3 & 5-5 e3", {**SAME, "alerts": ["d3 place_back", "e3 place_back"]}),
    ],
    "the newest alert is shown, the others are listed": [
        ("1-2 a1", {"message": "no_match"}),
        ("h6 foreign", {"message": "foreign_tag", "alerts": ["a1 no_match", "h6 foreign_tag"]}),
        ("b1 dead", {"message": "foreign_tag"}),
        ("-h6", {"message": "no_match", "alerts": ["a1 no_match", "b1 slot_dead"]}),
    ],
    "undo when the tile is lifted first": [
        ("-e3", {"message": "place_back"}),
        (
            "undo",
            {"layout": "5-5", "scores": [10, 0], "turn": 1, "message": "undone", "alerts": []},
        ),
    ],
    "undo asks for the tile to be lifted": [
        (
            "undo",
            {"layout": "5-5", "message": "lift_tile", "at": "e3", "tile": "0-5", "alerts": []},
        ),
        ("wait 2000", {"layout": "5-5", "accepted": 3}),
        ("-e3", {"message": "undone", "seat": 1}),
        ("0-5 e3", {"layout": "5-5 0-5", "scores": [10, 10], "accepted": 4}),
    ],
    "nothing is taken before it is lifted": [
        ("undo", {}),
        ("1-5 c3", {"layout": "5-5", "message": "lift_tile"}),
        ("draw", {"accepted": 3, "message": "lift_tile"}),
        ("pass", {"accepted": 3, "message": "lift_tile"}),
        ("-e3", {"layout": "5-5 1-5", "message": "your_turn", "alerts": []}),
    ],
    "undo goes on while it lies": [
        ("undo & undo", {"layout": "", "scores": [0, 0], "message": "lift_tile"}),
        ("-e3 & -d3", {"alerts": []}),
        ("6-6 d3", {"layout": "6-6"}),
    ],
    "undo to the opening and no further": [
        ("undo & undo & -d3 & -e3", {"layout": "", "scores": [0, 0], "accepted": 4, "turn": 0}),
        ("undo", {"message": "nothing_to_undo", "accepted": 4}),
        ("6-6 d3", {"layout": "6-6"}),
    ],
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_problem(name):
    Feed().play(START + PROBLEMS[name])


def test_a_refused_tile_carried_off_is_no_counterfeit():
    feed = Feed().play(START)
    feed.play([("1-2 a1", {}), ("wait 5000", {}), ("1-2 f3 & wait 600 & -a1", {})])
    assert feed.alerts() == ["f3 no_match"]
    assert "alert f3 counterfeit" not in feed.told("alert")


def test_a_tile_under_a_second_one_is_refused_once():
    feed = Feed().play(START)
    feed.play([("1-2 f3", {}), ("f3 two", {}), ("1-2 f3", {"alerts": ["f3 no_match"]})])
    assert feed.told("refused") == ["refused f3 no_match"]


def test_undo_right_after_a_remote_tile_means_that_tile():
    steps = [("0-2 h6 & undo", {**SAME, "message": "lift_tile", "at": "h6"})]
    Feed().play(START + steps)


def test_the_view_changes_only_when_something_is_shown_anew():
    feed = Feed().play(START)
    version = feed.view.version
    feed.find(feed.slot("f3"), 4)
    for _ in range(10):
        feed.now_ms += 20
        feed.table.step(feed.now_ms)
    feed.do("p1 unknown")
    assert feed.view.version == version + 1  # the refusal
    feed.do("wait 5000")
    assert feed.view.version == version + 1
    feed.do("-f3")
    assert feed.view.version > version + 1


def test_events_of_a_wrong_tile():
    feed = Feed().play(START)
    feed.events.clear()
    feed.play([("1-2 f3", {}), ("-f3", {})])
    assert feed.told("tile_down", "tile_up", "accepted", "refused", "alert", "clear") == [
        "tile_down f3 nothing",
        "refused f3 no_match",
        "alert f3 no_match",
        "tile_up f3 nothing",
        "clear f3 no_match",
    ]
    assert feed.told("message") == ["message f3 no_match", "message e3 scored"]


def test_events_of_a_good_one():
    feed = Feed()
    feed.events.clear()
    feed.play([("5-5 d3", {}), ("draw", {}), ("0-5 e3", {})])
    assert feed.told("tile_down", "press", "accepted", "refused", "message") == [
        "tile_down d3 nothing",
        "accepted d3 scored",
        "message d3 scored",
        "press seat1 lay_first",  # the code of a press is its button: draw is 1
        "accepted seat1 drew",
        "message seat1 drew",
        "tile_down e3 nothing",
        "accepted e3 scored",
        "message e3 scored",
    ]


@pytest.mark.parametrize("answer", [True, False])
def test_a_fresh_look_at_its_slot_decides_between_moved_and_counterfeit(answer):
    asked = []
    state = {"is_there": False}
    feed = Feed(recheck=asked.append, seen_after=lambda reader, since: state["is_there"])
    feed.play(START)
    since = feed.now_ms
    feed.find(feed.slot("f3"), 20)
    assert asked == [feed.slot("d3")]
    feed.run(100)
    assert feed.view.is_pending and not feed.view.alerts
    if answer:
        state["is_there"] = True
    else:
        feed.find(feed.slot("d3"), looks.EMPTY)
    feed.run(100)
    assert feed.now_ms - since < 300
    expected = ["d3 counterfeit", "f3 counterfeit"] if answer else ["f3 tile_moved"]
    assert feed.alerts() == expected
    assert not feed.view.is_pending


def test_a_tile_carried_back_is_no_counterfeit():
    """It lies at home again before the place where it lay in between is seen empty."""
    state = {"read": 0}
    feed = Feed(
        recheck=lambda reader: None,
        seen_after=lambda reader, since: state["read"] == reader,
    ).play(START)
    feed.play([("-e3 & 0-5 c3", {"alerts": ["c3 tile_moved"]}), ("wait 5000", {})])
    state["read"] = feed.slot("e3")
    feed.find(feed.slot("e3"), tile_number("0-5"))
    feed.run(500)
    assert feed.alerts() == [] and feed.view.is_pending
    feed.find(feed.slot("c3"), looks.EMPTY)
    assert feed.alerts() == [] and not feed.view.is_pending
    assert "alert c3 counterfeit" not in feed.told("alert")


def test_a_tile_put_back_beside_its_double():
    feed = Feed().play(START)
    feed.play([("-e3 & 0-5 c3", {"alerts": ["c3 tile_moved"]}), ("wait 5000", {})])
    feed.play([("0-5 e3", {"alerts": ["c3 counterfeit", "e3 counterfeit"]})])


def test_a_weak_reader_told_apart_from_its_finding():
    feed = Feed().play(START)
    feed.table.on_weak(feed.slot("e3"), True, feed.now_ms)
    feed.play([("wait 1", {**SAME, "message": "slot_weak", "alerts": ["e3 slot_weak"]})])
    feed.do("-e3")
    assert feed.alerts() == ["e3 place_back"]
    feed.do("0-5 e3")
    feed.table.on_weak(feed.slot("e3"), False, feed.now_ms)
    assert feed.alerts() == []


def test_the_clock_may_wrap():
    feed = Feed()
    feed.now_ms = (1 << 30) - 1000
    feed.play(START)
    feed.find(feed.slot("f3"), 4)
    feed.now_ms = (feed.now_ms + 200) % (1 << 30)
    feed.table.step(feed.now_ms)
    assert feed.view.is_pending
    feed.now_ms = (feed.now_ms + 200) % (1 << 30)
    feed.table.step(feed.now_ms)
    assert feed.alerts() == ["f3 no_match"]
