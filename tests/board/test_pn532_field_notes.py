"""Lines of the field notes on the PN532 that concern a whole table, each by its name."""

import pytest

from domino.board import looks, pausing, scanner
from tests.board.pn532_table import (
    PAD,
    READERS,
    Pn532Table,
    on_spi,
    small,
    without_reset,
)

MS = 1_000_000


def findings(events, reader):
    return [finding for _, at, finding in events if at == reader]


# -- "A second's block on each poll after a wire break -> back off" -------------------------------
@pytest.mark.parametrize("board", [small, without_reset])
def test_a_wire_break_backs_off_and_the_others_keep_their_rate(board):
    table = Pn532Table(board()).start()
    rate = table.looks_at(1, 3000)
    table.sim.readers[4].unplugged = True
    asked = []
    table.sim.readers[4].on_asked = lambda: asked.append(table.now_ms)
    assert findings(table.run(500), 4) == [looks.DEAD]
    start_ms = table.now_ms
    assert table.looks_at(1, 3000) > 0.8 * rate
    table.run(60_000)
    probes = [ms for i, ms in enumerate(asked) if i == 0 or ms - asked[i - 1] > 400]
    gaps_s = [round((b - a) / 1000) for a, b in zip(probes, probes[1:], strict=False)]
    assert gaps_s[:5] == [1, 2, 4, 8, 16]
    assert table.now_ms - start_ms > 60_000 and table.longest_ms < 20
    table.sim.readers[4].unplugged = False
    assert findings(table.run(31_000), 4) == [looks.EMPTY]


def test_a_reader_that_holds_the_bus_is_cut_off_by_the_switches():
    """Their reset pin lets go of it; the readers have no such pin here."""
    board = small()
    del board["readers"]["reset"]
    table = Pn532Table(board).lay(0, 3).lay(PAD, 9).start()
    table.run(500)
    table.sim.readers[4].hung = "clock"
    assert {reader for _, reader, _ in table.run(5000)} == {4}
    assert table.scanner.found[4] == looks.DEAD
    assert table.longest_ms < 20


def test_a_bus_that_is_held_stops_all_readers_but_not_the_table():
    table = Pn532Table(without_reset()).lay(0, 3).lay(PAD, 9).start()
    table.run(500)
    table.sim.readers[4].hung = "clock"
    table.run(20_000)
    assert set(table.scanner.found) == {looks.DEAD}
    assert table.longest_ms < 20
    table.sim.readers[4].hung = None
    table.run(31_000)
    assert table.scanner.found[0] == 3 and table.scanner.found[PAD] == 9


# -- "Dead until power cycle -> the reset pin pulses, then configuration again" -------------------
@pytest.mark.parametrize(
    "how, board",
    [("busy", small), ("silent", small), ("clock", small), ("busy", on_spi), ("silent", on_spi)],
)
def test_dead_until_power_cycle_comes_back_by_the_reset_pin(how, board):
    table = Pn532Table(board()).lay(0, 3).lay(4, 5).start()
    table.run(500)
    table.sim.readers[4].hung = how
    events = table.run(2500)
    assert findings(events, 4) == [looks.DEAD, 5]
    assert table.sim.readers[4].hung is None and table.sim.readers[4].is_configured
    assert findings(events, 0) == []  # all readers were reset, and nothing is lost by it
    assert table.run(5000) == []
    assert table.longest_ms < 20


def test_one_reader_a_step_is_set_up_where_all_of_them_need_it():
    table = Pn532Table().lay(0, 3).lay(4, 5).start()
    table.run(500)
    pausing.stop(table.scanner)
    table.scanner._state = scanner._SCAN  # as where the reset line was pulsed and none is lit
    table.longest_step_us = 0
    assert table.run(5000) == []
    assert not any(table.scanner._look.lanes.needs_set_up)
    assert 9 < table.longest_ms < 20


def test_without_the_reset_pin_it_stays_dead_and_the_others_go_on():
    table = Pn532Table(without_reset()).lay(0, 3).start()
    table.run(500)
    table.sim.readers[4].hung = "silent"
    assert findings(table.run(20_000), 4) == [looks.DEAD]
    assert table.scanner.found[0] == 3


