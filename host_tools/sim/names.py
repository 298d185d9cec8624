"""Words for the firmware's numbers: message ids and event kinds, taken from its own constants."""

from domino.table import events
from domino.words import game_ids, ids, menu_ids
from host_tools.records.notation import ERRORS


def _names(module: object) -> dict[int, str]:
    return {
        value: name.lower()
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, int)
    }


_MESSAGES = {**_names(game_ids), **_names(ids)}
_MESSAGES[ids.NOTHING] = None
_MENU = _names(menu_ids)
_MENU_FROM = 256  # its numbers are a row of their own
_EVENTS = vars(events)
_KINDS = {
    _EVENTS[name]: name.lower()
    for name in (
        "TILE_DOWN",
        "TILE_UP",
        "TAP",
        "PRESS",
        "ACCEPTED",
        "REFUSED",
        "ALERT",
        "CLEAR",
        "MESSAGE",
    )
}

_NO_MESSAGES = ("label_", "refused", "alert")  # words of the layout, and bases to count from
_PAGES = ("menu", "new_name")  # of the menu only the titles of pages are messages
MESSAGE_NAMES = sorted(
    {name for name in _MESSAGES.values() if name and not name.startswith(_NO_MESSAGES)}
    | {name for name in _MENU.values() if name.startswith(_PAGES)}
    | set(ERRORS[1:])
)


def message_name(number: int) -> str | None:
    """The id of a message, or the error code of a refusal; None for no message."""
    if number >= _MENU_FROM:
        return page_name(number - _MENU_FROM)
    if ids.REFUSED < number < ids.LABEL_TURN:
        return ERRORS[number - ids.REFUSED]
    return _MESSAGES[number]


def page_name(number: int) -> str:
    """The id of a page of the menu."""
    return _MENU[number]


def kind_name(number: int) -> str:
    """The kind of an event."""
    return _KINDS[number]
