"""A few pieces of Markdown, and the frame of a page that reads from right to left."""

from __future__ import annotations

from host_tools.pages.phrases import Phrases


def table(rows: list[list[str]]) -> str:
    """A table; the first row is its heading."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, f"|{'---|' * len(rows[0])}")
    return "\n".join(lines)


def details(summary: str, text: str) -> str:
    """A part that opens when it is asked for."""
    return f"<details><summary>{summary}</summary>\n\n{text}\n\n</details>"


def code(text: str, kind: str, say: Phrases) -> str:
    """What is typed or printed; it reads from left to right in any language."""
    block = f"```{kind}\n{text}\n```"
    return f'<div dir="ltr">\n\n{block}\n\n</div>' if say.rtl else block


def page(parts: list[str], say: Phrases) -> str:
    """The parts of a page one after another, in the language's direction."""
    body = "\n\n".join(part for part in parts if part)
    if say.rtl:
        body = f'<div dir="rtl">\n\n{body}\n\n</div>'
    return f"{body}\n"
