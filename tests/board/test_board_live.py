"""board.json made live: selects on the shared bus, the graph of slots, pads and seats."""

import gc
import json
import weakref

import pytest

from domino.board.config import Board, BoardError
from domino.board.select_595 import Select595
from host_tools.boards import graph
from host_tools.chips.hc595 import HC595Chain
from host_tools.runtimes.cpython.machine import make_machine
from host_tools.sim.clock import VirtualClock
from host_tools.sim.ports import Ports
from tests.board.tabletop import GRID48, Tabletop


class Chain:
    """A bus with nothing on it but the chain of select registers."""

    def __init__(self, chips):
        self.chain = HC595Chain(chips)
        self.bytes = 0
        self.low = []  # every select line seen low, at each change
        for output in range(8 * chips):
            self.chain.on_change(output, lambda level, output=output: self.moved(output, level))
        self.select = Select595(self, self.chain.set_latch, self.chain.set_enable, 8 * chips)

    def moved(self, output, level):
        if not level:
            self.low.append(output)

    def write(self, data):
        self.bytes += len(data)
        self.chain.hear(bytes(data))


@pytest.mark.parametrize("chips", [1, 2, 7])
def test_exactly_the_chosen_output_falls_while_strobed(chips):
    chain = Chain(chips)
    for output in [*range(8 * chips), 0, 8 * chips - 1, 0]:
        chain.low.clear()
        chain.select.choose(output)
        assert chain.low == []  # shifting and latching select nobody
        chain.select.strobe(0)
        chain.write(b"\x00\x5a\xa5")  # a transfer runs through the registers
        chain.select.strobe(1)
        chain.select.strobe(0)
        assert chain.low == [output, output]
        assert [n for n in range(8 * chips) if not chain.chain.level(n)] == [output]
        chain.select.strobe(1)


def test_a_pattern_is_shifted_once_a_visit():
    chain = Chain(7)
    chain.bytes = 0
    chain.select.choose(3)
    chain.select.choose(3)
    assert chain.bytes == 7


def test_at_start_nobody_is_selected():
    chain = Chain(7)
    chain.select.strobe(0)
    assert chain.low == []


def live(**changes):
    config = json.loads(GRID48.read_text())
    for place, value in changes.items():
        at, _, field = place.partition("__")
        target = config if not field else config[at]
        if value is None:
            del target[field or at]
        else:
            target[field or at] = value
    return Board(config, make_machine(Ports(VirtualClock())))


def test_grid48():
    board = live()
    assert (board.slots, board.pads, board.columns, board.rows, board.fields) == (48, 4, 8, 6, 2)
    assert board.outputs == bytes(range(52))
    assert board.neighbours == graph.neighbours(json.loads(GRID48.read_text()))
    assert board.names[:2] + board.names[46:] == ["a1", "b1", "g6", "h6", "p0", "p1", "p2", "p3"]
    assert [board.seats(players) for players in (2, 3, 4)] == [
        bytes((48, 50)),
        bytes((48, 49, 50)),
        bytes((48, 49, 50, 51)),
    ]


@pytest.mark.parametrize("linked", [None, "rows", "columns", "both"])
@pytest.mark.parametrize("columns, rows", [(8, 6), (3, 3), (5, 3)])
def test_the_firmware_links_the_edges_of_a_grid_as_the_host_does(columns, rows, linked):
    grid = {"columns": columns, "rows": rows} | ({"linked": linked} if linked else {})
    slots = {"grid": grid, "selects": list(range(columns * rows))}
    assert live(slots=slots).neighbours == graph.neighbours({"slots": slots})


class Weak(dict):
    """A dict that can be asked for when it is gone."""


def test_what_the_file_said_is_let_go():
    config = Weak(json.loads(GRID48.read_text()))
    left = weakref.ref(config)
    board = Board(config, make_machine(Ports(VirtualClock())))
    del config
    assert left() is not None
    board.forget()
    gc.collect()
    assert left() is None and board.slots == 48


def test_listed_slots():
    ring = {
        "names": ["s1", "s2", "s3"],
        "neighbours": [[None, 1, None, 2], [None, 2, None, 0], [None, 0, None, 1]],
        "selects": [4, 5, 6],
    }
    board = live(slots=ring, pads=[{"select": 0}])
    assert board.names == ["s1", "s2", "s3", "p0"]
    assert board.outputs == bytes((4, 5, 6, 0))
    assert list(board.neighbours[:4]) == [255, 1, 255, 2]
    assert (board.columns, board.rows, board.places) == (0, 0, b"")


def test_places_on_the_map():
    listed = {
        "names": ["s1", "s2"],
        "neighbours": [[None, None, 1, None], [0, None, None, None]],
        "selects": [0, 1],
        "places": [[4, 2], [4, 3]],
    }
    board = live(slots=listed)
    assert (board.columns, board.rows, board.places) == (5, 4, bytes((4, 2, 4, 3)))
    assert live().places == b""


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"version": 2}, "version"),
        ({"slots": None}, "slots is missing"),
        ({"selects__bus": None}, "bus is missing"),
        ({"readers__chip": "pn5180"}, "readers.chip"),
        ({"selects__kind": "74hc137"}, "selects.kind"),
        ({"selects__bus": "nowhere"}, "no bus nowhere"),
        ({"slots__selects": [1, 2]}, "one output for each slot"),
    ],
)
def test_what_cannot_be_started_is_named_in_one_line(changes, words):
    with pytest.raises(BoardError, match=words) as caught:
        live(**changes)
    assert "\n" not in str(caught.value)


def test_shifting_while_a_reader_is_selected_would_be_seen():
    """The simulated chain is what proves the rule: break it, and the reader hears the pattern."""
    table = Tabletop().start()
    table.board.select.choose(20)
    reader = table.sim.readers[20]
    before = reader.transfers
    table.board.select.choose(21)
    assert reader.transfers == before
    table.board.select.choose(20)
    table.board.select.strobe(0)
    table.board.select.choose(21)
    table.board.select.strobe(1)
    assert reader.transfers > before