def test_a_dead_reader_does_not_reset_the_others_for_ever():
    table = Pn532Table().start()
    pulses = []
    table.ports.pin_outputs[table.config["readers"]["reset"]] = pulses.append
    table.sim.readers[4].dead = 0xFF
    table.run(120_000)
    assert pulses.count(0) == 3


# -- "InListPassiveTarget takes over 100 ms -> send, yield, poll ready" ---------------------------
def test_in_list_passive_target_takes_over_100_ms_and_no_step_waits_for_it():
    table = Pn532Table(small())
    for chip in table.sim.readers:
        chip.slow_ns = 120 * MS
    table.lay(3, 5).start()
    assert table.scanner.found[3] == 5 or findings(table.run(3000), 3) == [5]
    assert table.longest_ms < 20
    assert not any(table.scanner.health.failures)


def test_the_wait_for_an_answer_is_learnt():
    """A slow chip is not asked every millisecond for all of the time."""
    spans = []
    for slow_ns in (0, 6 * MS):
        table = Pn532Table().start()
        for chip in table.sim.readers:
            chip.slow_ns = slow_ns
        table.run(3000)
        spans.append(table.scanner._look.settle_us)
    assert 8000 < spans[0] < 10_500
    assert 14_000 < spans[1] < 16_500


# -- "Blocks for seconds without a tag -> retries; a host deadline that aborts" -------------------
def test_blocks_for_seconds_without_a_tag_is_aborted_and_set_up_again():
    table = Pn532Table().start()
    assert {chip.activation_retries for chip in table.sim.readers} == {2}
    table.sim.readers[4].activation_retries = 0xFF  # it forgot
    assert findings(table.run(3000), 4) == []
    assert table.scanner.health.failures[4] == 1
    assert table.sim.readers[4].activation_retries == 2
    assert table.longest_ms < 20


