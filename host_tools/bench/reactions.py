"""From a tile laid down to strip and screen changed, through the whole firmware."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from domino.words import ids
from host_tools.bench.figures import Figure
from host_tools.bench.positions import Position, positions
from host_tools.bench.table import BenchError, Table, config
from host_tools.counting import counted
from host_tools.tags.record import ntag213_for_tile

_GAME = "horse-race"
_PLACEMENTS, _FULL = 200, 1000
_SHARE_OF_NEW = 4  # a quarter of the placements are measured again with tags never met
_AT_ONE_POSITION = 25
_REST_MS = 300  # nothing pending for so long
_PHASE_MS = 400  # some laps of the hot slots
_SEED = 1
CASES = (("reaction_p95_ms_two_fields_12", 2, 12), ("reaction_p95_ms_one_field_8", 1, 8))
_LOSS = 0.05  # of the frames in either direction, at every reader: no player is to notice it


def measure(full: bool) -> Iterator[Figure]:
    """The two limits, each for tiles met before, with a twentieth of the frames lost, and, without
    a limit, for tags never met."""
    count = _FULL if full else _PLACEMENTS
    for name, fields, hot in CASES:
        for suffix, is_new in (("", False), ("_new_tags", True)):
            how_many = count // _SHARE_OF_NEW if is_new else count
            spans = reactions_ms(config(fields=fields), hot, how_many, is_new)
            yield Figure(name + suffix, p95(spans), text(fields, hot, spans, is_new))
        spans = reactions_ms(config(fields=fields), hot, count, False, _LOSS)
        lossy = f"{_LOSS:.0%} of the frames lost; {text(fields, hot, spans, False)}"
        yield Figure(f"{name}_lossy", p95(spans), lossy)


def text(fields: int, hot: int, spans: list[float], is_new: bool) -> str:
    """What a figure of reactions was measured on."""
    tags = "a tag never met each time" if is_new else "tiles met before"
    spread = f"median {spans[len(spans) // 2]:.0f}, worst {spans[-1]:.0f}"
    return (
        f"{len(spans)} scoring tiles laid at random phase on one of {hot} hot slots, "
        f"{counted(fields, 'field')}, {tags}, until strip and screen have both changed; "
        f"{spread}; whole firmware at rest, positions from random {_GAME} plays, seed {_SEED}"
    )


def p95(spans: list[float]) -> float:
    """The 95th percentile of sorted spans: of 200, the 190th."""
    return spans[-(-len(spans) * 95 // 100) - 1]


def reactions_ms(
    board: dict, hot: int, count: int, is_new: bool, loss: float = 0.0
) -> list[float]:
    """`count` reactions, sorted; `loss`: share of the frames lost at every reader."""
    rng = random.Random(f"{_SEED} {hot} {is_new}")
    found = positions(board, _GAME, hot, _SEED)
    spans: list[float] = []
    for position in islice(found, -(-count // _AT_ONE_POSITION)):
        players = _Players(board, position, rng, is_new)
        players.lay_out(hot)
        players.lose(loss)
        for _ in range(min(_AT_ONE_POSITION, count - len(spans))):
            spans.append(players.lay_and_take_back())
    return sorted(spans)


class _Lights:
    """When strip and screen first showed something else than at `arm`."""

    def __init__(self, table: Table) -> None:
        self._sim = table.sim
        self._before: tuple = ()
        self.strip_ns = self.screen_ns = 0
        table.sim.ports.on_lights = self._written

    def arm(self) -> None:
        """What is shown now is what it was before."""
        self._before = self._shown()
        self.strip_ns = self.screen_ns = 0

    @property
    def have_changed(self) -> bool:
        """Both of them."""
        return bool(self.strip_ns and self.screen_ns)

    def _shown(self) -> tuple:
        return self._sim.strip.colours, bytes(self._sim.display.ram)

    def _written(self) -> None:
        if not self._before or self.have_changed:
            return
        strip, screen = self._shown()
        now_ns = self._sim.clock.now_ns
        if not self.strip_ns and strip != self._before[0]:
            self.strip_ns = now_ns
        if not self.screen_ns and screen != self._before[1]:
            self.screen_ns = now_ns


class _Players:
    """One table at one position; the hands above it."""

    def __init__(self, board: dict, position: Position, rng: random.Random, is_new: bool) -> None:
        self._table = Table(board, game=_GAME, starters=[0])
        self._view = self._table.app.view
        self._position, self._rng, self._is_new = position, rng, is_new
        self._tags = [self._tag(tile) for tile in range(28)]
        self._lights = _Lights(self._table)
        self._hot = 0

    def _tag(self, tile: int) -> object:
        uid = b"\x04" + bytes(self._rng.randrange(0x88) for _ in range(6))
        return ntag213_for_tile(tile, self._table.set_id, uid)

    def lay_out(self, hot: int) -> None:
        """Let the table meet all tiles once, then lay them as far as the position."""
        self._hot = hot
        table, view = self._table, self._view
        found = table.scanner.found
        for tile in range(28):
            table.fields[tile].put(self._tags[tile])
        self._until(lambda: all(found[tile] == tile for tile in range(28)), "all tiles laid")
        for tile in range(28):
            table.fields[tile].remove(self._tags[tile])
        self._until(lambda: view.message == ids.LAY_FIRST, "table cleared")
        for number, (tile, slot) in enumerate(self._position.plays):
            table.fields[slot].put(self._tags[tile])
            self._until(lambda n=number: view.accepted > n, "tile accepted")
        self._rest()

    def lose(self, loss: float) -> None:
        """From now on this share of the frames is lost."""
        for field in self._table.fields:
            field.loss, field.random = loss, random.Random(self._rng.random())

    def lay_and_take_back(self) -> float:
        """ms from the laid tile to the later of strip and screen; then all is as before."""
        table, view = self._table, self._view
        tile, slot = self._rng.choice(self._position.moves)
        tag = self._tag(tile) if self._is_new else self._tags[tile]
        accepted = view.accepted
        laid_ns = table.now_ns + self._rng.randrange(_PHASE_MS * 1_000_000)
        self._lights.arm()
        table.sim.clock.at(laid_ns, lambda: table.fields[slot].put(tag))
        self._until(lambda: self._lights.have_changed, "strip and screen changed")
        span_ns = max(self._lights.strip_ns, self._lights.screen_ns) - laid_ns
        if (
            view.accepted != accepted + 1
            or min(self._lights.strip_ns, self._lights.screen_ns) < laid_ns
        ):
            raise BenchError("the lights changed, but not for the tile")
        self._press("undo")
        self._until(lambda: view.accepted > accepted + 1, "undo accepted")
        table.fields[slot].remove(tag)
        self._rest()
        return round(span_ns / 1e6, 3)

    def _press(self, name: str) -> None:
        button = self._table.sim.buttons[name]
        button.press()
        self._table.run(100, self._table.step)
        button.release()

    def _rest(self) -> None:
        """Until nothing has been pending for a while and the hot slots are as at the position."""
        table = self._table
        quiet_ns = table.now_ns

        def is_at_rest() -> bool:
            nonlocal quiet_ns
            if table.app.pending():
                quiet_ns = table.now_ns
            return table.now_ns - quiet_ns > _REST_MS * 1_000_000

        self._until(is_at_rest, "table at rest")
        if self._hot_now() != self._hot:
            raise BenchError(f"{self._hot_now()} hot slots where there should be {self._hot}")

    def _hot_now(self) -> int:
        return self._table.scanner.focus.hot_count

    def _until(self, is_so: object, what: str) -> None:
        self._table.until(is_so, self._table.step, what)
