"""The drivers for the board's kind of reader chip; only what is wired is imported."""


def make_look(board, identity, clock):
    """What a Scanner is given: called with the Presence and the array of readers that rest, it
    returns what looks at a reader."""
    if board.chip == "pn532":
        return _pn532(board, identity, clock)
    from domino.board.look_mfrc522 import LookMfrc522
    from domino.nfc.mfrc522 import Mfrc522
    from domino.nfc.type_a import TypeA

    chip = Mfrc522(board.select, clock)
    tag = TypeA(chip, clock)
    return lambda presence, resting: LookMfrc522(
        chip, tag, identity, presence, board, resting, clock
    )


def _pn532(board, identity, clock):
    from domino.board.look_pn532 import LookPn532
    from domino.nfc.pn532 import Pn532
    from domino.nfc.pn532_frames import Commands

    link = make_link(board, clock)
    lanes = tuple(Pn532(link, clock) for _ in range(board.fields))
    commands = Commands(board.fields)
    return lambda presence, resting: LookPn532(
        lanes, commands, identity, presence, board, resting, clock
    )


def make_link(board, clock):
    """The way to the board's PN532 chips."""
    if board.is_on_i2c:
        from domino.nfc.pn532_i2c import I2cLink as Link
    else:
        from domino.nfc.pn532_spi import SpiLink as Link
    return Link(board.select, clock)
