"""Names, personal tags and seats for a host over the link (docs/link.md)."""

from domino import seating
from domino.store.players import MOST, Players

_A_REPLY = 6  # people in one reply


class PlayersService:
    """`app`: the running App."""

    COMMANDS = ("list", "put", "remove", "sit")

    def __init__(self, app):
        self._app = app

    async def list(self, asked):
        """`from`: the first. `count` of all, some `people`: [name, UID], and `seats`."""
        players = Players(self._app.files)
        first = asked.get("from", 0)
        return {
            "count": len(players.people),
            "most": MOST,
            "people": players.people[first : first + _A_REPLY],
            "seats": players.seats,
        }

    async def put(self, asked):
        """`name` is known, by the tag `uid` where one is given ("": by none)."""
        players = Players(self._app.files)
        name, uid = asked["name"], asked.get("uid")
        if players.find(name) is None and not players.add(name):
            return {"error": "full" if len(players.people) == MOST else "bad_name"}
        if uid is not None and not players.give_tag(name, uid.lower()):
            return {"error": "bad_uid"}
        return self._keep(players)

    async def remove(self, asked):
        """Forget `name`; `was`: whether it was known."""
        players = Players(self._app.files)
        was = players.remove(asked["name"])
        reply = self._keep(players) if was else {}
        reply["was"] = was
        return reply

    async def sit(self, asked):
        """`name` sits at `seat`, from 0; "": nobody known does."""
        players = Players(self._app.files)
        name, seat = asked["name"], asked["seat"]
        if not 0 <= seat < len(players.seats):
            raise ValueError("seat 0 to 3")
        if name and players.find(name) is None:
            return {"error": "bad_name"}
        players.sit(seat, name)
        return self._keep(players)

    def _keep(self, players):
        if players.save():
            return {"error": "not_stored"}
        seating.use(self._app, players)
        return {}
