"""Board configs: found by name or path, read strictly, checked, and made into a slot graph.

`load(name_or_path)` gives a config that has no fault, or raises BoardError. Names of slots and
pads and the neighbours come from the config by `slot_names`, `pad_names` and `neighbours`.
"""

from host_tools.boards.checks import Report, check, load
from host_tools.boards.faults import BoardError, Fault
from host_tools.boards.graph import neighbours, pad_names, slot_names, slot_places, spans
from host_tools.boards.reading import CONFIGS, board_names

__all__ = [
    "CONFIGS",
    "BoardError",
    "Fault",
    "Report",
    "board_names",
    "check",
    "load",
    "neighbours",
    "pad_names",
    "slot_names",
    "slot_places",
    "spans",
]
