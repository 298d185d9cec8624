"""What the rules core takes of a board: RAM on a 32-bit MicroPython, and bytes of `.mpy`."""

from tests import micropython

RAM_LIMIT = 6 * 1024  # DESIGN.md, "Numbers to hold"
MPY_LIMIT = 40 * 1024  # for the core of all games


def test_the_ram_that_a_match_keeps(capsys):
    imported, kept, grown = map(int, micropython.run32("rules_memory.py").split())
    with capsys.disabled():
        print(f"\nrules core, 32-bit: a match keeps {kept} bytes, its modules {imported}")
    assert 0 < kept <= RAM_LIMIT
    assert grown == 0


def test_the_core_compiles_for_the_board_and_stays_small(capsys):
    rules = micropython.compile_firmware("armv6m", folded=True) / "domino" / "rules"
    sizes = {file.stem: file.stat().st_size for file in sorted(rules.glob("*.mpy"))}
    with capsys.disabled():
        listed = ", ".join(f"{name} {size}" for name, size in sizes.items())
        print(f"\nrules core, .mpy armv6m: {sum(sizes.values())} bytes ({listed})")
    assert {"match", "layout", "settlement"} <= set(sizes)
    assert sum(sizes.values()) <= MPY_LIMIT
