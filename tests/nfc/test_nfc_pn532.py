"""The PN532 driver on the emulated chip: frames, deadlines, abort, stale and bent answers."""

import pytest

from domino.nfc.iso14443 import BUSY, CRC, DEAD, NAK, OK, PROTOCOL, TIMEOUT, bcc
from domino.nfc.pn532 import PENDING
from domino.nfc.pn532_frames import LENGTHS, ONE_BYTE, ONE_TARGET, Command, Commands
from host_tools.chips import pn532_frames as wire
from host_tools.chips.tag_cards import ClassicCard, Iso14443_4Card
from host_tools.chips.tag_type2 import Type2Tag
from tests.nfc.one_pn532 import BUSES, OnePn532

SEVEN = bytes.fromhex("04a81d12de5f80")
UIDS = ["b0c1d2e3", "04a81d12de5f80", "04010203040506070809"]
# Cheap cards have the cascade tag where ISO 14443-3 wants none; the SAK alone ends a UID.
UIDS += ["88776655", "04a81d88de5f80", "88888888888888", "04a81d12de5f88112233"]
MS = 1_000_000


@pytest.fixture(params=BUSES)
def bus(request):
    return request.param


def ntag():
    return Type2Tag("NTAG213", SEVEN)


def all_commands():
    commands = Commands()
    rows = [*commands.set_up, *(value for value in vars(commands).values())]
    return [row for row in rows if isinstance(row, Command)]


# -- frames --------------------------------------------------------------------------------------
def test_every_command_is_a_frame_that_the_chip_understands():
    assert len(all_commands()) > 12
    for command in all_commands():
        sent = wire.take_apart(bytes(command.frame))
        assert sent.kind == wire.COMMAND and sent.payload[0] + 1 == command.code
        assert len(command.frame) in LENGTHS
    assert len(wire.ACK) in LENGTHS


@pytest.mark.parametrize("uid", UIDS[:2])
def test_a_search_for_a_uid_names_it_with_its_cascade_tag(uid):
    uid = bytes.fromhex(uid)
    command = Commands().search_for(b"\x00\x00" + uid, 2, len(uid))
    parts = uid if len(uid) == 4 else b"\x88" + uid
    assert wire.take_apart(bytes(command.frame)).payload == b"\x4a\x01\x00" + parts


def test_finds_every_length_of_uid_and_searches_for_it(bus):
    for uid in map(bytes.fromhex, UIDS):
        reader = OnePn532(ClassicCard(uid), bus=bus)
        assert reader.search() == (OK, 1)
        assert reader.answer[5:] == bytes([len(uid)]) + uid
        assert reader.run(reader.commands.field_off) == OK
        if len(uid) < 10:
            assert reader.run(reader.commands.search_for(uid, 0, len(uid))) == OK
            assert reader.answer[0] == 1


def test_two_tags_are_listed_both(bus):
    reader = OnePn532(ClassicCard(SEVEN), ClassicCard(bytes.fromhex(UIDS[2])), bus=bus)
    assert reader.search() == (OK, 2)
    assert SEVEN in reader.answer and bytes.fromhex(UIDS[2]) in reader.answer


def test_a_phone_costs_no_rats(bus):
    reader = OnePn532(Iso14443_4Card(SEVEN), bus=bus)
    assert reader.search() == (OK, 1)
    assert reader.chip.count == 13 and reader.answer[4] == 0x20


def test_reads_pages_and_knows_a_refusal_from_silence(bus):
    tag = ntag()
    reader = OnePn532(tag, bus=bus)
    assert reader.search() == (OK, 1)
    assert reader.run(reader.commands.select) == OK and reader.chip.status() == OK
    assert reader.run(reader.commands.read(4)) == OK
    assert (reader.chip.status(), reader.answer[1:]) == (OK, bytes(tag.memory[16:32]))
    assert reader.run(reader.commands.read(45)) == OK
    assert reader.chip.status() == NAK
    assert reader.run(reader.commands.read(4)) == OK
    assert reader.chip.status() == TIMEOUT  # a NAK sends the tag to IDLE


