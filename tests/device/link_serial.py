"""The firmware's link on MicroPython's own stdin and stdout, beside a task that must not wait.

`hello` answers how often the other task ran; `talk` answers with more than a host may read.
"""

import asyncio
import sys

from domino.table.link import Link
from domino.table.usb import UsbLine

rounds = 0


class Services:
    COMMANDS = ("hello", "talk")

    def heard(self, is_busy):
        pass

    def fault(self, kind, command):
        return None

    def find(self, kind):
        return self

    async def hello(self, asked):
        return {"link": 1, "names": [], "rounds": rounds}

    async def talk(self, asked):
        return {"text": "x" * asked["count"]}


async def game():
    global rounds
    while True:
        rounds += 1
        await asyncio.sleep_ms(5)


async def main():
    asyncio.create_task(game())
    line = UsbLine()
    await Link(line, Services()).run(await line.read())


try:
    asyncio.run(main())
except KeyboardInterrupt:
    sys.stdout.write(">>> ")
