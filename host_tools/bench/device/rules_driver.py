"""Plays random matches through the rules core: the same file on CPython and on MicroPython.

Nothing here allocates after construction and `set_up`, so that it can run under heap lock. Each
step may also try what must be refused, and take back and do again what was accepted.
"""

from domino.rules import audit, checking, codes, games
from domino.rules.match import Match
from domino.rules.tiles import HIGH, LOW

try:
    import rules_apart as apart
    import rules_checks as checks
    import rules_dealing as dealing
    import rules_state as state
except ImportError:  # CPython finds them in their package
    from host_tools.bench.device import rules_apart as apart
    from host_tools.bench.device import rules_checks as checks
    from host_tools.bench.device import rules_dealing as dealing
    from host_tools.bench.device import rules_state as state

KNOWN = dealing.KNOWN
KNOWN_UNORDERED = dealing.KNOWN_UNORDERED
UNKNOWN = dealing.UNKNOWN
UNKNOWN_NAMED = dealing.UNKNOWN_NAMED

SHOWS = 32  # rounds after which the players of a game without a target stop
FIELDS = 4  # bytes of a remembered action: kind, tile, on, port
CLOSED = 128  # beside the kind: the double was closed
DOUBLE_OF = b"\x00\x02\x05\x09\x0e\x14\x1b"  # by value

Trouble = checks.Trouble
want = checks.want


