"""The faults of a scenario, done to the chips and tags they belong to."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from domino.rules import codes
from host_tools.chips.mfrc522 import MFRC522
from host_tools.chips.tag_phone import Phone
from host_tools.chips.tag_ntag import blank_ntag213
from host_tools.tags.record import ntag213_for_tile

if TYPE_CHECKING:
    from host_tools.sim.director import Director


def is_silent(reader: MFRC522) -> bool:
    """Whether nothing can be expected of this reader: it cannot be looked at."""
    return reader.fault is not None


def apply(director: Director, reader: int, fault: dict) -> None:
    """Do `fault` to a reader (its chip, its field or what lies on it)."""
    _APPLY[fault["kind"]](director, reader, fault)


def _none(director: Director, reader: int, fault: dict) -> None:
    director.board.readers[reader].fault = None
    director.board.fields[reader].loss = 0.0
    tag = director.second.pop(reader, None)
    if tag is not None:
        director.board.fields[reader].remove(tag)


def _dead(director: Director, reader: int, fault: dict) -> None:
    director.board.readers[reader].fault = "dead"


def _stuck(director: Director, reader: int, fault: dict) -> None:
    director.board.readers[reader].fault = "stuck_busy"


def _weak(director: Director, reader: int, fault: dict) -> None:
    field = director.board.fields[reader]
    field.loss = fault["loss"]
    field.random = random.Random(director.scenario.seed * 64 + reader)


def _bring(director: Director, reader: int, tag: object) -> None:
    _none(director, reader, {})
    director.second[reader] = tag
    director.board.fields[reader].put(tag)


def _uid(director: Director, fault: dict) -> bytes:
    return fault.get("uid") or director.tiles.new_uid()


def _tile_tag(director: Director, fault: dict) -> object:
    tile = fault.get("tile", codes.NONE)
    if tile == codes.NONE:
        return blank_ntag213(_uid(director, fault))
    uid = director.tiles.tags[tile].uid if fault["same_uid"] else _uid(director, fault)
    return ntag213_for_tile(tile, director.tiles.set_id, uid)


def _foreign(director: Director, reader: int, fault: dict) -> None:
    uid = fault.get("uid") or bytes([0x08]) + _uid(director, fault)[1:4]
    _bring(director, reader, Phone(uid))


def _unknown(director: Director, reader: int, fault: dict) -> None:
    _bring(director, reader, blank_ntag213(_uid(director, fault)))


def _second(director: Director, reader: int, fault: dict) -> None:
    _bring(director, reader, _tile_tag(director, fault))


_APPLY = {
    "none": _none,
    "reader_dead": _dead,
    "reader_stuck_busy": _stuck,
    "weak_field": _weak,
    "two_tags": _second,
    "swap": _second,
    "foreign_tag": _foreign,
    "unknown_tag": _unknown,
}
