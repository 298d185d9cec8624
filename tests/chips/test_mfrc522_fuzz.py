"""Whatever bytes come over the bus at whatever time: the chip stays a chip, and its state does
not depend on how often it is looked at."""

from random import Random

import pytest

from host_tools.chips.tag_cards import Iso14443_4Card
from host_tools.chips.tag_type2 import Type2Tag
from tests.chips.reader_bench import Bench

UIDS = ["04a81d12de5f80", "04a91d12de5f80"]


class FuzzBench(Bench):
    """Adds transfers of two kinds: nearly sensible frames, and any bytes at all."""

    reset_level = 1

    def frame(self, random):
        self.write(0x14, 0x83)
        self.write(0x15, 0x40)
        frame = random.choice([b"\x52", b"\x93\x20", b"\x95\x20", b"\x30\x04\x26\xee", b"\x26"])
        self.send(frame, 7 if len(frame) == 1 else random.choice((0, 0, 0, 3)))
        return bytes([self.read(4)])

    def noise(self, random):
        return self.transfer(*random.randbytes(random.randint(1, 6)))


def run(seed, is_watched):
    """A thousand random transfers, waits and moved tags; everything that was read."""
    random = Random(seed)
    bench = FuzzBench()
    tags = [Type2Tag("NTAG213", bytes.fromhex(uid)) for uid in UIDS] + [Iso14443_4Card(seed=1)]
    bench.start()
    bench.field.loss = 0.1
    read = bytearray()
    for _ in range(1000):
        choice = random.random()
        if choice < 0.05:
            tag = random.choice(tags)
            (bench.field.remove if tag in bench.field.tags else bench.field.put)(tag)
        elif choice < 0.5:
            read += bench.frame(random) if choice < 0.3 else bench.noise(random)
        elif choice < 0.6:
            bench.reset_level = int(choice > 0.505)
            bench.chip.set_reset(bench.reset_level)
        for _ in range(random.randrange(30)):
            bench.wait_us(20)
            if is_watched:
                bench.chip.catch_up()
        assert bench.read(0x0A) <= 64 or not bench.reset_level
    return bytes(read), [tag.state for tag in tags]


@pytest.mark.parametrize("seed", range(10))
def test_random_transfers(seed):
    assert run(seed, is_watched=False) == run(seed, is_watched=True)
