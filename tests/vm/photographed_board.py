"""The board of fields in a photograph of a screen that shows the page, whatever else is to be seen beside it.

It lies at the left of a wide page, darker than the page's ground. From its edges follows where each field is, by the
measures of `#board` and `#table` in style.css. What lies on a field is known by its colour: not byte for byte, for a
browser smooths edges, and the letter on a stone has another one.
"""

from collections.abc import Iterable
from functools import reduce

from PIL import Image, ImageChops, ImageColor

SIDE = 6
REM = 16.0
PADDING, RAIL, GAP = 0.6 * REM, 2.1 * REM, 0.22 * REM
"""Round the board, that of the numbers, and between two fields; in pixels."""
INSIDE, CORNER = 4, 8
"""So far inside the left edge no number or die lies; the corners, round by 20 pixels, take so much there."""
DARK = 90
"""The ground of the page is brighter than this in its darkest channel, the board and its edge are not."""
NEAR = 40
"""How far each channel may be from a colour that still counts as that one."""
COVERED = 0.2
"""Share of the middle of a field that the colour of a stone takes at least: 0.4 to 0.6, and 0 beside it."""


class NoBoardError(Exception):
    """The photograph shows no board."""


def fields_covered(photo: Image.Image, colours: Iterable[str]) -> dict[str, str]:
    """Returns which field, as `column/row`, is covered by which of the colours.

    Raises:
        NoBoardError: there is no board at the left of the photograph.
    """
    left, top, side = _edges(photo)
    cell = (side - 2 * PADDING - RAIL - SIDE * GAP) / SIDE
    found = {}
    for column in range(SIDE):
        for row in range(SIDE):
            x = left + PADDING + RAIL + GAP + column * (cell + GAP)
            y = top + PADDING + (SIDE - 1 - row) * (cell + GAP)
            middle = photo.crop(
                (round(x + cell / 4), round(y + cell / 4), round(x + cell * 3 / 4), round(y + cell * 3 / 4))
            )
            for colour in colours:
                if _share(middle, colour) >= COVERED:
                    found[f"{column + 1}/{row + 1}"] = colour
    return found


def _edges(photo: Image.Image) -> tuple[int, int, int]:
    """Returns the left edge of the board, its upper one, and its side."""
    darkest = reduce(ImageChops.darker, photo.split())
    middle = photo.height // 2
    across = [shade < DARK for shade in darkest.crop((0, middle, photo.width, middle + 1)).tobytes()]
    if across[0] or not any(across):
        raise NoBoardError("nothing dark begins at the left")
    left = across.index(True)
    down = [shade < DARK for shade in darkest.crop((left + INSIDE, 0, left + INSIDE + 1, photo.height)).tobytes()]
    if all(down[:middle]) or all(down[middle:]):
        raise NoBoardError("what is dark at the left has no end")
    top = max(y for y in range(middle) if not down[y]) + 1 - CORNER
    bottom = min(y for y in range(middle, photo.height) if not down[y]) + CORNER
    if bottom - top < middle:
        raise NoBoardError("what is dark at the left is smaller than a board")
    return left, top, bottom - top


def _share(middle: Image.Image, colour: str) -> float:
    apart = ImageChops.difference(middle, Image.new("RGB", middle.size, ImageColor.getrgb(colour)))
    farthest = reduce(ImageChops.lighter, apart.split())
    return sum(farthest.histogram()[: NEAR + 1]) / (middle.width * middle.height)
