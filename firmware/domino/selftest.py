"""Proves that each real part answers: readers, their select lines, buttons, lights and screen.

Run by a host, command by command (docs/link.md), or on the board by `ok` held while it starts:
then it shows what it finds on the screen and the strip. Nothing else goes on meanwhile. Imported
for that only; not a hot path.
"""

import gc
from binascii import unhexlify

from micropython import const

from domino.board.desk import Desk, make_port, make_probe
from domino.board.health import HELD
from domino.lending import Lodger
from domino.nfc.identity import NOBODY
from domino.nfc.iso14443 import OK, ONE_BIT, STILL
from domino.store import margins
from domino.ui import buzzer, notice
from domino.ui.buttons import NAMES, Released
from domino.ui.notice import Notice
from domino.words import ids, service_ids
from domino.words.loading import texts_for

_READS = const(16)  # of a tile, to say how well it is read
_TESTS = const(2)  # of a chip by itself
_FINDS = const(3)  # tries, as a frame may be lost
_GOOD_PCT = const(95)
_LIGHT_MS = const(400)
_SEEN_MS = const(1000)  # so long a result can be looked at
_BRIGHT = const(60)  # of 255
_PRESS_MS = const(10_000)  # so long a press is waited for
_TILE_MS = const(60_000)
_POLL_MS = const(20)
_WIRES = {ONE_BIT: "one_bit", STILL: "miso_still"}
_LONGEST = const(64)  # letters of what is to be pressed
_COLOURS = ((_BRIGHT, 0, 0), (0, _BRIGHT, 0), (0, 0, _BRIGHT), (0, 0, 0))


