"""One word a thing: what the Arabic sources call otherwise stands in no text and on no page."""

import re
import unicodedata

import pytest

from host_tools import ROOT

# A word that is retired, by how it begins or where it stands in another; and the sources' word.
RETIRED = {
    "تيس": "ماعز",
    "تيوس": "ماعز",
    "كل الخمسات": "أول فايفز",
    "محور": "القطعة المتفرعة",
    "سبينر": "القطعة المتفرعة",
    "دبل": "مزدوجة",
    "دوبل": "مزدوجة",
    "مقفل": "مغلقة",
    "أقفل": "أغلقت",
    "عظمة": "قطعة",
    "عظام": "قطع",
    "حجر": "قطعة",
    "أحجار": "قطع",
    "بازار": "كومة السحب",
    "مقبرة": "كومة السحب",
    "بلا سحب": "الإغلاق",
    "ماجينز": "ماغينز",
    "ماجنز": "ماغينز",
    "تلفون": "هاتف",
    "تليفون": "هاتف",
}
FILES = sorted(
    [
        ROOT / "host_tools" / "languages" / "ar.json",
        ROOT / "host_tools" / "pages" / "ar.json",
        *(ROOT / "docs").glob("*.ar.md"),
        *(ROOT / "docs" / "games" / "ar").glob("*.md"),
    ]
)
WANTED = ("ماعز", "أول فايفز", "المتفرعة", "مزدوجة", "مغلقة", "قطعة", "كومة السحب", "التسوية")


def plain(text):
    """Without the signs of short vowels and of doubling, and without stretching."""
    text = re.sub(r"\\u([0-9a-f]{4})", lambda code: chr(int(code[1], 16)), text)
    return "".join(letter for letter in text if not unicodedata.combining(letter)).replace(
        "\N{ARABIC TATWEEL}", ""
    )


def retired_in(text):
    return [word for word in RETIRED if word in plain(text)]


def test_there_are_texts_for_screen_menu_rules_and_house_games():
    assert len(FILES) > 20 and all(file.exists() for file in FILES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_retired_words_stand_nowhere(file):
    text = file.read_text(encoding="utf-8")
    found = retired_in(text)
    assert found == [], [RETIRED[word] for word in found]


def test_a_retired_word_is_found_however_it_is_written():
    assert retired_in("والتَّيْس") == ["تيس"]
    assert retired_in("كُلّ الخمسات") == ["كل الخمسات"]
    assert retired_in("الدبـــل") == ["دبل"]
    assert retired_in("ماعز") == []


@pytest.mark.parametrize("word", WANTED)
def test_the_words_of_the_sources_are_used(word):
    assert any(word in plain(file.read_text(encoding="utf-8")) for file in FILES)
