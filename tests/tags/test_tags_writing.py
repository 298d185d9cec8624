"""A whole set is written through the simulated table, whatever people do to it."""

import pytest

from host_tools.boards import load, pad_names, slot_names
from host_tools.link.simulated import SimulatedTable
from host_tools.link.table import Refused, Table
from host_tools.tags import record
from host_tools.tags.dumps import record_of
from host_tools.tags.hands import Hands
from host_tools.tags.tile_set import TILES, TileSet
from host_tools.tags.writing import Maker, Plan

CONFIG = load("grid48_mfrc522")
NAMES = slot_names(CONFIG) + pad_names(CONFIG)
PADS = pad_names(CONFIG)
SET = "c0ffee01"


def session(steps=(), runtime="cpython", wanted=range(TILES), tiles=None, board=CONFIG, **how):
    """Make a set with scripted hands; the hands, the set and the simulated table."""
    simulated = SimulatedTable(board)
    pads = pad_names(board)
    hands = Hands(simulated, pads, simulated.names, {"steps": list(steps)})
    tiles = tiles or TileSet(SET)
    hands.set_id = tiles.set_id

    async def main():
        table = Table(simulated)
        await simulated.pause(2000)
        await table.greet()
        return await Maker(table, hands, Plan(tiles, list(wanted), pads, **how)).run()

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


def test_written_tiles_are_known_to_the_game_at_once():
    """The table that wrote them plays on and knows them; those of another set it does not."""
    from host_tools.tags.record import ntag213_for_tile

    simulated = SimulatedTable(CONFIG)
    hands = Hands(simulated, PADS, NAMES)
    tiles = TileSet(SET)

    async def main():
        table = Table(simulated)
        await simulated.pause(2000)
        await table.greet()
        assert await Maker(table, hands, Plan(tiles, [27, 26], PADS)).run()
        await simulated.pause(1500)
        simulated.board.fields[20].put(hands.tags[27])
        await simulated.pause(1500)
        seen = [simulated.report()]
        stranger = ntag213_for_tile(25, 0x0BADCAFE, bytes.fromhex("04112233445566"))
        simulated.board.fields[0].put(stranger)
        await simulated.pause(5000)
        return [*seen, simulated.report()]

    first, then = simulated.run(main())
    assert first["layout"] == [27] and first["alerts"] == []
    assert then["layout"] == [27] and then["alerts"] == [[0, 8]]  # unknown_tag


def test_the_keepers_tag_lets_a_set_be_made_and_is_no_tile_of_it():
    from host_tools.chips.tag_type2 import Type2Tag

    keepers = "04112233445566"
    settings = {"game": "all-fives", "seed": 1, "keeper_tag": keepers}
    simulated = SimulatedTable(CONFIG, {"settings.json": settings})
    hands = Hands(simulated, PADS[1:], NAMES)
    tiles = TileSet(SET)
    pad = NAMES.index(PADS[0])

    async def main():
        table = Table(simulated)
        await simulated.pause(2000)
        await table.greet()
        with pytest.raises(Refused, match="guarded by its keeper"):
            await Maker(table, hands, Plan(tiles, [27], PADS)).run()
        tag = Type2Tag("NTAG213", bytes.fromhex(keepers))
        simulated.board.fields[pad].put(tag)
        before = bytes(tag.memory)
        assert await Maker(table, hands, Plan(tiles, [27, 26], PADS)).run()
        assert bytes(tag.memory) == before

    simulated.run(main())
    assert sorted(tiles.tiles) == [26, 27]
    assert (PADS[0], "keepers") in troubles(hands)


def test_a_set_whose_tags_can_all_not_be_written_is_enrolled_without_a_key():
    steps = [{"for": name, "tag": "locked"} for name in ("0-0", "0-1", "1-1")]
    is_complete, hands, tiles, simulated = session(steps, wanted=range(3), enrols_locked=True)
    assert is_complete and troubles(hands) == []
    assert [by for _, by in tiles.tiles.values()] == ["uid"] * 3
    assert sorted(simulated.uids().values()) == [0, 1, 2]


def test_what_lies_on_the_pads_from_the_start_is_taken_too():
    """Four tags lie there when it begins: one is taken, the others wait for their turn."""
    steps = [{"tag": "blank", "pad": pad, "after_ms": 1} for pad in PADS]
    simulated = SimulatedTable(CONFIG)
    hands = Hands(simulated, PADS, NAMES, {"steps": steps})
    hands.asks = lambda tile, number, of: None  # nobody lays anything more
    tiles = TileSet(SET)

    async def main():
        table = Table(simulated)
        hands.begin()
        await simulated.pause(2000)
        await table.greet()
        return await Maker(table, hands, Plan(tiles, [0, 1, 2, 3], PADS)).run()

    assert simulated.run(main(), limit_ms=60_000)
    assert sorted(tiles.tiles) == [0, 1, 2, 3]


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_with_five_percent_of_frames_lost_nobody_notices(runtime):
    steps = [{"for": name, "loss": 0.05} for name in ("0-0", "0-1", "1-1", "0-2", "1-2", "2-2")]
    is_complete, hands, tiles, _ = session(steps, runtime, wanted=range(6))
    assert is_complete and troubles(hands) == []


def test_a_tag_that_is_lifted_at_any_time_is_written_in_the_end():
    steps = [{"for": "0-0", "lift_after_ms": ms} for ms in range(40, 400, 24)]
    is_complete, hands, tiles, simulated = session(steps, wanted=[0, 1])
    assert is_complete
    check_records(hands, tiles, simulated)


BOARDS = ["grid48_pn532", "ring28_mfrc522", "pad1_mfrc522"]


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
@pytest.mark.parametrize("name", BOARDS)
def test_every_board_writes_tiles(name, runtime):
    steps = [
        {"for": "0-1", "tag": "locked", "key": "e"},
        {"for": "1-1", "lift_after_ms": 140},
        {"for": "0-2", "tag": "phone"},
        {"for": "1-2", "two": True},
        {"for": "2-2", "tag": "ultralight", "loss": 0.05},
    ]
    is_complete, hands, tiles, simulated = session(
        steps, runtime, wanted=range(6), board=load(name)
    )
    assert is_complete
    check_records(hands, tiles, simulated, but=(1,))
    found = [code for _, code in troubles(hands)]
    assert found[0] == "page_protected" and found[-2:] == ["foreign", "two_tags"]
    assert simulated.board.ports.busiest_step_ns < 20_000_000


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
@pytest.mark.parametrize("name", ["grid48_mfrc522", "grid48_pn532"])
def test_tags_that_are_unlike_the_data_sheet(name, runtime):
    steps = [
        {"for": "0-0", "tag": "clone", "loss": 0.1},
        {"for": "0-1", "tag": "faint"},
        {"for": "1-1", "tag": "reserved"},
        {"for": "0-2", "tag": "guarded"},
    ]
    is_complete, hands, tiles, simulated = session(
        steps, runtime, wanted=range(4), board=load(name)
    )
    assert is_complete and [code for _, code in troubles(hands)] == ["reserved", "needs_key"]
    check_records(hands, tiles, simulated)
    assert bytes(hands.tags[0].memory[12:16]) == bytes.fromhex("e1101200")
    assert simulated.board.ports.busiest_step_ns < 20_000_000
