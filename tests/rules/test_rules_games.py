"""The table of games: parameters, options, who may play, how many tiles are dealt."""

from array import array

import pytest

from domino.rules import codes, games, options
from domino.rules.match import Match
from tests.rules import core


def parameters(game: str = "all-fives") -> array:
    params = array("h", [-1] * games.SIZE)
    assert games.load(game, params) == codes.OK
    return params


def test_an_unknown_game_leaves_the_parameters_alone():
    params = array("h", [-1] * games.SIZE)
    assert games.load("whist", params) == codes.UNKNOWN_GAME
    assert set(params) == {-1}


@pytest.mark.parametrize(
    "game, deal, target, teams, spinner",
    [
        ("horse-race", [7, 6, 5], [61, 61, 61], "allowed", "all"),
        ("all-fives", [9, 7, 5], [250, 200, 200], "forced", "first"),
        ("fives", [7, 5, 5], [150] * 3, "forced", "none"),
        ("muggins", [7, 5, 5], [250] * 3, "allowed", "first"),
        ("pyaterochka", [7, 5, 5], [250] * 3, "allowed", "first"),
        ("telephone", [7, 7, 7], [50] * 3, "none", "first"),
        ("draw", [7, 5, 5], [100] * 3, "forced", "none"),
        ("block", [7, 5, 5], [100] * 3, "forced", "none"),
        ("traditional", [7, 5, 5], [100] * 3, "none", "none"),
        ("goat", [7, 7, 7], [101] * 3, "allowed", "none"),
        ("goat-yard", [7, 5, 5], [100] * 3, "none", "none"),
        ("goat-online", [7, 7, 7], [101] * 3, "none", "none"),
        ("double-goat", [7, 7, 7], [101] * 3, "forced", "none"),
        ("goat-25", [7, 5, 5], [125] * 3, "none", "none"),
        ("goat-teams", [7, 7, 7], [100] * 3, "forced", "none"),
        ("goat-300", [7, 5, 5], [300] * 3, "none", "none"),
        ("sea-goat", [7, 7, 7], [125] * 3, "allowed", "none"),
        ("donkey", [7, 7, 7], [101] * 3, "none", "first"),
        ("bergen", [6, 6, 5], [15, 10, 10], "none", "none"),
        ("forty-two", [7, 7, 7], [250] * 3, "forced", "none"),
    ],
)
def test_a_game_is_a_row_of_parameters(game, deal, target, teams, spinner):
    params = parameters(game)
    assert options.value_of(params, "deal") == deal
    assert options.value_of(params, "target") == target
    assert options.value_of(params, "teams") == teams
    assert options.value_of(params, "spinner") == spinner
    assert options.allowed(game)[0] == "target"


def test_what_a_game_does_with_its_tiles():
    ways = {game: options.value_of(parameters(game), "play") for game in games.GAMES}
    assert {game: way for game, way in ways.items() if way != "layout"} == {
        "forty-two": "tricks",
        "poker": "show",
    }
    assert options.value_of(parameters("forty-two"), "min_bid") == 30
    assert options.value_of(parameters("forty-two"), "end") == "highest_wins"
    assert options.value_of(parameters("poker"), "end") == "never"
    assert options.value_of(parameters("poker"), "deal") == [5, 5, 5]


def test_the_names_stand_at_their_places():
    """A place of games.py by its own name, where that is the parameter's too."""
    for name, (place, _places, _) in options.parameters().items():
        if hasattr(games, name.upper()):
            assert getattr(games, name.upper()) == place, name
    last = list(options.parameters().values())[-1]
    assert last[:2] == (games.TRICK_POINTS, 1)


OPTIONS = {
    "muggins": ("hand_unit", "spinner", "multiple"),
    "pyaterochka": ("hand_unit", "spinner", "multiple"),
    "telephone": ("multi_double",),
    "goat-online": ("fish",),
    "double-goat": ("fish",),
    "donkey": ("fish",),
    "sea-goat": ("strict_66", "hundred_loses"),
}


@pytest.mark.parametrize("game", games.GAMES)
def test_options_of_a_game(game):
    apart = {"forty-two": ("target", "min_bid"), "poker": ()}
    common = ("target", "deal", *OPTIONS.get(game, ()))
    assert options.allowed(game) == apart.get(game, common)


@pytest.mark.parametrize(
    "game, draw, reserve",
    [
        ("fives", "until_playable", 0),
        ("block", "none", 0),
        ("goat-25", "until_playable", 1),
        ("bergen", "one", 2),
        ("donkey", "until_playable", 0),
    ],
)
def test_drawing(game, draw, reserve):
    params = parameters(game)
    assert options.value_of(params, "draw") == draw
    assert options.value_of(params, "reserve") == reserve


