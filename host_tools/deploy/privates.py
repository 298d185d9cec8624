"""Gives the firmware's private names short ones, before `mpy-cross` compiles.

MicroPython keeps every name of a function or an attribute as a string, once for the whole board,
and a private name serves one module alone. So `_after_select` becomes `_b`, and the private names
of all modules share few strings. Names in one module's text and attributes are counted apart.
Modules whose classes inherit from each other share one count; a private attribute of something
other than `self` has one short name everywhere. Every line keeps its number.

    python -m host_tools.deploy.privates < TRACEBACK

gives a traceback from a board its names back.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from itertools import count
from string import ascii_lowercase, digits

from host_tools import FIRMWARE
from host_tools.deploy import fold, manifest, publics, shorten
from host_tools.files.reading import text as file_text

_LETTERS = ascii_lowercase + digits
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_HEADS = {ast.FunctionDef: "def ", ast.AsyncFunctionDef: "async def ", ast.ClassDef: "class "}
_FRAME = re.compile(
    r'(\s*File ".*?((?:domino/\w+(?:/\w+)*|boot|main)\.py)", line \d+, in )(\w+)(.*)'
)

Names = dict[str, str]
Spot = tuple[int, int, str]  # line from 1, byte of the line from 0, the name


def shorten_all(sources: dict[str, str]) -> dict[str, str]:
    """All the firmware's files with short private names; text by path."""
    globals_, attributes = names(sources)
    return {
        path: _edited(text, globals_[path], attributes[path]) for path, text in sources.items()
    }


def names(sources: dict[str, str]) -> tuple[dict[str, Names], dict[str, Names]]:
    """By path: the short name of each private name of the module's text, of each attribute."""
    modules = {path: _Module(text) for path, text in sources.items()}
    kept = set().union(*(module.kept for module in modules.values()))
    globals_ = {path: _numbered(module.globals - kept, kept) for path, module in modules.items()}
    defined = set().union(*(module.defined for module in modules.values()))
    foreign = set().union(*(module.foreign for module in modules.values()))
    # What is defined nowhere belongs to MicroPython.
    shared = _numbered((foreign & defined) - kept, kept | (foreign - defined))
    taken = kept | (foreign - defined) | set(shared.values())
    attributes = {}
    for group in _families(modules):
        own = set().union(*(modules[path].defined for path in group))
        short = shared | _numbered(own - kept - set(shared), taken)
        attributes |= {path: short for path in group}
    return globals_, attributes


def is_private(name: str) -> bool:
    """`_name`, not `__name__`."""
    return name.startswith("_") and not name.startswith("__") and name != "_"