# -- "Field always on disturbs Wi-Fi -> field off between polls" ----------------------------------
@pytest.mark.parametrize("fields", [1, 2])
def test_fields_are_off_between_polls_few_at_a_time_and_apart(fields):
    table = Pn532Table(small(fields=fields)).lay(0, 3).lay(5, 6)
    seen = set()
    for number, field in enumerate(table.fields):
        field.power = watched(field, number, table.fields, seen)
    table.start()
    table.run(5000)
    assert max(map(len, seen)) == fields
    for on in seen:
        slots = [number for number in on if number < 8]
        for one in slots:
            for other in slots:
                assert one == other or abs(one % 4 - other % 4) + abs(one // 4 - other // 4) > 1


def watched(field, number, fields, seen):
    power = field.power

    def switch(on):
        power(on)
        seen.add(tuple(i for i, each in enumerate(fields) if each.on))

    return switch


def test_each_field_is_on_for_a_small_part_of_the_time():
    table = Pn532Table().start()
    table.heat(0)
    on_ns = {}

    def note(number, field, power, on):
        if field.on != on:
            on_ns[number] = on_ns.get(number, 0) + (1 if not on else -1) * table.sim.clock.now_ns
        power(on)

    for number, field in enumerate(table.fields):
        field.power = lambda on, n=number, f=field, p=field.power: note(n, f, p, on)
    start_ns = table.sim.clock.now_ns
    table.run(5000)
    cold = [on_ns[number] for number in range(1, 8) if not table.fields[number].on]
    assert max(cold) < 0.2 * (table.sim.clock.now_ns - start_ns)


# -- "Eight behind a TCA9548A -> chosen in the same transaction, ACK checked, others deselected" --
def test_eight_behind_a_switch_never_answer_at_once():
    table = Pn532Table().lay(0, 3).lay(PAD, 9).start()
    open_channels = set()
    wires = table.sim.spi

    class Watch:
        def hear_i2c(self, address, count, chips):
            switches = [chip for at, chip in wires.items() if at >= 0x70]
            open_channels.add(sum(bin(switch.control).count("1") for switch in switches))

    wires.listeners.append(Watch())
    table.run(3000)
    assert wires.conflicts == 0
    assert open_channels <= {0, 1} and 1 in open_channels


def test_a_switch_that_does_not_acknowledge_takes_its_readers_with_it_alone():
    table = Pn532Table().lay(0, 3).lay(PAD, 9).start()
    table.run(500)
    table.sim.spi[112].dead = True
    events = table.run(3000)
    assert all(findings(events, slot) == [looks.DEAD] for slot in range(8))
    assert table.scanner.found[PAD] == 9
    assert table.longest_ms < 20
    table.sim.spi[112].dead = False
    table.run(10_000)
    assert table.scanner.found[0] == 3 and looks.DEAD not in table.scanner.found


# -- "Chip not reset with the controller -> reset at every start" ---------------------------------
@pytest.mark.parametrize("board", [small, without_reset, on_spi])
def test_chip_not_reset_with_the_controller_is_reset_at_every_start(board):
    table = Pn532Table(board()).lay(0, 3)
    left = table.sim.readers
    table.sim.clock.advance(5 * MS)
    for number, chip in enumerate(left):
        chip.is_configured = True
        chip.activation_retries = 0xFF
        if number % 3 == 0:
            chip.switch(True)
        elif number % 3 == 1:
            chip._begin(b"\x4a\x01\x00")
    table.start()
    table.run(500)
    assert table.scanner.found[0] == 3 and looks.DEAD not in table.scanner.found
    assert not any(table.scanner.health.failures)


# -- "A chip that does not acknowledge for a while" -----------------------------------------------
@pytest.mark.parametrize("fetched", [False, True])
@pytest.mark.parametrize("us", [500, 800, 1000, 2000, 5000, 10_000, 15_000])
@pytest.mark.parametrize("board", [small, without_reset])
def test_readers_that_acknowledge_nothing_for_a_while_work_from_the_start(board, us, fetched):
    table = Pn532Table(board()).lay(0, 3).lay(PAD, 9)
    for chip in table.sim.readers:
        chip.nacks_ns, chip.nacks_fetched = us * 1000, fetched
    table.start()
    table.run(3000)
    assert table.scanner.found[0] == 3 and table.scanner.found[PAD] == 9
    table.lay(5, 6)
    assert findings(table.run(3000), 5) == [6]
    table.fields[5].clear()
    assert findings(table.run(6000), 5) == [looks.EMPTY]
    assert looks.DEAD not in table.scanner.found
    assert not any(table.scanner.health.failures)
    assert not any(table.scanner.health.overruns)
    assert table.longest_ms < 20


@pytest.mark.parametrize("fetched", [False, True])
@pytest.mark.parametrize("us", [1000, 15_000])
def test_one_silent_reader_among_the_others_costs_them_nothing(us, fetched):
    table = Pn532Table().lay(0, 3).lay(4, 5).start()
    table.run(500)
    table.sim.readers[4].nacks_ns = us * 1000
    table.sim.readers[4].nacks_fetched = fetched
    assert table.run(10_000) == []
    assert not any(table.scanner.health.failures)
    table.sim.readers[4].nacks_ns = 25_000_000
    assert findings(table.run(5000), 4) == [looks.DEAD]
    assert table.longest_ms < 20
    table.sim.readers[4].mend()
    assert findings(table.run(31_000), 4) == [5]


# -- relatives ------------------------------------------------------------------------------------
def test_stale_answers_bent_answers_and_lost_transfers_change_nothing():
    table = Pn532Table().lay(0, 3).lay(4, 5).start()
    table.run(500)
    for chip in table.sim.readers:
        chip.keeps_stale = True
    for round_ms in range(40):
        chip = table.sim.readers[round_ms % READERS]
        chip.spoil, chip.lose_writes = round_ms % 3, round_ms % 3
        assert table.run(100) == []
    assert table.longest_ms < 20


def test_a_reader_without_rf_finds_nothing_and_disturbs_nobody():
    table = Pn532Table().lay(0, 3).start()
    table.sim.readers[4].no_rf = True
    table.lay(4, 5)
    assert table.run(2000) == [] or table.scanner.found[4] == looks.EMPTY
    assert table.scanner.found[0] == 3
