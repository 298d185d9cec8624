"""The line to a host: one JSON object a line each way (docs/link.md). Imported when a line comes.

A task of its own: it waits for bytes, and gives way before everything that takes time, so the
game never waits for a host. A request is served by another task, so that a host is heard
meanwhile. Whatever goes wrong with a request becomes its reply: nothing ends the task.
"""

import asyncio
import json

from micropython import const

_LONGEST = const(400)  # bytes of a line
_NEWLINE = const(10)
_DEEPEST = const(6)  # lists and objects in one another
_HALF = const(0xD800)  # the first half of a surrogate pair, and what comes after the last one
_NO_HALF = const(0xE000)
_LIMIT = const(0x3FFFFFFF)  # of a whole number

# What the fields of requests hold: a range of whole numbers, or a type. null: as if left out.
_FIELDS = {
    "do": str,
    "name": str,
    "uid": str,
    "set": str,
    "pin": str,
    "pwd": str,
    "pack": str,
    "by": str,
    "data": str,
    "slot": str,
    "loud": bool,
    "lock": bool,
    "wanted": list,
    "message": (48, 63),  # words/service_ids.py
    "tile": (0, 27),
    "index": (0, 9999),
    "of": (0, 9999),
    "from": (0, 255),
    "seat": (0, 3),
    "within_ms": (0, 60_000),
}
# What a request can make the table raise. What ends the table is none of these.
_WRONG = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError)
_FAILED = (OSError, MemoryError, RuntimeError, ImportError, NameError)


class Link:
    """`line`: has the coroutines `read()` (bytes, one at least) and `write(data)`.

    `services`: has `find(name)`, an object with COMMANDS and a coroutine for each, or None;
    `fault(name, command)`, why it cannot be had now, or None; `heard(is_busy)`, called when a line
    came and was answered.
    """

    def __init__(self, line, services):
        self._line = line
        self._services = services
        self._buffer = bytearray(_LONGEST)
        self._count = 0
        self._is_lost = False  # the line is longer than that: its rest is thrown away
        self._serving = None  # the task that serves a request
        self._is_busy = False

    async def run(self, first):
        """Serve for ever; `first`: what woke the link."""
        data = first
        while True:
            for byte in data:
                if byte == _NEWLINE:
                    await self._end_line()
                else:
                    self._put(byte)
            data = await self._line.read()

    def _put(self, byte):
        if self._count < _LONGEST:
            self._buffer[self._count] = byte
            self._count += 1
        else:
            self._is_lost = True

    async def _end_line(self):
        self._services.heard(self._is_busy)
        try:
            line = None if self._is_lost else bytes(self._buffer[: self._count]).strip()
            self._count = 0
            self._is_lost = False
            if line == b"":
                return  # the host is still there
            if self._serving is not None:
                await self._serving
            self._serving = asyncio.create_task(self._serve(line))
        except MemoryError:
            self._count = 0  # not even an answer finds room; the host asks again

    async def _serve(self, line):
        """Answer a line; None: it is too long."""
        self._is_busy = True
        self._services.heard(True)
        try:
            said = as_line(await self._reply(line))
        except _FAILED + _WRONG:
            said = b'{"error":"failed"}\n'
        self._is_busy = False
        self._services.heard(False)
        try:
            await self._line.write(said)
        except _FAILED:
            pass  # nobody reads it

    async def _reply(self, line):
        if line is None:
            return {"error": "too_long", "most": _LONGEST}
        try:
            asked = _parsed(line)
        except ValueError:
            return {"error": "not_json"}
        number = asked.pop("id", None)
        reply = {"id": None}
        try:
            if not _is_sound(number, True):
                raise ValueError("id: cannot be said again")
            reply["id"] = number
            _check(asked)
            reply.update(await self._answer(asked))
        except _WRONG + _FAILED as error:
            reply["error"] = "bad_request" if isinstance(error, _WRONG) else "failed"
            reply["what"] = repr(error)
        return reply

    async def _answer(self, asked):
        kind, _, command = asked["do"].partition(".")
        fault = self._services.fault(kind, command)
        if fault:
            return {"error": fault}
        service = self._services.find(kind)
        if service is None or command not in service.COMMANDS:
            return {"error": "not_known"}
        return await getattr(service, command)(asked)


def _parsed(line):
    """The object that a line holds; ValueError for anything else."""
    text = str(line, "utf-8")
    if len(text) != len(line):
        for letter in text:  # MicroPython takes long forms of letters, and halves of pairs
            code = ord(letter)
            if chr(code) != letter or _HALF <= code < _NO_HALF:
                raise ValueError
    asked = json.loads(text)
    if not isinstance(asked, dict):
        raise ValueError
    return asked


def _is_sound(value, is_id, depth=_DEEPEST):
    """Whether JSON can say it: no number beyond all others, nothing nested deep. Where it is no
    id, which is only said again, its letters must be whole and its numbers small as well."""
    if isinstance(value, dict):
        value = list(value) + list(value.values())
    if isinstance(value, list):
        return depth > 0 and all(_is_sound(part, is_id, depth - 1) for part in value)
    if isinstance(value, float):
        return value - value == 0
    if isinstance(value, str):
        return is_id or all(not _HALF <= ord(letter) < _NO_HALF for letter in value)
    return is_id or value is None or -_LIMIT <= value <= _LIMIT


def _check(asked):
    """Raises ValueError for a field that is not what it has to be; leaves out those of null."""
    for name in list(asked):
        value, wanted = asked[name], _FIELDS.get(name)
        if not _is_sound(value, False):
            raise ValueError(name)
        if value is None and wanted:
            asked.pop(name)
        elif isinstance(wanted, tuple):
            if type(value) is not int or not wanted[0] <= value <= wanted[1]:
                raise ValueError("{}: {} to {}".format(name, *wanted))
        elif wanted and not isinstance(value, wanted):
            raise ValueError(name)


def as_line(reply):
    """JSON in ASCII, whatever letters it has: as UTF-8 half a surrogate pair is none."""
    text = json.dumps(reply)
    data = text.encode()
    if len(data) != len(text):
        data = bytearray()
        for letter in text:
            code = ord(letter)
            if code >= 0x10000:
                code -= 0x10000
                data.extend(b"\\u%04x" % (_HALF | code >> 10))
                code = 0xDC00 | code & 0x3FF
            data.extend(b"\\u%04x" % code if code > 126 else bytes((code,)))
    return bytes(data) + b"\n"
