"""Prints what the rules core takes: bytes its modules take when imported, bytes a match keeps, and
bytes that playing adds.

In parts (`# %%`), as the 32-bit build collects garbage only where no Python runs; the heap is
read in parts of one line, as a part's own code lies on the heap too.
"""

import gc

start = imported = kept = played = match = 0
gc.collect()
# %%
start = gc.mem_alloc()
# %%
from domino.rules import games  # noqa: E402
from domino.rules.match import Match  # noqa: E402

gc.collect()
# %%
imported = gc.mem_alloc()
# %%
match = Match()
gc.collect()
# %%
kept = gc.mem_alloc()
# %%
games.load("horse-race", match.rules)
match.set_up(4, True)
match.open_round(0)
match.play(27)
gc.collect()
# %%
played = gc.mem_alloc()
# %%
print(imported - start, kept - imported, played - kept)
