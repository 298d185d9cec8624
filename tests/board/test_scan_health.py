"""Readers that are missing, die, get stuck or come back: named, tried again, never in the way."""

import pytest

from domino.board import looks
from tests.board.tabletop import Tabletop, config, found, tile


@pytest.mark.parametrize("silent", [0x00, 0xFF])
def test_a_missing_reader_is_dead_at_start_and_the_others_work(silent):
    table = Tabletop()
    table.sim.readers[5].dead = silent
    table.start()
    assert table.scanner.found[5] == looks.DEAD
    assert set(table.scanner.found) == {looks.DEAD, looks.EMPTY}
    table.fields[6].put(tile())
    assert found(table.run(1000)) == [(6, 7)]


def test_without_any_reader_nothing_hangs():
    table = Tabletop()
    for reader in table.sim.readers:
        reader.dead = 0xFF
    table.run(5000)
    assert set(table.scanner.found) == {looks.DEAD}
    assert table.longest_step_us < 15_500
    for reader in table.sim.readers:
        reader.dead = None
    table.run(40_000)
    assert set(table.scanner.found) == {looks.EMPTY}


@pytest.mark.parametrize("fault", [("dead", 0x00), ("dead", 0xFF), ("stuck_busy", True)])
def test_a_reader_that_fails_is_dead_and_comes_back_with_its_tile(fault):
    table = Tabletop().start()
    table.fields[20].put(tile())
    table.run(1000)
    table.events.clear()
    name, value = fault
    setattr(table.sim.readers[20], name, value)
    assert found(table.run(3000)) == [(20, looks.DEAD)]
    assert table.longest_step_us < 15_500
    setattr(table.sim.readers[20], name, None if name == "dead" else False)
    events = found(table.run(40_000))
    assert events[-1] == (20, 7)
    assert table.scanner.found[20] == 7


def test_a_reader_whose_fault_ends_with_a_reset_is_never_dead():
    table = Tabletop().start()
    table.fields[20].put(tile())
    table.run(1000)
    table.events.clear()
    table.sim.readers[20].heals_by_reset = True
    table.sim.readers[20].stuck_busy = True
    assert table.run(3000) == []
    assert table.scanner.health.failures[20] == 1


def test_a_reader_that_lost_power_for_a_moment_is_set_up_again():
    table = Tabletop().start()
    table.fields[20].put(tile())
    table.run(1000)
    table.events.clear()
    table.sim.readers[20].set_reset(0)
    table.sim.readers[20].set_reset(1)
    assert table.run(3000) == []
    assert table.scanner.health.failures[20] == 1


def test_probes_back_off_and_the_others_keep_their_rate():
    table = Tabletop().start()
    reader = table.sim.readers[20]
    laps = table.scanner.laps
    table.run(5000)
    rate = table.scanner.laps - laps
    reader.dead = 0xFF
    table.run(2000)
    touched = [table.now_ms]
    select = reader.select

    def selected():
        if table.now_ms - touched[-1] > 100:
            touched.append(table.now_ms)
        select()

    reader.select = selected
    table.run(100_000)
    gaps = [round((b - a) / 1000) for a, b in zip(touched, touched[1:], strict=False)]
    assert gaps[-5:-2] in ([4, 8, 16], [8, 16, 30], [16, 30, 30])
    assert max(gaps) == 30
    laps = table.scanner.laps
    table.run(5000)
    assert table.scanner.laps - laps >= rate


def test_a_dead_reader_among_the_hot_does_not_stop_the_lap():
    table = Tabletop().start()
    table.heat(20, 22)
    table.sim.readers[20].dead = 0xFF
    table.run(2000)
    table.fields[22].put(tile())
    assert found(table.run(500)) == [(22, 7)]


def test_works_without_a_wired_reset_line():
    table = Tabletop(config(reset=None)).start()
    table.fields[20].put(tile())
    assert found(table.run(1000)) == [(20, 7)]
