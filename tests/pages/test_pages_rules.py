"""The rules of a page follow its parameters: what is set changes what is said."""

import json

import pytest

from domino.rules import options
from domino.rules.games import GAMES
from host_tools import cli
from host_tools.pages import conditions, rules
from host_tools.pages.examples import parameters
from host_tools.pages.phrases import LANGUAGES, phrases
from host_tools.records import options_text

SAY = phrases("en")

# A game in which each parameter does something, or the parameters that make it do so.
GROUNDS = [
    ("muggins", {}),
    ("horse-race", {}),
    ("goat-online", {}),
    ("sea-goat", {}),
    ("bergen", {}),
    ("goat-teams", {"deal": 5}),
    ("fives", {"multi_double": True, "rounding": "each"}),
    ("donkey", {"scoring": "multiple", "multiple": 5}),
    ("forty-two", {}),
]


def said(p):
    return dict(rules.sections(p, SAY))


def sentences(p):
    return [sentence for _, found in rules.sections(p, SAY) for sentence in found]


def ground(game, set_):
    return parameters(game, set_=set_)


def other_values(name):
    accepts = options_text.values(name)
    numbers = [accepts["min"], accepts["max"]] if "min" in accepts else []
    return [*numbers, *accepts.get("values", ())]


SPOKEN = [
    name
    for name in options.parameters()
    if any(name in names for found in conditions.SECTIONS.values() for names in found.values())
]


@pytest.mark.parametrize("name", SPOKEN)
def test_each_value_of_a_parameter_is_told_from_the_others(name):
    """On some ground: two values never make the same page."""
    grounds = [ground(*one) for one in GROUNDS]
    grounds = [p for p in grounds if conditions.matters(name, p)]
    assert grounds
    pages = []
    for value in other_values(name):
        pages.append(tuple(tuple(sentences({**p, name: value})) for p in grounds))
    assert len(set(pages)) == len(pages)


@pytest.mark.parametrize("name", [*filter(conditions.needs, options.parameters())])
def test_a_parameter_that_can_do_nothing_is_not_spoken_of(name):
    quiet = [p for p in map(parameters, GAMES) if not conditions.matters(name, p)]
    assert quiet
    for p in quiet:
        assert len({tuple(sentences({**p, name: value})) for value in other_values(name)}) == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_told_whole(game, language):
    say = phrases(language)
    found = dict(rules.sections(parameters(game), say))
    assert {"turn", "settlement", "match_end"} <= set(found)
    if game != "poker":
        assert {"opening", "scoring", "round_end"} <= set(found)
    for section, texts in found.items():
        assert len(set(texts)) == len(texts), section
        for text in texts:
            assert text.endswith((".", ".</span>")) and "{" not in text, text


def test_a_settlement_is_told_with_its_arithmetic():
    told = said(parameters("horse-race"))["settlement"]
    assert (
        "The pips left are added up, and the sum is rounded to the nearest multiple of 5." in told
    )
    assert "5 pips make a point." in told
    assert "17 pips become 15, which are 3 points." in told
    threes = said(parameters("muggins", set_={"multiple": 3}))
    assert "17 pips become 18, which are 6 points." in threes["settlement"]
    assert "A total of 12 is 12 points." in threes["scoring"]
    assert "After a blocked round the winner's own pips are subtracted." in threes["settlement"]
    undivided = said(parameters("muggins", set_={"hand_unit": 1}))["settlement"]
    assert "After a blocked round the winner's own pips are not subtracted." in undivided


def test_nobody_is_told_to_draw_what_is_not_there():
    teams = said(parameters("goat-teams"))["turn"]
    assert "Whoever cannot play passes." in teams and not any("draws" in text for text in teams)
    assert any(
        "draws" in text for text in said(parameters("goat-teams", set_={"deal": 5}))["turn"]
    )


@pytest.fixture
def page(capsys, tmp_path):
    """Prints a page with the command: (status, out, err)."""

    def run(game, *arguments, **houses):
        if houses:
            path = tmp_path / "house.json"
            path.write_text(json.dumps(houses))
            arguments += ("--games", str(path))
        status = cli.main(["games", "--page", game, *arguments])
        return (status, *capsys.readouterr())

    return run


def test_a_house_game_has_a_page(page):
    house = {"base": "horse-race", "parameters": {"goes_on": "never", "target": [40, 30, 30]}}
    status, out, err = page("calm", calm=house)
    assert (status, err) == (0, "")
    assert out.startswith("# calm\n") and "A house game of Horse Race." in out
    assert "| target | 40 | 30 | 30 |" in out
    assert "- One tile ends the turn." in out
    plain = page("horse-race")[1]
    assert "- One tile ends the turn." not in plain and "The turn goes on after" in plain


def test_a_page_in_arabic(page):
    status, out, _ = page("calm", "--language", "ar", calm={"base": "draw"})
    assert status == 0
    assert out.startswith('<div dir="rtl">\n\n# calm\n')
    assert "لعبة خاصة مبنية على لعبة السحب." in out


def test_a_page_of_no_game_is_refused_in_one_line(page):
    status, out, err = page("chess")
    assert (status, out) == (1, "")
    assert err.startswith('--page: no game "chess"; games are horse-race, ')
    assert err.count("\n") == 1
