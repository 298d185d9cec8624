"""The rules of the house, held by reading the source: imports flow one way, no hardware outside
main.py, nothing printed or asserted on the board, manifests that list what is there, module sizes.

Each rule is a function from a parsed module to the lines that break it. It runs over the tree, and
over a sample that breaks it, so that a rule that never fails is noticed.
"""

import ast

import pytest

from host_tools import FIRMWARE, ROOT, boards
from host_tools.bench.memory import mpy_sizes, total_of
from host_tools.deploy import manifest

DOMINO = FIRMWARE / "domino"
HOST = ROOT / "host_tools"
TESTS = ROOT / "tests"
# On the flash, where there is room (DESIGN hoped for 110 KB; the smallest file system, a Pico W's,
# has 848 KB); the heap bounds what is imported.
MPY_TOTAL_BYTES = 224 * 1024

# DESIGN, "Imports": which packages of domino/ a package may import beside itself.
MAY_IMPORT = {
    "rules": set(),
    "nfc": set(),
    "words": set(),
    "store": set(),
    "ui": {"words"},
    "board": {"nfc"},
    "table": {"rules", "words", "store"},
    "net": {"store"},
}
ROOTS = {
    "app.py",
    "board_fault.py",
    "board_service.py",
    "building.py",
    "errands.py",
    "guarding.py",
    "lending.py",
    "lights.py",
    "loaded.py",
    "players_service.py",
    "safe_start.py",
    "seating.py",
    "selftest.py",
    "services.py",
    "trust.py",
    "wording.py",
    "menu",
}  # put the parts together, so they may import all of them

# What MicroPython brings and a part may use. The clock is handed in, like every pin and bus.
EVERYWHERE = {"array", "micropython", "gc", "struct", "binascii"}
BESIDE = {
    "rules": set(),
    "words": {"json", "sys"},
    "ui": {"framebuf"},
    "nfc": set(),
    "board": set(),
    "table": {"asyncio", "json", "sys"},
    "store": {"hashlib", "json", "os"},
    "net": {"asyncio", "json", "network", "socket", "umqtt"},
}


def python_files(folder):
    return sorted(path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)


def parse(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def in_domino():
    return python_files(DOMINO)


def everywhere():
    return [*python_files(FIRMWARE), *python_files(HOST)]


def in_chips():
    return python_files(HOST / "chips")


def under_typing_only(tree):
    """Imports that no board ever runs: under `if TYPE_CHECKING`."""
    blocks = (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
    )
    return {inner for block in blocks for inner in ast.walk(block)}


def imports(tree):
    """(line, dotted name) of every import that runs; `from a import b` gives a and a.b."""
    skipped = under_typing_only(tree)
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            for name in node.names:
                yield node.lineno, f"{base}.{name.name}"


def package_of(path):
    """`rules` for domino/rules/x.py; the file's name for one that lies in domino/ itself."""
    return path.relative_to(DOMINO).parts[0]


# -- rules: each gives the broken lines of one module --------------------------------------------
def wrong_imports(tree, package):
    """Imports of a firmware module that DESIGN does not allow for its package."""
    if package in ROOTS | {"__init__.py"}:
        return
    for line, name in imports(tree):
        first, _, rest = name.partition(".")
        inner = rest.partition(".")[0]
        if name.startswith("."):
            yield line, "a relative import hides where it goes"
        elif first == "domino":
            if inner != package and inner not in MAY_IMPORT[package]:
                yield line, f"{package} may not import {inner}"
        elif first not in EVERYWHERE | BESIDE[package]:
            yield line, f"{package} may not import {first}"


def hardware_imports(tree, _package):
    for line, name in imports(tree):
        if name.partition(".")[0] in ("machine", "umachine", "rp2", "esp32", "time", "utime"):
            yield line, f"{name} is handed on by main.py"


def prints(tree, _package):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "print":
            yield node.lineno, "print"


def asserts(tree, _package):
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            yield node.lineno, "assert"


def bare_excepts(tree, _package):
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and node.type is None:
            yield node.lineno, "bare except"


def big_integers(tree, _package):
    """Constants that are no small integer on a 32-bit MicroPython, plain or shifted."""
    for node in ast.walk(tree):
        value = None
        if isinstance(node, ast.Constant) and type(node.value) is int:
            value = node.value
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
            sides = (node.left, node.right)
            if all(isinstance(side, ast.Constant) for side in sides):
                value = node.left.value << node.right.value
        if value is not None and value >= 1 << 30:
            yield node.lineno, f"{value} allocates on the board"


def texts_for_people(tree, package):
    """Sentences outside docstrings, annotations and errors, and letters beyond ASCII."""
    if package == "words":
        return
    skipped = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise):
            skipped.update(ast.walk(node))
        elif isinstance(node, ast.arg) and node.annotation:
            skipped.update(ast.walk(node.annotation))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)  # a docstring, of a module or of a field
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and node not in skipped and reads_as_words(node.value):
            yield node.lineno, f"{node.value!r} belongs in host_tools/languages"


