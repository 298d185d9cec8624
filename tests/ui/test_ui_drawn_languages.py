"""Languages with drawn letters: what the firmware draws, against the order that the host finds for
the whole line; every line in its width, every letter drawn; and that a language is one file."""

import itertools
import json
import re

import pytest

from domino.ui.drawn import Drawn
from domino.words import en, ids
from host_tools.languages import drawn, order, texts
from tests.ui.ui_parts import Shown, view

arabic_reshaper = pytest.importorskip("arabic_reshaper", reason="pip install -e .[test]")
bidi = pytest.importorskip("bidi", reason="pip install -e .[test]")

WIDTH = 126
LARGE = {"messages", "errors", "games", "service"}  # shown in two rows, as one large line
VALUES = {
    "seat": ("seat", 3, "4"),
    "points": ("amount", 499, "249½"),
    "count": ("amount", 21, "21"),
    "tile": ("tile", 24, "3-6"),
    "slot": ("slot", 0, "s28"),
    "other": ("other", 1, "s17"),
    "winners": ("winners", 15, "1+2+3+4"),
    "index": ("index", 7, "7"),
    "of": ("of", 9, "9"),
    "text": ("text", b"a.json", "a.json"),
}
MISSING = {"seat": 255, "tile": 255, "slot": 255, "other": 255, "text": b""}
DRAWN = [code for code in texts.languages() if texts.Script(code).font]


def module_of(text):
    """A generated module, run."""
    found = {}
    exec(text, found)
    return type("Module", (), found)


class Language:
    """A language as the firmware has it, from its file."""

    def __init__(self, code, folder=texts.FOLDER):
        made = texts.modules(code, folder)
        self.script = texts.Script(code, folder)
        self.texts = texts.load(code, folder)
        self.tables = {
            part: module_of(made[f"{code}_{part}.py" if part else f"{code}.py"]).TABLE
            for part in ("", *texts.PARTS)
        }
        self.letters = module_of(made[f"{code}_font.py"])

    def words(self, group):
        part = group if group in texts.PARTS else ""
        return Drawn(self.tables[part], self.letters)


@pytest.fixture(scope="module", params=DRAWN)
def language(request):
    return Language(request.param)


def columns_of(script, signs):
    """The 12-line columns of signs from left to right; operands, which are longer, and what is no
    letter are signs of the cells."""
    found = []
    for sign in signs:
        if sign == " ":
            found += [0, 0, 0]
        elif sign in script.font.codes:
            found += script.font.pictures[script.font.codes[sign]]
        else:
            found += [column << 1 for one in sign.strip("\0") for column in CELLS[one]]
    return found


def cell_pictures():
    from host_tools.languages import fonts

    signs = [chr(code) for code in range(32, 127)] + list(fonts.EXTRA)
    return dict(zip(signs, fonts.small_cells(), strict=True))


CELLS = cell_pictures()


def expected(script, text, there):
    """The columns of a text with these operands, ordered by python-bidi as a whole."""
    kept = re.sub(
        r"\[(.*?)\]",
        lambda part: part[1] if all(there[o] for o in re.findall(r"\{(\w+)\}", part[1])) else "",
        text,
    )
    stand_ins = {}

    def stand_in(operand):
        sign = "⁰¹²³⁴⁵⁶⁷⁸⁹"[len(stand_ins)]
        stand_ins[sign] = "\0" + (VALUES[operand[1]][2] if there[operand[1]] else "?")
        return sign

    one = re.sub(r"\{(\w+)\}", stand_in, kept)
    if script.is_rtl:
        one = bidi.get_display(arabic_reshaper.reshape(one), base_dir="R")
    return columns_of(script, [stand_ins.get(sign, sign) for sign in one])


def cases(language):
    """(group, name, key, text, {operand: whether it is there}) of every message."""
    for (group, name), key in texts.wanted().items():
        text = language.texts[group][name]
        if group in LARGE and name != "nothing" and key < ids.LABEL_TURN:
            used = sorted(set(re.findall(r"\{(\w+)\}", text)))
            for there in itertools.product((True, False), repeat=len(used)):
                yield group, name, key, text, dict(zip(used, there, strict=True))


