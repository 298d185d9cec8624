"""Says at the end what the tests ran on, so that what was skipped is not taken for passed."""

import os
import shutil

from host_tools.runtimes.micropython import binary, scripts


def pytest_terminal_summary(terminalreporter):
    has_32_bits = scripts.NODE_PACKAGE.exists() and shutil.which("node")
    lines = {
        "real MicroPython": binary.find() or "none: set MICROPYTHON",
        "32-bit MicroPython": "under node" if has_32_bits else "none: npm brings it, see .ci/run",
        "real tag data": os.environ.get("DOMINO_REFERENCE") or "none: set DOMINO_REFERENCE",
    }
    for name, found in lines.items():
        terminalreporter.write_line(f"{name}: {found}")
