"""Drives the rules core in the words of a match record, for tests only.

The product's own replay is host_tools/records; this one is short, so that a test of the core can
fail only through the core.
"""

from array import array

from domino.rules import codes, games
from domino.rules.match import Match
from domino.rules.tiles import HIGH, LOW, number

PORTS = ("low", "high", "line_a", "line_b", "branch_a", "branch_b")
KINDS = (None, "out", "blocked", "target", "redeal", "show")
# In the order of their numbers, from 1 (firmware/domino/rules/codes.py).
ERRORS = [
    "ok",
    "unknown_game",
    "bad_players",
    "bad_option",
    "bad_record",
    "unknown_tile",
    "tile_on_table",
    "tile_not_in_hand",
    "duplicate_tile",
    "bad_deal",
    "starter_needed",
    "wrong_starter",
    "wrong_opening",
    "not_your_turn",
    "no_match",
    "port_taken",
    "port_closed",
    "no_such_port",
    "ambiguous_port",
    "must_play",
    "must_play_drawn",
    "must_draw",
    "boneyard_empty",
    "round_over",
    "match_over",
    "remaining_needed",
    "remaining_mismatch",
    "must_follow",
    "nothing_to_undo",
    "not_in_this_game",
]
SCRATCH = bytearray(64)


def tables(per_game: int = 1) -> list:
    """Return `all_tables` of the games with a layout."""
    return [table for table in all_tables(per_game) if way(table[0]) == games.PLAY_LAYOUT]


