"""Buttons on emulated contacts, and tones on an emulated buzzer."""

import pytest

from domino.ui import buzzer
from domino.ui.buttons import NONE, Buttons
from host_tools.chips.button import Button
from host_tools.chips.buzzer import Buzzer
from host_tools.sim.clock import VirtualClock


class Panel:
    """Buttons polled every `poll_ms` on the virtual clock; ticks start at `start_ms`."""

    def __init__(self, count=3, bounce_ms=0, poll_ms=5, start_ms=0):
        self.clock = VirtualClock()
        self.contacts = [Button(self.clock, bounce_ms) for _ in range(count)]
        self.buttons = Buttons([contact.level for contact in self.contacts])
        self.poll_ms = poll_ms
        self.start_ms = start_ms
        self.run(50)

    def now_ms(self):
        return (self.start_ms + self.clock.now_ns // 1_000_000) & 0x3FFFFFFF

    def run(self, span_ms):
        for _ in range(span_ms // self.poll_ms):
            self.clock.advance(self.poll_ms * 1_000_000)
            self.buttons.step(self.now_ms())

    def press(self, button, hold_ms):
        self.contacts[button].press()
        self.run(hold_ms)
        self.contacts[button].release()
        self.run(60)

    def taken(self):
        found = []
        while (button := self.buttons.take()) != NONE:
            found.append((button, self.buttons.held_ms))
        return found


@pytest.mark.parametrize("bounce_ms", [0, 3, 8])
@pytest.mark.parametrize("poll_ms", [1, 5, 20])
@pytest.mark.parametrize("hold_ms", [100, 3000])
@pytest.mark.parametrize("start_ms", [0, 0x3FFFFFFF - 120])
def test_one_press_is_one_event(bounce_ms, poll_ms, hold_ms, start_ms):
    panel = Panel(bounce_ms=bounce_ms, poll_ms=poll_ms, start_ms=start_ms)
    panel.press(1, hold_ms)
    ((button, held_ms),) = panel.taken()
    assert button == 1
    assert abs(held_ms - hold_ms) <= poll_ms + bounce_ms
    assert panel.buttons.is_idle()


def test_a_spike_is_no_press():
    panel = Panel()
    panel.press(0, 5)
    assert panel.taken() == []


def test_presses_keep_their_order_and_the_ring_is_bounded():
    panel = Panel()
    for k in range(10):
        panel.press(k % 3, 40)
    assert [button for button, _ in panel.taken()] == [0, 1, 2, 0, 1, 2, 0, 1]
    assert panel.buttons.lost == 2
    panel.press(2, 40)
    assert [button for button, _ in panel.taken()] == [2]


def test_a_button_held_is_seen_before_it_is_released():
    panel = Panel()
    panel.contacts[2].press()
    panel.run(3000)
    assert abs(panel.buttons.down_ms(2, panel.now_ms()) - 3000) <= 20
    assert panel.buttons.down_ms(0, panel.now_ms()) == 0
    assert not panel.buttons.is_idle()
    assert panel.taken() == []


def test_held_for_hours_does_not_overflow():
    panel = Panel(poll_ms=20)
    panel.press(0, 80_000)
    assert panel.taken() == [(0, 65535)]


class Pwm:
    """machine.PWM on the emulated buzzer."""

    def __init__(self, chip):
        self.freq = chip.set_frequency
        self.duty_u16 = chip.set_duty


def played(*events, step_ms=5, span_ms=1500):
    """What is heard when (at_ms, tune) are played: [(ms, hz)]."""
    clock = VirtualClock()
    chip = Buzzer(clock)
    sound = buzzer.Buzzer(Pwm(chip))
    plan = dict(events)
    for now_ms in range(0, span_ms, step_ms):
        if now_ms in plan:
            sound.play(plan[now_ms])
        sound.step(now_ms)
        clock.advance(step_ms * 1_000_000)
    return [(at_ns // 1_000_000, hz) for at_ns, hz in chip.log]


def test_a_tune_plays_note_by_note_and_ends():
    assert played((0, b"\x32\x05\x00\x02\x64\x03")) == [(0, 500), (50, 0), (70, 1000), (100, 0)]


def test_a_new_tune_cuts_off_the_old_one():
    assert played((0, b"\x32\x50"), (100, b"\x64\x02")) == [(0, 500), (100, 1000), (120, 0)]


@pytest.mark.parametrize("name", ["CLICK", "SCORE", "REFUSED", "ALERT", "WIN"])
def test_tunes_are_short_and_end_silent(name):
    heard = played((0, getattr(buzzer, name)))
    assert heard[-1][1] == 0
    assert heard[-1][0] <= 1000
    assert all(100 <= hz <= 2000 for _, hz in heard if hz)


def test_without_a_buzzer_or_with_sound_off_nothing_happens():
    silent = buzzer.Buzzer(None)
    silent.play(buzzer.WIN)
    assert silent.step(0) > 0
    chip = Buzzer(VirtualClock())
    off = buzzer.Buzzer(Pwm(chip))
    off.is_on = False
    off.play(buzzer.WIN)
    off.step(0)
    assert chip.log == []
