"""Host tools of the smart domino table: the firmware's rules, and a whole simulated board.

The firmware runs unmodified on CPython: its own folder, and stand-ins for the few modules that
only MicroPython has, are put on the path here.
"""

import sys
from pathlib import Path

__version__ = "0.9.0"  # pyproject.toml and firmware/package.json take it from here

_HERE = Path(__file__).resolve().parent
_SHIPPED = _HERE / "shipped"  # a wheel has firmware, boards and worked cases there
INSTALLED = _SHIPPED.is_dir()
ROOT = _SHIPPED if INSTALLED else _HERE.parent
FIRMWARE = ROOT / "firmware"
BOARD_CONFIGS = ROOT / "board_configs"
STAND_INS = _HERE / "runtimes" / "cpython" / "stand_ins"

for _folder in (FIRMWARE, STAND_INS):
    if str(_folder) not in sys.path:
        sys.path.append(str(_folder))


def build_folder() -> Path:
    """Where commands put what they make: `build` of the checkout, or of the working folder."""
    return (Path.cwd() if INSTALLED else ROOT) / "build"
