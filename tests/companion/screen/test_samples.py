"""The sample pages, pixel by pixel."""

from __future__ import annotations

import pytest

from tests.companion.screen.pixels import overlaps
from tests.companion.screen.samples import PAGES, drawn, pictures
from tests.pictures.golden import is_as_kept, left_over


def test_the_samples_look_as_they_did_when_someone_looked_at_them() -> None:
    assert [path.stem for path, picture in pictures().items() if not is_as_kept(picture, path)] == []


@pytest.mark.parametrize("name", PAGES)
def test_on_a_sample_nothing_is_clipped_and_nothing_overlaps(name: str) -> None:
    canvas = drawn(PAGES[name])
    assert (canvas.clipped, overlaps(canvas)) == ((), ())


def test_every_golden_picture_belongs_to_a_sample() -> None:
    assert left_over(pictures()) == set()


def test_a_page_is_told_in_reading_order() -> None:
    told = ("Green", "2 of 5", "1", "5", "4", "5/1", "claim stone 4 on Blue", "left", "right", "place", "menu")
    assert drawn(PAGES["roll"]).lines == told
