"""Damage to the journal's files: every kind at every place, and what must come of it.

`python -m tests.store.journal_damage` tries all of it, and a power cut at every write of each
cure; the suite takes a seeded sample.
"""

import random
import sys

from domino.store import journal, outcome
from domino.table import events
from host_tools.chips.flash import Flash
from tests.store.store_parts import Board, entry, filled, loaded, peeked, started

BODY = "journal/00001.dtj"
AFTER = 3  # records after the start that cures
BIT_KEPT = (0.0, 0.4, 1.0)  # of the write in which the power goes


def one_match(board):
    """Thirteen records in the file, seven in the tail; stale ones behind them."""
    return filled(started(board.journal()), 20)


def just_made(board):
    """The tail was made at this start and has no record."""
    filled(started(board.journal()), 20)
    return loaded(board)[0]


def second_match(board):
    """The tail holds what the first match left, behind what the second has."""
    made = filled(started(board.journal()), 12)
    return filled(started(made), 3)


def hands_left(board):
    """The last action is a group of three records."""
    made = filled(started(board.journal()), 15)
    for left in (2, 1, 0):
        made.record(events.REMAINED, left, 5 + left, left)
    return made


def no_record(board):
    """A match that has just begun."""
    return started(board.journal())


STATES = (one_match, just_made, second_match, hands_left, no_record)


def prepared(state):
    """A board with a journal, and the records that are on it."""
    board = Board()
    state(board)
    return board, peeked(board)


def damages(data):
    """(words, bytes) of every damage to a file: each bit, each byte, fills, lengths, versions."""
    for at in range(len(data)):
        for bit in range(8):
            yield f"bit {bit} of byte {at}", _with(data, at, bytes((data[at] ^ 1 << bit,)))
        for fill in (0, 0xFF):
            yield f"byte {at} is {fill:#x}", _with(data, at, bytes((fill,)))
            rest = bytes((fill,)) * (len(data) - at)
            yield f"{fill:#x} from byte {at} on", _with(data, at, rest)
            yield f"{fill:#x} up to byte {at}", _with(data, 0, bytes((fill,)) * (at + 1))
        yield f"cut after {at} bytes", data[:at]
    for version in range(256):
        yield f"version {version}", _with(data, 3, bytes((version,)))
    yield "longer by a record", data + bytes(range(1, 14))
    yield "longer than any", data + b"\xff" * 600


def _with(data, at, new):
    return data[:at] + new + data[at + len(new) :]


def tail_end(data):
    """Where the last byte of a tail that counts lies."""
    at = journal.HEAD
    while data[at]:
        at += 13
    return at + 1


def counts(name, data, bad, whole):
    """Whether the damage changes anything but stale records behind the end of the tail."""
    if name != journal.TAIL:
        # An empty file without any record is what a power cut leaves as a match begins.
        return bad != data and (len(bad) > 0 or len(whole) > 0)
    end = tail_end(data)
    return bad[:end] != data[:end] or len(bad) > journal._END + 1


def check(state, name, bad, extra=()):
    """The start after it: tells, keeps aside, cures; what is recorded then is in the flash.
    `extra`: files that lie there already."""
    board, whole = prepared(state)
    data = board.content(name)
    board.put(name, bad)
    for path, content in extra:
        board.put(path, content)
    tells = counts(name, data, bad, whole) or bool(extra)
    again, found = loaded(board)
    _check_found(name, data, bad, whole, found)
    silent = outcome.LOADED if bad else outcome.MISSING
    assert again.outcome == (outcome.DAMAGED if tells else silent)
    _go_on(board, again, found)
    after, last = loaded(board)
    assert after.outcome == outcome.LOADED  # told once
    assert last[: len(found)] == found and len(last) >= AFTER
    if name == journal.TAIL and tells and bad != data:
        assert bad in kept_aside(board)
    return found


