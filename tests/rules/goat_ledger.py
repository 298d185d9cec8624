"""The goat family's score sheet kept a second time, plainly, straight from RULES.md; for tests.

Games are named here, points are whole numbers, hands are lists of (low, high): nothing is shared
with the core.
"""

DOUBLE_GOATS = ("goat-online", "double-goat", "donkey")
SIX, BLANK = (6, 6), (0, 0)


class Ledger:
    """Scores, remembered points and the carried sum of one match, by side."""

    def __init__(self, game: str, players: int, teams: bool, **options):
        self.game = game
        self.players = players
        self.teams = teams
        self.sides = 2 if teams else players
        self.options = options
        self.scores = [0] * self.sides
        self.remembered = [0] * self.sides
        self.carried = 0
        self.over = False

    def side(self, seat: int) -> int:
        return seat % 2 if self.teams else seat

    def count(self, hand: list) -> int:
        """What a hand counts."""
        pips = sum(map(sum, hand))
        game = self.game
        if game == "goat-yard":
            return pips + 10 * (BLANK in hand)
        if game in DOUBLE_GOATS:
            return 10 if hand == [BLANK] else pips
        if game == "goat-300":
            return pips + 25 * (BLANK in hand) + 38 * (SIX in hand)
        if game == "sea-goat" and hand and set(hand) <= {BLANK, SIX}:
            return 25 * (BLANK in hand) + 50 * (SIX in hand)
        if game == "goat-teams" and hand in ([BLANK], [SIX]):
            return 25 if hand == [BLANK] else 50
        return pips

    def settle(self, hands: list, starter: int, opened: tuple, last: list) -> None:
        """Enter a round: the hands left, who opened it with what, the tiles placed last."""
        counted = [0] * self.sides
        for seat, hand in enumerate(hands):
            counted[self.side(seat)] += self.count(hand)
        out = next((self.side(seat) for seat, hand in enumerate(hands) if not hand), None)
        if self.game in ("goat-300", "sea-goat"):
            winner = out if out is not None else only(counted, min(counted))
            if self.game == "sea-goat":
                return self.sea_goat(hands, counted, out, winner, starter, opened, last)
            if winner is not None:
                self.scores[winner] += sum(counted) - counted[winner]
        else:
            self.write(counted, out, opened, last)
        return self.end()

    def write(self, counted: list, out: int, opened: tuple, last: list) -> None:
        """Points against the sides that did not win."""
        bonus = {BLANK: 25, SIX: 50}
        gets = list(counted)
        tied = False
        if out is not None:
            gets[out] = 0
            if self.game == "goat-teams":
                gets[1 - out] += bonus.get(opened, 0) + sum(bonus.get(tile, 0) for tile in last)
        elif self.options.get("fish") == "one" or self.game == "goat-teams":
            most = only(counted, max(counted))
            tied = most is None
            gets = [sum(counted) * (side == most) for side in range(self.sides)]
            if self.game == "goat-teams" and not tied:
                gets[most] += bonus.get(opened, 0)
        elif self.game == "goat-25":
            lowest = only(counted, min(counted))
            tied = lowest is None
            gets = [0 if tied or side == lowest else counted[side] for side in range(self.sides)]
        if tied:
            self.carried += sum(counted)
        elif max(gets) and only(gets, max(gets)) is not None:
            gets[only(gets, max(gets))] += self.carried
            self.carried = 0
        for side, points in enumerate(gets):
            self.enter(side, points, tied)

    def enter(self, side: int, points: int, tied: bool) -> None:
        """Put points on a score, or remember them."""
        opens = {"goat-25": 25}.get(self.game, 13 if self.game in DOUBLE_GOATS else 0)
        if self.scores[side] or points >= opens:
            self.scores[side] += points + self.remembered[side]
            self.remembered[side] = 0
        elif self.game in DOUBLE_GOATS:
            kept = 0 if not points and not tied else self.remembered[side]
            self.remembered[side] = kept + points

    def sea_goat(self, hands, counted, out, winner, starter, opened, last):
        """Only one side holds a score, and some rounds win or lose the match."""
        bidder = self.side(starter) if opened == SIX and self.scores[self.side(starter)] else None
        if out is not None:
            held = max(self.count(h) for seat, h in enumerate(hands) if self.side(seat) != out)
            great = set(last) <= {BLANK, SIX}
            if self.options.get("strict_66") and last == [SIX] and held <= 25:
                great = False
            if great or bidder == out:
                self.over = True
                return
        if bidder is not None:
            self.scores[bidder] = 0
            lost = winner is not None and winner != bidder
            if self.options.get("hundred_loses") and lost and counted[bidder] >= 25:
                self.over = True
                return
        if winner is not None:
            points = sum(counted) - counted[winner]
            holder = next((side for side in range(self.sides) if self.scores[side]), None)
            if holder == winner or (holder is None and points >= 25):
                self.scores[winner] += points
            elif holder is not None and points > 25:
                self.scores = [0] * self.sides
        self.end()

    def end(self) -> None:
        """Whether somebody has reached the target."""
        target = {"goat-yard": 100, "goat-25": 125, "sea-goat": 125, "goat-300": 300}
        self.over = max(self.scores) >= target.get(self.game, 101)


def only(values: list, value: int) -> int:
    """The place of a value that stands once, else None."""
    return values.index(value) if values.count(value) == 1 else None
