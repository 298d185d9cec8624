"""Who plays: names and personal tags, and who sits where. Nobody has to be known.

In two copies (copies.py), `players.a` and `.b`:
`{"people": [["Anna", "04a81d12de5f80"], ["Ben", ""]], "seats": ["Anna", "", "", ""]}`. A name has
1 to 8 letters: printable ASCII, or the Arabic alphabet (U+0621 to U+064A without the tatweel, no
marks); a tag is a UID in hexadecimal, "" for none. Deleting a name deletes all that is known of
it. Imported when names are needed, and dropped.
"""

from micropython import const

from domino.store.copies import Copies

NAME = "players"
VERSION = const(1)
LONGEST = const(8)  # letters of a name
MOST = const(16)  # people
_SEATS = const(4)
_FIRST_LETTER = const(0x621)  # ui/names.py has their forms
_LAST_LETTER = const(0x64A)
_BETWEEN = const(0x63A)  # behind it no letter of the alphabet
_BEFORE = const(0x641)
_UID_LENGTHS = (8, 14, 20)


class Players:
    """`people`: [name, UID] lists; `seats`: a name for each seat, "" for nobody."""

    def __init__(self, files):
        self._copies = Copies(files, NAME, VERSION)
        values = self._copies.load()
        self.outcome = self._copies.outcome
        self.told = self._copies.told()
        self._has_forgotten = False
        people = values.get("people")
        self.people = [p for p in people if _is_person(p)][:MOST] if _is_list(people) else []
        names = [person[0] for person in self.people]
        seats = values.get("seats")
        seats = seats if _is_list(seats) and len(seats) == _SEATS else [""] * _SEATS
        self.seats = [name if name in names else "" for name in seats]

    def save(self):
        """0 when it is stored; of who was forgotten neither copy knows anything then."""
        if self._has_forgotten:
            self._has_forgotten = False
            self._write()
        return self._write()

    def _write(self):
        return self._copies.save({"people": self.people, "seats": self.seats})

    def find(self, name):
        """The person of this name, None for nobody."""
        for person in self.people:
            if person[0] == name:
                return person
        return None

    def add(self, name):
        """Someone new; False where that is no name, is there already, or there are too many."""
        if not is_name(name) or self.find(name) or len(self.people) == MOST:
            return False
        self.people.append([name, ""])
        return True

    def remove(self, name):
        """Forget somebody; False for who is not known."""
        person = self.find(name)
        if person is None:
            return False
        self.people.remove(person)
        self._has_forgotten = True
        self.seats = ["" if seated == name else seated for seated in self.seats]
        return True

    def give_tag(self, name, uid):
        """This tag is from now on hers alone, "" for none; False where that cannot be."""
        person = self.find(name)
        if person is None or (uid and not _is_uid(uid)):
            return False
        for other in self.people:
            if uid and other[1] == uid:
                other[1] = ""
        person[1] = uid
        return True

    def sit(self, seat, name):
        """Somebody sits down, "" for nobody; who sat elsewhere does not any more."""
        for other in range(_SEATS):
            if name and self.seats[other] == name:
                self.seats[other] = ""
        self.seats[seat] = name


def is_name(name):
    """Whether it can be a name: letters that the screen has, no blank at either end."""
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST or name != name.strip():
        return False
    return all(is_letter(letter) for letter in name)


def is_letter(letter):
    """Whether the screen can show it, in Arabic at least."""
    code = ord(letter)
    if 32 <= code < 127:
        return True
    return _FIRST_LETTER <= code <= _LAST_LETTER and not _BETWEEN < code < _BEFORE


def _is_list(value):
    return isinstance(value, list)


def _is_person(person):
    if not _is_list(person) or len(person) != 2 or not is_name(person[0]):
        return False
    return person[1] == "" or _is_uid(person[1])


def _is_uid(uid):
    if not isinstance(uid, str) or len(uid) not in _UID_LENGTHS:
        return False
    return all(letter in "0123456789abcdef" for letter in uid)
