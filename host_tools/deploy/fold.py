"""Puts the values of public constants where other modules name them, before `mpy-cross` compiles.

`mpy-cross` does so for `const()` names within one module. Across modules a name costs a look-up
each time it is used, and RAM: an entry in the dict of the module that defines it. A board has no
use for the names. So `codes.NONE` becomes `255`, an import that brought nothing but constants
goes, and so does the definition. Nothing else changes, and every line keeps its number.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

_OPERATORS = {
    ast.Add: int.__add__,
    ast.Sub: int.__sub__,
    ast.Mult: int.__mul__,
    ast.LShift: int.__lshift__,
    ast.RShift: int.__rshift__,
    ast.BitOr: int.__or__,
    ast.BitAnd: int.__and__,
    ast.BitXor: int.__xor__,
}


def fold_all(sources: dict[str, str]) -> dict[str, str]:
    """All the firmware's files folded; text by path, such as `domino/rules/codes.py`."""
    modules = {path: _module(path) for path in sources}
    known = constants({modules[path]: text for path, text in sources.items()})
    return {path: fold(modules[path], text, known) for path, text in sources.items()}


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def constants(sources: dict[str, str]) -> dict[str, dict[str, int]]:
    """The public integers of each module that has some; `sources`: text by dotted name."""
    found = {}
    for module, source in sources.items():
        own: dict[str, int] = {}
        for statement in ast.parse(source).body:
            name = _defined(statement)
            value = _value(statement.value.args[0], own) if name else None
            if value is not None:
                own[name] = value
        public = {name: value for name, value in own.items() if not name.startswith("_")}
        if public:
            found[module] = public
    return found


def fold(module: str, source: str, known: dict[str, dict[str, int]]) -> str:
    """The module's source with the constants of `known` (see `constants`) put in."""
    tree = ast.parse(source)
    scope = _Scope(module, known, _bound(tree))
    scope.visit(tree)
    edits = scope.edits + [scope.rewritten(node) for node in scope.imports]
    return _edited(source, [edit for edit in edits if edit is not None])


def _defined(statement: ast.stmt) -> str | None:
    """The name that `NAME = const(…)` defines."""
    if not (isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call)):
        return None
    called = statement.value.func
    is_const = isinstance(called, ast.Name) and called.id == "const"
    return statement.targets[0].id if is_const else None


def _value(node: ast.expr, own: dict[str, int]) -> int | None:
    """What an expression of integers and earlier constants comes to; None for anything else."""
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if isinstance(node, ast.Name):
        return own.get(node.id)
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _value(node.left, own), _value(node.right, own)
        if left is not None and right is not None:
            return _OPERATORS[type(node.op)](left, right)
    return None


def _bound(tree: ast.AST) -> set[str]:
    """Names that something other than an import gives a value: those are not folded."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Global):
            names.update(node.names)
    return names


@dataclass
class _Edit:
    """Text that takes the place of a node."""

    node: ast.AST
    text: str


@dataclass
class _Scope(ast.NodeVisitor):
    """What one module's names stand for, and the edits that follow."""

    module: str
    known: dict[str, dict[str, int]]
    bound: set[str]
    imports: list[ast.ImportFrom] = field(default_factory=list)
    edits: list[_Edit] = field(default_factory=list)
    kept: set[str] = field(default_factory=set)  # imported names that are needed all the same

    def visit_Module(self, node: ast.Module) -> None:
        self.modules: dict[str, dict[str, int]] = {}  # by the name they go by here
        self.values: dict[str, int] = dict(self.known.get(self.module, {}))
        for found in ast.walk(node):
            if isinstance(found, ast.ImportFrom):
                self._import(found)
        self.generic_visit(node)

    def _import(self, node: ast.ImportFrom) -> None:
        self.imports.append(node)
        for alias in node.names:
            name = alias.asname or alias.name
            if name in self.bound:
                continue
            if f"{node.module}.{alias.name}" in self.known:
                self.modules[name] = self.known[f"{node.module}.{alias.name}"]
            elif alias.name in self.known.get(node.module or "", {}):
                self.values[name] = self.known[node.module][alias.name]

    def visit_Assign(self, node: ast.Assign) -> None:
        if _defined(node) in self.known.get(self.module, {}):
            self.edits.append(_Edit(node, "pass"))
        else:
            self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        owner = node.value.id if isinstance(node.value, ast.Name) else None
        if node.attr in self.modules.get(owner, {}):
            self.edits.append(_Edit(node, _literal(self.modules[owner][node.attr])))
        else:
            self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in self.values:
            self.edits.append(_Edit(node, _literal(self.values[node.id])))
        else:
            self.kept.add(node.id)

    def rewritten(self, node: ast.ImportFrom) -> _Edit | None:
        """An import without the names that are not needed any more."""
        needed = [alias for alias in node.names if self._is_needed(alias)]
        if len(needed) == len(node.names):
            return None
        names = ", ".join(a.name + (f" as {a.asname}" if a.asname else "") for a in needed)
        return _Edit(node, f"from {node.module} import {names}" if needed else "pass")

    def _is_needed(self, alias: ast.alias) -> bool:
        name = alias.asname or alias.name
        return name in self.kept or not (name in self.modules or name in self.values)


def _literal(value: int) -> str:
    return str(value) if value >= 0 else f"({value})"


def _edited(source: str, edits: list[_Edit]) -> str:
    """The text with each edit made; lines that an edit takes away are left empty."""
    text = source.encode()
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for edit in sorted(edits, key=lambda edit: (edit.node.lineno, edit.node.col_offset))[::-1]:
        node = edit.node
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        lost = b"\n" * (node.end_lineno - node.lineno)
        text = text[:start] + edit.text.encode() + lost + text[end:]
    return text.decode()
