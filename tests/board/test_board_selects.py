"""Every kind of select through the shipped drivers and the emulated chips: 74HC595, 74HC138 (one,
several, with one in front), plain pins, and all of them together on two buses."""

import copy
import itertools
from random import Random

import pytest

from domino.board.select_138 import Select138
from host_tools.boards import checks
from host_tools.tags.record import ntag213_for_tile
from tests.board.tabletop import Tabletop, config

WEST = {"kind": "spi", "id": 0, "sck": 18, "mosi": 19, "miso": 16, "baud": 4_000_000}
EAST = {"kind": "spi", "id": 1, "sck": 14, "mosi": 15, "miso": 12, "baud": 2_000_000}

REGISTERS = {"kind": "74hc595", "bus": "readers", "latch": 20, "enable": 21, "outputs": 16}
ONE_DECODER = {"kind": "74hc138", "bus": "readers", "address": [0, 1, 20], "enables": [21]}
TWO_DECODERS = {"kind": "74hc138", "bus": "readers", "address": [0, 1, 20], "enables": [21, 26]}
IN_FRONT = {"kind": "74hc138", "bus": "readers", "address": [0, 1, 20, 26, 27], "enables": [21]}
PINS = {"kind": "gpio", "bus": "readers", "pins": [21, 20, 26, 27, 28, 0]}
ON_TWO = [{**REGISTERS, "outputs": 8}, {**PINS, "bus": "east", "pins": [26, 27, 28, 0]}]
SEVERAL_ON_ONE = [
    {**REGISTERS, "outputs": 8},
    {"kind": "74hc138", "bus": "readers", "address": [0], "enables": [26, 27]},
]

WIRINGS = {
    "74hc595": (REGISTERS, 16),
    "one 74hc138": (ONE_DECODER, 8),
    "two 74hc138": (TWO_DECODERS, 16),
    "74hc138 in front": (IN_FRONT, 32),
    "gpio": (PINS, 6),
    "two buses": (ON_TWO, 12),
    "two kinds on one bus": (SEVERAL_ON_ONE, 12),
}


def board(selects, lines):
    """A ring of `lines` readers but one, which is the pad."""
    made = config()
    made["selects"] = copy.deepcopy(selects)
    made["buses"]["readers"] = WEST
    if isinstance(selects, list) and len({part["bus"] for part in selects}) > 1:
        made["buses"]["east"] = EAST
        del made["readers"]["bus"]
    slots = lines - 1
    made["slots"] = {
        "names": [f"s{n + 1}" for n in range(slots)],
        "neighbours": [[None, (n + 1) % slots, None, (n - 1) % slots] for n in range(slots)],
        "selects": list(range(slots)),
    }
    made["pads"] = [{"select": slots}]
    made["seats"] = {}
    made["buttons"].update({"menu": 3, "left": 4, "right": 5, "pass": 6, "draw": 7})
    del made["buzzer"], made["display"], made["buses"]["display"]
    return made


def table(name):
    return Tabletop(board(*WIRINGS[name]))


@pytest.fixture(params=WIRINGS)
def wiring(request):
    return request.param


def test_the_host_finds_no_fault_with_the_wiring(wiring):
    assert checks.faults_of(board(*WIRINGS[wiring])) == []


def low_lines(sim):
    """Numbers of the readers whose select line is low now."""
    return [n for n, reader in enumerate(sim.readers) if reader._is_selected]


def test_exactly_the_chosen_reader_is_selected_while_strobed(wiring):
    made = table(wiring)
    select, sim, readers = made.board.select, made.sim, made.scanner.readers
    numbers = [*range(readers), *Random(1).choices(range(readers), k=3 * readers)]
    for number in numbers:
        before = [reader.transfers for reader in sim.readers]
        select.choose(number)
        assert low_lines(sim) == []
        select.strobe(0)
        assert low_lines(sim) == [number]
        select.spi.write(b"\x6e\x00")
        select.strobe(1)
        assert low_lines(sim) == []
        after = [reader.transfers for reader in sim.readers]
        assert [a - b for a, b in zip(after, before, strict=True)] == [
            int(n == number) for n in range(readers)
        ]


