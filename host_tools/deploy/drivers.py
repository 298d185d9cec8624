"""Which modules a board has no use for: drivers of other chips, buses and selects.

The firmware imports a driver only where board.json names what it drives, so a board may do
without the files of the others.
"""

from host_tools.boards import selects

_CHIPS = {
    "mfrc522": {
        "domino.board.look_mfrc522",
        "domino.board.pair_mfrc522",
        "domino.board.wires_mfrc522",
        "domino.nfc.mfrc522",
        "domino.nfc.probe_mfrc522",
        "domino.nfc.tag_mfrc522",
        "domino.nfc.type_a",
    },
    "pn532": {
        "domino.board.call_pn532",
        "domino.board.lanes_pn532",
        "domino.board.look_pn532",
        "domino.board.pair_pn532",
        "domino.nfc.pn532",
        "domino.nfc.pn532_frames",
        "domino.nfc.probe_pn532",
        "domino.nfc.tag_pn532",
    },
}
_SELECTS = {
    "74hc595": "domino.board.select_595",
    "74hc138": "domino.board.select_138",
    "gpio": "domino.board.select_gpio",
    "tca9548a": "domino.board.select_tca9548a",
}
_SCREENS = {"ssd1306": set(), "sh1106": {"domino.ui.sh1106"}}  # both are pages of the same kind
_SEVERAL = "domino.board.select_many"
_LINKS = {"i2c": "domino.nfc.pn532_i2c", "spi": "domino.nfc.pn532_spi"}

# All that any board may do without.
OPTIONAL = frozenset().union(
    *_CHIPS.values(), _SELECTS.values(), _LINKS.values(), *_SCREENS.values(), {_SEVERAL}
)


def unneeded(config: dict) -> set[str]:
    """The modules that the firmware of this board never imports, by dotted name."""
    parts = [part for _, part in selects.parts(config)]
    chip = config["readers"]["chip"]
    needed = set(_CHIPS[chip]) | {_SELECTS[part["kind"]] for part in parts}
    if len(parts) > 1:
        needed.add(_SEVERAL)
    if "display" in config:
        needed |= _SCREENS[config["display"]["chip"]]
    if chip == "pn532":
        needed.add(_LINKS[selects.bus_kind(parts[0])])
    return set(OPTIONAL) - needed
