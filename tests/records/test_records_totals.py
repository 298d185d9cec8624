"""The highest All Fives total is 36 and the highest that scores 35 (RULES.md, `all-fives`).

A search over what four ends can show, then each maximum laid tile by tile as a record.
"""

import itertools

import pytest

VALUES = range(7)
# What an end shows: (value, how many halves of it count). A double counts both and is there once.
SINGLE, DOUBLE = 1, 2


def shown():
    """Every set of up to four ends: one spinner, so never more."""
    kinds = [(value, halves) for value in VALUES for halves in (SINGLE, DOUBLE)]
    for count in range(1, 5):
        for ends in itertools.combinations_with_replacement(kinds, count):
            doubles = [value for value, halves in ends if halves == DOUBLE]
            if len(set(doubles)) == len(doubles):
                yield ends


def total(ends):
    return sum(value * halves for value, halves in ends)


HIGHEST = max(map(total, shown()))
HIGHEST_SCORING = max(points for points in map(total, shown()) if points % 5 == 0)


def tile(one, other):
    return f"{min(one, other)}-{max(one, other)}"


def arms(start, end):
    """Ways from the spinner to an end, as (tile, value outside), three tiles at most."""
    value, halves = end
    last = [(tile(value, value), value)] if halves == DOUBLE else []
    for over in [(), *itertools.permutations(VALUES, 1)]:
        stops = (start, *over, value)
        if all(one != other for one, other in itertools.pairwise(stops)):
            yield [(tile(a, b), b) for a, b in itertools.pairwise(stops)] + last


def laid(ends):
    """The tiles of a layout that shows these ends, an arm for each, or None."""
    for spinner in VALUES:
        for ways in itertools.product(*(list(arms(spinner, end)) for end in ends)):
            used = [tile(spinner, spinner), *(name for way in ways for name, _ in way)]
            if len(set(used)) == len(used):
                return spinner, ways
    return None


def actions(spinner, ways):
    """The placements: the first tile of each arm on the spinner, both long sides first."""
    middle = tile(spinner, spinner)
    yield {"play": middle}
    for way, port in zip(ways, ("line_a", "line_b", "branch_a", "branch_b"), strict=True):
        yield {"play": way[0][0], "on": middle, "port": port}
    for way in ways:
        for (on, value), (name, _) in itertools.pairwise(way):
            side = "high" if on[2] == str(value) else "low"
            yield {"play": name, "on": on, "port": side}


def test_the_two_figures():
    assert (HIGHEST, HIGHEST_SCORING) == (36, 35)


@pytest.mark.parametrize("points", [HIGHEST, HIGHEST_SCORING])
def test_each_maximum_is_reached_on_the_table(one_round, points):
    maxima = [ends for ends in shown() if total(ends) == points]
    assert maxima
    reached = 0
    for ends in maxima:
        found = laid(ends)
        if found is None:
            continue
        last = one_round(*actions(*found), game="all-fives")["actions"][-1]
        assert last["ok"], (ends, last)
        assert last["total"] == points
        assert last["points"] == (points if points % 5 == 0 else 0)
        reached += 1
    assert reached == len(maxima)
