"""Whatever became of board.json, the table starts safely: it says so, and the file can be mended.

Every bit of every board is a candidate; the tests sample them with a seed.
"""

import json
import random
import re

import pytest

from domino import app as firmware
from domino.board_fault import BoardFault, left
from host_tools import boards, cli
from host_tools.chips.flash import Flash
from host_tools.link.simulated import SimulatedTable
from host_tools.link.table import Refused, Table
from host_tools.render.read_screen import read_screen
from host_tools.runtimes.cpython.machine import make_machine, make_time
from host_tools.runtimes.flash import FileSystem, image, mounted
from host_tools.runtimes.micropython import binary
from host_tools.sim.clock import VirtualClock
from host_tools.sim.ports import Ports
from tests import micropython

BOARD = "grid48_mfrc522"
NAMES = boards.board_names()
TEXTS = {name: (boards.CONFIGS / name / "board.json").read_bytes() for name in NAMES}
SETTINGS = {"game": "all-fives", "players": 2, "seed": 1}

runtimes = pytest.mark.parametrize(
    "runtime",
    [
        "cpython",
        pytest.param(
            "micropython",
            marks=pytest.mark.skipif(binary.find() is None, reason=binary.MISSING or ""),
        ),
    ],
)


# -- all bits ------------------------------------------------------------------------------------
class Starting:
    """Starts the firmware on one flash, with a board.json as it is given."""

    def __init__(self):
        content = image({"settings.json": SETTINGS})
        flash = Flash(len(content) // 4096, content)
        self.files = FileSystem(flash, flash.sectors)

    def start(self, text):
        """What is wrong in one line, "" where the table runs; whether the screen is found."""
        with self.files.open("board.json", "wb") as file:
            file.write(text)
        ports = Ports(VirtualClock())
        table = firmware.start(make_machine(ports), make_time(ports), None, self.files, None)
        for _ in range(10):
            table.step()
        if not isinstance(table, BoardFault):
            return "", True
        return asked(table.hello({}))["fault"], table._screen is not None


def asked(coroutine):
    with pytest.raises(StopIteration) as ended:
        coroutine.send(None)
    return ended.value.value


def flipped(text, place, bit):
    spoiled = bytearray(text)
    spoiled[place] ^= 1 << bit
    return bytes(spoiled)


def some_flipped(seed, count):
    rng = random.Random(seed)
    for _ in range(count):
        text = TEXTS[rng.choice(NAMES)]
        yield flipped(text, rng.randrange(len(text)), rng.randrange(8))


@pytest.mark.parametrize("seed", range(4))
def test_a_flipped_bit_is_told_or_changes_nothing_that_counts(seed):
    starting = Starting()
    told = [starting.start(text) for text in some_flipped(seed, 150)]
    assert all(re.fullmatch(r"(board\.json: [ -~]+)?", line) for line, _ in told)
    assert {line for line, _ in told} > {"", "board.json: is no JSON"}
    # A bit in a hundred lies in what says where the screen is.
    assert sum(found for _, found in told) > 0.9 * len(told)


def test_files_cut_anywhere_are_told():
    starting = Starting()
    rng = random.Random(5)
    for _ in range(100):
        text = TEXTS[rng.choice(NAMES)].rstrip()
        line, _ = starting.start(text[: rng.randrange(len(text))])
        assert line == "board.json: is no JSON"


def test_a_flipped_bit_on_micropython():
    """The same, by main.py's `start` on stand-ins of the chips, where nobody answers."""
    script = (micropython.DEVICE / "boards_started.py").read_text()
    texts = [text.hex() for text in some_flipped(77, 120)]
    told = micropython.run(f"TEXTS = {texts!r}\n{script}", heap="8192k").splitlines()
    assert told[-1] == "done" and len(told) == 121
    assert all(line == "" or line.startswith("board.json: ") for line in told[:-1])
    assert set(told) > {"", "board.json: is no JSON"}


def test_pins_that_the_controller_lacks_are_told():
    script = (micropython.DEVICE / "boards_started.py").read_text()
    texts = [
        re.sub(rf'("{name}": )\d+'.encode(), rb"\g<1>45", TEXTS[BOARD], count=1).hex()
        for name in ("sck", "miso", "sda", "latch", "enable", "reset", "undo")
    ]
    for part in ("strip", "buzzer"):
        texts.append(re.sub(rf'("{part}": ."pin": )\d+'.encode(), rb"\g<1>45", TEXTS[BOARD]).hex())
    assert TEXTS[BOARD].hex() not in texts
    told = micropython.run(f"TEXTS = {texts!r}\n{script}", heap="8192k").splitlines()
    assert told[-1] == "done" and len(told) == 10
    assert all(re.search("no pin 45|invalid pin", line) for line in told[:-1]), told


# -- what is shown, and the line to a host -------------------------------------------------------
def spoiled(**changes):
    config = json.loads(TEXTS[BOARD])
    config.update(changes)
    return json.dumps(config).encode()


SLOTS = json.loads(TEXTS[BOARD])["slots"]
DEEP = b'{"version": 1, "seats": ' + b"[" * 5000 + b"]" * 5000 + b"}"
SHOWN = {
    "cut at the end": (TEXTS[BOARD][:-3], "is no JSON"),
    # MicroPython's JSON takes such a pair for one.
    "a brace": (TEXTS[BOARD].replace(b"{", b"[", 1), ""),
    "no UTF-8": (TEXTS[BOARD].replace(b"four", b"f\xf0ur", 1), "is no JSON"),
    "another display": (TEXTS[BOARD].replace(b'"display": {"c', b'"disPlay": {"c', 1), None),
    "display's bus": (TEXTS[BOARD].replace(b'"bus": "display"', b'"bus": "disPlay"'), "disPlay"),
    "one select more": (
        spoiled(slots={**SLOTS, "selects": [*SLOTS["selects"], 5]}),
        "slots.selects: one output for each slot is needed",
    ),
    "a seat more": (spoiled(seats={"2": [0, 2, 0]}), "seats: makes no sense"),
    "a button": (spoiled(buttons={"ok": "9"}), "buttons.ok: must be 0 to 63"),
    "no slots": (spoiled(slots=[]), "slots: makes no sense"),
    "a long name": (spoiled(readers={"chip": "x" * 4000}), "must be mfrc522 or pn532"),
    "version": (spoiled(version=2), "version: must be 1"),
}
DARK = {
    "missing": None,
    "empty": b"",
    "erased": b"\xff" * 1700,
    "zeros": bytes(1700),
    "cut in the middle": TEXTS[BOARD][:700],
    "another thing": b"[1, 2]",
    "deep": DEEP,
    "address": TEXTS[BOARD].replace(b'"address": 60', b'"address": 999'),
    "frequency": TEXTS[BOARD].replace(b'"freq": 400000', b'"freq": 0'),
}


def table_with(text, **settings):
    table = SimulatedTable(boards.load(BOARD))
    table.files["settings.json"] = {**SETTINGS, **settings}
    table.files["board.json"] = text
    if text is None:
        del table.files["board.json"]
    return table


def shown_on(table):
    rows = read_screen(table.board.display.picture())
    return " ".join(" ".join(rows).split())


async def greeted(table):
    await table.pause(1000)
    host = Table(table)
    await host.greet(mends=True)
    return host


async def refused(host, do, **fields):
    try:
        return await host.ask(do, **fields)
    except Refused as refused:
        return refused.code


@runtimes
@pytest.mark.parametrize("name", SHOWN)
def test_what_is_wrong_is_named_on_the_screen_and_over_the_line(runtime, name):
    text, said = SHOWN[name]
    table = table_with(text)

    async def main():
        return (await greeted(table)).hello

    told = table.run(main(), runtime)
    shown = shown_on(table)
    if said is None:  # the table plays without a display of that name
        assert "fault" not in told
        return
    assert said in told["fault"] and told["fault"].startswith("board.json: "), told
    assert shown.startswith("board.json: ") and said.split(":")[-1] in shown, shown


@runtimes
@pytest.mark.parametrize("name", DARK)
def test_where_the_file_does_not_say_where_the_screen_is_the_line_tells(runtime, name):
    table = table_with(DARK[name])

    async def main():
        return (await greeted(table)).hello["fault"]

    assert table.run(main(), runtime).startswith("board.json: ")
    assert shown_on(table) == ""


@runtimes
def test_the_file_is_put_again_and_the_table_plays(runtime):
    table = table_with(TEXTS[BOARD][:900])
    good = TEXTS[BOARD]

    async def mend():
        host = await greeted(table)
        codes = [
            await refused(host, do)
            for do in ("tags.look", "table.borrow", "table.say", "players.list", "x.y", "test.x")
        ]
        assert codes == ["board_wrong"] * 6
        read = await host.ask("board.read", **{"from": 7})
        assert read == {"size": 900, "data": TEXTS[BOARD][896:900].hex()}
        assert await refused(host, "board.save", size=0) == "gone"
        for at in range(0, len(good), 128):
            await host.ask("board.put", data=good[at : at + 128].hex(), **{"from": at // 128})
        assert await refused(host, "board.put", data="00", **{"from": 3}) == "bad_request"
        assert await refused(host, "board.put", data="0", **{"from": 0}) == "bad_request"
        assert await refused(host, "board.save", size=5) == "bad_request"
        await host.ask("board.save", size=len(good))

    table.run(mend(), runtime)

    async def play():
        return (await greeted(table)).hello

    told = table.run(play(), runtime)
    assert "fault" not in told and told["slots"] == 48
    assert "Place" in shown_on(table) or shown_on(table)


@runtimes
def test_the_table_starts_by_itself_with_the_file_that_was_put(runtime):
    """MicroPython runs main.py again after a SystemExit; the simulated board ends with it."""
    table = table_with(TEXTS[BOARD])
    small = TEXTS["pad1_mfrc522"]

    async def main():
        host = await greeted(table)
        for at in range(0, len(small), 128):
            await host.ask("board.put", data=small[at : at + 128].hex(), **{"from": at // 128})
        await host.ask("board.save", size=len(small))
        await table.pause(5000)

    with pytest.raises(BaseException) as ended:
        table.run(main(), runtime)
    assert ended.type is SystemExit if runtime == "cpython" else "ended" in str(ended.value)
    files = mounted(bytes(table.board.ports.flash.chip.content))
    with files.open("board.json", "rb") as file:
        assert file.read() == small
    assert "board.new" not in files.listdir()


@runtimes
def test_a_file_that_would_not_start_is_not_taken(runtime):
    table = table_with(b"")

    async def main():
        host = await greeted(table)
        said = []
        for text in (b'{"version": 1}', b"{", b"[]"):
            await host.ask("board.put", data=text.hex(), **{"from": 0})
            try:
                await host.ask("board.save", size=len(text))
            except Refused as refused:
                said.append((refused.code, refused.reply["what"]))
        return said

    said = table.run(main(), runtime)
    assert [code for code, _ in said] == ["bad_board"] * 3
    assert [what for _, what in said][1:] == [
        "board.json: is no JSON",
        "board.json: version: must be 1",
    ]


@runtimes
@pytest.mark.parametrize("text", [b"", TEXTS[BOARD]])
def test_where_the_keeper_has_a_pin_it_is_asked_for(runtime, text):
    table = table_with(text, keeper_pin="0042")

    async def main():
        host = await greeted(table)
        codes = [await refused(host, "board.put", data="00", **{"from": 0})]
        codes.append(await refused(host, "board.save", size=1))
        codes.append(await refused(host, "table.trust", pin="1111"))
        await host.ask("table.trust", pin="0042")
        await host.ask("board.put", data="00", **{"from": 0})
        await host.ask("board.read", **{"from": 0})
        await table.pause(11_000)  # another host, perhaps
        codes.append(await refused(host, "board.put", data="00", **{"from": 0}))
        return codes

    assert table.run(main(), runtime) == ["guarded", "guarded", "wrong_pin", "guarded"]


def test_a_tag_guards_nothing_where_no_reader_works():
    table = table_with(b"", keeper_tag="04a81d12de5f80")

    async def main():
        await (await greeted(table)).ask("board.put", data="00", **{"from": 0})

    table.run(main())


def test_the_screen_is_written_again_after_a_disturbance():
    table = table_with(spoiled(seats={}))

    async def main():
        await table.pause(3000)
        before = shown_on(table)
        memory = table.board.display.ram
        memory[:] = bytes(len(memory))
        assert shown_on(table) != before
        await table.pause(30_000)
        assert shown_on(table) == before

    table.run(main())


def test_a_file_that_changed_meanwhile_is_met_at_the_next_match():
    """Another match reads the file again; what is wrong with it then is told after a new start."""
    from domino import building
    from domino.board.config import BoardError

    starting = Starting()
    ports = Ports(VirtualClock())
    with starting.files.open("board.json", "wb") as file:
        file.write(TEXTS[BOARD])
    table = firmware.start(make_machine(ports), make_time(ports), None, starting.files, None)
    for text in [TEXTS[BOARD][:900], *(SHOWN[name][0] for name in ("a seat more", "no slots"))]:
        with starting.files.open("board.json", "wb") as file:
            file.write(text)
        with pytest.raises(BoardError):
            building.rebuild(table, None, firmware.drop)
        with pytest.raises(SystemExit):
            table._begin_another(True)


def test_a_byte_order_mark_says_nothing():
    assert Starting().start("\ufeff".encode() + TEXTS[BOARD]) == ("", True)


def test_what_is_left_is_found_by_itself():
    for text in TEXTS.values():
        config = json.loads(text)
        parts = left(text)
        i2c = {name: bus for name, bus in config["buses"].items() if bus["kind"] == "i2c"}
        assert parts == {"display": config["display"], "buses": i2c}
    assert left(b"}}{}{") == {"display": None, "buses": {}}


# -- the commands --------------------------------------------------------------------------------
@pytest.fixture
def board(tmp_path, monkeypatch, capsys):
    """Run `board` with a table whose flash holds this board.json; status, output, errors."""
    monkeypatch.chdir(tmp_path)

    def run(*words, text=None, pin=None):
        if text is not None:
            settings = {**SETTINGS, "keeper_pin": pin} if pin else SETTINGS
            files = {"board.json": text, "settings.json": settings}
            (tmp_path / "flash.img").write_bytes(image(files))
        status = cli.main([*words, "--simulate", BOARD, "--flash", "flash.img"])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def test_the_command_puts_a_file(board):
    status, out, err = board("setting", "language", text=TEXTS[BOARD][:900], pin="0042")
    assert (status, out) == (1, "")
    assert err == "the table cannot start: board.json: is no JSON; see board put\n"
    assert board("board", "get") == (0, TEXTS[BOARD][:900].decode(), "")
    status, out, err = board("board", "put", BOARD)
    assert (status, out, err.count("\n")) == (1, "", 1) and "guarded" in err
    done = (0, f"{BOARD}: put on the table, which starts with it\n", "")
    assert board("board", "put", BOARD, "--pin", "0042") == done
    assert board("setting", "language") == (0, 'language: "en"\n', "")
    assert board("board", "get") == (0, TEXTS[BOARD].decode(), "")


def test_the_command_puts_no_file_with_a_fault(board, tmp_path):
    (tmp_path / "mine.json").write_bytes(spoiled(seats={"2": [0, 9]}))
    status, out, err = board("board", "put", "mine.json", text=b"")
    assert (status, out, err.count("\n")) == (1, "", 1) and "mine.json" in err
    (tmp_path / "mine.json").write_bytes(b" " * 40_000 + TEXTS[BOARD])
    status, out, err = board("board", "put", "mine.json")
    assert (status, err.count("\n")) == (1, 1) and "at most 32768" in err
