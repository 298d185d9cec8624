"""Texts and fonts: fresh, complete, and every text fits its lines whatever its operands are."""

import itertools
import re
import unicodedata

import pytest

from domino.ui.text import Message, find
from domino.words import en, en_games, en_menu, en_service, ids
from host_tools import FIRMWARE
from host_tools.languages import fonts, texts
from host_tools.languages.__main__ import generated
from tests.ui.ui_parts import NONE, view

LANGUAGES = texts.languages()
WIDEST = {
    "seat": "4",
    "points": "249½",
    "tile": "3-6",
    "slot": "s28",
    "winners": "1+2+3+4",
    "count": "21",
    "other": "s28",
    "index": "7",
    "of": "7",
    "text": "games.json my-threes next_after_",
    "score": "249½",
}
OPERAND_FIELDS = {  # what the screen is given for an operand that is there, and that is not
    "seat": ("seat", 3, NONE),
    "points": ("amount", 499, 0),
    "count": ("amount", 21, 0),
    "tile": ("tile", 24, NONE),
    "slot": ("slot", 0, NONE),
    "other": ("other", 1, NONE),
    "winners": ("winners", 15, 0),
    "index": ("index", 7, 7),
    "of": ("of", 7, 0),
    "text": ("text", b"games.json my-threes next_after_", b""),
    "score": ("amount", 499, 499),
}


@pytest.fixture(scope="module")
def made():
    """What the language files become; Arabic is shaped by two packages of the extra `test`."""
    for package in ("arabic_reshaper", "bidi"):
        pytest.importorskip(package, reason=f"{package} is missing: pip install -e .[test]")
    return generated()


def test_generated_modules_are_fresh(made):
    for path, text in made.items():
        assert path.read_text() == text, f"{path.name}: run python -m host_tools.languages"
    words = {path.name for path in made if path.parent.name == "words"}
    there = {path.name for path in (FIRMWARE / "domino" / "words").glob("[a-z]*_*.py")}
    assert {name for name in there if not name.endswith("_ids.py")} <= words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_and_error_has_a_text(language):
    found = texts.load(language)
    for group, name in texts.wanted():
        text = found[group][name]
        assert (text == "") == (name == "nothing"), (group, name)
    names = {name for group, name in texts.wanted() if group == "errors"}
    assert len(names) == 29, "FORMATS.md, Error codes"


def test_languages_say_the_same():
    """The same operands in every language."""
    english, arabic = (texts.load(language) for language in LANGUAGES)
    for group, name in texts.wanted():
        operands = [re.findall(r"\{\w+\}", t[group][name]) for t in (english, arabic)]
        assert sorted(operands[0]) == sorted(operands[1]), (group, name)


