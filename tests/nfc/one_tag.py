"""A tag in the hands of one emulated reader: what writes to it, step by step, as on the table."""

from domino.nfc.iso14443 import OK
from domino.nfc.tag_mfrc522 import SETTLE_MS, TagMfrc522
from domino.nfc.tag_writer import TagWriter
from tests.nfc.one_reader import OneReader


def finish(coroutine):
    """Run a coroutine that waits for nothing to its end; what it returns."""
    try:
        while True:
            coroutine.send(None)
    except StopIteration as ended:
        return ended.value


class OneTag(OneReader):
    """`port` as nfc/tag_writer.py wants it. `longest_us`: the longest piece without a pause."""

    def __init__(self, *tags):
        super().__init__(*tags)
        self.port = TagMfrc522(self, self.time)
        self.writer = TagWriter(self.port, self.pause)
        self.longest_us = 0
        self.since_ns = 0
        self.pauses = 0
        self.on_pause = lambda count: None  # what happens meanwhile

    def choose(self, output):
        """There is one reader only."""

    async def pause(self):
        self.longest_us = max(self.longest_us, (self.clock.now_ns - self.since_ns) // 1000)
        self.since_ns = self.clock.now_ns
        self.pauses += 1
        self.on_pause(self.pauses)

    def find(self):
        """Open the reader and select what lies there."""
        assert finish(self.port.open(0)) == OK
        self.clock.advance(SETTLE_MS * 1_000_000)
        return finish(self.port.find())

    def write_tile(self, tile, set_id):
        """Find the tag and write it; one of the results of tag_writer."""
        assert self.find() == OK
        self.since_ns = self.clock.now_ns
        result = finish(self.writer.write(tile, set_id.to_bytes(4, "big")))
        self.port.close()
        return result
