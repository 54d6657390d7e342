from tests.companion.lights.scenes import pictures
from tests.pictures.golden import is_as_kept, left_over


def test_the_lights_look_as_they_did() -> None:
    assert [path.stem for path, picture in pictures().items() if not is_as_kept(picture, path)] == []


def test_every_golden_picture_has_its_scene() -> None:
    assert left_over(pictures()) == set()
