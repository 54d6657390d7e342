"""Draws the golden pictures of the kit anew: `python -m tests.companion.screen.redraw`. Look at what it drew."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from hardware.device import HEIGHT, WIDTH
from tests.companion.screen.samples import PAGES, drawn

GOLDEN = Path(__file__).with_name("golden")


def main() -> None:
    """Writes a picture of every sample page."""
    GOLDEN.mkdir(exist_ok=True)
    for name, page in PAGES.items():
        Image.frombytes("1", (WIDTH, HEIGHT), drawn(page).screen()).save(GOLDEN / f"{name}.png")


if __name__ == "__main__":
    main()
