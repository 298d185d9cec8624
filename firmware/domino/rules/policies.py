"""Brings in the modules of policies that few games have, when a game asks for one.

Code that is never imported takes no RAM. What was brought once stays: an import allocates, even of
a module that is there, and a new match may be set up while the heap is locked.
"""

from domino.rules import games

TYPE_CHECKING = False
if TYPE_CHECKING:
    from domino.rules.match import Match


def bring(match: "Match") -> None:
    """Fill the match's module attributes that its rules need."""
    rules = match.rules
    if match.several is None and (rules[games.SEVERAL] or rules[games.CLOSING]):
        from domino.rules import several

        match.several = several
    if match.search is None and _looks_at_hands(match):
        from domino.rules import search

        match.search = search
    if match.headers is None and (
        rules[games.SCORING] == games.SCORE_HEADERS or rules[games.BLOCKED_WINNER]
    ):
        from domino.rules import headers

        match.headers = headers
    if match.penalties is None and rules[games.AWARD] == games.LOSERS_WRITE:
        from domino.rules import penalties

        match.penalties = penalties
    if match.accounts is None and rules[games.ACCOUNT]:
        from domino.rules import accounts

        match.accounts = accounts
    if match.hundred is None and (rules[games.DOUBLES_WIN] or rules[games.HUNDRED]):
        from domino.rules import hundred

        match.hundred = hundred
    if match.tricks is None and rules[games.PLAY] == games.PLAY_TRICKS:
        from domino.rules import tricks

        match.tricks = tricks
    if match.poker is None and rules[games.PLAY] == games.PLAY_SHOW:
        from domino.rules import poker_hands

        match.poker = poker_hands


def _looks_at_hands(match: "Match") -> bool:
    rules = match.rules
    return bool(rules[games.OPENING] or rules[games.REDEAL_DOUBLES] or rules[games.REDEAL_SAME])
