"""The command line: finds the command's module, and sees to it that every end is a clean one.

A command lives in its own module, imported only when it is called: `register(subparsers)` adds
its parser and sets `run`, and `run(args) -> int` gives the exit status. Status 1 is also what a
command line gets that cannot be understood: 2 means that something was played and refused.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.util
import itertools
import os
import re
import signal
import sys
from typing import Iterator, NoReturn, Sequence, TextIO

from host_tools import __version__
from host_tools.files.saving import NotSaved
from host_tools.records.notation import perhaps, printable

# What FORMATS.md names and `demo`: word -> (module, one line of help). A module that is not there
# yet makes its command "not built yet".
COMMANDS = {
    "games": ("host_tools.records.games_command", "list the games with their options"),
    "replay": ("host_tools.records.replay_command", "play match records through the rules"),
    "simulate": ("host_tools.sim.command", "run the firmware on a simulated board"),
    "board": ("host_tools.boards.command", "check board configs"),
    "demo": ("host_tools.sim.demo", "watch a match on the simulated table"),
    "journal": ("host_tools.journal.command", "read the matches that a board has recorded"),
    "sheet": ("host_tools.sheet.command", "keep the score of Mexican Train"),
    "bench": ("host_tools.bench.command", "measure, and compare with the limits"),
    "selftest": (
        "host_tools.selftest.command",
        "test a table: readers, select lines, buttons, strip and screen",
    ),
    "setting": (
        "host_tools.link.setting_command",
        "read or change a setting of a table; forget a PIN",
    ),
    "tags": ("host_tools.tags.command", "write and enrol the tags of a set through the table"),
}
LATER = (
    "play",
    "deploy",
    "render",
    "watch",
    "hub",
    "fleet",
)

FAILED = 1
INTERRUPTED = 130  # as a shell says it: 128 + SIGINT
PIPE_CLOSED = 141  # 128 + SIGPIPE


class UsageError(Exception):
    """A command line that cannot be understood; the text is one line for the user."""


class _Ended(SystemExit):
    """Somebody asked the process to end. A SystemExit: an event loop lets no other pass."""


class _Parser(argparse.ArgumentParser):
    """argparse, with one line for an error instead of the usage and a line.

    An error is told by the command that met it, and says where a value was taken for an option.
    """

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        # `-5,3` is a value as `-5` is, and refused as one: no option of ours begins with a digit.
        self._negative_number_matcher = re.compile(r"-\.?\d")
        self._given: list[str] = []

    def parse_known_args(
        self, args: list[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        self._given = list(args or ())
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        told = printable(" ".join(message.split()) + self._meant(message))
        raise UsageError(f"{self.prog}: {told}; see {self.prog} --help")

    def _meant(self, message: str) -> str:
        """Of the first option that there is none: the one that is meant, perhaps, or how a value
        is written that begins with `-`."""
        options = [name for action in self._actions for name in action.option_strings]
        given = itertools.takewhile(lambda one: one != "--", self._given)
        dashed = (one for one in given if one.startswith("-") and len(one) > 1)
        names = (one.partition("=")[0] for one in dashed)
        strange = next((one for one in names if not _begins_one_of(options, one)), "")
        near = perhaps(strange, options) if strange.startswith("--") else ""
        if near:
            return f"; {strange} is no option{near}"
        if not strange or strange.startswith("--") or self._subparsers:
            return ""
        option = re.match(r"argument (--[\w-]+): expected (.*)", message)
        if option is None:
            return f"; a value that begins with - stands behind --: -- {strange}"
        written = f"; a value that begins with - is written {option[1]}={strange}"
        return written if "one argument" in option[2] else ""


def _begins_one_of(options: list[str], given: str) -> bool:
    return any(option.startswith(given) for option in options)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status; never raises for what a user can do."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _fill_closed_streams()
    _escape_what_the_terminal_lacks()
    try:
        with _ending_cleanly():
            status = _run(arguments)
        sys.stdout.flush()
        return status
    except UsageError as error:
        print(error, file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except _Ended as ending:
        return ending.code
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except NotSaved as error:
        print(f"{printable(error.path)}: cannot be written: {error}", file=sys.stderr)
        return FAILED
    except OSError as error:
        _drop_output()
        print(f"domino-table: {_in_words(error)}", file=sys.stderr)
        return FAILED


def built() -> list[str]:
    """The commands whose modules are there."""
    return [word for word, (module, _) in COMMANDS.items() if _is_there(module)]


def _run(arguments: list[str]) -> int:
    word = next((argument for argument in arguments if not argument.startswith("-")), None)
    if word is not None:
        _refuse_unbuilt(word)
    try:
        args = _parser(word).parse_args(arguments)
    except SystemExit as leaving:  # --help, --version
        return leaving.code if isinstance(leaving.code, int) else 0
    return args.run(args)


def _refuse_unbuilt(word: str) -> None:
    """Raises UsageError for a word that is no command, or one that does not work yet."""
    works = ", ".join(built())
    if word in LATER or (word in COMMANDS and not _is_there(COMMANDS[word][0])):
        raise UsageError(f"domino-table: '{word}' is not built yet; what works: {works}")
    if word not in COMMANDS:
        near = perhaps(word, built())
        raise UsageError(f"domino-table: no command {ascii(word)}{near}; what works: {works}")


def _parser(word: str | None) -> _Parser:
    """The parser: the called command in full, of the others only the line of help."""
    parser = _Parser(prog="domino-table", description="Host tools of the smart domino table.")
    parser.add_argument("--version", action="version", version=f"domino-table {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    for name in built():
        module, text = COMMANDS[name]
        if name == word:
            importlib.import_module(module).register(commands)
        else:
            commands.add_parser(name, help=text)
    return parser


def _is_there(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # not even its package
        return False


def _in_words(error: OSError) -> str:
    """What the system refused, and with which file where it says so."""
    reason = error.strerror or str(error)
    return reason if error.filename is None else f"{printable(str(error.filename))}: {reason}"


@contextlib.contextmanager
def _ending_cleanly() -> Iterator[None]:
    """SIGTERM and SIGHUP end a command as Ctrl-C does: its processes and folders go with it."""

    def end(number: int, frame: object) -> NoReturn:
        raise _Ended(128 + number)

    before = {}
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            with contextlib.suppress(ValueError):  # signals belong to the main thread
                before[number] = signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _fill_closed_streams() -> None:
    """Puts /dev/null where an output was closed.

    Else the next file opened gets its number, and `print` takes standard output for a standard
    error that is not there. A closed input stays one that nothing can be read from.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number, this one
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()


def _nowhere() -> TextIO:
    return os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _escape_what_the_terminal_lacks() -> None:
    """A name in another script must not end a command on a terminal that cannot show it."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _drop_output() -> None:
    """Nobody reads on: what is still buffered must not raise again when Python ends."""
    try:
        descriptor = sys.stdout.fileno()
    except (AttributeError, OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
