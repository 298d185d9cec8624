"""A host asks a simulated table: the shipped firmware answers, on both runtimes."""

import json

import pytest

from host_tools.boards import load
from host_tools.link.simulated import SimulatedTable
from host_tools.link.table import LinkError, Refused, Table
from host_tools.tags.record import ntag213_for_tile

CONFIG = load("grid48_mfrc522")


def run(main, runtime="cpython", **files):
    simulated = SimulatedTable(CONFIG, files)
    table = Table(simulated)
    return simulated.run(main(table), runtime), simulated


RUNTIMES = ["cpython", "micropython"]


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_the_table_says_who_it_is(runtime):
    async def main(table):
        await table.wire.pause(1000)
        return await table.greet()

    hello, _ = run(main, runtime)
    assert hello["table"] == "grid48_mfrc522"
    assert hello["slots"] == 48 and hello["pads"] == 4
    assert hello["names"][:2] == ["a1", "b1"] and hello["names"][-1] == "p3"


BAD = [
    (b"hello", {"error": "not_json"}),
    (b"[1]", {"error": "not_json"}),
    (b'{"id":1,"do":"table.nothing"}', {"id": 1, "error": "not_known"}),
    (b'{"id":1,"do":"table.__init__"}', {"id": 1, "error": "not_known"}),
    (b'{"id":1,"do":"cellar.hello"}', {"id": 1, "error": "not_known"}),
    (b'{"id":"a"}', {"id": "a", "error": "bad_request"}),
    (b'{"id":1,"do":7}', {"id": 1, "error": "bad_request"}),
    (b'{"id":1,"do":"tags.look"}', {"id": 1, "error": "borrow_first"}),
    (b'{"id":1,"do":"uids.put","uid":"0","tile":1}', {"id": 1, "error": "bad_request"}),
    (b'{"id":1,"do":"uids.put","uid":"04010203","tile":28}', {"id": 1, "error": "bad_request"}),
    (b'{"id":1,"do":"uids.put","uid":"08010203","tile":2}', {"id": 1, "error": "foreign"}),
    (b'{"id":1,"do":"table.setting","name":"set_id","value":5}', {"id": 1, "error": "bad_value"}),
    (b"x" * 401, {"error": "too_long", "most": 400}),
    (b"\xff\xfe", {"error": "not_json"}),
    (b"[" * 300, {"error": ("not_json", "failed")}),  # nested too deep, here or there
]


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_whatever_comes_gets_one_line_and_the_game_goes_on(runtime):
    async def main(table):
        wire = table.wire
        await wire.pause(2000)
        answers = []
        for line, _ in BAD:
            wire.send(line + b"\n")
            answers.append(json.loads(await wire.line(1000)))
            answers[-1].pop("what", None)
        hello = await table.greet()
        return answers, hello, simulated.report()

    simulated = SimulatedTable(CONFIG)
    table = Table(simulated)
    answers, hello, state = simulated.run(main(table), runtime)
    for answer, (line, wanted) in zip(answers, BAD, strict=True):
        assert answer == wanted or answer["error"] in wanted["error"], line
    assert hello["link"] == 1 and state["message"] == 1  # lay_first


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_lent_table_comes_back_when_the_host_falls_silent(runtime):
    async def main(table):
        wire = table.wire
        await wire.pause(2000)
        await table.greet()
        await table.ask("table.borrow")
        looks = sum(field.frames for field in simulated.board.fields)
        await wire.pause(9000)
        seen = [sum(field.frames for field in simulated.board.fields) - looks]
        assert (await table.ask("tags.look"))["found"] == []
        looks = sum(field.frames for field in simulated.board.fields)
        await wire.pause(12_000)
        seen.append(sum(field.frames for field in simulated.board.fields) - looks)
        with pytest.raises(Refused, match="left alone"):
            await table.ask("tags.look")
        return seen, simulated.report()["message"]

    simulated = SimulatedTable(CONFIG)
    seen, message = simulated.run(main(Table(simulated)), runtime)
    assert seen[0] == 0 and seen[1] > 100
    assert message == 1  # lay_first: the game stands where it stood


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_uids_are_listed_changed_and_kept(runtime):
    rows = [(f"04{n:012x}", n % 28) for n in range(1, 20)]

    async def first(table):
        await table.greet()
        for uid, tile in rows:
            await table.ask("uids.put", uid=uid, tile=tile)
        assert (await table.ask("uids.remove", uid=rows[3][0]))["was"] is True
        assert (await table.ask("uids.remove", uid=rows[3][0]))["was"] is False
        await table.ask("uids.save")
        return (await table.ask("table.setting", name="set_id", value="c0ffee01"))["value"]

    async def second(table):
        await table.greet()
        found = []
        while True:
            part = await table.ask("uids.list", **{"from": len(found)})
            found += part["uids"]
            if len(found) == part["count"]:
                return found, (await table.ask("table.setting", name="set_id"))["value"]

    simulated = SimulatedTable(CONFIG)
    assert simulated.run(first(Table(simulated)), runtime) == "c0ffee01"
    found, set_id = simulated.run(second(Table(simulated)), runtime)
    assert sorted(map(tuple, found)) == sorted(rows[:3] + rows[4:])
    assert set_id == "c0ffee01"


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_players_are_named_seated_and_forgotten(runtime):
    async def main(table):
        await table.ask("players.put", name="Anna", uid="04AABBCCDDEEFF")
        await table.ask("players.put", name="Ben")
        await table.ask("players.sit", seat=1, name="Anna")
        refused = []
        for do, fields in (
            ("put", {"name": "far too long"}),
            ("put", {"name": "Ben", "uid": "04zz"}),
            ("sit", {"seat": 0, "name": "Zoe"}),
            ("sit", {"seat": 9, "name": "Ben"}),
        ):
            with pytest.raises(Refused) as error:
                await table.ask(f"players.{do}", **fields)
            refused.append(str(error.value))
        before = await table.ask("players.list")
        assert (await table.ask("players.remove", name="Anna"))["was"] is True
        assert (await table.ask("players.remove", name="Anna"))["was"] is False
        return refused, before, await table.ask("players.list")

    (refused, before, after), _ = run(main, runtime)
    wanted = ("bad_name", "bad_uid", "bad_name", "bad_request")
    assert all(code in text for code, text in zip(wanted, refused, strict=True)), refused
    assert before["people"] == [["Anna", "04aabbccddeeff"], ["Ben", ""]]
    assert before["seats"] == ["", "Anna", "", ""]
    assert after["people"] == [["Ben", ""]] and after["seats"] == [""] * 4


