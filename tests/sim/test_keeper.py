"""The keeper's pages of the menu on the whole table: statistics, set check, guard, players."""

import re

import pytest

from domino.store.copies import Copies
from domino.store.players import Players
from domino.store.settings import Settings
from domino.store.statistics import Statistics
from host_tools.journal.export import match_record
from host_tools.journal.finding import files_in
from host_tools.journal.reading import read as read_journal
from host_tools.records.replay import replay
from host_tools.runtimes.flash import FileSystem
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read
from tests.sim.test_scenarios import SCENARIOS, needs_micropython
from tests.store.store_parts import Board

BOTH = ["cpython", pytest.param("micropython", marks=needs_micropython)]


def simulation(steps, **about):
    value = {"board": "grid48_mfrc522", "game": "all-fives", "players": 2, "starter": 0, **about}
    return Simulation(read({**value, "steps": steps}, "keeper", SCENARIOS))


def files_of(simulated):
    chip = simulated.board.ports.flash.chip
    return FileSystem(chip, chip.sectors)


def ran(simulated, runtime="cpython"):
    """The result: every expect held, and no step kept the table from its buttons and light."""
    result = simulated.run(runtime)
    assert result["failed"] == []
    assert result["timing"]["longest_step_ms"] <= 20
    return result


def presses(text):
    """Steps of presses: `menu right ok`."""
    return [{"press": button, "after_ms": 250} for button in text.split()]


# -- statistics ----------------------------------------------------------------------------------


@pytest.mark.parametrize("runtime", BOTH)
def test_a_finished_match_is_counted_once_and_shown(runtime):
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3"},
        {"place": "0-5", "slot": "e3", "expect": {"match_over": True}},
        {"press": "undo", "after_ms": 900, "expect": {"match_over": False}},
        {"lift": "e3"},
        {"after_ms": 1500, "place": "0-5", "slot": "e3", "expect": {"match_over": True}},
        *presses("menu left left left left ok right"),
        {"press": "ok", "expect": {"message": "menu_statistics"}},
    ]
    simulated = simulation(steps, game="horse-race", options={"target": 3})
    result = simulated.run(runtime)
    assert result["failed"] == []
    lines = [line.split() for line in result["final"]["screen"]]
    assert lines[1:3] == [["▶Matches", "1"], ["Horse", "Race", "1"]]
    assert Statistics(files_of(simulated)).games == {"horse-race": [1, 4, 2]}


@pytest.mark.parametrize(
    ("way", "games"),
    [
        ("again", {"horse-race": [1, 4, 1]}),
        ("menu right ok left ok", {}),  # ended without a result
        ("menu ok ok", {}),  # left for another one, and parked
    ],
)
def test_a_match_whose_end_was_undone_counts_as_it_ended_at_last(way, games):
    laid = [("1-5", "e3"), ("4-5", "c3"), ("4-4", "b3"), ("1-1", "f3")]
    again = [{"after_ms": 900, "place": tile, "slot": slot} for tile, slot in laid]
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3"},
        {"place": "0-5", "slot": "e3", "after_ms": 900, "expect": {"match_over": True}},
        {"press": "undo", "after_ms": 900, "expect": {"match_over": False}},
        {"lift": "e3", "after_ms": 900, "expect": {}},
        *(again if way == "again" else presses(way)),
        {"after_ms": 900, "expect": {"match_over": way == "again"}},
    ]
    simulated = simulation(steps, game="horse-race", options={"target": 3})
    assert simulated.run("cpython")["failed"] == []
    assert Statistics(files_of(simulated)).games == games


