"""Guests at the line: wrong PINs make everybody wait, and personal tags are not for them."""

import json

import pytest

from domino import guarding
from domino.store.settings import Settings
from host_tools.boards import load
from host_tools.link.simulated import SimulatedTable
from host_tools.link.table import Refused, Table
from host_tools.runtimes.flash import mounted
from host_tools.tags.record import ntag213_for_tile

CONFIG = load("grid48_mfrc522")
RUNTIMES = ["cpython", "micropython"]
KEEPERS, ANNAS, BENS = "04112233445566", "04aabbccddeeff", "04a1a2a3a4a5a6"


def guarded(**settings):
    values = {"game": "all-fives", "seed": 1, "keeper_pin": "0042", **settings}
    return SimulatedTable(CONFIG, {"settings.json": values})


def files_of(simulated):
    return mounted(bytes(simulated.board.ports.flash.chip.content))


async def trust(table, **pin):
    """What the table says to a PIN: code, and the seconds to wait."""
    try:
        await table.ask("table.trust", **pin)
    except Refused as refused:
        return refused.code, refused.reply.get("seconds", 0)
    return "", 0


async def begun(table, after_ms=1500):
    await table.wire.pause(after_ms)
    await table.greet()


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_after_five_wrong_pins_there_is_a_wait_that_grows(runtime):
    simulated = guarded()
    table = Table(simulated)

    async def main():
        await begun(table)
        said = [await trust(table, pin=f"{n:04}") for n in range(5)]
        said.append(await trust(table, pin="0042"))  # the right one waits as well
        await simulated.pause(30_000)
        said.append(await trust(table, pin="0005"))
        await simulated.pause(31_000)
        said.append(await trust(table, pin="0042"))
        await simulated.pause(30_000)
        said.append(await trust(table, pin="0042"))
        said.append(await trust(table, pin="0043"))
        return said

    said = simulated.run(main(), runtime)
    assert said[:4] == [("wrong_pin", 0)] * 4
    assert [code for code, _ in said[4:]] == [
        "wrong_pin",
        "wait",
        "wrong_pin",
        "wait",
        "",
        "wrong_pin",
    ]
    assert all(28 <= seconds <= 30 for _, seconds in said[4:6])
    assert 58 <= said[6][1] <= 60 and 26 <= said[7][1] <= 30
    assert said[9][1] == 0  # the right one was the end of the row


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_wait_outlives_the_power(runtime):
    """It begins again: the table has no clock while it is off."""
    simulated = guarded()
    table = Table(simulated)

    async def first():
        await begun(table)
        for n in range(5):
            await trust(table, pin=f"{n:04}")

    async def again():
        await begun(table)
        said = await trust(table, pin="0042")
        await simulated.pause(30_000)
        return said, await trust(table, pin="0042")

    simulated.run(first(), runtime)
    waits, trusted = simulated.run(again(), runtime)
    assert waits[0] == "wait" and 27 <= waits[1] <= 30
    assert trusted == ("", 0)


def test_a_try_is_counted_before_it_is_answered():
    """Who takes the power away instead of waiting for the answer has used it up."""
    simulated = guarded()
    table = Table(simulated)

    async def one():
        await begun(table)
        simulated.send(b'{"id":1,"do":"table.trust","pin":"9999"}\n')
        await simulated.pause(500)  # the answer takes a second

    async def last():
        await begun(table)
        return await trust(table, pin="0042")

    for _ in range(5):
        simulated.run(one())
    assert simulated.run(last())[0] == "wait"


def test_ten_thousand_pins_take_a_year():
    waits = sum(guarding._span_ms(min(n, 12)) for n in range(10_000))
    assert waits > 365 * 24 * 3_600_000
    assert guarding._span_ms(4) == 0 and guarding._span_ms(12) == 3_600_000


def test_the_keepers_tag_ends_a_wait():
    simulated = guarded(keeper_tag=KEEPERS)
    table = Table(simulated)

    async def main():
        await begun(table)
        for n in range(5):
            await trust(table, pin=f"{n:04}")
        await table.ask("table.borrow")
        simulated.board.fields[50].put(ntag213_for_tile(3, 1, bytes.fromhex(KEEPERS)))
        said = [await trust(table)]
        await simulated.pause(11_000)  # somebody else
        return [*said, await trust(table, pin="0042")]

    assert simulated.run(main()) == [("", 0), ("", 0)]


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_the_pin_is_stored_hashed_nowhere_plainly(runtime):
    simulated = guarded()
    table = Table(simulated)

    async def main():
        await begun(table)
        assert await trust(table, pin="0042") == ("", 0)
        await table.ask("table.setting", name="brightness_pct", value=30)
        return await table.ask("table.setting", name="keeper_pin")

    assert simulated.run(main(), runtime) == {"value": True}
    files = files_of(simulated)
    for name in ("settings.json", "settings.a", "settings.b"):
        with files.open(name) as file:
            text = file.read()
        assert "sha256:" in text and '"0042"' not in text, name
    assert json.loads(files.open("settings.json").read())["game"] == "all-fives"

    async def later():
        await begun(table)
        wrong = await trust(table, pin="0043")
        shown = await trust(table, pin="0042")
        await table.ask("table.setting", name="keeper_pin", value="7777")
        await simulated.pause(11_000)
        return wrong, shown, await trust(table, pin="0042"), await trust(table, pin="7777")

    assert simulated.run(later(), runtime) == (
        ("wrong_pin", 0),
        ("", 0),
        ("wrong_pin", 0),
        ("", 0),
    )
    stored = Settings(files_of(simulated))
    stored.load()
    assert stored.values["brightness_pct"] == 30  # the maker's file was not taken once more


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_personal_tags_are_for_the_keepers_host_alone(runtime):
    simulated = guarded(keeper_tag=KEEPERS)
    table = Table(simulated)

    async def main():
        await begun(table)
        await trust(table, pin="0042")
        await table.ask("players.put", name="Anna", uid=ANNAS)
        await table.ask("uids.put", uid=ANNAS, tile=3)
        await table.ask("uids.put", uid=BENS, tile=4)
        await simulated.pause(11_000)
        for at, uid in ((48, ANNAS), (49, KEEPERS), (50, BENS)):
            simulated.board.fields[at].put(ntag213_for_tile(3, 1, bytes.fromhex(uid)))
        with pytest.raises(Refused) as refused:
            await table.ask("players.list")
        await table.ask("table.borrow")
        before = await seen(table)
        await trust(table, pin="0042")
        return refused.value.code, before, await seen(table), await table.ask("players.list")

    async def seen(table):
        reader = await table.ask("test.reader", at="p0")
        found = (await table.ask("tags.look"))["found"]
        listed = (await table.ask("uids.list"))["uids"]
        return [row[:3] for row in found], reader.get("uid"), sorted(listed)

    code, before, after, people = simulated.run(main(), runtime)
    assert code == "guarded"
    assert before[0] == [["p0", "personal"], ["p1", "personal"], ["p2", "tag", BENS]]
    assert before[1] is None and before[2] == sorted([["", 3], [BENS, 4]])
    assert after[0] == [["p0", "tag", ANNAS], ["p1", "tag", KEEPERS], ["p2", "tag", BENS]]
    assert after[1] == ANNAS and after[2] == sorted([[ANNAS, 3], [BENS, 4]])
    assert people["people"] == [["Anna", ANNAS]]
