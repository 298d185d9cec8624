"""A firmware of twenty lines for tests/sim/test_bridge.py: reads one register under heap lock."""

import asyncio
import time

import machine
import micropython


def main(observer, line):
    select = machine.Pin(1, machine.Pin.OUT, value=1)
    bus = machine.SPI(
        0, baudrate=4_000_000, sck=machine.Pin(18), mosi=machine.Pin(19), miso=machine.Pin(16)
    )
    out, into = bytearray(b"\xee\x00"), bytearray(2)  # MFRC522 VersionReg 0x37, read

    class App:
        def pending(self):
            return False

        def snapshot(self):
            return {"version": into[1], "ticks_us": time.ticks_us()}

    observer.attach(App())

    async def run():
        while True:
            micropython.heap_lock()
            before = time.ticks_us()
            select(0)
            bus.write_readinto(out, into)
            select(1)
            spent = time.ticks_diff(time.ticks_us(), before)
            micropython.heap_unlock()
            observer.emit(1, spent, into[1], 0)
            await asyncio.sleep_ms(10)

    asyncio.run(run())
