"""Draws lights for people: the board as discs, columns below, rows at the left, several moments a strip."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from companion.lights.composition import Lights

PITCH, DISC, MARGIN = 20, 16, 14
SIDE = 6 * PITCH + MARGIN
FONT = ImageFont.load_default_imagefont()
CASE, UNLIT, INK = (24, 24, 28), (44, 44, 48), (200, 200, 200)


class Shot(NamedTuple):
    """The lights at one moment, and what to write above them."""

    caption: str
    lights: Lights


def strip(shots: Sequence[Shot], columns: int = 6) -> Image.Image:
    """The shots side by side, 6 a line; the newest at the lower right."""
    width, lines = min(len(shots), columns), -(-len(shots) // columns)
    image = Image.new("RGB", (width * SIDE, lines * (SIDE + MARGIN)), CASE)
    for place, shot in enumerate(shots):
        line, column = divmod(place, columns)
        image.paste(draw(shot), (column * SIDE, line * (SIDE + MARGIN)))
    return image


def draw(shot: Shot) -> Image.Image:
    image = Image.new("RGB", (SIDE, SIDE + MARGIN), CASE)
    pen = ImageDraw.Draw(image)
    pen.text((MARGIN, 1), shot.caption, INK, FONT)
    for number in range(6):
        pen.text((MARGIN + number * PITCH + 5, SIDE + 1), str(number + 1), INK, FONT)
        pen.text((4, top(number) + 3), str(number + 1), INK, FONT)
    for field, colour in enumerate(shot.lights.colours):
        left, upper = MARGIN + field % 6 * PITCH, top(field // 6)
        fill = tuple(colour) if any(colour) else None
        pen.ellipse((left, upper, left + DISC - 1, upper + DISC - 1), fill, UNLIT)
    return image


def top(row: int) -> int:
    return MARGIN + (5 - row) * PITCH