@pytest.mark.parametrize(("is_undone", "games"), [(False, {"all-fives": [1, 20, 1]}), (True, {})])
def test_a_match_that_a_correction_between_two_rounds_ends_is_counted(is_undone, games):
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3"},
        {"place": "0-5", "slot": "e3", "after_ms": 900},
        {"place": "1-5", "slot": "c3", "after_ms": 900},
        {"press": "ok", "after_ms": 900},
        {"tap": "3-4", "seat": 1, "expect": {"round_over": True, "scores": [15, 10]}},
        {"press": "undo", "hold_ms": 3300},
        *presses("right ok"),
        {"press": "right", "hold_ms": 3000},
        {"press": "ok", "expect": {"match_over": True, "winners": [1]}},
        {"after_ms": 1500, "expect": {}},
    ]
    if is_undone:
        steps += [{"press": "undo", "expect": {"match_over": False, "scores": [15, 10]}}]
        steps += [*presses("menu right ok left ok"), {"after_ms": 900, "expect": {"accepted": 0}}]
    simulated = simulation(steps, options={"deal": 2, "target": 40})
    assert simulated.run("cpython")["failed"] == []
    assert Statistics(files_of(simulated)).games == games


WRONGLY_OVER = [  # player 1 has 5 points too many, which end the match; it is counted
    {"after_ms": 900, "place": "5-5", "slot": "d3"},
    {"place": "0-5", "slot": "e3", "after_ms": 900},
    {"place": "1-5", "slot": "c3", "after_ms": 900},
    {"press": "ok", "after_ms": 900},
    {"tap": "3-4", "seat": 1, "expect": {"match_over": True, "scores": [15, 10]}},
    {"after_ms": 1500, "expect": {}},
]
CORRECTED = [{"press": "undo", "hold_ms": 3300}, *presses("ok left ok")]
ANOTHER_ROUND = [
    {"clear": True, "after_ms": 900},
    {"place": "0-0", "slot": "a1", "after_ms": 900},
    {"place": "0-5", "slot": "b1", "after_ms": 900},
    {"after_ms": 1500, "expect": {"match_over": True}},
]
ABANDONED = [*presses("menu right ok left ok"), {"after_ms": 900, "expect": {"accepted": 0}}]
CUT = [{"power": "cut"}, {"power": "on", "after_ms": 2000, "expect": {"scores": [10, 10]}}]


@pytest.mark.parametrize(
    ("then", "games"),
    [
        (ANOTHER_ROUND, {"all-fives": [1, 20, 1]}),
        (CUT + ANOTHER_ROUND, {"all-fives": [1, 20, 1]}),
        (ABANDONED, {}),
        (CUT + ABANDONED, {}),
        ([{"press": "undo", "expect": {"match_over": True}}], {"all-fives": [1, 20, 1]}),
    ],
)
def test_a_match_that_a_correction_opens_again_counts_as_it_ended_at_last(then, games):
    steps = [*WRONGLY_OVER, *CORRECTED, {"expect": {"match_over": False}}, *then]
    simulated = simulation(steps, options={"deal": 2, "target": 15})
    ran(simulated)
    assert Statistics(files_of(simulated)).games == games


def test_an_end_that_is_another_one_at_once_is_counted_anew():
    """Horse Race to 1: no quiet moment lies between the undo and the next end."""
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3"},
        {"after_ms": 900, "expect": {"match_over": True}},
        {"press": "undo", "after_ms": 250},
        {"lift": "d3", "after_ms": 250},
        {"after_ms": 250, "place": "0-5", "slot": "d3"},
        {"after_ms": 1500, "expect": {"match_over": True, "scores": [1, 0]}},
    ]
    simulated = simulation(steps, game="horse-race", options={"target": 1})
    ran(simulated)
    assert Statistics(files_of(simulated)).games == {"horse-race": [1, 2, 1]}


@pytest.mark.parametrize("way", ["undo", "correction"])
def test_a_match_that_is_not_over_any_more_counts_no_more(way):
    """At once: a safe start, which leaves it without the menu, cannot know."""
    if way == "undo":
        steps = [
            {"after_ms": 900, "place": "5-5", "slot": "d3"},
            {"place": "0-5", "slot": "e3", "after_ms": 900},
            {"after_ms": 1500, "press": "undo", "expect": {"match_over": False}},
        ]
        about = {"game": "horse-race", "options": {"target": 3}}
    else:
        steps = [*WRONGLY_OVER, *CORRECTED, {"expect": {"match_over": False}}]
        about = {"options": {"deal": 2, "target": 15}}
    steps += [
        {"after_ms": 900, "expect": {}},
        {"power": "cut"},
        {"clear": True},
        {"power": "on", "button": "menu", "hold_ms": 2500},
        {"after_ms": 4000, "press": "undo"},
        {"after_ms": 2000, "expect": {"message": "lay_first", "accepted": 0}},
    ]
    simulated = simulation(steps, **about)
    ran(simulated)
    assert Statistics(files_of(simulated)).games == {}


