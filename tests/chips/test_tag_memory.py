"""Commands on the pages of NTAG21x and Ultralight tags (NXP data sheets)."""

import pytest

from host_tools.chips import tag_base
from host_tools.chips.iso14443 import crc_holds, with_crc
from host_tools.chips.tag_layouts import LAYOUTS
from host_tools.chips.tag_type2 import Type2Tag
from tests.chips.reader_bench import Bench

UID = bytes.fromhex("04a81d12de5f80")
ACK = "a"
NAK = "0"
LAST_PAGES = {
    "NTAG213": 0x2C,
    "NTAG215": 0x86,
    "NTAG216": 0xE6,
    "Mifare Ultralight": 0x0F,
    "Mifare Ultralight 11": 0x13,
    "Mifare Ultralight 21": 0x28,
    "NTAG203": 0x29,
    "NTAG210": 0x13,
    "NTAG212": 0x28,
}


def wake(tag):
    """Bring a tag to ACTIVE, from wherever it is."""
    tag.state = tag_base.IDLE
    tag.starred = False
    for code in (b"\x26", b"\x93\x20"):
        answer = tag.hear(code, 7 if len(code) == 1 else 16)
    tag.hear(with_crc(b"\x93\x70" + answer.data), 72)
    answer = tag.hear(b"\x95\x20", 16)
    tag.hear(with_crc(b"\x95\x70" + answer.data), 72)
    assert tag.state == tag_base.ACTIVE
    return tag


def ask(tag, text):
    """Send a command without its CRC; the answer without CRC, one digit for four bits."""
    frame = with_crc(bytes.fromhex(text))
    answer = tag.hear(frame, 8 * len(frame))
    if answer.bits == 4:
        return f"{answer.data[0]:x}"
    assert crc_holds(answer.data)
    return answer.data[:-2].hex()


def fresh(name="NTAG213"):
    return wake(Type2Tag(name, UID))


@pytest.mark.parametrize("name, last", LAST_PAGES.items())
def test_read_rolls_over_at_the_last_page(name, last):
    tag = fresh(name)
    assert LAYOUTS[name].pages == last + 1
    assert ask(tag, "3000").startswith("04a81d3912de5f80")
    head = bytes(tag.memory[:12]).hex()
    assert ask(tag, f"30{last:02x}") == bytes(tag.memory[-4:]).hex() + head
    assert ask(tag, f"30{last + 1:02x}") == NAK
    assert tag.state == tag_base.IDLE


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_page_reads_back(name):
    tag = fresh(name)
    for page in range(0, LAYOUTS[name].pages - LAYOUTS[name].keys - 3):
        want = bytes(tag.memory[4 * page : 4 * page + 16]).hex()
        assert ask(tag, f"30{page:02x}") == want


@pytest.mark.parametrize(
    "name, version",
    [
        ("NTAG213", "0004040201000f03"),
        ("NTAG215", "0004040201001103"),
        ("NTAG216", "0004040201001303"),
        ("Mifare Ultralight 11", "0004030101000b03"),
        ("Mifare Ultralight 21", "0004030101000e03"),
        ("Mifare Ultralight", NAK),  # knows no GET_VERSION
    ],
)
def test_get_version(name, version):
    assert ask(fresh(name), "60") == version


def test_a_factory_ntag213():
    tag = fresh()
    assert ask(tag, "3002") == "13480000" + "e1101200" + "0103a00c" + "340300fe"
    assert ask(tag, "3028") == "000000bd" + "040000ff" + "00050000" + "00000000"


@pytest.mark.parametrize(
    "command, answer",
    [
        ("3a0001", "04a81d3912de5f80"),
        ("3a0303", "e1101200"),
        ("3a0100", NAK),  # end before start
        ("3a002d", NAK),
        ("3c00", "00" * 32),
        ("3c01", NAK),
        ("3902", NAK),  # the counter is off from the factory
        ("30", NAK),  # too short
        ("300000", NAK),
        ("77", NAK),
        ("a5000100000000", NAK),  # no such command on an NTAG
    ],
)
def test_other_commands(command, answer):
    tag = fresh()
    assert ask(tag, command) == answer
    assert tag.state == (tag_base.IDLE if answer == NAK else tag_base.ACTIVE)


def test_a_nak_leads_back_to_halt_if_it_came_from_there():
    tag = fresh()
    tag.hear(b"\x50\x00\x57\xcd", 32)
    tag.hear(b"\x52", 7)
    tag.hear(with_crc(bytes.fromhex("93708804a81d39")), 72)
    tag.hear(with_crc(bytes.fromhex("957012de5f8013")), 72)
    assert ask(tag, "77") == NAK
    assert tag.state == tag_base.HALT


def test_a_wrong_crc_gets_its_own_nak():
    tag = fresh()
    assert tag.hear(b"\x30\x00\x00\x00", 32).data == b"\x01"
    assert tag.state == tag_base.IDLE


