"""A board scenario (FORMATS.md, "Board scenario") read and checked before anything runs.

Whatever can be known without running is checked here, each fault one line: which step, what is
wrong, what is accepted.
"""

from __future__ import annotations

import json
import os.path
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from domino.rules import codes, games
from domino.rules.match import Match
from domino.store.settings import SCHEMA, is_accepted
from host_tools.boards import BoardError, board_names, load, pad_names, slot_names
from host_tools.chips import flipper
from host_tools.chips.tag_base import is_uid
from host_tools.records.catalogue import BadGames, Catalogue
from host_tools.records.notation import ERRORS, printable, quote, tile_number
from host_tools.records.reading import Entry
from host_tools.records.replay import set_up
from host_tools.records.shapes import Refused
from host_tools.sim import expected, fault_kinds

BUTTONS = ("pass", "draw", "undo", "ok", "menu", "left", "right")
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
_TOP = {
    "id",
    "title",
    "note",
    "board",
    "game",
    "players",
    "teams",
    "options",
    "games",
    "starter",
    "seed",
    "settings",
    "steps",
    "tags",
}
# Settings of the table that a scenario may set; those of the match are fields of their own.
TABLE_SETTINGS = (
    "language",
    "brightness_pct",
    "sound",
    "turn_clock_s",
    "keeper_pin",
    "keeper_tag",
    "quiet_min",
    "screen_turn",
)
_LONGEST_MS = 24 * 3600 * 1000


class ScenarioError(Exception):
    """A scenario that cannot be run; the text is one line: place, what, what is accepted."""


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


@dataclass(frozen=True)
class Scenario:
    """A checked scenario. `tags`: tile number -> path of a tag dump that this tile carries."""

    name: str
    board: dict
    settings: dict
    seed: int
    steps: tuple[Step, ...]
    tags: dict[int, Path]
    target: int  # points, 0 where the game has none
    games: Catalogue  # house games beside the built-in ones
    has_accounts: bool  # the game remembers and carries points


def read(value: dict, place: str, folder: Path, game_files: Sequence[str] = ()) -> Scenario:
    """Check a scenario object; `folder` is where relative paths start. Raises ScenarioError.

    `game_files`: house games beside those that the scenario names or holds itself.
    """
    return _Reader(value, place, folder, game_files).scenario()


