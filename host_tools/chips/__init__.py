"""Emulated chips at the level of bytes on the bus. They know nothing of the firmware.

The shapes that a chip offers (duck typed, no base class):

- every chip that lives in time is given a `clock` with `now_ns` and works out its state from it
  when it is next touched; only a chip that itself takes bus time moves the clock, and none does;
- an SPI device: `select()`, `exchange(data: bytes) -> bytes` (while selected; as many bytes back
  as in), `deselect()`; one that is on the bus without a select line: `hear(data: bytes)`;
- one that works on by itself (PN532) has the clock call it: `clock.at(due_ns, action)`;
- an I2C device: `write(data: bytes) -> bool` (False: not acknowledged), `read(count) -> bytes`; it
  may have `acknowledges() -> bool`, asked at its address, and `stretch_ns() -> int`, how long it
  then holds SCL low; a switch of branches (TCA9548A) has `reached(address) -> list` of chips;
- a chip on a pin: `set_level(level: int)` for an input of the chip, `level() -> int` for an
  output; a WS2812 chain: `feed(data: bytes)`.
"""
