"""Everything a match knows: made once, cleared for each round. What may be done is in match.py.

Scores and awards are half points, a side each: 12.5 points are 25. Seats and sides count from 0.
After construction nothing here allocates.
"""

from array import array

from domino.rules import games
from domino.rules.codes import NONE, NOTHING, OK, PLAYING, UNDO, UNFINISHED
from domino.rules.layout import Layout
from domino.rules.log import Log
from domino.rules.tiles import ALL, PIPS


class State:
    """The attributes of a match, for reading."""

    # A list, not a method for each part: a method takes 70 bytes of a board's RAM.
    def __init__(self) -> None:  # noqa: PLR0915
        """Make every buffer. Load a game into `rules`, then call `set_up`."""
        self.rules = array("h", bytearray(2 * games.SIZE))  # the parameters in force
        self.layout = Layout()
        self.log = Log()
        self.tiles = 28  # of the game's set
        self.players = 2
        self.sides = 2
        self.teams = False
        self.deal = 0  # tiles a hand
        self.target = 0  # half points, 0 = none
        self.enough = 0  # scores from here on end the match; 32767 where there is no target
        self.stays = 0  # boneyard tiles that nobody may draw
        self.scores = array("h", (0, 0, 0, 0))
        self.remembered = array("h", (0, 0, 0, 0))  # points of a score that is not open yet
        self.carried = 0  # a sum that waits for a later round, half points

        # What `set_up` reads from the rules, because every play asks for it.
        self._multiple = 0  # totals that score, 0 = none do
        self._unit = 1  # raw points that make a point
        self.next_after_out = 0  # games.NEXT_OUT and NEXT_BLOCKED
        self.next_after_block = 0
        self._goes_on = False  # a double or a scoring tile lets the turn go on
        self.declares_fish = False
        self._ends_early = False  # a round may be blocked while a tile may be drawn
        self._headers = False  # equal ends score
        self.way = 0  # games.PLAY
        self.several = None  # modules of policies that few games have, None until one needs them
        self.search = None
        self.headers = None
        self.penalties = None
        self.accounts = None
        self.hundred = None
        self.tricks = None
        self.poker = None

        # The round.
        self.round_number = -1  # of the current or last round, from 0
        self.starter = NONE
        self.turn = NONE  # who must act; NONE when the round is over
        self.again = False  # the same player's turn goes on
        self.drawn = NONE  # the tile drawn this turn; DRAWN_UNSEEN where nobody said which
        self.passes = 0  # passes in a row since the last play or draw
        self.round_over = True
        self.match_over = True  # until set_up
        self.kind = UNFINISHED

        self.known = False  # known hands
        self.hands = [0, 0, 0, 0]  # masks; with unknown hands only after settle
        self.counts = bytearray(4)  # tiles in each hand
        self.pips = bytearray(4)  # pips in each hand, where `hands` is filled
        self.boneyard_count = 0  # tiles not dealt and not drawn, the reserve included
        self._boneyard = bytearray(28)  # tiles in the order they are drawn, where that is known
        self.undrawn = 0  # the boneyard as a mask (known hands)
        self._ordered = False
        self.named = 0  # tiles that draws have named (unknown hands)

        self.last_action = NOTHING  # codes.NOTHING, PLAY, DRAW and so on
        self.last_seat = NONE
        self.last_tile = NONE
        self.last_on = NONE
        self.last_port = NONE  # normalised
        self.last_raw = 0  # pips that scored
        self.last_points = 0  # half points
        self.refused_move = 0  # which tile of a move of several could not be laid

        # A round of tricks, see tricks.py.
        self.stage = PLAYING  # codes.BIDDING, TRUMP, PLAYING
        self.high_bid = 0  # points, 0 = no bid yet
        self.bidder = NONE  # the seat that made it
        self.trump = NONE  # a value
        self.trick = bytearray(b"\xff\xff\xff\xff")  # by seat the tile in the trick, or NONE
        self.trick_leader = NONE  # who led it, or leads the next one
        self.trick_best = NONE  # whose tile takes it so far
        self.trick_points = 0  # what it counts so far; stays when it is taken, until the next tile
        self.trick_seat = NONE  # who took the trick that the last action ended
        self.taken = array("h", (0, 0, 0, 0))  # points of the round's tricks, by side

        # How it ended.
        self.remaining = array("h", (-1, -1, -1, -1))  # pips left by seat, -1 unknown
        self.side_pips = array("h", (0, 0, 0, 0))  # the same by side, for the settlement
        self.awards = array("h", (0, 0, 0, 0))  # the settlement, by side: changes of the scores,
        self.remembered_change = array("h", (0, 0, 0, 0))  # of what is remembered,
        self.carried_change = 0  # and of the carried sum
        self.timed_out = NONE  # the seat whose time ran out
        self.round_winners = 0  # masks of sides
        self.winners = 0
        # Who opens the next round, should one follow; NONE: a lot, or the next hands.
        self.next_starter = NONE
        self.searches = False  # the next hands decide who opens
        self.starter_found = NONE  # what opening.check_starter found
        self.openers_found = ALL
        self.openers = ALL  # the tiles that may open the round, a mask
        self._due_starter = NONE  # next_starter and searches as this round was opened
        self._due_search = False
        self.needs_remaining = False  # unknown hands, round ended, settle() still due
        self.settle_code = OK  # why the next round cannot open: REMAINING_NEEDED or _MISMATCH

    def clear_round(self) -> None:
        """Forget the last round; scores stay."""
        self.layout.reset(self.rules)
        self.log.clear()
        self.again = self.round_over = self.known = False
        self.drawn = NONE
        self.passes = 0
        self.clear_result()
        self.undrawn = ALL
        self.named = 0
        self.boneyard_count = 0
        for seat in range(4):
            self.hands[seat] = self.counts[seat] = self.pips[seat] = 0
        self.last_seat = self.last_on = self.last_port = NONE
        self.note(NOTHING, NONE)
        if self.tricks is not None:
            self.tricks.clear(self)

    def clear_result(self) -> None:
        """Forget how the round ended; its awards are no longer told."""
        self.kind = UNFINISHED
        for i in range(4):
            self.remaining[i] = -1
            self.awards[i] = self.remembered_change[i] = 0
        self.carried_change = 0
        self.timed_out = NONE
        self.round_winners = self.winners = 0
        self.next_starter = NONE
        self.searches = False
        self.needs_remaining = False
        self.settle_code = OK

    def note(self, action: int, tile: int) -> None:
        """Set what the last action was, where it is no play."""
        self.last_action = action
        if action != NOTHING:
            self.last_seat = self.turn
        self.last_tile = tile
        if action != UNDO:
            self.last_on = self.last_port = NONE
        self.last_raw = self.last_points = 0
        self.trick_seat = NONE

    def hold(self, seat: int, tile: int, n: int) -> None:
        """A tile comes to a hand (n is 1) or leaves it (-1)."""
        self.counts[seat] += n
        if self.known:
            self.hands[seat] ^= 1 << tile
            self.pips[seat] += n * PIPS[tile]
