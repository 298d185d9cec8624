"""The host's own file system in the shape that the firmware is handed; no littlefs."""

import os


class HostFiles:
    """Used as it stands; names are paths."""

    open = open
    rename = os.rename
    remove = os.remove
    listdir = os.listdir
    mkdir = os.mkdir
    rmdir = os.rmdir
