"""Faults and mishaps that befall a match of the simulated players, and what the table must show.

A `Troubles` stands beside the players: before each turn it may break a reader, bring a foreign
tag, or swap two tiles, as scenario steps with their expects; it knows which alerts stand, and
which slots nobody would use. Everything follows from the seed.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from domino.rules import codes
from host_tools import boards
from host_tools.records.notation import tile_name
from host_tools.sim import menu_troubles, mishaps

if TYPE_CHECKING:
    from host_tools.sim.players import _Players as Table

NONE = codes.NONE
SHARE = 0.12  # of the turns bring trouble
LOSS = 0.05  # of the frames in either direction, at every reader of a lossy match
_MOST_DEAD = 3
_GHOST_LOSS = ((0.0, 0.0), (0.0, 0.4), (0.4, 0.9))  # as strong as its own, strong, faint
_DEADLY = (
    "reader_dead", "reader_stuck_busy", "reader_reset_stuck", "reader_unplugged"
)  # fmt: skip
_BITS = ("bit_low", "bit_high")
_HALF_DEADLY = ("reader_antenna_off", "reader_crypto_stuck", "reader_forgets")
_HEALABLE = (*_HALF_DEADLY, "reader_stuck_busy")
_PASSING = ("reader_hung",)  # until its reset pin is pulsed
_FOUND_MS = 5000  # a half-dead reader is found out by then
_WIRES_MS = 16_000  # and what is wrong with its wires
_SEEN_MS = 4000  # a second tag is heard by then
_START_MS = 4000  # from power-on until the tiles on all slots are known again
_SLOW_TAP_MS = 2000
_LATE_ABOVE_KHZ = (700, 1500, 3000)
_BACK_MS = 36_000  # the longest wait for a probe, and the looks after it


class Troubles:
    """`share`: how often a turn brings trouble, from 0 to 1. `is_mended`: at the end everything is
    put right, as another match follows on the same table."""

    def __init__(self, seed: str, share: float = SHARE, is_mended: bool = False) -> None:
        self.random = random.Random(seed)
        self.share = share
        self.is_mended = is_mended
        self.loss = LOSS if self.random.random() < 0.6 else 0.0
        self.dead: dict[int, int] = {}  # reader -> turns until it is mended
        self.said: dict[int, str] = {}  # what is said of those: kinds of alerts
        self.is_late = False  # the readers' bus has had a slower clock since then
        # The board lists the tags, so one that says another tile is told.
        self.is_enrolled = not is_mended and self.random.random() < 0.3
        self.haunted: set[int] = set()
        self.counts = dict.fromkeys(("faults", *_KINDS), 0)

    def begin(self, table: Table) -> None:
        """At power-on."""
        self.board = boards.load(table.seating.board)
        self.known = mishaps.known_to(self.board)
        self.unnoticed = mishaps.of_board(self.board)
        # A PN532 that loses frames may need several searches, which people wait for.
        is_slow = self.loss and self.board["readers"]["chip"] == "pn532"
        self.tap = {"hold_ms": _SLOW_TAP_MS} if is_slow else {}
        if self.loss:
            for reader in range(len(table.places)):
                self._lossy(table, reader)
        if not self.is_mended:
            table.step({"after_ms": _START_MS}, expect={"accepted": 0})

    def before_turn(self, table: Table) -> None:
        """Perhaps something happens; what was broken may be mended."""
        for reader in self.dead:
            self.dead[reader] -= 1
        if any(left <= 0 for left in self.dead.values()):
            self.mend(table)
        if table.match.layout.count and self.random.random() < self.share:
            kind = self.random.choice(list(_KINDS))
            if _KINDS[kind](self, table):
                self.counts[kind] += 1
                self.counts["faults"] += 1

    def before_clear(self, table: Table) -> None:
        """A round is over: the neighbours' tags go with it."""
        for reader in sorted(self.haunted):
            self._mend_one(table, reader)
        self.haunted.clear()

    def at_end(self, table: Table) -> None:
        """The match is over."""
        if not self.is_mended:
            return
        self.before_clear(table)
        if self.dead:
            self.mend(table)
        if self.loss:
            self.loss = 0.0
            for reader in range(len(table.places)):
                self._mend_one(table, reader)

    def before_taps(self, table: Table) -> None:
        """The pads are wanted: whoever sits there sees to his."""
        if any(reader >= table.slots for reader in self.dead):
            self.mend(table)

    def mend(self, table: Table) -> None:
        """All dead readers come back."""
        for reader in sorted(self.dead):
            self._mend_one(table, reader)
        self.dead.clear()
        table.step({"after_ms": _BACK_MS}, expect={"alerts": self.alerts(table)})

    def alerts(self, table: Table, *more: tuple[int, str]) -> list[dict]:
        """Those that stand, and `more` of (reader, kind)."""
        shown = [(reader, self.said[reader]) for reader in self.dead] + list(more)
        return [{"slot": table.places[reader], "kind": kind} for reader, kind in sorted(shown)]

    def is_usable(self, slot: int) -> bool:
        """Whether a player would lay a tile there."""
        return slot not in self.dead

    # -- steps -----------------------------------------------------------------------------
    def _mend_one(self, table: Table, reader: int) -> None:
        table.step({"fault": "none", "slot": table.places[reader], "after_ms": 0})
        if self.loss:
            self._lossy(table, reader)

    def _lossy(self, table: Table, reader: int) -> None:
        name = table.places[reader]
        table.step({"fault": "weak_field", "slot": name, "loss": self.loss, "after_ms": 0})

    def _fault(self, table: Table, kind: str, reader: int, expect: dict, **fields: object) -> None:
        table.step({"fault": kind, "slot": table.places[reader], **fields}, expect=expect)

    def _some(self, readers: list[int]) -> int:
        usable = [r for r in readers if r not in self.dead and r not in self.haunted]
        return self.random.choice(usable) if usable else NONE

    def _laid(self, table: Table) -> int:
        return self._some([slot for slot in range(table.slots) if table.laid(slot) != NONE])

    def _free(self, table: Table) -> int:
        return self._some([slot for slot in range(table.slots) if table.laid(slot) == NONE])

    def _of(self, kinds: tuple[str, ...]) -> list[str]:
        """Those that this board's readers can have."""
        return [kind for kind in kinds if kind in self.known]

    # -- kinds: each does its steps, or says that it cannot ----------------------------------
    def _die(self, table: Table) -> bool:
        reader = self._some(list(range(len(table.places))))
        if reader == NONE or len(self.dead) >= _MOST_DEAD:
            return False
        kind = self.random.choice(self._of(_DEADLY + _HALF_DEADLY + _BITS))
        self.dead[reader] = self.random.randrange(1, 8)
        self.said[reader] = "one_bit" if kind in _BITS else "slot_dead"
        expect = {"alerts": self.alerts(table)}
        if kind in _DEADLY:
            self._fault(table, kind, reader, expect)
            return True
        fields = {"bit": self.random.randrange(8)} if kind in _BITS else {}
        table.step({"fault": kind, "slot": table.places[reader], **fields})
        table.step({"after_ms": _WIRES_MS if kind in _BITS else _FOUND_MS}, expect=expect)
        return True

    def _heal(self, table: Table) -> bool:
        """Something that the next soft reset puts right: nobody notices."""
        reader = self._some(list(range(table.slots)))
        kinds = self._of(_HEALABLE + _PASSING)
        if reader == NONE or not kinds:
            return False
        kind = self.random.choice(kinds)
        heals = {} if kind in _PASSING else {"heals": True}
        table.step({"fault": kind, "slot": table.places[reader], **heals})
        table.step({"after_ms": _FOUND_MS}, expect=self.as_before(table))
        return True

    def _haunt(self, table: Table) -> bool:
        """A free slot hears the tag of the tile beside it, for the rest of the round."""
        laid = self._laid(table)
        near = [] if laid == NONE else table.free_near(laid)
        slot = self._some(near)
        if slot == NONE:
            return False
        loss = round(self.random.uniform(*self.random.choice(_GHOST_LOSS)), 2)
        of = table.places[laid]
        table.step({"fault": "ghost", "slot": table.places[slot], "of": of, "loss": loss})
        self.haunted.add(slot)
        return True

    def _two_tags(self, table: Table) -> bool:
        slot = self._laid(table)
        if slot == NONE:
            return False
        expect = {"message": "two_tiles", "alerts": self.alerts(table, (slot, "two_tiles"))}
        # Where frames get lost one look of ten hears the one that lay there alone, and a UID is
        # read every other second.
        table.step({"fault": "two_tags", "slot": table.places[slot]})
        table.step({"after_ms": _SEEN_MS}, expect=expect)
        self._mend_one(table, slot)
        table.step({}, expect=self.as_before(table))
        return True

    def _bring(self, table: Table) -> bool:
        slot = self._free(table)
        if slot == NONE:
            return False
        kind = self.random.choice(("foreign_tag", "unknown_tag"))
        self._fault(table, kind, slot, {"alerts": self.alerts(table, (slot, kind))})
        table.step({"lift": table.places[slot]}, expect=self.as_before(table))
        return True

    def _forge(self, table: Table) -> bool:
        """A second tag for a tile that lies already, clone or not."""
        home, slot = self._laid(table), self._free(table)
        if NONE in (home, slot) or slot in table.free_near(home):
            return False
        is_clone = self.random.random() < 0.5
        forged = [(home, "counterfeit"), (slot, "counterfeit")]
        if self.is_enrolled and not is_clone:
            forged = [(slot, "tag_changed")]
        fields = {"tile": tile_name(table.laid(home)), "same_uid": is_clone}
        self._fault(table, "swap", slot, {"alerts": self.alerts(table, *forged)}, **fields)
        table.step({"lift": table.places[slot]}, expect=self.as_before(table))
        return True

    def _rewrite(self, table: Table) -> bool:
        """A tile comes to a free slot whose tag a phone wrote another tile into, or none. The
        table has not read it since its start: what it read it goes by the UID of."""
        slot = self._free(table)
        is_first = table.counts["rounds"] == 0
        if not (self.is_enrolled and is_first and table.boneyard) or slot == NONE:
            return False
        tile, says = self.random.choice(table.boneyard), self.random.randrange(28)
        fields = {"tile": tile_name(tile)}
        if says != tile:
            fields["says"] = tile_name(says)
        alerts = self.alerts(table, (slot, "tag_changed"))
        self._fault(table, "tag_changed", slot, {"alerts": alerts}, **fields)
        table.step({"lift": table.places[slot]}, expect=self.as_before(table))
        return True

    def _swap(self, table: Table) -> bool:
        """Two laid tiles change places, and are put right again."""
        one, other = self._laid(table), self._laid(table)
        if NONE in (one, other) or one == other:
            return False
        expect = {"alerts": self.alerts(table, (one, "place_back"), (other, "place_back"))}
        tiles = table.laid(one), table.laid(other)
        for slots in ((other, one), (one, other)):
            table.step({"lift": table.places[one]})
            table.step({"lift": table.places[other]}, expect=expect)
            for tile, slot in zip(tiles, slots, strict=True):
                table.step({"place": tile_name(tile), "slot": table.places[slot]})
            table.step({}, expect=expect if slots[0] == other else self.as_before(table))
        return True

    def _hold(self, table: Table) -> bool:
        """Another device holds the readers' bus for some seconds."""
        if self.dead or self.random.random() < 0.8 or "bus_held" not in self.known:
            return False
        slot = self.random.randrange(table.slots)
        reads = self.random.choice(("00", "ff"))
        table.step({"fault": "bus_held", "slot": table.places[slot], "reads": reads})
        table.step({"after_ms": 3000}, expect={"message": "bus_held"})
        self._mend_one(table, slot)
        table.step({"after_ms": _BACK_MS}, expect=self.as_before(table))
        return True

    def _delay(self, table: Table) -> bool:
        """What readers say arrives late at the clock of their bus, which is lowered."""
        if self.dead or self.is_late or self.is_mended or "reads_late" not in self.known:
            return False
        self.is_late = True
        slot = table.places[self.random.randrange(table.slots)]
        above = self.random.choice(_LATE_ABOVE_KHZ)
        table.step({"fault": "reads_late", "slot": slot, "above_khz": above})
        expect = {"message": "reads_late", **self.as_before(table)}
        table.step({"after_ms": _WIRES_MS}, expect=expect)
        return True

    def _bear(self, table: Table) -> bool:
        """A fault that the table makes good by itself (mishaps.py)."""
        one = self.random.choice(self.unnoticed)
        place = {}
        if one.where == mishaps.SLOT:
            reader = self._some(list(range(len(table.places))))
            if reader == NONE:
                return False
            place = {"slot": table.places[reader]}
        table.step({"fault": one.fault, **place, **one.drawn(self.random)})
        table.step({"after_ms": one.lasts_ms}, expect=self.as_before(table))
        if one.ends and place:
            self._mend_one(table, reader)
        elif one.ends:
            table.step({"fault": "none", "after_ms": 0})
        return True

    def _cut_power(self, table: Table) -> bool:
        """The power fails and comes back; everything lies as it did."""
        if self.dead:
            return False
        table.step({"power": "cut"})
        table.step({"power": "on", "after_ms": self.random.choice((50, 300, 2000))})
        start_ms = _WIRES_MS if self.is_late else _START_MS
        table.step({"after_ms": start_ms}, expect=self.as_before(table))
        return True

    def as_before(self, table: Table) -> dict:
        """What the table shows when all is as it was."""
        return {"alerts": self.alerts(table), "accepted": table.accepted}


_KINDS = {
    "died": Troubles._die,
    "healed": Troubles._heal,
    "ghosts": Troubles._haunt,
    "two_tags": Troubles._two_tags,
    "foreign": Troubles._bring,
    "forged": Troubles._forge,
    "swapped": Troubles._swap,
    "held": Troubles._hold,
    "rewritten": Troubles._rewrite,
    "late": Troubles._delay,
    "unnoticed": Troubles._bear,
    "power": Troubles._cut_power,
    "menu": menu_troubles.look_into,
    "handed_over": menu_troubles.hand_over,
    "corrected": menu_troubles.correct,
}