def reads_as_words(text):
    words = text.split(" ")
    spoken = [word for word in words if len(word) > 1 and word.strip(".,:;!?").isalpha()]
    return len(spoken) > 1 or any(letter.isalpha() and not letter.isascii() for letter in text)


def undescribed(tree, _package):
    if tree.body and ast.get_docstring(tree) is None:
        yield 1, "a module opens with a docstring"


def firmware_imports(tree, _package):
    for line, name in imports(tree):
        if name.partition(".")[0] in ("domino", "firmware", "machine", "micropython", "framebuf"):
            yield line, f"emulated chips know nothing of {name}"


# What opens files: only host_tools/files does. Names after a dot, whatever stands before it.
_OPENS = (
    *("read_text", "read_bytes", "write_text", "write_bytes", "open", "fdopen", "mkstemp"),
    *("NamedTemporaryFile", "rename", "replace", "copy", "copyfile", "copy2", "copytree", "move"),
)
_OF_STRINGS = ("replace", "copy", "rename")  # of a module they are meant, of a value they are not
_MODULES = ("os", "shutil", "io", "Image", "tempfile", "pathlib")
# The names that a module of host_tools may use all the same, and why.
MAY_OPEN = {
    "cli.py": {"os.open", "os.fdopen"},  # /dev/null for a stream that is closed
    "runtimes/flash.py": {"system.open"},  # littlefs in memory
    "journal/finding.py": {"system.open"},
    "link/simulated.py": {"mounted(content).open"},
    "gallery/making.py": {"Image.open"},  # bytes in memory
    "sim/ports.py": {"wires.open"},  # an emulated bus
    # A secret: a new file of its owner alone, and the mode of the one that is read is looked at.
    "tags/set_key.py": {"os.open", "os.fdopen"},
    # Within a new folder of their own (TemporaryDirectory), for a compiler and a runtime.
    "runtimes/micropython/binary.py": {"p.read_text", "source.write_text"},
    "runtimes/micropython/scripts.py": {"path.write_text"},
}
# What runs on MicroPython.
ON_THE_BOARD = ("runtimes/micropython/shim/", "bench/device/")


def in_host_tools():
    return [
        path
        for path in python_files(HOST)
        if not path.relative_to(HOST).as_posix().startswith((*ON_THE_BOARD, "files/"))
    ]