class _Reader:
    def __init__(self, value: dict, place: str, folder: Path, game_files: Sequence[str]) -> None:
        self.value, self.place, self.folder = value, place, folder
        self.game_files = game_files
        self.names: list[str] = []
        self.slots = 0
        self.target = 0
        self.has_accounts = False
        self.lying: dict[int, int] = {}  # reader -> tile
        self.brought: set[int] = set()  # readers with a tag that a fault brought
        self.is_off = False  # the power is cut, or will be

    def fail(self, where: str, what: str) -> ScenarioError:
        return ScenarioError(f"{self.place}: {where}: {what}")

    def scenario(self) -> Scenario:
        value = self.value
        if "rounds" in value:
            raise self.fail("field rounds", "this is a match record; domino-table replay plays it")
        unknown = sorted(set(value) - _TOP)
        if unknown:
            raise self.fail(
                f"field {quote(unknown[0])}", f"not known; accepted: {', '.join(sorted(_TOP))}"
            )
        board = self._board()
        self.names = slot_names(board) + pad_names(board)
        self.slots = len(board["slots"]["selects"])
        self.chip = board["readers"]["chip"]
        self.games = self._games()
        settings = self._settings(board)
        steps = value.get("steps")
        if not isinstance(steps, list):
            raise self.fail("steps", f"is {quote(steps)}; accepted: a list of steps")
        self.players = settings["players"]
        self.pads = board["seats"][str(self.players)]
        tags = self._tags()
        read = tuple(self._step(i, step) for i, step in enumerate(steps))
        if self.is_off:
            raise self.fail("steps", "end without power; accepted: power on after each cut")
        return Scenario(
            name=self._name(),
            board=board,
            settings=settings,
            seed=settings["seed"],
            tags=tags,
            target=self.target,
            games=self.games,
            has_accounts=self.has_accounts,
            steps=read,
        )

    def _name(self) -> str:
        name = self.value.get("id", self.place)
        if not isinstance(name, str):
            raise self.fail("id", f"is {quote(name)}; accepted: a text")
        return name

    def _board(self) -> dict:
        if "board" not in self.value:
            raise self.fail("board", "is missing; accepted: a board's name or its path")
        name = self.value["board"]
        if not isinstance(name, str):
            raise self.fail("board", f"is {quote(name)}; accepted: a board's name or its path")
        beside = str(self.folder / name)
        try:
            is_beside = name not in board_names() and os.path.exists(beside)
            return load(beside if is_beside else name)
        except BoardError as error:
            raise self.fail("board", str(error)) from None

    def _games(self) -> Catalogue:
        """The house games of `games`, an object or a file's path, and of the command line."""
        paths, more = list(self.game_files), []
        if "games" in self.value:
            given = self.value["games"]
            if isinstance(given, str):
                paths.append(str(self.folder / given))
            elif isinstance(given, dict):
                more.append(Entry(f"{self.place}: games", given))
            else:
                wanted = "house games, or the path of a file that holds them"
                raise self.fail("games", f"is {quote(given)}; accepted: {wanted}")
        try:
            return Catalogue(paths, more)
        except BadGames as error:
            raise ScenarioError(str(error)) from None

    def _settings(self, board: dict) -> dict:
        value = self.value
        settings = {
            "game": value.get("game"),
            "players": value.get("players"),
            "teams": value.get("teams"),
            "options": value.get("options", {}),
        }
        self._check_rules(settings)
        players = settings["players"]
        if str(players) not in board["seats"]:
            seats = ", ".join(board["seats"])
            raise self.fail("players", f"bad_players: {players}; this board seats {seats}")
        starters = value.get("starter")
        starters = starters if isinstance(starters, list) else [starters]
        for starter in starters:
            if starter is not None and not (_is_whole(starter) and 0 <= starter < players):
                raise self.fail(
                    "starter", f"is {quote(starter)}; accepted: a seat from 0 to {players - 1}"
                )
        settings["starters"] = starters
        settings["seed"] = self._whole(value, "seed", "seed", 1, 0, (1 << 30) - 1)
        return settings | self._table_settings()

    def _table_settings(self) -> dict:
        """What the table's own settings say, by name as in settings.json."""
        given = self.value.get("settings", {})
        names = ", ".join(TABLE_SETTINGS)
        if not isinstance(given, dict):
            raise self.fail("settings", f"is {quote(given)}; accepted: an object with {names}")
        for name, value in given.items():
            if name not in TABLE_SETTINGS:
                raise self.fail(f"settings.{name}", f"not known; accepted: {names}")
            if not is_accepted(name, value):
                accepted = json.dumps(SCHEMA[name][1])
                raise self.fail(f"settings.{name}", f"is {quote(value)}; accepted: {accepted}")
        return given

    def _check_rules(self, settings: dict) -> None:
        record = {name: settings[name] for name in ("game", "players", "options")}
        if settings["teams"] is not None:
            record["teams"] = settings["teams"]
        match = Match()
        try:
            set_up({**record, "rounds": []}, (), match, self.games)
        except Refused as refused:
            raise self.fail(ERRORS[refused.code], refused.message) from None
        self.target = match.target // 2
        self.has_accounts = match.rules[games.SHEET] != 0

    def _tags(self) -> dict[int, Path]:
        tags = self.value.get("tags", {})
        if not isinstance(tags, dict):
            raise self.fail("tags", f"is {quote(tags)}; accepted: an object, tile to dump file")
        checked, uids = {}, set()
        for tile, path in tags.items():
            number = self._tile("tags", tile)
            if not isinstance(path, str) or not os.path.isfile(self.folder / path):
                raise self.fail(f"tags, {tile}", f"{quote(path)} is no file; accepted: a dump")
            uid = self._dump(tile, self.folder / path)
            if number in checked:
                raise self.fail(f"tags, {tile}", "stands twice; accepted: each tile once")
            if uid in uids:
                raise self.fail(
                    f"tags, {tile}", f"UID {uid.hex()} stands twice; accepted: each tag once"
                )
            uids.add(uid)
            checked[number] = self.folder / path
        return checked

    def _dump(self, tile: str, path: Path) -> bytes:
        """The UID of a dump that can be read."""
        try:
            return flipper.load(path).uid
        except flipper.DumpError as error:
            raise self.fail(f"tags, {tile}", printable(str(error))) from None

    # -- one step --------------------------------------------------------------------------
    def _step(self, number: int, step: object) -> Step:
        where = f"step {number}"
        if not isinstance(step, dict):
            raise self.fail(where, f"is {quote(step)}; accepted: an object")
        acts = [act for act in ACTS if act in step]
        stray = sorted(set(step) - _KNOWN)
        if stray:
            raise self.fail(
                where,
                f"field {quote(stray[0])} is not known; accepted: one of {', '.join(ACTS)},"
                " or expect",
            )
        if len(acts) > 1 or not (acts or "expect" in step):
            raise self.fail(where, f"must hold one of {', '.join(ACTS)}, or expect")
        act = acts[0] if acts else None
        unknown = sorted(set(step) - _ALLOWED.get(act, set()) - {"after_ms", "expect", "note"})
        if unknown:
            fields = ", ".join(sorted(_ALLOWED.get(act, set()) | {"after_ms", "expect"}))
            raise self.fail(where, f"field {quote(unknown[0])} is not known; accepted: {fields}")
        reader, seat, fault, power = None, None, {}, {}
        self._needs_power(where, act, step)
        value = step.get(act) if act else None
        if act == "place":
            value, reader = self._place(where, step)
        elif act == "lift":
            reader = self._reader(where, value)
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
            value = self._whole(step, where, "hang", 0, 1, _LONGEST_MS)
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
            after_ms=self._whole(step, where, "after_ms", 400, 0, _LONGEST_MS),
            hold_ms=self._whole(step, where, "hold_ms", default_hold_ms, 1, _LONGEST_MS),
            expect=self._expect(where, step.get("expect")) if "expect" in step else None,
            fault=fault,
            **power,
        )

    def _place(self, where: str, step: dict) -> tuple[int, int]:
        tile = self._tile(where, step["place"])
        reader = self._reader_of(where, step)
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
        return self._seat(where, step["seat"]) if step.get("seat") is not None else None

    def _tap(self, where: str, step: dict) -> tuple[int, int, int]:
        tile = self._tile(where, step["tap"])
        if "seat" not in step:
            accepted = f"a whole number from 0 to {self.players - 1}"
            raise self.fail(where, f"seat is missing; accepted: {accepted}")
        seat = self._seat(where, step["seat"])
        if tile in self.lying.values():
            raise self.fail(where, f"{step['tap']} lies on a slot; lift it first")
        return tile, seat, self.slots + self.pads[seat]

    def _fault(self, where: str, step: dict) -> tuple[int, dict]:
        kind = step["fault"]
        known = fault_kinds.of_chip(self.chip)
        if kind not in known:
            works = ", ".join(known)
            raise self.fail(where, f"no fault {quote(kind)}; what works: {works}")
        reader = self._reader_of(where, step)
        fields = fault_kinds.FIELDS[kind]
        unused = sorted(set(step) & fault_kinds.ALL_FIELDS - set(fields))
        if unused:
            accepted = ", ".join(sorted(fields)) or "none"
            raise self.fail(where, f"{kind} takes no {unused[0]}; fields of its own: {accepted}")
        fault = {"kind": kind}
        for name, (what, default) in fields.items():
            if name in step:
                fault[name] = self._fault_field(where, name, what, step[name])
            elif default is fault_kinds.NEEDED:
                raise self.fail(where, f"{kind} needs {name}")
            elif default is not None or what == fault_kinds.BYTE:
                fault[name] = default
        if fault.get("of") == reader:
            raise self.fail(where, f"of is {quote(step['of'])} itself; accepted: another slot")
        if kind in fault_kinds.TAG_FAULTS:
            self._second_tag(where, step, reader, fault)
            self.brought.add(reader)
        elif kind == "none":
            self.brought.discard(reader)
        return reader, fault

    def _fault_field(self, where: str, name: str, what: int, value: object) -> object:
        if what == fault_kinds.SLOT:
            return self._reader(where, value)
        if what == fault_kinds.TILE:
            return self._tile(where, value)
        try:
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
        write = self._whole(step, where, "write", 0, 0, 1_000_000)
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
            fault["uid"] = self._uid(where, step["uid"], (7,) if says_tile else (4, 7))
        if kind == "swap" and "tile" not in fault:
            raise self.fail(where, "swap needs a tile that the second tag says")
        if kind == "swap" and reader in self.lying:
            raise self.fail(where, f"{step['slot']} is not free; accepted: a free slot")

    def _uid(self, where: str, text: object, lengths: tuple[int, ...]) -> bytes:
        """A UID of one of these lengths; the tag of a tile has seven bytes."""
        try:
            uid = bytes.fromhex(text)
        except (TypeError, ValueError):
            uid = b""
        if len(uid) not in lengths or not is_uid(uid):
            wanted = " or ".join(map(str, lengths))
            raise self.fail(
                where,
                f"uid is {quote(text)}; accepted: {wanted} bytes in hex, the fourth last not 88",
            )
        return uid

    def _expect(self, where: str, expect: object) -> dict:
        try:
            return expected.checked(expect, self.names)
        except ValueError as error:
            raise self.fail(where, str(error)) from None

    # -- names -----------------------------------------------------------------------------
    def _tile(self, where: str, text: object) -> int:
        tile = tile_number(text) if isinstance(text, str) else codes.NONE
        if tile == codes.NONE:
            raise self.fail(where, f"unknown_tile: {quote(text)}; accepted: 0-0 to 6-6")
        return tile

    def _reader_of(self, where: str, step: dict) -> int:
        if "slot" not in step:
            raise self.fail(where, f"slot is missing; accepted: {self._readers()}")
        return self._reader(where, step["slot"])

    def _readers(self) -> str:
        slots = f"{self.names[0]} to {self.names[self.slots - 1]}, " if self.slots else ""
        return f"{slots}pads p0 and on"

    def _reader(self, where: str, name: object) -> int:
        if name not in self.names:
            raise self.fail(where, f"no slot {quote(name)}; accepted: {self._readers()}")
        return self.names.index(name)

    def _seat(self, where: str, seat: object) -> int:
        if not _is_whole(seat) or not 0 <= seat < self.players:
            raise self.fail(
                where,
                f"no seat {quote(seat)}; accepted: a whole number from 0 to {self.players - 1}",
            )
        return seat

    def _whole(
        self, source: dict, where: str, name: str, default: int, low: int, high: int
    ) -> int:
        number = source.get(name, default)
        if not _is_whole(number) or not low <= number <= high:
            raise self.fail(
                where, f"{name} is {quote(number)}; accepted: a whole number from {low} to {high}"
            )
        return number

    def _lying(self) -> str:
        lying = sorted({*self.lying, *self.brought})
        return ", ".join(self.names[r] for r in lying) or "place a tile first"


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
