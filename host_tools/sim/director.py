"""Plays a scenario's steps on the simulated board while the firmware runs, and checks expects.

The director acts only when the firmware awaits or when the clock passes a planned moment; it sees
the firmware's state by asking for a report, as a person sees it by looking.
"""

from __future__ import annotations

from collections.abc import Callable

from domino.rules import codes
from host_tools.sim import faults, final
from host_tools.sim.board import SimulatedBoard
from host_tools.sim.flash_port import PowerCut
from host_tools.sim.ports import Stop
from host_tools.sim.scenario import Scenario, Step
from host_tools.sim.tags import TileSet

_QUIET_NS = 300_000_000  # nothing pending for this long: the table has settled
_PATIENCE_NS = 10_000_000_000  # then an expect fails with not_settled
_MS = 1_000_000
_FEW_LOST = 0.1  # of the frames: a tag is found soon all the same
# So often in a row the watchdog may end what the firmware does; more often where a later step may
# help.
_MOST_RESTARTS, _MOST_WHILE_STEPS_COME = 20, 200
_LENT = 2  # App.pending: nothing goes on, but nobody looks at the readers


class Director:
    """One run of one scenario. `report` and `readers` are put here by the runtime before the
    firmware starts."""

    def __init__(self, scenario: Scenario, board: SimulatedBoard, tiles: TileSet) -> None:
        self.scenario, self.board, self.tiles = scenario, board, tiles
        self.report: Callable[[], dict] = dict
        self.readers: Callable[[], dict[int, tuple[int, ...]]] = dict
        # Called with each report of the firmware, as it comes.
        self.on_report: Callable[[dict], None] = lambda report: None
        # Called when all steps are done: further ones, none to end.
        self.more: Callable[[], list[Step]] = list
        self._steps = list(scenario.steps)
        self.figures: dict[int, tuple[int, ...]] = {}  # of every reader, at the end
        self.failed: list[dict] = []
        self.refused_presses: list[tuple[int, int]] = []  # (t_ms, seat)
        self.last_state: dict = {}
        self.target = scenario.target  # of the match that is on: the menu may begin another
        self.is_over = False  # the last step has settled
        # Called with the state whenever the table has been at rest for a moment, expect or not.
        self.on_rest: Callable[[dict], None] | None = None
        self._is_resting = False
        self._is_lent = False  # somebody has the readers, who does not scan
        self.lying: dict[int, object] = {}  # reader -> tag
        self.second: dict[int, object] = {}  # reader -> tag that a fault brought
        self.placed_ns: dict[int, int] = {}  # reader -> when its tile was laid
        self._next = 0
        self._restarts = 0  # in a row,
        self._restarted_at = 0  # since so many steps had begun
        self._waiting_for: Step | None = None  # its expect is to be looked at
        self._asking: Step | None = None  # a press whose seat must be compared first
        self._done = False
        self._touched: set[int] = set()  # readers whose tags changed since the table settled
        self._changed_ns = board.clock.now_ns
        self._quiet_ns = board.clock.now_ns
        self._plan_next()

    # -- driven by the firmware's awaits ---------------------------------------------------
    def on_idle(self, pending: int) -> None:
        """Called at each await. Raises Stop after the last step has settled."""
        now_ns = self.board.clock.now_ns
        self._is_lent = pending == _LENT
        if pending and not self._is_lent:
            self._quiet_ns = now_ns
            self._is_resting = False
        elif self.on_rest and not self._is_resting and now_ns - self._quiet_ns >= _QUIET_NS:
            self._is_resting = True
            self.last_state = self._look_at_state()
            self.on_rest(self.last_state)
        if self._asking is not None:
            self._press_if_seat_acts(self._asking)
        elif self._waiting_for is not None or self._done:
            self._look(now_ns)

    def _look(self, now_ns: int) -> None:
        settled = self._has_settled(now_ns)
        if not settled and now_ns - self._changed_ns < _PATIENCE_NS:
            return
        self._touched.clear()
        self.last_state = self._look_at_state()
        step = self._waiting_for
        if step is not None:
            if settled:
                self.failed += final.differences(step.number, step.expect, self.last_state)
            else:
                self.failed.append({"step": step.number, "error": "not_settled"})
            self._waiting_for = None
            self._plan_next()
            return
        self.figures = self.readers()
        self.is_over = True
        raise Stop

    def _look_at_state(self) -> dict:
        return final.readable(self._asked(), self.board, self.scenario.has_accounts)

    def _asked(self) -> dict:
        report = self.report()
        self.on_report(report)
        self.target = report.get("target", self.target)
        return report

    def _has_settled(self, now_ns: int) -> bool:
        since_ns = self._changed_ns
        if now_ns - max(since_ns, self._quiet_ns) < _QUIET_NS:
            return False
        seen = self._is_lent or all(
            self._was_seen(number, since_ns)
            or (faults.may_rest(self.board, number) and self._is_known_silent(number, now_ns))
            for number in range(len(self.board.readers))
        )
        read_ns = self.board.ports.pin_read_ns
        return seen and all(read_ns.get(pin, -1) > since_ns for pin in self._button_pins())

    def _was_seen(self, number: int, since_ns: int) -> bool:
        """Looked at since then; where tags were put or taken, the UID too: a look without it
        does not see a second tag."""
        field = self.board.fields[number]
        if number in self._touched and field.tags and field.loss < 1:
            # The answers of its own tag may have been lost, or a neighbour's heard in their stead.
            may_miss = field.hears_others or 0 < field.loss <= _FEW_LOST
            return (field.last_own_ns if may_miss else field.last_uid_ns) > since_ns
        return field.last_look_ns > since_ns

    def _is_known_silent(self, number: int, now_ns: int) -> bool:
        """Asked since it fell silent, so long ago that what followed from it is over."""
        asked_ns = self.board.asked_ns.get(number)
        return asked_ns is not None and now_ns - asked_ns >= _QUIET_NS

    def _button_pins(self) -> list[int]:
        return list(self.board.config["buttons"].values())

    # -- driven by the clock ---------------------------------------------------------------
    def _plan_next(self) -> None:
        if self._next == len(self._steps):
            self._steps += self.more()
        if self._next == len(self._steps):
            self._done = True
            self._changed()
            return
        step = self._steps[self._next]
        self._next += 1
        self._at(step.after_ms, lambda: self._begin(step))

    def _at(self, after_ms: int, act: Callable[[], None]) -> None:
        self.board.clock.at(self.board.clock.now_ns + after_ms * _MS, act)

    def _begin(self, step: Step) -> None:
        if step.act == "press" and step.seat is not None:
            self._asking = step
        elif step.act == "press":
            self._press(step)
        elif step.act == "tap":
            self._tap(step)
        elif step.act == "power":
            self._power(step)
        elif step.act == "hang":
            self.board.ports.hang_ms = step.value
            self._end(step)
        else:
            self._act(step)
            self._end(step)

    def _end(self, step: Step) -> None:
        if step.reader is not None:
            self._touched.add(step.reader)
        self._changed()
        if step.expect is None:
            self._plan_next()
        else:
            self._waiting_for = step

    def _changed(self) -> None:
        self._changed_ns = self._quiet_ns = self.board.clock.now_ns

    def _act(self, step: Step) -> None:
        if step.act == "place":
            self._put(step.reader, self.tiles.tags[step.value])
        elif step.act == "lift":
            self._take(step.reader)
        elif step.act == "clear":
            for reader in [*self.lying, *self.second]:
                self._take(reader)
        elif step.act == "fault":
            faults.apply(self, step.reader, step.fault)

    def _put(self, reader: int, tag: object) -> None:
        self.board.fields[reader].put(tag)
        self.lying[reader] = tag
        self.placed_ns[reader] = self.board.clock.now_ns

    def _take(self, reader: int) -> None:
        """Lift the tile, or what a fault brought where no tile lies."""
        pile = self.lying if reader in self.lying else self.second
        self.board.fields[reader].remove(pile.pop(reader))
        self._touched.add(reader)

    def _tap(self, step: Step) -> None:
        tag, field = self.tiles.tags[step.value], self.board.fields[step.reader]
        field.put(tag)

        def leave() -> None:
            field.remove(tag)
            self._end(step)

        self._at(step.hold_ms, leave)

    # -- power -----------------------------------------------------------------------------
    def _power(self, step: Step) -> None:
        """Cut the power, now or in a write to come; or give it back."""
        if step.value == "on":
            self._power_on(step)
        elif step.write:
            self.board.ports.flash.cut_in(step.write, step.done)
            self._end(step)
        else:
            self._end(step)
            raise PowerCut

    def _power_on(self, step: Step) -> None:
        if not self.board.is_off:
            self.board.ports.flash.forget_cut()
            self.failed.append({"step": step.number, "error": "not_cut"})
            self._end(step)
            return
        self.board.power_on()
        self.placed_ns.clear()
        if step.button:
            self.board.buttons[step.button].press()
            self._at(step.hold_ms, self.board.buttons[step.button].release)
        self._end(step)

    def wait_for_power(self) -> bool:
        """After a cut: go on with the steps until the power is back. False: it never is."""
        self._lose_power()
        while self.board.is_off:
            try:
                if not self.board.clock.advance_to_next():
                    return False
            except PowerCut:  # again, in the moment in which it came back
                self._lose_power()
        return True

    def _lose_power(self) -> None:
        self._waiting_for = self._asking = None
        self._is_resting = False
        self.board.power_off()

    def restart(self) -> bool:
        """The watchdog bit: what was asked of the firmware is asked again. False, and `failed` has
        an entry, where it bit so often that no start comes to an end."""
        if self._restarted_at < self._next:
            self._restarts, self._restarted_at = 0, self._next
        self._restarts += 1
        is_waited_for = self._done or self._waiting_for is not None or self._asking is not None
        if self._restarts > (_MOST_RESTARTS if is_waited_for else _MOST_WHILE_STEPS_COME):
            begun = self._steps[: self._next]
            number = begun[-1].number if begun else 0
            self.failed.append({"step": number, "error": "restarts"})
            self.last_state = self.last_state or final.unseen(self.board, self.scenario)
            self.is_over = True
            return False
        self._is_resting = False
        self.board.restart()
        self.placed_ns.clear()
        self._changed()
        return True

    def _press_if_seat_acts(self, step: Step) -> None:
        self._asking = None
        turn = self.report()["turn"]
        if step.seat == turn:
            self._press(step)
            return
        self.refused_presses.append((self.board.clock.now_ns // _MS, step.seat))
        self.board.ports.on_event(None, step.seat, codes.NONE, codes.NOT_YOUR_TURN)
        self._end(step)

    def _press(self, step: Step) -> None:
        button = self.board.buttons[step.value]
        button.press()

        def leave() -> None:
            button.release()
            self._end(step)

        self._at(step.hold_ms, leave)
