"""Languages with drawn letters: what the firmware draws, against the order that the host finds for
the whole line; every line in its width, every letter drawn, apart from the others; and that a
language is one file."""

import itertools
import json
import re
import unicodedata

import pytest

from domino.ui.drawn import Drawn
from domino.words import en, ids
from host_tools.languages import drawn, order, texts
from tests.ui.ui_parts import Shown, view

arabic_reshaper = pytest.importorskip("arabic_reshaper", reason="pip install -e .[test]")
bidi = pytest.importorskip("bidi", reason="pip install -e .[test]")

WIDTH = 126
STATUS, MESSAGE = 40, 52  # lines of the screen
DRAWINGS = drawn.drawings(texts.FOLDER / "font_ar.txt")
DOTS = dict.fromkeys("بجخذزضظغفن", 1) | dict.fromkeys("تقيةة", 2) | {"ث": 3, "ش": 3}
HAMZAS = "أإؤئآ"
NARROW = "اأإآ"  # an alef stands in the middle of its columns
LARGE = {"messages", "errors", "games", "service"}  # shown in a line, or in two
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


def is_arabic(form):
    return 0xFE80 <= ord(form) <= 0xFEFC


def ink(form):
    """The drawing without the blank columns beside it."""
    found = drawn.columns(DRAWINGS[form])
    while found and not found[-1]:
        found.pop()
    while found and not found[0]:
        found.pop(0)
    return found


def pieces(rows):
    """Sizes of the pieces of a drawing; pixels that touch at a corner are one piece."""
    left = {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"}
    sizes = []
    while left:
        found = [left.pop()]
        for x, y in found:
            near = {(x + i, y + k) for i in (-1, 0, 1) for k in (-1, 0, 1)} & left
            left -= near
            found += near
        sizes.append(len(found))
    return sizes


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


def line(picture, top):
    """Twelve lines of a picture as columns."""
    whole = [sum(picture[row * 128 + x] << 8 * row for row in range(8)) for x in range(126)]
    return [column >> top & 0xFFF for column in whole]


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
        wanted = blank + columns if language.script.is_rtl else columns + blank
        assert line(picture, MESSAGE) == wanted, (name, there)
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


def test_letters_that_differ_are_drawn_differently(language):
    """In every form: isolated, initial, medial, final, and lam with each alef."""
    forms = {
        form: letter
        for form, letter in (
            (form, unicodedata.normalize("NFKC", form)) for form in DRAWINGS if is_arabic(form)
        )
    }
    assert len(forms) == 125, "all forms of the Arabic alphabet"
    for kind in drawn.FORMS:
        of_kind = [f for f in forms if unicodedata.decomposition(f).startswith(kind)]
        for one, other in itertools.combinations(of_kind, 2):
            assert ink(one) != ink(other), (forms[one], forms[other], kind)
    # In whatever form: what differs but by the stroke that joins the next letter is one letter.
    for one, other in itertools.combinations(forms, 2):
        if forms[one] != forms[other] and DRAWINGS[one] == DRAWINGS[other]:
            raise AssertionError((one, other))


def test_dots_and_hamzas_are_there_and_touch_nothing():
    """So many dots as the letter has, each a pixel by itself, three a triangle; a hamza is a piece
    of its own."""
    for form in filter(is_arabic, DRAWINGS):
        letter = unicodedata.normalize("NFKC", form)
        sizes = pieces(DRAWINGS[form])
        dots = sizes.count(1) + 3 * sizes.count(3)
        assert dots == DOTS.get(letter, 0), (letter, f"{ord(form):04X}", sizes)
        larger = [size for size in sizes if size > 3]
        has_mark = letter in HAMZAS or letter[1:] in HAMZAS and len(letter) > 1
        # The kaf that nothing follows has a small one inside; alef alone is all of a letter.
        has_more = has_mark or letter == "ك" and form in "\ufed9\ufeda"
        assert len(larger) == (2 if has_more else 1), (letter, f"{ord(form):04X}", sizes)


def test_joined_forms_leave_no_gap():
    """A stroke on the line to write on reaches the side where the next letter is."""
    for form in filter(is_arabic, DRAWINGS):
        writing = DRAWINGS[form][drawn.ASCENT - 1]
        kind = unicodedata.decomposition(form).split(" ")[0]
        letter = unicodedata.normalize("NFKC", form)
        assert (writing[-1] == "#") == (kind in ("<final>", "<medial>")), (letter, kind)
        if kind in ("<initial>", "<medial>"):
            assert writing[0] == "#", (letter, kind)
        else:
            assert any(line[0] == "#" for line in DRAWINGS[form]) or letter in NARROW, letter


def test_lines_of_the_menu_do_not_touch(language):
    """Twelve lines hold every letter, and the pages leave one between two."""
    from domino.ui import drawn_lines
    from domino.ui.drawn import HEIGHT, LINES

    assert drawn.HEIGHT == HEIGHT
    assert (LINES - 1) * drawn_lines._PITCH + HEIGHT == 64


def test_every_form_has_a_drawing_of_its_letter(language):
    font = language.script.font
    assert set(font.codes.values()) == set(font.letters)
    assert all(any(picture) for picture in font.pictures.values())
    assert len(font.pictures) <= drawn.MOST


def test_two_lines_are_filled_from_the_right(language):
    """A file and a place in it run right, as in a text on paper, on each line for itself."""
    shown = Shown()
    shown.screen.use_texts(language.words(""))
    told = view(message=ids.CHECK_FILE, text=b"games.json my-threes next_after", turn=0)
    picture = shown.show(2, False, 0, told)
    words = ["games.json", "my-threes", "next_after"]
    rows = [line(picture, STATUS), line(picture, MESSAGE)]
    for row, word in ((0, words[0]), (1, words[1]), (1, words[2])):
        assert place_of(word, rows[row]) >= 0, word
    assert place_of(words[1], rows[1]) < place_of(words[2], rows[1])
    if language.script.is_rtl:
        assert place_of(words[0], rows[0]) + 6 * len(words[0]) < 128 - 20, "right of it a word"


def place_of(word, columns):
    """Where the cells of a word stand in a line, -1 where they do not."""
    wanted = [column << 1 for sign in word for column in CELLS[sign]]
    places = range(len(columns) - len(wanted) + 1)
    return next((x for x in places if columns[x : x + len(wanted)] == wanted), -1)


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
    assert line(picture, MESSAGE)[-len(columns) :] == columns
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
    assert line(picture, MESSAGE)[: len(columns)] == columns


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