class _Module:
    """The private names of one module.

    `globals`: of its own text; `defined`: attributes of classes here; `foreign`: attributes
    touched on something other than self; `bases`: modules whose classes those here inherit from;
    `kept`: names that stay as they are.
    """

    def __init__(self, text: str) -> None:
        self.globals: set[str] = set()
        self.defined: set[str] = set()
        self.foreign: set[str] = set()
        self.bases: set[str] = set()
        self.kept: set[str] = set()
        tree = ast.parse(text)
        origin = {
            alias.asname or alias.name: node.module.replace(".", "/") + ".py"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node, is_method in _walk(tree):
            self._take(node, is_method, origin)
        self.globals -= _constants(tree)

    def _take(self, node: ast.AST, is_method: bool, origin: dict[str, str]) -> None:
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            if not (isinstance(node.value, ast.Name) and node.value.id == "self"):
                self.foreign.add(node.attr)
            elif isinstance(node.ctx, ast.Store):
                self.defined.add(node.attr)
        elif isinstance(node, ast.Name) and is_private(node.id):
            self.globals.add(node.id)
        elif isinstance(node, _DEFINITIONS) and is_private(node.name):
            (self.defined if is_method else self.globals).add(node.name)
        self.kept |= {name for name in _fixed(node) if is_private(name)}
        if isinstance(node, ast.ClassDef):
            bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
            bases |= {b.value.id for b in node.bases if isinstance(b, ast.Attribute)}
            self.bases |= {origin[name] for name in bases if name in origin}


def _walk(tree: ast.AST) -> Iterator[tuple[ast.AST, bool]]:
    """Every node, and whether it stands in the body of a class itself."""
    for child in ast.iter_child_nodes(tree):
        yield child, isinstance(tree, ast.ClassDef)
        yield from _walk(child)


def _constants(tree: ast.Module) -> set[str]:
    """Names that `const()` defines: they vanish when the module is compiled."""
    return {
        node.targets[0].id
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "const"
    }


def _fixed(node: ast.AST) -> list[str]:
    """Names at this node that must stay: imported, passed by name, in a text, of a parameter."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [part for a in node.names for part in (a.name, a.asname or "")]
    if isinstance(node, ast.keyword):
        return [node.arg or ""]
    if isinstance(node, ast.arg):
        return [node.arg]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value] if node.value.isidentifier() else []
    if isinstance(node, ast.JoinedStr):
        inside = list(ast.walk(node))
        found = [n.id for n in inside if isinstance(n, ast.Name)]
        return found + [n.attr for n in inside if isinstance(n, ast.Attribute)]
    return []


def _families(modules: dict[str, _Module]) -> list[set[str]]:
    """Modules whose classes inherit from each other."""
    families = {path: {path} for path in modules}
    for path, module in modules.items():
        for base in module.bases & set(modules):
            merged = families[path] | families[base]
            families |= {member: merged for member in merged}
    return list({id(family): family for family in families.values()}.values())


def _numbered(found: set[str], taken: set[str]) -> Names:
    """Short names in the order of the alphabet, none of `taken`."""
    fresh = (name for name in map(_short, count()) if name not in taken)
    return dict(zip(sorted(found), fresh, strict=False))


def _short(number: int) -> str:
    """_a to _9, then _aa and so on."""
    text = _LETTERS[number % len(_LETTERS)]
    while number >= len(_LETTERS):
        number = number // len(_LETTERS) - 1
        text = _LETTERS[number % len(_LETTERS)] + text
    return "_" + text


def _edited(text: str, globals_: Names, attributes: Names) -> str:
    lines = text.encode().splitlines(keepends=True)
    edits = []
    for node, in_class in _walk(ast.parse(text)):
        edits += _edits(node, in_class, globals_, attributes)
    for line, column, old, new in sorted(edits, reverse=True):
        row = lines[line - 1]
        column = row.index(old.encode(), column)
        lines[line - 1] = row[:column] + new.encode() + row[column + len(old) :]
    return b"".join(lines).decode()


def _edits(
    node: ast.AST, in_class: bool, globals_: Names, attributes: Names
) -> list[tuple[int, int, str, str]]:
    """Line, a byte at or before the name, the name, its new one."""
    if isinstance(node, ast.Attribute) and node.attr in attributes:
        column = node.end_col_offset - len(node.attr)
        return [(node.end_lineno, column, node.attr, attributes[node.attr])]
    if isinstance(node, ast.Name) and node.id in globals_:
        return [(node.lineno, node.col_offset, node.id, globals_[node.id])]
    if isinstance(node, _DEFINITIONS):
        new = (attributes if in_class else globals_).get(node.name)
        column = node.col_offset + len(_HEADS[type(node)])
        return [(node.lineno, column, node.name, new)] if new else []
    if isinstance(node, ast.Global):
        return [
            (node.lineno, node.col_offset, n, globals_[n]) for n in node.names if n in globals_
        ]
    return []


def original(path: str, short: str, found: tuple[dict[str, Names], ...]) -> str:
    """What a name of a traceback is in the source; `found`: of `names`, and public ones. All that
    it may be; the name itself where it is none of ours."""
    spelt = [name for kind in found for name, new in kind.get(path, {}).items() if new == short]
    return " or ".join(spelt) or short


def translated(line: str, found: tuple[dict[str, Names], ...]) -> str:
    """A line of a traceback with its name as in the source; any other line as it is."""
    frame = _FRAME.fullmatch(line)
    if not frame:
        return line
    head, path, short, tail = frame.groups()
    return f"{head}{original(path, short, found)}{tail}"


def main() -> None:
    """A traceback from standard input, with its names."""
    paths = [path for path in manifest.files() if path.endswith(".py")]
    texts = {path: file_text(FIRMWARE / path) for path in paths}
    texts = shorten.shorten_all(fold.fold_all(texts))
    found = (*names(texts), dict.fromkeys(texts, publics.names(shorten_all(texts))))
    for line in sys.stdin:
        print(translated(line.rstrip("\n"), found))


if __name__ == "__main__":
    main()
