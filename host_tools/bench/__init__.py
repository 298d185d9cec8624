"""Measures what DESIGN.md's numbers promise (FORMATS.md, "Bench").

Every bench is a module with `measure(full: bool) -> Iterator[Figure]`. Figures are measured in
virtual time and bytes, so a run on a slow computer prints the same; the one exception says so.
"""
