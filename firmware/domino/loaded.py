"""Which of our modules are in memory: what is needed seldom is imported then, and let go of."""

import gc
import sys


def drop(*names):
    """Let go of modules that have done their work; they can be imported again."""
    for name in names:
        if sys.modules.pop("domino." + name, None):
            package, _, name = ("domino." + name).rpartition(".")
            if package in sys.modules and hasattr(sys.modules[package], name):
                delattr(sys.modules[package], name)
    gc.collect()


def modules():
    """The names of our modules that are loaded now."""
    return [name for name in sys.modules if name.startswith("domino.")]


def keep_only(loaded):
    """Let go of all modules of ours but those that `modules` told."""
    gc.collect()  # the list of them needs some room
    drop(*[name[len("domino.") :] for name in modules() if name not in loaded])
