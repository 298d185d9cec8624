"""One scenario run on one runtime: board and tags made, firmware started, result put together."""

from __future__ import annotations

from collections.abc import Callable

from domino.rules import codes
from domino.store import uid_table
from domino.table import events
from host_tools.boards import pad_names, slot_names
from host_tools.journal.export import heading, whole
from host_tools.journal.finding import NoJournal, files_in
from host_tools.journal.reading import Match, read
from host_tools.records.notation import tile_name
from host_tools.runtimes.micropython.bridge import FirmwareFailed
from host_tools.sim import health
from host_tools.sim.board import SimulatedBoard
from host_tools.sim.director import Director
from host_tools.sim.flash_port import PowerCut
from host_tools.sim.names import kind_name, message_name, page_name
from host_tools.sim.reactions import Reactions
from host_tools.sim.recorder import Recorder
from host_tools.sim.scenario import BUTTONS, Scenario
from host_tools.sim.tags import TileSet
from host_tools.sim.watchdog import Bitten


class Simulation:
    """A scenario on its way. Watchers may be set before `run`: `on_event` gets each event dict.

    `start_ms`: what the board's clock shows when the firmware starts.
    """

    def __init__(self, scenario: Scenario, start_ms: int = 0) -> None:
        self.scenario = scenario
        self.board = SimulatedBoard(scenario.board, start_ms)
        self.tiles = TileSet(scenario)
        self.director = Director(scenario, self.board, self.tiles)
        self.reactions = Reactions(self.board, self.director)
        self.recorder = Recorder(scenario.settings)
        self.events: list[dict] = []
        self.on_event: Callable[[dict], None] = lambda event: None
        self._names = slot_names(scenario.board) + pad_names(scenario.board)
        self.board.ports.on_event = self._take_event
        self.board.ports.on_record = self._record
        self.board.ports.on_idle = self.director.on_idle

    def run(self, runtime: str, **how: bool) -> dict:
        """Run to the end and return the result of FORMATS.md; `how` goes to the runtime.
        FirmwareFailed where the firmware ends before that."""
        files = {
            "board.json": self.scenario.board,
            "settings.json": {**self.scenario.settings, "set_id": f"{self.tiles.set_id:08x}"},
            uid_table.FILE: self._uid_table(),
        }
        house_games = self.scenario.games.as_file()
        if house_games:
            files["games.json"] = house_games
        self._run(_runtime(runtime), files, how)
        if not self.director.is_over:
            raise FirmwareFailed("it ended before the scenario did, by a Ctrl-C on its line")
        final = dict(self.director.last_state)
        memory = final.pop("memory")
        return {
            "id": self.scenario.name,
            "events": self.events,
            "final": final,
            "failed": self.director.failed,
            "record": self.recorder.match_record(),
            "timing": self.reactions.timing(),
            "health": health.readable(self.director.figures, self._names),
            "memory": memory,
        }

    def _run(self, run: Callable, files: dict[str, object], how: dict) -> None:
        """Start the firmware, and again after each power cut."""
        while True:
            try:
                run(self.board.ports, files, self.director, **how)
                return
            except Bitten:
                self.reactions.forget()
                if not self.director.restart():
                    return
                self._reread()
            except PowerCut:
                self.reactions.forget()
                if not self.director.wait_for_power():
                    return
                self._reread()

    def _reread(self) -> None:
        """What was recorded is what the flash holds of the last match: after a power cut, and
        where the menu goes on with a match that was left."""
        match = self._last_match()
        if match is None:
            return  # the power went before there was one
        self.recorder.begin(heading(match))
        for entry in whole(match.records):
            self.recorder.record(*entry)

    def _last_match(self) -> Match | None:
        """The last match in the flash."""
        try:
            matches = read(files_in(bytes(self.board.ports.flash.chip.content))).matches
        except NoJournal:
            return None
        return matches[-1] if matches else None

    def _record(self, action: int, seat: int, tile: int, joint: int) -> None:
        """One accepted action; a match that is begun on the table is of the game in the flash."""
        if action == events.STARTED and joint == events.TAKEN_UP:
            self._reread()
        elif action == events.STARTED:
            match = self._last_match()
            self.recorder.begin(heading(match) if match else self.scenario.settings)
        else:
            self.recorder.record(action, seat, tile, joint)

    def _uid_table(self) -> bytes:
        table = uid_table.UidTable(len(self.tiles.tags))
        if self.scenario.is_enrolled:
            for tile, tag in self.tiles.tags.items():
                table.put(tag.uid, len(tag.uid), tile, True)
        for uid, tile in self.tiles.uid_table:
            table.remove(uid, len(uid))
            table.put(uid, len(uid), tile)
        return table.as_bytes()

    def _take_event(self, kind: int | None, place: int, tile: int, code: int) -> None:
        event = {"t_ms": self.board.clock.now_ns // 1_000_000}
        if kind is None:  # the simulator's own: a press by a seat that does not act
            event.update(kind="refused", seat=place, tile=None, code="not_your_turn")
        else:
            name = kind_name(kind)
            event["kind"] = name
            event.update(self._place(place))
            event["tile"] = tile_name(tile)
            event["code"] = self._code(kind, place, code)
        self.events.append(event)
        self.reactions.note(event)
        self.on_event(event)

    def _code(self, kind: int, place: int, code: int) -> str | None:
        """What an event says in one word: a button, a page of the menu, or a message."""
        if kind == events.PRESS:
            return BUTTONS[code]
        return page_name(code) if place == events.PAGE else message_name(code)

    def _place(self, place: int) -> dict:
        """Where it was: a seat, a reader (slots, then pads), or nowhere."""
        if place in (codes.NONE, events.PAGE):
            return {}
        if place >= events.SEAT:
            return {"seat": place - events.SEAT}
        return {"slot": self._names[place]}


def _runtime(name: str) -> Callable:
    if name == "cpython":
        from host_tools.runtimes.cpython.runtime import run
    else:
        from host_tools.runtimes.micropython.runtime import run
    return run
