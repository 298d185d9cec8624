"""docs/FORMATS.md says what there is: its commands are those of the command line, its scenario
fields those that the reader takes.
"""

import re

import pytest

from host_tools import ROOT, cli
from host_tools.sim import expected, fault_kinds, scenario, scenario_steps

TEXT = (ROOT / "docs" / "FORMATS.md").read_text(encoding="utf-8")


def commands(is_built):
    """The words of the table whose row says that they work, or that they do not yet."""
    found = set()
    for line in TEXT.splitlines():
        if not line.startswith("| `domino-table "):
            continue
        named, does = re.split(r"(?<!\\)\|", line)[1:3]
        if does.strip().startswith("not built yet") != is_built:
            found.update(re.findall(r"`(?:domino-table )?([a-z]+)", named))
    return found


def test_the_commands_that_work_are_those_of_the_command_line():
    assert commands(True) == set(cli.built())


def test_the_commands_that_do_not_work_yet_say_so():
    assert commands(False) == set(cli.LATER)


SECTION = TEXT.partition("## Board scenario")[2].partition("\n## ")[0]


FIELDS = {*scenario._TOP, *scenario.TABLE_SETTINGS, *scenario_steps._KNOWN, *expected.FIELDS}


@pytest.mark.parametrize("name", sorted(FIELDS | {*fault_kinds.FIELDS}))
def test_every_field_and_fault_of_a_scenario_is_documented(name):
    assert any(written in SECTION for written in (f"`{name}`", f'"{name}"'))
