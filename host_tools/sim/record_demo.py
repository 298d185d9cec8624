"""`python -m host_tools.sim.record_demo` writes the demo's scenario and match record anew.

A seeded match of the simulated players; a test checks that the files are what this writes.
"""

from __future__ import annotations

import json

from host_tools.files.saving import save
from host_tools.sim.demo import FOLDER, RECORD, SCENARIO
from host_tools.sim.players import Habits, Played, Seating, play_match

_SEED = 37
_HABITS = Habits(wrong=0.025, lifts=0.025)


def played() -> Played:
    """The demo's match."""
    seating = Seating.at("grid48_mfrc522")
    return play_match(seating, "horse-race", 2, _SEED, habits=_HABITS)


def texts(match: Played) -> dict:
    """Path -> text of the two files."""
    return {
        SCENARIO: _text(match.scenario, "steps"),
        RECORD: _text(match.record, "rounds"),
    }


def _text(value: dict, long_list: str) -> str:
    """JSON with the entries of one list a line each."""
    head = json.dumps({k: v for k, v in value.items() if k != long_list})[:-1]
    entries = ",\n  ".join(json.dumps(entry) for entry in value[long_list])
    return f'{head}, "{long_list}": [\n  {entries}\n]}}\n'


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, text in texts(played()).items():
        save(path, text)
        print(path)
