"""The kinds of hands that are shown and compared, as a table, lowest first."""

from __future__ import annotations

from host_tools.pages import markdown
from host_tools.pages.phrases import Phrases

# A hand of each kind, by the number that the rules core gives it (poker_hands.py).
HANDS = (
    ("1-2", "2-4", "3-5", "3-6", "6-6"),
    ("3-3", "5-5", "1-2", "2-4", "4-6"),
    ("1-6", "2-6", "4-6", "5-6", "6-6"),
    ("2-2", "4-4", "5-5", "1-3", "4-6"),
    ("3-4", "4-4", "4-5", "4-6", "1-2"),
    ("2-2", "3-3", "6-6", "1-2", "2-4"),
    ("1-3", "2-3", "3-3", "3-4", "3-5"),
    ("2-2", "3-3", "5-5", "6-6", "1-4"),
    ("2-6", "3-6", "4-6", "5-6", "6-6"),
    ("2-2", "3-3", "4-4", "5-5", "6-6"),
)


def ranks_parts(say: Phrases) -> list[str]:
    """The heading and the table."""
    words = say.get("ranks")
    rows = [[words[word] for word in ("rank", "hand", "made", "example")]]
    for number, ((name, made), hand) in enumerate(zip(say.get("hands"), HANDS, strict=True)):
        rows.append([str(number), name, made, say.safe(" ".join(hand))])
    return [f"## {say.get('sections', 'ranks')}", words["intro"], markdown.table(rows)]
