"""Whatever stands in a config: a good one, or BoardError with printable lines, nothing else."""

import copy
import json

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from host_tools import boards
from host_tools.boards import checks, pages, report
from host_tools.sim.board import SimulatedBoard

GRID = boards.load("grid48_mfrc522")
RING = copy.deepcopy(GRID)
RING["slots"] = {
    "names": ["s1", "s2", "s3", "s4"],
    "neighbours": [[None, (n + 1) % 4, None, (n - 1) % 4] for n in range(4)],
    "selects": [0, 1, 2, 3],
}

# Plain pins and a decoder on two buses.
TWO = copy.deepcopy(GRID) | {
    "slots": {"grid": {"columns": 3, "rows": 3, "linked": "both"}, "selects": list(range(9))},
    "pads": [{"select": 9}],
    "seats": {"2": [0, 0]},
    "selects": [
        {"kind": "74hc138", "bus": "readers", "address": [20, 21, 0], "enables": [17]},
        {"kind": "gpio", "bus": "east", "pins": [1, 13, 26, 27]},
    ],
}
TWO["buses"]["east"] = {"kind": "spi", "id": 1, "sck": 14, "mosi": 15, "miso": 28, "baud": 1000000}
del TWO["readers"]["bus"]
GOOD = [GRID, RING, TWO, boards.load("ring28_mfrc522"), boards.load("pad1_mfrc522")]

keys = st.sampled_from(["kind", "bus", "grid", "names", "id", "sck", "2", "pin", "x"]) | st.text()
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-1, 64)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["spi", "i2c", "readers", "a1", "p0"])
    | st.text()
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(keys, inner, max_size=4)
)


def places(node, path=()):
    """Every place in a config, as a path of steps."""
    steps = (
        node.items()
        if isinstance(node, dict)
        else enumerate(node)
        if isinstance(node, list)
        else ()
    )
    for step, inner in steps:
        yield (*path, step)
        yield from places(inner, (*path, step))


@st.composite
def spoiled(draw):
    """A good config with one to three places overwritten, taken away or added to."""
    config = copy.deepcopy(draw(st.sampled_from(GOOD)))
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from(list(places(config))))
        node = config
        for step in way:
            node = node[step]
        if draw(st.integers(0, 4)) == 0:
            del node[last]
        elif isinstance(node, dict) and draw(st.integers(0, 4)) == 0:
            node[draw(keys)] = draw(values)
        else:
            node[last] = draw(values)
        if not config:
            break
    return config


def told(found):
    """Every line that would be printed; it must be one."""
    for fault in found.faults:
        assert all(part and part.isprintable() for part in fault), fault
    return len(found.faults)


@settings(max_examples=150, deadline=None, derandomize=True)
@example(config=copy.deepcopy(TWO))
@given(config=spoiled())
def test_a_config_with_anything_anywhere_has_faults_or_none_but_no_other_end(config):
    faults = checks.faults_of(config)
    for fault in faults:
        assert all(part for part in fault), fault
    if not faults:
        assert len(boards.neighbours(config)) == 4 * len(boards.slot_names(config))
        assert all(report.told(config))
        for name, table in pages.TABLES.items():
            assert name == "sizes" or table(config)
        SimulatedBoard(config)


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(text=values.map(json.dumps) | spoiled().map(json.dumps) | st.text())
def test_a_file_with_any_text_is_loaded_or_raises_board_error(tmp_path, text):
    path = tmp_path / "board.json"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    found = boards.check(path)
    if told(found):
        with pytest.raises(boards.BoardError) as caught:
            boards.load(path)
        assert str(caught.value).isprintable()
    else:
        assert boards.load(path) == json.loads(text)


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(raw=st.binary(max_size=200))
def test_a_file_with_any_bytes_raises_board_error(tmp_path, raw):
    path = tmp_path / "board.json"
    path.write_bytes(raw)
    assert told(boards.check(path)) > 0
