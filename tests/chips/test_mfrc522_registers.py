"""The MFRC522 without a tag: bus rules, registers, FIFO, commands, timer, CRC unit, resets."""

import pytest

from host_tools.chips import mfrc522_map as r
from host_tools.chips.iso14443 import crc_a
from host_tools.chips.mfrc522 import OSCILLATOR_NS, WAKE_NS
from tests.chips.reader_bench import Bench


def awake(**chip):
    bench = Bench(**chip)
    bench.wait_us(2000)
    return bench


# Data sheet rev. 3.9, section 9.2: reset values of what a driver may rely on.
RESET_TABLE = {
    0x01: 0x20,
    0x02: 0x80,
    0x03: 0x00,
    0x04: 0x14,
    0x05: 0x00,
    0x06: 0x00,
    0x07: 0x21,
    0x08: 0x00,
    0x0A: 0x00,
    0x0B: 0x08,
    0x0C: 0x10,
    0x0D: 0x00,
    0x11: 0x3F,
    0x12: 0x00,
    0x13: 0x00,
    0x14: 0x80,
    0x15: 0x00,
    0x16: 0x10,
    0x17: 0x84,
    0x18: 0x84,
    0x19: 0x4D,
    0x21: 0xFF,
    0x22: 0xFF,
    0x24: 0x26,
    0x26: 0x48,
    0x27: 0x88,
    0x2A: 0x00,
    0x2D: 0x00,
    0x37: 0x92,
}


@pytest.mark.parametrize("register, value", RESET_TABLE.items())
def test_reset_values(register, value):
    assert awake().read(register) == value


@pytest.mark.parametrize("version", [0x91, 0x92, 0x88, 0xB2, 0x12])
def test_version(version):
    bench = awake(version=version)
    bench.write(r.VERSION, 0x55)
    assert bench.read(r.VERSION) == version


@pytest.mark.parametrize("register", [r.RF_CFG, r.GS_N, r.T_RELOAD_L, r.TX_MODE, 0x18])
def test_plain_registers_keep_what_is_written(register):
    bench = awake()
    bench.write(register, 0x5A)
    assert bench.read(register) == 0x5A


@pytest.mark.parametrize("register", [r.ERROR, r.CRC_RESULT_H, r.T_COUNTER_L, 0x00, 0x3F])
def test_read_only_registers(register):
    bench = awake()
    before = bench.read(register)
    bench.write(register, 0x5A)
    assert bench.read(register) == before


# -- bus ---------------------------------------------------------------------------------------
def test_several_registers_in_one_select():
    bench = awake()
    got = bench.transfer(0x80 | 0x37 << 1, 0x80 | 0x26 << 1, 0x80 | 0x11 << 1, 0)
    assert got[1:] == b"\x92\x48\x3f"


def test_several_bytes_to_one_register():
    bench = awake()
    bench.write(r.FIFO_DATA, 1, 2, 3)
    assert bench.read(r.FIFO_LEVEL) == 3
    assert bench.fifo() == b"\x01\x02\x03"


def test_a_transfer_in_pieces_under_one_select():
    bench = awake()
    bench.chip.select()
    bench.chip.exchange(b"\xee")
    assert bench.chip.exchange(b"\x00") == b"\x92"
    bench.chip.deselect()


def test_address_and_data_in_two_selects_read_as_nobody():
    bench = awake()
    bench.transfer(0x80 | 0x37 << 1)
    assert bench.transfer(0x00) == b"\xff"


def test_bit_0_of_the_address_must_be_zero():
    bench = awake()
    assert bench.transfer(0x81 | 0x37 << 1, 0)[1] == 0xFF
    bench.transfer(r.GS_N << 1 | 1, 0x5A)
    assert bench.read(r.GS_N) == 0x88


def test_nothing_is_heard_without_a_select():
    bench = awake()
    assert bench.chip.exchange(b"\x4e\x5a") == b"\xff\xff"
    assert bench.read(r.GS_N) == 0x88


