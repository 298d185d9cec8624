"""A game with two tiles a hand, whose rounds are over soon."""

from tests.table.fake_feed import Feed

SHORT = (("deal", 2),)  # two tiles a hand: out comes soon
# Seat 0 goes out on its second tile; seat 1 keeps one tile.
OUT_SOON = [("5-5 d3", {}), ("0-5 e3", {}), ("1-5 c3", {"message": "out_or_draw", "seat": 0})]


def short(**how):
    return Feed(options=SHORT, **how)
