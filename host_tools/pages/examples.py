"""The worked cases of a game: records replayed, each with what its last round left on the table.

They come from tests/cases (what the rules page works out) and from examples.jsonl here (records
for the games that have none there).
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from domino.rules import games
from host_tools import ROOT
from host_tools.files.reading import text as file_text
from host_tools.pages.figures import Parameters
from host_tools.pages.positions import of_round
from host_tools.records import options_text
from host_tools.records.catalogue import BUILT_IN, Catalogue
from host_tools.records.replay import replay
from host_tools.render.layout_picture import Position

CASES = ROOT / "tests" / "cases"
OWN = Path(__file__).with_name("examples.jsonl")


@dataclass(frozen=True)
class Example:
    """A record, its result, and the parameters it was played under."""

    record: dict
    result: dict
    parameters: Parameters

    @property
    def name(self) -> str:
        """The record's id."""
        return self.record["id"]

    @property
    def number(self) -> int:
        """The place of the round that is shown, the last one with a tile; the last if none has."""
        rounds = self.result["rounds"]
        shown = [at for at, played in enumerate(rounds) if of_round(played, self.parameters)]
        return shown[-1] if shown else len(rounds) - 1

    @property
    def round(self) -> dict:
        """The result of that round."""
        return self.result["rounds"][self.number]

    @property
    def position(self) -> Position | None:
        """What it left on the table; None where no tile was laid."""
        return of_round(self.round, self.parameters)


def records() -> Iterator[dict]:
    """Every record with an example, in the order of the pages."""
    for case in json.loads(file_text(CASES / "positions.json")):
        yield case["record"]
    for line in file_text(CASES / "examples.jsonl").splitlines():
        yield json.loads(line)["record"]
    for line in file_text(OWN).splitlines():
        yield json.loads(line)


@cache
def examples(game: str) -> tuple[Example, ...]:
    """The examples of a game, in order."""
    return tuple(example(record) for record in records() if record["game"] == game)


def example(record: dict, catalogue: Catalogue = BUILT_IN) -> Example:
    """A record replayed."""
    given = parameters(record["game"], catalogue, record.get("options", {}))
    return Example(record, replay(record, catalogue=catalogue).result, given)


def parameters(game: str, catalogue: Catalogue = BUILT_IN, set_: dict | None = None) -> Parameters:
    """A game's parameters as people write them, with some of them set otherwise."""
    rules = array("h", bytes(2 * games.SIZE))
    catalogue.load(game, rules)
    for name, value in (set_ or {}).items():
        games.set_option(rules, name, value)
    return options_text.written(rules)
