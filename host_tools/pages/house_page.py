"""The table of parameters in docs/house_games.md, between two comments of each language's page."""

from __future__ import annotations

from pathlib import Path

from domino.rules import options
from host_tools import ROOT
from host_tools.files.reading import text as file_text
from host_tools.pages import conditions, markdown, rules
from host_tools.pages.phrases import Phrases
from host_tools.records import options_text

BEGIN = "<!-- parameters: made by `python -m host_tools.pages` -->"
END = "<!-- parameters end -->"
_OWN = range(2)  # numbers that may have a sentence of their own


def path(say: Phrases) -> Path:
    """The page of a language."""
    name = "house_games.ar.md" if say.language == "ar" else "house_games.md"
    return ROOT / "docs" / name


def house_page(say: Phrases) -> str:
    """The page as it stands, with the table made anew."""
    text = file_text(path(say))
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n\n{parameter_table(say)}\n\n{END}{after}"


def parameter_table(say: Phrases) -> str:
    """Every parameter: what it accepts, what each value does, and with what others."""
    rows = [[say.get("page", word) for word in ("parameter", "value", "does", "needs")]]
    for name in options.parameters():
        for number, (value, key) in enumerate(values(name, say)):
            first = not number
            rows.append(
                [
                    say.code(name) if first else "",
                    _shown(name, value, say),
                    _sentence(name, key, value, say),
                    _needs(name, say) if first else "",
                ]
            )
    return markdown.table(rows)


def values(name: str, say: Phrases) -> list[tuple[object, str]]:
    """[(a value, the key of its sentence)] for every value that has a word or sentence of its own,
    and `n` for the numbers that share one."""
    accepts = options_text.values(name)
    found: list[tuple[object, str]] = []
    if "min" in accepts:
        found += [(n, str(n)) for n in _own(name, say)]
        found.append(("n", "n"))
    for value in accepts.get("values", ()):
        found.append((value, rules.value_key(name, value, say)))
    return found


def _own(name: str, say: Phrases) -> list[int]:
    return [n for n in _OWN if say.has("values", name, str(n))]


def _sentence(name: str, key: str, value: object, say: Phrases) -> str:
    """A value's sentence, the other parameters named in place of their values."""
    names = {other: say.code(other) for other in options.parameters()}
    return say.say("values", name, key, **names, n=value, plus=say.code("+9"))


def _shown(name: str, value: object, say: Phrases) -> str:
    if value != "n":
        return say.code(options_text.word(value))
    accepts = options_text.values(name)
    least = max([accepts["min"], *(n + 1 for n in _own(name, say))])
    return say.say("page", "range", least=least, most=accepts["max"])


def _needs(name: str, say: Phrases) -> str:
    """What other parameters must be for this one to do anything."""
    said = []
    for other, wanted in conditions.needs(name).items():
        words = say.join([say.code(options_text.word(value)) for value in wanted], "or")
        said.append(f"{say.code(other)} {words}")
    return say.join(said, "comma")
