"""A table fed with findings by hand, in place of scanner and chips; time moves only when told.

One step of a test is a short text:
    "5-5 d3"      a tile is laid on a slot          "-d3"        what lies there is lifted
    "1:0-3"       seat 1 shows a tile on its pad    "d3 two"     the reader finds two, unknown,
    "pass" "draw" "undo" "ok" "left" "right"                     foreign, dead, weak
    "wait 500"    ms pass                           "clear"      everything is lifted
    "a & b"       both in one lap of the scanner
"""

from domino.board import looks
from domino.rules import codes, games
from domino.rules.match import Match
from domino.table import events
from domino.table.placement import Placement
from domino.table.prepare import kind_of
from domino.table.resume import Resume
from domino.words import game_ids, ids
from host_tools.records.notation import ERRORS, tile_name, tile_number

NONE = codes.NONE
# fmt: off
KINDS = (
    "tile_down", "tile_up", "tap", "press", "accepted", "refused", "alert", "clear", "message"
)
# fmt: on
BUTTONS = ("pass", "draw", "undo", "ok", "menu", "left", "right")
FINDINGS = {
    "two": looks.TWO_TAGS,
    "unknown": looks.UNKNOWN,
    "foreign": looks.FOREIGN,
    "dead": looks.DEAD,
    "weak": looks.WEAK,
}
WORDS = {
    value: name.lower()
    for module in (ids, game_ids)
    for name, value in vars(module).items()
    if isinstance(value, int)
}


def word(number_of_message):
    """The name of a message id."""
    if ids.REFUSED < number_of_message < ids.LABEL_TURN:
        return ERRORS[number_of_message - ids.REFUSED]
    return WORDS[number_of_message]


def grid(columns, rows, linked=False):
    """The neighbours of a grid, north east south west; `linked`: opposite edges touch."""
    out = bytearray([NONE] * (columns * rows * 4))
    for row in range(rows):
        for column in range(columns):
            for d, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
                x, y = column + dx, row + dy
                if linked:
                    x, y = x % columns, y % rows
                if 0 <= x < columns and 0 <= y < rows:
                    out[(row * columns + column) * 4 + d] = y * columns + x
    return out


