"""Host tools of the smart domino table: the firmware's rules, and a whole simulated board.

The firmware runs unmodified on CPython: its own folder, and stand-ins for the few modules that
only MicroPython has, are put on the path here.
"""

import sys
from pathlib import Path

__version__ = "0.1.0"  # pyproject.toml takes it from here

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware"
STAND_INS = ROOT / "host_tools" / "runtimes" / "cpython" / "stand_ins"

for _folder in (FIRMWARE, STAND_INS):
    if str(_folder) not in sys.path:
        sys.path.append(str(_folder))
