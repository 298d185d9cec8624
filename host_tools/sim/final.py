"""The state of the table in the words of FORMATS.md, and what an expect finds wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domino.rules import codes
from domino.words import ids
from host_tools.boards import pad_names, slot_names
from host_tools.records.notation import points, tile_name
from host_tools.render.read_screen import read_screen
from host_tools.sim.board import SimulatedBoard
from host_tools.sim.names import message_name

if TYPE_CHECKING:
    from host_tools.sim.scenario import Scenario


def readable(report: dict, board: SimulatedBoard, has_accounts: bool) -> dict:
    """Turn the firmware's numbers and the chips' states into the `final` of a result.

    `has_accounts`: remembered and carried points belong to the game.
    """
    names = slot_names(board.config) + pad_names(board.config)
    alerts = [{"slot": names[slot], "kind": message_name(kind)} for slot, kind in report["alerts"]]
    accounts = {}
    if has_accounts:
        accounts["remembered"] = [points(half) for half in report["remembered"]]
        accounts["carried"] = points(report["carried"])
    return {
        "scores": [points(half) for half in report["scores"]],
        **accounts,
        "turn": None if report["turn"] == codes.NONE else report["turn"],
        "total": report["total"],
        "layout": [tile_name(tile) for tile in report["layout"]],
        "slots": [None if slot == codes.NONE else names[slot] for slot in report["slots"]],
        "message": message_name(report["message"]),
        "screen": read_screen(board.display.facing_picture()) if board.display else [],
        "strip": [list(colour) for colour in board.strip.colours] if board.strip else [],
        "alerts": sorted(alerts, key=lambda alert: (alert["slot"], alert["kind"])),
        "accepted": report["accepted"],
        "round_over": report["round_over"],
        "match_over": report["match_over"],
        "winners": [side for side in range(4) if report["winners"] >> side & 1],
        "memory": report.get("memory", {}),
    }


def unseen(board: SimulatedBoard, scenario: Scenario) -> dict:
    """What there is to say of a table of which no start came to an end: what its lights show."""
    sides = 2 if scenario.settings.get("teams") else scenario.settings["players"]
    nothing = {
        "scores": [0] * sides,
        "remembered": [0] * sides,
        "carried": 0,
        "turn": codes.NONE,
        "total": 0,
        "layout": [],
        "slots": [],
        "message": ids.NOTHING,
        "alerts": [],
        "accepted": 0,
        "round_over": False,
        "match_over": False,
        "winners": 0,
    }
    return readable(nothing, board, scenario.has_accounts)


def differences(step: int, expect: dict, state: dict) -> list[dict]:
    """What `expect` asks for and the table does not show: one entry a field."""
    wrong = []
    for name, wanted in expect.items():
        if name == "strip_lit":
            got = sum(1 for colour in state["strip"] if any(colour))
        else:
            got = state.get(name)
        compared = got
        if name == "screen":
            wanted = [line.rstrip() for line in wanted]
            got = [line.rstrip() for line in got]  # all of it is told: lines may have moved
            compared = got[: len(wanted)]
        if name == "alerts":
            wanted = sorted(wanted, key=str)
            compared = got = sorted(got, key=str)
        if compared != wanted or isinstance(got, bool) != isinstance(wanted, bool):
            wrong.append({"step": step, "expect": name, "wanted": wanted, "got": got})
    return wrong
