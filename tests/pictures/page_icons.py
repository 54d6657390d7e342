"""The icons of the web page as pixels, drawn from its `icon.svg`, which has only rounded rectangles."""

import re
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw

STATIC = Path(__file__).parents[2] / "companion/web/static"
OVERSAMPLING = 4
SAFE_SHARE = 0.8
"""The share of a maskable icon's width that remains visible in every shape."""


class Icon(NamedTuple):
    size: int
    """Width and height in pixels."""
    maskable: bool
    """Whether the picture is filled to its edges, for phones that mask icons."""


ICONS = {
    "icon-192.png": Icon(192, maskable=False),
    "icon-512.png": Icon(512, maskable=False),
    "icon-512-maskable.png": Icon(512, maskable=True),
}


def draw_icon(icon: Icon) -> Image.Image:
    """Draws an icon with few colours, so that its file is small."""
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    whole = float(re.findall(r'viewBox="0 0 (\d+) ', svg)[0])
    picture = Image.new("RGBA", (icon.size * OVERSAMPLING,) * 2)
    draw = ImageDraw.Draw(picture)
    share = SAFE_SHARE if icon.maskable else 1.0
    scale, edge = picture.width * share / whole, picture.width * (1 - share) / 2
    for rect in re.findall(r"<rect ([^>]*)/>", svg):
        given = dict(re.findall(r'(\w+)="([^"]*)"', rect))
        left, top, width, height, radius = (float(given.get(name, 0)) for name in ("x", "y", "width", "height", "rx"))
        box = (edge + scale * left, edge + scale * top, edge + scale * (left + width), edge + scale * (top + height))
        if icon.maskable and width == whole:
            draw.rectangle((0, 0, *picture.size), given["fill"])
        else:
            draw.rounded_rectangle(box, scale * radius, given["fill"])
    return picture.resize((icon.size,) * 2, Image.Resampling.LANCZOS).quantize(32, Image.Quantize.FASTOCTREE)


def save_icons() -> None:
    for name, icon in ICONS.items():
        draw_icon(icon).save(STATIC / name, optimize=True)
