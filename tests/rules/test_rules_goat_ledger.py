"""Random matches of the goat family against a score sheet kept a second time (goat_ledger)."""

import pytest

from domino.rules import codes
from domino.rules.tiles import HIGH, LOW
from host_tools.bench.device import rules_driver as driver
from tests.rules.goat_ledger import Ledger

# game, players, teams, options
TABLES = [
    ("goat", 3, False, {}),
    ("goat", 4, True, {}),
    ("goat-yard", 3, False, {}),
    ("goat-online", 2, False, {}),
    ("goat-online", 4, False, {}),
    ("goat-online", 3, False, {"fish": "one"}),
    ("double-goat", 4, True, {}),
    ("double-goat", 4, True, {"fish": "one"}),
    ("goat-25", 3, False, {}),
    ("goat-25", 4, False, {}),
    ("goat-teams", 4, True, {}),
    ("goat-300", 2, False, {}),
    ("goat-300", 4, False, {}),
    ("sea-goat", 2, False, {}),
    ("sea-goat", 3, False, {"strict_66": True}),
    ("sea-goat", 3, False, {"hundred_loses": True}),
    ("sea-goat", 4, True, {}),
    ("donkey", 3, False, {}),
    ("donkey", 4, False, {"fish": "one"}),
]


def tiles_of(mask: int) -> list:
    return [(LOW[tile], HIGH[tile]) for tile in range(28) if mask >> tile & 1]


class Watched(driver.Driver):
    """A driver whose every settled round is entered in the ledger too, and compared."""

    def close(self):
        super().close()
        match = self.match
        if match.kind not in (codes.OUT, codes.BLOCKED):
            return
        at = [which * driver.FIELDS + 1 for which in range(self.done_count)]
        plays = [w for w in range(self.done_count) if self.done[at[w] - 1] & 127 == codes.PLAY]
        last = range(self.first_of(plays[-1]), plays[-1] + 1)
        self.ledger.settle(
            [tiles_of(hand) for hand in self.hands[: match.players]],
            match.starter,
            *tiles_of(1 << self.done[1]),
            [tile for which in last for tile in tiles_of(1 << self.done[at[which]])],
        )
        ledger, sides = self.ledger, match.sides
        assert [score / 2 for score in match.scores[:sides]] == ledger.scores
        assert [points / 2 for points in match.remembered[:sides]] == ledger.remembered
        assert match.carried / 2 == ledger.carried
        assert match.match_over == ledger.over


@pytest.mark.parametrize("game, players, teams, options", TABLES)
def test_the_core_keeps_the_same_sheet(game, players, teams, options):
    one = Watched()
    for number in range(60):
        one.ledger = Ledger(game, players, teams, **options)
        mode = number % 4
        one.set_up(game, players, teams, mode, 5 + 41 * number, tuple(options.items()))
        one.play_match(200)
        assert one.match.match_over