def opened_files(tree, _package):
    """Files of the host opened, made or replaced elsewhere than in host_tools/files."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        if name == "open":
            yield node.lineno, "open"
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in _OPENS:
            continue
        owner = ast.unparse(node.func.value)
        if node.func.attr not in _OF_STRINGS or owner in _MODULES:
            yield node.lineno, name


# (rule, modules it holds for, package and text of a module that breaks it, broken lines in it)
RULES = [
    (wrong_imports, in_domino, "rules", "import os\nfrom domino.ui import strip", 2),
    (wrong_imports, in_domino, "ui", "from domino import words\nfrom domino import table", 1),
    (wrong_imports, in_domino, "board", "import domino.nfc.tag\nimport domino.table.view", 1),
    (wrong_imports, in_domino, "table", "def f():\n from domino.board import scanner", 1),
    (wrong_imports, in_domino, "nfc", "from . import tag\nimport array", 1),
    (wrong_imports, in_domino, "net", "if TYPE_CHECKING:\n import typing\nimport typing", 1),
    (hardware_imports, in_domino, "app.py", "def f():\n import machine\nfrom time import x", 2),
    (prints, in_domino, "app.py", "print(1)\nlog.print(2)", 1),
    (asserts, in_domino, "nfc", "def f():\n assert 1", 1),
    (bare_excepts, everywhere, "", "try:\n f()\nexcept:\n g()", 1),
    (big_integers, in_domino, "rules", "A = 1 << 30\nB = 0x40000000\nC = 0x3FFFFFFF", 2),
    (texts_for_people, in_domino, "table", '"a doc"\nA = "your turn"\nB = "line_a"\nC = "é"', 2),
    (undescribed, everywhere, "", "A = 1", 1),
    (firmware_imports, in_chips, "", "from domino.nfc import x", 1),
    (opened_files, in_host_tools, "", "open(a)\np.open()\nos.replace(a, b)\ns.replace(a, b)", 3),
    (opened_files, in_host_tools, "", "p.read_text()\nPath(a).write_bytes(b)\nx.open", 2),
]  # fmt: skip


@pytest.mark.parametrize("rule", dict.fromkeys(row[0] for row in RULES), ids=lambda r: r.__name__)
def test_the_tree_keeps_the_rule(rule):
    files = next(row[1] for row in RULES if row[0] is rule)()
    assert files
    broken = []
    for path in files:
        package = package_of(path) if path.is_relative_to(DOMINO) else ""
        where = path.relative_to(ROOT).as_posix()
        allowed = (
            MAY_OPEN.get(where.removeprefix("host_tools/"), ()) if rule is opened_files else ()
        )
        broken += [
            f"{where}:{line}: {what}"
            for line, what in rule(parse(path), package)
            if what not in allowed
        ]
    assert broken == []


@pytest.mark.parametrize("rule, _files, package, text, count", RULES)
def test_the_rule_finds_what_breaks_it(rule, _files, package, text, count):
    assert len(list(rule(ast.parse(text), package))) == count


def test_main_is_the_only_way_to_the_hardware():
    names = {name for _, name in imports(parse(FIRMWARE / "main.py"))}
    assert "machine" in names
    assert {name for name in names if name.startswith("domino.")} == {"domino.app"}


def test_every_package_of_the_firmware_has_its_line_in_the_import_rule():
    there = {path.name for path in DOMINO.iterdir() if path.is_dir()} - {"__pycache__"} - ROOTS
    assert there <= set(MAY_IMPORT)
    assert set(MAY_IMPORT) == set(BESIDE)


# -- lists of files ------------------------------------------------------------------------------
def test_the_manifests_list_what_is_there():
    assert manifest.stale() == [], "run: python -m host_tools.deploy.manifest"


def test_a_manifest_is_stale_once_a_file_comes_or_goes(tmp_path):
    package = tmp_path / "domino" / "rules"
    package.mkdir(parents=True)
    (tmp_path / "main.py").write_text("", encoding="utf-8")
    (package / "codes.py").write_text("", encoding="utf-8")
    (package / "codes.mpy").write_text("", encoding="utf-8")
    assert manifest.write(tmp_path) == ["package.json", "manifest.py"]
    assert manifest.files(tmp_path) == ["domino/rules/codes.py", "main.py"]
    assert manifest.stale(tmp_path) == []
    (package / "font.bin").write_bytes(b"\0")
    assert manifest.stale(tmp_path) == ["package.json"]
    (package / "codes.py").unlink()
    assert manifest.stale(tmp_path) == ["package.json", "manifest.py"]


def test_no_two_test_files_share_a_name():
    names = [path.name for path in python_files(TESTS) if path.name != "conftest.py"]
    assert sorted(set(names)) == sorted(names)
    assert "__init__.py" not in names


# -- compiled size -------------------------------------------------------------------------------
def test_every_module_compiles_and_what_a_board_may_import_fits():
    """The sizes, as copied to a board, are printed with `pytest -s` (and when they do not fit)."""
    sizes = mpy_sizes()
    for name, size in sizes.items():
        print(f"{size:7} {name}")
    print(f"{sum(sizes.values()):7} in all, {len(sizes)} modules")
    assert len(sizes) == len(in_domino()) + len(["main", "boot"])
    totals = {name: total_of(sizes, boards.load(name)) for name in boards.board_names()}
    print(totals)
    assert max(totals.values()) <= MPY_TOTAL_BYTES
