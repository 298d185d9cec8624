"""The highest totals of All Fives: a search over what the ends of a layout can show.

With one spinner a layout has at most four arms. Each arm shows a free half of a non-double (its
value) or a double (twice its value); every double but the spinner can stand at one end only. Fewer
than two arms leave the spinner itself to count. The search lists every such set of ends, highest
total first, tries to lay it with real tiles, and plays the first that can be laid, in the core.
"""

from itertools import combinations_with_replacement

import pytest

from tests.rules import core

VALUES = range(7)
ENDS = [(value, False) for value in VALUES] + [(value, True) for value in VALUES]


def worth(end: tuple) -> int:
    value, double = end
    return value * (2 if double else 1)


def layouts():
    """Yield (total, spinner, ends) of every layout that could be; spinner None: no double yet."""
    for ends in combinations_with_replacement(ENDS, 2):
        if not any(double for _, double in ends):
            yield sum(map(worth, ends)), None, ends
    for spinner in VALUES:
        for arms in range(5):
            for ends in combinations_with_replacement(ENDS, arms):
                doubles = [value for value, double in ends if double]
                if spinner in doubles or len(set(doubles)) < len(doubles):
                    continue
                own = 2 * spinner if arms < 2 else 0
                yield own + sum(map(worth, ends)), spinner, ends


def arm_tiles(start: int, end: tuple, used: set):
    """Yield lists of unused tiles from the spinner's value to the end, shortest first."""
    value, double = end
    last = [(value, value)] if double else []
    middles = [()] if start != value else []
    middles += [(a,) for a in VALUES if a not in (start, value)]
    middles += [(a, b) for a in VALUES for b in VALUES if a != b and start != a and b != value]
    for middle in middles:
        stops = [start, *middle, value]
        path = [(min(pair), max(pair)) for pair in zip(stops, stops[1:], strict=False)]
        path += last
        if len(set(path)) == len(path) and not used & set(path):
            yield path


def lay(spinner: int, ends: tuple, used: set):
    """Return the arms as lists of tiles, None where the set does not hold them."""
    if not ends:
        return []
    for path in arm_tiles(spinner, ends[0], used):
        rest = lay(spinner, ends[1:], used | set(path))
        if rest is not None:
            return [path, *rest]
    return None


def highest(scoring: bool):
    """Return (total, spinner, arms) of the highest layout that can be laid."""
    ranked = sorted(layouts(), key=lambda found: -found[0])
    for total, spinner, ends in ranked:
        if scoring and total % 5:
            continue
        if spinner is None:
            low, high = ends[0][0], ends[1][0]
            if low != high:
                return total, None, [[(low, high)]]
            continue
        arms = lay(spinner, ends, {(spinner, spinner)})
        if arms is not None:
            return total, spinner, arms
    return None


@pytest.mark.parametrize("scoring, expected", [(False, 36), (True, 35)])
def test_the_highest_total_and_its_replay(scoring, expected):
    total, spinner, arms = highest(scoring)
    assert total == expected

    match = core.new_match("all-fives", target=10000)
    match.open_round(0)
    core.do(match, f"{spinner}-{spinner}")
    for depth in range(max(map(len, arms))):
        for arm in arms:
            if depth < len(arm):
                low, high = arm[depth]
                before = arm[depth - 1] if depth else (spinner, spinner)
                core.do(match, f"{low}-{high} on {before[0]}-{before[1]}")
    assert match.layout.total == expected
    assert match.last_points / 2 == (expected if scoring else 0)
    assert len(core.ends(match)) == 4


def test_no_set_of_ends_shows_more():
    """The bound does not lean on what can be laid."""
    assert max(total for total, _, _ in layouts()) == 36
    assert max(total for total, _, _ in layouts() if total % 5 == 0) == 35