def fields_of(there):
    return {
        VALUES[o][0]: VALUES[o][1] if is_there else MISSING.get(o, 0)
        for o, is_there in there.items()
    }


def lines(pictured, top):
    """Two rows of a picture as 16-bit columns."""
    rows = [pictured[row * 128 : row * 128 + 126] for row in (top, top + 1)]
    return [upper | lower << 8 for upper, lower in zip(*rows, strict=True)]


def test_every_message_stands_as_the_host_orders_it(language):
    shown = Shown([b"s28", b"s17"], b"", 1, 1)
    wrapped = []
    for group, name, key, text, there in cases(language):
        if "of" in there and not there["of"]:
            there["index"] = False  # what of how many: one is not there without the other
        elif "index" in there and not there["index"]:
            continue
        if "amount" in (VALUES[o][0] for o in there) and {"points", "count"} <= set(there):
            continue  # both are the amount
        fields = fields_of(there)
        if "index" in there:  # told by `of`
            fields["of"] = 9 if there["index"] else 0
        columns = expected(language.script, text, there)
        shown.screen.use_texts(language.words(group))
        picture = shown.show(2, False, 0, view(message=key, **fields))
        if len(columns) > WIDTH:
            wrapped.append((name, len(columns)))
            assert len(columns) <= 2 * WIDTH - 20, name
            continue
        blank = [0] * (WIDTH - len(columns))
        line = blank + columns if language.script.is_rtl else columns + blank
        assert lines(picture, 6) == [column << 2 for column in line], (name, there)
    assert len({name for name, _ in wrapped}) <= 8, wrapped


def test_rows_and_short_words_fit(language):
    """Of a row of the menu a cell is the cursor's; alerts stand left of the map."""
    widest = {o: value[2] for o, value in VALUES.items()} | {"text": "games.json"}
    for (group, name), key in texts.wanted().items():
        text = re.sub(r"[\[\]]", "", language.texts[group][name])
        room = {"menu": 120, "alerts": 90 - 24, "labels": 36}.get(group, 2 * WIDTH - 20)
        if group == "menu" and key >= texts.SENTENCES:
            room = 2 * WIDTH - 20
        tokens = order.tokens(text, language.script.is_rtl)
        signs = [
            widest.get(token[1:-1], "") if order.is_token(token) else token for token in tokens
        ]
        assert len(columns_of(language.script, signs)) <= room, (group, name)


def test_letters_stay_apart_in_a_row_of_8(language):
    """Dots and hamzas survive the squeezing, but for those that docs/languages.md names."""
    font = language.script.font
    by_picture = {}
    for form, code in font.codes.items():
        by_picture.setdefault(tuple(font.small[code]), set()).add(form)
    alike = [
        forms
        for forms in by_picture.values()
        if len({font.letters[font.codes[f]] for f in forms}) > 1
    ]
    assert {"".join(sorted(forms)) for forms in alike} <= {"\ufe84\ufe8e", "\ufef0\ufef2"}


def test_no_dot_of_a_row_stands_beside_the_next_row(language):
    """What the last line shows belongs to a stroke of the line above it."""
    for code, columns in language.script.font.small.items():
        lines = [sum(1 << x for x, c in enumerate(columns) if c >> y & 1) for y in range(8)]
        assert not lines[7] or lines[7] & (lines[6] | lines[6] << 1 | lines[6] >> 1), code
        assert all(0 <= column < 256 for column in columns)


def test_a_gap_and_a_dot_survive_in_eight_lines():
    rows = ["."] * 2 + ["#", "."] + ["#"] * 4 + ["."] * 4
    assert drawn.squeeze(rows) == [0b00011101]
    assert drawn.squeeze(["."] * 7 + ["#", ".", "#", ".", "."]) == [0b01010000]


def test_every_form_has_a_drawing_of_its_letter(language):
    font = language.script.font
    assert set(font.codes.values()) == set(font.letters)
    assert all(any(picture) for picture in font.pictures.values())
    assert len(font.pictures) <= drawn.MOST