KEEPERS = "04112233445566"
GUARDED = [
    ("uids.put", {"uid": "04aabbccddeeff", "tile": 3}),
    ("uids.remove", {"uid": "04aabbccddeeff"}),
    ("uids.clear", {}),
    ("uids.save", {}),
    ("players.put", {"name": "Ben"}),
    ("players.remove", {"name": "Ben"}),
    ("table.setting", {"name": "set_id", "value": "c0ffee01"}),
    ("table.setting", {"name": "brightness_pct", "value": 30}),
    ("table.setting", {"name": "keeper_pin", "value": "0042"}),
    ("tags.write", {"at": "p0", "uid": "04aabbccddeeff", "tile": 3, "set": "c0ffee01"}),
]


async def refusals(table):
    """The code of each guarded request, "" where it was served."""
    codes = []
    for do, fields in GUARDED:
        try:
            await table.ask(do, **fields)
            codes.append("")
        except Refused as refused:
            codes.append(refused.code)
    return codes


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_what_the_keeper_guards_asks_a_host_for_him(runtime):
    settings = {"game": "all-fives", "seed": 1, "keeper_pin": "0042", "keeper_tag": KEEPERS}
    simulated = SimulatedTable(CONFIG, {"settings.json": settings})
    served = [""] * (len(GUARDED) - 1) + ["gone"]  # no tag lies there to be written

    async def main(table):
        said = []
        await table.wire.pause(2000)
        await table.greet()
        for fields in ({}, {"pin": "0043"}, {"pin": ""}):
            with pytest.raises(Refused) as refused:
                await table.ask("table.trust", **fields)
            said.append(refused.value.code)
        await table.ask("table.borrow")
        assert await refusals(table) == ["guarded"] * len(GUARDED)
        assert (await table.ask("uids.list"))["count"] == 0
        for name in ("keeper_pin", "keeper_tag"):
            assert await table.ask("table.setting", name=name) == {"value": True}
            with pytest.raises(Refused, match="guarded"):  # nobody presses ok
                await table.ask("table.setting", name=name, value="", within_ms=300)
        await table.ask("table.trust", pin="0042")
        assert await refusals(table) == served
        await table.wire.pause(11_000)  # whoever speaks now may be another one
        await table.ask("table.borrow")
        assert await refusals(table) == ["guarded"] * len(GUARDED)
        simulated.board.fields[50].put(ntag213_for_tile(3, 1, bytes.fromhex(KEEPERS)))
        await table.ask("table.setting", name="set_id")
        assert await table.ask("table.trust") == {"at": "p2", "uid": KEEPERS}
        assert await refusals(table) == served
        return said

    assert simulated.run(main(Table(simulated)), runtime) == ["guarded", "wrong_pin", "wrong_pin"]


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_full_table_of_uids_says_so(runtime):
    async def main(table):
        await table.greet()
        for n in range(64):
            await table.ask("uids.put", uid=f"04{n:012x}", tile=3)
        await table.ask("uids.put", uid=f"04{7:012x}", tile=4)  # known already
        with pytest.raises(Refused, match="remove some"):
            await table.ask("uids.put", uid="04ffffffffffff", tile=3)
        await table.ask("uids.clear")
        return (await table.ask("uids.list"))["count"]

    assert run(main, runtime)[0] == 0


