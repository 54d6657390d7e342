"""The pictures of the README: screens, lights and box, drawn from real frames."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from companion.program.view import view
from companion.ui import font as letters
from companion.ui.art import Icon, drawing
from companion.ui.font import BOLD, THIN
from hardware.device import Colour
from tests.companion.pages.scenes import scene
from tests.pictures.golden import screen_picture

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
PAPER, CASE, EDGE, WELL = (13, 15, 20), (30, 32, 39), (58, 61, 71), (20, 21, 26)
"""The colours of background, box, edges and recesses."""
GLASS, LIT_PIXEL, INK = (3, 6, 10), (150, 214, 255), (176, 182, 194)
FINE = 4
"""Round shapes are drawn larger by this factor and then reduced, for smooth edges."""
PIXEL, BEZEL = 4, 14
"""The size of a pixel of the screen, and the width of the frame around it."""
FIELD, GAP, RIM = 56, 6, 26
"""The size of a field, the gap between fields, and the border with the numbers."""
BOARD = 6 * FIELD + 5 * GAP + 2 * RIM
MARGIN, CAPTION, BUTTON, ROUND = 24, 30, 64, 16
"""The gap between parts, the height of a caption, the width of a button, and the radius of corners."""
GLOWS = (6, 24)
"""The radius of the lights: the spot and its halo."""
CALM_S = 0.35
"""A moment at which everything that blinks is lit and no goldclaim glints."""


class Moment(NamedTuple):
    caption: str
    scene: str
    seconds: float
    """The time since the page opened."""


SCREENS = (
    "attract", "begins_middle", "turn_middle", "roll_opponent", "choose_8", "bust_losing",
    "by_hand_2", "guide_tallest", "check_stack", "scores_5", "last_round", "winner_by_mine",
)  # fmt: skip
PHASES = (
    Moment("a turn begins", "turn_middle", CALM_S),
    Moment("a roll lies there", "roll_opponent", CALM_S),
    Moment("Roll again or bank?", "choose_8", CALM_S),
    Moment("bust", "bust_losing", 0.2),
    Moment("bank", "turn_banked", 0.2),
    Moment("the winner's mine", "winner_by_mine", 9.0),
)
TABLE = Moment("mid-turn", "roll_opponent", CALM_S)
LABELS = (Icon.LEFT, Icon.RIGHT, Icon.CHECK, Icon.BANK, Icon.UNDO)
"""The labels under the buttons, from left to right."""


def pictures() -> dict[Path, Image.Image]:
    return {FOLDER / "screens.png": screens(), FOLDER / "lights.png": lights(), FOLDER / "device.png": device()}


def screens() -> Image.Image:
    return sheet([screen(Moment("", name, CALM_S)) for name in SCREENS], [])


def lights() -> Image.Image:
    """Draws the board in six phases, three per line, each with its caption."""
    return sheet([board(colours(phase)) for phase in PHASES], [phase.caption for phase in PHASES])


def device() -> Image.Image:
    """Draws the box during a turn: the lights, and next to them the screen above the five buttons."""
    field, glass = board(colours(TABLE)), screen(TABLE)
    case = Image.new("RGB", (field.width + glass.width + 3 * MARGIN, field.height + 2 * MARGIN), CASE)
    left = 2 * MARGIN + field.width
    paste_rounded(case, field, (MARGIN, MARGIN))
    paste_rounded(case, glass, (left, MARGIN))
    for place, label in enumerate(LABELS):
        middle = left + BEZEL + round((place + 0.5) * (glass.width - 2 * BEZEL) / len(LABELS))
        button(case, middle, 2 * MARGIN + glass.height, label)
    picture = Image.new("RGB", (case.width + 2 * MARGIN, case.height + 2 * MARGIN), PAPER)
    paste_rounded(picture, case, (MARGIN, MARGIN), 2 * ROUND)
    return picture


def colours(moment: Moment) -> tuple[Colour, ...]:
    model = scene(moment.scene)
    return view(model, model.shown_since + moment.seconds).frame.lights


def screen(moment: Moment) -> Image.Image:
    model = scene(moment.scene)
    pixels = screen_picture(view(model, model.shown_since + moment.seconds).frame.screen).convert("L")
    shining = pixels.resize((pixels.width * PIXEL, pixels.height * PIXEL), Image.Resampling.NEAREST)
    glass = Image.new("RGB", (shining.width + 2 * BEZEL, shining.height + 2 * BEZEL), GLASS)
    glass.paste(LIT_PIXEL, (BEZEL, BEZEL), shining)
    glow = glass.filter(ImageFilter.GaussianBlur(PIXEL)).point(lambda value: value // 4)
    return ImageChops.screen(glass, glow)


def board(lit: Sequence[Colour]) -> Image.Image:
    """Draws the fields with their lights, with numbers of columns below and rows on the left."""
    picture, shine = Image.new("RGB", (BOARD, BOARD), WELL), Image.new("RGB", (BOARD, BOARD))
    spot = FIELD * 2 // 7
    for place, colour in enumerate(lit):
        left, top = RIM + place % 6 * (FIELD + GAP), RIM + (5 - place // 6) * (FIELD + GAP)
        paste_rounded(picture, Image.new("RGB", (FIELD, FIELD), _behind_cover(colour)), (left, top), ROUND // 2)
        shine.paste(tuple(colour), (left + spot, top + spot, left + FIELD - spot, top + FIELD - spot))
    for number in range(6):
        middle = RIM + number * (FIELD + GAP) + FIELD // 2
        stamp(picture, (middle, BOARD - RIM // 2), letters.text_image(THIN, str(number + 1)))
        stamp(picture, (RIM // 2, BOARD - middle), letters.text_image(THIN, str(number + 1)))
    for radius in GLOWS:
        picture = ImageChops.screen(picture, shine.filter(ImageFilter.GaussianBlur(radius)))
    return picture


def button(picture: Image.Image, middle: int, top: int, label: Icon) -> None:
    for side, colour in ((BUTTON, EDGE), (BUTTON - 8, WELL)):
        inset = (BUTTON - side) // 2
        paste_rounded(picture, Image.new("RGB", (side, side), colour), (middle - side // 2, top + inset), side // 2)
    stamp(picture, (middle, top + BUTTON + 20), drawing(label))


def sheet(parts: Sequence[Image.Image], captions: Sequence[str], columns: int = 3) -> Image.Image:
    """Arranges pictures of one size in lines, each with its caption below, if there are captions."""
    wide, high = parts[0].width + MARGIN, parts[0].height + MARGIN + (CAPTION if captions else 0)
    whole = Image.new("RGB", (columns * wide + MARGIN, -(-len(parts) // columns) * high + MARGIN), PAPER)
    corners = [(MARGIN + place % columns * wide, MARGIN + place // columns * high) for place in range(len(parts))]
    for part, corner in zip(parts, corners, strict=True):
        paste_rounded(whole, part, corner)
    for caption, (left, top) in zip(captions, corners, strict=False):
        middle = (left + parts[0].width // 2, top + parts[0].height + CAPTION // 2 + 4)
        stamp(whole, middle, letters.text_image(BOLD, caption))
    return whole


def paste_rounded(picture: Image.Image, part: Image.Image, corner: tuple[int, int], radius: int = ROUND) -> None:
    fine = Image.new("L", (part.width * FINE, part.height * FINE))
    ImageDraw.Draw(fine).rounded_rectangle((0, 0, fine.width - 1, fine.height - 1), radius * FINE, fill=255)
    picture.paste(part, corner, fine.resize(part.size, Image.Resampling.BOX))


def stamp(picture: Image.Image, middle: tuple[int, int], shape: Image.Image) -> None:
    grown = shape.resize((shape.width * 2, shape.height * 2), Image.Resampling.NEAREST)
    picture.paste(INK, (middle[0] - shape.width, middle[1] - shape.height), grown)


def _behind_cover(colour: Colour) -> tuple[int, ...]:
    return tuple(min(255, round(field + light * 0.55)) for field, light in zip(CASE, colour, strict=True))
