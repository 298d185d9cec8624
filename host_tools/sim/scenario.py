"""A board scenario (FORMATS.md, "Board scenario") read and checked before anything runs.

Whatever can be known without running is checked here, each fault one line: which step, what is
wrong, what is accepted.
"""

from __future__ import annotations

import os.path
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from domino.rules import games
from domino.rules.match import Match
from domino.store.settings import is_accepted
from host_tools.boards import BoardError, board_names, load, pad_names, selects, slot_names
from host_tools.chips import flipper
from host_tools.records.catalogue import BadGames, Catalogue
from host_tools.records.notation import ERRORS, perhaps, printable, quote
from host_tools.records.reading import Entry
from host_tools.records.replay import set_up
from host_tools.records.shapes import Refused
from host_tools.setting_words import accepted
from host_tools.sim import fault_kinds
from host_tools.sim.expected import Seated
from host_tools.sim.scenario_fields import Fields, ScenarioError, is_whole
from host_tools.sim.scenario_steps import BUTTONS, Step, Steps

__all__ = ["BUTTONS", "Scenario", "ScenarioError", "Step", "read"]

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
    "enrolled",
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
    is_enrolled: bool = False  # the board lists each tag that says its tile itself


def read(value: dict, place: str, folder: Path, game_files: Sequence[str] = ()) -> Scenario:
    """Check a scenario object; `folder` is where relative paths start. Raises ScenarioError.

    `game_files`: house games beside those that the scenario names or holds itself.
    """
    reader = _Reader(value, place, folder, game_files)
    try:
        scenario = reader.scenario()
    except ScenarioError as error:
        raise ScenarioError("\n".join([*reader.strange, str(error)])) from None
    if reader.strange:
        raise ScenarioError("\n".join(reader.strange))
    return scenario


class _Reader(Fields):
    def __init__(self, value: dict, place: str, folder: Path, game_files: Sequence[str]) -> None:
        super().__init__(place)
        self.value, self.folder = value, folder
        self.game_files = game_files
        self.match = Match()

    def scenario(self) -> Scenario:
        value = self.value
        if "rounds" in value:
            raise self.fail("field rounds", "this is a match record; domino-table replay plays it")
        for name in sorted(set(value) - _TOP):
            self.unknown("", name, "not known", _TOP)
        board = self._board()
        self.games = self._games()
        settings = self._settings(board)
        steps = self.needed("steps", "a list of steps")
        if not isinstance(steps, list):
            raise self.fail("steps", f"is {quote(steps)}; accepted: a list of steps")
        tags = self._tags()
        read = self._steps(steps, board, settings["players"])
        return Scenario(
            name=self._name(),
            board=board,
            settings=settings,
            seed=settings["seed"],
            tags=tags,
            target=self.match.target // 2,
            games=self.games,
            has_accounts=self._has_accounts(),
            is_enrolled=self._is_enrolled(),
            steps=read,
        )

    def _steps(self, given: list, board: dict, players: int) -> tuple[Step, ...]:
        names = slot_names(board) + pad_names(board)
        slots = len(board["slots"]["selects"])
        pads = board["seats"][str(players)]
        seated = Seated(players, self.match.sides, self._has_accounts())
        steps = Steps(self.place, names, slots, board["readers"]["chip"], pads, seated)
        steps.strange = self.strange
        steps.is_on_i2c = selects.bus_kind(selects.parts(board)[0][1]) == "i2c"
        steps.has_display = bool(board.get("display"))
        steps.ranges = fault_kinds.ranges(board)
        steps.parts = {part for part in fault_kinds.PARTS.values() if board.get(part)}
        return steps.read(given)

    def _has_accounts(self) -> bool:
        return self.match.rules[games.SHEET] != 0

    def needed(self, name: str, accepted: str) -> object:
        """A field that every scenario has."""
        if name not in self.value:
            raise self.fail(name, f"is missing; accepted: {accepted}")
        return self.value[name]

    def _name(self) -> str:
        name = self.value.get("id", self.place)
        if not isinstance(name, str):
            raise self.fail("id", f"is {quote(name)}; accepted: a text")
        return name or self.place

    def _board(self) -> dict:
        accepted = f"a board's name ({', '.join(board_names())}) or its path"
        name = self.needed("board", accepted)
        if not isinstance(name, str):
            raise self.fail("board", f"is {quote(name)}; accepted: {accepted}")
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
            "game": self.needed("game", "the id of a game, such as all-fives"),
            "players": self.needed("players", "how many play, a whole number such as 2"),
            "teams": value.get("teams"),
            "options": value.get("options", {}),
        }
        self._check_rules(settings)
        players = settings["players"]
        if str(players) not in board["seats"]:
            seats = ", ".join(board["seats"])
            raise self.fail("players", f"bad_players: {players}; this board seats {seats}")
        settings["starters"] = self._starters(players)
        settings["seed"] = self.whole(value, "seed", "seed", 1, 0, (1 << 30) - 1)
        return settings | self._table_settings()

    def _starters(self, players: int) -> list[int | None]:
        """Who opens each round."""
        given = self.value.get("starter")
        starters = given if isinstance(given, list) else [given]
        for at, starter in enumerate(starters):
            if starter is not None and not (is_whole(starter) and 0 <= starter < players):
                where = f"starter[{at}]" if isinstance(given, list) else "starter"
                wanted = f"a seat from 0 to {players - 1}, or null"
                raise self.fail(where, f"is {quote(starter)}; accepted: {wanted}")
        return starters

    def _table_settings(self) -> dict:
        """What the table's own settings say, by name as in settings.json."""
        given = self.value.get("settings", {})
        names = ", ".join(TABLE_SETTINGS)
        if not isinstance(given, dict):
            raise self.fail("settings", f"is {quote(given)}; accepted: an object with {names}")
        for name, value in given.items():
            if name not in TABLE_SETTINGS:
                near = perhaps(name, TABLE_SETTINGS)
                raise self.fail(f"settings.{name}", f"is not known{near}; accepted: {names}")
            if not is_accepted(name, value):
                raise self.fail(
                    f"settings.{name}", f"is {quote(value)}; accepted: {accepted(name)}"
                )
        return given

    def _check_rules(self, settings: dict) -> None:
        record = {name: settings[name] for name in ("game", "players", "options")}
        if settings["teams"] is not None:
            record["teams"] = settings["teams"]
        try:
            set_up({**record, "rounds": []}, (), self.match, self.games)
        except Refused as refused:
            raise self.fail(ERRORS[refused.code], refused.message) from None

    def _is_enrolled(self) -> bool:
        value = self.value.get("enrolled", False)
        if not isinstance(value, bool):
            raise self.fail("enrolled", f"is {quote(value)}; accepted: true or false")
        return value

    def _tags(self) -> dict[int, Path]:
        tags = self.value.get("tags", {})
        if not isinstance(tags, dict):
            raise self.fail("tags", f"is {quote(tags)}; accepted: an object, tile to dump file")
        checked, uids = {}, set()
        for tile, path in tags.items():
            number = self.tile("tags", tile)
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
