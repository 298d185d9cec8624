"""Taking back: every action, the end of a round, its settlement, the end of a match."""

import pytest

from domino.rules import codes, games
from tests.rules import core

# game, house rules, hands where they are known, actions, tiles left where they are not
ROUNDS = {
    "plays on every kind of port": (
        "horse-race",
        {},
        None,
        [
            *("5-5", "4-5 on 5-5", "draw", "3-5 on 5-5", "1-5 on 5-5 branch_a", "draw"),
            *("2-5 on 5-5 branch_b", "1-1 on 1-5", "0-1 on 1-1"),
        ],
        None,
    ),
    "draws and passes": (
        "all-fives",
        {"deal": 13},
        None,
        ["1-2", "draw 6-6", "draw", "pass", "2-3", "pass", "3-4"],
        None,
    ),
    "a draw whose boneyard has no order": (
        "all-fives",
        {"deal": 2},
        (["2-3 0-0", "4-4 0-1"], None),
        ["2-3", "draw 5-5", "draw 1-1", "draw 3-6", "3-6 on 2-3"],
        None,
    ),
    "corrections": (
        "all-fives",
        {},
        None,
        ["5-5", {"correct": {"side": 1, "score": 35}}, {"correct": {"side": 0, "score": 12.5}}],
        None,
    ),
    "a correction that ends the match": (
        "all-fives",
        {},
        None,
        ["5-5", {"correct": {"side": 1, "score": 250}}],
        None,
    ),
    "out, with known hands": (
        "all-fives",
        {"deal": 1},
        (["5-5", "6-6"], None),
        ["5-5"],
        None,
    ),
    "out, before the tiles left are known": (
        "all-fives",
        {"deal": 2},
        None,
        ["1-2", "2-3", "3-5"],
        None,
    ),
    "out, settled": (
        "all-fives",
        {"deal": 2},
        None,
        ["1-2", "2-3", "3-5"],
        ["", "6-6"],
    ),
    "out, settled, and the match with it": (
        "horse-race",
        {"deal": 2, "target": 2},
        None,
        ["1-2", "2-6", "1-3"],
        ["", "6-5"],
    ),
    "blocked by passes, shared": (
        "all-fives",
        {"deal": 9},
        None,
        ["1-2", "draw", "pass", "pass", "pass"],
        None,
    ),
    "several doubles, one of them closed": (
        "donkey",
        {},
        None,
        ["2-3", "2-2! + 3-3 on 2-3", "3-4 on 3-3", "draw", "4-4!"],
        None,
    ),
    "every port closed": ("donkey", {}, None, ["2-3", "2-2! + 3-3!"], None),
    "headers": ("bergen", {}, None, ["2-2", "2-5 on 2-2", "5-6", "2-6 on 5-6"], None),
    "a declared fish": (
        "goat-online",
        {},
        None,
        [
            *("2-6", "1-2 on 2-6", "1-4 on 1-2", "2-4 on 1-4", "0-6 on 2-6", "0-2 on 0-6"),
            *("2-3 on 0-2", "3-5 on 2-3", "2-5 on 3-5"),
        ],
        None,
    ),
    "out, settled, points remembered": (
        "goat-online",
        {"deal": 2},
        None,
        ["1-2", "2-3", "3-5"],
        ["", "6-6"],
    ),
    "out on a great double, and the match with it": (
        "sea-goat",
        {"deal": 2},
        None,
        ["1-6", "1-2", "6-6"],
        ["", "0-1"],
    ),
    "time that ran out": ("goat-online", {}, None, ["1-1", {"timeout": 1}], None),
    "a redeal": ("goat-online", {}, None, [{"redeal": True}], None),
    "the target with the last tile": (
        "all-fives",
        {"deal": 1, "target": 10},
        (["5-5", "6-6"], None),
        ["5-5"],
        None,
    ),
}


def opened(name: str):
    """Open a round of the table above, 3 players where the boneyard must run out."""
    game, house, known, actions, left = ROUNDS[name]
    match = core.new_match(game, 3 if house.get("deal") == 9 else 2, **house)
    if known:
        hands, boneyard = known
        record = {"starter": 0, "hands": [hand.split() for hand in hands]}
        assert boneyard is None and core.open_round(match, record) == codes.OK
    else:
        assert match.open_round(0) == codes.OK
    return match, actions, left


