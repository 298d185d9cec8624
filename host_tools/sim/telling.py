"""What happens at the simulated table, in words for people: players count from 1."""

from __future__ import annotations

import re
from functools import cache

from host_tools.languages import texts

_OPTIONAL = re.compile(r"\[[^]]*\]")
_OPERAND = re.compile(r" ?\{\w+\}")
_THEN = {"scored": " and scores", "play_again": " and plays again"}


def sentence(event: dict, seat: int | None) -> str:
    """An event of a scenario's result; `seat` is who made the last accepted action, if any."""
    place, tile, code = event.get("slot"), event["tile"], event["code"]
    kind = event["kind"]
    if kind == "accepted":
        return accepted(seat, place, tile, code)
    if kind == "tile_down":
        return f"{tile or 'a tag'} lies on {place}"
    if kind == "tile_up":
        return f"{tile or 'the tag'} leaves {place}"
    if kind == "tap":
        return f"{tile or 'a tag'} is tapped on {place}"
    if kind == "press":
        return f"{code} is pressed"
    if kind == "clear":
        return f"{place}: put right"
    said = message(code, event.get("seat"), place, tile)
    if kind == "refused":
        return f"refused: {said}"
    return f"! {place}: {said}" if kind == "alert" else f"the screen says: {said}"


def repeats(event: dict, before: dict | None) -> bool:
    """Whether an alert or a line of the screen only says again what came just before it."""
    if before is None or event["kind"] not in ("alert", "message") or event["code"] is None:
        return False
    return all(event[name] == before[name] for name in ("t_ms", "code"))


def accepted(seat: int | None, place: str | None, tile: str | None, code: str) -> str:
    """An action that the rules accepted."""
    who = "somebody" if seat is None else f"player {seat + 1}"
    if code == "undone":
        return f"{who} takes {tile or 'it'} back"
    if tile is None:
        return f"{who} {spoken(code)}"
    if place is None:
        return f"{who} plays {tile}{_THEN.get(code, '')}"
    return f"{who} lays {tile} on {place}{_THEN.get(code, '')}"


def message(
    code: str | None, seat: int | None = None, slot: str | None = None, tile: str | None = None
) -> str:
    """The English text of a message, an error or a page of the menu, as far as it is known: an
    event does not hold every number that the screen shows."""
    if code is None:
        return "nothing"
    given = {"seat": None if seat is None else str(seat + 1), "slot": slot, "tile": tile}
    known = {f"{{{name}}}": value for name, value in given.items() if value is not None}
    text = _english().get(code)
    if text is None:
        return spoken(code)
    text = _OPTIONAL.sub(lambda part: _filled(part[0][1:-1], known) or "", text)
    return _filled(text, known) or spoken(code)


def spoken(code: str) -> str:
    """An id as words."""
    return code.replace("_", " ")


def _filled(text: str, known: dict[str, str]) -> str | None:
    """The text with its operands; None where one is not known."""
    for operand, value in known.items():
        text = text.replace(operand, value)
    return None if _OPERAND.search(text) else text


@cache
def _english() -> dict[str, str]:
    """Every text by its id. Of an id in two groups the first counts: a page's title, say."""
    groups = texts.load("en")
    found: dict[str, str] = {}
    for group in ("messages", "games", "service", "errors", "menu"):
        for name, text in groups[group].items():
            found.setdefault(name, text)
    return found
