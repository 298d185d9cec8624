"""Texts that some games add, in the language "en": key, length, text, one after the other.

Made by `python -m host_tools.languages` from en.json; do not edit here.
"""

TABLE = (
    b"\xcb\x0awrong slot"
    b"\x8d\x05Trump"
    b"\x8c\x03Bid"
    b"7 Player \x01: tap a tile on your pad"
    b"6\x1aFive doubles: \x05. OK: go on"
    b"5\x1aStraight six: \x05. OK: go on"
    b"4\x1aFour doubles: \x05. OK: go on"
    b"3\x1bStraight five: \x05. OK: go on"
    b"2\x18Full house: \x05. OK: go on"
    b"1\x1bStraight four: \x05. OK: go on"
    b"0\x1bThree doubles: \x05. OK: go on"
    b"/\x13Flush: \x05. OK: go on"
    b".\x12Pair: \x05. OK: go on"
    b"-\x17Most pips: \x05. OK: go on"
    b",\x13All hands shown? OK"
    b"+\x15\x03 is on \x04\x0e, not on \x07\x0f"
    b"*\x1fPlayer \x01 takes +\x02\x0e. Lift it: \x04\x0f"
    b")\x19Player \x01: lay a tile on \x04"
    b"(\x15Player \x01: trump \x08? OK"
    b"'\x1ePlayer \x01:\x0e bid \x06? OK, or\x0f pass"
    b"&\x0eAll deal again"
    b"%\x18Deal again? OK. Undo: no"
    b"$\x1f\x03 closed.\x0e Player \x01: your turn\x0f"
    b"#\x15Close \x03? OK. Undo: no"
    b"\x22%\x0e+\x02 \x0fPlayer \x01: your turn. Menu: close"
    b"!'\x0e+\x02 \x0fAnother double, or OK. Menu: close"
    b" $\x0e+\x02 \x0fPlayer \x01: another double, or OK"
)