# -- FIFO --------------------------------------------------------------------------------------
def test_fifo_overflow_and_flush():
    bench = awake()
    bench.write(r.FIFO_DATA, *range(64))
    assert (bench.read(r.FIFO_LEVEL), bench.read(r.ERROR)) == (64, 0)
    bench.write(r.FIFO_DATA, 0xAA)
    assert (bench.read(r.FIFO_LEVEL), bench.read(r.ERROR)) == (64, r.BUFFER_OVFL)
    assert bench.read(r.COM_IRQ) & r.ERR_IRQ
    bench.write(r.FIFO_LEVEL, 0x80)
    assert (bench.read(r.FIFO_LEVEL), bench.read(r.ERROR)) == (0, 0)
    assert bench.read(r.FIFO_DATA) == 0


@pytest.mark.parametrize("count, alerts", [(0, 1), (8, 1), (9, 0), (55, 0), (56, 2), (64, 2)])
def test_water_level(count, alerts):
    bench = awake()
    bench.write(r.FIFO_DATA, *bytes(count))
    assert bench.read(r.STATUS1) & 3 == alerts
    bench.write(r.COM_IRQ, 0x7F)
    want = {0: 0, 1: r.LO_ALERT_IRQ, 2: r.HI_ALERT_IRQ}[alerts]
    assert bench.read(r.COM_IRQ) & 0x0C == want


# -- interrupt requests ------------------------------------------------------------------------
def test_set1_says_whether_marked_bits_are_set_or_cleared():
    bench = awake()
    bench.write(r.COM_IRQ, 0x7F)
    bench.write(r.COM_IRQ, 0x80 | 0x61)
    assert bench.read(r.COM_IRQ) & 0x73 == 0x61
    bench.write(r.COM_IRQ, 0x21)
    assert bench.read(r.COM_IRQ) & 0x73 == 0x40
    bench.write(r.DIV_IRQ, 0x80 | 0x04)
    assert bench.read(r.DIV_IRQ) == 0x04
    bench.write(r.DIV_IRQ, 0x04)
    assert bench.read(r.DIV_IRQ) == 0


def test_status1_shows_an_enabled_request():
    bench = awake()
    bench.write(r.COM_IRQ, 0x7F)
    bench.write(r.COM_IRQ, 0x80 | r.RX_IRQ)
    assert not bench.read(r.STATUS1) & 0x10
    bench.write(r.COM_IEN, r.RX_IRQ)
    assert bench.read(r.STATUS1) & 0x10


# -- commands ----------------------------------------------------------------------------------
@pytest.mark.parametrize("command", [0x05, 0x06, 0x09, 0x0D])
def test_an_unknown_command_ends_at_once(command):
    bench = awake()
    bench.write(r.COM_IRQ, 0x7F)
    bench.write(r.COMMAND, command)
    assert bench.read(r.COMMAND) & 0x0F == r.IDLE
    assert bench.read(r.COM_IRQ) & r.IDLE_IRQ


def test_idle_raises_no_request():
    bench = awake()
    bench.write(r.COM_IRQ, 0x7F)
    bench.write(r.COMMAND, r.TRANSCEIVE)
    assert bench.read(r.COMMAND) == r.TRANSCEIVE
    bench.write(r.COMMAND, r.IDLE)
    assert not bench.read(r.COM_IRQ) & r.IDLE_IRQ


def test_no_command_change_sets_the_other_bits_only():
    bench = awake()
    bench.write(r.COMMAND, r.TRANSCEIVE)
    bench.write(r.COMMAND, r.RCV_OFF | r.NO_CMD_CHANGE)
    assert bench.read(r.COMMAND) == r.RCV_OFF | r.TRANSCEIVE


def test_mem_moves_25_bytes_in_and_out():
    bench = awake()
    bench.write(r.FIFO_DATA, *range(30))
    bench.write(r.COMMAND, r.MEM)
    assert bench.fifo() == bytes(range(25, 30))
    bench.write(r.COMMAND, r.MEM)
    assert bench.fifo() == bytes(range(25))