def test_a_bent_page_is_told_as_such(bus):
    reader = OnePn532(ntag(), bus=bus)
    reader.search()
    reader.run(reader.commands.select)
    reader.field.garble = 1.0
    assert reader.run(reader.commands.read(4)) == OK
    assert reader.chip.status() == CRC


def test_a_call_hears_a_tag_in_any_state(bus):
    reader = OnePn532(ntag(), bus=bus)
    assert reader.search() == (OK, 1)  # the tag is halted now
    for command in ("open_call", "call"):
        assert reader.run(getattr(reader.commands, command)) == OK
    assert (reader.chip.status(), reader.answer[1:]) == (OK, b"\x44\x00")
    assert reader.run(reader.commands.end_call) == OK
    assert reader.run(reader.commands.field_off) == OK
    assert reader.search() == (OK, 1)


# -- time ----------------------------------------------------------------------------------------
def test_a_tag_that_cannot_be_selected_says_the_start_of_its_uid_to_a_call(bus):
    """A search for it answers as one for nothing: the chip has no word for a select that failed
    (UM0701-02, 7.3.5)."""
    reader = OnePn532(ntag(), bus=bus)
    send = reader.field.send
    selects = b"\x93\x70"
    reader.field.send = lambda data, *rest: None if data[:2] == selects else send(data, *rest)
    nothing = OnePn532(bus=bus)
    assert reader.search() == nothing.search() == (OK, 0)
    assert reader.answer == nothing.answer
    commands = reader.commands
    assert reader.run(commands.open_call) == OK
    # Half selected as the search has left it the first WUPA only leads it back to IDLE.
    assert reader.run(commands.call) == OK and reader.chip.status() == TIMEOUT
    assert reader.run(commands.call) == OK and reader.chip.status() == OK
    assert reader.run(commands.open_ask) == OK
    assert reader.run(commands.ask) == OK and reader.chip.status() == OK
    part = b"\x88" + SEVEN[:3]
    assert reader.answer[1:] == part + bytes([bcc(part, 0)])
    assert reader.run(commands.end_call) == OK
    reader.field.send = send
    assert reader.run(commands.field_off) == OK
    assert reader.search() == (OK, 1)


def test_no_call_of_the_driver_blocks(bus):
    """The longest is a command written, 0.4 ms for its ACK, and that fetched."""
    reader = OnePn532(ntag(), bus=bus)
    longest_ns = 0
    code = PENDING
    start_ns = reader.clock.now_ns
    reader.chip.begin(reader.commands.search)
    while code == PENDING:
        longest_ns = max(longest_ns, reader.clock.now_ns - start_ns)
        reader.clock.advance(MS)
        start_ns = reader.clock.now_ns
        code = reader.chip.advance()
    assert code == OK
    assert longest_ns < 2 * MS


def test_a_longer_answer_than_was_expected_is_asked_for_again_whole(bus):
    reader = OnePn532(ntag(), bus=bus)
    assert reader.commands.search.size == ONE_BYTE < ONE_TARGET
    assert reader.search() == (OK, 1)
    assert reader.answer[6:] == SEVEN


def test_a_chip_that_is_never_ready_is_given_up_after_its_ack_is_due(bus):
    reader = OnePn532(bus=bus)
    reader.sim.stuck_busy = True
    start_ns = reader.clock.now_ns
    assert reader.run(reader.commands.search) == DEAD
    assert 15 * MS < reader.clock.now_ns - start_ns < 20 * MS
    assert reader.chip.why == BUSY


def test_a_search_over_its_deadline_is_aborted_and_the_chip_goes_on(bus):
    reader = OnePn532(bus=bus)
    reader.sim.activation_retries = 0xFF
    start_ns = reader.clock.now_ns
    assert reader.run(reader.commands.search) == DEAD
    assert 200 * MS < reader.clock.now_ns - start_ns < 210 * MS
    assert reader.run(reader.commands.version) == OK
    assert reader.answer == bytes.fromhex("32010607")


