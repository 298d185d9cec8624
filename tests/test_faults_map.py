"""docs/faults.md: every test and scenario that it names is there, and every line names one."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
LINES = [
    line for line in (ROOT / "docs" / "faults.md").read_text().splitlines() if line[:2] == "| "
]
FILES = {file.name: file for file in ROOT.glob("tests/**/test_*.py")}


def named():
    """(file, test or None, scenario or None) of everything between backticks that is a test."""
    file = None
    for line in LINES:
        for word in re.findall(r"`([^`]*)`", line):
            found = re.fullmatch(r"(test_\w+\.py|…)(?:::(\w+)|\[(\w+)\])?", word)
            if found:
                file = file if found[1] == "…" else found[1]
                yield file, found[2], found[3]


def test_every_test_it_names_is_there():
    missing = []
    for file, test, scenario in named():
        text = FILES[file].read_text() if file in FILES else ""
        if test and f"def {test}(" not in text or not text:
            missing.append(f"{file}::{test}")
        if scenario and not (ROOT / f"tests/sim/scenarios/{scenario}.json").exists():
            missing.append(f"{file}[{scenario}]")
    assert missing == []


def test_every_line_names_a_test():
    lines = [line for line in LINES if not line.startswith("| seen")]
    assert len(lines) > 55
    assert [line for line in lines if "`test_" not in line and "`…::" not in line] == []
