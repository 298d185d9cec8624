"""Keeps the tables of the wiring pages true: `python -m host_tools.boards.pages` writes them anew.

A page holds them between `<!-- made: NAME -->` and `<!-- end -->`; all else is written by people.
"""

import re
from collections.abc import Callable
from pathlib import Path

from host_tools.boards import page_tables
from host_tools.boards.checks import load
from host_tools.boards.reading import CONFIGS, board_names
from host_tools.files.reading import text as file_text
from host_tools.files.saving import save

TABLES: dict[str, Callable[[dict], list[str]]] = {
    "parts": page_tables.part_table,
    "pins": page_tables.pin_table,
    "lengths": page_tables.length_table,
    "selects": page_tables.select_table,
    "budget": page_tables.budget_table,
    "sizes": page_tables.size_table,
}
_PLACE = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def page(board: str) -> Path:
    """The wiring page of a board of board_configs/."""
    return CONFIGS / board / "wiring.md"


def tables_in(text: str) -> list[str]:
    """The names of the tables that a page has."""
    return [found[1] for found in _PLACE.findall(text)]


def renewed(text: str, config: dict) -> str:
    """The page with its tables made anew. Raises KeyError for a table that nobody makes."""

    def made(found: re.Match) -> str:
        lines = TABLES[found[2]](config)
        return f"{found[1]}{chr(10).join(lines)}\n{found[3]}"

    return _PLACE.sub(made, text)


def stale() -> list[str]:
    """The boards whose pages do not say what their configs say."""
    return [board for board in board_names() if _renew(board) != _read(board)]


def _renew(board: str) -> str:
    return renewed(_read(board), load(board))


def _read(board: str) -> str:
    return file_text(page(board))


def main() -> None:
    """Write what is stale."""
    boards = stale()
    for board in boards:
        save(page(board), _renew(board))
    print(f"board_configs: {'written ' + ', '.join(boards) if boards else 'all fresh'}")


if __name__ == "__main__":
    main()
