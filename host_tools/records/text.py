"""A replayed record for people: a line for each action, the round's result, the tally.

Players, rounds and actions count from 1 here, as at the table.
"""

from __future__ import annotations

import sys

from host_tools.records import explain
from host_tools.records.notation import printable

_KINDS = {
    "out": "Out",
    "blocked": "Blocked",
    "target": "Target reached",
    "redeal": "Redeal",
    "show": "Shown",
    None: "Not finished",
}


def is_one_terminal() -> bool:
    """Whether somebody reads standard output and standard error in one place."""
    return sys.stdout.isatty() and sys.stderr.isatty()


def text(
    place: str, record: dict, result: dict, reasons: bool = True, is_told_apart: bool = False
) -> str:
    """The whole record; `record` is what was played, for who plays in teams.

    `reasons`: say why something was refused; else its code alone, as the reason stands elsewhere.
    `is_told_apart`: the place stands before its name, which one of another file may have too.
    """
    name = printable(result["id"] or place)
    if is_told_apart and result["id"]:
        name = f"{place}: {name}"
    if result.get("ok") is False:
        return f"{name}: {_refused(result, reasons)}\n"
    teams = record["players"] == 4 and len(result["scores"]) == 2
    side = "team" if teams else "player"
    heading = f"{name}: {result['game']}, {record['players']} players"
    lines = [heading + (" in two teams (1 and 3, 2 and 4)" if teams else "")]
    counts = _counts_ends(result["rounds"])
    for number, played in enumerate(result["rounds"], 1):
        lines += _round(number, played, side, counts, reasons)
    lines.append(_match(result, side, bool(record.get("abandoned"))))
    return "\n".join(lines) + "\n"


def _counts_ends(rounds: list[dict]) -> bool:
    """Whether the game counts the open ends: one that does has some after every tile."""
    return any(done.get("ends") for played in rounds for done in played["actions"])


def _refused(found: dict, reasons: bool) -> str:
    return f"refused: {found['message']}" if reasons else f"refused, {found['error']}"


def _round(number: int, played: dict, side: str, counts: bool, reasons: bool) -> list[str]:
    if played.get("ok") is False:
        return [f"  Round {number} {_refused(played, reasons)}"]
    opens = "" if played["starter"] is None else f", player {played['starter'] + 1} opens"
    lines = [f"  Round {number}{opens}"]
    for at, done in enumerate(played["actions"], 1):
        lines.append(f"  {at:>4}  {_action(done, counts, reasons)}")
        lines += [f"            {explain.line(hand)}" for hand in done.get("explain", ())]
    lines += [f"        {line}" for line in _ending(played["result"], side, reasons)]
    corrected = played.get("corrections", ())
    return [*lines, *(f"        {_corrected(done, side, reasons)}" for done in corrected)]


def _corrected(done: dict, side: str, reasons: bool) -> str:
    """A score that the keeper set after the round."""
    if not done["ok"]:
        return f"Correction {_refused(done, reasons)}"
    number, score = done["correct"]["side"] + 1, done["correct"]["score"]
    return f"Corrected: {side} {number} set to {score}. Score {_sheet(done)}"


def _action(done: dict, counts: bool, reasons: bool) -> str:
    who = "" if done["seat"] is None else f"player {done['seat'] + 1}"
    if not done["ok"]:
        return f"{who:<10}{_refused(done, reasons)}"
    gained = f"+{done['points']}" if done["points"] else ""
    tally = _tally(done["scores"])
    total = f"total {done['total']:>2}  " if counts else ""
    line = f"{who:<10}{_did(done):<32}{total}{gained:>4}  {tally:>9}"
    return line + ("  again" if done["again"] and "draw" not in done else "")


