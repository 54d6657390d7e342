"""Colours mixed from colours."""

from __future__ import annotations

from hardware.device import OFF, Colour


def blend(below: Colour, above: Colour, share: float) -> Colour:
    """The colour that lies the share (0 to 1) of the way from one to the other."""
    return Colour(
        round(below.red + (above.red - below.red) * share),
        round(below.green + (above.green - below.green) * share),
        round(below.blue + (above.blue - below.blue) * share),
    )


def dim(colour: Colour, level: float) -> Colour:
    """The colour at a share (0 to 1) of its brightness, as an eye judges it."""
    return blend(OFF, colour, level)
