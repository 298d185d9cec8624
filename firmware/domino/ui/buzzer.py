"""Short tones on a passive buzzer: a few notes for a score, a refusal, an alert, a win.

Never waits: `step` moves on to the next note when the last one is over. A tune that begins cuts
off the one before. Without a buzzer, or with the sound off, everything is silent and harmless.
"""

from micropython import const

# Tunes: pairs of frequency / 10 Hz (0: pause) and length / 10 ms.
CLICK = b"\xb4\x02"
SCORE = b"\x69\x06\x84\x06\x9d\x0a"
REFUSED = b"\x2c\x0c\x00\x04\x2c\x0c"
ALERT = b"\x58\x08\x42\x08\x58\x08"
WIN = b"\x4e\x0a\x62\x0a\x75\x0a\x9c\x1e"

_TICKS = const(0x3FFFFFFF)  # clock values wrap
_IDLE_MS = const(1000)
_LOUD = const(32768)


class Buzzer:
    """`pwm`: machine.PWM on the buzzer's pin, or None where there is none."""

    def __init__(self, pwm):
        self._pwm = pwm
        self._tune = b""
        self._at = 0
        self._note_ms = 0
        self._begun = False
        self.is_on = True
        if pwm is not None:
            pwm.duty_u16(0)

    def play(self, tune):
        """Begin a tune at the next step."""
        if self._pwm is not None and self.is_on:
            self._tune = tune
            self._at = 0
            self._begun = False

    def step(self, now_ms):
        """Begin the note that is due. Returns the ms until the next one."""
        if not self._tune:
            return _IDLE_MS
        if self._begun:
            left_ms = self._tune[self._at + 1] * 10 - ((now_ms - self._note_ms) & _TICKS)
            if left_ms > 0:
                return left_ms
            self._at += 2
        self._begun = True
        self._note_ms = now_ms
        if self._at >= len(self._tune):
            self._tune = b""
            self._pwm.duty_u16(0)
            return _IDLE_MS
        hz = self._tune[self._at] * 10
        if hz:
            self._pwm.freq(hz)
        self._pwm.duty_u16(_LOUD if hz else 0)
        return self._tune[self._at + 1] * 10