class Driver:
    """A dealer and up to four players who play at random, on a match of their own."""

    def __init__(self):
        self.match = Match()
        self.seed = 1
        self.mode = KNOWN
        self.hands = [0, 0, 0, 0]  # what the players hold, whatever the core knows
        self.yard = bytearray(28)  # the boneyard, drawn from the front
        self.drawn_count = 0
        self.yard_count = 0
        self.out = bytearray(64)
        self.done = bytearray(200 * FIELDS)  # this round's actions
        self.done_count = 0
        self.moves = bytearray(12)  # tile, on, port of each tile of a move of several
        self.opening = 0  # hash of the state at the round's opening
        self.actions = 0
        self.plays = 0
        self.draws = 0
        self.passes = 0
        self.redealt = 0
        self.searched = 0
        self.several = 0
        self.closed = 0
        self.refused = 0
        self.rounds = 0
        self.blocked = 0
        self.undone = 0  # rounds taken back to their opening and played again
        self.expected = [0, 0, 0, 0]  # scores as the sum of what was awarded
        self.honest = True  # players follow suit also where nobody could know that they do not
        self.check_every = 0  # 0: never; else one action in so many is checked and taken back

    def set_up(self, game, players, teams, mode, seed, options=()):
        """Begin a match; options are (name, value) pairs."""
        self.seed = seed or 1
        self.mode = mode
        want(games.load(game, self.match.rules) == codes.OK)
        for name, value in options:
            want(games.set_option(self.match.rules, name, value) == codes.OK)
        self.begin(players, teams)

    def begin(self, players, teams):
        """Begin a match under the rules that are loaded."""
        want(self.match.set_up(players, teams) == codes.OK)
        for side in range(4):
            self.expected[side] = 0

    def random(self, below):
        """Return a number from 0 to below - 1; 16-bit xorshift, so nothing passes 2**30."""
        x = self.seed
        x ^= x << 7 & 0xFFFF
        x ^= x >> 9
        x ^= x << 8 & 0xFFFF
        self.seed = x
        return x % below

    def play_match(self, most_rounds):
        """Play rounds until the match is over, or so many."""
        if self.match.way == games.PLAY_SHOW:
            most_rounds = min(most_rounds, SHOWS)
        for _ in range(most_rounds):
            if self.match.match_over:
                break
            self.play_round()

    def play_round(self):
        """Deal, play to the end, settle."""
        if self.match.way == games.PLAY_SHOW:
            apart.show_round(self)
            return
        self.open()
        while not self.match.round_over:
            self.step()
            want(self.done_count < 200)
        self.close()

    def open(self):
        """Shuffle, deal and open a round."""
        match = self.match
        for i in range(28):
            self.yard[i] = i
        self.shuffle(28)
        top = 28
        for seat in range(4):
            self.hands[seat] = 0
            if seat < match.players:
                for _ in range(match.deal):
                    top -= 1
                    self.hands[seat] |= 1 << self.yard[top]
        self.yard_count = top
        self.drawn_count = 0
        self.rounds += 1
        self.done_count = 0
        dealing.open_dealt(self, top)
        if self.check_every:
            self.opening = self.hash()

    def shuffle(self, n):
        """Shuffle the first n tiles of the yard."""
        for i in range(n - 1, 0, -1):
            k = self.random(i + 1)
            tile = self.yard[i]
            self.yard[i] = self.yard[k]
            self.yard[k] = tile

    def step(self):
        """Do one action for the seat to act."""
        checked = self.check_every and self.random(self.check_every) == 0
        before = 0
        if checked:
            if self.match.way:
                apart.try_errors(self)
            else:
                checks.try_errors(self)
            before = self.hash()
        self.choose()
        self.do(self.done_count - 1)
        if checked:
            want(checking.check(self.match, self.out))
            after = self.hash()
            want(self.match.undo() == codes.OK)
            want(self.hash() == before)
            self.do(self.done_count - 1)
            want(self.hash() == after)
        self.count()

    def choose(self):
        """Write down what the seat to act does next."""
        match = self.match
        if match.way:
            apart.choose(self)
            return
        tile = self.pick()
        if self.may_lay_several() and self.choose_doubles():
            return
        if tile != codes.NONE:
            k = 2 * self.random(match.choices(tile, self.out))
            self.note(codes.PLAY, tile, self.out[k], self.out[k + 1])
        elif match.boneyard_count > match.stays and self.may_draw():
            self.note(codes.DRAW, self.yard[self.drawn_count], 0, 0)
        else:
            self.note(codes.PASS, codes.NONE, 0, 0)

    def may_lay_several(self):
        """Whether a move of several doubles may be tried now; half of the time."""
        match = self.match
        if not match.rules[games.SEVERAL] or match.drawn != codes.NONE or not match.layout.count:
            return False
        return self.random(2) == 0

    def choose_doubles(self):
        """Write down a move of all doubles that fit, each maybe closed; False where none does."""
        match = self.match
        n = 0
        for value in range(7):
            tile = DOUBLE_OF[value]
            if n < match.rules[games.MOST_DOUBLES] and self.hands[match.turn] >> tile & 1:
                ways = match.choices(tile, self.out)
                if ways:
                    k = 2 * self.random(ways)
                    self.note(codes.MORE, tile, self.out[k], self.out[k + 1])
                    n += 1
        if n:
            self.done[(self.done_count - 1) * FIELDS] += codes.PLAY - codes.MORE
        return n > 0

    def may_draw(self):
        """Whether the game lets the seat draw now."""
        policy = self.match.rules[games.DRAW_POLICY]
        if policy == games.DRAW_ONE:
            return self.match.drawn == codes.NONE
        return policy != games.DRAW_NONE

    def pick(self):
        """Return a tile that may be played, NONE without one; after a draw only the drawn."""
        match = self.match
        if match.drawn != codes.NONE:
            tile = self.yard[self.drawn_count - 1]
            return tile if match.choices(tile, self.out) else codes.NONE
        hand = self.hands[match.turn]
        first = self.random(28)
        for i in range(28):
            tile = (first + i) % 28
            if hand >> tile & 1 and match.choices(tile, self.out):
                return tile
        return codes.NONE

    def note(self, kind, tile, on, port):
        """Write an action down."""
        at = self.done_count * FIELDS
        if kind == codes.PLAY or kind == codes.MORE:
            closes = self.match.rules[games.CLOSING] and HIGH[tile] == LOW[tile]
            if closes and self.random(4) == 0:
                kind += CLOSED
        self.done[at] = kind
        self.done[at + 1] = tile
        self.done[at + 2] = on
        self.done[at + 3] = port
        self.done_count += 1

    def do(self, which):
        """Do an action that was written down; it must be accepted."""
        match = self.match
        at = which * FIELDS
        tile = self.done[at + 1]
        seat = match.turn
        kind = self.done[at] & ~CLOSED
        if kind == codes.MORE:
            return  # done with the play that it belongs to
        if kind >= codes.BID:
            apart.do(self, kind, tile, seat)
            return
        if kind == codes.PLAY:
            if self.done[at] & CLOSED or self.first_of(which) != which:
                self.do_several(which)
            else:
                want(match.play(tile, self.done[at + 2], self.done[at + 3], seat) == codes.OK)
        elif kind == codes.DRAW:
            named = self.mode == KNOWN_UNORDERED or self.mode == UNKNOWN_NAMED
            want(match.draw(tile if named else codes.NONE, seat) == codes.OK)
        else:
            want(match.pass_turn(seat) == codes.OK)
        want(match.last_seat == seat)

    def first_of(self, which):
        """Return the place of the first tile of the move that a play ends."""
        while which and self.done[(which - 1) * FIELDS] & ~CLOSED == codes.MORE:
            which -= 1
        return which

    def do_several(self, which):
        """Do a move of several tiles, or one that closes a double."""
        match = self.match
        first = self.first_of(which)
        closed = 0
        for i in range(first, which + 1):
            at = i * FIELDS
            for k in range(3):
                self.moves[3 * (i - first) + k] = self.done[at + 1 + k]
            if self.done[at] & CLOSED:
                closed |= 1 << self.done[at + 1]
        n = which + 1 - first
        want(match.play_several(self.moves, n, closed, match.turn) == codes.OK)
        want(match.layout.closed & closed == closed)
        want(match.log.last_move() >> self.moves[0] & 1 == 1)

    def count(self):
        """Bring the players' hands and the figures up to date with the last action."""
        match = self.match
        at = (self.done_count - 1) * FIELDS
        kind = self.done[at] & ~CLOSED
        bit = 1 << self.done[at + 1] if kind == codes.PLAY or kind == codes.DRAW else 0
        seat = match.last_seat
        self.actions += 1
        if kind == codes.PLAY:
            self.plays += 1
            self.closed += self.done[at] & CLOSED != 0
            for i in range(self.first_of(self.done_count - 1), self.done_count - 1):
                self.hands[seat] &= ~(1 << self.done[i * FIELDS + 1])
                self.several += 1
            self.hands[seat] &= ~bit
            self.expected[match.side_of(seat)] += match.last_points
            if not match.way:
                checks.reason(self)
        elif kind == codes.DRAW:
            self.draws += 1
            self.hands[seat] |= bit
            self.drawn_count += 1
        elif kind == codes.PASS:
            self.passes += 1
        if match.way:
            apart.look(self)

    def close(self):
        """Settle, then now and then take the whole round back and play it again."""
        match = self.match
        if match.kind == codes.REDEAL:
            self.redealt += match.way  # others are counted as they are dealt
            return
        if match.needs_remaining:
            self.settle()
        if match.kind == codes.BLOCKED:
            self.blocked += 1
        if match.way:
            apart.settled(self)
        checks.check_scores(self)
        if self.check_every and self.random(self.check_every) == 0:
            self.undone += 1
            after = self.hash()
            while match.undo() == codes.OK:
                pass
            want(self.hash() == self.opening)
            want(match.undo() == codes.NOTHING_TO_UNDO)
            for i in range(self.done_count):
                self.do(i)
            if match.needs_remaining:
                self.settle()
            want(self.hash() == after)
        for side in range(match.sides):
            self.expected[side] += match.awards[side]

    def settle(self):
        """Give the tiles left, after a wrong answer; nobody who kept to the rules is accused."""
        match = self.match
        seat = self.random(match.players)
        want(match.open_round(codes.NONE) != codes.OK)
        right = self.hands[seat]
        self.hands[seat] ^= 1 << self.random(28)
        want(match.settle(self.hands) == codes.REMAINING_MISMATCH)
        self.hands[seat] = right
        want(match.settle(self.hands) == codes.OK)
        want(audit.check(match, self.hands, self.out) == 0)

    def hash(self):
        """Return a number that depends on everything an action may change."""
        return state.hash_of(self.match)
