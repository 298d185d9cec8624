"""Button and buzzer on the virtual clock."""

from host_tools.chips.button import Button
from host_tools.chips.buzzer import Buzzer
from host_tools.sim.clock import VirtualClock


def test_pressed_reads_low():
    button = Button(VirtualClock())
    levels = [button.level()]
    button.press()
    levels.append(button.level())
    button.release()
    levels.append(button.level())
    assert levels == [1, 0, 1]


def test_bounce_chatters_then_settles():
    clock = VirtualClock()
    button = Button(clock, bounce_ms=5)
    assert button.level() == 1
    clock.advance(20_000_000)
    button.press()
    levels = []
    for _ in range(100):
        levels.append(button.level())
        clock.advance(100_000)
    assert set(levels[:50]) == {0, 1}
    assert set(levels[50:]) == {0}


def test_buzzer_logs_changes_of_the_sound():
    clock = VirtualClock()
    buzzer = Buzzer(clock)
    buzzer.set_frequency(880)
    buzzer.set_duty(32768)
    clock.advance(50_000_000)
    buzzer.set_duty(30000)
    buzzer.set_duty(0)
    assert buzzer.log == [(0, 880), (50_000_000, 0)]
