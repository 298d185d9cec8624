"""The picture of a worked case: its layout, its last trick, or the hands that were shown."""

from __future__ import annotations

from host_tools.pages.examples import Example
from host_tools.pages.figures import LAYOUT, TRICKS, way
from host_tools.render.layout_picture import layout_svg
from host_tools.render.trick_picture import hands_svg, trick_svg


def picture_name(example: Example) -> str:
    """The file of an example's picture."""
    return f"{example.name}.svg"


def picture(example: Example) -> str:
    """The picture as SVG; raises lay_out.NoRoom."""
    played = way(example.parameters)
    if played == LAYOUT:
        return layout_svg(example.position)
    if played == TRICKS:
        return trick_svg(*last_trick(example.round))
    hands = example.record["rounds"][example.number]["show"]
    return hands_svg(hands, example.round["result"]["winners"])


def last_trick(played: dict) -> tuple[dict[int, str], int, int]:
    """The last whole trick of a round's result: tiles by seat, who led, who took it."""
    plays = [done for done in played["actions"] if done["ok"] and "play" in done]
    ends = [at for at, done in enumerate(plays) if "trick" in done]
    trick = plays[ends[-1] - 3 : ends[-1] + 1]
    return {done["seat"]: done["play"] for done in trick}, trick[0]["seat"], trick[-1]["trick"]
