"""A match: rounds, turns, scores, from the choice of the game to the last settlement.

Every call returns a code (codes.py) and a refused one changes nothing. All buffers are made once;
after construction nothing here allocates, neither a play nor a new round nor a new match.
Scores and awards are half points, a side each: 12.5 points are 25. Seats and sides count from 0.
"""

from micropython import const

from domino.rules import ending, games, opening, policies, settlement, turn, undo
from domino.rules.codes import (
    BAD_DEAL,
    BAD_OPTION,
    BAD_PLAYERS,
    BAD_RECORD,
    BLOCKED,
    CORRECT,
    DRAW,
    NONE,
    NOT_IN_THIS_GAME,
    OK,
    OUT,
    PASS,
    REDEAL,
    REMAINING_NEEDED,
    TARGET,
)
from domino.rules.log import DRAWN_UNSEEN
from domino.rules.state import State
from domino.rules.tiles import DOUBLES, PIPS, pips

# As in layout.py: constants of codes.py that every play uses.
_NONE = const(255)
_PLAY = const(1)
_HIGHEST_SCORE = const(32000)  # half points a correction may set; fits the array beside any award
_NEVER = const(32767)
_SHORT_SET = const(20)  # tiles without blanks and 1-1: hands that are shown


class Match(State):
    """The state of one match; the attributes are for reading, the methods change them."""

    # -- Match and rounds -------------------------------------------------------------------

    def set_up(self, players: int, teams: object = None) -> int:
        """Begin a match under `rules`; teams None where nobody said.

        Return OK, BAD_PLAYERS, or BAD_OPTION where the set is too small for the deal.
        """
        rules = self.rules
        if not rules[games.PLAYERS_MIN] <= players <= rules[games.PLAYERS_MAX]:
            return BAD_PLAYERS
        way = rules[games.TEAMS] if players == 4 else games.TEAMS_NONE
        if teams is None:
            teams = way == games.TEAMS_FORCED
        if (teams and way == games.TEAMS_NONE) or (not teams and way == games.TEAMS_FORCED):
            return BAD_PLAYERS
        self.way = rules[games.PLAY]
        self.tiles = _SHORT_SET if self.way == games.PLAY_SHOW else 28
        deal = rules[games.DEAL + players - 2]
        if deal * players + rules[games.RESERVE] > self.tiles:
            return BAD_OPTION
        self.players = players
        self.teams = bool(teams)
        self.sides = 2 if teams else players
        self.deal = deal
        never = rules[games.END] == games.NEVER
        self.target = 0 if never else 2 * rules[games.TARGET_POINTS + players - 2]
        self.enough = self.target + rules[games.TARGET_PASSED] if self.target else _NEVER
        self._read_rules()
        for side in range(4):
            self.scores[side] = self.remembered[side] = 0
        self.carried = 0
        self.round_number = -1
        self.starter = NONE
        self.match_over = False
        self.clear_round()
        self.searches = rules[games.OPENING] != games.BY_LOT and not self.way
        self.round_over = True
        self.turn = NONE
        return OK

    def _read_rules(self) -> None:
        """Keep what every play asks for."""
        rules = self.rules
        self.stays = 28 if rules[games.DRAW_POLICY] == games.DRAW_NONE else rules[games.RESERVE]
        scores = rules[games.SCORING] == games.SCORE_MULTIPLE
        self._multiple = rules[games.MULTIPLE] if scores else 0
        self._unit = rules[games.UNIT]
        self.next_after_out = rules[games.NEXT_OUT]
        self.next_after_block = rules[games.NEXT_BLOCKED]
        self._goes_on = rules[games.GOES_ON] == games.GOES_ON_DOUBLE_OR_SCORE
        self.declares_fish = rules[games.DECLARED_FISH] != 0
        self._ends_early = self.declares_fish or rules[games.CLOSING] != 0
        self._headers = rules[games.SCORING] == games.SCORE_HEADERS
        policies.bring(self)

    def open_round(self, starter: int) -> int:
        """Open a round with unknown hands; starter NONE lets the rules decide.

        Return OK, MATCH_OVER, REMAINING_NEEDED, REMAINING_MISMATCH, STARTER_NEEDED,
        WRONG_STARTER, or BAD_RECORD for a seat that nobody has.
        """
        code = opening.may_open(self)
        if code == OK:
            code = opening.check_starter(self, starter, None)
        if code == OK:
            self.open(self.starter_found, False)
        return code

    def open_known_round(
        self,
        starter: int,
        hands: list[int],
        boneyard: bytearray,
        boneyard_count: int,
        ordered: bool,
    ) -> int:
        """Open a round with known hands: a mask a seat, and the boneyard in drawing order.

        With `ordered` False the boneyard is what the hands leave over and `boneyard` is not read.
        Where the rules deal such hands again the round is over at once, of the kind REDEAL.
        Return as `open_round`, also UNKNOWN_TILE, DUPLICATE_TILE, BAD_DEAL.
        """
        code = opening.may_open(self)
        if code == OK and self.way == games.PLAY_SHOW:
            code = NOT_IN_THIS_GAME
        if code == OK:
            code = opening.check_deal(self, hands, boneyard if ordered else None, boneyard_count)
        is_redealt = code == OK and opening.is_redealt(self, hands)
        if code == OK and not is_redealt:
            code = opening.check_starter(self, starter, hands)
        if code != OK:
            return code
        self.open(NONE if is_redealt else self.starter_found, True)
        self._ordered = ordered
        for seat in range(self.players):
            self.hands[seat] = hands[seat]
            self.pips[seat] = pips(hands[seat])
            self.undrawn &= ~hands[seat]
        if ordered:
            for i in range(boneyard_count):
                self._boneyard[i] = boneyard[boneyard_count - 1 - i]
        if is_redealt:
            self.end_redealt()
        return OK

    def side_of(self, seat: int) -> int:
        """Return the side that a seat plays for."""
        return seat & 1 if self.teams else seat

    # -- Actions ----------------------------------------------------------------------------

    def play(self, tile: int, on: int = NONE, port: int = NONE, seat: int = NONE) -> int:
        """Lay a tile on a port of a tile, or in a trick; NONE where left out.

        AMBIGUOUS_PORT means that `choices` has more than one.
        """
        code = turn.may_lay(self, tile, seat)
        if code:
            if self.way == games.PLAY_TRICKS:
                return self.tricks.play(self, tile, on, port, seat)
            return turn.not_here(self) if self.way else code
        layout = self.layout
        if on == _NONE or port == _NONE:
            code = layout.find(tile, on, port)
        else:
            code = layout.can_join(tile, on, port)
        if code:
            return code
        layout.place(tile, layout.found_on, layout.found_port)
        self.score(tile)
        self.after_play(self.last_seat, tile)
        return OK

    def bid(self, points: int, seat: int = NONE) -> int:
        """Bid so many points for the right to name the trump, 0 to pass.

        BAD_RECORD for less than the game takes or than was bid, or more than 42.
        """
        if self.way != games.PLAY_TRICKS:
            return turn.not_here(self)
        return self.tricks.bid(self, points, seat)

    def name_trump(self, value: int, seat: int = NONE) -> int:
        """Name the value that is trump: the highest bidder does, and leads."""
        if self.way != games.PLAY_TRICKS:
            return turn.not_here(self)
        return self.tricks.name_trump(self, value, seat)

    def show(self, hands: list[int]) -> int:
        """Show every hand, a mask a seat, and award the best: a round, opened where none is.

        Return OK, MATCH_OVER, NOT_IN_THIS_GAME, DUPLICATE_TILE, or BAD_DEAL.
        """
        if self.way != games.PLAY_SHOW:
            return turn.not_here(self)
        return self.poker.show(self, hands)

    def play_several(self, moves: bytearray, n: int, closed: int, seat: int = NONE) -> int:
        """Lay n tiles in one move and close the doubles of a mask; all or nothing.

        `moves` holds tile, on, port for each, NONE where left out; accepted, it names where they
        went. Refused, `refused_move` is the place of the one that could not be laid. One tile may
        be any that `play` takes.
        """
        if self.several is None or self.way:
            return turn.not_here(self)
        return self.several.play(self, moves, n, closed, seat)

    def draw(self, tile: int = NONE, seat: int = NONE) -> int:
        """Draw a tile; NONE where nobody says which."""
        code = turn.may_draw(self, tile, seat)
        if code != OK:
            return code
        if self.known and self._ordered:
            top = self._boneyard[self.boneyard_count - 1]
            if tile == NONE:
                tile = top
            elif tile != top:
                return BAD_DEAL
        elif self.known:
            if tile == NONE or not self.undrawn >> tile & 1:
                return BAD_DEAL
        elif tile != NONE and self.named >> tile & 1:
            return BAD_DEAL
        self._take(tile)
        return OK

    def pass_turn(self, seat: int = NONE) -> int:
        """Pass: without a play, and with nothing left to draw."""
        code = turn.may_pass(self, seat)
        if code != OK:
            return code
        self.log.push(PASS, self.turn, NONE, self.layout.values)
        self.note(PASS, NONE)
        self.passes += 1
        if turn.is_blocked(self):
            self._end_round(BLOCKED)
        else:
            self._next_turn()
        return OK

    def redeal(self, seat: int = NONE) -> int:
        """End the round before its first tile: the players say that the rules deal again."""
        if self.search is None:
            return turn.not_here(self)
        return self.search.redeal(self, seat)

    def time_out(self, seat: int) -> int:
        """End the match against a seat whose time ran out; the round stays unfinished."""
        return ending.time_out(self, seat)

    def correct(self, side: int, half_points: int) -> int:
        """Set a side's score by hand; the turn stays, the match may end."""
        code = turn.may_act(self, NONE)
        if code != OK:
            return code
        if side >= self.sides or not 0 <= half_points <= _HIGHEST_SCORE:
            return BAD_RECORD
        self.log.push(CORRECT, self.turn, side, self.scores[side])
        self.note(CORRECT, NONE)
        self.scores[side] = half_points
        self._end_at_target()
        return OK

    def undo(self) -> int:
        """Take back the last accepted action of the round, with all that it ended.

        `last_tile` is then the tile taken back. Return OK or NOTHING_TO_UNDO.
        """
        return undo.take_back(self)

    def settle(self, hands: list[int]) -> int:
        """Settle a round of unknown hands from the tiles left: a mask a seat.

        Return OK or REMAINING_MISMATCH. Where nothing is to settle it only compares; BAD_RECORD
        while the round goes on.
        """
        if not self.round_over:
            return BAD_RECORD
        if not self.needs_remaining and (self.known or self.kind != TARGET):
            return settlement.compare(self, hands)
        code = settlement.check_remaining(self, hands)
        if not self.needs_remaining:
            return code
        self.settle_code = code
        if code != OK:
            return code
        for seat in range(self.players):
            self.hands[seat] = hands[seat]
            self.pips[seat] = pips(hands[seat])
        self.needs_remaining = False
        settlement.settle(self)
        return OK

    def choices(self, tile: int, out: bytearray) -> int:
        """Write the distinct placements of a tile that the seat to act may make: (on, port) pairs.

        Return how many, 0 where the tile may not be played; (NONE, NONE) opens the table, or lays
        the tile in a trick.
        Interchangeable ports count once. `out` needs 32 bytes.
        """
        if self.way == games.PLAY_TRICKS:
            code = self.tricks.may_play(self, tile, NONE)
        else:
            code = turn.may_lay(self, tile, NONE)
        if code != OK:
            return 0
        if self.layout.count and not self.way:
            return self.layout.choices(tile, out)
        out[0] = out[1] = NONE
        return 1

    def check(self, scratch: bytearray) -> bool:
        """Count everything again and compare; `scratch` of 64 bytes. For tests and debugging."""
        from domino.rules import checking  # a board never asks

        return checking.check(self, scratch)

    # -- Inside: opening --------------------------------------------------------------------

    def open(self, starter: int, known: bool) -> None:
        """Begin a round that may begin; `openers_found` is what may open it."""
        self._due_starter = self.next_starter
        self._due_search = self.searches
        self.clear_round()
        self.openers = 0 if self.way else self.openers_found
        self.known = known
        self.starter = self.turn = starter
        self.round_number += 1
        for seat in range(self.players):
            self.counts[seat] = self.deal
        self.boneyard_count = self.tiles - self.players * self.deal

    # -- Inside: actions --------------------------------------------------------------------

    def score(self, tile: int) -> None:
        """Record a tile just laid, take it from the hand and add its points."""
        seat = self.turn
        raw = 0
        if self._multiple:
            raw = self.layout.total
            if raw % self._multiple:
                raw = 0
        elif self._headers:
            raw = self.headers.points(self.layout, self.rules)
        points = 2 * raw // self._unit
        self.log.push(_PLAY, seat, tile, points)
        if self.known:
            self.hands[seat] &= ~(1 << tile)
            self.pips[seat] -= PIPS[tile]
        self.counts[seat] -= 1
        if points:
            self.scores[seat & 1 if self.teams else seat] += points
        self.last_action = _PLAY
        self.last_seat = seat
        self.last_tile = tile
        self.last_raw = raw
        self.last_points = points

    def after_play(self, seat: int, tile: int) -> None:
        """What a placement leads to: the match's end, the round's, or the next turn."""
        layout = self.layout
        self.last_on = layout.found_on
        self.last_port = layout.found_port
        from_hand = self.drawn == _NONE
        self.drawn = _NONE
        self.passes = 0
        if self.last_points and self.scores[seat & 1 if self.teams else seat] >= self.enough:
            self._end_at_target()
        elif not self.counts[seat]:
            self._end_round(OUT)
        elif (self._ends_early or self.boneyard_count <= self.stays) and turn.is_blocked(self):
            self._end_round(BLOCKED)
        elif self._goes_on and from_hand and (self.last_points or DOUBLES >> tile & 1):
            self.again = True
        else:
            self.again = False
            seat += 1
            self.turn = seat if seat < self.players else 0

    def _take(self, tile: int) -> None:
        """Draw; the tile is known unless NONE."""
        seat = self.turn
        self.log.push(DRAW, seat, tile, self.layout.values)
        self.note(DRAW, tile)
        self.boneyard_count -= 1
        self.hold(seat, tile, 1)
        self.drawn = tile if tile != NONE else DRAWN_UNSEEN
        if self.known:
            self.undrawn &= ~(1 << tile)
        elif tile != NONE:
            self.named |= 1 << tile
        self.passes = 0
        self.again = True
        if turn.is_blocked(self):
            self._end_round(BLOCKED)

    def _next_turn(self) -> None:
        self.again = False
        self.drawn = NONE
        self.turn = (self.turn + 1) % self.players

    def _end_at_target(self) -> None:
        """End the match in mid-round where a side has reached the target."""
        ending.look_at_target(self)
        if self.match_over:
            self.close(TARGET)
            if self.known:
                settlement.count_remaining(self)

    def _end_round(self, kind: int) -> None:
        self.close(kind)
        self.next_starter = settlement.next_starter(self)
        if self.known:
            settlement.settle(self)
        else:
            self.needs_remaining = True
            self.settle_code = REMAINING_NEEDED

    def end_redealt(self) -> None:
        """End the round without a tile; the next one is opened as this one would have been."""
        self.close(REDEAL)
        self.next_starter = self._due_starter
        self.searches = self._due_search
        if self.known:
            settlement.count_remaining(self)

    def close(self, kind: int) -> None:
        self.kind = kind
        self.round_over = True
        self.turn = NONE
        self.again = False
