"""The table as a person sees it now, in the form that host_tools/render draws."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.boards import pad_names, slot_names, slot_places
from host_tools.chips.tag_cards import Iso14443_4Card
from host_tools.files import saving
from host_tools.records.notation import port_name, tile_name
from host_tools.render import pictures

if TYPE_CHECKING:
    from host_tools.sim.board import SimulatedBoard
    from host_tools.sim.run import Simulation


def table_state(simulation: Simulation) -> dict:
    """What lies where: tiles in play with their joints, other tiles, things that are no tile."""
    board = simulation.scenario.board
    names = slot_names(board) + pad_names(board)
    director, tags = simulation.director, simulation.tiles.tags
    tile_of = {id(tag): tile for tile, tag in tags.items()}
    lying = {reader: tile_of[id(tag)] for reader, tag in director.lying.items()}
    last, laid = director.last_state, simulation.recorder.layout
    homes = dict(zip(last.get("layout", ()), last.get("slots", ()), strict=True))

    def home(tile: int, slot: int) -> int:
        """Where the table takes it to lie now: one that was tapped may have been laid since."""
        name = homes.get(tile_name(tile))
        return names.index(name) if name else slot

    played = [(tile, home(tile, slot), on, port) for tile, slot, on, port in laid]
    in_play = {tile: slot for tile, slot, _, _ in played if lying.get(slot) == tile}
    state = {
        "layout": [
            {
                "tile": tile_name(tile),
                "slot": names[slot],
                "on": tile_name(on),
                "port": port_name(port),
            }
            for tile, slot, on, port in played
            if tile in in_play
        ],
        "loose": [
            {"tile": tile_name(tile), "slot": names[reader]}
            for reader, tile in lying.items()
            if tile not in in_play
        ],
        "things": {
            names[reader]: "phone" if isinstance(tag, Iso14443_4Card) else "tag"
            for reader, tag in director.second.items()
        },
        "alerts": director.last_state.get("alerts", []),
        "pads": pad_sides(board),
    }
    places = slot_places(board)
    if places:
        state["places"] = places
        state["linked"] = board["slots"].get("grid", {}).get("linked")
    return state


# Where the pads are by how many there are: two sit opposite.
_SIDES = (
    (),
    ("south",),
    ("south", "north"),
    ("south", "west", "north"),
    ("south", "west", "north", "east"),
)
_NEAR_OR_FAR = {"near": ("south", "west"), "far": ("north", "east")}


def pad_sides(board: dict) -> dict[str, str]:
    """{pad: side of the table} as the board has its pads; `side` of a pad says near or far."""
    free = list(_SIDES[min(len(board["pads"]), 4)])
    found = {}
    names = pad_names(board)
    for name, pad in zip(names, board["pads"], strict=True):
        wanted = _NEAR_OR_FAR.get(pad.get("side"), ())
        side = next((side for side in wanted if side in free), None) or (free or ["south"])[0]
        if side in free:
            free.remove(side)
        found[name] = side
    return found


PARTS = ("table", "strip", "screen", "all")


class Gallery:
    """PNGs of every trouble, question and round's end, in order, and of the end."""

    def __init__(self, simulation: Simulation, folder: Path, prefix: str = "") -> None:
        self._simulation, self.folder, self._prefix = simulation, folder, prefix
        self.paths: list[Path] = []
        self._shown: tuple = ()

    def rested(self, state: dict) -> None:
        """The table has come to rest; draw it unless it looks as before."""
        shown = (state["message"], state["alerts"])
        is_asked = state["message"] == "choose_port"
        if (state["alerts"] or state["round_over"] or is_asked) and shown != self._shown:
            self._write(f"{len(self.paths) + 1:02}-{state['message']}", ("all",))
        self._shown = shown

    def last(self) -> None:
        """The end: table, strip and screen, each alone and together."""
        self._write("final", PARTS)

    def _write(self, name: str, only: tuple[str, ...]) -> None:
        self.paths += write(self._simulation, self.folder, self._prefix + name, only)


def write(
    simulation: Simulation, folder: Path, name: str, only: tuple[str, ...] = PARTS
) -> list[Path]:
    """Write PNGs of table, strip and screen, and one of all three; return their paths."""
    paths = []
    for part in only:
        data = _DRAW[part](simulation, name)
        if data is not None:
            path = folder / (f"{name}.png" if part == "all" else f"{name}-{part}.png")
            saving.save(path, data)
            paths.append(path)
    return paths


def _table(simulation: Simulation, name: str) -> bytes | None:
    state = table_state(simulation)
    return pictures.table_png(state) if "places" in state else None


def strip_seen(board: SimulatedBoard) -> list[tuple[int, int, int]]:
    """The LEDs track by track, each from the score of 0 on: not as the chain has them where every
    second track is folded back."""
    strip, colours = board.config["strip"], board.strip.colours
    if strip.get("run") != "back_and_forth":
        return colours
    leds = strip["leds"]
    tracks = [colours[at : at + leds] for at in range(0, len(colours), leds)]
    return [led for n, track in enumerate(tracks) for led in (track[::-1] if n & 1 else track)]


def _strip(simulation: Simulation, name: str) -> bytes | None:
    board = simulation.board
    if board.strip is None:
        return None
    strip = board.config["strip"]
    target = simulation.director.target
    return pictures.strip_png(strip_seen(board), strip["tracks"], strip["leds"], target)


def _screen(simulation: Simulation, name: str) -> bytes | None:
    display = simulation.board.display
    return pictures.screen_png(display.picture()) if display else None


def _all(simulation: Simulation, name: str) -> bytes | None:
    state, board = table_state(simulation), simulation.board
    if "places" not in state or board.strip is None or board.display is None:
        return None
    strip = board.config["strip"]
    return pictures.combined_png(
        state,
        strip_seen(board),
        board.display.picture(),
        name,
        tracks=strip["tracks"],
        leds=strip["leds"],
        target=simulation.director.target,
    )


_DRAW = {"table": _table, "strip": _strip, "screen": _screen, "all": _all}