def test_every_parameter_can_be_written_and_read_by_name():
    for game in games.GAMES:
        params = parameters(game)
        for name in options.parameters():
            before = array("h", params)
            value = options.value_of(params, name)
            assert games.set_option(params, name, value) == codes.OK
            assert params == before, name


@pytest.mark.parametrize(
    "name, value",
    [
        ("target", 0),
        ("target", 10001),
        ("target", 61.5),
        ("target", "61"),
        ("target", True),
        ("target", None),
        ("deal", 0),
        ("deal", 15),
        ("min_bid", 0),
        ("min_bid", 43),
        ("min_bid", "pass"),
        ("trick_points", -1),
        ("play", "cards"),
        ("spinner", "both"),
        ("spinner", 1),
        ("hand_unit", 0),
        ("multi_double", 1),
        ("multi_double", "true"),
        ("fish", "but_lowest"),
        ("hand_unit", "spinner"),
        ("deal", [7, 6]),
        ("deal", [7, 6, 15]),
        ("spinner", ["none", "none", "none"]),
        ("hat", 3),
    ],
)
def test_a_bad_option_is_refused_and_sets_nothing(name, value):
    params = parameters()
    before = array("h", params)
    assert games.set_option(params, name, value) == codes.BAD_OPTION
    assert params == before


def test_an_option_holds_for_every_number_of_players():
    params = parameters()
    assert games.set_option(params, "target", 75) == codes.OK
    assert options.value_of(params, "target") == [75, 75, 75]


# game, players, teams, and the sides or the error
TABLES = [
    ("horse-race", 2, None, 2),
    ("horse-race", 3, False, 3),
    ("horse-race", 4, None, 4),
    ("horse-race", 4, False, 4),
    ("horse-race", 4, True, 2),
    ("horse-race", 2, True, "bad_players"),
    ("horse-race", 3, True, "bad_players"),
    ("horse-race", 1, None, "bad_players"),
    ("horse-race", 5, None, "bad_players"),
    ("all-fives", 2, None, 2),
    ("all-fives", 3, False, 3),
    ("all-fives", 4, None, 2),
    ("all-fives", 4, True, 2),
    ("all-fives", 4, False, "bad_players"),
    ("all-fives", 3, True, "bad_players"),
    ("all-fives", 0, None, "bad_players"),
    ("telephone", 4, None, 4),
    ("telephone", 4, True, "bad_players"),
    ("draw", 4, False, "bad_players"),
    ("double-goat", 4, None, 2),
    ("double-goat", 2, None, "bad_players"),
    ("goat-teams", 3, None, "bad_players"),
    ("sea-goat", 4, True, 2),
    ("bergen", 4, True, "bad_players"),
    ("forty-two", 4, None, 2),
    ("forty-two", 4, False, "bad_players"),
    ("forty-two", 2, None, "bad_players"),
    ("poker", 2, None, 2),
    ("poker", 4, None, 4),
    ("poker", 4, True, "bad_players"),
    ("poker", 5, None, "bad_players"),
]


@pytest.mark.parametrize("game, players, teams, expected", TABLES)
def test_who_may_play(game, players, teams, expected):
    match = Match()
    games.load(game, match.rules)
    code = match.set_up(players, teams)
    assert (match.sides if code == codes.OK else core.error(code)) == expected


@pytest.mark.parametrize(
    "game, players, deal, boneyard",
    [
        ("horse-race", 2, 7, 14),
        ("horse-race", 3, 6, 10),
        ("horse-race", 4, 5, 8),
        ("all-fives", 2, 9, 10),
        ("all-fives", 3, 7, 7),
        ("all-fives", 4, 5, 8),
    ],
)
def test_the_deal(game, players, deal, boneyard):
    match = core.new_match(game, players)
    assert match.open_round(0) == codes.OK
    assert list(match.counts[:players]) == [deal] * players
    assert match.boneyard_count == boneyard


@pytest.mark.parametrize(
    "game, players, deal, code",
    [
        ("horse-race", 4, 7, "ok"),
        ("horse-race", 4, 8, "bad_option"),
        ("poker", 4, 5, "ok"),
        ("poker", 4, 6, "bad_option"),  # twenty tiles
        ("poker", 3, 6, "ok"),
    ],
)
def test_a_deal_must_fit_the_set(game, players, deal, code):
    match = Match()
    games.load(game, match.rules)
    games.set_option(match.rules, "deal", deal)
    assert core.error(match.set_up(players)) == code


def test_nothing_happens_before_a_match_is_set_up():
    match = Match()
    assert core.act(match, "5-5") == "match_over"
    assert core.act(match, "undo") == "nothing_to_undo"
    assert core.error(match.open_round(0)) == "match_over"
