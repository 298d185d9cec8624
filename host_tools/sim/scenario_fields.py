"""The fields of a board scenario: names and numbers checked, each fault one line."""

from __future__ import annotations

from collections.abc import Iterable

from domino.rules import codes
from host_tools.boards import spans
from host_tools.records.notation import perhaps, quote, tile_number


class ScenarioError(Exception):
    """A scenario that cannot be run: place, what, what is accepted, all in one line; before it
    stands such a line for each unknown field that was met."""


class Fields:
    """Checks by what the scenario says of itself. `place`: where it stands, for messages; `names`:
    of all readers, slots first, `slots` of them; `players`: how many."""

    def __init__(
        self, place: str, names: list[str] | None = None, slots: int = 0, players: int = 0
    ) -> None:
        self.place = place
        self.names = names or []
        self.slots = slots
        self.players = players
        self.strange: list[str] = []  # a line for each unknown field: they hide nothing else

    def unknown(self, where: str, name: str, what: str, known: Iterable[str]) -> None:
        """Note a field that is not read here; `known` are those that are."""
        known = sorted(known)
        near, accepted = perhaps(name, known), ", ".join(known)
        said = f"{where}: field {quote(name)}" if where else f"field {quote(name)}:"
        self.strange.append(f"{self.place}: {said} is {what}{near}; accepted: {accepted}")

    def fail(self, where: str, what: str) -> ScenarioError:
        """The error to raise: where, what is wrong, what is accepted."""
        return ScenarioError(f"{self.place}: {where}: {what}")

    def tile(self, where: str, text: object) -> int:
        tile = tile_number(text) if isinstance(text, str) else codes.NONE
        if tile == codes.NONE:
            raise self.fail(where, f"unknown_tile: {quote(text)}; accepted: 0-0 to 6-6")
        return tile

    def reader_of(self, where: str, step: dict) -> int:
        if "slot" not in step:
            raise self.fail(where, f"slot is missing; accepted: {self.readers()}")
        return self.reader(where, step["slot"])

    def readers(self) -> str:
        return spans(self.names, self.slots)

    def reader(self, where: str, name: object) -> int:
        if name not in self.names:
            raise self.fail(where, f"no slot {quote(name)}; accepted: {self.readers()}")
        return self.names.index(name)

    def seat(self, where: str, seat: object) -> int:
        if not is_whole(seat) or not 0 <= seat < self.players:
            raise self.fail(
                where,
                f"no seat {quote(seat)}; accepted: a whole number from 0 to {self.players - 1}",
            )
        return seat

    def whole(self, source: dict, where: str, name: str, default: int, low: int, high: int) -> int:
        number = source.get(name, default)
        if not is_whole(number) or not low <= number <= high:
            said = "is" if name == where else f"{name} is"
            wanted = f"a whole number from {low} to {high}"
            raise self.fail(where, f"{said} {quote(number)}; accepted: {wanted}")
        return number

    def uid(self, where: str, text: object, lengths: tuple[int, ...]) -> bytes:
        """A UID of one of these lengths; the tag of a tile has seven bytes."""
        try:
            uid = bytes.fromhex(text)
        except (TypeError, ValueError):
            uid = b""
        if len(uid) not in lengths:
            wanted = " or ".join(map(str, lengths))
            raise self.fail(where, f"uid is {quote(text)}; accepted: {wanted} bytes in hex")
        return uid


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