def test_write_and_its_ack():
    tag = fresh()
    assert ask(tag, "a204deadbeef") == ACK
    assert ask(tag, "3004").startswith("deadbeef")
    assert tag.state == tag_base.ACTIVE
    assert ask(tag, "a000") == NAK
    wake(tag)
    assert ask(tag, "a005") == ACK
    assert ask(tag, "01020304" + "ff" * 12) == ACK
    assert ask(tag, "3005").startswith("01020304000000")


@pytest.mark.parametrize(
    "writes, answers, page, value",
    [
        (["a20011223344"], [NAK], 0, "04a81d39"),
        (["a20111223344"], [NAK], 1, "12de5f80"),
        (["a202ffff0000"], [ACK], 2, "13480000"),  # only the lock bytes are taken
        (["a20200001000", "a204ffffffff"], [ACK, NAK], 4, "0103a00c"),
        (["a20200001000", "a20200000000"], [ACK, ACK], 2, "13481000"),  # set once
        (["a20200000200", "a20200001000"], [ACK, ACK], 2, "13480200"),  # frozen
        (["a20200000100", "a20200000800"], [ACK, ACK], 2, "13480100"),
        (["a20200000400", "a202000000ff"], [ACK, ACK], 2, "13480403"),  # 8 and 9 are not its own
        (["a20200000080", "a20fffffffff"], [ACK, NAK], 15, "00000000"),
        (["a20300000f01", "a203e1101200"], [ACK, ACK], 3, "e1101f01"),  # one-time programmable
        (["a20200000800", "a203ffffffff"], [ACK, NAK], 3, "e1101200"),
        (["a22801000000", "a210ffffffff"], [ACK, NAK], 16, "00000000"),
        (["a22801000000", "a212ffffffff"], [ACK, ACK], 18, "ffffffff"),
        (["a22800080000", "a226ffffffff"], [ACK, NAK], 38, "00000000"),
        (["a22800f00000"], [ACK], 40, "000000bd"),  # bits that cover no page
        (["a22800000100", "a22803000000"], [ACK, ACK], 40, "000001bd"),
        (["a22804000100", "a22803000000"], [ACK, ACK], 40, "040001bd"),
        (["a22a40050000", "a229040000ff"], [ACK, NAK], 41, "040000ff"),  # CFGLCK
        (["a22b01020304"], [ACK], 43, "00000000"),  # a password is never read
        (["a22dffffffff"], [NAK], 44, "00000000"),
    ],
)
def test_locks_and_one_time_pages(writes, answers, page, value):
    tag = fresh()
    got = []
    for write in writes:
        tag.power_up()  # what CFG1 says counts from then on
        got.append(ask(wake(tag), write))
    assert got == answers
    assert ask(wake(tag), f"30{page:02x}")[:8] == value


@pytest.mark.parametrize(
    "name, page, blocks, frozen",
    [
        ("NTAG215", 0x82, "ff", "0f"),
        ("NTAG216", 0xE2, "ff", "7f"),
        ("Mifare Ultralight 21", 0x24, "ff", "1f"),
    ],
)
def test_block_locking_bits_that_exist(name, page, blocks, frozen):
    tag = fresh(name)
    assert ask(tag, f"a2{page:02x}0000{blocks}00") == ACK
    assert ask(tag, f"30{page:02x}")[:8] == f"0000{frozen}bd"
    assert ask(tag, f"a2{page:02x}ffff0000") == ACK
    assert ask(tag, f"30{page:02x}")[:4] == "0000"


@pytest.mark.parametrize(
    "name, page, last",
    [("NTAG215", 0x82, 129), ("NTAG216", 0xE2, 225), ("Mifare Ultralight 21", 0x24, 35)],
)
def test_dynamic_locks_reach_the_last_user_page(name, page, last):
    tag = fresh(name)
    assert not tag.is_locked(last)
    assert ask(tag, f"a2{page:02x}ffff0000") == ACK
    assert all(tag.is_locked(number) for number in range(16, last + 1))
    assert not any(tag.is_locked(number) for number in range(4, 16))


def protected(access, name="NTAG213"):
    """Pages from 6 on need the password abcdef01, PACK 1234."""
    config = LAYOUTS[name].config_page
    tag = fresh(name)
    for page, data in ((2, "abcdef01"), (3, "12340000"), (1, access + "050000"), (0, "04000006")):
        assert ask(tag, f"a2{config + page:02x}{data}") == ACK
    tag.power_up()
    return wake(tag)


