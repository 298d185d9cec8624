"""Texts of making and testing, in the language "en": key, length, text, one after the other.

Made by `python -m host_tools.languages` from en.json; do not edit here.
"""

TABLE = (
    b"<\x10MISO never moves"
    b";%Reads arrive late: clock lowered to \x06"
    b":%Safe start. OK: go on Undo: new match"
    b"9\x15All is well. Press OK"
    b"8\x1f\x0e\x08 of \x09 readers fail. \x0fPress OK"
    b"7&\x0e\x04: \x06 dB. \x0fLay a tile on a slot, or OK"
    b"6\x07Press \x0a"
    b"5\x11Self-test: lights"
    b"4\x18Self-test: reader \x08 of \x09"
    b"3\x15A computer is at work"
    b"2\x1cNot this tag: take it from \x04"
    b"1\x0c\x03 is written"
    b"0\x15\x0e\x08/\x09: \x0flay \x03 on a pad"
)
