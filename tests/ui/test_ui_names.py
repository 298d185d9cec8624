"""Names in Arabic letters: joined as arabic-reshaper joins them, shown in both languages."""

import json
import random

import pytest

from domino.store.players import is_name
from domino.ui import names
from domino.ui.drawn import Drawn
from domino.ui.text import STILL, Cells
from domino.words import ar, ar_font, ids
from host_tools.languages import drawn, texts
from host_tools.render.read_screen import read_screen
from tests.ui.ui_parts import Shown, view

arabic_reshaper = pytest.importorskip("arabic_reshaper", reason="pip install -e .[test]")

WORDS = Drawn(ar.TABLE, ar_font)
ENGLISH = Cells(b"")
KNOWN = ("أحمد", "محمد", "سارة", "ليلى", "لؤي", "آلاء", "إلهام", "علاء", "هبة", "مؤمن", "هانئ")


def test_both_sides_know_the_same_alphabet():
    alphabet = ar_font.ALPHABET
    assert len(set(alphabet)) == 36 and all(map(is_name, alphabet))
    assert names.FIRST_LETTER == drawn.FIRST_LETTER and names.LAST_LETTER == drawn.LAST_LETTER
    every = [chr(code) for code in range(0x600, 0x700)]
    assert sorted(filter(is_name, every)) == sorted(alphabet)


def test_letters_are_joined_as_the_host_joins_them():
    codes = texts.Script("ar").font.codes
    by = random.Random(5)
    letters = ar_font.ALPHABET.replace("ى", "")  # stands at the end of a word alone
    made = ["".join(by.choice(letters) for _ in range(by.randint(1, 8))) for _ in range(2000)]
    for name in [*KNOWN, *made]:
        wanted = bytes(codes[form] for form in arabic_reshaper.reshape(name))
        assert names.ordered(name, WORDS) == wanted, name


def test_latin_letters_run_right_and_a_name_is_not_broken():
    assert names.ordered("Anna B", WORDS) == b"B\x02annA" and STILL == 2
    ali = names.ordered("علي", WORDS)
    assert names.ordered("علي 12", WORDS) == ali + b"\x0221"
    assert names.ordered("علي<ي>", WORDS) == ali + b">" + names.ordered("ي", WORDS) + b"<"


@pytest.mark.parametrize(
    ("name", "shown"),
    [("أحمد", "Ahmd"), ("سارة", "Sara"), ("فاطمة", "Fatma"), ("Anna", "Anna"), ("شذا", "Shdha")],
)
def test_a_screen_of_cells_shows_latin_letters(name, shown):
    assert names.ordered(name, ENGLISH) == shown.encode()


def test_every_letter_has_latin_ones():
    for letter in ar_font.ALPHABET:
        assert "?" not in names.latin(letter) and names.latin(letter).isascii()


@pytest.mark.parametrize("name", [*KNOWN, "Anna B", "علي 2"])
def test_a_message_calls_a_player_by_name(name):
    shown = Shown()
    words = Drawn(ar.TABLE, ar_font)
    shown.screen.use_texts(words)
    shown.screen.use_names([names.ordered(name, words), b"", b"", b""])
    found = read_screen(shown.show(2, False, 61, view(message=ids.YOUR_TURN, seat=0, turn=0)))
    assert found[6] == f"دور اللاعب {name}"


@pytest.mark.parametrize("group", ["messages", "errors", "games"])
def test_the_widest_name_fits_two_lines(group):
    """Eight of the widest letter, Latin or Arabic, wherever a message names a player."""
    script = texts.Script("ar")
    widths = {c: len(picture) for c, picture in script.font.pictures.items()}
    widest = max(6, *(widths[code] for code in set(ar_font.FORMS) - {0}))
    joined = [widths[c] for c in names.ordered("ضضضضضضضض", WORDS)]
    assert sum(joined) <= 8 * widest
    found = json.loads((texts.FOLDER / "ar.json").read_text())[group]
    for name, text in found.items():
        if "{seat}" not in text:
            continue
        shown = Shown([b"s28", b"s17"], b"", 1, 1)
        words = Drawn(ar_games_and_all(), ar_font)
        shown.screen.use_texts(words)
        shown.screen.use_names([names.ordered("ضضضضضضضض", words)] * 4)
        message = shown.screen._message
        told = view(seat=1, tile=24, slot=0, other=1, amount=499, winners=3, index=3, of=9)
        message.spell(words.table, texts.wanted()[group, name], told)
        end = words._fit(message.letters, 0, message.length)
        begin = end + 1
        assert words._fit(message.letters, begin, message.length) == message.length, name


def ar_games_and_all():
    from domino.words import ar_games

    return ar_games.TABLE + ar.TABLE
