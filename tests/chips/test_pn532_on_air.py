"""The emulated PN532 and tags: activation, anticollision, data, retries, times on air."""

from random import Random

import pytest

from host_tools.chips.pn532_timing import ACTIVATION_WAIT_NS, GAP_NS, GUARD_NS, timeout_ns
from host_tools.chips.tag_base import HALT
from host_tools.chips.tag_cards import ClassicCard, Iso14443_4Card
from host_tools.chips.tag_type2 import Type2Tag
from tests.chips.pn532_bench import MS, Bench

UIDS = ["b0c1d2e3", "04a81d12de5f80", "04010203040506070809"]
NTAG = bytes.fromhex("04a81d12de5f80")
LIST_ONE, LIST_TWO = b"\x4a\x01\x00", b"\x4a\x02\x00"


def classic(uid):
    return ClassicCard(bytes.fromhex(uid))


def row(number, uid, atqa, sak):
    uid = bytes.fromhex(uid)
    return bytes([number]) + bytes.fromhex(atqa) + bytes([sak, len(uid)]) + uid


@pytest.mark.parametrize("bus", ["i2c", "spi"])
@pytest.mark.parametrize("uid, atqa", list(zip(UIDS, ["0004", "0044", "0084"], strict=True)))
def test_lists_a_tag_with_a_uid_of_every_length(uid, atqa, bus):
    bench = Bench(classic(uid), bus=bus).started()
    assert bench.ask(LIST_ONE) == b"\x4b\x01" + row(1, uid, atqa, 0x08)


@pytest.mark.parametrize(
    "uids",
    [
        ("b0c1d2e3", "b0c1d2e2"),  # the last bit of the first level
        ("04a81d12de5f80", "04a91d12de5f80"),
        ("04a81d12de5f80", "04a81d12de5f81"),  # the second level
        ("b0c1d2e3", "04a81d12de5f80"),
        ("b0c1d2e3", "b1c1d2e3", "b2c1d2e3"),
    ],
)
def test_two_tags_are_told_apart(uids):
    bench = Bench(*(classic(uid) for uid in uids)).started()
    answer = bench.ask(LIST_TWO)
    assert answer[:2] == b"\x4b\x02"
    listed = {bytes.fromhex(uid) in answer for uid in uids}
    assert True in listed
    assert sum(bytes.fromhex(uid) in answer for uid in uids) == 2


def test_searching_for_two_leaves_the_only_one_halted_and_the_next_search_misses_it():
    """As builders report it: found by every second search while the field stays on."""
    tag = classic(UIDS[1])
    bench = Bench(tag).started()
    assert bench.ask(LIST_TWO)[1] == 1
    assert tag.state == HALT
    assert bench.ask(LIST_TWO)[1] == 0
    bench.ask(b"\x32\x01\x00")
    assert bench.ask(LIST_TWO)[1] == 1


def test_a_tag_in_the_field_is_found_by_one_search_after_the_other():
    bench = Bench(classic(UIDS[1])).started(retries=1)
    for _ in range(3):
        assert bench.ask(LIST_ONE)[1] == 1


def test_a_uid_given_selects_that_tag_alone_and_saves_the_anticollision():
    first, second = classic("b0c1d2e3"), classic(UIDS[1])
    bench = Bench(first, second).started()
    frames = bench.field.frames
    wanted = b"\x88" + second.uid[:3] + second.uid[3:]
    assert bench.ask(LIST_ONE + wanted) == b"\x4b\x01" + row(1, UIDS[1], "0044", 0x08)
    assert bench.field.frames - frames == 3


@pytest.mark.parametrize("wanted", ["88a81d1204", "b0c1d2e3b0c1d2e3", "b0c1"])
def test_a_uid_that_is_none_is_refused(wanted):
    assert Bench().started().ask(LIST_ONE + bytes.fromhex(wanted)) == bytes.fromhex(
        "0000ff01ff7f8100"
    )


