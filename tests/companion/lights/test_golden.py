"""The lights in every phase, as pictures."""

from __future__ import annotations

from companion.lights.idle_animations import single_light
from hardware.device import Colour
from tests.companion.lights.picture import SIDE, Shot, draw
from tests.companion.lights.scenes import pictures
from tests.pictures.golden import is_as_kept, left_over


def test_the_lights_look_as_they_did() -> None:
    assert [path.stem for path, picture in pictures().items() if not is_as_kept(picture, path)] == []


def test_every_golden_picture_has_its_scene() -> None:
    assert left_over(pictures()) == set()


def test_field_1_1_is_drawn_at_the_lower_left() -> None:
    red = Colour(255, 0, 0)
    boxes = [
        draw(Shot("", single_light(field, red))).getchannel("R").point(lambda value: value == 255 and 255)
        for field in (0, 35)
    ]
    (left, _, _, lower), (_, upper, right, _) = (box.getbbox() or (0, 0, 0, 0) for box in boxes)
    assert (left, lower) < (SIDE / 2, SIDE)
    assert lower > SIDE / 2 > upper
    assert right > SIDE / 2 > left
