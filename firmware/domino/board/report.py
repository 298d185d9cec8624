"""What the readers counted, for a report: imported only when one is asked for."""

# What `fill` writes, in this order, for whoever gives it names. Allocates nothing.
COLUMNS = (
    "version",
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
    "clock_khz",
)


def fill(scanner, reader, into):
    """Write the figures of a reader into an array of so many numbers below 2^30."""
    presence, health = scanner.presence, scanner.health
    into[0] = health.versions[reader]
    into[1] = presence.ok[reader]
    into[2] = presence.crc[reader]
    into[3] = presence.collision[reader]
    into[4] = presence.timeout[reader]
    into[5] = health.failures[reader]
    into[6] = health.overruns[reader]
    into[7] = presence.ghosts[reader]
    into[8] = presence.glimpses[reader]
    into[9] = presence.losses[reader]
    into[10] = 1 if health.is_resting(reader) else 0
    into[11] = health.wires[reader] or health.reasons[reader]
    into[12] = health.bus_state(reader)
    into[13] = health.clock_khz(reader)
