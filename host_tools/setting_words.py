"""What a setting of the table accepts, in words."""

from __future__ import annotations

import json

from domino.store.settings import LENGTHS, SCHEMA


def accepted(name: str) -> str:
    """`a whole number from 0 to 3600`, `en, ar`."""
    default, takes = SCHEMA[name]
    also = ", or null" if default is None else ""
    if isinstance(takes, tuple):
        return f"a whole number from {takes[0]} to {takes[1]}{also}"
    if isinstance(takes, list):
        return ", ".join(one if isinstance(one, str) else json.dumps(one) for one in takes) + also
    if isinstance(takes, str):
        return f"{' or '.join(map(str, LENGTHS[name]))} of {takes}, or ''"
    if name == "game":
        return f"the id of a game, {takes} bytes at most"
    kinds = {str: "a text", list: "a list", dict: "an object"}
    return f"{kinds[type(default)]} of {takes} bytes at most"
