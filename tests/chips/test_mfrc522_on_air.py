"""The MFRC522 with tags in its field, by raw registers on virtual time."""

import pytest

from host_tools.chips import mfrc522_map as r
from host_tools.chips import tag_base
from host_tools.chips.iso14443 import with_crc
from host_tools.chips.tag_cards import ClassicCard, Iso14443_4Card
from host_tools.chips.tag_type2 import Type2Tag
from host_tools.tags.record import ntag213_for_tile
from tests.chips.reader_bench import Bench

UID = bytes.fromhex("04a81d12de5f80")
LEVEL1 = "8804a81d39"
BIT_US = 128 / 13.56


def bench_with(*tags, **options):
    bench = Bench()
    for tag in tags:
        bench.field.put(tag)
    return bench.start(**options)


def ntag(uid=UID):
    return Type2Tag("NTAG213", uid)


def test_from_request_to_a_page():
    bench = bench_with(ntag213_for_tile(27, 1, UID))
    assert bench.ask(b"\x26", 7) == b"\x44\x00"
    assert bench.read(r.CONTROL) & 7 == 0
    level1 = bench.ask(b"\x93\x20")
    assert level1.hex() == LEVEL1
    assert bench.ask(with_crc(b"\x93\x70" + level1)).hex() == "04da17"
    level2 = bench.ask(b"\x95\x20")
    assert (level1[1:4] + level2[:4]) == UID
    assert bench.ask(with_crc(b"\x95\x70" + level2)).hex() == "00fe51"
    assert bench.ask(with_crc(b"\x30\x04"))[:9].hex() == "0103a00c340319d40e"
    assert bench.ask(b"\x50\x00\x57\xcd") == b""
    assert bench.ask(b"\x26", 7) == b""
    assert bench.ask(b"\x52", 7) == b"\x44\x00"
    assert bench.read(r.ERROR) == 0


def irq_times(bench, data, last_bits=0):
    """Microseconds after the start at which TxIRq, the timer's stop or end, and RxIRq come."""
    bench.send(data, last_bits)
    start = bench.clock.now_ns
    seen = {}
    while (bench.clock.now_ns - start) < 3_000_000:
        irq = bench.read(r.COM_IRQ)
        marks = {
            "tx": irq & r.TX_IRQ,
            "run": bench.read(r.STATUS1) & 0x08,
            "timer": irq & r.TIMER_IRQ,
            "rx": irq & r.RX_IRQ,
            "stop": "run" in seen and not bench.read(r.STATUS1) & 0x08,
        }
        for name, mark in marks.items():
            if mark:
                seen.setdefault(name, (bench.clock.now_ns - start) / 1000)
        bench.clock.advance(100)
    return seen


@pytest.mark.parametrize(
    "data, last_bits, sent_bits, answer_bits",
    [
        (b"\x26", 7, 8, 19),  # start bit and seven; start bit, two bytes with parity
        (b"\x52", 7, 8, 19),
        (b"\x93\x20", 0, 19, 46),
    ],
)
def test_times_of_a_frame_and_its_answer(data, last_bits, sent_bits, answer_bits):
    bench = bench_with(ntag())
    if data == b"\x93\x20":
        bench.ask(b"\x26", 7)
    seen = irq_times(bench, data, last_bits)
    answer_at = (sent_bits * 128 + 9 * 128 + 52) / 13.56
    assert seen["tx"] == pytest.approx((sent_bits + 2) * BIT_US, abs=0.2)
    assert seen["run"] == seen["tx"]  # the timer starts at the end of the transmission
    assert seen["stop"] == pytest.approx(answer_at + 5 * BIT_US, abs=0.2)
    assert seen["rx"] == pytest.approx(answer_at + (answer_bits + 1) * BIT_US, abs=0.2)
    assert "timer" not in seen


def test_an_empty_field_ends_by_the_timer():
    seen = irq_times(bench_with(timer_us=1000), b"\x52", 7)
    assert seen["timer"] == pytest.approx(seen["tx"] + 1000, abs=0.2)
    assert "rx" not in seen


def test_the_shortest_timer_that_still_meets_an_answer():
    """70 us of frame delay after the end of communication, and five bits: 117 us."""
    assert bench_with(ntag(), timer_us=125).ask(b"\x52", 7) == b"\x44\x00"
    assert bench_with(ntag(), timer_us=100).ask(b"\x52", 7) == b""


