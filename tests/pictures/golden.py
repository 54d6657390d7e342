"""Golden pictures: pictures that were reviewed and are compared with what the program draws."""

from collections.abc import Mapping
from pathlib import Path

from PIL import Image, ImageChops

from hardware.device import WIDTH


def screen_picture(screen: bytes) -> Image.Image:
    return Image.frombytes("1", (WIDTH, 8 * len(screen) // WIDTH), screen)


def is_unchanged(drawn: Image.Image, path: Path) -> bool:
    with Image.open(path) as saved:
        same = saved.size == drawn.size
        return same and ImageChops.difference(saved.convert("RGB"), drawn.convert("RGB")).getbbox() is None


def outdated_files(pictures: Mapping[Path, Image.Image]) -> set[Path]:
    saved = {path for folder in {path.parent for path in pictures} for path in folder.glob("*.png")}
    return saved - set(pictures)


def save(pictures: Mapping[Path, Image.Image]) -> None:
    for path, picture in pictures.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        picture.save(path, optimize=True)
