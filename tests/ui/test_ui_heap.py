"""Strip frames, screen pages, buttons and tones allocate nothing, on 64 and on 32 bits."""

import re

import pytest

from tests import micropython


@pytest.mark.parametrize("run", [micropython.run, micropython.run32])
def test_nothing_is_allocated(run):
    printed = run("ui_heap.py")
    drawn = re.fullmatch(r"pages (\d+) frames (\d+) lit (\d+)\n", printed)
    assert drawn, printed
    pages, frames, lit = map(int, drawn.groups())
    assert pages > 1000, "the pages were really written"
    assert frames > 500
    assert lit > 0