def test_two_rows_are_filled_from_the_right(language):
    """A file and a place in it: each word as it is, one after the other in reading order."""
    shown = Shown()
    shown.screen.use_texts(language.words(""))
    told = view(message=ids.CHECK_FILE, text=b"games.json my-threes next_after")
    picture = shown.show(2, False, 0, told)
    words = ["games.json", "my-threes", "next_after"]
    rows = [picture[row * 128 : row * 128 + WIDTH] for row in (6, 7)]
    for row, word in ((0, words[0]), (1, words[1]), (1, words[2])):
        assert b"".join(CELLS[sign] for sign in word) in rows[row], word
    if language.script.is_rtl:
        second = [rows[1].index(b"".join(CELLS[s] for s in word)) for word in words[1:]]
        assert second[0] > second[1]


# -- a language is one file -----------------------------------------------------------------------
def made_up(direction, font, changed):
    """A language file with one text of its own, the others taken from English or Arabic."""
    base = json.loads(
        (texts.FOLDER / ("ar.json" if direction == "rtl" else "en.json")).read_text()
    )
    base["language"] = {"name": "Made up", "direction": direction, "font": font}
    for group, name, text in changed:
        base[group][name] = text
    return json.dumps(base)


def test_a_new_language_is_one_file(tmp_path):
    """Persian letters that no other text uses, from the drawings that are there."""
    changed = [("messages", "your_turn", "پچ ژ {seat} گی")]
    (tmp_path / "fa.json").write_text(made_up("rtl", "font_ar.txt", changed))
    assert texts.languages(tmp_path) == ["fa"]
    language = Language("fa", tmp_path)
    shown = Shown()
    shown.screen.use_texts(language.words(""))
    picture = shown.show(2, False, 0, view(message=ids.YOUR_TURN, seat=3))
    columns = expected(language.script, changed[0][2], {"seat": True})
    assert lines(picture, 6)[-len(columns) :] == [column << 2 for column in columns]
    assert any(columns)


def test_a_new_language_may_bring_letters_and_run_right(tmp_path):
    drawing = "\n".join(["= 00E9", *["..."] * 2, ".#.", *["###"] * 5, *["..."] * 4])
    (tmp_path / "font_fr.txt").write_text(drawing + "\n")
    changed = [("messages", "your_turn", "é {seat} é!")]
    (tmp_path / "fr.json").write_text(made_up("ltr", "font_fr.txt", changed))
    language = Language("fr", tmp_path)
    shown = Shown()
    shown.screen.use_texts(language.words(""))
    picture = shown.show(2, False, 0, view(message=ids.YOUR_TURN, seat=3))
    columns = columns_of(language.script, "é 4 é!")
    assert lines(picture, 6)[: len(columns)] == [column << 2 for column in columns]


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ({}, "language: name"),
        ({"name": "X", "colour": 1}, "not.*colour"),
        ({"name": "X", "direction": "up"}, "ltr or rtl"),
        ({"name": "X", "direction": "rtl"}, "language.font"),
        ({"name": "X", "direction": "rtl", "font": "font_ar.txt"}, "no drawing of U\\+0915"),
    ],
)
def test_a_faulty_head_is_named(tmp_path, head, words):
    file = texts.load("en") | {"language": head}
    for group in file:
        if group != "language" and head.get("font"):
            file[group] = dict.fromkeys(file[group], "ب")
    file["messages"]["your_turn"] = "क"
    (tmp_path / "xx.json").write_text(json.dumps(file))
    with pytest.raises(ValueError, match=words):
        texts.modules("xx", tmp_path)


@pytest.mark.parametrize(
    ("text", "words"),
    [("قطعة a[b] قطعة", "bracket"), ("قطعة two words قطعة", "space")],
)
def test_a_text_that_cannot_be_broken_is_named(text, words):
    with pytest.raises(ValueError, match=words):
        texts.Script("ar").tokens(text)


def test_a_faulty_drawing_is_named(tmp_path):
    path = tmp_path / "font.txt"
    for spoiled, line in (("= FE8D\n..\n...\n", 3), ("= FE8D FE8E\n.. ..\n..\n", 3)):
        path.write_text(spoiled)
        with pytest.raises(ValueError, match=f"font.txt:{line}"):
            drawn.drawings(path)


def test_an_unknown_language_falls_back_to_english():
    from domino.words.loading import letters_for, texts_for

    assert texts_for("xx") == en.TABLE
    assert letters_for("xx") is None
