"""People at the seats: their names on the screen, their tags told from tiles, and who sits down by
tapping his tag on a pad. Imported at the start and when somebody does, and dropped.
"""

from binascii import unhexlify

from domino.store import outcome
from domino.store.players import LONGEST, Players
from domino.store.uid_table import UidTable
from domino.table import keeping
from domino.words import ids


def start(app):
    """Take over what is stored."""
    players = Players(app.files)
    app.stored[outcome.PLAYERS] = players.told
    use(app, players)


def use(app, players):
    """Show the names from now on, and know the tags."""
    show(app, players)
    tagged = [person for person in players.people if person[1]]
    app.tags = None
    if tagged:
        from domino.board.tags import Tags

        app.tags = Tags(UidTable(len(tagged)), app.board.slots)
    for person in tagged:
        uid = unhexlify(person[1])
        app.tags.table.put(uid, len(uid), players.people.index(person))
    app.show_anew()


def show(app, players):
    """Hand the names to the screen, as its language draws them."""
    from domino.ui.names import ordered

    words = app.screen.words
    found = [ordered(name, words) for name in players.seats]
    app.screen.use_names(found if words.is_drawn else [name[:LONGEST] for name in found])


def show_anew(app):
    """The language of the screen has changed."""
    show(app, Players(app.files))


def sit_down(app, pad, number):
    """Somebody has tapped his tag on a pad: he sits there. Of seats that share a pad the first
    without a name is his, else the one to act."""
    players = Players(app.files)
    if number >= len(players.people):
        return
    name = players.people[number][0]
    seats = keeping.seats_of(app.table, pad)
    if not seats or any(players.seats[seat] == name for seat in seats):
        return
    free = [seat for seat in seats if not players.seats[seat]]
    seat = free[0] if free else seats[0]
    if not free and app.match.turn in seats:
        seat = app.match.turn
    players.sit(seat, name)
    players.save()
    use(app, players)
    app.table.tell(ids.SAT_DOWN, seat)
