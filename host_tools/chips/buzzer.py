"""Emulated passive buzzer on a PWM pin: logs what a person would hear."""

from host_tools.sim.clock import VirtualClock


class Buzzer:
    """`log` holds (t_ns, hz) at every change of the sound; hz 0 is silence."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self.frequency_hz = 0
        self.duty_u16 = 0
        self.log: list[tuple[int, int]] = []

    def set_frequency(self, hz: int) -> None:
        """`PWM.freq(hz)`."""
        self.frequency_hz = hz
        self._note()

    def set_duty(self, duty_u16: int) -> None:
        """`PWM.duty_u16(n)`: 0 (or always on) is silent, 32768 loudest."""
        self.duty_u16 = duty_u16
        self._note()

    def sounding_hz(self) -> int:
        """What is heard now; 0 when silent."""
        return self.frequency_hz if 0 < self.duty_u16 < 65535 else 0

    def _note(self) -> None:
        heard = self.sounding_hz()
        before = self.log[-1][1] if self.log else 0
        if heard != before:
            self.log.append((self._clock.now_ns, heard))
