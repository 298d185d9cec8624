"""Simulated hands: they lay the tag that is asked for, after a script where there is one.

A script is JSON: `{"seed": 1, "steps": [{"for": "2-3", "tag": "locked", "pad": "p1"}, …]}`. Each
time a tile is asked for, or was refused, the next step `for` it is done; without one a blank
NTAG213 is laid on the next pad. Steps without `for` are done at once, in order. Fields:

- `tag`: blank (NTAG213), ntag215, ntag216, ultralight, locked (its pages are protected), clone (an
  NTAG213 that knows no GET_VERSION, its page 3 blank), faint (whose acknowledges are never heard),
  reserved (a control block keeps a part of its data area), guarded (by a password that nobody
  here knows), phone, card, classic, tile (says `tile` of the set `set`, eight digits, or of the
  one in the making), again (the tag that became `tile` before), or the path of a dump;
- `pad`: a reader's name; `after_ms` (800): how long after the prompt;
- `lift_after_ms`: lifted then, else when it was written or refused; `two`: another tag with it;
- `lose`: numbers of the reader's frames, from 1, that are lost; `loss`: share of frames lost;
- `key`: pressed when this tag is refused.
"""

from __future__ import annotations

import random
from pathlib import Path

from domino.rules import codes
from host_tools.chips.tag_base import Tag
from host_tools.chips.tag_cards import ClassicCard, Iso14443_4Card
from host_tools.chips.tag_type2 import Type2Tag
from host_tools.link.simulated import SimulatedTable
from host_tools.records.notation import tile_number
from host_tools.tags import dumps, record
from host_tools.tags.script import KINDS, ScriptError
from host_tools.tags.talk import Talk

_LAYOUTS = {"ntag215": "NTAG215", "ntag216": "NTAG216", "ultralight": "Mifare Ultralight"}
_AFTER_MS = 800
_LIFT_MS = 300
_UNNOTICED_MS = 1500
_LOCK_ALL = b"\xff\xff"
_RESERVES = bytes.fromhex("02032004040300fe")  # four bytes at 32
_NOBODYS = bytes.fromhex("5ec4e700")


