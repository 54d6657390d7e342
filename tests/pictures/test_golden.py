"""The comparison of pictures finds what it is there to find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from tests.pictures.golden import is_as_kept, keep, left_over

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = Image.new("RGB", (4, 3), (10, 20, 30))


def other() -> Image.Image:
    """The plain picture, but for one pixel that is a shade lighter."""
    changed = PLAIN.copy()
    changed.putpixel((3, 2), (10, 20, 31))
    return changed


def test_a_picture_is_as_it_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "plain.png"
    keep({path: PLAIN})
    assert is_as_kept(PLAIN, path)


def test_one_pixel_that_differs_is_found(tmp_path: Path) -> None:
    keep({tmp_path / "plain.png": PLAIN})
    assert not is_as_kept(other(), tmp_path / "plain.png")


def test_another_size_is_found(tmp_path: Path) -> None:
    keep({tmp_path / "plain.png": PLAIN})
    assert not is_as_kept(PLAIN.crop((0, 0, 4, 2)), tmp_path / "plain.png")


def test_a_picture_that_nobody_draws_any_more_is_found(tmp_path: Path) -> None:
    old, new = {tmp_path / "old.png": PLAIN}, {tmp_path / "new.png": PLAIN}
    keep({**old, **new})
    assert left_over(new) == set(old)
