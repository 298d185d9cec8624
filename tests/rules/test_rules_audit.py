"""The audit of unknown hands in the core: against a second one, with players who hold back."""

import random

import pytest

from domino.rules import audit, codes
from tests import micropython
from tests.rules import core, slow_audit

OUT = bytearray(64)


def found(match, hands, room=200 * 3) -> list:
    """(place in the log, seat, tile held) of every finding."""
    out = bytearray(room)
    n = audit.check(match, hands, out)
    return [tuple(out[at : at + 3]) for at in range(0, min(3 * n, room), 3)]


class Liars:
    """A round of unknown hands in which players now and then say that nothing fits."""

    def __init__(self, chance, game, players, teams, deal, named):
        self.chance, self.named = chance, named
        self.match = match = core.new_match(game, players, teams, deal=deal, target=10000)
        deck = list(range(28))
        chance.shuffle(deck)
        self.hands = [{deck.pop() for _ in range(deal)} for _ in range(players)]
        self.deck = deck
        self.said = []  # slow_audit.Said
        assert match.open_round(0) == codes.OK
        while not match.round_over:
            self.act()
        self.left = [sum(1 << tile for tile in hand) for hand in self.hands]
        assert match.settle(self.left + [0] * (4 - players)) == codes.OK

    def act(self):
        match = self.match
        hand = self.hands[match.turn]
        tiles = sorted(hand if match.drawn == codes.NONE else {self.last})
        tiles = [tile for tile in tiles if match.choices(tile, OUT)]
        lies = match.layout.count and self.chance.random() < 0.2
        if tiles and not lies and self.say("play", self.chance.choice(tiles)):
            return
        if not self.say("draw", self.deck[-1] if self.deck else None):
            assert self.say("pass", None) or self.say("play", self.chance.choice(tiles))

    def say(self, kind, tile) -> bool:
        """Do it if the core takes it, and write it down."""
        match = self.match
        seat, playable = match.turn, match.layout.playable
        fits = {number for number in range(28) if playable >> number & 1}
        if kind == "play":
            n = match.choices(tile, OUT)
            k = 2 * self.chance.randrange(n)
            if match.play(tile, OUT[k], OUT[k + 1]) != codes.OK:
                return False
            self.hands[seat].remove(tile)
        elif kind == "draw":
            if tile is None or match.draw(tile if self.named else codes.NONE) != codes.OK:
                return False
            self.last = self.deck.pop()
            self.hands[seat].add(tile)
            tile = tile if self.named else None
        elif match.pass_turn() != codes.OK:
            return False
        self.said.append(slow_audit.Said(seat, kind, fits, tile))
        return True


@pytest.mark.parametrize("game, players, teams, rounds", core.tables(60))
def test_a_second_audit_finds_the_same(game, players, teams, rounds):
    chance = random.Random(f"{game} {players} {teams}")
    accused = 0
    for number in range(rounds):
        deal = chance.choice((3, 5, 6))
        one = Liars(chance, game, players, teams, deal, named=number % 2 == 1)
        expected = slow_audit.contradictions(one.said, one.hands)
        assert found(one.match, one.left) == expected
        accused += len(expected)
    assert accused > 0


def played(deal, *actions):
    """A round of two players; "forgotten" marks the draw before it as made earlier."""
    match = core.new_match("draw", 2, deal=deal)
    match.open_round(0)
    for action in actions:
        if action == "forgotten":
            match.log.excuse()
        else:
            core.do(match, action)
    return match


def settled(match, *left):
    hands = [core.tiles(hand) for hand in left]
    assert match.settle(hands) == codes.OK
    return [(place, seat, core.name_of(tile)) for place, seat, tile in found(match, hands)]


def test_what_was_taken_back_was_never_said():
    match = played(2, "1-2", "draw", "1-3 on 1-2", "2-5 on 1-2")
    assert settled(match, "", "0-0 2-4") == [(1, 1, "2-4")]
    core.do(match, "undo", "undo", "undo", "2-3 on 1-2", "3-4 on 2-3")
    assert settled(match, "", "2-4") == []


# What each table saw, the tiles left of seat 0 and of seat 1, and what is found.
PRESSED = ("1-2", "2-5 on 1-2", "draw", "?", "1-6 on 1-2", "5-5 on 2-5")
LATE = (
    *("1-2", "draw", "2-3 on 1-2", "3-3 on 2-3", "3-5 on 3-3", "draw", "5-5 on 3-5"),
    *("5-6 on 5-5", "draw", "6-6 on 5-6", "draw", "?", "1-6 on 6-6", "1-1 on 1-6"),
)
FORGOTTEN = {
    "it says nothing of its own": (2, PRESSED, ("1-4", ""), [(2, 0, "1-4")]),
    "what it brought may have come before": (3, LATE, ("", "2-4"), [(1, 1, "2-4")]),
}


@pytest.mark.parametrize("name", FORGOTTEN)
def test_a_draw_that_was_forgotten(name):
    """The table puts it in when the last tile lies; what it brought came some time before."""
    deal, actions, left, expected = FORGOTTEN[name]
    as_said = [action for action in actions if action != "?"]
    assert settled(played(deal, *as_said), *left) == expected
    marked = ["forgotten" if action == "?" else action for action in actions]
    assert settled(played(deal, *marked), *left) == []


def test_findings_beyond_the_room_are_counted():
    match = played(
        *(4, "1-2", "draw", "2-3 on 1-2", "3-4 on 2-3", "draw", "4-5 on 3-4", "5-5 on 4-5"),
        *("draw", "5-6 on 5-5", "6-6 on 5-6"),
    )
    hands = [0, core.tiles("1-3 0-0 0-2 0-3")]
    assert match.settle(hands) == codes.OK
    assert [place for place, _, _ in found(match, hands)] == [1, 4, 7]
    for room, written in ((0, []), (5, [1]), (6, [1, 4])):
        out = bytearray(b"\xff" * room)
        assert audit.check(match, hands, out) == 3
        assert [place for place in out[::3] if place != 255] == written


@pytest.mark.parametrize("run", [micropython.run, micropython.run32])
def test_the_audit_allocates_nothing(run):
    assert run("audit_heap.py").strip() == "True 1 [1, 1, 12] 0"