def test_transceive_waits_for_start_send_and_stays():
    bench = bench_with(ntag())
    bench.write(r.COM_IRQ, 0x7F)
    bench.write(r.FIFO_DATA, 0x26)
    bench.write(r.COMMAND, r.TRANSCEIVE)
    bench.wait_us(1000)
    assert not bench.read(r.COM_IRQ) & r.TX_IRQ
    assert bench.read(r.STATUS2) & 7 == 1
    bench.write(r.BIT_FRAMING, 0x87)
    assert bench.read(r.STATUS2) & 7 == 3
    bench.wait_us(120)
    assert bench.read(r.STATUS2) & 7 == 5
    bench.wait_us(880)
    assert bench.read(r.COM_IRQ) & 0x71 == r.TX_IRQ | r.RX_IRQ
    assert bench.read(r.COMMAND) & 0x0F == r.TRANSCEIVE
    assert bench.read(r.BIT_FRAMING) == 0x07


def test_transmit_then_receive():
    bench = bench_with(ntag())
    bench.write(r.COM_IRQ, 0x7F)
    bench.write(r.FIFO_DATA, 0x26)
    bench.write(r.BIT_FRAMING, 7)
    bench.write(r.COMMAND, r.TRANSMIT)
    bench.wait_us(95)
    assert bench.read(r.COM_IRQ) & (r.TX_IRQ | r.IDLE_IRQ) == r.TX_IRQ | r.IDLE_IRQ
    bench.write(r.COM_IRQ, 0x7F)
    bench.write(r.COMMAND, r.RECEIVE)
    bench.wait_us(400)
    assert bench.read(r.COM_IRQ) & (r.RX_IRQ | r.IDLE_IRQ) == r.RX_IRQ | r.IDLE_IRQ
    assert bench.read(r.COMMAND) & 0x0F == r.IDLE
    assert bench.fifo() == b"\x44\x00"


@pytest.mark.parametrize(
    "register, value",
    [
        (r.TX_ASK, 0x00),  # not 100 % ASK
        (r.TX_MODE, 0x10),  # 212 kbit/s
        (r.MF_RX, r.PARITY_DISABLE),
        (r.AUTO_TEST, 0x49),  # left in the self test
        (r.TX_CONTROL, 0x80),
        (r.TX_SEL, 0x20),  # the drivers follow a pin
        (r.MOD_WIDTH, 0x7F),
        (r.RX_SEL, 0x08),  # the receiver listens to a constant level
    ],
)
def test_set_ups_that_no_tag_hears(register, value):
    bench = bench_with(ntag())
    bench.write(register, value)
    assert bench.ask(b"\x52", 7) == b""


@pytest.mark.parametrize("fault", ["no_rf", "antenna_stuck_off", "crypto_stuck"])
def test_half_dead_readers_see_no_tag(fault):
    bench = bench_with(ntag())
    assert bench.ask(b"\x52", 7)
    setattr(bench.chip, fault, True)
    bench.ask(b"\x52", 7)
    assert bench.ask(b"\x52", 7) == b""


def test_a_receiver_that_is_off_hears_nothing():
    bench = bench_with(ntag())
    bench.write(r.COM_IRQ, 0x7F)
    bench.write(r.FIFO_DATA, 0x52)
    bench.write(r.COMMAND, r.RCV_OFF | r.TRANSCEIVE)
    bench.write(r.BIT_FRAMING, 0x87)
    bench.wait_us(2000)
    assert bench.read(r.COM_IRQ) & 0x61 == r.TX_IRQ | r.TIMER_IRQ


def test_crc_by_the_chip():
    bench = bench_with(ntag())
    bench.ask(b"\x26", 7)
    level1 = bench.ask(b"\x93\x20")
    bench.write(r.TX_MODE, r.CRC_ENABLE)
    bench.write(r.RX_MODE, r.CRC_ENABLE)
    assert bench.ask(b"\x93\x70" + level1) == b"\x04"
    assert bench.read(r.ERROR) == 0
    bench.write(r.TX_MODE, 0)
    assert bench.ask(b"\x95\x20")[:3].hex() == "12de5f"  # five bytes without a CRC
    assert bench.read(r.ERROR) == r.CRC_ERR
    assert bench.read(r.COM_IRQ) & r.ERR_IRQ