def _did(done: dict) -> str:
    if "plays" in done or "play" in done:
        closed = f", closed {' and '.join(done['close'])}" if "close" in done else ""
        taken = f", player {done['trick'] + 1} takes the trick" if "trick" in done else ""
        return " and ".join(map(_placed, done.get("plays", [done]))) + closed + taken
    if "bid" in done:
        return "passes" if done["bid"] == "pass" else f"bids {done['bid']}"
    if "trump" in done:
        return f"names {done['trump']} trump"
    if "show" in done:
        return "all show their hands"
    if "draw" in done:
        return "draws" if done["draw"] is True else f"draws {done['draw']}"
    if "pass" in done:
        return "passes"
    if "timeout" in done:
        return "time ran out"
    if "redeal" in done:
        return "says that all deal again"
    if "correct" in done:
        return f"side {done['correct']['side'] + 1} set to {done['correct']['score']}"
    return "takes back the last action"


def _placed(tile: dict) -> str:
    on = "" if tile["on"] is None else f" on {tile['on']} {tile['port']}"
    return f"{tile['play']}{on}"


def _ending(result: dict, side: str, reasons: bool) -> list[str]:
    lines = [_won(result, side)]
    if result.get("bidder") is not None:
        taken = " : ".join(map(str, result["taken"]))
        lines.append(f"Bid {result['bid']} by player {result['bidder'] + 1}, taken {taken}")
    if "ranks" in result:
        lines.append(f"Hands {' : '.join(rank.replace('_', ' ') for rank in result['ranks'])}")
    if any(result["remaining"] or ()) or (result["remaining"] and "taken" not in result):
        left = " : ".join(map(str, result["remaining"]))
        lines.append(f"Pips left {left}")
    if result["next_starter"] is not None:
        lines.append(f"Player {result['next_starter'] + 1} opens the next round")
    if "error" in result:
        lines.append(f"Not settled: {result['message' if reasons else 'error']}")
    for wrong in result.get("audit", []):
        what = f"player {wrong['seat'] + 1} held {wrong['held']}, which fitted"
        lines.append(f"Action {wrong['action'] + 1} was wrong: {what}")
    return lines


def _won(result: dict, side: str) -> str:
    """How the round ended, who won it, and every change of the scores.

    A round that was not finished changed none: the score stands at its last action.
    """
    if result["kind"] is None:
        return f"{_KINDS[None]}."
    awards = result["awards"]
    parts = [
        f"{side} {number + 1} {_gets(award, number in result['winners'], awards)}"
        for number, award in enumerate(awards)
        if award or number in result["winners"]
    ]
    changes = f"{_begun(', '.join(parts))}. " if parts else ""
    return f"{_KINDS[result['kind']]}. {changes}Score {_sheet(result)}"


def _begun(sentence: str) -> str:
    """With a capital at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def _gets(award: int | float, is_winner: bool, awards: list[int | float]) -> str:
    if award < 0:
        return f"loses {-award}"
    if is_winner:
        return "wins" if not award and any(awards) else f"takes {award}"
    return f"writes {award}"


def _sheet(result: dict) -> str:
    """The scores; remembered points with a +, a carried sum behind, as players write them."""
    said = _tally(result["scores"])
    if any(result.get("remembered", ())):
        said += f", remembered {' : '.join(f'+{points}' for points in result['remembered'])}"
    return f"{said}, carried {result['carried']}" if result.get("carried") else said


def _tally(scores: list[int | float]) -> str:
    return " : ".join(map(str, scores))


def _match(result: dict, side: str, is_abandoned: bool) -> str:
    match = result["match"]
    if is_abandoned and not match["over"]:
        return f"  The match was abandoned at {_sheet(result)}"
    if not match["over"]:
        return f"  The match goes on at {_sheet(result)}"
    if match["winners"]:
        names = " and ".join(f"{side} {number + 1}" for number in match["winners"])
        said = f"{names} {'win' if len(match['winners']) > 1 else 'wins'}"
    else:
        said = f"every {side} loses"
    line = f"  {_begun(said)} the match at {_sheet(result)}"
    return f"{line}, rated {_tally(match['rating'])}" if "rating" in match else line
