"""The faults of a scenario, done to the chips and tags they belong to."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from domino.rules import codes
from host_tools.chips.mfrc522 import MFRC522
from host_tools.chips.tag_cards import ClassicCard, Iso14443_4Card
from host_tools.tags.record import blank_ntag213, ntag213_for_tile

if TYPE_CHECKING:
    from host_tools.sim.director import Director


_NOBODY = 0xFF  # what a chip without power leaves on MISO


def is_silent(reader: MFRC522) -> bool:
    """Whether nothing can be expected of this reader: it cannot be looked at."""
    return reader.dead is not None or reader.stuck_busy


def apply(director: Director, reader: int, fault: dict) -> None:
    """Do `fault` to a reader (its chip, its field or what lies on it)."""
    _APPLY[fault["kind"]](director, reader, fault)


def _none(director: Director, reader: int, fault: dict) -> None:
    chip = director.board.readers[reader]
    chip.dead, chip.stuck_busy = None, False
    director.board.fields[reader].loss = 0.0
    _take_away(director, reader)


def _take_away(director: Director, reader: int) -> None:
    tag = director.second.pop(reader, None)
    if tag is not None:
        director.board.fields[reader].remove(tag)


def _dead(director: Director, reader: int, fault: dict) -> None:
    _note_silence(director, reader)
    director.board.readers[reader].dead = _NOBODY


def _stuck(director: Director, reader: int, fault: dict) -> None:
    _note_silence(director, reader)
    director.board.readers[reader].stuck_busy = True


def _note_silence(director: Director, reader: int) -> None:
    """The firmware is yet to find out, unless it had given the reader up already."""
    if not is_silent(director.board.readers[reader]):
        director.board.forget(reader)


def _weak(director: Director, reader: int, fault: dict) -> None:
    field = director.board.fields[reader]
    field.loss = fault["loss"]
    field.random = random.Random(director.scenario.seed * 64 + reader)


def _bring(director: Director, reader: int, tag: object) -> None:
    _take_away(director, reader)
    director.second[reader] = tag
    director.board.fields[reader].put(tag)


def _uid(director: Director, fault: dict) -> bytes:
    return fault.get("uid") or director.tiles.new_uid()


def _unknown_tag(director: Director, fault: dict) -> object:
    """A tag that says nothing: an NTAG213 from the factory, with four bytes of UID a Classic."""
    uid = _uid(director, fault)
    if len(uid) == 4:
        return ClassicCard(uid, seed=director.scenario.seed)
    return blank_ntag213(uid)


def _tile_tag(director: Director, fault: dict) -> object:
    tile = fault.get("tile", codes.NONE)
    if tile == codes.NONE:
        return _unknown_tag(director, fault)
    uid = director.tiles.tags[tile].uid if fault["same_uid"] else _uid(director, fault)
    return ntag213_for_tile(tile, director.tiles.set_id, uid)


def _foreign(director: Director, reader: int, fault: dict) -> None:
    _bring(director, reader, Iso14443_4Card(fault.get("uid"), seed=director.scenario.seed))


def _unknown(director: Director, reader: int, fault: dict) -> None:
    _bring(director, reader, _unknown_tag(director, fault))


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
