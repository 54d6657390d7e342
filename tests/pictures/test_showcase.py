"""The pictures of the README are those that the program draws."""

from __future__ import annotations

from tests.pictures.golden import is_as_kept
from tests.pictures.showcase import FOLDER, device, lights, screens


def test_the_readme_shows_the_screens_as_they_are() -> None:
    assert is_as_kept(screens(), FOLDER / "screens.png")


def test_the_readme_shows_the_lights_as_they_are() -> None:
    assert is_as_kept(lights(), FOLDER / "lights.png")


def test_the_readme_shows_the_box_as_it_is() -> None:
    assert is_as_kept(device(), FOLDER / "device.png")