def all_tables(per_game: int = 1) -> list:
    """Return (game, players, teams, share) for every way a game is played; shares add up a game.

    `per_game` is what is to be shared out, such as random matches.
    """
    found = []
    params = array("h", [0] * games.SIZE)
    for game in games.GAMES:
        games.load(game, params)
        ways = []
        for players in range(params[games.PLAYERS_MIN], params[games.PLAYERS_MAX] + 1):
            teams = params[games.TEAMS] if players == 4 else games.TEAMS_NONE
            ways += [(game, players, False)] if teams != games.TEAMS_FORCED else []
            ways += [(game, players, True)] if teams != games.TEAMS_NONE else []
        found += [(*way, -(-per_game // len(ways))) for way in ways]
    return found


def way(game: str) -> int:
    """Return what a game does with its tiles, games.PLAY_LAYOUT and so on."""
    params = array("h", [0] * games.SIZE)
    games.load(game, params)
    return params[games.PLAY]


def tile(name: str) -> int:
    """Return the number of a tile such as "0-5", either order."""
    low, high = name.split("-")
    return number(int(low), int(high))


def tiles(names: str | list) -> int:
    """Return the mask of tiles given as a list or as one string with blanks."""
    mask = 0
    for name in names.split() if isinstance(names, str) else names:
        mask |= 1 << tile(name)
    return mask


def name_of(number_of_tile: int) -> str:
    """Return the printed name of a tile."""
    return f"{LOW[number_of_tile]}-{HIGH[number_of_tile]}"


def error(code: int) -> str:
    """Return "ok" or the name of an error code."""
    return ERRORS[code]


def new_match(
    game: str = "all-fives", players: int = 2, in_teams: bool | None = None, **house
) -> Match:
    """Return a match that is set up; house rules by name as in a house game."""
    match = Match()
    assert games.load(game, match.rules) == codes.OK
    for name, value in house.items():
        assert games.set_option(match.rules, name, value) == codes.OK, name
    assert match.set_up(players, in_teams) == codes.OK
    return match


def open_round(match: Match, record: dict) -> int:
    """Open a round of a record, with known hands where it has them."""
    starter = record.get("starter")
    starter = codes.NONE if starter is None else starter
    if "hands" not in record:
        return match.open_round(starter)
    hands = [tiles(hand) for hand in record["hands"]]
    boneyard = bytearray(tile(name) for name in record.get("boneyard", ()))
    ordered = "boneyard" in record
    return match.open_known_round(starter, hands, boneyard, len(boneyard), ordered)


def act(match: Match, action: dict | str) -> str:
    """Do one action of a record, or in short: "5-5", "0-5 on 5-5 line_a", "pass", "draw 0-5".

    "2-2 on 2-4 + 3-3! on 3-5" is one move of two tiles that closes 3-3; "bid 31", "bid pass" and
    "trump 6" are of a round of tricks.
    """
    if isinstance(action, str):
        action = _action(action)
    seat = action.get("seat", codes.NONE)
    if "plays" in action or "close" in action:
        plays = action.get("plays", [action])
        moves = bytearray(code for play in plays for code in _placement(play))
        return error(match.play_several(moves, len(plays), tiles(action.get("close", "")), seat))
    if "play" in action:
        return error(match.play(*_placement(action), seat))
    if "draw" in action:
        drawn = codes.NONE if action["draw"] is True else tile(action["draw"])
        return error(match.draw(drawn, seat))
    if "pass" in action:
        return error(match.pass_turn(seat))
    if "bid" in action:
        return error(match.bid(0 if action["bid"] == "pass" else action["bid"], seat))
    if "trump" in action:
        return error(match.name_trump(action["trump"], seat))
    if "show" in action:
        hands = [tiles(hand) for hand in action["show"]]
        return error(match.show(hands + [0] * (4 - len(hands))))
    if "timeout" in action:
        return error(match.time_out(action["timeout"]))
    if "redeal" in action:
        return error(match.redeal(seat))
    if "correct" in action:
        wanted = action["correct"]
        return error(match.correct(wanted["side"], int(2 * wanted["score"])))
    return error(match.undo())


def _placement(play: dict) -> tuple:
    on = tile(play["on"]) if "on" in play else codes.NONE
    port = PORTS.index(play["port"]) if "port" in play else codes.NONE
    return tile(play["play"]), on, port


def _action(words: str) -> dict:
    """Read the short form; "+" between placements is one move, "!" behind a double closes it."""
    if "+" in words or "!" in words:
        plays = [_action(part.replace("!", " ")) for part in words.split("+")]
        closed = [part.split("!")[0].split()[0] for part in words.split("+") if "!" in part]
        return {"plays": plays, "close": closed}
    words = words.split()
    if words[0] in ("pass", "undo"):
        return {words[0]: True}
    if words[0] == "draw":
        return {"draw": words[1] if len(words) > 1 else True}
    if words[0] in ("bid", "trump"):
        return {words[0]: words[1] if words[1] == "pass" else int(words[1])}
    action = {"play": words[0]}
    if len(words) > 1:
        action["on"] = words[2]
    if len(words) > 3:
        action["port"] = words[3]
    return action


def do(match: Match, *actions) -> Match:
    """Do actions that must all be accepted."""
    for action in actions:
        assert act(match, action) == "ok", action
    return match


def state(match: Match) -> dict:
    """Return what an accepted action shows, in the fields of a replay result."""
    return {
        "total": match.layout.total,
        "raw": match.last_raw,
        "points": match.last_points / 2,
        "scores": [score / 2 for score in match.scores[: match.sides]],
        "ends": ends(match),
        "ports": ports(match),
    }


def ends(match: Match) -> list:
    """Return the counted ends by name."""
    n = match.layout.ends(SCRATCH)
    return [{"tile": name_of(SCRATCH[2 * i]), "value": SCRATCH[2 * i + 1]} for i in range(n)]


def ports(match: Match) -> list:
    """Return the open ports by name."""
    found = []
    for i in range(match.layout.ports(SCRATCH)):
        where, port = SCRATCH[2 * i], SCRATCH[2 * i + 1]
        value = LOW[where] if port == codes.LOW else HIGH[where]
        found.append({"tile": name_of(where), "port": PORTS[port], "value": value})
    return found


def result(match: Match) -> dict:
    """Return what a round's end shows."""
    starter = codes.NONE if match.match_over else match.next_starter
    return sheet(match) | {
        "kind": KINDS[match.kind],
        "winners": sides(match.round_winners),
        "remaining": list(match.remaining[: match.players]),
        "awards": [award / 2 for award in match.awards[: match.sides]],
        "scores": [score / 2 for score in match.scores[: match.sides]],
        "next_starter": None if starter == codes.NONE else starter,
    }


def sheet(match: Match) -> dict:
    """Return what stands beside the scores in the games that remember and carry points."""
    if not match.rules[games.SHEET]:
        return {}
    remembered = [points / 2 for points in match.remembered[: match.sides]]
    return {"remembered": remembered, "carried": match.carried / 2}


def sides(mask: int) -> list:
    """Return the sides of a mask as a list."""
    return [side for side in range(4) if mask >> side & 1]


def dump(match: Match) -> tuple:
    """Return everything that an action may change, as one comparable value."""
    layout = match.layout
    on_table = list(layout.order[: layout.count])
    joins = [bytes(layout.joined[4 * t : 4 * t + 4]) for t in on_table]
    return (
        on_table,
        joins,
        [layout.parent[t] for t in on_table],
        (layout.total, layout.on_table, layout.spinners, layout.playable, layout.closed),
        (list(match.scores), list(match.remembered), match.carried, match.timed_out),
        list(match.remaining),
        list(match.awards),
        (match.turn, match.again, match.drawn, match.passes, match.kind),
        (match.round_over, match.match_over, match.winners, match.round_winners),
        (
            match.next_starter,
            match.searches,
            match.openers,
            match.needs_remaining,
            match.settle_code,
            match.round_number,
        ),
        (list(match.hands), list(match.counts), match.boneyard_count),
        (match.stage, match.high_bid, match.bidder, match.trump),
        (list(match.trick), match.trick_leader, list(match.taken)),
    )