def test_a_random_id_is_ten_bytes_and_comes_from_the_seed():
    ids = []
    for seed in (1, 1, 2):
        bench = awake(seed=seed)
        bench.write(r.COMMAND, r.GENERATE_RANDOM_ID)
        bench.write(r.COMMAND, r.MEM)
        ids.append(bench.fifo())
    assert ids[0] == ids[1] != ids[2]
    assert len(set(ids[0][:10])) > 3 and not any(ids[0][10:])


@pytest.mark.parametrize(
    "mode, data, result",
    [
        (0x3D, "0000", "1ea0"),  # CRC_A
        (0x3D, "1234", "cf26"),
        (0x3F, "313233343536373839", "6f91"),  # CRC-16/MCRF4XX of the catalogue
        (0x3C, "313233343536373839", "2189"),  # CRC-16/KERMIT
        (0xBF, "313233343536373839", "29b1"),  # MSB first: CRC-16/CCITT-FALSE
    ],
)
def test_crc_unit(mode, data, result):
    bench = awake()
    bench.write(r.MODE, mode)
    bench.write(r.FIFO_DATA, *bytes.fromhex(data))
    bench.write(r.COMMAND, r.CALC_CRC)
    assert not bench.read(r.DIV_IRQ) & r.CRC_IRQ
    assert not bench.read(r.STATUS1) & 0x20
    bench.wait_us(10)
    assert bench.read(r.DIV_IRQ) & r.CRC_IRQ
    assert bench.read(r.STATUS1) & 0x20
    got = bytes([bench.read(r.CRC_RESULT_H), bench.read(r.CRC_RESULT_L)])
    assert got.hex() == result
    assert bench.read(r.FIFO_LEVEL) == 0
    assert bench.read(r.COMMAND) & 0x0F == r.CALC_CRC  # ends only by another command


def test_crc_goes_on_with_bytes_that_come_later():
    bench = awake()
    bench.write(r.MODE, 0x3D)
    bench.write(r.COMMAND, r.CALC_CRC)
    for byte in b"\x12\x34":
        bench.write(r.FIFO_DATA, byte)
        bench.wait_us(5)
    assert bytes([bench.read(r.CRC_RESULT_L), bench.read(r.CRC_RESULT_H)]) == crc_a(b"\x12\x34")


@pytest.mark.parametrize(
    "version, first", [(0x91, "00c637d5"), (0x92, "00eb66ba"), (0x88, "00000000")]
)
def test_self_test(version, first):
    bench = awake(version=version)
    bench.write(r.FIFO_DATA, *bytes(25))
    bench.write(r.COMMAND, r.MEM)
    bench.write(r.AUTO_TEST, 0x09)
    bench.write(r.FIFO_DATA, 0)
    bench.write(r.COMMAND, r.CALC_CRC)
    bench.wait_us(100)
    got = bench.fifo()
    assert (len(got), got[:4].hex()) == (64, first)


# -- timer -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "prescaler, demod, reload, span_us",
    [
        (0xA9, 0x4D, 0, 25.0),  # (2 x 169 + 1) / 13.56 MHz
        (0xA9, 0x4D, 39, 1000.0),
        (0xA9, 0x4D, 999, 25_000.0),
        (0xA9, 0x5D, 39, 340 * 40 / 13.56),  # TPrescalEven
        (0xFFF, 0x4D, 0xFFFF, 8191 * 65536 / 13.56),  # the longest: 39.6 s
        (0, 0x4D, 1355, 100.0),
    ],
)
def test_timer_span(prescaler, demod, reload, span_us):
    bench = awake()
    bench.write(r.T_MODE, prescaler >> 8)
    bench.write(r.T_PRESCALER, prescaler & 0xFF)
    bench.write(r.DEMOD, demod)
    bench.write(r.T_RELOAD_H, reload >> 8)
    bench.write(r.T_RELOAD_L, reload & 0xFF)
    bench.write(r.COM_IRQ, 0x7F)
    bench.write(r.CONTROL, 0x40)
    assert bench.read(r.STATUS1) & 0x08
    bench.wait_us(span_us - 0.01)
    assert not bench.read(r.COM_IRQ) & r.TIMER_IRQ
    bench.wait_us(0.02)
    assert bench.read(r.COM_IRQ) & r.TIMER_IRQ
    assert not bench.read(r.STATUS1) & 0x08


