"""The emulated PN532 between host and chip: frames, ready, abort, stale answers, sleep, faults."""

import pytest

from host_tools.chips import pn532_frames as frames
from host_tools.chips.pn532_timing import ACK_NS, START_NS, STRETCH_BUSY_NS, STRETCH_NS
from tests.chips.pn532_bench import MS, SAM, Bench

VERSION = bytes.fromhex("0332010607")
ASK_VERSION = bytes.fromhex("0000ff02fed4022a00")  # as in the manual, 7.2.2


@pytest.fixture(params=["i2c", "spi"])
def bench(request):
    return Bench(bus=request.param)


def test_a_command_is_acknowledged_then_answered(bench):
    assert bench.write(ASK_VERSION)
    assert bench.read(7)[0] == 0  # not yet
    bench.wait_ms(ACK_NS / MS)
    assert bench.read(7) == b"\x01" + frames.ACK
    assert bench.read(1) == b"\x00"
    bench.wait_ms(1)
    assert bench.read(1) == b"\x01"  # a status alone fetches nothing
    assert bench.read(14) == bytes.fromhex("01 0000ff06fad50332010607e800")
    assert bench.read(1) == b"\x00"


def test_a_command_begins_when_its_ack_is_fetched(bench):
    bench.write(ASK_VERSION)
    bench.wait_ms(50)
    assert bench.fetch() == frames.ACK
    assert bench.answer() == VERSION


@pytest.mark.parametrize(
    "sent, answered",
    [
        ("0000ff02fed4022a00", True),
        ("000000ff02fed4022a00", True),  # a longer preamble
        ("0000ff02fdd4022a00", False),  # LCS
        ("0000ff02fed4022b00", False),  # DCS
        ("0000ff02fed5022900", False),  # TFI of the chip
        ("0000ff05fbd4022a00", False),  # shorter than LEN
        ("00000002fed4022a00", False),  # no start
        ("", False),
    ],
)
def test_a_frame_that_is_none_is_passed_over(bench, sent, answered):
    bench.write(bytes.fromhex(sent))
    assert bench.fetch(20) == (frames.ACK if answered else None)


@pytest.mark.parametrize(
    "command", [b"\xee", b"\x02\x00", b"\x32\x05\x01", b"\x4a\x03\x00", b"\x06\x63", b"\x00\x05"]
)
def test_what_it_does_not_know_gets_the_error_frame(bench, command):
    assert bench.started().ask(command) == frames.SYNTAX_ERROR


def test_an_extended_frame_is_refused_as_syntax(bench):
    bench.write(bytes.fromhex("0000ffffff0002fed4022a00"))
    assert bench.fetch() == frames.ACK
    assert bench.fetch() == frames.SYNTAX_ERROR


def test_a_nack_brings_the_answer_again(bench):
    assert bench.ask(b"\x02") == VERSION
    bench.write(frames.NACK)
    assert bench.answer() == VERSION


def test_a_host_ack_aborts(bench):
    bench.started(retries=0xFF)
    bench.send(b"\x4a\x01\x00")
    bench.wait_ms(500)
    assert bench.read(1) == b"\x00"
    bench.write(frames.ACK)
    assert bench.fetch(100) is None
    assert bench.ask(b"\x02") == VERSION


def test_an_answer_nobody_fetched_is_gone_with_the_next_command(bench):
    bench.send(b"\x02")
    bench.wait_ms(5)
    assert bench.ask(SAM) == b"\x15"


def test_a_chip_that_keeps_stale_answers_hands_them_out_first(bench):
    bench.chip.keeps_stale = True
    bench.send(b"\x02")
    bench.wait_ms(5)
    bench.write(frames.information(SAM, frames.TO_CHIP))
    assert bench.answer() == VERSION
    assert bench.fetch() == frames.ACK
    assert bench.answer() == b"\x15"


def test_before_sam_configuration_a_search_is_acknowledged_and_never_answered(bench):
    assert bench.ask(b"\x4a\x01\x00") is None
    assert bench.ask(SAM) == b"\x15"
    assert bench.ask(b"\x32\x05\xff\x01\x01") == b"\x33"
    assert bench.ask(b"\x4a\x01\x00") == b"\x4b\x00"


def test_registers_keep_what_is_written(bench):
    assert bench.ask(b"\x08\x63\x02\x00\x63\x3d\x07") == b"\x09"
    assert bench.ask(b"\x06\x63\x02\x63\x3d\x63\x05") == b"\x07\x00\x07\x40"


