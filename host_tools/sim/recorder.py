"""What the table recorded, as a match record, and the layout as it lies: the simulated journal."""

from __future__ import annotations

from domino.rules import codes
from domino.table import events
from host_tools.records.notation import points, port_name, tile_name, tiles_in

_NONE = codes.NONE


class Recorder:
    """Takes the firmware's `record(action, seat, tile, joint)` calls (table/events.py)."""

    def __init__(self, settings: dict) -> None:
        self.begin(settings)
        self.last_seat = _NONE

    def begin(self, settings: dict) -> None:
        """A match of this game, and so on."""
        self.heading = {name: settings[name] for name in ("game", "players")}
        for name in ("teams", "options"):
            if settings.get(name):
                self.heading[name] = settings[name]
        self.rounds: list[dict] = []
        # Tiles in play order: tile, slot number, on, port; of the round that is on.
        self.layout: list[tuple[int, int, int, int]] = []
        self._moves: list[int] = []  # how many of them each move laid
        self._shown: list[list[str]] = []  # hands of a show that is not complete yet
        # Corrections between two rounds: the first actions of the next one, and who opens that one
        # as far as the rules say. Where one followed the end of the match all are of that round.
        self._between: list[dict] = []
        self._after: list[bool] = []
        self._opens = 0

    def record(self, action: int, seat: int, tile: int, joint: int) -> None:
        """One accepted action."""
        if action == events.STARTED:
            self.rounds, self._between, self._after = [], [], []
            self.layout = []
            return
        if action == events.ABANDONED:
            self.heading["abandoned"] = True
            return
        if action == events.HANDED:
            self._note(seat)
            return
        self.last_seat = seat
        if action == events.ENDED:
            return
        if action == events.OPENED:
            self.rounds = self._amended()
            if any(self._after):
                self._between = []
            self.rounds.append({"starter": seat, "actions": self._between})
            self.layout, self._moves, self._between, self._after = [], [], [], []
        elif action == events.REMAINED:
            self._remain(seat, tile)
        elif action == events.SHOWN:
            self._show(tile, joint)
        elif action == events.ADDED:
            self._add(tile, joint)
        elif joint & 255 == events.BETWEEN and action in (events.CORRECTED, events.UNDONE):
            self._amend(action, seat, tile, joint)
        elif action == events.CLOSED:
            self.rounds[-1]["actions"][-1].setdefault("close", []).append(tile_name(tile))
        else:
            self.rounds[-1]["actions"].append(self._action(action, seat, tile, joint))

    @property
    def acted(self) -> int | None:
        """The seat that made the last accepted action; None before the first."""
        return None if self.last_seat == _NONE else self.last_seat

    def match_record(self) -> dict:
        """The match so far in the form of FORMATS.md, hands unknown."""
        rounds = [self._as_written(played) for played in self._amended()]
        if self._between and not any(self._after):
            rounds.append({"starter": self._opens, "actions": self._between})
        return {**self.heading, "rounds": rounds}

    @staticmethod
    def _as_written(played: dict) -> dict:
        """A round in which hands were shown once, and nothing else, is written so."""
        actions = played["actions"]
        if len(actions) != 1 or "show" not in actions[0]:
            return played
        kept = {name: played[name] for name in ("corrections",) if name in played}
        return {**actions[0], **kept}

    def _note(self, seat: int) -> None:
        """Somebody else plays for the seat from here on."""
        at = len(self.rounds) - 1
        action = len(self.rounds[at]["actions"]) if self.rounds else 0
        note = {"round": max(at, 0), "action": action, "handed": seat}
        self.heading.setdefault("notes", []).append(note)

    def _amend(self, action: int, side: int, half_points: int, joint: int) -> None:
        """A correction between two rounds or after the match, or one taken back."""
        if action == events.UNDONE:
            self._between.pop()
            self._after.pop()
            return
        self._opens = joint >> 8 & 3
        self._after.append(joint >> 10 == 1)
        self._between.append({"correct": {"side": side, "score": points(half_points)}})

    def _amended(self) -> list[dict]:
        """The rounds, the last one with what was corrected after it had ended the match."""
        if not any(self._after):
            return self.rounds
        return [*self.rounds[:-1], {**self.rounds[-1], "corrections": self._between}]

    def _remain(self, seat: int, mask: int) -> None:
        players = self.heading["players"]
        remaining = self.rounds[-1].setdefault("remaining", [[] for _ in range(players)])
        remaining[seat] = [tile_name(tile) for tile in tiles_in(mask)]

    def _show(self, mask: int, to_come: int) -> None:
        """The hands come seat by seat; the last one makes the action whole."""
        self._shown.append([tile_name(tile) for tile in tiles_in(mask)])
        if not to_come:
            self.rounds[-1]["actions"].append({"show": self._shown})
            self._shown = []

    def _add(self, tile: int, joint: int) -> None:
        """Another tile of the last move: it becomes one of `plays`."""
        actions = self.rounds[-1]["actions"]
        move = actions[-1]
        if "plays" not in move:
            first = {name: move[name] for name in ("play", "on", "port") if name in move}
            kept = {name: move[name] for name in ("seat", "close") if name in move}
            move = actions[-1] = {**kept, "plays": [first]}
        move["plays"].append(self._placed(tile, joint))
        self._moves[-1] += 1

    def _placed(self, tile: int, joint: int) -> dict:
        """A tile laid, and where."""
        on, port = joint >> 8 & 255, joint & 255
        self.layout.append((tile, joint >> 16, on, port))
        if on == _NONE:
            return {"play": tile_name(tile)}
        return {"play": tile_name(tile), "on": tile_name(on), "port": port_name(port)}

    def _action(self, action: int, seat: int, tile: int, joint: int) -> dict:
        if action == events.PLAYED:
            self._moves.append(1)
            return {"seat": seat, **self._placed(tile, joint)}
        if action == events.DRAWN:
            return {"seat": seat, "draw": True}
        if action == events.PASSED:
            return {"seat": seat, "pass": True}
        if action == events.REDEALT:
            return {"seat": seat, "redeal": True}
        if action == events.BID:
            return {"seat": seat, "bid": tile or "pass"}
        if action == events.TRUMP:
            return {"seat": seat, "trump": tile}
        if action == events.TIMED_OUT:
            return {"timeout": seat}
        if action == events.CORRECTED:
            return {"correct": {"side": seat, "score": points(tile)}}
        # UNDONE: with the round's end its settlement goes too.
        self.rounds[-1].pop("remaining", None)
        if tile != _NONE:
            del self.layout[-self._moves.pop() :]
        return {"undo": True}
