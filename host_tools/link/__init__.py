"""The host's end of the line to a table (docs/link.md).

`table.Table` asks; a wire carries: `serial_wire` to a real one, `simulated` to a simulated one.
What talks to a table is a coroutine, so that the same code waits on the host's clock or on the
simulated board's.
"""
