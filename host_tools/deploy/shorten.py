"""Gives the parameters of the firmware's functions short names that all functions share, before
`mpy-cross` compiles.

MicroPython keeps the name of every parameter, each a string and an entry in a table whose size
doubles when it is full (9 KB at the size of this firmware). Nobody asks for these names unless a
call passes an argument by its name: such names stay. Every line keeps its number.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from string import ascii_lowercase

# What a function holds that has a scope of its own: such functions stay as they are.
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.JoinedStr)


def shorten_all(sources: dict[str, str]) -> dict[str, str]:
    """All the firmware's files with short names of parameters; text by path."""
    kept = {"self"}
    for text in sources.values():
        calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
        kept |= {keyword.arg for call in calls for keyword in call.keywords}
    return {path: shorten(text, kept) for path, text in sources.items()}


def file_name(path: str) -> str:
    """What a traceback calls a file, as `board/scanner`: a module keeps that in the heap too."""
    return path.removeprefix("domino/").removesuffix(".py")


def shorten(source: str, kept: set[str]) -> str:
    """One module's text; `kept` are names that some call may pass by name."""
    spots: list[_Spot] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            spots += _spots(node, kept)
    lines = source.encode().splitlines(keepends=True)
    for spot in sorted(spots, key=lambda spot: (spot.line, spot.column), reverse=True):
        line = lines[spot.line - 1]
        end = spot.column + len(spot.old)
        lines[spot.line - 1] = line[: spot.column] + spot.new.encode() + line[end:]
    return b"".join(lines).decode()


@dataclass(frozen=True)
class _Spot:
    """A name in the text; `line` counts from 1, `column` bytes from 0."""

    line: int
    column: int
    old: str
    new: str


def _spots(function: ast.FunctionDef | ast.AsyncFunctionDef, kept: set[str]) -> list[_Spot]:
    """Where the parameters of a function stand, in its head and its body, with new names."""
    inside = [node for statement in function.body for node in ast.walk(statement)]
    if any(isinstance(node, _SCOPES) for node in inside):
        return []
    new = _new_names(function, inside, kept)
    names = [n for n in inside if isinstance(n, ast.Name) and n.id in new]
    heads = [arg for arg in function.args.args if arg.arg in new]
    return [_Spot(arg.lineno, arg.col_offset, arg.arg, new[arg.arg]) for arg in heads] + [
        _Spot(name.lineno, name.col_offset, name.id, new[name.id]) for name in names
    ]


def _new_names(
    function: ast.FunctionDef | ast.AsyncFunctionDef, inside: list[ast.AST], kept: set[str]
) -> dict[str, str]:
    """Letters for those parameters that may have another name, none that the function uses."""
    used = {node.id for node in inside if isinstance(node, ast.Name)}
    used |= {name for node in inside if isinstance(node, ast.Global) for name in node.names}
    arguments = function.args
    everything = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    everything += [one for one in (arguments.vararg, arguments.kwarg) if one]
    used |= {arg.arg for arg in everything}
    letters = iter([letter for letter in ascii_lowercase if letter not in used])
    return {arg.arg: next(letters) for arg in arguments.args if arg.arg not in kept}
