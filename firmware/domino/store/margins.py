"""How much room each reader had when it was measured last: dB between the gain that the table sets
and the least at which a tile was read well. A file of JSON, version 1, for who repairs a table.
"""

import json

FILE = "margins.json"
_NEW = ".new"
VERSION = 1


def load(files):
    """Margins by name of reader; empty where there is no file, or one that cannot be read."""
    if files is None:
        return {}
    try:
        with files.open(FILE) as file:
            found = json.loads(file.read())
        if found["version"] == VERSION and isinstance(found["margins"], dict):
            return found["margins"]
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return {}


def save(files, margins):
    """Write beside, then rename: a power cut leaves one of them."""
    with files.open(FILE + _NEW, "w") as file:
        file.write(json.dumps({"version": VERSION, "margins": margins}))
    files.rename(FILE + _NEW, FILE)
