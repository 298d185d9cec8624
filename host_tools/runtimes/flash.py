"""The files on the board's flash, for the time of a run: a folder of their own."""

import contextlib
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def flash(files: dict[str, object]) -> Iterator[Path]:
    """Make the folder; `files`: name -> JSON value, or bytes as they are."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        for name, value in files.items():
            data = value if isinstance(value, bytes) else json.dumps(value).encode()
            (Path(folder) / name).write_bytes(data)
        yield Path(folder)
