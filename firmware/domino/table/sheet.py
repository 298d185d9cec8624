"""The Mexican Train score sheet: pips left in each hand, a row a round; the lowest total wins.

No match stands behind it: the players count, the sheet adds. Pips and totals are plain pips.
Imported only when somebody opens a sheet; made once, it allocates nothing.
Rules: RULES.md, `mexican-train`.
"""

from array import array

from micropython import const

from domino.rules.codes import BAD_PLAYERS, BAD_RECORD, NOTHING_TO_UNDO, OK

FEWEST_PLAYERS = const(2)
MOST_PLAYERS = const(8)
MOST_ROUNDS = const(30)  # a set to 12 has 13 rounds, one a double; one to 18 has 19
MOST_PIPS = const(1000)  # in one hand; so a total stays below 2^15


class Sheet:
    """The state of one sheet; the attributes are for reading, `row` for writing too."""

    def __init__(self) -> None:
        """Make every buffer; `begin` opens the sheet."""
        self.players = 0
        self.rounds = 0
        self.row = array("h", bytes(2 * MOST_PLAYERS))  # the pips that `add` takes, by player
        self.totals = array("h", bytes(2 * MOST_PLAYERS))
        # [round * MOST_PLAYERS + player], rounds from 0
        self.pips = array("h", bytes(2 * MOST_PLAYERS * MOST_ROUNDS))

    def begin(self, players: int) -> int:
        """Open an empty sheet for 2 to 8 players. Return OK or BAD_PLAYERS."""
        if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
            return BAD_PLAYERS
        self.players = players
        self.rounds = 0
        for player in range(MOST_PLAYERS):
            self.row[player] = self.totals[player] = 0
        return OK

    def add(self) -> int:
        """Write `row` as the next round and clear it.

        Return OK; BAD_RECORD, with nothing written, for pips out of range or a full sheet.
        """
        if not self.players or self.rounds >= MOST_ROUNDS:
            return BAD_RECORD
        for player in range(self.players):
            if not 0 <= self.row[player] <= MOST_PIPS:
                return BAD_RECORD
        at = self.rounds * MOST_PLAYERS
        for player in range(self.players):
            self.pips[at + player] = self.row[player]
            self.totals[player] += self.row[player]
            self.row[player] = 0
        self.rounds += 1
        return OK

    def take_back(self) -> int:
        """Strike the last round out; it stands in `row`, to be mended. NOTHING_TO_UNDO: none."""
        if not self.rounds:
            return NOTHING_TO_UNDO
        self.rounds -= 1
        at = self.rounds * MOST_PLAYERS
        for player in range(self.players):
            self.row[player] = self.pips[at + player]
            self.totals[player] -= self.pips[at + player]
        return OK

    def correct(self, number: int, player: int, pips: int) -> int:
        """Set what a player wrote in a round (both from 0). Return OK, or BAD_RECORD."""
        if not (0 <= number < self.rounds and 0 <= player < self.players):
            return BAD_RECORD
        if not 0 <= pips <= MOST_PIPS:
            return BAD_RECORD
        at = number * MOST_PLAYERS + player
        self.totals[player] += pips - self.pips[at]
        self.pips[at] = pips
        return OK

    def lowest(self) -> int:
        """Return the players with the lowest total as a mask; 0 before the first round."""
        least = 0x7FFF
        found = 0
        for player in range(self.players if self.rounds else 0):
            total = self.totals[player]
            if total < least:
                least = total
                found = 0
            if total == least:
                found |= 1 << player
        return found
