"""A match: rounds, turns, scores, from the choice of the game to the last settlement.

Every call returns a code (codes.py) and a refused one changes nothing. All buffers are made once;
after construction nothing here allocates, neither a play nor a new round nor a new match.
Scores and awards are half points, a side each: 12.5 points are 25. Seats and sides count from 0.
"""

from array import array

from micropython import const

from domino.rules import ending, games, opening, policies, settlement, turn
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
    NOTHING,
    NOTHING_TO_UNDO,
    OK,
    OUT,
    PASS,
    PLAY,
    REDEAL,
    REDEALT,
    REMAINING_NEEDED,
    TARGET,
    TIMED_OUT,
    UNDO,
    UNFINISHED,
)
from domino.rules.layout import Layout
from domino.rules.log import DRAWN_UNSEEN, Log
from domino.rules.tiles import ALL, DOUBLES, PIPS, count, pips

# As in layout.py: constants of codes.py that every play uses.
_NONE = const(255)
_PLAY = const(1)
_HIGHEST_SCORE = const(32000)  # half points a correction may set; fits the array beside any award


class Match:
    """The state of one match; the attributes are for reading, the methods change them."""

    def __init__(self) -> None:
        """Make every buffer. Load a game into `rules`, then call `set_up`."""
        self.rules = array("h", bytearray(2 * games.SIZE))  # the parameters in force
        self.layout = Layout()
        self.log = Log()
        self.players = 2
        self.sides = 2
        self.teams = False
        self.deal = 0  # tiles a hand
        self.target = 0  # half points, 0 = none
        self.beyond = 0  # how far it must be passed, half points
        self.stays = 0  # boneyard tiles that nobody may draw
        self.scores = array("h", (0, 0, 0, 0))
        self.remembered = array("h", (0, 0, 0, 0))  # points of a score that is not open yet
        self.carried = 0  # a sum that waits for a later round, half points
        self._make_policies()
        self._make_round()
        self._make_result()

    def _make_policies(self) -> None:
        """What `set_up` reads from the rules, because every play asks for it."""
        self._multiple = 0  # totals that score, 0 = none do
        self._unit = 1  # raw points that make a point
        self.next_after_out = 0  # games.NEXT_OUT and NEXT_BLOCKED
        self.next_after_block = 0
        self._goes_on = False  # a double or a scoring tile lets the turn go on
        self.declares_fish = False
        self._ends_early = False  # a round may be blocked while a tile may be drawn
        self._headers = False  # equal ends score
        self.several = None  # modules of policies that few games have, None until one needs them
        self.search = None
        self.headers = None
        self.penalties = None
        self.accounts = None
        self.hundred = None

    def _make_round(self) -> None:
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
        self._undrawn = 0  # the boneyard as a mask (known hands)
        self._ordered = False
        self._named = 0  # tiles that draws have named (unknown hands)

        self.last_action = NOTHING  # codes.PLAY, DRAW, PASS, CORRECT, UNDO, REDEALT, TIMED_OUT
        self.last_seat = NONE
        self.last_tile = NONE
        self.last_on = NONE
        self.last_port = NONE  # normalised
        self.last_raw = 0  # pips that scored
        self.last_points = 0  # half points
        self.refused_move = 0  # which tile of a move of several could not be laid

    def _make_result(self) -> None:
        self.remaining = array("h", (-1, -1, -1, -1))  # pips left by seat, -1 unknown
        self.side_pips = array("h", (0, 0, 0, 0))  # the same by side, for the settlement
        self.awards = array("h", (0, 0, 0, 0))  # the settlement, by side: changes of the scores,
        self.remembered_change = array("h", (0, 0, 0, 0))  # of what is remembered,
        self.carried_change = 0  # and of the carried sum
        self.timed_out = NONE  # the seat whose time ran out
        self.round_winners = 0  # masks of sides
        self.winners = 0
        self.next_starter = NONE  # NONE: a lot, the next hands, or the match is over
        self.searches = False  # the next hands decide who opens
        self.starter_found = NONE  # what opening.check_starter found
        self.openers_found = ALL
        self.openers = ALL  # the tiles that may open the round, a mask
        self._due_starter = NONE  # next_starter and searches as this round was opened
        self._due_search = False
        self.needs_remaining = False  # unknown hands, round ended, settle() still due
        self.settle_code = OK  # why the next round cannot open: REMAINING_NEEDED or _MISMATCH

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
        deal = rules[games.DEAL + players - 2]
        if deal * players + rules[games.RESERVE] > 28:
            return BAD_OPTION
        self.players = players
        self.teams = bool(teams)
        self.sides = 2 if teams else players
        self.deal = deal
        self.target = 2 * rules[games.TARGET_POINTS + players - 2]
        self.beyond = rules[games.TARGET_PASSED]
        self._read_rules()
        for side in range(4):
            self.scores[side] = self.remembered[side] = 0
        self.carried = 0
        self.round_number = -1
        self.starter = NONE
        self.match_over = False
        self._clear_round()
        self.searches = rules[games.OPENING] != games.BY_LOT
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
            self._open(self.starter_found, False)
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
        if code == OK:
            code = opening.check_deal(self, hands, boneyard if ordered else None, boneyard_count)
        is_redealt = code == OK and opening.is_redealt(self, hands)
        if code == OK and not is_redealt:
            code = opening.check_starter(self, starter, hands)
        if code != OK:
            return code
        self._open(NONE if is_redealt else self.starter_found, True)
        self._ordered = ordered
        for seat in range(self.players):
            self.hands[seat] = hands[seat]
            self.pips[seat] = pips(hands[seat])
            self._undrawn &= ~hands[seat]
        if ordered:
            for i in range(boneyard_count):
                self._boneyard[i] = boneyard[boneyard_count - 1 - i]
        if is_redealt:
            self._end_redealt()
        return OK

    def side_of(self, seat: int) -> int:
        """Return the side that a seat plays for."""
        return seat & 1 if self.teams else seat

    # -- Actions ----------------------------------------------------------------------------

    def play(self, tile: int, on: int = NONE, port: int = NONE, seat: int = NONE) -> int:
        """Lay a tile on a port of a tile; NONE where left out.

        AMBIGUOUS_PORT means that `choices` has more than one.
        """
        code = turn.may_lay(self, tile, seat)
        if code:
            return code
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

    def play_several(self, moves: bytearray, n: int, closed: int, seat: int = NONE) -> int:
        """Lay n tiles in one move and close the doubles of a mask; all or nothing.

        `moves` holds tile, on, port for each, NONE where left out; accepted, it names where they
        went. Refused, `refused_move` is the place of the one that could not be laid. One tile may
        be any that `play` takes.
        """
        if self.several is None:
            return turn.may_act(self, NONE) or NOT_IN_THIS_GAME
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
            if tile == NONE or not self._undrawn >> tile & 1:
                return BAD_DEAL
        elif tile != NONE and self._named >> tile & 1:
            return BAD_DEAL
        self._take(tile)
        return OK

    def pass_turn(self, seat: int = NONE) -> int:
        """Pass: without a play, and with nothing left to draw."""
        code = turn.may_pass(self, seat)
        if code != OK:
            return code
        self.log.push(PASS, self.turn, NONE, self.layout.values)
        self._note(PASS, NONE)
        self.passes += 1
        if turn.is_blocked(self):
            self._end_round(BLOCKED)
        else:
            self._next_turn()
        return OK

    def redeal(self, seat: int = NONE) -> int:
        """End the round before its first tile: the players say that the rules deal again."""
        code = turn.may_redeal(self, seat)
        if code == OK:
            self.log.push(REDEALT, self.turn, NONE, 0)
            self._note(REDEALT, NONE)
            self._end_redealt()
        return code

    def time_out(self, seat: int) -> int:
        """End the match against a seat whose time ran out; the round stays unfinished."""
        code = turn.may_time_out(self, seat)
        if code == OK:
            self.log.push(TIMED_OUT, self.turn, NONE, 0)
            self._note(TIMED_OUT, NONE)
            self._close(UNFINISHED)
            self.timed_out = seat
            self.winners = (1 << self.sides) - 1 & ~(1 << self.side_of(seat))
            self.match_over = True
        return code

    def correct(self, side: int, half_points: int) -> int:
        """Set a side's score by hand; the turn stays, the match may end."""
        code = turn.may_act(self, NONE)
        if code != OK:
            return code
        if side >= self.sides or not 0 <= half_points <= _HIGHEST_SCORE:
            return BAD_RECORD
        self.log.push(CORRECT, self.turn, side, self.scores[side])
        self._note(CORRECT, NONE)
        self.scores[side] = half_points
        self._end_at_target()
        return OK

    def undo(self) -> int:
        """Take back the last accepted action of the round, with all that it ended.

        `last_tile` is then the tile taken back.
        """
        log = self.log
        if not log.count:
            return NOTHING_TO_UNDO
        self._reopen()
        log.pop()
        if log.kind == PLAY:
            self._untake_play(log.tile, log.seat, log.score)
            while log.is_more():
                log.pop()
                self._untake_play(log.tile, log.seat, 0)
        elif log.kind == DRAW:
            self._untake_draw(log.tile, log.seat)
        elif log.kind == CORRECT:
            self.scores[log.tile] = log.score
        self.turn = log.seat
        self.drawn = log.drawn
        self.passes = log.passes
        self.again = log.again
        self._note(UNDO, NONE if log.kind == CORRECT else log.tile)
        return OK

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

        Return how many, 0 where the tile may not be played; (NONE, NONE) opens the table.
        Interchangeable ports count once. `out` needs 32 bytes.
        """
        if turn.may_lay(self, tile, NONE) != OK:
            return 0
        if self.layout.count:
            return self.layout.choices(tile, out)
        out[0] = out[1] = NONE
        return 1

    def check(self, scratch: bytearray) -> bool:
        """Count everything again and compare; `scratch` of 64 bytes. For tests and debugging."""
        tiles = self.layout.count + self.boneyard_count
        for seat in range(self.players):
            tiles += self.counts[seat]
        if tiles != 28 and self.round_number >= 0:
            return False
        return self.layout.check(scratch) and (not self.known or self._check_known())

    # -- Inside: opening --------------------------------------------------------------------

    def _open(self, starter: int, known: bool) -> None:
        self._due_starter = self.next_starter
        self._due_search = self.searches
        self._clear_round()
        self.openers = self.openers_found
        self.known = known
        self.starter = self.turn = starter
        self.round_number += 1
        for seat in range(self.players):
            self.counts[seat] = self.deal
        self.boneyard_count = 28 - self.players * self.deal

    def _clear_round(self) -> None:
        self.layout.reset(self.rules)
        self.log.clear()
        self.again = self.round_over = self.known = False
        self.drawn = NONE
        self.passes = 0
        self._clear_result()
        self._undrawn = ALL
        self._named = 0
        self.boneyard_count = 0
        for seat in range(4):
            self.hands[seat] = self.counts[seat] = self.pips[seat] = 0
        self.last_seat = self.last_on = self.last_port = NONE
        self._note(NOTHING, NONE)

    def _clear_result(self) -> None:
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
        if self.last_points and self._is_at_target(seat & 1 if self.teams else seat):
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
        self._note(DRAW, tile)
        self.boneyard_count -= 1
        self.counts[seat] += 1
        self.drawn = tile if tile != NONE else DRAWN_UNSEEN
        if self.known:
            self.hands[seat] |= 1 << tile
            self.pips[seat] += PIPS[tile]
            self._undrawn &= ~(1 << tile)
        elif tile != NONE:
            self._named |= 1 << tile
        self.passes = 0
        self.again = True
        if turn.is_blocked(self):
            self._end_round(BLOCKED)

    def _note(self, action: int, tile: int) -> None:
        """Set what the last action was, where it is no play."""
        self.last_action = action
        if action != NOTHING:
            self.last_seat = self.turn
        self.last_tile = tile
        if action != UNDO:
            self.last_on = self.last_port = NONE
        self.last_raw = self.last_points = 0

    def _next_turn(self) -> None:
        self.again = False
        self.drawn = NONE
        self.turn = (self.turn + 1) % self.players

    def _is_at_target(self, side: int) -> bool:
        return 0 < self.target <= self.scores[side] - self.beyond

    def _end_at_target(self) -> None:
        """End the match in mid-round where a side has reached the target."""
        ending.look_at_target(self)
        if self.match_over:
            self._close(TARGET)
            if self.known:
                settlement.count_remaining(self)

    def _end_round(self, kind: int) -> None:
        self._close(kind)
        self.next_starter = settlement.next_starter(self)
        if self.known:
            settlement.settle(self)
        else:
            self.needs_remaining = True
            self.settle_code = REMAINING_NEEDED

    def _end_redealt(self) -> None:
        """End the round without a tile; the next one is opened as this one would have been."""
        self._close(REDEAL)
        self.next_starter = self._due_starter
        self.searches = self._due_search
        if self.known:
            settlement.count_remaining(self)

    def _close(self, kind: int) -> None:
        self.kind = kind
        self.round_over = True
        self.turn = NONE
        self.again = False

    # -- Inside: taking back ----------------------------------------------------------------

    def _reopen(self) -> None:
        """Take back the end of the round or of the match, its settlement too."""
        if not self.round_over:
            return
        for side in range(self.sides):
            self.scores[side] -= self.awards[side]
            self.remembered[side] -= self.remembered_change[side]
        self.carried -= self.carried_change
        if not self.known:
            for seat in range(4):
                self.hands[seat] = self.pips[seat] = 0
        self._clear_result()
        self.round_over = self.match_over = False

    def _untake_play(self, tile: int, seat: int, points: int) -> None:
        self.last_on = self.layout.parent[tile]
        self.layout.take_back()
        self.scores[self.side_of(seat)] -= points
        self.counts[seat] += 1
        if self.known:
            self.hands[seat] |= 1 << tile
            self.pips[seat] += PIPS[tile]

    def _untake_draw(self, tile: int, seat: int) -> None:
        self.boneyard_count += 1
        self.counts[seat] -= 1
        if self.known:
            self.hands[seat] &= ~(1 << tile)
            self.pips[seat] -= PIPS[tile]
            self._undrawn |= 1 << tile
        elif tile != NONE:
            self._named &= ~(1 << tile)

    # -- Inside: checking -------------------------------------------------------------------

    def _check_known(self) -> bool:
        seen = self.layout.on_table | self._undrawn
        tiles = self.layout.count + self.boneyard_count
        for seat in range(self.players):
            seen |= self.hands[seat]
            tiles += count(self.hands[seat])
            if count(self.hands[seat]) != self.counts[seat]:
                return False
            if pips(self.hands[seat]) != self.pips[seat]:
                return False
        return seen == ALL and tiles == 28