def _check_found(name, data, bad, whole, found):
    assert found == whole[: len(found)]
    if name == journal.TAIL:
        # What lies in the match's file is never lost, and of the tail what comes before.
        first = next((i for i in range(min(len(data), len(bad))) if data[i] != bad[i]), len(bad))
        in_tail = (tail_end(data) - 1 - journal.HEAD) // 13
        good = max(0, first - journal.HEAD) // 13
        least = len(whole) - in_tail + min(good, in_tail)
        # Of a group in which the damage lies nothing is left, nor of a head that is not one.
        assert len(found) >= min(least, len(whole)) - 2
        is_head_alone = bad[journal.HEAD :] == data[journal.HEAD :]
        assert not is_head_alone or found == whole


def _go_on(board, again, found):
    if not found:  # the match ended there, as the table has it
        started(again)
    for number in range(AFTER):
        again.record(*entry(40 + number))
        assert again.outcome < outcome.FULL
        # Each is in the flash before anything is shown.
        assert peeked(board)[-number - 1 :] == [entry(40 + n) for n in range(number + 1)]
    while again.is_tidy_due():
        again.tidy()


def kept_aside(board):
    """The contents of the files that are kept aside."""
    files = board.files()
    return [board.content(f"journal/{n}") for n in files.listdir("journal") if ".bad" in n]


class Taped(Board):
    """A board that keeps every write."""

    def __init__(self, content):
        super().__init__()
        self.chip.content[:] = content
        self.before = bytes(content)
        self.writes = []

    def program(self, start, data):
        self.writes.append((start, bytes(data)))
        super().program(start, data)

    def erase(self, sector):
        self.writes.append((sector, None))
        super().erase(sector)

    def cuts(self):
        """(number of the write, how much of it was done, the board after) for each power cut."""
        chip = Flash(self.chip.sectors, self.before)
        for number, (place, data) in enumerate(self.writes):
            for done in BIT_KEPT:
                cut = Board(sectors=chip.sectors)
                cut.chip.content[:] = chip.content
                _write(cut.chip, place, data, done)
                yield number, done, cut
            _write(chip, place, data, 1.0)


def _write(chip, place, data, done):
    if data is None:
        chip.erase(place, done)
    else:
        chip.program(place, data, done)


def check_cuts(state, name, bad):
    """The power goes in each write of the cure: the next start cures, loses nothing more, tells.
    Only one that comes with the very last write, which ends the cure, finds it told."""
    board, whole = prepared(state)
    data = board.content(name)
    board.put(name, bad)
    taped = Taped(board.chip.content)
    cured, found = loaded(taped)
    last = len(taped.writes) - 1
    if not found:
        is_over = cured.is_cured
        started(cured)
        last = last if is_over else len(taped.writes) - 1
    tells = counts(name, data, bad, whole)
    for number, done, cut in taped.cuts():
        where = f"write {number} of {last}, {done}"
        again, there = loaded(cut)
        assert there == found, where
        if tells and number < last:
            assert again.outcome == outcome.DAMAGED, where
        _go_on(cut, again, there)
        after, _ = loaded(cut)
        assert after.outcome == outcome.LOADED, where
        if name == journal.TAIL and tells:
            assert bad in kept_aside(cut), where


def everything():
    """(state, name, words, bytes) of all there is."""
    for state in STATES:
        board, _ = prepared(state)
        for name in (journal.TAIL, journal.match_name(board.files() and _last(board))):
            for words, bad in damages(board.content(name)):
                yield state, name, words, bad


def _last(board):
    return max(int(n[:5]) for n in board.files().listdir("journal") if n.endswith(".dtj"))


def sample(count, seed):
    """So many of them, the same for a seed."""
    return random.Random(seed).sample(list(everything()), count)


def main():
    tried = failed = 0
    every = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    for state, name, words, bad in list(everything())[::every]:
        for way in (check, check_cuts) if "cuts" in sys.argv else (check,):
            tried += 1
            try:
                way(state, name, bad)
            except Exception as error:
                failed += 1
                if failed < 40:
                    what = f"{type(error).__name__} {error}".splitlines()[0]
                    print(f"{way.__name__} {state.__name__} {name}: {words}: {what}", flush=True)
    print(f"{tried} tried, {failed} failed")


if __name__ == "__main__":
    main()