def test_a_cut_before_the_second_end_of_a_match_is_counted_leaves_its_last_figures():
    end = [
        {"clear": True, "after_ms": 900},
        {"place": "6-6", "slot": "d3", "after_ms": 900, "expect": {"match_over": False}},
        {"power": "cut", "write": 2, "done": 0.0},  # the first write is that of the action
        {"place": "3-6", "slot": "e3"},  # 15 points; the highest play was 10
        {"clear": True, "after_ms": 4000},
        {"power": "on", "after_ms": 300},
        {"after_ms": 2000, "expect": {"message": "lay_first", "scores": [0, 0]}},
    ]
    steps = [*WRONGLY_OVER, *CORRECTED, {"expect": {"match_over": False}}, *end]
    simulated = simulation(steps, options={"deal": 2, "target": 15})
    assert simulated.run("cpython")["failed"] == []
    assert Statistics(files_of(simulated)).games == {"all-fives": [1, 30, 1]}


@pytest.mark.parametrize(("done", "is_there"), [(0.0, False), (0.1, False), (1.0, True)])
def test_a_cut_as_a_correction_opens_the_match_again_leaves_it_whole(done, is_there):
    """The match goes on with the correction, or it was over without it."""
    left = {"scores": [10, 10], "round_over": True} if is_there else {"scores": [0, 0]}
    steps = [
        *WRONGLY_OVER,
        {"power": "cut", "write": 1, "done": done},
        *CORRECTED,
        {"after_ms": 900, "power": "on"},
        {"clear": True, "after_ms": 200, "expect": {**left, "round_over": False}},
    ]
    simulated = simulation(steps, options={"deal": 2, "target": 15})
    assert simulated.run("cpython")["failed"] == []
    (match, *_) = read_journal(files_in(bytes(simulated.board.ports.flash.chip.content))).matches
    replayed = replay(match_record(match))
    assert replayed.problems == [] and replayed.result["match"]["over"] != is_there


# -- the keeper and the players ------------------------------------------------------------------
WRONG = [
    "For the keeper",
    "",
    "PIN: left, right, OK.",
    "Or tap your tag",
    "",
    " 0 - - -",
    "",
    " Wrong PIN",
]
NEW = ["For the keeper", "", "New PIN: left, right,", "OK.", "", " 0 - - -"]
KEEPERS, ANNAS = "04112233445566", "04aabbccddeeff"


def asked(title, first, second, subject=""):
    """A question over two rows, the mark on no."""
    return [title, "", first, second, subject, " yes", "▶no"]


def tapped(uid, pad, expect=None):
    """A tag that is no tile is held on a pad for a second."""
    steps = [
        {"fault": "unknown_tag", "slot": pad, "uid": uid, "after_ms": 300},
        {"lift": pad, "after_ms": 1500},
    ]
    if expect is not None:
        steps[1] |= {"expect": expect}
    return steps


