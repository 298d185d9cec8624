"""The tags of one simulated set of tiles, and the second tags that faults bring."""

import random

from host_tools.chips import flipper
from host_tools.sim.scenario import Scenario
from host_tools.tags.record import ntag213_for_tile

UID_BYTES = 7


class TileSet:
    """One tag a tile: NTAG213 with the tile's record, or a dump's tag known by its UID."""

    def __init__(self, scenario: Scenario) -> None:
        self._random = random.Random(scenario.seed)
        self.set_id = self._random.getrandbits(32)
        self.tags = {}
        self.uid_table: list[tuple[bytes, int]] = []
        for tile in range(28):
            uid = self.new_uid()
            if tile in scenario.tags:
                self.tags[tile] = flipper.load(scenario.tags[tile])
                self.uid_table.append((self.tags[tile].uid, tile))
            else:
                self.tags[tile] = ntag213_for_tile(tile, self.set_id, uid)

    def new_uid(self) -> bytes:
        """A UID as NXP's tags have: `04` and six bytes, none of them a cascade tag."""
        return bytes([0x04]) + bytes(self._random.randrange(0x88) for _ in range(UID_BYTES - 1))
