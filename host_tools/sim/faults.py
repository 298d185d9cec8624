"""The faults of a scenario, done to the chips, wires and tags they belong to."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from domino.rules import codes
from host_tools.boards import selects
from host_tools.chips import mfrc522_map
from host_tools.chips.mfrc522 import MFRC522
from host_tools.chips.pn532 import PN532
from host_tools.chips.pn532_commands import PARAMETERS
from host_tools.chips.tag_cards import ClassicCard, Iso14443_4Card
from host_tools.sim.ports import HeldBus, LateReads
from host_tools.tags.record import blank_ntag213, ntag213_for_tile

if TYPE_CHECKING:
    from host_tools.sim.board import SimulatedBoard
    from host_tools.sim.director import Director

# dB of the receiver's gain at which the tag of a tile in its slot is heard just so.
_USUAL_NEED_DB = 20


def may_rest(board: SimulatedBoard, reader: int) -> bool:
    """Whether the firmware may have given this reader up: then it is not looked at."""
    chip = board.readers[reader]
    if chip.is_broken or _is_cut_off(board, reader):
        return True
    return any(_keeps_from(puller, chip) for puller in board.wires[reader].pullers)


def _keeps_from(puller: object, chip: object) -> bool:
    """Whether what pulls at a bus spoils all that this chip says."""
    if isinstance(puller, LateReads):
        return puller.is_late
    return isinstance(puller, HeldBus) or (puller.contends and puller is not chip)


def _is_cut_off(board: SimulatedBoard, reader: int) -> bool:
    """Whether a short circuit of SDA keeps it from being heard: its own, or, where the switches'
    reset pin cannot cut that off, another reader's."""
    wires = board.wires[reader]
    can_cut = "reset" in selects.parts(board.config)[0][1]
    return any(
        slave.is_short and (slave.reader == reader or not can_cut)
        for slave in getattr(wires, "left", ())
    )


def apply(director: Director, reader: int | None, fault: dict) -> None:
    """Do `fault` to a reader (its chip, its wires, its field or what lies on it); None: to the
    strip, the screen or the bus of the display."""
    _APPLY[fault["kind"]](director, reader, fault)


def _random(director: Director, reader: int) -> random.Random:
    return random.Random(director.scenario.seed * 64 + reader)


# -- the end of all faults of a reader -------------------------------------------------------
def _none(director: Director, reader: int | None, fault: dict) -> None:
    board = director.board
    if reader is None:
        board.display_wires.left.clear()
        return
    board.mend_data(reader)
    chip, field, wires = board.readers[reader], board.fields[reader], board.wires[reader]
    chip.mend()
    field.loss = field.slip = 0.0
    field.hear_none()
    field.needs_db = 0
    wires.pullers[:] = [
        p for p in wires.pullers if p is not chip and not isinstance(p, HeldBus | LateReads)
    ]
    _take_away(director, reader)


def _take_away(director: Director, reader: int) -> None:
    tag = director.second.pop(reader, None)
    if tag is not None:
        director.board.fields[reader].remove(tag)


# -- the chip --------------------------------------------------------------------------------
def _note_silence(director: Director, reader: int) -> MFRC522 | PN532:
    """The firmware is yet to find out, unless it had given the reader up already."""
    if not may_rest(director.board, reader):
        director.board.forget(reader)
    return director.board.readers[reader]


def _dead(director: Director, reader: int, fault: dict) -> None:
    _note_silence(director, reader).dead = fault["reads"]


def _stuck(director: Director, reader: int, fault: dict) -> None:
    chip = _note_silence(director, reader)
    chip.stuck_busy, chip.heals_by_reset = True, fault["heals"]


def _antenna_off(director: Director, reader: int, fault: dict) -> None:
    chip = _note_silence(director, reader)
    chip.antenna_stuck_off, chip.heals_by_reset = True, fault["heals"]


def _crypto_stuck(director: Director, reader: int, fault: dict) -> None:
    chip = _note_silence(director, reader)
    chip.crypto_stuck, chip.heals_by_reset = True, fault["heals"]


def _forgets(director: Director, reader: int, fault: dict) -> None:
    """The register without which no tag understands the reader."""
    chip = _note_silence(director, reader)
    chip.forgets, chip.heals_by_reset = mfrc522_map.TX_ASK, fault["heals"]


def _register(director: Director, reader: int, fault: dict) -> None:
    """One of its registers turns over; with `sticks` nothing that is written changes it. The place
    is one where the least gain of the receiver does not do."""
    chip = _note_silence(director, reader)
    field = director.board.fields[reader]
    field.needs_db = max(field.needs_db, _USUAL_NEED_DB)
    chip.disturb(fault["register"], fault["value"], fault["sticks"])


def _no_rf(director: Director, reader: int, fault: dict) -> None:
    _note_silence(director, reader).no_rf = True


def _reset_stuck(director: Director, reader: int, fault: dict) -> None:
    """It was reset by a disturbance, and the PowerDown bit stays."""
    chip = _note_silence(director, reader)
    chip.reset_stuck = True
    chip.set_reset(0)
    chip.set_reset(1)


def _version(director: Director, reader: int, fault: dict) -> None:
    if fault["reads"] is None:
        _note_silence(director, reader).version_drifts = True
    else:
        director.board.readers[reader].version = fault["reads"]


def _hung(director: Director, reader: int, fault: dict) -> None:
    _note_silence(director, reader).hung = "silent"


def _unplugged(director: Director, reader: int, fault: dict) -> None:
    _note_silence(director, reader).unplugged = True