@pytest.mark.parametrize("runtime", BOTH)
def test_the_keepers_pages_ask_for_his_pin_or_tag(runtime):
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {"scores": [10, 0]}},
        *presses("menu left left left left ok right right ok ok"),
        {"expect": {"screen": NEW}},
        *presses("left ok undo ok ok left left"),  # a slip of the finger, taken back
        {"expect": {"screen": [*NEW[:5], " 0 0 8 -"]}},
        *presses("right right ok right right ok"),
        {"expect": {"screen": ["Keeper", "▶PIN              yes"]}},
        *tapped(KEEPERS, "p1"),
        {"press": "menu", "expect": {"message": "scored", "alerts": []}},
        {"press": "undo", "hold_ms": 3300, "expect": {"message": "menu_guard"}},
        *presses("ok ok ok ok"),  # 0000 is wrong
        {"expect": {"message": "menu_guard", "screen": WRONG}},
        *presses("ok ok ok right right ok"),
        {"expect": {"message": "menu_correction"}},
        {"press": "undo", "expect": {"message": "scored"}},
        {"press": "undo", "hold_ms": 3300, "expect": {"message": "menu_guard"}},
        *tapped(KEEPERS, "p0"),
        {"expect": {"message": "menu_correction"}},
        *presses("ok right ok"),
        {"after_ms": 1500, "expect": {"scores": [15, 0], "message": "corrected"}},
        {"press": "undo", "hold_ms": 3300},
        *presses("undo"),
        {"expect": {"message": "corrected", "scores": [15, 0]}},
        *presses("menu left left left left ok left ok"),
        *tapped(KEEPERS, "p0"),
        *presses("left ok"),
        {"expect": {"screen": asked("Keeper", "Guard nothing from", "now on?")}},
        {"press": "ok", "expect": {"screen": ["Keeper", " PIN              yes"]}},
        *presses("ok left ok"),
        {"expect": {"screen": ["Keeper", " PIN", " Tag           tap it", "▶Guard nothing"]}},
    ]
    simulated = simulation(steps)
    ran(simulated, runtime)
    stored = Settings(files_of(simulated))
    stored.load()
    assert (stored.values["keeper_pin"], stored.values["keeper_tag"]) == ("", "")


@pytest.mark.parametrize("runtime", BOTH)
@pytest.mark.parametrize("language", ["en", "ar"])
def test_five_wrong_pins_at_the_menu_make_it_wait(runtime, language):
    guarded = {"message": "menu_guard"}
    right = presses("ok right ok right ok right ok")  # 0111
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {"accepted": 1}},
        *presses("menu left ok" + 4 * " ok ok ok ok"),
        {"expect": guarded},
        *presses("menu menu left ok ok ok ok ok"),  # the fifth, on a page opened anew
        *right,
        {"expect": guarded},  # nothing is compared
        {"press": "menu", "expect": {"message": "scored"}},
        {"power": "cut"},
        {"power": "on", "after_ms": 200},
        {"after_ms": 3000, "press": "menu"},
        *presses("left ok"),
        *right,
        {"expect": guarded},  # nor after a start
        *presses("menu"),
        {"after_ms": 30_000, "press": "menu"},
        *presses("left ok"),
        *right,
        {"expect": {"message": "menu_settings"}},
    ]
    simulated = simulation(steps, settings={"keeper_pin": "0111", "language": language})
    ran(simulated, runtime)


def test_the_seconds_to_wait_are_shown():
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {"accepted": 1}},
        *presses("menu left ok" + 5 * " ok ok ok ok"),
        {"after_ms": 10_000, "expect": {"message": "menu_guard"}},
    ]
    simulated = simulation(steps, settings={"keeper_pin": "0111"})
    screen = ran(simulated)["final"]["screen"]
    shown = re.fullmatch(r" Wait (\d+) s", screen[7])
    assert shown and 10 <= int(shown[1]) <= 20 and screen[6] == " Wrong PIN"


@pytest.mark.parametrize("runtime", BOTH)
def test_who_has_a_name_is_called_by_it_and_sits_down_by_his_tag(runtime):
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {"scores": [10, 0]}},
        *presses("menu left left left left ok ok ok right ok ok right ok pass"),  # player 1 is Ab
        *presses("undo left ok"),
        {"expect": {"message": "menu_people"}},
        *presses("ok"),
        *tapped(ANNAS, "p1"),
        {"press": "menu", "expect": {"message": "scored"}},
        *tapped(KEEPERS, "p2", {"message": "scored", "alerts": []}),  # nobody's
        {"power": "cut"},
        {"power": "on", "after_ms": 200},
        {"after_ms": 3000, "place": "0-4", "slot": "a1", "expect": {"message": "no_match"}},
        {"lift": "a1", "after_ms": 900, "expect": {"message": "your_turn"}},
        *tapped(ANNAS, "p2", {"message": "sat_down", "alerts": [], "accepted": 1}),
        {"press": "draw", "expect": {"message": "drew", "accepted": 2}},
    ]
    simulated = simulation(steps)
    result = simulated.run(runtime)
    assert result["failed"] == []
    assert "Player Ab drew, has 10" in " ".join(result["final"]["screen"])
    found = Players(files_of(simulated))
    assert found.people == [["Ab", ANNAS]] and found.seats == ["", "Ab", "", ""]


