"""How often the keeper's PIN may be tried, at the menu and over the line together: after five
wrong ones a wait that grows from half a minute to an hour. Imported when a PIN is tried.

The count is in the flash, `keeper.a` and `.b`, before a PIN is compared: no power cut clears it.
There is no clock while the power is off, so a wait begins again at every start.
"""

from micropython import const

from domino.store.copies import Copies
from domino.store.pin import fits

_FREE = const(5)  # wrong ones without a wait
_FIRST_S = const(30)
_DOUBLED = const(7)  # so often at most
_MOST_S = const(3600)

# Of App.tries: [ms that are left to wait, when that was, wrong PINs in a row]; -1 of these: not
# read since the start.
_LEFT = const(0)
_SINCE = const(1)
_WRONG = const(2)


def wait_s(app):
    """How long nothing is compared, in seconds; 0: not at all."""
    tries = app.tries
    if tries[_WRONG] < 0:
        wrong = Copies(app.files, "keeper", 1).load().get("wrong", 0)
        tries[_WRONG] = wrong if type(wrong) is int and wrong > 0 else 0
        tries[_LEFT] = _span_ms(tries[_WRONG])
    now_ms = app.clock.ticks_ms()
    passed_ms = app.clock.ticks_diff(now_ms, tries[_SINCE])
    # The clock wraps: after six days a difference is negative.
    tries[_LEFT] = max(tries[_LEFT] - passed_ms, 0) if passed_ms >= 0 else 0
    tries[_SINCE] = now_ms
    return (tries[_LEFT] + 999) // 1000


def is_right(app, pin, stored):
    """Compare a PIN; to be asked while there is no wait."""
    wrong = min(max(app.tries[_WRONG], 0) + 1, _FREE + _DOUBLED)
    _keep(app, wrong)
    if fits(pin, stored):
        forgive(app)
        return True
    app.tries[_LEFT] = _span_ms(wrong)
    app.tries[_SINCE] = app.clock.ticks_ms()
    return False


def forgive(app):
    """The keeper has shown who he is."""
    wait_s(app)
    app.tries[_LEFT] = 0
    if app.tries[_WRONG]:
        _keep(app, 0)


def _span_ms(wrong):
    return 1000 * min(_FIRST_S << min(wrong - _FREE, _DOUBLED), _MOST_S) if wrong >= _FREE else 0


def _keep(app, wrong):
    """In memory too: a full flash does not help."""
    app.tries[_WRONG] = wrong
    copies = Copies(app.files, "keeper", 1)
    copies.load()
    copies.save({"wrong": wrong})