def test_self_tests(bench):
    assert bench.ask(b"\x00\x00hello") == b"\x01\x00hello"
    assert bench.ask(b"\x00\x01") == bench.ask(b"\x00\x02") == b"\x01\x00"
    assert bench.ask(b"\x00\x07\x20") == b"\x01\x00"
    bench.chip.antenna_broken = True
    assert bench.ask(b"\x00\x07\x20") == b"\x01\xff"


def test_general_status_tells_of_the_field(bench):
    bench.started()
    assert bench.ask(b"\x04") == b"\x05\x00\x00\x00\x00"
    bench.ask(b"\x32\x01\x01")
    assert bench.field.on
    assert bench.ask(b"\x04") == b"\x05\x00\x01\x00\x00"
    bench.ask(b"\x32\x01\x00")
    assert not bench.field.on


def test_asleep_it_wakes_at_its_address_and_needs_a_while():
    bench = Bench().started()
    bench.ask(b"\x32\x01\x01")
    assert bench.ask(b"\x16\x80") == b"\x17\x00"
    assert not bench.field.on
    assert not bench.write(ASK_VERSION)  # this wakes it
    assert not bench.write(ASK_VERSION)
    bench.wait_ms(1)
    assert bench.ask(b"\x02") == VERSION


def test_asleep_it_wakes_when_selected():
    bench = Bench(bus="spi").started()
    assert bench.ask(b"\x16\x20") == b"\x17\x00"
    assert bench.read(1) == b"\xff"
    bench.wait_ms(1)
    assert bench.ask(b"\x02") == VERSION


def test_after_a_reset_nobody_is_at_home_for_two_ms_and_the_set_up_is_gone():
    bench = Bench().started()
    bench.ask(b"\x32\x01\x01")
    bench.chip.set_reset(0)
    assert not bench.field.on and not bench.chip.acknowledges()
    bench.chip.set_reset(1)
    bench.wait_ms(START_NS / MS - 0.01)
    assert not bench.chip.acknowledges()
    bench.wait_ms(0.01)
    assert bench.ask(b"\x4a\x01\x00") is None  # SAMConfiguration is needed again


def test_the_clock_is_stretched_longer_while_it_works():
    bench = Bench().started()
    assert bench.chip.stretch_ns() == STRETCH_NS
    bench.send(b"\x4a\x01\x00")
    assert bench.chip.stretch_ns() == STRETCH_BUSY_NS >= 440_000


@pytest.mark.parametrize("silent", [0xFF, 0x00])
def test_dead(silent):
    bench = Bench().started()
    bench.chip.dead = silent
    assert not bench.chip.acknowledges()
    bench.bus = "spi"
    assert set(bench._spi(b"\x02\x00")) == {silent}
    bench.chip.dead = None
    bench.wait_ms(3)
    assert bench.ask(b"\x4a\x01\x00") is None  # as after power-up


def test_stuck_busy_takes_everything_and_is_never_ready(bench):
    bench.started()
    bench.chip.stuck_busy = True
    assert bench.write(ASK_VERSION)
    assert bench.fetch(100) is None
    bench.chip.set_reset(0)
    bench.chip.set_reset(1)
    bench.wait_ms(3)
    bench.write(ASK_VERSION)
    assert bench.fetch(100) is None


@pytest.mark.parametrize("how", ["busy", "silent", "clock"])
def test_hung_until_the_reset_pin_is_pulsed(how):
    bench = Bench().started()
    bench.chip.hung = how
    if how == "clock":
        assert bench.chip.holds_clock
    else:
        assert (bench.write(ASK_VERSION) and bench.fetch(100)) in (None, False)
    bench.chip.set_reset(0)
    bench.chip.set_reset(1)
    bench.wait_ms(3)
    assert not bench.chip.holds_clock
    assert bench.ask(b"\x02") == VERSION


def test_a_spoiled_answer_is_right_when_asked_for_again(bench):
    bench.chip.spoil = 1
    bench.send(b"\x02")
    assert sum(bench.fetch()[5:-1]) & 0xFF
    bench.write(frames.NACK)
    assert bench.answer() == VERSION


def test_an_unplugged_wire_loses_no_set_up():
    bench = Bench().started()
    bench.chip.unplugged = True
    assert not bench.chip.acknowledges()
    bench.chip.unplugged = False
    assert bench.ask(b"\x4a\x01\x00") == b"\x4b\x00"