def timer_of_40_ticks(mode=0):
    bench = awake()
    bench.write(r.T_MODE, mode)
    bench.write(r.T_PRESCALER, 0xA9)
    bench.write(r.T_RELOAD_L, 39)
    bench.write(r.COM_IRQ, 0x7F)
    bench.write(r.CONTROL, 0x40)
    return bench


def count(bench):
    return bench.read(r.T_COUNTER_H) << 8 | bench.read(r.T_COUNTER_L)


def test_counter_value_and_stop():
    bench = timer_of_40_ticks()
    assert count(bench) == 39
    bench.wait_us(251)
    assert count(bench) == 29
    bench.write(r.CONTROL, 0x80)
    bench.wait_us(5000)
    assert count(bench) == 29
    assert not bench.read(r.COM_IRQ) & r.TIMER_IRQ
    assert bench.read(r.CONTROL) & 0xC0 == 0


def test_auto_restart():
    bench = timer_of_40_ticks(mode=r.T_AUTO_RESTART)
    bench.wait_us(1500)
    assert bench.read(r.COM_IRQ) & r.TIMER_IRQ
    assert bench.read(r.STATUS1) & 0x08
    assert count(bench) == 19
    bench.write(r.COM_IRQ, r.TIMER_IRQ)
    bench.wait_us(1000)
    assert bench.read(r.COM_IRQ) & r.TIMER_IRQ


# -- power and resets --------------------------------------------------------------------------
def test_after_power_on_the_chip_starts_for_a_while():
    bench = Bench()
    bench.write(r.GS_N, 0x5A)
    assert bench.read(r.COMMAND) == 0x30
    bench.clock.advance(OSCILLATOR_NS + WAKE_NS)
    assert (bench.read(r.COMMAND), bench.read(r.GS_N)) == (0x20, 0x88)


def test_soft_reset():
    bench = awake()
    for register in (r.GS_N, r.TX_CONTROL, r.T_RELOAD_L):
        bench.write(register, 0x83)
    bench.write(r.FIFO_DATA, 1, 2)
    assert bench.field.on
    bench.write(r.COMMAND, r.SOFT_RESET)
    assert not bench.field.on
    assert bench.read(r.COMMAND) & r.POWER_DOWN
    bench.wait_us(37)
    assert bench.read(r.COMMAND) & r.POWER_DOWN
    bench.wait_us(1)
    assert bench.read(r.COMMAND) == 0x20
    assert [bench.read(n) for n in (r.GS_N, r.TX_CONTROL, r.T_RELOAD_L)] == [0x88, 0x80, 0]
    assert bench.read(r.FIFO_LEVEL) == 0


def test_reset_pin():
    bench = awake()
    bench.write(r.TX_CONTROL, 0x83)
    bench.chip.set_reset(0)
    assert not bench.field.on
    assert bench.read(r.VERSION) == 0xFF
    bench.wait_us(100)
    bench.chip.set_reset(1)
    assert bench.read(r.COMMAND) & r.POWER_DOWN
    bench.wait_us(1100)
    assert (bench.read(r.VERSION), bench.read(r.TX_CONTROL)) == (0x92, 0x80)


def test_soft_power_down_keeps_the_registers_and_drops_the_field():
    bench = awake()
    bench.write(r.TX_CONTROL, 0x83)
    bench.write(r.COMMAND, r.POWER_DOWN)
    assert not bench.field.on
    bench.wait_us(5000)
    assert bench.read(r.COMMAND) & r.POWER_DOWN
    bench.write(r.COMMAND, 0)
    assert bench.read(r.COMMAND) & r.POWER_DOWN
    bench.wait_us(1100)
    assert bench.read(r.COMMAND) == 0
    assert bench.read(r.TX_CONTROL) == 0x83
    assert bench.field.on


