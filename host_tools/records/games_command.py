"""`domino-table games`: every game with its players, deal, target and options, a line each; named
ones with their parameters too; or the rules of one of them as a page.
"""

from __future__ import annotations

import argparse
import json
import sys
from array import array

from domino.rules import games
from host_tools.records import games_list, options_text
from host_tools.records.catalogue import BUILT_IN, BadGames, Catalogue
from host_tools.records.notation import perhaps, printable, quote
from host_tools.records.reads import read_by


def register(subparsers: argparse._SubParsersAction) -> None:
    """Adds the command to the command line."""
    parser = subparsers.add_parser(
        "games",
        help="list the games with their options",
        description="List games with players, deal, target, options and their values.",
    )
    parser.add_argument(
        "names", nargs="*", metavar="GAME", help="these, with all that is set in them"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each game")
    parser.add_argument(
        "--page", metavar="GAME", help="print the rules of one game as a page of Markdown"
    )
    parser.add_argument("--language", choices=("en", "ar"), help="the language of --page (en)")
    add_games_option(parser)
    parser.set_defaults(run=run)


def add_games_option(parser: argparse.ArgumentParser) -> None:
    """Adds `--games FILE` to a command."""
    parser.add_argument(
        "--games",
        action="append",
        metavar="FILE",
        help="house games beside the built-in ones, a JSON object; may be given again",
    )


def catalogue_of(args: argparse.Namespace) -> Catalogue | None:
    """The games that a command knows; None, with a line on standard error, for a bad file. What
    does nothing in a file is told there too."""
    try:
        catalogue = Catalogue(args.games)
    except BadGames as error:
        print(error, file=sys.stderr)
        return None
    for line in notes(catalogue):
        print(line, file=sys.stderr)
    return catalogue


def notes(catalogue: Catalogue) -> list[str]:
    """A line for each parameter that house games set in vain."""
    if not catalogue.houses():
        return []
    from host_tools.pages import idle  # only house games need it

    return idle.notes(catalogue)


def run(args: argparse.Namespace) -> int:
    """Prints the list; 1 where a file of house games cannot be used, or there is no such game."""
    catalogue = catalogue_of(args)
    if catalogue is None:
        return 1
    if args.page is not None:
        if args.names or args.json:
            given = "--json" if args.json else quote(args.names[0])
            print(f"--page GAME prints that game's rules alone; without: {given}", file=sys.stderr)
            return 1
        return _page(args.page, args.language or "en", catalogue)
    if args.language is not None:
        print("--language goes with --page GAME; the list has no language", file=sys.stderr)
        return 1
    unknown = [name for name in args.names if name not in catalogue.names()]
    if unknown:
        print(_no_game("games", unknown[0], catalogue), file=sys.stderr)
        return 1
    found = [describe(game_id, catalogue) for game_id in args.names or catalogue.names()]
    if not args.names and not args.json:
        print("\n".join(games_list.lines(found)))
        return 0
    for game in found:
        print(json.dumps(game) if args.json else _text(game))
    if not args.json:
        print("The rules in words: domino-table games --page GAME")
    return 0


def _no_game(where: str, game: str, catalogue: Catalogue) -> str:
    known = printable(", ".join(catalogue.names()))
    near = printable(perhaps(game, catalogue.names()))
    return f"{where}: no game {quote(game)}{near}; games are {known}"


def _page(game: str, language: str, catalogue: Catalogue) -> int:
    """Prints the rules of one game; 1 where there is no such game."""
    from host_tools.pages.game_page import rules_page  # only this command needs the texts
    from host_tools.pages.phrases import phrases

    if game not in catalogue.names():
        print(_no_game("--page", game, catalogue), file=sys.stderr)
        return 1
    print(rules_page(game, phrases(language), catalogue), end="")
    return 0


def describe(game_id: str, catalogue: Catalogue = BUILT_IN) -> dict:
    """A game as data. `deal` and `target` by number of players, null for no target; `parameters`
    that it reads, as house games write them, a list of three where 2, 3 and 4 players differ."""
    params = array("h", bytearray(2 * games.SIZE))
    catalogue.load(game_id, params)
    counts = options_text.players(params)
    written = options_text.written(params)
    parameters = {name: written[name] for name in read_by(params)}
    never = params[games.END] == games.NEVER
    base = catalogue.base_of(game_id)
    return {
        "id": game_id,
        **({"base": base} if base else {}),
        "players": counts,
        "teams": parameters["teams"],
        "deal": {str(count): params[games.DEAL + count - 2] for count in counts},
        "target": {
            str(count): None if never else params[games.TARGET_POINTS + count - 2]
            for count in counts
        },
        "options": {
            name: {"default": written[name], **options_text.values(name), **_limits(name, params)}
            for name in catalogue.allowed(game_id)
        },
        "parameters": parameters,
    }


def _limits(name: str, params: array) -> dict:
    """What fewer or more players can be dealt."""
    if name != "deal":
        return {}
    counts = options_text.players(params)
    return {"most": {str(count): options_text.most_dealt(params, count) for count in counts}}


def _text(game: dict) -> str:
    """A game for people: a heading, then a line for each thing. Parameters that do nothing beside
    the others are left out."""
    from host_tools.pages import idle  # `--json` does without

    teams = {
        "none": "each for himself",
        "allowed": "4 may play in two teams (teams: true)",
        "forced": "4 play in two teams",
    }
    lines = [
        printable(game["id"]) + (f", a house game of {game['base']}" if "base" in game else ""),
        f"  players  {', '.join(map(str, game['players']))}; {teams[game['teams']]}",
        f"  deal     {_by_players(game['deal'], 'tiles')}",
        f"  target   {_by_players(game['target'], 'points')}",
        "  options" if game["options"] else "  options  none",
        *(f"    {name:<10} {_accepts(option)}" for name, option in game["options"].items()),
        "  parameters in effect (--json has all)",
        *(f"    {line}" for line in _columns(idle.acting(game["parameters"]))),
    ]
    return "\n".join(lines) + "\n"


def _by_players(figures: dict[str, int | None], unit: str) -> str:
    if None in figures.values():
        return "none: the players stop"
    if len(set(figures.values())) == 1:
        return f"{next(iter(figures.values()))} {unit}"
    return ", ".join(f"{figure} with {count}" for count, figure in figures.items()) + f" ({unit})"


def _accepts(option: dict) -> str:
    most = option.get("most", {})
    accepts = [f"{option['min']} to {option['max']}"] if "min" in option else []
    if most:
        accepts = [f"{option['min']} to {_by_players(most, 'tiles')}"]
    accepts += map(options_text.word, option.get("values", ()))
    return f"{', '.join(accepts)} (default {_short(option['default'])})"


def _short(value: object) -> str:
    return "/".join(map(str, value)) if isinstance(value, list) else options_text.word(value)


def _columns(parameters: dict[str, object]) -> list[str]:
    """The parameters as `name value`, two a line."""
    pairs = [f"{name} {_short(value)}" for name, value in parameters.items()]
    return [
        f"{'  '.join(f'{pair:<34}' for pair in pairs[i : i + 2])}".rstrip()
        for i in range(0, len(pairs), 2)
    ]