def test_every_reader_is_set_up_and_reads_its_own_tile(wiring):
    made = table(wiring).start()
    assert made.scanner.health.resting_count == 0
    tiles = {reader: reader % 28 for reader in range(min(28, made.scanner.readers))}
    for reader, tile in tiles.items():
        made.fields[reader].put(ntag213_for_tile(tile, 1, bytes([4, tile, 2, 3, 4, 5, 6])))
    made.run(2500)
    found = {reader: finding for _, reader, finding in made.events}
    assert found == tiles


def test_each_of_two_buses_has_its_own_speed_and_its_own_readers():
    made = table("two buses").start()
    west, east = made.sim.buses["readers"], made.sim.buses["east"]
    before = west.bytes_clocked, east.bytes_clocked
    made.board.select.choose(9)
    made.chip.probe()
    assert (west.bytes_clocked - before[0], east.bytes_clocked - before[1]) == (0, 6)
    start_ns = made.sim.clock.now_ns
    made.chip.probe()
    slow_ns = made.sim.clock.now_ns - start_ns
    made.board.select.choose(2)
    start_ns = made.sim.clock.now_ns
    made.chip.probe()
    assert slow_ns - (made.sim.clock.now_ns - start_ns) == 6 * 8 * (500 - 250)


def test_a_dead_bus_leaves_the_readers_of_the_other():
    made = table("two buses")
    made.sim.ports.spi_wires[14, 15, 12].selected = Nobody()
    made.start()
    assert [n for n in range(12) if made.scanner._order.resting[n]] == [8, 9, 10, 11]
    made.fields[3].put(ntag213_for_tile(7, 1, b"\x04\x01\x02\x03\x04\x05\x06"))
    assert [event[1:] for event in made.run(1000)] == [(3, 7)]


class Nobody(list):
    """A bus that is cut: whoever is selected does not hear it."""

    def append(self, chip):
        pass

    def remove(self, chip):
        pass


class Wires:
    """Pins by name, and what every one of them did."""

    def __init__(self):
        self.done = []

    def pin(self, name):
        return lambda level: self.done.append((name, level))


def test_no_decoder_is_enabled_while_the_address_moves():
    wires = Wires()
    address = [wires.pin(bit) for bit in range(3)]
    enables = [wires.pin(f"e{n}") for n in range(4)]
    select = Select138(None, address, enables)
    for before, after in itertools.product(range(32), repeat=2):
        select.choose(before)
        select.strobe(0)
        select.strobe(1)
        wires.done.clear()
        select.choose(after)
        assert all(name in (0, 1, 2) for name, _ in wires.done)
        assert dict(wires.done) == (
            {} if before == after else {bit: after >> bit & 1 for bit in range(3)}
        )
        wires.done.clear()
        select.strobe(0)
        assert wires.done == [(f"e{after >> 3}", 0)]


def test_two_enabled_decoders_select_two_readers_and_their_answers_mix():
    """What the emulated chips show when a wiring or a driver is wrong."""
    made = table("two 74hc138").start()
    first, second = made.sim.readers[0], made.sim.readers[8]
    made.board.select.choose(0)
    made.ports.pin_write(26, 0)
    first.version, second.version = 0x91, 0x92
    made.chip.probe()
    assert low_lines(made.sim) == [8]
    assert made.chip.version == 0x91 & 0x92


def test_an_address_that_moves_during_a_transfer_selects_readers_on_the_way():
    made = table("one 74hc138").start()
    for is_strobed, asked in ((False, set()), (True, {1, 3})):
        made.board.select.choose(0)
        for number in (1, 2, 3):
            made.sim.forget(number)
        made.board.select.strobe(0 if is_strobed else 1)
        made.board.select.choose(3)
        made.board.select.strobe(1)
        assert {1, 2, 3} & set(made.sim.asked_ns) == asked
