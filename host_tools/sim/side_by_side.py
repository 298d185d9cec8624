"""The same work on many things, in several processes; what comes of it in the order of things."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Thing = TypeVar("Thing")
Result = TypeVar("Result")


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(
    work: Callable[[Thing], Result], things: Iterable[Thing], jobs: int
) -> Iterator[Result]:
    """`work(thing)` for each, by `jobs` processes at most; with one of them in this process.

    `work` can be pickled. Whatever ends this generator early ends the processes too.
    """
    things = list(things)
    jobs = min(jobs, len(things))
    if jobs <= 1:
        yield from map(work, things)
        return
    others = multiprocessing.active_children()
    with ProcessPoolExecutor(jobs, initializer=_begin) as pool:
        try:
            yield from pool.map(work, things)
        except BaseException:
            for process in multiprocessing.active_children():
                if process not in others:
                    process.terminate()
            # The pool's own thread waits for them: who waited beside it would miss their end.
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _begin() -> None:
    """A process at work ends at once and silently; what it has started ends with its pipes."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        with contextlib.suppress(AttributeError):  # not on this system
            signal.signal(getattr(signal, name), lambda number, _: os._exit(128 + number))
