"""The rules core on the real MicroPython: what it allocates, keeps, and how even its work is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median

from host_tools.bench import device_run, memory
from host_tools.bench.figures import Figure
from host_tools.runtimes.micropython.scripts import NoMicroPython

_UNKNOWN = 2  # rules_driver: unknown hands, as on a table
# game, players, teams; all of them with --full. Where hands are unknown a tile that ends a round
# settles nothing yet; a hand of tricks alone is settled with its last tile and is not among them.
_TABLES = (
    ("horse-race", 2, 0),
    ("all-fives", 4, 1),
    ("horse-race", 3, 0),
    ("horse-race", 4, 0),
    ("horse-race", 4, 1),
    ("all-fives", 2, 0),
    ("all-fives", 3, 0),
)
_FEW = 2
_ROUNDS = 200  # more than any match has


def measure(full: bool) -> Iterator[Figure]:
    """`full`: instructions at every table in place of two."""
    yield _alloc()
    yield _ram()
    yield _code()
    yield _evenness(_TABLES if full else _TABLES[:_FEW])
    text = "needs the Pico firmware in an emulator or a Pico: the rp2040 runtime is not built yet"
    yield Figure("play_us_rp2040", None, text)


def _alloc() -> Figure:
    """The worst of both MicroPythons; None where neither is here."""
    worst, ran, missing = None, [], []
    runs: tuple[tuple[str, Callable], ...] = (
        ("64-bit unix", device_run.on_unix),
        ("32-bit under node", device_run.on_32_bits),
    )
    for name, run in runs:
        try:
            games, matches, actions, grown = map(int, run("core_alloc.py").split())
        except NoMicroPython as error:
            missing.append(f"not on the {name} one: {error}")
            continue
        ran.append(name)
        worst = max(worst or 0, grown)
        text = (
            f"worst of {matches} whole matches of {games} games under heap lock, {actions} actions"
        )
    if not ran:
        return Figure("core_alloc_bytes", None, "; ".join(missing))
    on = f"{text}, known and unknown hands, MicroPython {' and '.join(ran)}"
    return Figure("core_alloc_bytes", worst, "; ".join([on, *missing]))


def _ram() -> Figure:
    try:
        _, kept, _ = map(int, device_run.on_32_bits("rules_memory.py").split())
    except NoMicroPython as error:
        return Figure("core_ram_bytes", None, str(error))
    text = "what a match object keeps, all its parts made, on the 32-bit MicroPython under node"
    return Figure("core_ram_bytes", kept, text)


def _code() -> Figure:
    sizes = memory.mpy_sizes()
    core = {
        name.rpartition(".")[2]: size
        for name, size in sizes.items()
        if f"{name}.".startswith("domino.rules.")
    }
    largest = sorted(core, key=core.get, reverse=True)[:3]
    told = ", ".join(f"{name} {core[name]}" for name in largest)
    text = f"all {len(core)} modules of the rules core, every game, mpy-cross -march=armv6m"
    return Figure("core_mpy_bytes", sum(core.values()), f"{text}; largest: {told}")


def _evenness(tables: tuple) -> Figure:
    name = "play_instructions_slowest_ratio"
    worst, told = 0.0, []
    try:
        for game, players, teams in tables:
            table = (game, players, teams, _UNKNOWN, _ROUNDS)
            counts = device_run.instructions("core_plays.py", *table)
            middle = median(counts)
            worst = max(worst, max(counts) / middle)
            sides = " in teams" if teams else ""
            told.append(f"{game} {players}{sides}: {len(counts)} plays, median {middle:.0f}")
    except NoMicroPython as error:
        return Figure(name, None, str(error))
    text = f"instructions of Match.play on the unix MicroPython, by callgrind; {'; '.join(told)}"
    return Figure(name, round(worst, 3), f"{text}; a whole match each, unknown hands")
