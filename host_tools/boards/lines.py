"""The longest line of tiles that a board holds: a chain over slots side by side, each used once.

A chain may turn, so it is the longest path of the slot graph. It is searched for by always going
on to the slot with the fewest ways out (Warnsdorff's rule), which finds the whole of a grid or a
ring at once; where that fails the search goes back, but not for ever, so that on a large board of
odd shape the answer may fall short by a little.
"""

from functools import cache

from host_tools.boards import graph

_STEPS = 4_000  # of the search, from each slot


def longest(config: dict) -> int:
    """How many tiles of one line the board of a config holds."""
    return _longest(bytes(graph.neighbours(config)))


@cache
def _longest(links: bytes) -> int:
    ways = [
        [to for to in links[at : at + 4] if to != graph.NONE] for at in range(0, len(links), 4)
    ]
    best = 0
    # Where a line is as long as can be it begins at a slot with few neighbours.
    for start in sorted(range(len(ways)), key=lambda slot: len(ways[slot])):
        best = max(best, _from(start, ways))
        if best == len(ways):
            break
    return best


def _from(start: int, ways: list[list[int]]) -> int:
    """The longest line found from a slot, by depth-first search within `_STEPS`."""
    best, steps = 1, 0
    used = {start}
    path = [start]
    waiting = [_onward(start, ways, used)]
    while waiting and steps < _STEPS and best < len(ways):
        if not waiting[-1]:
            waiting.pop()
            used.discard(path.pop())
            continue
        slot = waiting[-1].pop(0)
        steps += 1
        used.add(slot)
        path.append(slot)
        best = max(best, len(path))
        waiting.append(_onward(slot, ways, used))
    return best


def _onward(slot: int, ways: list[list[int]], used: set[int]) -> list[int]:
    """Free neighbours, those with the fewest ways out first."""
    free = [to for to in ways[slot] if to not in used]
    return sorted(free, key=lambda to: sum(way not in used for way in ways[to]))