class Hands:
    """Somebody at a simulated table; a Talk that keeps all that is said in `told`, and says it
    again to `echo`."""

    def __init__(
        self,
        table: SimulatedTable,
        pads: list[str],
        names: list[str],
        script: dict | None = None,
        echo: Talk | None = None,
    ) -> None:
        script = script or {}
        self._echo = echo
        self._table, self._names, self._pads = table, names, pads
        self._folder = Path(script.get("folder", "."))
        self._random = random.Random(script.get("seed", 1))
        self._steps = list(script.get("steps", ()))
        self._turn = 0  # the pad that is used next
        self._asked = codes.NONE
        self._key = ""
        self._keys_for: dict[str, str] = {}  # reader -> key to press when its tag is refused
        self.lying: dict[str, list[Tag]] = {}
        self.tags: dict[int, Tag] = {}  # the tags that became tiles
        self.told: list[tuple] = []
        self.set_id = "00000000"  # of the set in the making
        self.used: set[str] = set()  # UIDs that a new tag cannot have

    def begin(self) -> None:
        """Do what the script does without being asked."""
        for step in [step for step in self._steps if "for" not in step]:
            self._steps.remove(step)
            self._table.also(self._act(step))

    # -- a Talk ----------------------------------------------------------------------------
    def say(self, line: str) -> None:
        self._tell("say", line)

    def asks(self, tile: int, number: int, of: int) -> None:
        self._tell("asks", tile, number, of)
        self._asked = tile
        self._table.also(self._act(self._next_step(tile)))

    def done(self, tile: int, at: str, line: str) -> None:
        self._tell("done", tile, at, line)
        if at in self.lying:
            self.tags[tile] = self.lying[at][0]
        self._table.also(self._lift(at))
        if tile != self._asked:  # it was another one of the set; the tile is still wanted
            self._table.also(self._act(self._next_step(self._asked)))

    def trouble(self, at: str, code: str, line: str) -> None:
        self._tell("trouble", at, code, line)
        key = self._keys_for.pop(at, "")
        if key:
            self._key = key
            return
        self._table.also(self._lift(at))
        self._table.also(self._act(self._next_step(self._asked)))

    def key(self) -> str:
        key, self._key = self._key, ""
        return key

    def _tell(self, what: str, *words: object) -> None:
        self.told.append((what, *words))
        if self._echo is not None:
            getattr(self._echo, what)(*words)

    # -- laying and lifting ----------------------------------------------------------------
    def _next_step(self, tile: int) -> dict:
        for step in self._steps:
            if tile_number(step.get("for", "")) == tile:
                self._steps.remove(step)
                return step
        return {}

    async def _act(self, step: dict) -> None:
        await self._table.pause(step.get("after_ms", _AFTER_MS))
        at = step.get("pad") or self._free_pad()
        tags = [self._tag(step)]
        if step.get("two"):
            tags.append(record.blank_ntag213(self._new_uid()))
        field = self._table.board.fields[self._names.index(at)]
        field.loss = step.get("loss", 0.0)
        self._lose(field, step.get("lose", ()))
        if "key" in step:
            self._keys_for[at] = step["key"]
        for tag in tags:
            field.put(tag)
        self.lying[at] = tags
        if "lift_after_ms" in step:
            said = len(self.told)
            await self._table.pause(step["lift_after_ms"])
            self._take_away(at)
            await self._table.pause(_UNNOTICED_MS)
            if len(self.told) == said:  # it was gone before it was seen
                self._table.also(self._act(self._next_step(self._asked)))

    def _free_pad(self) -> str:
        for _ in self._pads:
            at = self._pads[self._turn % len(self._pads)]
            self._turn += 1
            if at not in self.lying:
                return at
        return at

    @staticmethod
    def _lose(field: object, numbers: list[int]) -> None:
        """The reader's frames with these numbers, counted from now, go unheard."""
        first, send = field.frames, type(field).send
        if not numbers:
            field.__dict__.pop("send", None)
            return

        def lossy(data: bytes, bits: int, air: int, start_ns: int) -> object:
            if field.frames + 1 - first in numbers:
                field.lose_next = 1
            return send(field, data, bits, air, start_ns)

        field.send = lossy

    async def _lift(self, at: str) -> None:
        await self._table.pause(_LIFT_MS)
        self._take_away(at)

    def _take_away(self, at: str) -> None:
        for tag in self.lying.pop(at, ()):
            self._table.board.fields[self._names.index(at)].remove(tag)

    # -- tags ------------------------------------------------------------------------------
    def _new_uid(self) -> bytes:
        while True:
            uid = bytes([0x04]) + bytes(self._random.randrange(0x88) for _ in range(6))
            if uid.hex() not in self.used:
                self.used.add(uid.hex())
                return uid

    def _again(self, text: str) -> Tag:
        tag = self.tags.get(tile_number(text))
        if tag is None:
            wanted = "a tile that a tag became before"
            raise ScriptError(
                f"--script: tag again, tile {text}: there is none; accepted: {wanted}"
            )
        return tag

    def _tag(self, step: dict) -> Tag:
        kind = step.get("tag", "blank")
        if kind == "again":
            return self._again(step["tile"])
        if kind == "phone":
            return Iso14443_4Card(seed=self._random.randrange(1 << 30))
        if kind == "card":
            return Iso14443_4Card(self._new_uid())
        if kind == "classic":
            return ClassicCard(self._new_uid()[:4])
        if kind == "tile":
            set_id = int(step.get("set", self.set_id), 16)
            tile = tile_number(step["tile"])
            return record.ntag213_for_tile(tile, set_id, self._new_uid())
        if kind in KINDS:
            tag = Type2Tag(_LAYOUTS.get(kind, "NTAG213"), self._new_uid())
            self._spoil(tag, kind)
            return tag
        return dumps.load(self._folder / kind)

    @staticmethod
    def _spoil(tag: Type2Tag, kind: str) -> None:
        if kind == "locked":
            tag.memory[10:12] = _LOCK_ALL
        elif kind == "clone":
            tag.version, tag.memory[12:16] = b"", bytes(4)
        elif kind == "faint":
            tag.loses_acks = True
        elif kind == "reserved":
            tag.memory[16:24] = _RESERVES
        elif kind == "guarded":
            tag.password = _NOBODYS
            tag.memory[4 * tag.layout.config_page + 3] = 4  # AUTH0
