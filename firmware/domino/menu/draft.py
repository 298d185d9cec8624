"""A match that is being put together: game, players, options, who begins; nothing stored yet.

What cannot be together cannot be chosen: a number of players that the game or the board has not,
a deal of more tiles than there are.
"""

from array import array

from domino.menu import catalogue
from domino.rules import games, options
from domino.rules.codes import OK
from domino.store.settings import is_accepted
from domino.table.prepare import load_game

_SET = 28
_SHOWN_SET = 20  # PLAY_SHOW is played without blanks and 1-1: RULES.md, `poker`
BEGINS = ("rules", "seat", "lot")


class Draft:
    """Begins as the settings are. `is_good`: the game is there and the board has seats for it."""

    def __init__(self, values, files, seated):
        """`seated`: numbers of players that the board has seats for."""
        self._files = files
        self._seated = seated
        self.rules = array("h", bytes(2 * games.SIZE))  # with the options,
        self._plain = array("h", bytes(2 * games.SIZE))  # and without
        self.options = dict(values["options"])
        self.begins = values["begins"]
        self.seat = (values["starters"] or [0])[0] or 0
        self._wanted = (values["players"], bool(values["teams"]))
        self.choose(values["game"], dict(values["options"]))

    def choose(self, game, chosen):
        """Take a game, with the options that it has; players as before where it can be."""
        self.game = game
        # A name that the settings do not keep would be no match from the next start on.
        is_kept = is_accepted("game", game)
        self.is_good = is_kept and not load_game(game, self._plain, self._files)
        self.ways = self._ways() if self.is_good else []
        self.names = catalogue.option_names(game, self._files) if self.is_good else ()
        self.is_good = bool(self.ways)
        self.options = {}
        if self.is_good:
            self.way = self._way_like(self._wanted)
            for name in chosen:
                if name in self.names:
                    self.options[name] = chosen[name]
            self._apply()

    def _ways(self):
        """(players, teams) that game and board allow."""
        rules, ways = self._plain, []
        for players in range(rules[games.PLAYERS_MIN], rules[games.PLAYERS_MAX] + 1):
            kind = rules[games.TEAMS] if players == 4 else games.TEAMS_NONE
            if players in self._seated:
                if kind != games.TEAMS_FORCED:
                    ways.append((players, False))
                if kind != games.TEAMS_NONE:
                    ways.append((players, True))
        return ways

    def _way_like(self, wanted):
        for way in (wanted, (wanted[0], True), (wanted[0], False)):
            if way in self.ways:
                return self.ways.index(way)
        return 0

    @property
    def players(self):
        """How many play."""
        return self.ways[self.way][0]

    def next_way(self, by):
        """Another number of players, or in teams."""
        self.way = (self.way + by) % len(self.ways)
        self._wanted = self.ways[self.way]
        self._apply()

    # -- who begins ----------------------------------------------------------------------------
    def next_begin(self, by):
        """By the rules, each seat, a lot."""
        count = self.players + 2
        at = 0
        if self.begins == "seat":
            at = 1 + min(self.seat, self.players - 1)
        elif self.begins == "lot":
            at = count - 1
        at = (at + by) % count
        self.begins = "rules" if at == 0 else "lot" if at == count - 1 else "seat"
        if self.begins == "seat":
            self.seat = at - 1

    # -- options -------------------------------------------------------------------------------
    def _apply(self):
        """The game's rules with the options; those that are the game's own are none."""
        for i in range(games.SIZE):
            self.rules[i] = self._plain[i]
        for name in list(self.options):
            if not self._takes(name, self.options[name]):
                del self.options[name]

    def _takes(self, name, value):
        """Set an option; False where it cannot be, or is what the game has anyhow."""
        if value != self._within(name, value) or value == self._value(self._plain, name):
            return False
        return options.set_parameter(self.rules, name, value) == OK

    def value(self, name):
        """The value of an option now, for this many players."""
        return self._value(self.rules, name)

    def _value(self, rules, name):
        value = options.value_of(rules, name)
        return value[self.players - 2] if isinstance(value, list) else value

    def set(self, name, value):
        """Give an option a value as `value` gives it."""
        self.options[name] = value
        self._apply()

    def change(self, name, by):
        """The next value of an option."""
        _, _, accepted = options.parameter(name)
        value = self.value(name)
        if isinstance(accepted[0], int) and not isinstance(accepted[0], bool):
            if value in accepted[2:]:  # the word stands below the range
                value = accepted[0] - 1
            value += by
            if value < accepted[0]:
                value = accepted[2] if len(accepted) > 2 else accepted[0]
            else:
                value = self._within(name, min(value, accepted[1]))
        else:
            at = accepted.index(value) + (1 if by > 0 else -1)
            value = accepted[at % len(accepted)]
        self.set(name, value)

    def _within(self, name, value):
        """No more tiles in a hand than there are for all."""
        if name != "deal" or not isinstance(value, int):
            return value
        rules = self._plain
        there = _SHOWN_SET if rules[games.PLAY] == games.PLAY_SHOW else _SET
        return min(value, (there - rules[games.RESERVE]) // self.players)

    # -- the end -------------------------------------------------------------------------------
    def put(self, values):
        """Write the match into the settings."""
        values["game"] = self.game
        values["players"], values["teams"] = self.ways[self.way]
        values["options"] = self.options
        values["begins"] = self.begins
        values["starters"] = [self.seat] if self.begins == "seat" else []