def test_an_empty_field_costs_the_guard_time_and_each_try_a_wait():
    spans = []
    for retries in (0, 1, 5):
        bench = Bench().started(retries)
        bench.send(LIST_ONE)
        start_ns = bench.clock.now_ns
        assert bench.answer() == b"\x4b\x00"
        spans.append(bench.clock.now_ns - start_ns)
        assert bench.field.frames == retries + 1
    assert spans[0] > GUARD_NS
    one_try_ns = (spans[2] - spans[1]) / 4
    assert abs(one_try_ns - (ACTIVATION_WAIT_NS + GAP_NS + 95_000)) < 60_000


def test_with_the_factory_setting_an_empty_field_is_searched_for_ever():
    bench = Bench()
    bench.ask(b"\x14\x01\x00\x00")
    bench.send(LIST_ONE)
    assert bench.answer(3000) is None
    bench.field.put(classic(UIDS[0]))
    assert bench.answer(30)[:2] == b"\x4b\x01"


def test_a_tag_that_leaves_in_the_middle_is_not_listed():
    tag = classic(UIDS[1])
    bench = Bench(tag).started()
    bench.send(LIST_ONE)
    bench.wait_ms(GUARD_NS / MS + 2)
    bench.field.remove(tag)
    assert bench.answer() == b"\x4b\x00"


def test_other_types_of_tag_are_searched_for_in_vain():
    assert Bench(classic(UIDS[0])).started().ask(b"\x4a\x01\x03\x00") == b"\x4b\x00"


def test_a_phone_is_asked_for_its_ats_unless_told_otherwise():
    bench = Bench(Iso14443_4Card(bytes.fromhex("04a81d12de5f80"))).started()
    assert bench.ask(LIST_ONE).endswith(bytes.fromhex("067577810280"))
    bench.ask(b"\x32\x01\x00")
    assert bench.ask(b"\x12\x00") == b"\x13"
    assert bench.ask(LIST_ONE) == b"\x4b\x01" + row(1, "04a81d12de5f80", "0044", 0x20)


# -- data ----------------------------------------------------------------------------------------
def reading(tag=None):
    bench = Bench(tag or Type2Tag("NTAG213", NTAG)).started()
    assert bench.ask(LIST_ONE)[1] == 1
    return bench


def test_reads_four_pages_and_wraps_as_the_tag_does():
    tag = Type2Tag("NTAG213", NTAG)
    bench = reading(tag)
    assert bench.ask(b"\x40\x01\x30\x04") == b"\x41\x00" + bytes(tag.memory[16:32])
    assert bench.ask(b"\x40\x01\x30\x2c")[6:10] == bytes(tag.memory[:4])


def test_writes_a_page():
    tag = Type2Tag("NTAG213", NTAG)
    bench = reading(tag)
    assert bench.ask(b"\x40\x01\xa2\x08abcd") == b"\x41\x00"
    assert tag.memory[32:36] == b"abcd"


def test_a_refused_page_is_a_framing_error_and_the_tag_is_lost_until_selected_again():
    bench = reading()
    assert bench.ask(b"\x40\x01\x30\x2d") == b"\x41\x05"
    assert bench.ask(b"\x40\x01\x30\x04") == b"\x41\x01"
    assert bench.ask(b"\x44\x01") == b"\x45\x00"
    assert bench.ask(b"\x54\x01") == b"\x55\x00"
    assert bench.ask(b"\x40\x01\x30\x04")[1] == 0


def test_a_halted_target_is_selected_again_for_data():
    bench = Bench(Type2Tag("NTAG213", NTAG)).started()
    assert bench.ask(LIST_TWO)[1] == 1
    assert bench.ask(b"\x40\x01\x30\x04")[1] == 0


def test_the_other_of_two_targets_is_selected_for_data():
    tags = [Type2Tag("NTAG213", NTAG), Type2Tag("NTAG213", NTAG[:-1] + b"\x81")]
    bench = Bench(*tags).started()
    assert bench.ask(LIST_TWO)[1] == 2
    heads = {bench.ask(b"\x40" + bytes([number]) + b"\x30\x00")[2:] for number in (1, 2, 1)}
    assert heads == {bytes(tag.memory[:16]) for tag in tags}


