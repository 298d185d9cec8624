"""The emulated decoder against the function table of the 74HC138 data sheet."""

import pytest

from host_tools.chips.hc138 import HC138


class Watched:
    """A chip, and every (output, level) it told."""

    def __init__(self):
        self.chip = HC138()
        self.told = []
        for output in range(8):
            self.chip.on_change(output, lambda level, n=output: self.told.append((n, level)))

    def address(self, number):
        for bit in range(3):
            self.chip.set_address(bit, number >> bit & 1)


@pytest.mark.parametrize("number", range(8))
def test_the_addressed_output_is_low_while_enabled(number):
    watched = Watched()
    watched.address(number)
    assert watched.told == []
    watched.chip.set_enable(0)
    assert [watched.chip.level(n) for n in range(8)] == [int(n != number) for n in range(8)]
    watched.chip.set_enable(1)
    assert watched.told == [(number, 0), (number, 1)]


def test_before_it_is_driven_a_pull_up_keeps_it_disabled():
    watched = Watched()
    watched.address(5)
    watched.chip.set_enable(1)
    assert watched.told == []
    assert all(watched.chip.level(n) for n in range(8))


def test_an_address_that_moves_while_enabled_passes_over_the_addresses_between():
    watched = Watched()
    watched.chip.set_enable(0)
    watched.address(3)
    assert watched.told == [(0, 0), (0, 1), (1, 0), (1, 1), (3, 0)]


def test_a_level_said_twice_changes_nothing():
    watched = Watched()
    watched.chip.set_enable(0)
    watched.chip.set_enable(0)
    watched.chip.set_address(0, 0)
    assert watched.told == [(0, 0)]
