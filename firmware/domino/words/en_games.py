"""Texts that some games add, in the language "en": key, length, text, one after the other.

Made by `python -m host_tools.languages` from en.json; do not edit here.
"""

TABLE = (
    b"&\x0eAll deal again"
    b"%\x18Deal again? OK. Undo: no"
    b"$\x1f\x03 closed.\x0e Player \x01: your turn\x0f"
    b"#\x15Close \x03? OK. Undo: no"
    b"\x22%\x0e+\x02 \x0fPlayer \x01: your turn. Menu: close"
    b"!'\x0e+\x02 \x0fAnother double, or OK. Menu: close"
    b" $\x0e+\x02 \x0fPlayer \x01: another double, or OK"
)
