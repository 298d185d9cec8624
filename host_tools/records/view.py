"""The position as results show it: open ports, counted ends, choices. Changes nothing."""

from __future__ import annotations

from domino.rules import codes
from domino.rules.match import Match
from domino.rules.tiles import HIGH, LOW
from host_tools.records.action_shapes import Action
from host_tools.records.notation import PORTS, port_name, tile_name, tile_number

# Places for the (tile, port) or (tile, value) pairs that the core writes: 32 are never exceeded.
_PAIRS = 2 * 32


def port_value(tile: int, port: int) -> int:
    """The pips that a tile shows at one of its ports."""
    return LOW[tile] if port == codes.LOW else HIGH[tile]


def open_ports(match: Match) -> list[tuple[int, int, int]]:
    """(tile, port, value) of what may be joined, sorted by tile then port."""
    out = bytearray(_PAIRS)
    count = match.layout.ports(out)
    pairs = ((out[2 * i], out[2 * i + 1]) for i in range(count))
    return [(tile, port, port_value(tile, port)) for tile, port in pairs]


def port_values(match: Match, tile: int, port: int) -> list[int]:
    """The values at one port of a tile on the table, or at all open ones where none is named."""
    if port != codes.NONE:
        return [port_value(tile, port)]
    values = dict.fromkeys(value for on, _, value in open_ports(match) if on == tile)
    return list(values) or sorted({LOW[tile], HIGH[tile]})


def choices(match: Match, action: Action) -> list[tuple[str, str]]:
    """(on, port) of the distinct legal placements that the action leaves open."""
    out = bytearray(_PAIRS)
    count = match.choices(tile_number(action.tile or ""), out)
    on = codes.NONE if action.on is None else tile_number(action.on)
    port = PORTS.index(action.port) if action.port in PORTS else codes.NONE
    return [
        (tile_name(tile), port_name(at))
        for tile, at in ((out[2 * i], out[2 * i + 1]) for i in range(count))
        if on in (codes.NONE, tile)
        and (port == codes.NONE or match.layout.normal(tile, port) == at)
    ]


def position(match: Match) -> dict:
    """`total`, `ends` and `ports` as results carry them."""
    out = bytearray(_PAIRS)
    count = match.layout.ends(out)
    return {
        "total": match.layout.total,
        "ends": [{"tile": tile_name(out[2 * i]), "value": out[2 * i + 1]} for i in range(count)],
        "ports": [
            {"tile": tile_name(tile), "port": port_name(port), "value": value}
            for tile, port, value in open_ports(match)
        ],
    }