def test_a_table_that_says_nothing_is_named():
    class Deaf:
        def __init__(self):
            self.time = 0

        def now_ms(self):
            return self.time

        def send(self, data):
            pass

        async def line(self, wait_ms):
            self.time += wait_ms

    coroutine = Table(Deaf()).greet()
    with pytest.raises(LinkError, match="right port"):
        coroutine.send(None)


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("at_ms", [5, 700, 2503])
def test_ctrl_c_ends_the_table_within_a_second(runtime, at_ms):
    """ "Could not enter raw repl": the prompt comes at once, and nothing is left on."""

    async def main(table):
        await table.wire.pause(at_ms)
        simulated.board.ports.serial.write(b"\x03")
        ended.append(simulated.now_ms())
        await table.wire.pause(5000)

    ended = []
    simulated = SimulatedTable(CONFIG)
    simulated.run(main(Table(simulated)), runtime)
    assert simulated.now_ms() - ended[0] < 1000
    board = simulated.board
    assert not any(field.on for field in board.fields)
    assert all(line == 1 for line in [board.ports.levels[board.config["selects"]["enable"]]])
    assert not any(any(colour) for colour in board.strip.colours)


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_the_game_never_waits_for_the_link(runtime):
    """A host that asks without end: no step is longer, and a tile is seen as soon as ever."""
    from host_tools.tags.record import ntag213_for_tile

    async def main(table):
        await table.wire.pause(2000)
        await table.greet()
        simulated.board.ports.busiest_step_ns = 0
        tag = ntag213_for_tile(27, 1, bytes.fromhex("04112233445566"))
        simulated.board.fields[20].put(tag)
        began = simulated.now_ms()
        while not simulated.report()["layout"]:
            await table.ask("table.hello")
            assert simulated.now_ms() - began < 3000
        return simulated.now_ms() - began

    simulated = SimulatedTable(CONFIG)
    took_ms = simulated.run(main(Table(simulated)), runtime)
    assert took_ms < 600
    assert simulated.board.ports.busiest_step_ns < 20_000_000
