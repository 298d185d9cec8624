"""What the readers counted, as plain values for a report: imported only when one is asked for."""

from domino.nfc.iso14443 import SOUND

# The columns of `rows`, for whoever gives them names.
COLUMNS = (
    "ok",
    "crc",
    "collision",
    "timeout",
    "failures",
    "overruns",
    "ghosts",
    "glimpses",
    "losses",
    "rests",
    "reason",
    "bus",
)


def rows(scanner):
    """[reader, COLUMNS…] of every reader that has anything to tell. Allocates."""
    presence, health = scanner.presence, scanner.health
    told = []
    for reader in range(scanner.readers):
        row = [
            presence.ok[reader],
            presence.crc[reader],
            presence.collision[reader],
            presence.timeout[reader],
            health.failures[reader],
            health.overruns[reader],
            presence.ghosts[reader],
            presence.glimpses[reader],
            presence.losses[reader],
            1 if health.is_resting(reader) else 0,
            health.reasons[reader] if health.failures[reader] else SOUND,
            health.bus_state(reader),
        ]
        if any(row):
            told.append([reader] + row)
    return told