@pytest.mark.parametrize("value, is_on", [(0x80, False), (0x81, True), (0x82, True), (0x83, True)])
def test_antenna_bits(value, is_on):
    bench = awake()
    bench.write(r.TX_CONTROL, value)
    assert bench.chip.antenna_on == is_on


# -- faults ------------------------------------------------------------------------------------
@pytest.mark.parametrize("silent", [0x00, 0xFF])
def test_a_dead_chip(silent):
    bench = awake()
    bench.write(r.TX_CONTROL, 0x83)
    bench.chip.dead = silent
    assert bench.transfer(0xEE, 0xEE, 0) == bytes([silent] * 3)
    assert not bench.field.on
    bench.chip.dead = None
    bench.wait_us(1100)
    assert (bench.read(r.VERSION), bench.read(r.TX_CONTROL)) == (0x92, 0x80)


def test_a_stuck_chip_ends_nothing():
    bench = awake()
    bench.chip.stuck_busy = True
    bench.chip.heals_by_reset = True
    bench.write(r.COM_IRQ, 0x7F)
    bench.write(r.FIFO_DATA, 1)
    bench.write(r.COMMAND, r.CALC_CRC)
    bench.wait_us(100_000)
    assert bench.read(r.DIV_IRQ) == 0
    bench.write(r.COMMAND, r.TRANSCEIVE)
    bench.write(r.BIT_FRAMING, 0x87)
    bench.wait_us(100_000)
    assert bench.read(r.COM_IRQ) & 0x73 == 0
    assert bench.read(r.VERSION) == 0x92
    bench.write(r.COMMAND, r.SOFT_RESET)
    bench.wait_us(100)
    bench.write(r.COMMAND, r.CALC_CRC)
    bench.wait_us(10)
    assert bench.read(r.DIV_IRQ) & r.CRC_IRQ


@pytest.mark.parametrize(
    "fault, register, bits",
    [("antenna_stuck_off", r.TX_CONTROL, 0x00), ("crypto_stuck", r.STATUS2, 0x08)],
)
def test_half_dead_chips_show_it_in_a_register(fault, register, bits):
    bench = awake()
    setattr(bench.chip, fault, True)
    bench.write(r.TX_CONTROL, 0x83)
    assert bench.read(register) & 0x0B == bits
    assert bench.read(r.VERSION) == 0x92


@pytest.mark.parametrize("fault", ["stuck_busy", "no_rf", "antenna_stuck_off", "crypto_stuck"])
@pytest.mark.parametrize("heals", [True, False])
def test_a_reset_heals_what_may_heal(fault, heals):
    bench = awake()
    setattr(bench.chip, fault, True)
    bench.chip.heals_by_reset = heals
    bench.write(r.COMMAND, r.SOFT_RESET)
    assert getattr(bench.chip, fault) == (not heals)


def test_a_reset_that_never_ends():
    bench = awake()
    bench.chip.reset_stuck = True
    bench.write(r.COMMAND, r.SOFT_RESET)
    bench.wait_us(100_000)
    assert bench.read(r.COMMAND) & r.POWER_DOWN


def test_nothing_is_sent_while_the_power_is_down():
    """Section 8.6: the transmitter is off then, and no field stands."""
    bench = awake()
    bench.chip.reset_stuck = True
    bench.write(r.TX_CONTROL, 0x83)
    assert not bench.field.on
    bench.write(r.COMMAND, r.TRANSCEIVE)
    bench.write(r.COM_IRQ, 0x7F)
    bench.write(r.FIFO_DATA, 0x26)
    bench.write(r.BIT_FRAMING, r.START_SEND | 7)
    bench.wait_us(2000)
    assert not bench.read(r.COM_IRQ) & (r.TX_IRQ | r.RX_IRQ | r.TIMER_IRQ)