@pytest.mark.parametrize("silent", [0xFF, 0x00])
def test_a_dead_chip_is_dead_at_once_or_soon(bus, silent):
    reader = OnePn532(bus=bus)
    reader.sim.dead = silent
    start_ns = reader.clock.now_ns
    assert reader.run(reader.commands.search) == DEAD
    assert reader.clock.now_ns - start_ns < 20 * MS
    assert reader.set_up() == DEAD
    reader.sim.dead = None
    reader.clock.advance(3 * MS)
    assert reader.set_up() == OK and reader.search() == (OK, 0)


# -- what comes that should not ------------------------------------------------------------------
def test_a_bent_answer_is_asked_for_again(bus):
    reader = OnePn532(bus=bus)
    reader.sim.spoil = 1
    assert reader.search() == (OK, 0)
    assert reader.chip.bent == 1


def test_an_answer_bent_again_and_again_is_given_up():
    reader = OnePn532(ntag())
    read = reader.sim.read

    def spoiled(count):
        got = bytearray(read(count))
        if len(got) > 8:
            got[8] ^= 0x10
        return bytes(got)

    reader.sim.read = spoiled
    assert reader.run(reader.commands.search) == CRC
    assert reader.chip.bent == 3


@pytest.mark.parametrize("at", range(1, 13))
def test_a_bit_turned_over_anywhere_on_the_wires_is_made_good(at):
    """Start, length, checks, payload, once each; the postamble (12) carries nothing."""
    reader = OnePn532()
    read = reader.sim.read
    is_spoiled = False

    def spoiled(count):
        nonlocal is_spoiled
        got = bytearray(read(count))
        if not is_spoiled and len(got) == 11 and got[0]:
            is_spoiled = True
            if at < len(got):
                got[at] ^= 0x01
        return bytes(got)

    reader.sim.read = spoiled
    assert reader.search() == (OK, 0)
    assert is_spoiled


def test_a_stale_answer_is_passed_over(bus):
    reader = OnePn532(ntag(), bus=bus)
    reader.sim.keeps_stale = True
    assert reader.chip.finish(reader.commands.field_off)  # nobody fetches its answer
    reader.clock.advance(5 * MS)
    assert reader.search() == (OK, 1)
    assert reader.chip.stale == 1


def test_an_unknown_command_is_told_from_a_dead_chip(bus):
    reader = OnePn532(bus=bus)
    assert reader.run(Command(b"\xee", ONE_BYTE, 30_000)) == PROTOCOL


def test_the_answer_of_another_command_is_none(bus):
    reader = OnePn532(bus=bus)
    answer = reader.sim._answer
    reader.sim._answer = lambda frame: answer(wire.information(b"\x03\x32\x01\x06\x07"))
    assert reader.run(reader.commands.search) == DEAD
    assert reader.chip.stale == 1


def test_after_an_abort_in_any_millisecond_the_next_search_is_right(bus):
    for wait_ms in range(16):
        reader = OnePn532(ntag(), bus=bus)
        assert reader.chip.begin(reader.commands.search) == PENDING
        reader.clock.advance(wait_ms * MS)
        reader.chip.abort()
        assert reader.chip.advance() == DEAD  # nothing is under way
        assert reader.run(reader.commands.field_off) == OK
        assert reader.search() == (OK, 1)


def test_the_field_goes_off_without_waiting_for_the_answer(bus):
    reader = OnePn532(ntag(), bus=bus)
    reader.search()
    start_ns = reader.clock.now_ns
    assert reader.chip.finish(reader.commands.field_off)
    assert reader.clock.now_ns - start_ns < 2 * MS
    reader.clock.advance(MS)
    assert not reader.field.on
