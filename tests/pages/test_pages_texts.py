"""The texts of the pages: the same in both languages, one for every value of a parameter."""

import re
import string
import unicodedata
from array import array

import pytest

from domino.rules import games, options
from domino.rules.games import GAMES
from host_tools.pages import conditions, figures, rules
from host_tools.pages.examples import parameters
from host_tools.pages.house_page import values
from host_tools.pages.index_page import SHEET
from host_tools.pages.phrases import LANGUAGES, phrases
from host_tools.records import options_text
from host_tools.records.catalogue import BUILT_IN
from host_tools.records.reads import read_by

CATEGORIES = {"en": {"one", "other"}, "ar": {"one", "two", "few", "many", "other"}}
PARAMETERS = list(options.parameters())


def leaves(value, path=()):
    """(path, text) of every text; forms of one that changes with a number stand together."""
    if isinstance(value, dict) and "other" in value:
        yield path, " ".join(value.values())
    elif isinstance(value, (dict, list)):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for key, one in inner:
            yield from leaves(one, (*path, key))
    else:
        yield path, value


def texts(language):
    return {path: text for path, text in leaves(phrases(language).texts) if path[0] != "nouns"}


def operands(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def nouns(text):
    return {spec for _, name, spec, _ in string.Formatter().parse(text) if name and spec}


def test_both_languages_have_the_same_keys():
    english, arabic = (set(texts(language)) for language in LANGUAGES)
    assert english ^ arabic == set()


@pytest.mark.parametrize("path", texts("en"))
def test_both_languages_have_the_same_operands(path):
    found = {language: operands(texts(language)[path]) for language in LANGUAGES}
    assert found["en"] == found["ar"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_and_every_noun_has_its_forms(language):
    say = phrases(language)
    used = set()
    for path, text in texts(language).items():
        assert text.strip(), path
        used |= nouns(text)
    assert used == set(say.get("nouns"))
    for noun, forms in say.get("nouns").items():
        assert set(forms) == CATEGORIES[language], noun


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_that_change_with_a_number_have_every_form(language):
    def walk(value):
        if isinstance(value, dict):
            if "other" in value:
                assert set(value) == CATEGORIES[language], value
            else:
                for inner in value.values():
                    walk(inner)

    walk(phrases(language).texts)


def test_arabic_is_arabic():
    """Letters of other scripts stand only in what is typed, and in the other language's name."""
    for path, text in texts("ar").items():
        if path[-1] in ("direction", "other_language"):
            continue
        plain = re.sub(r"\{[^}]*\}|\]\([^)]*\)|JSON|<br>", "", text)
        foreign = [
            letter
            for letter in plain
            if letter.isalpha() and not unicodedata.name(letter).startswith("ARABIC")
        ]
        assert foreign == [], (path, text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PARAMETERS)
def test_every_value_of_every_parameter_has_a_sentence(language, name):
    say = phrases(language)
    assert say.has("values", name), f"{language}.json, values: no sentences for {name}"
    accepts = options_text.values(name)
    wanted = [*accepts.get("values", ())]
    wanted += range(accepts["min"], min(accepts["max"], 40) + 1) if "min" in accepts else []
    base = parameters("muggins")
    for value in wanted:
        assert say.has("values", name, rules.value_key(name, value, say)), (name, value)
        sentence = rules.value_sentence(name, value, {**base, name: value}, say)
        assert sentence and "{" not in sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PARAMETERS)
def test_no_sentence_is_for_a_value_that_is_none(language, name):
    say = phrases(language)
    assert {key for _, key in values(name, say)} == set(say.get("values", name))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_and_option_has_a_name(language):
    say = phrases(language)
    names = say.get("games")
    assert set(GAMES) | {SHEET} <= set(names)
    assert len(set(names.values())) == len(names)
    allowed = {option for game in GAMES for option in options.allowed(game)}
    assert allowed <= set(say.get("options"))


def placed():
    """Everything that stands in a section, sentences with their dash."""
    return [
        name
        for found in conditions.SECTIONS.values()
        for names in found.values()
        for name in names
    ]


def test_every_parameter_has_its_place_on_a_page():
    for name in PARAMETERS:
        assert conditions.places(name), name
    for way, woven in conditions.WOVEN.items():
        own = [name for names in conditions.SECTIONS[way].values() for name in names]
        assert len(set(own)) == len(own) and not set(own) & set(woven)
    sentences = {name[1:] for name in placed() if name.startswith("-")}
    assert sentences | {"teams_are_one"} == set(phrases("en").get("sentences"))


def test_sections_stand_in_their_order():
    order = list(phrases("en").get("sections"))
    for found in conditions.SECTIONS.values():
        assert sorted(found, key=order.index) == list(found)


def test_conditions_name_parameters_and_values_that_exist():
    for name in PARAMETERS:
        for other, wanted in conditions.needs(name).items():
            assert set(wanted) < set(options_text.values(other)["values"]), (name, other)
    for name, value in conditions.QUIET.items():
        assert name not in PARAMETERS or value in options_text.values(name)["values"]
    assert set(conditions.SAID_WHEN) | set(conditions.QUIET) <= set(placed())


NUMBERS = {
    "en": {0: "0 points", 1: "1 point", 2: "2 points", 12.5: "12.5 points"},
    "ar": {
        1: "نقطة واحدة",
        2: "نقطتان",
        3: "3 نقاط",
        10: "10 نقاط",
        11: "11 نقطة",
        99: "99 نقطة",
        100: "100 نقطة",
        101: "101 نقطة",
        103: "103 نقاط",
        250: "250 نقطة",
        12.5: "12.5 نقطة",
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_with_their_nouns(language):
    say = phrases(language)
    for number, expected in NUMBERS[language].items():
        assert say.format_field(number, "point") == expected
    assert say.format_field("`target`", "point").startswith("`target` ")


def test_words_are_joined_as_the_language_does():
    english, arabic = map(phrases, LANGUAGES)
    assert [english.join(["a", "b", "c"][:n]) for n in range(4)] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert english.join(["a", "b"], "or") == "a or b"
    assert arabic.join(["أ", "ب", "ج"]) == "أ وب وج"


def test_tiles_keep_their_direction_from_right_to_left():
    say = phrases("ar")
    assert say.safe("على 3-6 و6-6،") == (
        'على <span dir="ltr">3-6</span> و<span dir="ltr">6-6</span>،'
    )
    assert say.safe(say.safe("3-6")) == '<span dir="ltr">3-6</span>'
    for other in ("13-6", "3-66", "a3-6", "3-6-9"):
        assert say.safe(other) == other
    assert phrases("en").safe("3-6") == "3-6"


@pytest.mark.parametrize("game", ["muggins", "forty-two", "poker"])
def test_a_page_speaks_of_what_a_game_reads(game):
    """The list of what a game reads is the records' own; a page may leave out the target."""
    p = parameters(game)
    rules_ = array("h", bytes(2 * games.SIZE))
    games.load(game, rules_)
    spoken = {name for name in PARAMETERS if figures.way(p) in conditions.places(name)}
    assert spoken - set(read_by(rules_)) <= {"target", "target_passed"}
    assert set(read_by(rules_)) <= spoken


@pytest.mark.parametrize("game", phrases("en").get("elsewhere"))
def test_a_rule_that_others_play_names_an_option_of_that_game(game):
    named = operands(phrases("en").get("elsewhere", game))
    assert set() != named <= set(BUILT_IN.allowed(game))
