"""What strip and screen show, as small integers: `ui` reads it and imports nothing of the table.

`message` is a number of words/ids.py. Operands that a message does not use are NONE (255) or 0.
"""

from micropython import const

_NONE = const(255)


class View:
    """Written by the controller only; `version` grows with every change."""

    def __init__(self, match, readers):
        self.version = 0
        self.scores = match.scores  # by side, half points
        self.remembered = match.remembered  # likewise: of scores that are not open yet
        self.carried = 0  # a sum that waits for a later round, half points
        self.sides = 0
        self.round_number = 0  # from 0
        self.turn = _NONE  # the seat that must act
        self.layout = match.layout  # for a picture of the open ends
        self.total = 0  # of the counted ends, pips
        self.counts = match.counts  # tiles in each hand
        self.boneyard_count = 0
        self.is_round_over = False
        self.is_match_over = False
        self.winners = 0  # mask of sides: of the match when it is over, else of the round
        self.accepted = 0  # actions since the start, undo included
        self.is_pending = False  # something will be decided without anybody doing anything

        self.message = 0
        self.seat = _NONE  # who is meant, or who acts
        self.slot = _NONE  # reader index
        self.tile = _NONE
        self.other = _NONE  # the tile's own slot (tile_moved), its other one (counterfeit)
        self.amount = 0  # scored: half points; drew: tiles in hand; tap_remaining: pips shown
        self.on = _NONE  # choose_port: the chosen end
        self.port = _NONE
        self.index = 0  # choose_port: which of how many; tap_remaining: shown of held
        self.of = 0

        self.clock_s = -1  # seconds left of the turn, -1 where no clock runs

        self.text = b""  # check_file: which file to look at, and where in it

        self.alerts = 0  # how many; sorted by slot
        self.alert_slots = bytearray(readers)
        self.alert_kinds = bytearray(readers)