def test_a_nak_is_four_bits():
    bench = bench_with(ntag())
    bench.select_tag()
    assert bench.ask(with_crc(b"\x30\x2d")) == b"\x00"
    assert bench.read(r.CONTROL) & 7 == 4
    bench.select_tag()
    bench.write(r.RX_MODE, r.RX_NO_ERR)
    assert bench.ask(with_crc(b"\x30\x2d")) == b"\x00"  # four bits are enough to count


def test_an_answer_longer_than_the_fifo():
    bench = bench_with(ntag())
    bench.select_tag()
    answer = bench.ask(with_crc(b"\x3a\x00\x0f"))
    assert len(answer) == 64
    assert bench.read(r.ERROR) == r.BUFFER_OVFL


def test_the_fifo_fills_byte_by_byte_and_a_poll_takes_bytes_out():
    bench = bench_with(ntag())
    bench.ask(b"\x26", 7)
    bench.send(b"\x93\x20")
    bench.wait_us((19 * 128 + 9 * 128 + 52) / 13.56 + BIT_US + 1)  # past the start bit
    levels = []
    for _ in range(5):
        levels.append(bench.read(r.FIFO_LEVEL))
        bench.wait_us(9 * BIT_US)
    assert levels == [0, 1, 2, 3, 4]
    assert not bench.read(r.COM_IRQ) & r.RX_IRQ
    assert bench.read(r.FIFO_DATA) == 0x88
    bench.wait_us(100)
    assert bench.read(r.COM_IRQ) & r.RX_IRQ
    assert bench.fifo().hex() == LEVEL1[2:]


def test_the_crc_never_shows_in_the_fifo_while_it_comes_in():
    bench = bench_with(ntag())
    bench.select_tag()
    bench.write(r.RX_MODE, r.CRC_ENABLE)
    bench.send(with_crc(b"\x30\x00"))
    levels = []
    while not bench.read(r.COM_IRQ) & r.RX_IRQ:
        levels.append(bench.read(r.FIFO_LEVEL))
        bench.wait_us(1)
    assert sorted(set(levels)) == list(range(levels[-1] + 1))
    assert levels[-1] in (15, 16)
    assert len(bench.fifo()) == 16


def test_writing_the_fifo_while_an_answer_is_awaited():
    bench = bench_with()
    bench.send(b"\x52", 7)
    bench.wait_us(150)
    bench.write(r.FIFO_DATA, 1)
    assert bench.read(r.ERROR) == r.WR_ERR


def test_a_frame_that_is_cut_off_is_noise_to_the_tag():
    tag = ntag()
    bench = bench_with(tag)
    bench.select_tag()
    assert tag.state == tag_base.ACTIVE
    bench.send(with_crc(b"\x30\x00"))
    bench.wait_us(50)
    bench.write(r.COMMAND, r.IDLE)
    bench.wait_us(1000)
    assert tag.state == tag_base.IDLE


@pytest.mark.parametrize(
    "tag, ends", [(ntag(), True), (ClassicCard(b"\x01\x02\x03\x04"), False), (None, False)]
)
def test_authent_fails(tag, ends):
    """A NAK ends the command with ProtocolErr; a nonce without the key, or no tag, does not."""
    bench = bench_with(*[tag] if tag else [])
    bench.select_tag()
    bench.write(r.COM_IRQ, 0x7F)
    bench.write(r.COMMAND, r.IDLE)
    bench.write(r.FIFO_LEVEL, 0x80)
    bench.write(r.FIFO_DATA, 0x60, 4, *b"\xff" * 6, *b"\x01\x02\x03\x04")
    bench.write(r.COMMAND, r.MF_AUTHENT)
    bench.wait_us(5000)
    assert not bench.read(r.STATUS2) & r.CRYPTO1_ON
    assert bench.read(r.ERROR) == (r.PROTOCOL_ERR if ends else 0)
    assert bool(bench.read(r.COM_IRQ) & r.IDLE_IRQ) == ends


# -- two tags ----------------------------------------------------------------------------------
def test_two_tags_collide_where_they_differ():
    other = bytes.fromhex("04a91d12de5f80")  # a8 and a9: the 17th bit of level 1
    bench = bench_with(ntag(), ntag(other))
    assert bench.ask(b"\x26", 7) == b"\x44\x00"
    assert bench.read(r.ERROR) == 0
    bench.write(r.COLL, 0)
    got = bench.ask(b"\x93\x20")
    assert bench.read(r.ERROR) == r.COLL_ERR
    assert bench.read(r.COLL) == 17
    assert got.hex() == "8804000000"
    bench.write(r.COLL, 0x80)
    bench.ask(b"\x26", 7)
    bench.ask(b"\x26", 7)
    assert bench.ask(b"\x93\x20").hex() == "8804a91d39"  # ones win
    assert bench.read(r.COLL) == 0x80 | 17


