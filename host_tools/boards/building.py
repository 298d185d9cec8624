"""The sizes of a table, in mm: whether tiles, tags and reader boards fit the slots, and whether
the top lets a tag be read.

How far a tag is read depends on its size, the coil and what lies around. Our rule, which no table
of ours has proved yet: up to two fifths of the coil's shorter side, of which 5 mm are used up by
the parts on the reader's board, the tag's place in the tile and a margin.
"""

from collections.abc import Iterator

from host_tools.boards.faults import Fault
from host_tools.boards.graph import slot_places

TILE_GAP_MM = 4  # between two tiles in a line, for fingers and for tags to stay apart
USED_UP_MM = 5


def reach_mm(build: dict) -> int:
    """From the antenna to the tag, at most."""
    return 2 * min(build["coil_mm"]) // 5


def thickest_top_mm(build: dict) -> int:
    """The most that the top may measure over the antennas."""
    return reach_mm(build) - USED_UP_MM


def outer_mm(config: dict) -> tuple[int, int] | None:
    """West to east and north to south of all slots together; None where that is not known."""
    places, pitch = slot_places(config), config.get("build", {}).get("pitch_mm")
    if not places or pitch is None:
        return None
    columns, rows = (1 + max(place[axis] for place in places.values()) for axis in (0, 1))
    return columns * pitch, rows * pitch


def faults(config: dict) -> Iterator[Fault]:
    """What does not fit on or into what."""
    build = config.get("build")
    if build is None:
        return
    length, width = sorted(build["tile_mm"][:2], reverse=True)
    if build["tag_mm"] > width:
        problem = f"a tag of {build['tag_mm']} mm is wider than the tile"
        yield Fault("build.tag_mm", problem, f"at most {width}")
    thickest = thickest_top_mm(build)
    if build["top_mm"] > thickest:
        problem = f"{build['top_mm']} mm are too thick for the coil"
        accepted = f"at most {thickest}" if thickest > 0 else "a larger coil"
        yield Fault("build.top_mm", problem, accepted)
    if config["slots"]["selects"]:
        yield from _pitch(build, length)


def _pitch(build: dict, length: int) -> Iterator[Fault]:
    least = max(length + TILE_GAP_MM, max(build["reader_mm"]))
    if "pitch_mm" not in build:
        yield Fault("build.pitch_mm", "is missing", f"{least} or more")
    elif build["pitch_mm"] < least:
        what = "tiles" if least == length + TILE_GAP_MM else "reader boards"
        problem = f"{build['pitch_mm']} mm are too little for the {what}"
        yield Fault("build.pitch_mm", problem, f"{least} or more")