@pytest.mark.parametrize("name", ROUNDS)
def test_every_action_is_taken_back(name):
    match, actions, left = opened(name)
    before = [core.dump(match)]
    for action in actions:
        core.do(match, action)
        before.append(core.dump(match))
    if left:
        assert match.settle([core.tiles(hand) for hand in left]) == codes.OK
    before.pop()
    while before:
        core.do(match, "undo")
        assert core.dump(match) == before.pop()
        assert (match.last_action, match.last_seat) == (codes.UNDO, match.turn)
        assert (match.last_raw, match.last_points) == (0, 0)
        assert match.check(core.SCRATCH)
    untouched = core.dump(match)
    assert core.act(match, "undo") == "nothing_to_undo"
    assert core.dump(match) == untouched


@pytest.mark.parametrize("name", ROUNDS)
def test_what_was_taken_back_can_be_done_again(name):
    match, actions, left = opened(name)
    ended = []
    for _ in range(2):
        for action in actions:
            core.do(match, action)
        if left:
            assert match.settle([core.tiles(hand) for hand in left]) == codes.OK
        ended.append(core.dump(match))
        while core.act(match, "undo") == "ok":
            pass
    assert ended[0] == ended[1]


def test_undo_says_which_tile_to_lift():
    match = core.new_match("all-fives")
    match.open_round(0)
    core.do(match, "5-5", "4-5 on 5-5", "undo")
    assert core.name_of(match.last_tile) == "4-5"
    assert match.turn == 1
    core.do(match, "draw", "undo")
    assert match.last_tile == codes.NONE


def test_an_undone_draw_gives_back_the_same_tile():
    match = core.new_match("all-fives", deal=2)
    hands = [core.tiles("0-0 1-1"), core.tiles("6-6 5-5")]
    yard = bytearray(n for n in range(28) if not sum(hands) >> n & 1)
    assert match.open_known_round(0, hands, yard, 24, True) == codes.OK
    core.do(match, "0-0", "draw")
    assert match.last_tile == yard[0]
    core.do(match, "undo", "draw")
    assert match.last_tile == yard[0]


@pytest.mark.parametrize(
    "action, code",
    [
        ({"correct": {"side": 0, "score": 0}}, "ok"),
        ({"correct": {"side": 1, "score": 12.5}}, "ok"),
        ({"correct": {"side": 2, "score": 1}}, "bad_record"),
        ({"correct": {"side": 0, "score": -1}}, "bad_record"),
        ({"correct": {"side": 0, "score": 20000}}, "bad_record"),
    ],
)
def test_corrections(action, code):
    match = core.new_match("all-fives")
    match.open_round(0)
    core.do(match, "5-5")
    turn = match.turn
    before = core.dump(match)
    assert core.act(match, action) == code
    assert match.turn == turn
    assert code == "ok" or core.dump(match) == before


def test_a_correction_leaves_the_turn_as_it_is():
    match = core.new_match("horse-race")
    match.open_round(0)
    core.do(match, "5-5", {"correct": {"side": 0, "score": 7}})
    assert match.again and match.turn == 0
    assert match.scores[0] == 14
    assert (match.last_action, match.last_points) == (codes.CORRECT, 0)


def test_a_correction_to_the_target_ends_the_match():
    match = core.new_match("all-fives")
    match.open_round(0)
    core.do(match, "5-5", {"correct": {"side": 1, "score": 250}})
    assert core.result(match)["kind"] == "target" and match.match_over
    assert core.sides(match.winners) == [1]


def test_more_corrections_than_the_log_holds_forget_the_oldest():
    match = core.new_match("all-fives", target=10000)
    match.open_round(0)
    core.do(match, "5-5")
    for score in range(400):
        core.do(match, {"correct": {"side": 1, "score": score}})
    taken_back = 0
    while core.act(match, "undo") == "ok":
        taken_back += 1
    assert taken_back == 200
    assert match.scores[1] == 2 * (400 - 200 - 1)
    assert match.check(core.SCRATCH)


def test_undo_stops_at_the_opening_of_the_round():
    match = core.new_match("all-fives", deal=1)
    for _ in range(2):
        match.open_round(codes.NONE if match.round_number == 0 else 0)
        core.do(match, "5-5")
        assert match.settle([0, core.tiles("6-6")]) == codes.OK
    core.do(match, "undo")
    assert core.act(match, "undo") == "nothing_to_undo"
    assert match.scores[0] == 2 * 20
    assert match.rules[games.DEAL] == 1 and match.round_number == 1