class Feed:
    """A table with a match of `game` on an 8 x 6 grid (or another), all slots seen empty."""

    def __init__(
        self,
        game="all-fives",
        players=2,
        teams=None,
        starters=(0,),
        columns=8,
        rows=6,
        linked=False,
        recheck=None,
        seen_after=None,
        seed=1,
        options=(),
        sweeps=True,
    ):
        self.columns, self.slots = columns, columns * rows
        self.match = Match()
        assert games.load(game, self.match.rules) == codes.OK
        for name, value in options:
            assert games.set_option(self.match.rules, name, value) == codes.OK
        assert self.match.set_up(players, teams) == codes.OK
        self.placement = Placement(self.match, self.slots, grid(columns, rows, linked))
        self.events, self.records = [], []
        self.seats = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}[players]
        self.table = kind_of(self.match.rules)(
            self.match,
            self.placement,
            4,
            self,
            lambda *entry: self.records.append(entry),
            recheck,
            seen_after,
        )
        self.view = self.table.view
        self.now_ms = 1000
        if self.match.rules[games.PLAY] == games.PLAY_TRICKS:
            self.table.seat_at(bytes(self.slot(name) for name in ("d5", "b3", "e2", "g4")))
        self.table.begin(self.seats, bytes(starters), seed)
        if sweeps:
            self.sweep()

    def sweep(self):
        """Every reader not seen yet is found empty."""
        for reader in range(self.slots + 4):
            if self.table.lying.here[reader] == looks.UNSEEN:
                self.table.on_finding(reader, looks.EMPTY, self.now_ms)
        self.settle()

    # -- the observer ------------------------------------------------------------------------
    def emit(self, kind, place, tile, code):
        self.events.append((KINDS[kind], place, tile, code))

    def told(self, *kinds):
        """The events of some kinds as texts: "alert d3 no_match"."""
        out = []
        for kind, place, _, code in self.events:
            if kind in kinds:
                where = f"seat{place - events.SEAT}" if place >= events.SEAT else self.name(place)
                out.append(f"{kind} {where} {word(code)}")
        return out

    # -- steps -------------------------------------------------------------------------------
    def slot(self, name):
        if name[0] == "p":
            return self.slots + int(name[1:])
        return (int(name[1:]) - 1) * self.columns + ord(name[0]) - ord("a")

    def name(self, reader):
        if reader >= self.slots:
            return f"p{reader - self.slots}" if reader != NONE else "-"
        return f"{chr(ord('a') + reader % self.columns)}{reader // self.columns + 1}"

    def find(self, reader, finding):
        self.table.on_finding(reader, finding, self.now_ms)

    def act(self, text):
        """Do one thing; time moves only for a wait and a tap."""
        words = text.split()
        if words[0] in BUTTONS:
            self.table.on_press(BUTTONS.index(words[0]), self.now_ms)
        elif words[0] == "wait":
            self.run(int(words[1]))
        elif words[0] == "clear":
            for reader in range(self.slots):
                if self.table.lying.here[reader] != looks.EMPTY:
                    self.find(reader, looks.EMPTY)
        elif words[0][0] == "-":
            self.find(self.slot(words[0][1:]), looks.EMPTY)
        elif ":" in words[0]:
            seat, tile = words[0].split(":")
            pad = self.slots + self.seats[int(seat)] if seat != "x" else self.slots + 1
            self.find(pad, tile_number(tile))
            self.run(600)
            self.find(pad, looks.EMPTY)
        elif words[1] in FINDINGS:
            self.find(self.slot(words[0]), FINDINGS[words[1]])
        else:
            self.find(self.slot(words[1]), tile_number(words[0]))

    def do(self, text):
        """Do the things of one step and let the table decide what is left to decide."""
        for part in text.split(" & "):
            self.act(part)
        self.settle()
        self.now_ms += 400

    def run(self, span_ms):
        """Let time pass; the table steps as often as it asks for."""
        end_ms = self.now_ms + span_ms
        while self.now_ms < end_ms:
            wait_ms = self.table.step(self.now_ms)
            self.now_ms = min(end_ms, self.now_ms + wait_ms)
        self.table.step(self.now_ms)

    def settle(self):
        """Wait until nothing is pending, at most 5 s."""
        self.table.step(self.now_ms)
        end_ms = self.now_ms + 5000
        while self.view.is_pending and self.now_ms < end_ms:
            self.run(20)

    # -- what there is to compare ------------------------------------------------------------
    def alerts(self):
        view = self.view
        return [
            f"{self.name(view.alert_slots[i])} {word(view.alert_kinds[i])}"
            for i in range(view.alerts)
        ]

    def state(self):
        """Everything a test may expect, by name."""
        view, layout = self.view, self.match.layout
        return {
            "message": word(view.message),
            "at": self.name(view.slot),
            "tile": tile_name(view.tile),
            "seat": view.seat if view.seat != NONE else None,
            "amount": view.amount,
            "index": view.index,
            "of": view.of,
            "on": tile_name(view.on),
            "port": view.port,
            "other": self.name(view.other),
            "alerts": self.alerts(),
            "turn": view.turn if view.turn != NONE else None,
            "total": view.total,
            "scores": [s / 2 for s in view.scores[: view.sides]],
            "round_over": view.is_round_over,
            "match_over": view.is_match_over,
            "winners": view.winners,
            "accepted": view.accepted,
            "layout": " ".join(tile_name(layout.order[i]) for i in range(layout.count)),
            "pending": view.is_pending,
            "round": view.round_number,
        }

    def play(self, steps):
        """Do steps given as (text, {name: expected}); the first difference fails with its step."""
        for i, (text, expected) in enumerate(steps):
            self.do(text)
            state = self.state()
            found = {name: state[name] for name in expected}
            assert found == expected, f"step {i} {text!r}"
            assert self.match.check(bytearray(64)), f"step {i} {text!r}: the core lost count"
        return self

    def restarted(self, lying=(), **about):
        """A table that a power cut made take up the records of this one; `lying`: "5-5 d3"."""
        again = type(self)(sweeps=False, **about)
        resume = Resume(again.match, again.placement)
        for entry in self.records:
            assert resume.take(*entry), entry
        again.table.resume(resume.accepted, resume.lot, resume.undone)
        for part in lying:
            again.act(part)
        again.sweep()
        return again