@pytest.mark.parametrize("choice, uid", [(0, UID), (1, bytes.fromhex("04a91d12de5f80"))])
def test_the_other_bits_after_a_collision(choice, uid):
    bench = bench_with(ntag(), ntag(bytes.fromhex("04a91d12de5f80")))
    bench.ask(b"\x26", 7)
    bench.ask(b"\x93\x20")
    known = 17  # two bytes and a bit
    got = bench.ask(bytes([0x93, 0x41, 0x88, 0x04, choice]), last_bits=1, align=1)
    assert bench.read(r.ERROR) == 0
    assert bench.read(r.CONTROL) & 7 == 0
    whole = bytes([0x88, 0x04, got[0] | choice]) + got[1:]
    assert len(whole) == known // 8 + 3
    assert bench.ask(with_crc(b"\x93\x70" + whole)).hex() == "04da17"
    level2 = bench.ask(b"\x95\x20")
    assert whole[1:4] + level2[:4] == uid


def test_an_alignment_that_does_not_fit_breaks_the_parity():
    bench = bench_with(ntag())
    bench.ask(b"\x26", 7)
    bench.ask(bytes([0x93, 0x23, 0x00]), last_bits=3, align=0)
    assert bench.read(r.ERROR) == r.PARITY_ERR


@pytest.mark.parametrize(
    "first, second, coll",
    [
        ("04112233445566", "04112233445567", 0x20),  # only in level 2: none here
        ("00112233445566", "04112233445566", 11),  # the 11th bit: 88, then the third bit of UID 0
        ("04112200445566", "04112280445566", 0x20),
        ("04110033445566", "04910033445566", 24),
        ("04112233445566", "0411a233445566", 0),  # the 32nd bit reads as 0
    ],
)
def test_collision_positions(first, second, coll):
    bench = bench_with(ntag(bytes.fromhex(first)), ntag(bytes.fromhex(second)))
    bench.ask(b"\x26", 7)
    bench.ask(b"\x93\x20")
    assert bench.read(r.COLL) == 0x80 | coll
    assert bool(bench.read(r.ERROR) & r.COLL_ERR) == (coll != 0x20)


def test_a_collision_past_the_32nd_bit_has_no_position():
    twin = ntag()
    twin.memory[16] = 0x55
    twin.memory[20] = 0x77
    bench = bench_with(ntag(), twin)
    assert bench.select_tag() == 0  # same UID: one tag to the reader
    bench.ask(with_crc(b"\x30\x05"))
    assert bench.read(r.ERROR) & r.COLL_ERR
    assert bench.read(r.COLL) & 0x3F == 1
    bench.select_tag()
    bench.select_tag()
    bench.ask(with_crc(b"\x30\x01"))
    assert bench.read(r.ERROR) & r.COLL_ERR
    assert bench.read(r.COLL) & 0x3F == r.COLL_POS_NOT_VALID


def test_different_requests_answers_collide_too():
    bench = bench_with(ntag(), ClassicCard(b"\x01\x02\x03\x04"))
    assert bench.ask(b"\x26", 7) == b"\x44\x00"
    assert bench.read(r.ERROR) == r.COLL_ERR
    assert bench.read(r.COLL) & 0x3F == 7


# -- power -------------------------------------------------------------------------------------
def test_a_tag_needs_five_milliseconds_of_field():
    bench = bench_with(ntag())
    bench.write(r.TX_CONTROL, 0x80)
    bench.write(r.TX_CONTROL, 0x83)
    bench.wait_us(4900)
    assert bench.ask(b"\x52", 7) == b""
    bench.write(r.TX_CONTROL, 0x80)
    bench.write(r.TX_CONTROL, 0x83)
    bench.wait_us(5000)
    assert bench.ask(b"\x52", 7) == b"\x44\x00"


def test_a_tag_laid_into_a_field_needs_them_as_well():
    bench = bench_with()
    bench.field.put(ntag())
    assert bench.ask(b"\x52", 7) == b""
    bench.wait_us(5000)
    assert bench.ask(b"\x52", 7) == b"\x44\x00"


