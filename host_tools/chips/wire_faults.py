"""What can be wrong between a reader chip and its bus: noise, stalls, a MISO that is never let go.

A mixin of emulated chips with a `clock` and `_exchange(data)`.
"""

from random import Random


class WireFaults:
    """Faults, all off at first and free to be changed at any time.

    `noise` (0 to 1): a byte, in either direction, arrives with one bit turned over. `stall_share`
    (0 to 1) of the transfers take `stall_ns` longer, as when the processor was elsewhere.
    `contends` (0 to 1): the module drives MISO also while it is not selected, so a bit of whoever
    is selected reads low with this chance. `bits_low`, `bits_high`: masks of the bits that are
    always so in each byte of its answers. `wire_random` is where all of it comes from.
    """

    noise = 0.0
    stall_share = 0.0
    stall_ns = 0
    contends = 0.0
    bits_low = bits_high = 0
    wire_random: Random

    def mend_wires(self) -> None:
        """End all of these faults."""
        self.noise = self.stall_share = self.contends = 0.0
        self.bits_low = self.bits_high = 0

    def _over_bad_wires(self, data: bytes) -> bytes:
        if self.wire_random.random() < self.stall_share:
            self.clock.advance(self.stall_ns)
        answer = self._noisy(self._exchange(self._noisy(data)))
        return bytes(byte & ~self.bits_low | self.bits_high for byte in answer)

    def _noisy(self, data: bytes) -> bytes:
        random, noise = self.wire_random, self.noise
        hit = [
            byte ^ (1 << random.randrange(8)) if random.random() < noise else byte for byte in data
        ]
        return bytes(hit)

    def pull(self, answer: bytes) -> bytes:
        """What is left of another chip's answer on MISO."""
        if not self.contends or self._is_selected:
            return answer
        return bytes(byte & ~self._pulled_bits() for byte in answer)

    def _pulled_bits(self) -> int:
        chance, random = self.contends, self.wire_random
        return sum(1 << bit for bit in range(8) if random.random() < chance)
