"""The page's icons are those that its drawing gives."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from tests.pictures.page_icons import ICONS, STATIC, draw_icon


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_is_drawn_from_the_pages_own(name: str) -> None:
    with Image.open(STATIC / name) as kept:
        drawn = draw_icon(ICONS[name]).convert("RGBA")
        assert kept.size == (ICONS[name].size,) * 2
        assert ImageChops.difference(kept.convert("RGBA"), drawn).getbbox() is None
    assert (STATIC / name).stat().st_size < 8000


def test_a_phone_that_cuts_its_own_shape_out_cuts_off_ground_only() -> None:
    drawn = draw_icon(ICONS["icon-512-maskable.png"]).convert("RGBA")
    for at, colour in ((0, (20, 23, 28, 255)), (180, (0, 204, 136, 255))):
        # Few colours stand for all: each is met to a level.
        assert drawn.getpixel((at, at)) == pytest.approx(colour, abs=2)