def test_all_is_lost_when_the_field_goes():
    tag = ntag()
    bench = bench_with(tag)
    bench.select_tag()
    bench.ask(b"\x50\x00\x57\xcd")
    assert tag.state == tag_base.HALT
    bench.write(r.TX_CONTROL, 0x80)
    assert tag.state == tag_base.IDLE
    bench.write(r.TX_CONTROL, 0x83)
    bench.wait_us(5000)
    assert bench.ask(b"\x26", 7) == b"\x44\x00"


def test_a_field_that_goes_ends_the_answer():
    bench = bench_with(ntag())
    bench.send(b"\x52", 7)
    bench.wait_us(120)
    bench.read(r.COM_IRQ)
    bench.write(r.TX_CONTROL, 0x80)
    bench.wait_us(2000)
    assert not bench.read(r.COM_IRQ) & r.RX_IRQ


@pytest.mark.parametrize(
    "after_us, heard",
    [
        (50, None),  # the request is still being sent
        (120, None),  # the answer has not begun
        (1100, "partly"),
        (2200, "wholly"),
    ],
)
def test_a_tag_taken_away_in_the_middle(after_us, heard):
    tag = ntag()
    bench = bench_with(tag)
    bench.select_tag()
    bench.send(with_crc(b"\x30\x00"))
    bench.clock.at(bench.clock.now_ns + after_us * 1000, lambda: bench.field.remove(tag))
    bench.wait_us(4000)
    irq, data = bench.read(r.COM_IRQ), bench.fifo()
    if heard is None:
        assert (irq & r.RX_IRQ, data) == (0, b"")
    else:
        assert irq & r.RX_IRQ
        assert bytes(tag.memory[:16]).startswith(data[: len(data) - 2])
        assert (len(data) == 18) == (heard == "wholly")
    assert bench.ask(b"\x52", 7) == b""


# -- a bad field -------------------------------------------------------------------------------
def test_loss_takes_frames_both_ways_and_comes_from_the_seed():
    counts = []
    for seed in (1, 1, 2):
        bench = bench_with(ntag())
        bench.field.loss = 0.3
        bench.field.random.seed(seed)
        got = [bool(bench.ask(b"\x52", 7)) for _ in range(1000)]
        counts.append(got)
    assert counts[0] == counts[1] != counts[2]
    # A tag in READY that hears the request again falls back, so half of them find it in IDLE;
    # of these 0.7 are heard and 0.7 of the answers arrive.
    assert sum(counts[0]) / 1000 == pytest.approx(0.245, abs=0.04)


def test_a_single_miss():
    bench = bench_with(ntag())
    bench.field.lose_next = 1
    assert bench.ask(b"\x52", 7) == b""
    assert bench.ask(b"\x52", 7) == b"\x44\x00"


def test_a_garbled_answer():
    bench = bench_with(ntag())
    bench.field.garble = 1.0
    assert bench.ask(b"\x52", 7) != b"\x44\x00"
    assert bench.read(r.ERROR) == r.PARITY_ERR


# -- other things ------------------------------------------------------------------------------
def test_a_phone_by_the_reader():
    bench = bench_with(Iso14443_4Card(seed=1))
    assert bench.select_tag() == 0x20
    assert bench.ask(b"\xe0\x80\x31\x73")[:-2].hex() == "067577810280"
    assert bench.ask(b"\x52", 7) == b""


def test_a_tag_lies_once_in_a_field():
    bench = Bench()
    tag = ntag()
    bench.field.put(tag)
    with pytest.raises(ValueError, match="already"):
        bench.field.put(tag)
    bench.field.clear()
    assert bench.field.tags == []


def test_nothing_moves_the_clock():
    bench = bench_with(ntag())
    before = bench.clock.now_ns
    bench.send(b"\x52", 7)
    bench.read(r.COM_IRQ)
    assert bench.clock.now_ns == before


def test_how_often_it_is_looked_at_changes_nothing():
    """Lazily worked out: the same registers at the end, polled each microsecond or never."""
    ends = []
    for step in (1, 1000):
        bench = bench_with(ntag(), ntag(bytes.fromhex("04a91d12de5f80")))
        bench.field.loss = 0.2
        for data, bits in ((b"\x52", 7), (b"\x93\x20", 0), (b"\x52", 7), (b"\x52", 7)):
            bench.send(data, bits)
            for _ in range(2000 // step):
                bench.wait_us(step)
                bench.chip.catch_up()
        ends.append([bench.chip.register(n) for n in range(64)] + list(bench.fifo()))
    assert ends[0] == ends[1]