class SelfTest(Lodger):
    """`app`: a running App. On the board it has the readers itself, else who asks for it has."""

    COMMANDS = ("parts", "selects", "reader", "lights", "press", "margin", "margins")

    def __init__(self, app, clock, sleep_ms, hides=None):
        super().__init__(app, clock)
        self._sleep_ms = sleep_ms
        self._port = make_port(app.board, clock, sleep_ms)
        self._probe = make_probe(app.board, self._port, clock)
        self._desk = Desk(app.board, clock, sleep_ms, hides)
        self._notice = Notice(app.scanner.readers)
        self._texts = texts_for(app.language, "service")
        self._failing = bytearray(app.scanner.readers)
        pins = app.buttons.pins
        self._wired = [b for i, b in enumerate(NAMES) if not isinstance(pins[i], Released)]

    # -- commands: each takes the fields of a request and returns those of its reply ---------
    async def parts(self, asked):
        """What there is to be tested."""
        app = self._app
        return {
            "chip": app.board.chip,
            "buttons": self._wired,
            "leds": notice.leds(app.strip),
            "gains": [gain for gain, _ in self._probe.gains],
        }

    async def selects(self, asked):
        """Whether every select line reaches a chip of its own. `silent`: readers where nobody
        answers; `shared`: [reader, the one whose number it holds]."""
        board = self._app.board
        for reader in range(len(board.outputs)):
            await self._at(reader)
            await self._probe.mark(reader + 1)
        silent, shared = [], []
        for reader in range(len(board.outputs)):
            await self._at(reader)
            version = await self._probe.version()
            marked = await self._probe.marked()
            if version == 0x00 or version == 0xFF:
                silent.append(board.names[reader])
            elif marked != reader + 1:
                known = 0 < marked <= len(board.names)
                shared.append([board.names[reader], board.names[marked - 1] if known else None])
        return {"silent": silent, "shared": shared}

    async def reader(self, asked):
        """One reader `at`: `version`, its own `test`, `set_up`, `antenna`; `wires`: what is wrong
        with them; `clock_khz` that its bus was lowered to, or 0. What is `found` on it, and of a
        tag `uid` and how many of a hundred exchanges were answered, `read_pct`."""
        at = self._number(asked)
        await self._at(at)
        told = {"version": await self._probe.version(), "test": await self._chip_test()}
        output = self._app.board.outputs[at]
        told["set_up"] = await self._port.open(output) == OK
        if not told["set_up"] and self._app.board.chip == "mfrc522":
            told["wires"] = await self._try_wires(at)
            told["set_up"] = await self._port.open(output) == OK
            told["version"] = await self._probe.version()
        told["clock_khz"] = self._app.scanner.health.clock_khz(at)
        told["antenna"] = told["set_up"] and await self._probe.has_antenna()
        self._port.close()
        if told["antenna"]:
            found = await self._found(at)
            told["found"] = found[0][1] if found else "nothing"
            if told["found"] == "tag":
                told["uid"] = found[0][2]
                told["read_pct"] = (await self._qualities(at, (None,)))[0]
                asked["uid"] = told["uid"]
                tile = (await self._desk.show(asked)).get("tile")
                told["tile"] = self._listed(told["uid"]) if tile is None else tile
        return told

    async def _chip_test(self):
        """Some chips leave other bytes when they are asked for the first time."""
        for _ in range(_TESTS):
            result = await self._probe.chip_test()
            await self._sleep_ms(0)
            if result == "ok":
                break
        return result

    async def _try_wires(self, at):
        """What is wrong with the wires to a reader that cannot be set up, or None. Their clock is
        lowered where that helps."""
        from domino.board import wires_mfrc522

        app = self._app
        health = app.scanner.health
        wires_mfrc522.examine_one(app.board, health, at, self._clock.ticks_ms())
        await self._sleep_ms(0)
        if health.wires[at] == STILL and health.bus_state(at) != HELD:
            return None  # it is this reader alone
        return _WIRES.get(health.wires[at])

    async def _found(self, at):
        for _ in range(_FINDS):
            found = (await self._desk.look({"at": [self._app.board.names[at]]}))["found"]
            if found:
                break
        return found

    def _listed(self, uid):
        """The tile that the UID table names, or None."""
        tile = self._app.identity.look_up(unhexlify(uid), len(uid) // 2)
        return None if tile == NOBODY else tile

    async def lights(self, asked):
        """All LEDs red, green, blue and off; every slot on the screen's map; a tone. Whether
        `strip` and `screen` took it, None where there is none."""
        app = self._app
        failures = app.strip.failures
        app.buzzer.play(buzzer.SCORE)
        self._notice.alerts = 0
        for reader in range(app.board.slots):
            self._notice.mark(reader, ids.NOTHING)
        self._show(service_ids.TEST_LIGHTS)
        for colour in _COLOURS:
            app.strip.fill(colour[1], colour[0], colour[2])  # WS2812: green comes first
            await self._sleep_ms(_LIGHT_MS)
        self._notice.alerts = 0
        self._show(service_ids.TEST_LIGHTS)
        is_lit = app.strip.failures == failures if notice.leds(app.strip) else None
        return {"strip": is_lit, "screen": notice.is_shown(app.screen)}

    async def press(self, asked):
        """The next press `within_ms`: `button`, or None, and `held_ms`. `wanted` is shown."""
        wanted = " ".join(asked.get("wanted", ()))
        if len(wanted) > _LONGEST or any(not 32 <= ord(letter) < 127 for letter in wanted):
            raise ValueError("wanted")
        self._notice.text = wanted.encode()
        self._show(service_ids.TEST_BUTTON)
        lodger = self._app.lodger
        lodger.is_waiting = True
        try:
            button = await self._next_press(asked.get("within_ms", _PRESS_MS))
        finally:
            lodger.is_waiting = False
        if self._app.lodger is not lodger:
            return {"error": "borrow_first"}  # the host was silent
        held_ms = 0 if button is None else self._app.buttons.held_ms
        return {"button": button, "held_ms": held_ms}

    async def margin(self, asked):
        """How well the tag on `at` is read at each gain, in percent: `gains`. The least gain that
        does is kept: `least_db`, None where none does."""
        at = self._number(asked)
        gains = self._probe.gains
        percents = await self._qualities(at, [bits for _, bits in gains])
        least = None
        for i in range(len(gains) - 1, -1, -1):
            if percents[i] < _GOOD_PCT:
                break
            least = gains[i][0]
        told = {"gains": [[gains[i][0], percents[i]] for i in range(len(gains))]}
        told["least_db"] = least
        if least is not None:
            told["margin_db"] = self._probe.usual_gain - least
            self._keep(at, told["margin_db"])
        return told

    async def margins(self, asked):
        """What was kept: margins in dB by name of reader."""
        return {"margins": margins.load(self._app.files)}

    # -- parts of them ---------------------------------------------------------------------
    def _number(self, asked):
        return self._app.board.names.index(asked["at"])

    async def _at(self, reader):
        """Let what follows reach this reader, and others run."""
        await self._sleep_ms(0)
        self._app.board.select.choose(self._app.board.outputs[reader])

    async def _qualities(self, at, gains):
        """Percent of the exchanges with the tag on a reader that were answered, by gain."""
        port = self._port
        percents = [0] * len(gains)
        loud = port.loudest if gains and gains[0] is not None else None
        if await port.open(self._app.board.outputs[at], loud) == OK:
            await self._sleep_ms(port.settle_ms)
            for _ in range(_FINDS):
                code = await port.find()
                await self._sleep_ms(0)
                if code == OK:
                    break
            for i in range(len(gains)):
                if gains[i] is not None:
                    await self._probe.set_gain(gains[i])
                percents[i] = await self._quality() if code == OK else 0
        port.close()
        return percents

    async def _quality(self):
        answered = lost = 0
        for _ in range(_FINDS):
            code = await self._port.again()  # what the last gain left it in does not count
            await self._sleep_ms(0)
            if code == OK:
                break
        for _ in range(_READS):
            await self._port.confirm()  # from HALT, where the first WUPA is answered
            good, bad = self._port.tally()
            answered += good
            lost += bad
            await self._sleep_ms(0)
        return 100 * answered // max(answered + lost, 1)

    def _keep(self, at, margin_db):
        if self._app.files is not None:
            kept = margins.load(self._app.files)
            kept[self._app.board.names[at]] = margin_db
            margins.save(self._app.files, kept)

    async def _next_press(self, wait_ms):
        """The name of the next button pressed, None where none was in time."""
        clock, buttons, lodger = self._clock, self._app.buttons, self._app.lodger
        since_ms = clock.ticks_ms()
        while clock.ticks_diff(clock.ticks_ms(), since_ms) < wait_ms:
            if self._app.lodger is not lodger:
                break  # the presses are the game's again
            button = buttons.take()
            if button != 255:
                return NAMES[button]
            await self._sleep_ms(_POLL_MS)
        return None

    def _show(self, message):
        notice.show(self._app.screen, self._texts, message, self._notice)
        self._app.lodger.redraw()

    # -- on the board, by a button held at power-on --------------------------------------------
    async def run(self):
        """The whole test, shown on screen and strip; then the game begins."""
        await self._until_released()
        await self.lights({})
        await self._test_readers()
        await self._test_buttons()
        await self._test_tiles()
        failing = self._mark_failing()
        self._notice.index, self._notice.of = failing, len(self._failing)
        self._show(service_ids.TEST_DONE if failing else service_ids.TEST_PASSED)
        await self._next_press(_TILE_MS)
        self.leave()
        gc.collect()

    async def _until_released(self):
        """The press that asked for the test is none of it."""
        while not self._app.buttons.is_idle():
            self._app.buttons.take()
            await self._sleep_ms(_POLL_MS)

    async def _test_readers(self):
        names = self._app.board.names
        self._notice.clear()
        lines = await self.selects({})
        for name in lines["silent"] + [pair[0] for pair in lines["shared"]]:
            self._failing[names.index(name)] = 1
        late = still = 0
        for reader in range(len(names)):
            told = await self.reader({"at": names[reader]})
            if not told["antenna"] or told["found"] == "dead":
                self._failing[reader] = 1
            late = told["clock_khz"] or late
            still += told.get("wires") == "miso_still"
            self._mark_failing()
            self._notice.index, self._notice.of = reader + 1, len(names)
            self._show(service_ids.TEST_READERS)
            notice.dots(self._app.strip, self._failing, reader + 1)
        await self._sleep_ms(_SEEN_MS)
        self._notice.amount = late
        for message in (late and service_ids.TEST_LATE, still and service_ids.TEST_STILL):
            if message:
                self._show(message)
                await self._sleep_ms(2 * _SEEN_MS)

    def _mark_failing(self):
        """List the readers that fail; how many."""
        self._notice.alerts = 0
        for reader in range(len(self._failing)):
            if self._failing[reader]:
                wires = self._app.scanner.health.wires[reader]
                self._notice.mark(reader, ids.ONE_BIT if wires == ONE_BIT else ids.SLOT_DEAD)
        return self._notice.alerts

    async def _test_buttons(self):
        left = list(self._wired)
        self._notice.clear()
        while left:
            pressed = (await self.press({"wanted": left}))["button"]
            if pressed is None:
                return  # nobody is there, or it does not work: it stays on the screen's list
            if pressed in left:
                left.remove(pressed)
            self._app.buzzer.play(buzzer.CLICK)

    async def _test_tiles(self):
        """Whatever tile is laid on a slot is measured, until ok is pressed."""
        names = self._app.board.names
        measured = None
        self._notice.clear()
        since_ms = self._clock.ticks_ms()
        while self._clock.ticks_diff(self._clock.ticks_ms(), since_ms) < _TILE_MS:
            self._show(service_ids.TEST_TILE)
            found = (await self._desk.look({"at": "all", "loud": True}))["found"]
            tags = [row[0] for row in found if row[1] == "tag"]
            if tags and tags[0] != measured:
                measured = tags[0]
                told = await self.margin({"at": measured})
                self._notice.slot = names.index(measured)
                self._notice.amount = max(told.get("margin_db", 0), 0)
                self._app.buzzer.play(buzzer.SCORE)
                since_ms = self._clock.ticks_ms()
            if await self._next_press(_POLL_MS):
                return