def variants(text):
    """The text with its widest operands, with and without each optional part."""
    parts = re.split(r"\[(.*?)\]", text)
    for chosen in itertools.product((True, False), repeat=len(parts) // 2):
        kept = [p for i, p in enumerate(parts) if i % 2 == 0 or chosen[i // 2]]
        yield "".join(kept).format(**WIDEST)


def cells(text):
    """Letters that take a cell; marks that sit on a letter take none."""
    return sum(1 for letter in text if not unicodedata.combining(letter))


def lines_of(text, width):
    """How many lines of `width` cells a text takes, broken at spaces."""
    lines, used = 1, 0
    for word in text.split(" "):
        length = cells(word)
        assert length <= width, word
        if used and used + 1 + length > width:
            lines, used = lines + 1, length
        else:
            used += length + (1 if used else 0)
    return lines


def test_every_english_text_fits():
    """Those of languages with drawn letters: test_ui_drawn_languages.py."""
    found = texts.load("en")
    for (group, name), text in ((key, found[key[0]][key[1]]) for key in texts.wanted()):
        for variant in variants(text):
            if group in ("messages", "errors", *texts.PARTS):
                assert lines_of(variant, texts.LINE) <= 2, (name, variant)
        if group == "menu" and texts.wanted()[group, name] < texts.SENTENCES:
            assert all(cells(variant) <= texts.ROW for variant in variants(text)), name
        if group == "alerts":
            assert cells(text) <= texts.SHORT + 1, name
    labels = {name: cells(text) for name, text in found["labels"].items()}
    assert all(labels[name] <= 4 for name in ("turn", "line", "side"))
    assert labels["ends"] <= 5 and labels["to"] <= 3 and labels["more"] <= 9


# Groups whose texts are all messages; the others have short words too, with higher keys.
TABLES = {"menu": en_menu.TABLE, "service": en_service.TABLE, "": en.TABLE + en_games.TABLE}
MESSAGES = [
    (group, name)
    for (group, name), key in texts.wanted().items()
    if (group == "menu" or key < ids.LABEL_TURN) and name != "nothing"
]


def test_no_two_texts_of_a_table_have_one_key():
    for groups in (("menu",), ("messages", "games", "errors", "labels", "alerts"), ("service",)):
        keys = [key for (group, _), key in texts.wanted().items() if group in groups]
        assert len(set(keys)) == len(keys), groups


@pytest.mark.parametrize("group, name", MESSAGES)
def test_the_firmware_spells_what_the_file_says(group, name):
    """All combinations of operands there and missing, against the file."""
    key = texts.wanted()[group, name]
    table = TABLES.get(group, TABLES[""])
    text = texts.load("en")[group][name]
    used = sorted(set(re.findall(r"\{(\w+)\}", text)))
    for there in itertools.product((True, False), repeat=len(used)):
        given = dict(zip(used, there, strict=True))
        fields = {
            OPERAND_FIELDS[o][0]: OPERAND_FIELDS[o][1 if there else 2]
            for o, there in given.items()
        }
        fields.setdefault("of", 7)  # says that there is an index
        message = Message([b"s28", b"s28"])
        message.spell(table, key, view(**fields))
        spelled = shown(message.letters[: message.length])
        assert spelled == expected(text, given | {"score": True})  # 0 is a score too
        out = bytearray(3 * 21)
        message.wrap(out, 0, 21, 3)
        lines = [shown(out[at : at + 21]).rstrip() for at in (0, 21, 42)]
        assert lines[2] == "", (lines, "more than two lines")
        assert " ".join(line for line in lines if line) == spelled.rstrip()


def expected(text, given):
    """The text with an optional part only where its operands are there, else `?`."""
    of = given.get("of", True)
    given = given | ({"index": of} if "index" in given else {})

    def part(match):
        inside = re.findall(r"\{(\w+)\}", match[1])
        return match[1] if all(given[o] for o in inside) else ""

    kept = re.sub(r"\[(.*?)\]", part, text)
    return kept.format(**{o: WIDEST[o] if there else "?" for o, there in given.items()})


def shown(codes):
    signs = [chr(code) for code in range(32, 127)] + list(fonts.EXTRA)
    return "".join(signs[code - 32] for code in codes)


def test_teams_are_named_by_their_players():
    for winners, teams, text in [(1, True, "1+3"), (2, True, "2+4"), (3, True, "1+2+3+4")] + [
        (1, False, "1"),
        (6, False, "2+3"),
        (8, False, "4"),
    ]:
        message = Message([])
        message.teams = teams
        message.spell(en.TABLE, ids.MATCH_OVER, view(winners=winners))
        assert shown(message.letters[: message.length]) == f"Match over. Winner: {text}"


def test_an_unknown_message_is_blank():
    message = Message([])
    message.spell(en.TABLE, 99, view())
    assert message.length == 0
    assert find(en.TABLE, 99) == -1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda t: t["errors"].pop("no_match"), "missing.*no_match"),
        (lambda t: t["labels"].update(more2="x"), "not known.*more2"),
        (lambda t: t["messages"].update(drew="{hand}"), r"messages\.drew.*\{hand\}"),
    ],
)
def test_a_faulty_language_file_is_named(tmp_path, change, words):
    made = texts.load("en")
    change(made)
    made["language"] = {"name": "English"}
    (tmp_path / "en.json").write_text(texts.json.dumps(made))
    with pytest.raises(ValueError, match=words):
        texts.load("en", tmp_path)


def test_a_letter_without_picture_is_named():
    with pytest.raises(ValueError, match="ä"):
        texts.Script("en").encode("Spieler wählen")


def test_every_sign_has_a_picture_of_its_own():
    for pictures in (fonts.small_cells(), fonts.tall_cells()):
        assert len(set(pictures)) >= len(pictures) - 2, "only halves of the minus may be alike"
    assert len(set(fonts.small_cells())) == len(fonts.small_cells())
    large = fonts.large_cells()
    assert len({tuple(large[at : at + 4]) for at in range(0, len(large), 4)}) == 13


@pytest.mark.parametrize("spoiled", ["= A\n.....\n....\n", "= A B\n..... .....\n.....\n"])
def test_a_faulty_drawing_is_named(tmp_path, spoiled):
    path = tmp_path / "font.txt"
    path.write_text(spoiled)
    with pytest.raises(ValueError, match=r"font.txt:3"):
        fonts.drawings(path, 2)
