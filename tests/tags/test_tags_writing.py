"""A whole set is written through the simulated table, whatever people do to it."""

import pytest

from host_tools.boards import load, pad_names, slot_names
from host_tools.link.simulated import SimulatedTable
from host_tools.link.table import Table
from host_tools.tags import record
from host_tools.tags.dumps import record_of
from host_tools.tags.hands import Hands
from host_tools.tags.tile_set import TILES, TileSet
from host_tools.tags.writing import Maker, Plan

CONFIG = load("grid48_mfrc522")
NAMES = slot_names(CONFIG) + pad_names(CONFIG)
PADS = pad_names(CONFIG)
SET = "c0ffee01"


def session(steps=(), runtime="cpython", wanted=range(TILES), tiles=None, files=None, **how):
    """Make a set with scripted hands; the hands, the set and the simulated table."""
    simulated = SimulatedTable(CONFIG, files)
    hands = Hands(simulated, PADS, NAMES, {"steps": list(steps)})
    tiles = tiles or TileSet(SET)
    hands.tiles = tiles

    async def main():
        table = Table(simulated)
        await simulated.pause(2000)
        await table.greet()
        return await Maker(table, hands, Plan(tiles, list(wanted), PADS, **how)).run()

    is_complete = simulated.run(main(), runtime)
    return is_complete, hands, tiles, simulated


def troubles(hands):
    return [(what[1], what[2]) for what in hands.told if what[0] == "trouble"]


def check_records(hands, tiles, simulated, but=()):
    """Every tag says its tile, byte for byte, and the table has stored its UID."""
    listed = simulated.uids()
    for tile, (uid, _) in tiles.tiles.items():
        tag = hands.tags[tile]
        assert tag.uid.hex() == uid and listed[tag.uid] == tile
        if tile not in but:
            assert record_of(tag) == (tile, int(SET, 16))
            area = bytes(tag.memory[16:])
            assert record.message(tile, int(SET, 16), tag.uid) in area
    assert len(listed) == len(tiles.tiles)


FAULTS = [
    {"for": "0-1", "lose": [3, 9, 17, 30]},
    {"for": "1-1", "tag": "locked", "key": "e"},
    {"for": "0-2", "lift_after_ms": 130},
    {"for": "1-2", "tag": "again", "tile": "0-0"},
    {"for": "0-3", "tag": "phone"},
    {"for": "1-3", "two": True},
    {"for": "2-3", "tag": "classic", "key": "e"},
    {"for": "3-3", "tag": "tile", "tile": "3-3", "set": "deadbeef", "key": "o"},
    {"for": "0-4", "tag": "tile", "tile": "0-0", "set": "deadbeef"},
    {"for": "1-4", "tag": "tile", "tile": "5-5"},
    {"for": "2-4", "tag": "ultralight"},
    {"for": "3-4", "tag": "ntag216", "loss": 0.2},
    {"for": "4-4", "tag": "card"},
    {"for": "0-5", "tag": "locked"},
]


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_a_whole_set_with_everything_that_goes_wrong(runtime):
    is_complete, hands, tiles, simulated = session(FAULTS, runtime)
    assert is_complete and sorted(tiles.tiles) == list(range(TILES))
    check_records(hands, tiles, simulated, but=(2, 8))
    assert [tiles.tiles[tile][1] for tile in (2, 8)] == ["uid", "uid"]
    codes = [code for _, code in troubles(hands)]
    assert codes == [
        "page_protected",
        "gone",
        "duplicate",
        "foreign",
        "two_tags",
        "no_pages",
        "other_set",
        "other_set",
        "foreign",
        "page_protected",
    ]
    assert any("3-4 is written (NTAG216" in what[-1] for what in hands.told if what[0] == "done")
    prompts = [what[1:] for what in hands.told if what[0] == "asks"]
    assert prompts[0] == (0, 1, 28) and prompts[-1][1:] == (28, 28)
    assert simulated.board.ports.busiest_step_ns < 20_000_000