def _slow(director: Director, reader: int, fault: dict) -> None:
    director.board.readers[reader].slow_ns = fault["extra_ms"] * 1_000_000


def _nacks(director: Director, reader: int, fault: dict) -> None:
    chip = _note_silence(director, reader)
    chip.nacks_ns, chip.nacks_fetched = fault["us"] * 1000, fault["fetched"]


def _rats(director: Director, reader: int, fault: dict) -> None:
    """It takes SetParameters and asks for an ATS all the same."""
    chip = director.board.readers[reader]
    chip.ignores_parameters, chip.parameters = True, PARAMETERS


def _stale(director: Director, reader: int, fault: dict) -> None:
    director.board.readers[reader].keeps_stale = True


# -- its wires -------------------------------------------------------------------------------
def _stalls(director: Director, reader: int, fault: dict) -> None:
    chip = _note_silence(director, reader)
    chip.wire_random = _random(director, reader)
    director.board.ports.is_prompt = False
    chip.stall_share, chip.stall_ns = fault["share"], fault["extra_ms"] * 1_000_000


def _noise(director: Director, reader: int, fault: dict) -> None:
    chip = _note_silence(director, reader)
    chip.wire_random = _random(director, reader)
    chip.noise = fault["share"]


def _contends(director: Director, reader: int, fault: dict) -> None:
    chip = director.board.readers[reader]
    chip.wire_random = _random(director, reader)
    _pull(director, reader, chip)
    chip.contends = fault["share"]


def _held(director: Director, reader: int, fault: dict) -> None:
    _pull(director, reader, HeldBus(fault["reads"]))


def _data_held(director: Director, reader: int | None, fault: dict) -> None:
    if reader is not None:
        _note_silence(director, reader)
    director.board.hold_data("0" * fault["clocks"], reader)


def _late(director: Director, reader: int, fault: dict) -> None:
    wires = director.board.wires[reader]
    _pull(director, reader, LateReads(wires, 1000 * fault["above_khz"]))


def _bit_low(director: Director, reader: int, fault: dict) -> None:
    _note_silence(director, reader).bits_low |= 1 << fault["bit"]


def _bit_high(director: Director, reader: int, fault: dict) -> None:
    _note_silence(director, reader).bits_high |= 1 << fault["bit"]


def _test_wrong(director: Director, reader: int, fault: dict) -> None:
    director.board.readers[reader].wrong_tests = fault["times"]


def _pull(director: Director, reader: int, puller: object) -> None:
    board = director.board
    wires = board.wires[reader]
    for other in range(len(board.readers)):
        if board.wires[other] is wires:
            _note_silence(director, other)
    wires.pullers.append(puller)


# -- its field -------------------------------------------------------------------------------
def _weak(director: Director, reader: int, fault: dict) -> None:
    field = director.board.fields[reader]
    field.loss, field.random = fault["loss"], _random(director, reader)


def _slip(director: Director, reader: int, fault: dict) -> None:
    field = director.board.fields[reader]
    field.slip, field.random = fault["share"], _random(director, reader)


def _ghost(director: Director, reader: int, fault: dict) -> None:
    field = director.board.fields[reader]
    field.random = _random(director, reader)
    field.hear(director.board.fields[fault["of"]], fault["loss"])


# -- what lies on it -------------------------------------------------------------------------
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


def _changed(director: Director, reader: int, fault: dict) -> None:
    """The tile's own tag, rewritten by a phone: it says another tile, or nothing."""
    uid = director.tiles.tags[fault["tile"]].uid
    if "says" in fault:
        tag = ntag213_for_tile(fault["says"], director.tiles.set_id, uid)
    else:
        tag = blank_ntag213(uid)
    _bring(director, reader, tag)


# -- lights ----------------------------------------------------------------------------------
def _strip_bent(director: Director, reader: None, fault: dict) -> None:
    strip, bits = director.board.strip, int.from_bytes(fault["bits"], "big")
    if fault["shown"]:
        strip.disturb(fault["led"], bits)
    else:
        strip.bend(fault["led"], bits, is_missed=fault["missed"], frames=fault["frames"])


def _screen_bent(director: Director, reader: None, fault: dict) -> None:
    display = director.board.display
    display.bend(fault["page"], fault["column"], fault["columns"], fault["bits"][0])
    display.disturb(fault["commands"])


_APPLY = {
    "none": _none,
    "reader_dead": _dead,
    "reader_stuck_busy": _stuck,
    "reader_antenna_off": _antenna_off,
    "reader_crypto_stuck": _crypto_stuck,
    "reader_forgets": _forgets,
    "reader_register": _register,
    "reader_no_rf": _no_rf,
    "reader_reset_stuck": _reset_stuck,
    "reader_version": _version,
    "reader_hung": _hung,
    "reader_unplugged": _unplugged,
    "reader_slow": _slow,
    "reader_stale": _stale,
    "reader_nacks": _nacks,
    "reader_rats": _rats,
    "sda_held": _data_held,
    "reader_stalls": _stalls,
    "reader_contends": _contends,
    "bus_noise": _noise,
    "bus_held": _held,
    "reads_late": _late,
    "bit_low": _bit_low,
    "bit_high": _bit_high,
    "reader_test_wrong": _test_wrong,
    "weak_field": _weak,
    "bit_slip": _slip,
    "ghost": _ghost,
    "two_tags": _second,
    "swap": _second,
    "tag_changed": _changed,
    "foreign_tag": _foreign,
    "unknown_tag": _unknown,
    "strip_bent": _strip_bent,
    "screen_bent": _screen_bent,
}
