"""What a table said of its parts, judged: good, doubtful or failing, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass, field

from host_tools.counting import counted
from host_tools.sim.health import chip_name

GOOD, DOUBTFUL, FAILING = "ok", "doubtful", "fails"
_WEAK_PCT, _BAD_PCT = 95, 80
_LEAST_MARGIN_DB = 5  # a step of the receiver's gain
_SILENT = (0x00, 0xFF)


@dataclass
class Reader:
    """One reader: what `test.reader` told, and what else was found out about it."""

    name: str
    told: dict
    shared_with: str | None = None  # the reader whose chip its select line reaches
    margin_db: int | None = None
    gains: list[tuple[int, int]] = field(default_factory=list)  # dB, percent read
    is_unseen: bool = False  # others were measured with a tile, and none was seen here

    @property
    def chip(self) -> str:
        """What chip it is."""
        return chip_name(self.told["version"])

    def faults(self) -> list[str]:
        """Why it fails; empty where it does not."""
        told = self.told
        if told.get("wires") == "one_bit":
            return ["one bit wrong: it is always the same, whatever the reader says"]
        if told.get("wires") == "miso_still":
            return ["does not answer: MISO never moves"]
        if told["version"] in _SILENT:
            return ["does not answer"]
        found = []
        if self.shared_with is not None:
            found.append(f"its select line reaches the chip of {self.shared_with}")
        if not told["set_up"]:
            found.append("does not keep what is written to it")
        elif not told["antenna"]:
            found.append("its antenna cannot be switched on")
        if told.get("found") == "dead":
            found.append("stops answering when it looks for a tag")
        if told.get("found") == "unreadable":
            found.append("what lies on it cannot be read")
        if told.get("read_pct", 100) < _BAD_PCT:
            found.append(f"reads only {told['read_pct']} % of what a tag says")
        return found

    def doubts(self) -> list[str]:
        """What is worth a look, though it works."""
        told = self.told
        found = []
        if told["test"] != "ok":
            found.append("its chip's own test differs, as with clones")
        if _BAD_PCT <= told.get("read_pct", 100) < _WEAK_PCT:
            found.append(f"reads {told['read_pct']} % of what a tag says")
        if self.is_unseen:
            found.append("no tile was seen on it: none was laid there, or no RF on slot")
        if self.margin_db is not None and self.margin_db < _LEAST_MARGIN_DB:
            found.append(f"has {self.margin_db} dB to spare, less than a step")
        return found

    @property
    def verdict(self) -> str:
        """GOOD, DOUBTFUL or FAILING."""
        if self.faults():
            return FAILING
        return DOUBTFUL if self.doubts() else GOOD


@dataclass
class Report:
    """A whole self-test. `lights`: whether strip and screen answer, None where there is none;
    `buttons`: name -> whether its press came; None where not asked."""

    table: str
    chip: str
    readers: list[Reader]
    slots: int
    lights: dict
    buttons: dict[str, bool] | None = None

    def failing(self) -> list[str]:
        """A line for everything that fails."""
        lines = [f"{r.name}: {why}" for r in self.readers for why in r.faults()]
        if self.lights["strip"] is False:  # None: there is none
            lines.append("strip: could not be written")
        if self.lights["screen"] is False:
            lines.append("screen: does not answer")
        silent = [name for name, was in (self.buttons or {}).items() if not was]
        return lines + [f"button {name}: no press came" for name in silent]

    def doubtful(self) -> list[str]:
        """A line for everything that is worth a look."""
        doubts = [f"{r.name}: {why}" for r in self.readers if not r.faults() for why in r.doubts()]
        return self._late() + doubts

    def _late(self) -> list[str]:
        """A line for each clock that a bus was lowered to."""
        clocks = [reader.told.get("clock_khz", 0) for reader in self.readers]
        lines = []
        for khz in sorted(set(clocks) - {0}):
            readers = counted(clocks.count(khz), "reader")
            lines.append(f"reads arrive late: clock lowered to {khz} kHz ({readers})")
        return lines
