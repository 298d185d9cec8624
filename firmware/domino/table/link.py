"""The line to a host: one JSON object a line each way (docs/link.md). Imported when a line comes.

A task of its own: it waits for bytes, and gives way before everything that takes time, so the
game never waits for a host. Whatever goes wrong with a request becomes its reply.
"""

import json

from micropython import const

_LONGEST = const(400)  # bytes of a line
_NEWLINE = const(10)


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
        text = bytes(self._buffer[: self._count]).strip()
        is_lost = self._is_lost
        self._count = 0
        self._is_lost = False
        if is_lost:
            await self._say({"error": "too_long", "most": _LONGEST})
        elif text:
            await self._serve(text)

    async def _serve(self, text):
        self._services.heard(True)
        try:
            reply = await self._reply(text)
        except (OSError, MemoryError, RuntimeError) as error:
            reply = {"error": "failed", "what": repr(error)}
        self._services.heard(False)
        await self._say(reply)

    async def _reply(self, text):
        try:
            asked = json.loads(text)
            if not isinstance(asked, dict):
                raise ValueError
        except ValueError:
            return {"error": "not_json"}
        reply = {"id": asked.get("id")}
        try:
            reply.update(await self._answer(asked))
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            reply["error"] = "bad_request"
            reply["what"] = repr(error)
        except (OSError, MemoryError) as error:
            reply["error"] = "failed"
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

    async def _say(self, reply):
        await self._line.write(json.dumps(reply).encode() + b"\n")
