"""The steps of a board scenario (FORMATS.md), read and checked one after the other.

What lies where, what a fault brought, and whether there is power follows from the steps before.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from host_tools.records.notation import perhaps, quote
from host_tools.sim import expected, fault_kinds
from host_tools.sim.scenario_fields import Fields

BUTTONS = ("pass", "draw", "undo", "ok", "menu", "left", "right")
_BEGIN_A_MATCH = ("menu", "ok")  # the menu, a rematch, a safe start: other players, perhaps
ACTS = ("place", "lift", "press", "tap", "fault", "power", "hang", "clear")
_ALLOWED = {
    "place": {"place", "slot"},
    "lift": {"lift"},
    "press": {"press", "seat", "hold_ms"},
    "tap": {"tap", "seat", "hold_ms"},
    "fault": {"fault", "slot"} | fault_kinds.ALL_FIELDS,
    "clear": {"clear"},
    "hang": {"hang"},
    "power": {"power", "write", "done", "button", "hold_ms"},
}
_KNOWN = {"after_ms", "expect", "note"}.union(*_ALLOWED.values())
_LONGEST_MS = 24 * 3600 * 1000


@dataclass(frozen=True)
class Step:
    """One physical act, or none; `expect` is looked at when the table has settled after it."""

    number: int
    act: str | None
    value: object
    reader: int | None
    seat: int | None
    after_ms: int
    hold_ms: int
    expect: dict | None
    fault: dict = field(default_factory=dict)
    write: int = 0  # power cut: in which write of the flash from now on, 0 for now,
    done: float = 0.5  # and how much of it is done
    button: str | None = None  # power on: the button that is held


class Steps(Fields):
    """Reads steps. `chip`: of the readers; `pads`: of the seats; `seated`: who plays."""

    def __init__(
        self,
        place: str,
        names: list[str],
        slots: int,
        chip: str,
        pads: list[int],
        seated: expected.Seated,
    ) -> None:
        super().__init__(place, names, slots, seated.players)
        self.chip, self.pads = chip, pads
        self.is_on_i2c = False  # the readers
        self.has_display = False
        self.ranges: dict[str, tuple[int, int]] = {}  # fault_kinds.ranges
        self.parts: set[str] = set()  # strip and display, where the board has them
        self.seated: expected.Seated | None = seated  # None once another match may be on
        self.lying: dict[int, int] = {}  # reader -> tile
        self.brought: set[int] = set()  # readers with a tag that a fault brought
        self.is_off = False  # the power is cut, or will be

    def read(self, steps: list) -> tuple[Step, ...]:
        """All of them. Raises ScenarioError."""
        found = tuple(self._step(i, step) for i, step in enumerate(steps))
        if self.is_off:
            raise self.fail("steps", "end without power; accepted: power on after each cut")
        return found

    def _step(self, number: int, step: object) -> Step:
        where = f"step {number}"
        if not isinstance(step, dict):
            raise self.fail(where, f"is {quote(step)}; accepted: an object")
        acts = [act for act in ACTS if act in step]
        stray = sorted(set(step) - _KNOWN)
        if stray and not acts:
            raise self.fail(
                where,
                f"field {quote(stray[0])} is not known{perhaps(stray[0], _KNOWN)};"
                f" accepted: one of {', '.join(ACTS)}, or expect",
            )
        if len(acts) > 1 or not (acts or "expect" in step):
            raise self.fail(where, f"must hold one of {', '.join(ACTS)}, or expect")
        act = acts[0] if acts else None
        fields = _ALLOWED.get(act, set()) | {"after_ms", "expect"}
        for name in sorted(set(step) - fields - {"note"}):
            what = "no part of this step" if name in _KNOWN else "not known"
            self.unknown(where, name, what, fields)
        reader, seat, fault, power = None, None, {}, {}
        self._needs_power(where, act, step)
        value = step.get(act) if act else None
        if act == "place":
            value, reader = self._place(where, step)
        elif act == "lift":
            reader = self.reader(where, value)
            self._lift(where, value, reader)
        elif act == "press":
            seat = self._press(where, step)
        elif act == "tap":
            value, seat, reader = self._tap(where, step)
        elif act == "fault":
            reader, fault = self._fault(where, step)
        elif act == "power":
            power = self._power(where, step)
        elif act == "hang":
            value = self.whole(step, where, "hang", 0, 1, _LONGEST_MS)
        elif act == "clear":
            if value is not True:
                raise self.fail(where, f"clear is {quote(value)}; accepted: true")
            self.lying.clear()
            self.brought.clear()
        default_hold_ms = 600 if act == "tap" else 100
        return Step(
            number=number,
            act=act,
            value=value,
            reader=reader,
            seat=seat,
            after_ms=self.whole(step, where, "after_ms", 400, 0, _LONGEST_MS),
            hold_ms=self.whole(step, where, "hold_ms", default_hold_ms, 1, _LONGEST_MS),
            expect=self._expect(where, step.get("expect")) if "expect" in step else None,
            fault=fault,
            **power,
        )

    def _place(self, where: str, step: dict) -> tuple[int, int]:
        tile = self.tile(where, step["place"])
        reader = self.reader_of(where, step)
        if reader in self.lying:
            raise self.fail(where, f"{step['slot']} is not free; accepted: a free slot")
        if tile in self.lying.values():
            at = next(r for r, t in self.lying.items() if t == tile)
            raise self.fail(
                where, f"{step['place']} lies on {self.names[at]}; accepted: a tile in hand"
            )
        self.lying[reader] = tile
        return tile, reader

    def _lift(self, where: str, name: str, reader: int) -> None:
        """The tile goes first, then what a fault brought."""
        if self.lying.pop(reader, None) is not None:
            return
        if reader not in self.brought:
            raise self.fail(where, f"nothing lies on {name}; accepted: {self._lying()}")
        self.brought.remove(reader)

    def _press(self, where: str, step: dict) -> int | None:
        if step["press"] not in BUTTONS:
            raise self.fail(
                where, f"no button {quote(step['press'])}; accepted: {', '.join(BUTTONS)}"
            )
        if step["press"] in _BEGIN_A_MATCH:
            self.seated = None
        return self.seat(where, step["seat"]) if step.get("seat") is not None else None

    def _tap(self, where: str, step: dict) -> tuple[int, int, int]:
        tile = self.tile(where, step["tap"])
        if "seat" not in step:
            accepted = f"a whole number from 0 to {self.players - 1}"
            raise self.fail(where, f"seat is missing; accepted: {accepted}")
        seat = self.seat(where, step["seat"])
        if tile in self.lying.values():
            raise self.fail(where, f"{step['tap']} lies on a slot; lift it first")
        return tile, seat, self.slots + self.pads[seat]

    def _fault(self, where: str, step: dict) -> tuple[int | None, dict]:
        kind = step["fault"]
        known = fault_kinds.of_chip(self.chip, self.is_on_i2c)
        if kind not in known:
            works = ", ".join(known)
            raise self.fail(where, f"no fault {quote(kind)}; what works: {works}")
        fields = fault_kinds.FIELDS[kind]
        part = fault_kinds.PARTS.get(kind)
        if part and part not in self.parts:
            raise self.fail(where, f"{kind}: this board has no {part}")
        if part and "slot" in step:
            accepted = ", ".join(sorted(fields))
            raise self.fail(where, f"{kind} takes no slot; fields of its own: {accepted}")
        reader = None if part else self._place_of(where, kind, step)
        unused = sorted(set(step) & fault_kinds.ALL_FIELDS - set(fields))
        if unused:
            accepted = ", ".join(sorted(fields)) or "none"
            raise self.fail(where, f"{kind} takes no {unused[0]}; fields of its own: {accepted}")
        fault = {"kind": kind}
        for name, (what, default) in fields.items():
            if name in step:
                fault[name] = self._fault_field(where, kind, name, what, step[name])
            elif default is fault_kinds.NEEDED:
                wanted = fault_kinds.accepted(what, self.readers())
                raise self.fail(where, f"{name} is missing; accepted: {wanted}")
            elif default is not None or what == fault_kinds.BYTE:
                fault[name] = default
        if kind == "screen_bent" and not (fault["commands"] or fault["columns"]):
            raise self.fail(where, "screen_bent bends nothing; accepted: commands, or columns")
        if "of" in fault and fault["of"] == reader:
            raise self.fail(where, f"of is {quote(step['of'])} itself; accepted: another slot")
        if kind in fault_kinds.TAG_FAULTS:
            self._second_tag(where, step, reader, fault)
            self.brought.add(reader)
        elif kind == "none":
            self.brought.discard(reader)
        return reader, fault

    def _place_of(self, where: str, kind: str, step: dict) -> int | None:
        """The reader that a fault befalls; None for the bus of the display."""
        if "slot" not in step and kind in fault_kinds.ALSO_OF_DISPLAY and self.has_display:
            return None
        if kind == "sda_held" and not self.is_on_i2c:
            no_slot = (
                "no slot, for the bus of the display" if self.has_display else "another fault"
            )
            raise self.fail(where, f"sda_held: the readers are not on I2C; accepted: {no_slot}")
        return self.reader_of(where, step)

    def _fault_field(self, where: str, kind: str, name: str, what: int, value: object) -> object:
        if what == fault_kinds.SLOT:
            return self.reader(where, value)
        if what == fault_kinds.TILE:
            return self.tile(where, value)
        try:
            if what == fault_kinds.NUMBER:
                return fault_kinds.number(name, value, *self.ranges[name])
            if what == fault_kinds.BYTES:
                return fault_kinds.in_hex(kind, name, value)
            return fault_kinds.plain(name, what, value)
        except ValueError as error:
            raise self.fail(where, str(error)) from None

    def _power(self, where: str, step: dict) -> dict:
        value = step["power"]
        if value not in ("cut", "on"):
            raise self.fail(where, f"power is {quote(value)}; accepted: cut, on")
        if (value == "on") != self.is_off:
            is_now, accepted = ("off", "on") if self.is_off else ("on", "cut")
            raise self.fail(where, f"the power is {is_now} already; accepted: power {accepted}")
        self.is_off = value == "cut"
        allowed = ("write", "done") if value == "cut" else ("button", "hold_ms")
        for name in ("write", "done", "button", "hold_ms"):
            if name in step and name not in allowed:
                raise self.fail(where, f"power {value} takes {' and '.join(allowed)}, not {name}")
        done = step.get("done", 0.5)
        if isinstance(done, bool) or not isinstance(done, int | float) or not 0 <= done <= 1:
            raise self.fail(where, f"done is {quote(done)}; accepted: a number from 0 to 1")
        button = step.get("button")
        if button is not None and button not in BUTTONS:
            raise self.fail(where, f"no button {quote(button)}; accepted: {', '.join(BUTTONS)}")
        if button in _BEGIN_A_MATCH:
            self.seated = None
        write = self.whole(step, where, "write", 0, 0, 1_000_000)
        return {"write": write, "done": float(done), "button": button}

    def _needs_power(self, where: str, act: str | None, step: dict) -> None:
        """Nobody answers from a cut to the power's return."""
        is_cut = self.is_off or step.get("power") == "cut"
        if step.get("expect") is not None and is_cut and step.get("power") != "on":
            raise self.fail(where, "expect after a power cut; accepted: after power on")
        if act == "press" and self.is_off and step.get("seat") is not None:
            raise self.fail(where, "a seat acts only with power on; leave out seat")

    def _second_tag(self, where: str, step: dict, reader: int, fault: dict) -> None:
        kind = fault["kind"]
        if "uid" in step:
            says_tile = kind in ("two_tags", "swap") and "tile" in fault
            fault["uid"] = self.uid(where, step["uid"], (7,) if says_tile else (4, 7))
        if kind in ("swap", "tag_changed") and "tile" not in fault:
            what = "what the second tag says" if kind == "swap" else "whose tag was rewritten"
            raise self.fail(where, f"tile is missing, {what}; accepted: 0-0 to 6-6")
        if kind == "tag_changed" and fault["tile"] in self.lying.values():
            raise self.fail(where, f"{step['tile']} lies on a slot; lift it first")
        if kind == "tag_changed" and fault["tile"] == fault.get("says"):
            raise self.fail(where, f"says is {step['says']} itself; accepted: another tile")
        if kind in ("swap", "tag_changed") and reader in self.lying:
            raise self.fail(where, f"{step['slot']} is not free; accepted: a free slot")

    def _expect(self, where: str, expect: object) -> dict:
        try:
            return expected.checked(expect, self.names, self.readers(), self.seated)
        except ValueError as error:
            raise self.fail(where, str(error)) from None

    def _lying(self) -> str:
        lying = sorted({*self.lying, *self.brought})
        return ", ".join(self.names[r] for r in lying) or "place a tile first"