@pytest.mark.parametrize(("answer", "people"), [("", [["Ab", ANNAS]]), ("left", [])])
def test_to_forget_a_name_asks_first(answer, people):
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {"accepted": 1}},
        *presses("menu left left left left ok ok ok right ok ok right ok pass undo left ok ok"),
        *tapped(ANNAS, "p1"),
        *presses("left ok"),
        {"expect": {"screen": asked("All names", "Forget this name and", "its tag?", " Ab")}},
        *presses(answer + " ok"),
        {"expect": {"message": "menu_people"}},
        {"press": "menu", "expect": {"message": "scored"}},
    ]
    simulated = simulation(steps)
    ran(simulated)
    assert Players(files_of(simulated)).people == people


@pytest.mark.parametrize(
    ("way", "page"),
    [
        ("menu left ok", "menu_guard"),  # settings
        ("menu left left left left ok left ok", "menu_guard"),  # keeper
        ("menu left left left left ok ok left ok", "menu_guard"),  # all names
        ("menu left left left left ok ok ok left ok", "menu_guard"),  # a new name
        ("menu left left left left ok right ok left ok", "menu_guard"),  # the reset
        ("menu left left left left ok ok ok ok", "menu_players"),  # nobody sits there
    ],
)
def test_what_the_keeper_guards(way, page):
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {"accepted": 1}},
        *presses(way),
        {"expect": {"message": page}},
    ]
    assert simulation(steps, settings={"keeper_pin": "1234"}).run("cpython")["failed"] == []


def test_statistics_are_not_forgotten_by_pressing_ok_twice():
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3"},
        {"place": "0-5", "slot": "e3", "expect": {"match_over": True}, "after_ms": 1500},
        *presses("menu left left left left ok right ok left ok"),
        {"expect": {"message": "menu_statistics"}},
        {
            "press": "ok",
            "expect": {
                "message": "menu_statistics",
                "screen": ["Statistics", " Matches            1"],
            },
        },
        *presses("ok left ok"),
        {"expect": {"screen": ["Statistics", " Matches            0"]}},
    ]
    simulated = simulation(steps, game="horse-race", options={"target": 3})
    result = simulated.run("cpython")
    assert result["failed"] == []
    pressed = [event["code"] for event in result["events"] if event["kind"] == "press"]
    wanted = "menu left left left left ok right ok left ok ok ok left ok"
    assert " ".join(pressed) == wanted


@pytest.mark.parametrize("runtime", BOTH)
def test_pages_of_the_menu_are_events_and_so_is_the_game_after_them(runtime):
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {"accepted": 1}},
        *presses("menu left right ok undo menu"),
        {"after_ms": 900, "expect": {"message": "scored"}},
        *presses("menu left ok menu"),
        {"after_ms": 900, "expect": {}},
    ]
    events = ran(simulation(steps), runtime)["events"]
    pages = [(e["code"], e.get("seat"), e["tile"]) for e in events if e["kind"] == "message"]
    said = [(code, None, None) for code in ("menu", "menu_new_match", "menu")]
    settings = [(code, None, None) for code in ("menu", "menu_settings")]
    scored = next(page for page in pages if page[0] == "scored")
    at = pages.index(scored)
    assert [e for e in pages[at:]] == [scored, *said, scored, *settings, scored]


