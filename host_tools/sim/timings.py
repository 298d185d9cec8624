"""What things cost in virtual time. One place, to be calibrated against the emulated RP2040.

Source of the CPU costs: measured on MicroPython for the Pico at 125 MHz in an emulator: one
register read through `SPI.write_readinto` with chip select 56 us, a write 52, `ticks_us` 4.8.
"""

CPU_PER_BUS_CALL_NS = 55_000  # one SPI, I2C or bitstream call, with the pin calls around it
CLOCK_READ_NS = 5_000  # one ticks_ms() or ticks_us()
WS2812_BIT_NS = 1_250  # WS2812B data sheet: 1.25 us a bit
I2C_BITS_PER_BYTE = 9  # eight bits and the acknowledge
ASYNC_ROUND_NS = 198_000  # one `await asyncio.sleep_ms()` round of the event loop
# SoftI2C moves a bit in about 10 us whatever it is told (its loop in C with two pin accesses).
SOFT_I2C_HZ = 100_000
