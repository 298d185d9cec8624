"""The kinds of hands that are shown and compared, as a table, lowest first."""

from __future__ import annotations

from host_tools.pages import markdown
from host_tools.pages.phrases import Phrases

# A hand of each kind, in the order of the rules core (poker_hands.py); the words are those that a
# result has for them.
HANDS = {
    "pips": ("1-2", "2-4", "3-5", "3-6", "6-6"),
    "pair": ("3-3", "5-5", "1-2", "2-4", "4-6"),
    "flush": ("1-6", "2-6", "4-6", "5-6", "6-6"),
    "three_doubles": ("2-2", "4-4", "5-5", "1-3", "4-6"),
    "straight_four": ("3-4", "4-4", "4-5", "4-6", "1-2"),
    "full_house": ("2-2", "3-3", "6-6", "1-2", "2-4"),
    "straight_five": ("1-3", "2-3", "3-3", "3-4", "3-5"),
    "four_doubles": ("2-2", "3-3", "5-5", "6-6", "1-4"),
    "straight_six": ("2-6", "3-6", "4-6", "5-6", "6-6"),
    "five_doubles": ("2-2", "3-3", "4-4", "5-5", "6-6"),
}


def name(rank: str, say: Phrases) -> str:
    """What a kind of hand is called."""
    return say.get("hands")[list(HANDS).index(rank)][0]


def ranks_parts(say: Phrases) -> list[str]:
    """The heading and the table."""
    words = say.get("ranks")
    rows = [[words[word] for word in ("rank", "hand", "made", "example")]]
    hands = zip(say.get("hands"), HANDS.values(), strict=True)
    for number, ((called, made), hand) in enumerate(hands):
        rows.append([str(number or "–"), called, made, say.safe(" ".join(hand))])
    return [f"## {say.get('sections', 'ranks')}", words["intro"], markdown.table(rows)]
