"""Names that people and house games have, in the order in which the screen draws them.

A name is written in Latin letters, Arabic ones, or both. Where the language has drawn letters,
each Arabic one takes its form in the word, and what runs right is turned round. A screen of cells
has Latin letters alone: it shows an Arabic letter by the Latin ones nearest to it. Imported when a
name is met that is to be shown, and dropped.
"""

from micropython import const

from domino.ui.text import BLANK, STILL, turn

FIRST_LETTER = const(0x621)  # the Arabic alphabet, without marks (store/players.py too)
LAST_LETTER = const(0x64A)
_LAM = const(0x644)
_PAGE = const(0x600)
_ALEFS = b"\x22\x23\x25\x27"  # on that page: those that a lam takes with it
_OTHERS = "<>()"
_MIRRORED = b"><)("
_UNKNOWN = const(63)  # the question mark
# Forms of a letter, by what it joins: 1 the letter before it, 2 the one after it.
_FORMS = const(4)
_NEXT = const(2)
# Two signs a code point, from U+0621.
_LATIN = b"' a a w i y a b a t thj h khd dhr z s shs d t z a gh? ? ? ? ? ? f q k l m n h w a y "


def is_arabic(name):
    """Whether a letter of it is Arabic."""
    return any(FIRST_LETTER <= ord(letter) <= LAST_LETTER for letter in name)


def latin(name):
    """The name in ASCII, as a str."""
    if not is_arabic(name):
        return "".join([c if 32 <= ord(c) < 127 else "?" for c in name])
    out = ""
    for letter in name:
        at = 2 * (ord(letter) - FIRST_LETTER)
        if 0 <= at < len(_LATIN):
            letter = str(_LATIN[at : at + 2], "ascii").strip()
            if not out or out[-1] == " ":
                letter = letter[0].upper() + letter[1:]
        out += letter if 32 <= ord(letter[0]) < 127 else "?"
    return out


def ordered(name, words):
    """The codes of a name, as `words` (Cells or Drawn) draws them one after the other."""
    if not (words.is_drawn and is_arabic(name) and words.letters.FORMS):
        out = bytearray(latin(name).encode())
        if words.is_drawn:
            _hold(out)
        if words.is_mirrored:
            turn(out, 0, len(out))
        return bytes(out)
    out = bytearray()
    begin = 0  # of a run of Latin letters or digits
    i = 0
    while i < len(name):
        letter = name[i]
        if _forms(letter, words) >= 0:
            code = _lam_alef(name, i, words)
            if code:
                i += 1
            else:
                code = _form(name, i, words)
            out.append(code)
            begin = len(out)
        elif letter in _OTHERS:
            out.append(_MIRRORED[_OTHERS.index(letter)])
            begin = len(out)
        elif letter == " ":
            out.append(BLANK)
            begin = len(out)
        else:  # each one goes before those of its run: they run right
            code = ord(letter) if 32 < ord(letter) < 127 else _UNKNOWN
            out = out[:begin] + bytes((code,)) + out[begin:]
        i += 1
    _hold(out)
    return bytes(out)


def _hold(out):
    """A name stays in its line."""
    for i in range(len(out)):
        if out[i] == BLANK:
            out[i] = STILL


def _forms(letter, words):
    """Where the forms of a letter begin, -1 for what is none."""
    at = _FORMS * (ord(letter) - FIRST_LETTER)
    forms = words.letters.FORMS
    return at if 0 <= at < len(forms) and forms[at] else -1


def _lam_alef(name, i, words):
    """The code of a lam with the alef behind it, 0 where it is none."""
    if ord(name[i]) == _LAM and i + 1 < len(name):
        for k in range(len(_ALEFS)):
            if ord(name[i + 1]) == _PAGE + _ALEFS[k]:
                return words.letters.LAM_ALEF[2 * k + (1 if _joins(name, i, words) else 0)]
    return 0


def _form(name, i, words):
    """The code of the letter in its word."""
    forms = words.letters.FORMS
    at = _forms(name[i], words)
    joins = 1 if _joins(name, i, words) else 0
    if forms[at + _NEXT] and i + 1 < len(name):
        following = _forms(name[i + 1], words)
        if following >= 0 and forms[following + 1]:
            joins += _NEXT
    return forms[at + joins] or forms[at]


def _joins(name, i, words):
    """Whether the letter is joined to the one before it."""
    if i == 0 or not words.letters.FORMS[_forms(name[i], words) + 1]:
        return False
    before = _forms(name[i - 1], words)
    return before >= 0 and words.letters.FORMS[before + _NEXT] > 0
