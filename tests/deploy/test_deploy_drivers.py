"""Which drivers a board does without: never one that its firmware imports."""

import re
import subprocess
import sys

import pytest

from host_tools import FIRMWARE, ROOT, boards
from host_tools.deploy.drivers import OPTIONAL, unneeded

STARTED = """
import sys
import host_tools
from host_tools import boards
from host_tools.bench.table import Table
table = Table(boards.load({name!r}))
table.run(300, table.step)
print(*(name for name in sys.modules if name.startswith("domino.")))
"""


@pytest.mark.parametrize("name", boards.board_names())
def test_a_board_that_runs_imports_none_of_them(name):
    code = STARTED.format(name=name)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    imported = set(done.stdout.split()) & OPTIONAL
    assert imported and not imported & unneeded(boards.load(name))
    when_asked = r"tag_|probe_|wires_|pair_"
    later = {name for name in OPTIONAL if re.search(when_asked, name)}
    assert imported | unneeded(boards.load(name)) | later == OPTIONAL
    assert later - unneeded(boards.load(name))


def test_every_driver_is_known_here():
    files = [
        *(FIRMWARE / "domino" / "board").glob("*.py"),
        *(FIRMWARE / "domino/nfc").glob("*.py"),
        *(FIRMWARE / "domino/ui").glob("*.py"),
    ]
    names = {f"domino.{path.parent.name}.{path.stem}" for path in files}
    drivers = {name for name in names if re.search(r"select_|pn532|mfrc522|type_a|sh1106", name)}
    assert drivers == OPTIONAL


def test_several_buses_need_what_chooses_among_them():
    config = boards.load("pad1_mfrc522")
    assert "domino.board.select_many" in unneeded(config)
    config["selects"] = [config["selects"]] * 2
    assert "domino.board.select_many" not in unneeded(config)
