"""What the app does seldom, between two steps as it takes memory: imported then, and dropped.

The safe start, the way to the correction, people who sit down, statistics, a bus that is held.
"""

from micropython import const

from domino.store import outcome
from domino.words import ids

# Numbers of `app.errand`; 0 for nothing.
CONFIRM = const(1)  # the safe start goes on,
ANEW = const(2)  # with a new match
SIT_DOWN = const(3)  # somebody has tapped his tag
CORRECT = const(4)  # undo was held: the keeper
FREE_BUS = const(5)  # a chip holds the display's bus
TRY_WIRES = const(6)  # of readers that were given up


def begin_safely(app):
    """FORMATS.md: menu held at power-on is the safe start."""
    from domino.safe_start import SafeStart

    SafeStart(app, app.clock).begin()


def run(app, drop):
    """Do what `app.errand` says."""
    errand = app.errand
    app.errand = 0
    if errand == SIT_DOWN:
        from domino import seating

        seating.sit_down(app, app.tags.pad, app.tags.person)
        drop(
            "seating", "ui.names", "store.players", "store.copies", "store.plain", "table.keeping"
        )
    elif errand == CORRECT:
        from domino.table import keeping

        if app.files is not None and keeping.may_correct(app.table):
            app.wanted = "correction"
        drop("table.keeping", "rules.amending")
    elif errand == FREE_BUS:
        free_buses(app, drop)
    elif errand == TRY_WIRES:
        _try_wires(app)
        if not app.scanner.health.doubts:
            drop("board.wires_mfrc522")
    else:
        lodger = app.lodger
        app.begin(*app.awaiting, errand == ANEW)
        app.tell_what_was_stored()
        app.awaiting = None
        app.is_safe = False  # from here on what is chosen in the menu holds
        lodger.leave()
        drop("safe_start", "lending", "words.loading", "words.service_ids", "ui.notice")


def free_buses(app, drop):
    """Clock every I2C bus whose SDA is low until it is high. If one is, the display is tried at
    once, else when it would have been anyway."""
    board = app.board
    for bus in board.i2c:
        lines = board.lines(bus)
        if lines.is_held() and lines.free():
            app.screen.try_again()
    lines = None
    if not board.is_on_i2c:
        drop("board.i2c_lines")


def _try_wires(app):
    """Known values to readers that cannot be used, and back. (PN532 frames tell by themselves.)"""
    health = app.scanner.health
    if app.board.chip != "mfrc522":
        health.doubts = 0
        return
    from domino.board import wires_mfrc522

    clock_khz = wires_mfrc522.examine(app.board, health, app.clock.ticks_ms())
    if clock_khz:
        app.table.tell(ids.READS_LATE, amount=clock_khz)


def follow(app, is_taken_up):
    """A round of the match was played again; or another match begins, and the one before is over:
    the power may have gone before it was counted."""
    from domino.table import tally

    if is_taken_up:
        tally.take(app.match, app.best)
    else:
        count(app, tally)


def round_over(app, drop):
    """A round is over, or a match not any more: read what counts for the statistics; at a match's
    end store them, and when that is taken back."""
    from domino.table import tally

    match, was_counted = app.match, app.tallied >= 2
    app.tallied = app.tally_now()
    if app.tallied:
        tally.take(match, app.best)
    if app.tallied >= 2:
        count(app, tally)
        if app.stored[outcome.STATISTICS] >= outcome.RESTORED:
            app.wanted = "report"
    elif was_counted:
        uncount(app)
    drop("table.tally", "store.statistics", "store.copies", "store.plain")


def uncount(app):
    """The end of the match that is on was taken back: it counts no more, if it did."""
    from domino.store.statistics import Statistics

    statistics = Statistics(app.files)
    if statistics.uncount(app.journal.match):
        statistics.save()


def count(app, tally):
    """The match is over. It may have been before: its end was taken back, or the power went."""
    from domino.store.statistics import Statistics

    journal = app.journal
    statistics = Statistics(app.files)
    app.stored[outcome.STATISTICS] = statistics.told
    statistics.count(journal.match, journal.game, tally.highest(app.best), tally.run(app.best))
