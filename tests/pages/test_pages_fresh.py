"""The committed pages and pictures are what the command makes, and lead to one another."""

import re
import subprocess

import pytest
from markdown_it import MarkdownIt

from domino.rules.games import GAMES
from host_tools import ROOT
from host_tools.pages import files
from host_tools.pages.examples import examples
from host_tools.pages.index_page import SHEET
from host_tools.pages.phrases import LANGUAGES

MADE = files.generated()
PAGES = [path for path in MADE if path.suffix == ".md"]
COMMAND = "run: python -m host_tools.pages"


def name(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", MADE, ids=name)
def test_a_file_is_fresh(path):
    assert path.read_text(encoding="utf-8") == MADE[path], COMMAND


def test_nothing_else_lies_there():
    assert list(map(name, files.stale(MADE))) == [], COMMAND


def test_every_game_has_a_page_in_every_language_and_an_example_with_its_picture():
    for game in GAMES:
        for language in LANGUAGES:
            assert files.FOLDER / language / f"{game}.md" in MADE
        assert examples(game), game
        for one in examples(game):
            assert files.FOLDER / "pictures" / f"{one.name}.svg" in MADE
    for language in LANGUAGES:
        assert files.FOLDER / language / f"{SHEET}.md" in MADE


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_links_and_pictures_lead_somewhere(path):
    targets = re.findall(r"\]\(([^)#]+)\)", MADE[path])
    assert targets
    for target in targets:
        assert (path.parent / target).resolve().is_relative_to(ROOT)
        assert (path.parent / target).resolve() in MADE, target


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_the_page_is_markdown_also_inside_its_frame(path):
    """A heading, a list or a table in a `div` is only seen after an empty line."""
    text = MADE[path]
    html = MarkdownIt("commonmark").enable("table").render(text)
    assert html.count("<h1>") == 1
    assert html.count("<h2>") == len(re.findall(r"^## ", text, re.MULTILINE))
    assert html.count("<tr>") == len(re.findall(r"^\| ", text, re.MULTILINE))
    assert html.count("<img ") == text.count("![")
    assert html.count("<div") == html.count("</div>")
    assert ('<div dir="rtl">' in html) == ("/ar/" in path.as_posix() or path.stem.endswith(".ar"))


@pytest.mark.parametrize("path", [path for path in PAGES if path.parent.name == "ar"], ids=name)
def test_in_arabic_no_tile_can_turn_round(path):
    text = re.sub(r"\]\([^)]*\)|```.*?```", "", MADE[path], flags=re.DOTALL)
    text = re.sub(r"\A<!--.*?-->", "", text)
    loose = re.findall(r'(?<!<span dir="ltr">)(?<![\d\w])\d-\d(?![\d-])', text)
    assert loose == []


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no git checkout")
def test_git_keeps_all_of_them():
    """A pattern in .gitignore once took the pictures."""
    paths = "\n".join(map(name, MADE))
    command = ["git", "check-ignore", "--stdin", "--no-index"]
    done = subprocess.run(command, cwd=ROOT, input=paths, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, ""), "ignored"