def test_a_person_is_forgotten_with_all_that_is_known():
    board = Board()
    made = Players(board.files())
    assert [made.add(name) for name in ("Ab", "Ab", "", "far too long", " x", "C")] == [
        True, False, False, False, False, True,
    ]  # fmt: skip
    assert made.give_tag("Ab", ANNAS) and not made.give_tag("D", ANNAS)
    made.sit(0, "Ab")
    made.sit(2, "Ab")
    assert made.seats == ["", "", "Ab", ""]
    assert made.give_tag("C", ANNAS) and made.find("Ab") == ["Ab", ""]
    assert made.save() == 0
    again = Players(board.files())
    assert (again.people, again.seats) == (made.people, made.seats)
    assert again.remove("Ab") and not again.remove("Ab") and again.save() == 0
    assert Players(board.files()).seats == [""] * 4
    assert b"Ab" not in board.content("players.a") + board.content("players.b")


@pytest.mark.parametrize("body", [{"people": 3}, {"people": [[1, 2], ["x"]], "seats": ["x"]}, {}])
def test_odd_players_are_nobody(body):
    board = Board()
    Copies(board.files(), "players", 1).save(body)
    found = Players(board.files())
    assert (found.people, found.seats) == ([], [""] * 4)


def test_a_match_that_a_cut_kept_from_the_statistics_is_counted_at_the_next_start():
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {"match_over": False}},
        {"power": "cut", "write": 2, "done": 0.2},  # the first write is that of the action
        {"place": "0-5", "slot": "e3"},
        {"clear": True, "after_ms": 4000},
        {"power": "on", "after_ms": 300},
        {"after_ms": 2000, "expect": {"message": "lay_first", "scores": [0, 0]}},
    ]
    simulated = simulation(steps, game="horse-race", options={"target": 3})
    assert simulated.run("cpython")["failed"] == []
    assert Statistics(files_of(simulated)).games == {"horse-race": [1, 4, 2]}


# -- the set check -------------------------------------------------------------------------------
def test_the_set_check_names_what_is_missing_and_what_is_none():
    tiles = [f"{low}-{high}" for high in range(7) for low in range(high + 1)]
    slots = [f"{'abcdefgh'[i % 8]}{i // 8 + 1}" for i in range(27)]
    laid = [
        {"place": tile, "slot": slot, "after_ms": 20}
        for tile, slot in zip(tiles, slots, strict=False)
    ]
    steps = [
        *presses("menu right"),
        {"press": "ok", "expect": {"message": "menu_set_check"}},
        *laid,
        {"fault": "swap", "slot": "h6", "tile": "0-1"},
        {"after_ms": 4000, "expect": {"message": "menu_set_check"}},
    ]
    simulated = simulation(steps)
    result = ran(simulated)
    lines = [line.strip() for line in result["final"]["screen"] if line.strip()]
    assert lines == ["Set check", "Twice: h6", "27/28, missing:", "6-6"]


def test_many_wrong_and_many_missing_tiles_are_counted_where_they_find_no_room():
    faults = [
        {"fault": "unknown_tag", "slot": slot, "uid": f"0411223344{i:02}66", "after_ms": 20}
        for i, slot in enumerate(("a1", "b1", "c1", "d1"))
    ]
    steps = [*presses("menu right"), {"press": "ok"}, {"place": "0-0", "slot": "h6"}, *faults]
    simulated = simulation([*steps, {"after_ms": 4000, "expect": {"message": "menu_set_check"}}])
    result = simulated.run("micropython")
    assert result["failed"] == []
    lines = [line.strip() for line in result["final"]["screen"]]
    assert lines == [
        "Set check",
        "No tile: a1",
        "No tile: b1",
        "No tile: c1       +1",
        "1/28, missing:",
        "0-1 1-1 0-2 1-2 2-2",
        "0-3 1-3 2-3 3-3 0-4",
        "1-4 2-4 3-4 4-4 +13",
    ]


def test_a_whole_set_is_said_to_be_whole():
    tiles = [f"{low}-{high}" for high in range(7) for low in range(high + 1)]
    taps = [{"tap": tile, "seat": 0, "hold_ms": 400, "after_ms": 700} for tile in tiles]
    steps = [*presses("menu right"), {"press": "ok"}, *taps, {"after_ms": 900, "expect": {}}]
    simulated = simulation(steps)
    result = ran(simulated)
    assert [line.strip() for line in result["final"]["screen"]][:2] == [
        "Set check",
        "All 28 are there",
    ]
