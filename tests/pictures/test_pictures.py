from PIL import Image, ImageChops

from tests.pictures.golden import is_unchanged
from tests.pictures.page_icons import ICONS, STATIC, draw_icon
from tests.pictures.showcase import pictures


def test_the_pictures_of_the_readme_are_up_to_date() -> None:
    assert [path.name for path, drawn in pictures().items() if not is_unchanged(drawn, path)] == []


def test_the_icons_match_the_icon_of_the_web_page() -> None:
    for name, icon in ICONS.items():
        with Image.open(STATIC / name) as saved:
            assert saved.size == (icon.size,) * 2
            difference = ImageChops.difference(saved.convert("RGBA"), draw_icon(icon).convert("RGBA"))
            assert difference.getbbox() is None, name
