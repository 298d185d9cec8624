"""Random and mutated requests to the shipped firmware, on both runtimes: each gets one line of
valid JSON, and afterwards the table plays.
"""

import json
import random

import pytest

from host_tools.boards import load
from host_tools.link.simulated import SimulatedTable
from host_tools.link.table import Table
from host_tools.tags.record import ntag213_for_tile

CONFIG = load("grid48_mfrc522")
TAG = bytes.fromhex("04112233445566")
REQUESTS = [
    {"do": "table.hello"},
    {"do": "table.borrow"},
    {"do": "table.say", "message": 48, "tile": 3, "slot": "a1", "index": 1, "of": 28},
    {"do": "table.trust", "pin": "0042"},
    {"do": "table.setting", "name": "language", "value": "ar"},
    {"do": "table.setting", "name": "options", "value": {"target": 100}},
    {"do": "table.setting", "name": "keeper_tag", "value": "", "within_ms": 5},
    {"do": "tags.look", "at": ["a1", "p0"], "loud": True},
    {"do": "tags.show", "at": "a1", "uid": TAG.hex()},
    {"do": "tags.write", "at": "p0", "uid": TAG.hex(), "tile": 3, "set": "c0ffee01"},
    {"do": "uids.list", "from": 0},
    {"do": "uids.put", "uid": "04aabbccddeeff", "tile": 3},
    {"do": "uids.remove", "uid": "04aabbccddeeff"},
    {"do": "players.list", "from": 0},
    {"do": "players.put", "name": "Anna", "uid": "04aabbccddee00"},
    {"do": "players.remove", "name": "Anna"},
    {"do": "players.sit", "seat": 1, "name": "Anna"},
    {"do": "test.parts"},
    {"do": "test.reader", "at": "a1"},
    {"do": "test.press", "wanted": ["ok", "left"], "within_ms": 5},
    {"do": "test.margin", "at": "b1"},
    {"do": "test.margins"},
]
# As they stand in a line: what json.dumps would not write is among them.
VALUES = [
    *("0", "-0", "1", "-1", "28", "255", "256", "20000", "1073741824", "9223372036854775808"),
    *("-9223372036854775809", "1" * 150, "1e999", "-1e999", "NaN", "-Infinity", "1e5000", "0.5"),
    *("3.0", "1e-400", "true", "false", "null", '""', '"a1"', '"p9"', '"all"', '"0042"', "[]"),
    *("{}", "[null]", '["a1",7]', '[["a1"]]', '{"a":{"b":[1e999]}}', "[" * 90 + "]" * 90),
    *(
        '"م"',
        '["م"]',
        '"€"',
        '"\\ud800"',
        '["\\udfff"]',
        '"\\ud83d\\ude00"',
        '"\\u0000"',
        '"\\u0001"',
    ),
    *('"' + "x" * 200 + '"', '["' + "y" * 300 + '"]', '"' + "0" * 250 + '"', '"\\\\"', "60001"),
]
NO_BYTES = (3, 10)  # Ctrl-C ends the table, a line feed the line


def mutated(rng):
    """A line, without its end."""
    request = dict(rng.choice(REQUESTS))
    fields = [("id", str(rng.randrange(1000))), *((n, json.dumps(v)) for n, v in request.items())]
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(fields))
        kind = rng.randrange(4)
        if kind == 0 and len(fields) > 1:
            del fields[at]
        elif kind == 1:
            fields.append((fields[at][0], rng.choice(VALUES)))  # twice
        else:
            fields[at] = (fields[at][0], rng.choice(VALUES))
    text = "{" + ",".join(f'"{name}":{value}' for name, value in fields) + "}"
    line = bytearray(text.encode())
    if rng.randrange(4) == 0:
        for _ in range(rng.randrange(1, 5)):
            line[rng.randrange(len(line))] = rng.randrange(256)
    if rng.randrange(12) == 0:
        line = line[: rng.randrange(1, len(line))]
    return bytes(32 if byte in NO_BYTES else byte for byte in line)


def no_constant(name):
    raise AssertionError(f"{name} is no JSON")


async def answer_to(table, line, wait_ms=80_000):
    table.wire.send(line + b"\n")
    said = await table.wire.line(wait_ms)
    assert said is not None, line
    answer = json.loads(said.decode("ascii"), parse_constant=no_constant)
    assert isinstance(answer, dict), line
    return answer


async def plays(simulated, table):
    """A tile that is laid now is taken."""
    simulated.board.fields[20].put(ntag213_for_tile(27, 1, TAG))
    await simulated.pause(3000)
    return simulated.report()["layout"]


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whatever_is_asked_is_answered_and_the_table_plays(runtime, seed):
    rng = random.Random(seed)
    simulated = SimulatedTable(CONFIG)
    table = Table(simulated)

    async def first():
        await simulated.pause(2000)
        await table.greet()
        for _ in range(150):
            if rng.randrange(5) == 0:
                await answer_to(table, b'{"id":0,"do":"table.borrow"}')
            line = mutated(rng)
            if line.strip():
                await answer_to(table, line)
        await answer_to(table, b'{"id":0,"do":"table.give_back"}')
        await simulated.pause(1000)
        return await plays(simulated, table)

    async def later():
        await simulated.pause(2000)
        return await table.greet()

    assert simulated.run(first(), runtime, limit_ms=7_200_000) == [27]
    assert simulated.run(later(), runtime)["link"] == 1  # what was stored lets it start