@pytest.mark.parametrize("name", ["NTAG213", "NTAG215", "NTAG216", "Mifare Ultralight 11"])
def test_password_against_writing(name):
    tag = protected("00", name)
    assert ask(tag, "a205deadbeef") == ACK
    assert ask(tag, "3004")[8:16] == "deadbeef"
    assert ask(tag, "a206deadbeef") == NAK
    assert ask(wake(tag), "1babcdef01") == "1234"
    assert ask(tag, "a206deadbeef") == ACK
    tag.power_up()
    assert ask(wake(tag), "a206deadbeef") == NAK


def test_password_against_reading_rolls_over_before_it():
    tag = protected("80")
    assert ask(tag, "3005") == bytes(tag.memory[20:24] + tag.memory[:12]).hex()
    assert ask(tag, "3006") == NAK
    assert ask(wake(tag), "3a0506") == NAK
    assert ask(wake(tag), "1b00000000") == NAK
    assert tag.state == tag_base.IDLE
    assert ask(wake(tag), "1babcdef01") == "1234"
    assert ask(tag, "3006") == bytes(tag.memory[24:40]).hex()
    assert ask(tag, "77") == NAK  # an error ends what the password opened
    assert ask(wake(tag), "3006") == NAK


def test_wrong_passwords_are_counted_where_a_limit_is_set():
    tag = protected("02")
    assert [ask(wake(tag), "1b00000000") for _ in range(3)] == [NAK, NAK, "4"]
    assert ask(wake(tag), "1babcdef01") == "4"
    tag = protected("03")
    assert ask(wake(tag), "1b00000000") == NAK
    assert ask(wake(tag), "1babcdef01") == "1234"
    assert tag.failed_passwords == 0


def test_a_guard_counts_from_the_next_power_up_but_the_password_at_once():
    tag = fresh()
    assert ask(tag, "a22babcdef01") == ACK
    assert ask(tag, "1babcdef01") == "0000"
    assert ask(tag, "a22c12340000") == ACK
    assert ask(tag, "1babcdef01") == "1234"
    assert ask(wake(tag), "a22904000002") == ACK
    assert ask(tag, "a205deadbeef") == ACK
    tag.power_up()
    assert ask(wake(tag), "a205deadbeef") == NAK
    assert ask(wake(tag), "302b")[:16] == "00" * 8  # neither is ever read
    for page in (2, 3, 4, 0x29, 0x2B):  # locks, one-time bits, data, the guard itself
        assert ask(wake(tag), f"a2{page:02x}ffffffff") == NAK


def test_a_locked_configuration_takes_a_password_still():
    tag = protected("40")  # CFGLCK
    assert ask(tag, "1babcdef01") == "1234"
    assert ask(tag, "a22904000000") == NAK
    assert ask(wake(tag), "1babcdef01") == "1234"
    assert ask(tag, "a22b00000001") == ACK
    assert ask(tag, "1b00000001") == "1234"


def test_the_keys_of_an_ultralight_c_are_never_read():
    tag = fresh("Mifare Ultralight C")
    assert ask(tag, "302b") == bytes(tag.memory[4 * 43 : 4 * 44] + tag.memory[:12]).hex()
    assert ask(tag, "302c") == NAK


def test_the_counter_of_an_ntag_counts_the_first_read_of_an_activation():
    tag = fresh()
    assert ask(tag, "a22a10050000") == ACK
    tag.power_up()
    assert ask(wake(tag), "3902") == "000000"
    ask(tag, "3000")
    ask(tag, "3a0000")
    assert ask(tag, "3902") == "010000"
    tag.power_up()
    ask(wake(tag), "3000")
    assert ask(tag, "3902") == "020000"
    assert ask(tag, "3901") == NAK


def test_the_counters_of_an_ultralight_ev1():
    tag = fresh("Mifare Ultralight 11")
    assert ask(tag, "a5010502000000") == NAK  # one byte too many
    assert ask(wake(tag), "a50105020000") == ACK
    assert ask(tag, "3901") == "050200"
    assert ask(tag, "a501ffffff00") == "4"
    assert ask(wake(tag), "3e01") == "bd"
    assert ask(tag, "3903") == NAK


def test_a_write_takes_longer_than_a_nak():
    tag = fresh()
    write = tag.hear(with_crc(bytes.fromhex("a204deadbeef")), 64)
    assert 4_000 < write.grid * 128 / 13.56 < 5_000  # microseconds


@pytest.mark.parametrize("us, page", [(1000, "aabb0000"), (4700, "aabb0000"), (4900, "aabbccdd")])
def test_a_tag_that_is_lifted_while_it_writes_has_half_a_page(us, page):
    tag = Type2Tag("NTAG213", UID)
    bench = Bench()
    bench.field.put(tag)
    bench.start(timer_us=5000)
    bench.select_tag()
    bench.send(with_crc(bytes.fromhex("a207aabbccdd")))
    bench.wait_us(us)
    bench.read(0x04)  # the chip works out what came about
    bench.field.remove(tag)
    assert bytes(tag.memory[28:32]).hex() == page
