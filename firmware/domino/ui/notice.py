"""What strip and screen show while a table is made or tested: a sentence, places on the map, how
far it is. Imported by who needs it (services.py, selftest.py)."""

from micropython import const

from domino.ui.text import NONE

_DIM = const(12)  # of 255: far below every current limit
_BRIGHT = const(60)


class Notice:
    """The fields that a message can name, as a view has them (table/view.py), and alerts."""

    def __init__(self, readers):
        self.alert_slots = bytearray(readers)
        self.alert_kinds = bytearray(readers)
        self.alerts = 0
        self.clear()

    def clear(self):
        """No operands; the alerts stay."""
        self.seat = self.tile = self.slot = self.other = self.on = self.port = NONE
        self.amount = self.winners = self.index = self.of = 0
        self.text = b""

    def mark(self, reader, kind):
        """Show a reader on the map and in the list, `kind` a message id."""
        self.alert_slots[self.alerts] = reader
        self.alert_kinds[self.alerts] = kind
        self.alerts += 1


def show(screen, table, key, notice):
    """Compose the screen: message `key` of `table` on top, the alerts and the map below."""
    screen.clear()
    screen._asks = True  # no rule across it
    screen._alerts = notice.alerts
    if notice.alerts:
        screen._put_alerts(notice)
    screen._message.spell(table, key, notice)
    screen.words.message(screen._message, screen._cells, 0)


def bar(strip, count, of):
    """Light so much of every track as `count` is of `of`, dimly."""
    data = strip._data
    per_track = 3 * strip._leds
    lit = 3 * (strip._leds * count // max(of, 1))
    for i in range(len(data)):
        at = i % per_track
        if i // per_track & strip._folded:
            at = per_track - 1 - at
        data[i] = _DIM if at < lit else 0
    _write(strip)


def dots(strip, failing, count):
    """An LED a reader along the strip, `count` of them: dim green, or white where it fails."""
    data = strip._data
    for i in range(min(count, len(data) // 3)):
        level = _BRIGHT if failing[i] else 0
        data[3 * i] = level or _DIM
        data[3 * i + 1] = data[3 * i + 2] = level
    _write(strip)


def _write(strip):
    """Send what was put there, within the current limit."""
    if strip._bitstream is not None:
        strip._write(strip._written_ms)


def leave(strip):
    """The pegs are to be drawn again."""
    strip._drawn = -1


def leds(strip):
    """How many there are in all, 0 without a strip."""
    return strip._tracks * strip._leds if strip._bitstream is not None else 0


def is_shown(screen):
    """Whether the display answers and shows a whole picture; None where there is none."""
    display = screen._display
    return None if display._i2c is None else display.is_on()


def silence(buzzer):
    """No sound, now."""
    buzzer._tune = b""
    if buzzer._pwm is not None:
        buzzer._pwm.duty_u16(0)
