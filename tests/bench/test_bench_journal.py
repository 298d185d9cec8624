"""The figures of the journal: they hold, and a journal that loses something is noticed."""

import dataclasses

import pytest

from domino.store.journal import Journal
from host_tools.bench import journal, power_cuts
from host_tools.bench.journal_match import recorded

MATCH = recorded("all-fives", 2, 4)
SHORT = dataclasses.replace(MATCH, entries=MATCH.entries[:40], scores=MATCH.scores[:41])


def test_the_figures_hold():
    share, lost = journal.measure(full=False)
    assert (share.id, lost.id) == ("journal_erase_share", "power_cut_lost")
    assert 0 < share.value < 0.12 and share.holds
    assert lost.value == 0 and lost.holds
    print(share.on)
    print(lost.on)


def test_every_write_is_cut():
    cuts = power_cuts.cut_everywhere(SHORT, (0.0, 0.3, 0.6, 0.9))
    assert cuts.tried == 4 * len(power_cuts.played(SHORT).writes) > 4 * 40
    assert cuts.kept > 0
    assert (cuts.lost, cuts.doubled, cuts.not_started) == (0, 0, 0)


def forgets_to_write(made):
    made.safe = made.used


FLUSH = Journal._flush


def writes_twice(made):
    FLUSH(made)
    if made.count == 10:
        made.record(*MATCH.entries[10])


@pytest.mark.parametrize("flush", [forgets_to_write, writes_twice])
def test_a_journal_that_is_wrong_is_noticed(monkeypatch, flush):
    monkeypatch.setattr(Journal, "_flush", flush)
    cuts = power_cuts.cut_everywhere(SHORT, (0.5,))
    # What is there twice the rules refuse, and all after it with it.
    assert cuts.lost + cuts.doubled > 0
