"""The table of hands: every kind of the rules core, in its order, with a hand that makes it."""

import pytest

from domino.rules import poker_hands
from host_tools.pages.phrases import LANGUAGES, phrases
from host_tools.pages.ranks import HANDS, name, ranks_parts
from host_tools.records.notation import RANKS, mask_of, tile_number


def test_the_kinds_are_those_of_the_core_in_their_order():
    assert tuple(HANDS) == RANKS


@pytest.mark.parametrize("rank", HANDS)
def test_the_example_makes_its_kind(rank):
    hand = mask_of([tile_number(tile) for tile in HANDS[rank]])
    assert RANKS[poker_hands.rank(hand) >> 6] == rank
    assert len(set(HANDS[rank])) == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_a_name(language):
    say = phrases(language)
    names = [name(rank, say) for rank in HANDS]
    assert len(set(names)) == len(HANDS) == len(say.get("hands"))
    table = ranks_parts(say)[-1]
    assert all(f"| {one} |" in table for one in names)
