"""Notes in a table's journal: a seat handed over, a match ended without a result."""

from domino.rules import codes
from domino.table import events
from host_tools.journal.export import match_record
from host_tools.journal.reading import Match
from host_tools.records.replay import replay

NONE = codes.NONE
OPENING = NONE << 16 | NONE << 8 | NONE
FIVES = 27 << 16 | 20 << 8 | codes.LINE_A
RECORDS = [
    (events.OPENED, 0, NONE, 5),
    (events.PLAYED, 0, 20, OPENING),  # 5-5
    (events.HANDED, 1, NONE, 0),
    (events.PLAYED, 1, 15, FIVES),  # 0-5
]


def a_match(records):
    return Match("00001.dtj", 1, "all-fives", 2, False, {}, 1, records)


def test_a_seat_that_was_handed_over_is_a_note_beside_the_actions():
    record = match_record(a_match(RECORDS))
    assert record["notes"] == [{"round": 0, "action": 1, "handed": 1}]
    assert [list(action)[1] for action in record["rounds"][0]["actions"]] == ["play", "play"]
    outcome = replay(record)
    assert (outcome.problems, outcome.remarks) == ([], [])
    assert outcome.result["scores"] == [10, 10]
    assert "abandoned" not in record


def test_a_match_without_a_result_says_so_and_replays():
    record = match_record(a_match([*RECORDS, (events.ABANDONED, NONE, NONE, 0)]))
    assert record["abandoned"] is True
    outcome = replay(record)
    assert (outcome.problems, outcome.remarks) == ([], [])
    assert outcome.result["match"]["over"] is False
