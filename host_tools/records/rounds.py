"""One round of a record: opened, played action by action, settled, and its result."""

from __future__ import annotations

from domino.rules import codes, games, settlement
from domino.rules.match import Match
from host_tools.counting import counted
from host_tools.records.actions import Actions, settles, tally
from host_tools.records.audit import audit
from host_tools.records.explain import explain
from host_tools.records.messages import player
from host_tools.records.notation import ERRORS, KINDS, mask_of, points, tile_name
from host_tools.records.shapes import Refused, Round, tile_numbers
from host_tools.records.showing import ranks, show


def open_round(match: Match, given: Round) -> None:
    """Deals and opens the round; raises Refused and leaves the match as it was."""
    if match.match_over:
        raise Refused(codes.MATCH_OVER, "the match is over: no round follows")
    if given.show is not None:
        if show(match, given.show) != codes.OK:
            raise Refused(
                codes.NOT_IN_THIS_GAME, "showing hands is not part of this game; give actions"
            )
        return
    dealt = given.hands is not None or given.boneyard is not None
    if match.way == games.PLAY_SHOW and dealt:
        raise Refused(codes.NOT_IN_THIS_GAME, "hands are shown in this game: give them as show")
    hands, boneyard = _deal(match, given)
    _remaining(given)
    if hands is None:
        code = match.open_round(given.starter)
    else:
        masks = [mask_of(hand) for hand in hands] + [0] * (4 - len(hands))
        ordered = given.boneyard is not None
        code = match.open_known_round(
            given.starter, masks, bytearray(boneyard), len(boneyard), ordered
        )
    if code != codes.OK:
        raise Refused(code, _why_not_opened(code, match, given))


def play_round(match: Match, given: Round, explains: bool = False) -> dict:
    """Plays an opened round to its end and returns its result, field by field as FORMATS.md.

    `explains`: every accepted action says what the hands can hold.
    """
    starter = codes.NONE if match.way == games.PLAY_SHOW else match.starter
    actions = Actions(match)
    for value in given.actions:
        done = actions.act(value)
        if explains and done["ok"]:
            done["explain"] = explain(match)
    code, message = _settle(match, given)
    played = {
        "starter": _seat(starter),
        "actions": actions.results,
        "result": _result(match, actions, code, message),
    }
    if given.corrections:
        played["corrections"] = [actions.amend(value) for value in given.corrections]
    return played


def refused_round(refused: Refused) -> dict:
    """The result of a round that was not played at all."""
    return {
        "starter": None,
        "ok": False,
        "error": ERRORS[refused.code],
        "message": refused.message,
        "actions": [],
        "result": None,
    }


def _deal(match: Match, given: Round) -> tuple[list[list[int]] | None, list[int]]:
    """Tile numbers of the hands and of the boneyard, None for unknown hands; raises Refused."""
    boneyard = tile_numbers(given.boneyard or [], "the boneyard")
    if given.hands is None:
        if given.boneyard is not None:
            raise _bad_deal(match, "a boneyard without hands")
        return None, []
    hands = [
        tile_numbers(hand or [], f"the hand of {player(seat)}")
        for seat, hand in enumerate(given.hands)
    ]
    _refuse_twice(sum(hands, boneyard), "the deal", codes.DUPLICATE_TILE)
    if len(hands) != match.players or any(hand is None for hand in given.hands):
        raise _bad_deal(match, counted(sum(hand is not None for hand in given.hands), "hand"))
    for seat, hand in enumerate(hands):
        if len(hand) != match.deal:
            raise _bad_deal(match, f"{_tiles(len(hand))} for {player(seat)}")
    dealt = mask_of(sum(hands, []))
    if given.boneyard is None:
        return hands, [number for number in range(28) if not dealt >> number & 1]
    if len(boneyard) != 28 - match.deal * match.players:
        raise _bad_deal(match, f"{_tiles(len(boneyard))} in the boneyard")
    return hands, boneyard


def _bad_deal(match: Match, found: str) -> Refused:
    rest = 28 - match.deal * match.players
    return Refused(
        codes.BAD_DEAL,
        f"{found}; wanted: {match.players} hands of {_tiles(match.deal)} and the other {rest} as"
        " the boneyard, or only the hands, or neither",
    )


def _tiles(count: int) -> str:
    return counted(count, "tile")


def _refuse_twice(numbers: list[int], where: str, code: int) -> None:
    for place, number in enumerate(numbers):
        if number in numbers[:place]:
            raise Refused(code, f"{tile_name(number)} is twice in {where}; the set has it once")


def _remaining(given: Round) -> list[list[int]] | None:
    """Tile numbers of the hands left; raises Refused for a text that is no tile."""
    if given.remaining is None:
        return None
    return [
        tile_numbers(hand, f"what remains with {player(seat)}")
        for seat, hand in enumerate(given.remaining)
    ]


