"""The last position of every worked case that laid tiles, by the record's id."""

from domino.rules.games import GAMES
from host_tools.pages.examples import examples

EXAMPLES = {one.name: one for game in GAMES for one in examples(game) if one.position}
POSITIONS = {name: one.position for name, one in EXAMPLES.items()}
