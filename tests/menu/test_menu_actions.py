"""The last ten actions: every kind that the journal has is told as what it was."""

from domino.menu import actions
from domino.table import events
from domino.words import menu_ids as ids

# What a match's journal holds, by its record's number (table/events.py); STARTED is no record.
KINDS = {
    name: value
    for name, value in vars(events).items()
    if name in ("OPENED", "PLAYED", "DRAWN", "PASSED", "UNDONE", "REMAINED", "CORRECTED", "ADDED",
                "CLOSED", "REDEALT", "BID", "TRUMP", "SHOWN", "HANDED", "ABANDONED", "ENDED",
                "TIMED_OUT")
}  # fmt: skip


def test_every_kind_of_record_has_a_text():
    assert sorted(KINDS.values()) == [n for n in range(18) if n != events.STARTED]
    assert set(actions._TEXTS) == set(KINDS.values())


def test_only_what_was_taken_back_is_said_to_be():
    assert [kind for kind, text in actions._TEXTS.items() if text == ids.DID_UNDO] == [
        events.UNDONE
    ]
    assert actions._TEXTS[events.TIMED_OUT] == ids.DID_TIME_OUT
