"""A score set by hand between two rounds or after the last: its effect, its refusals, undo."""

import pytest

from domino.rules import amending, codes
from tests.rules import core


def settled(**house):
    """A match whose first round is over and settled: 20 and 12 to nothing."""
    match = core.new_match("all-fives", deal=1, **house)
    match.open_round(0)
    core.do(match, "5-5")
    before = core.dump(match)
    assert match.settle([0, core.tiles("5-6")]) == codes.OK
    return match, before


def amended(match, side, score):
    return core.error(amending.amend(match, side, int(2 * score)))


def test_a_score_is_set_and_the_next_round_goes_on_from_it():
    match, _ = settled()
    scores = list(match.scores)
    assert (amended(match, 1, 35), amended(match, 0, 12.5)) == ("ok", "ok")
    assert (match.scores[0], match.scores[1]) == (25, 70)
    assert match.round_over and not match.match_over
    record = core.new_match("all-fives", deal=1)
    record.open_round(0)
    core.do(record, "5-5")
    record.settle([0, core.tiles("5-6")])
    assert list(record.scores) == scores
    starter = match.next_starter
    assert match.open_round(codes.NONE) == record.open_round(codes.NONE) == codes.OK
    core.do(record, {"correct": {"side": 1, "score": 35}}, {"correct": {"side": 0, "score": 12.5}})
    for playing in (match, record):
        core.do(playing, "5-5")
    assert list(match.scores) == list(record.scores) and match.starter == starter
    core.do(match, "undo")
    assert core.act(match, "undo") == "nothing_to_undo"  # the correction is of the round before
    assert match.check(core.SCRATCH)


def test_undo_takes_corrections_back_one_by_one_and_then_the_end_of_the_round():
    match, before = settled()
    over = core.dump(match)
    amended(match, 1, 35)
    amended(match, 1, 40)
    core.do(match, "undo")
    assert match.scores[1] == 70 and match.round_over
    core.do(match, "undo")
    assert core.dump(match) == over
    core.do(match, "undo")
    assert not match.round_over and match.scores[0] == 0
    core.do(match, "5-5")
    assert core.dump(match) == before
    assert match.check(core.SCRATCH)


def test_a_correction_that_reaches_the_target_ends_the_match_until_it_is_taken_back():
    match, _ = settled()
    starter = match.next_starter
    assert amended(match, 1, 250) == "ok"
    assert match.match_over and core.sides(match.winners) == [1]
    assert match.open_round(codes.NONE) == codes.MATCH_OVER
    core.do(match, "undo")
    assert not match.match_over and match.winners == 0
    assert match.open_round(codes.NONE) == codes.OK and match.starter == starter


def ended(target=20):
    """A match that its first round has ended: 11 pips are 10, with 10 from the play 20."""
    return settled(target=target)[0]


def test_a_correction_after_the_match_opens_it_again_until_it_is_taken_back():
    match, over = ended(), core.dump(ended())
    assert match.match_over and core.sides(match.winners) == [0]
    assert amended(match, 0, 15) == "ok"
    assert not match.match_over and match.round_over and match.winners == 0
    assert amended(match, 1, 25) == "ok"
    assert match.match_over and core.sides(match.winners) == [1]
    core.do(match, "undo")
    assert not match.match_over
    core.do(match, "undo")
    assert core.dump(match) == over
    assert amended(match, 0, 15) == "ok"
    # The rules name who opens, as they do after a match that goes on.
    assert match.open_round(1) == codes.WRONG_STARTER
    assert match.open_round(codes.NONE) == codes.OK and match.starter == settled()[0].next_starter
    assert match.scores[0] == 30 and match.check(core.SCRATCH)


def test_a_correction_after_a_match_that_ended_in_mid_round_leaves_the_round_over():
    match = core.new_match("all-fives", deal=2, target=10)
    match.open_round(0)
    core.do(match, "5-5")
    over = core.dump(match)
    assert match.match_over and amended(match, 0, 5) == "ok"
    assert match.round_over and not match.match_over
    core.do(match, "undo")
    assert core.dump(match) == over
    amended(match, 0, 5)
    assert match.open_round(codes.NONE) == codes.STARTER_NEEDED  # left to a lot
    assert match.open_round(1) == codes.OK


def timed_out():
    match = core.new_match("goat-online")
    match.open_round(0)
    core.do(match, {"timeout": 0})
    return match


def won_by_a_double():
    match = core.new_match("sea-goat", deal=1)
    match.open_round(0)
    core.do(match, "6-6")
    assert match.settle([0, core.tiles("5-6")]) == codes.OK and match.match_over
    return match


def unsettled():
    match = core.new_match("all-fives", deal=1)
    match.open_round(0)
    core.do(match, "5-5")
    return match


def playing():
    match = core.new_match("all-fives")
    match.open_round(0)
    return match


@pytest.mark.parametrize(
    ("made", "side", "half_points", "code"),
    [
        (lambda: settled()[0], 2, 1, "bad_record"),
        (lambda: settled()[0], 0, -1, "bad_record"),
        (lambda: settled()[0], 0, 32001, "bad_record"),
        (lambda: core.new_match("all-fives"), 0, 1, "round_over"),
        (unsettled, 0, 1, "round_over"),
        (playing, 0, 1, "round_over"),
        (timed_out, 0, 1, "match_over"),  # no score has ended these
        (won_by_a_double, 0, 1, "match_over"),
    ],
)
def test_refused_it_changes_nothing(made, side, half_points, code):
    match = made()
    before = core.dump(match)
    assert core.error(amending.amend(match, side, half_points)) == code
    assert core.dump(match) == before