def _why_not_opened(code: int, match: Match, given: Round) -> str:
    if code == codes.STARTER_NEEDED:
        who = "a lot decides who opens"
        if match.way == games.PLAY_TRICKS:
            who = "somebody bids first"
        if match.searches:
            who = "the hands decide who opens, and are not known"
        return f"{who}: give starter, a seat from 0 to {match.players - 1}"
    if code == codes.WRONG_STARTER:
        seat, why = _who_opens(match, given)
        rule = "" if seat == codes.NONE else f"; {player(seat)} {why} (starter {seat})"
        return f"{player(given.starter)} may not open this round{rule}"
    return "the deal does not fit the game"


def _who_opens(match: Match, given: Round) -> tuple[int, str]:
    """The seat that must open, and why."""
    if not match.searches or given.hands is None:
        return match.next_starter, "opens"
    hands = [mask_of(tile_numbers(hand or [], "the hand")) for hand in given.hands]
    tile = match.search.opening_tile(match, hands)
    return match.search.holder(match, hands, tile), f"opens with {tile_name(tile)}"


def _settle(match: Match, given: Round) -> tuple[int, str]:
    """Settles a round that ended with unknown hands; the code and words of what is wrong."""
    hands = _remaining(given)
    unfinished = match.kind == codes.UNFINISHED  # also where time ran out
    if unfinished or (hands is None and not match.needs_remaining):
        return codes.OK, ""
    if hands is None:
        wanted = "give remaining, the tiles left with each seat"
        return codes.REMAINING_NEEDED, f"the hands are not known: {wanted}"
    wrong = _mismatch(match, hands)
    if not wrong and match.needs_remaining:
        code = match.settle([mask_of(hand) for hand in hands] + [0] * (4 - len(hands)))
        wrong = "" if code == codes.OK else "the tiles left are not what the hands can hold"
    return (codes.REMAINING_MISMATCH, wrong) if wrong else (codes.OK, "")


def _mismatch(match: Match, hands: list[list[int]]) -> str:
    """What is wrong with the hands left, "" where nothing is."""
    if len(hands) != match.players:
        found = counted(len(hands), "hand")
        return f"remaining has {found}; wanted: {match.players}, one for each seat"
    seen = 0
    for seat, hand in enumerate(hands):
        for number in hand:
            if match.layout.on_table >> number & 1:
                return f"{tile_name(number)} cannot remain with {player(seat)}: it is on the table"
            if seen >> number & 1:
                return f"{tile_name(number)} remains twice; the set has it once"
            seen |= 1 << number
        if len(hand) != match.counts[seat]:
            return (
                f"{player(seat)} has {_tiles(match.counts[seat])} left,"
                f" but remaining lists {len(hand)}"
            )
        if match.known and mask_of(hand) != match.hands[seat]:
            return f"remaining lists other tiles for {player(seat)} than the hand holds"
    return ""


def _result(match: Match, actions: Actions, code: int, message: str) -> dict:
    """`result`: as settled, or with the reason why it could not be."""
    sides = range(match.sides)
    settled = settles(match) and not code
    result = {
        "kind": KINDS[match.kind],
        "winners": [side for side in sides if settled and match.round_winners >> side & 1],
        "remaining": _pips_left(match, settled),
        "awards": [points(match.awards[side]) if settled else 0 for side in sides],
        **tally(match, settled),
        "next_starter": _seat(_opens_next(match)) if settled or _is_redealt(match) else None,
    }
    if code:
        result.update(ok=False, error=ERRORS[code], message=message)
    elif settled and not match.known and match.kind != codes.SHOW:
        result["audit"] = audit(match, actions.places)
    return result | _tricks(match) | ({"ranks": ranks(match)} if match.kind == codes.SHOW else {})


def _tricks(match: Match) -> dict:
    """What a round of tricks says beside: the highest bid, the trump, what each side took."""
    if match.way != games.PLAY_TRICKS:
        return {}
    return {
        "bid": match.high_bid or None,
        "bidder": _seat(match.bidder),
        "trump": _seat(match.trump),
        "taken": [match.taken[side] for side in range(match.sides)],
    }


def _pips_left(match: Match, settled: bool) -> list[int] | None:
    """Each seat's pips; None where the hands are unknown and nothing was settled."""
    if match.known and match.kind == codes.UNFINISHED:
        return [settlement.counted(match, seat) for seat in range(match.players)]
    if match.known or settled:
        return [match.remaining[seat] for seat in range(match.players)]
    return None


def _opens_next(match: Match) -> int:
    """Who opens the next round, codes.NONE where none follows."""
    return codes.NONE if match.match_over else match.next_starter


def _is_redealt(match: Match) -> bool:
    return match.kind == codes.REDEAL


def _seat(number: int) -> int | None:
    return None if number == codes.NONE else number