@pytest.mark.parametrize("command", ["4001", "5401", "4401"])
def test_without_a_target_the_context_is_wrong(command):
    assert Bench().started().ask(bytes.fromhex(command) + b"\x00" * (command == "4001"))[1] == 0x27


def test_a_key_nobody_has_is_an_authentication_error():
    bench = Bench(classic(UIDS[0])).started()
    bench.ask(LIST_ONE)
    assert bench.ask(b"\x40\x01\x60\x04\xff\xff\xff\xff\xff\xff" + bytes(4)) == b"\x41\x14"


def test_lost_data_is_repeated_as_often_as_told():
    bench = reading()
    bench.field.lose_next = 1
    assert bench.ask(b"\x40\x01\x30\x04") == b"\x41\x01"
    bench.ask(b"\x32\x04\x02")
    bench.field.lose_next = 2
    assert bench.ask(b"\x40\x01\x30\x04")[1] == 0


def test_the_data_timeout_is_as_told():
    bench = reading()
    spans = []
    for code in (0x07, 0x0A):
        bench.ask(bytes([0x32, 0x02, 0x00, 0x0B, code]))
        bench.field.lose_next = 1
        start_ns = bench.clock.now_ns
        assert bench.ask(b"\x40\x01\x30\x04") == b"\x41\x01"
        spans.append(bench.clock.now_ns - start_ns)
    assert abs(spans[1] - spans[0] - (timeout_ns(0x0A) - timeout_ns(0x07))) < MS


def test_a_bent_answer_is_named():
    bench = reading()
    bench.field.garble = 1.0
    assert bench.ask(b"\x40\x01\x30\x04")[1] in (0x02, 0x03)


def test_transparent_exchanges_follow_the_registers():
    bench = Bench(Type2Tag("NTAG213", NTAG)).started()
    assert bench.ask(b"\x42\x52") == b"\x43\x27"  # no field
    bench.ask(b"\x32\x01\x01")
    bench.wait_ms(5)
    bench.ask(b"\x08\x63\x02\x00\x63\x03\x00\x63\x3d\x07")
    assert bench.ask(b"\x42\x52") == b"\x43\x00\x44\x00"
    bench.ask(b"\x08\x63\x3d\x00")
    assert bench.ask(b"\x42\x93\x20") == b"\x43\x00\x88\x04\xa8\x1d\x39"


def test_release_forgets_the_targets():
    bench = reading()
    assert bench.ask(b"\x52\x00") == b"\x53\x00"
    assert bench.ask(b"\x54\x01") == b"\x55\x27"


def test_losses_are_made_good_by_the_second_retry():
    """The first one meets a tag that was left half selected, and only leads it back to IDLE."""
    found = []
    for retries in (0, 1, 2):
        bench = Bench(Type2Tag("NTAG213", NTAG)).started(retries)
        bench.field.loss, bench.field.random = 0.05, Random(3)
        found.append(0)
        for _ in range(200):
            found[-1] += bench.ask(b"\x4a\x01\x00\x88" + NTAG)[1]
            bench.ask(b"\x32\x01\x00")
    assert 130 < found[0] <= found[1] < 165 and 180 < found[2] < 200


def test_a_chip_without_rf_never_finds_anything():
    bench = Bench(Type2Tag("NTAG213", NTAG)).started()
    bench.chip.no_rf = True
    assert bench.ask(LIST_ONE) == b"\x4b\x00"
    assert bench.ask(b"\x00\x07\x20") == b"\x01\xff"


def test_a_slow_module_takes_longer():
    bench = Bench().started()
    bench.chip.slow_ns = 120 * MS
    bench.send(LIST_ONE)
    assert bench.answer(120) is None
    assert bench.answer(30) == b"\x4b\x00"