# Each stands for a kind: what the reply must be.
NAMED = [
    (b'"do":"test.press","wanted":["\xd9\x85"],"within_ms":5', "bad_request"),
    ('"do":"test.press","wanted":["€"],"within_ms":5'.encode(), "bad_request"),
    (b'"do":"test.press","wanted":["\\ud800"],"within_ms":5', "bad_request"),
    (b'"do":"test.press","wanted":["' + b"z" * 200 + b'"]', "bad_request"),
    (b'"do":"test.press","wanted":[7]', "bad_request"),
    (b'"do":"test.press","within_ms":1000000000000', "bad_request"),
    (b'"do":"test.press","within_ms":60001', "bad_request"),
    (b'"do":"test.press","within_ms":true', "bad_request"),
    (b'"do":"table.say","message":48,"tile":20000', "bad_request"),
    (b'"do":"table.say","message":48,"tile":-1', "bad_request"),
    (b'"do":"table.say","message":48,"tile":3.0', "bad_request"),
    (b'"do":"table.say","message":4800', "bad_request"),
    (b'"do":"table.say","message":48,"index":1e999,"of":3', "bad_request"),
    (b'"do":"table.say","message":48,"of":-9223372036854775809', "bad_request"),
    (b'"do":"players.list","from":9223372036854775808', "bad_request"),
    (b'"do":"uids.list","from":-9223372036854775808', "bad_request"),
    (b'"do":"uids.list","from":-1', "bad_request"),
    (b'"do":"uids.put","uid":"04010203","tile":true', "bad_request"),
    (b'"do":"players.sit","seat":0,"name":null', "bad_request"),
    (b'"do":"players.sit","seat":false,"name":"Anna"', "bad_request"),
    (b'"do":"table.setting","name":"options","value":{"target":1e999}', "bad_request"),
    (b'"do":"table.setting","name":"options","value":{"\\ud800":1}', "bad_request"),
    (b'"do":"table.setting","name":"game","value":"\\udc00"', "bad_request"),
    (b'"do":"table.setting","name":"seed","value":1180591620717411303424', "bad_request"),
    (b'"do":"table.setting","name":[1]', "bad_request"),
]


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_what_makes_no_sense_is_a_bad_request(runtime):
    simulated = SimulatedTable(CONFIG)
    table = Table(simulated)

    async def main():
        await simulated.pause(2000)
        await table.greet()
        await table.ask("table.borrow")
        answers = [await answer_to(table, b'{"id":5,' + line + b"}") for line, _ in NAMED]
        people = await table.ask("players.list")
        await table.ask("table.give_back")
        return answers, people, await plays(simulated, table)

    answers, people, layout = simulated.run(main(), runtime)
    for answer, (line, code) in zip(answers, NAMED, strict=True):
        assert (answer["id"], answer["error"]) == (5, code), line
    assert people["seats"] == [""] * 4 and layout == [27]


IDS = [
    *(
        ("7", 7),
        ("-0", 0),
        ("null", None),
        ("true", True),
        ('"a"', "a"),
        ("0.5", 0.5),
        ("[1]", [1]),
    ),
    *((str(10**60), 10**60), ('"م"', "م"), ('"\\ud800"', "\ud800"), ('"\\ud83d\\ude00"', "😀")),
    *(("1e999", None), ("-1e999", None), ('{"a":[1e999]}', None), ("[" * 150 + "]" * 150, None)),
]


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_an_id_comes_back_where_json_can_say_it(runtime):
    simulated = SimulatedTable(CONFIG)
    table = Table(simulated)

    async def main():
        await simulated.pause(1000)
        await table.greet()
        return [
            await answer_to(table, b'{"id":%s,"do":"table.give_back"}' % text.encode())
            for text, _ in IDS
        ]

    for answer, (text, wanted) in zip(simulated.run(main(), runtime), IDS, strict=True):
        assert answer["id"] == wanted, text
        assert answer.get("error") == (
            "bad_request" if wanted is None and text != "null" else None
        )


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe",
        b"\xc0\x80",
        b'{"id":"\xed\xa0\x80"}',
        b'{"id":"\xf7\xbf\xbf\xbf"}',
        b"\x80" * 400,
    ]
    + ['{"id":1,"do":"table.hello"}'.encode("utf-16-le")],
)
def test_what_is_no_utf_8_is_no_json(runtime, line):
    simulated = SimulatedTable(CONFIG)
    table = Table(simulated)

    async def main():
        await simulated.pause(1000)
        await table.greet()
        return await answer_to(table, line)

    assert simulated.run(main(), runtime) == {"error": "not_json"}


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_a_silent_host_does_not_hold_the_readers_by_waiting(runtime):
    simulated = SimulatedTable(CONFIG)
    table = Table(simulated)

    async def main():
        await simulated.pause(2000)
        await table.greet()
        await table.ask("table.borrow")
        began = simulated.now_ms()
        silent = await answer_to(table, b'{"id":1,"do":"test.press","within_ms":60000}')
        silent_ms = simulated.now_ms() - began
        layout = await plays(simulated, table)
        await table.ask("table.borrow")
        began = simulated.now_ms()
        heard = await table.ask("test.press", 70_000, within_ms=60_000)  # says that it is there
        return silent, silent_ms, layout, heard, simulated.now_ms() - began

    silent, silent_ms, layout, heard, heard_ms = simulated.run(main(), runtime)
    assert silent["error"] == "borrow_first" and 10_000 <= silent_ms < 11_000
    assert layout == [27]
    assert heard["button"] is None and 60_000 <= heard_ms < 61_000
