"""Pictures of the lights for people: the board as discs at several moments; and the golden pictures."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from companion.lights.composition import Lights, attract_lights, edge_lights, no_screen, only
from companion.tables.claimit import lights
from engine.claimit.position import marks, parse_field
from engine.game import Seat
from tests.companion.lights.positions import BANKED, BETWEEN, CALLED, CHOOSING, COLOURS, OVER, ROLLED, TAKEN

PITCH, DISC, MARGIN = 20, 16, 14
SIDE = 6 * PITCH + MARGIN
FONT = ImageFont.load_default_imagefont()
CASE, UNLIT, INK = (24, 24, 28), (44, 44, 48), (200, 200, 200)


class Shot(NamedTuple):
    """The lights at one moment, and the caption above them."""

    caption: str
    lights: Lights


def strip(shots: Sequence[Shot], columns: int = 6) -> Image.Image:
    """Draws the shots in lines of 6; the newest is at the lower right."""
    width, lines = min(len(shots), columns), -(-len(shots) // columns)
    image = Image.new("RGB", (width * SIDE, lines * (SIDE + MARGIN)), CASE)
    for place, shot in enumerate(shots):
        line, column = divmod(place, columns)
        image.paste(draw(shot), (column * SIDE, line * (SIDE + MARGIN)))
    return image


def draw(shot: Shot) -> Image.Image:
    image = Image.new("RGB", (SIDE, SIDE + MARGIN), CASE)
    pen = ImageDraw.Draw(image)
    pen.text((MARGIN, 1), shot.caption, INK, FONT)
    for number in range(6):
        pen.text((MARGIN + number * PITCH + 5, SIDE + 1), str(number + 1), INK, FONT)
        pen.text((4, top(number) + 3), str(number + 1), INK, FONT)
    for field, colour in enumerate(shot.lights.colours):
        left, upper = MARGIN + field % 6 * PITCH, top(field // 6)
        fill = tuple(colour) if any(colour) else None
        pen.ellipse((left, upper, left + DISC - 1, upper + DISC - 1), fill, UNLIT)
    return image


def top(row: int) -> int:
    return MARGIN + (5 - row) * PITCH


GOLDEN = Path(__file__).parent / "golden"
Scene = tuple[Callable[[float], Lights], Sequence[float]]
"""The lights as a function of the time since the page opened, and the moments to draw, in seconds."""
SCENES: dict[str, Scene] = {
    "attract": (lambda now: attract_lights(COLOURS, now), (0, 1, 2, 3, 4, 5)),
    "no_screen": (
        lambda now: no_screen(lights.table(CHOOSING, COLOURS, now), now, 0.0, 0.0),
        (0.2, 0.9, 1.5, 19.5, 20.2, 20.9),
    ),
    "begins": (lambda _: edge_lights(COLOURS[1]), (0,)),
    "turn": (lambda now: lights.turn(BETWEEN, COLOURS, now, 0.0), (0.2, 0.8)),
    "roll": (lambda now: lights.roll(ROLLED, COLOURS, now, 0.0, [parse_field("2/3")]), (0.2, 0.3, 0.45, 0.6, 0.8, 1)),
    "choose": (lambda now: lights.table(CHOOSING, COLOURS, now), (0, 0.5, 1, 1.5, 2, 2.5)),
    "bust": (lambda now: lights.bust(BETWEEN, COLOURS, now, 0.0, lost=marks(CHOOSING)), (0.2, 0.25, 0.5, 0.75)),
    "bank": (
        lambda now: lights.bank(BANKED, COLOURS, now, 0.0, seat=Seat(0), taken=TAKEN),
        (0.05, 0.15, 0.3, 0.45, 0.6, 1.4),
    ),
    "last_round": (lambda now: lights.last_round(CALLED, COLOURS, now, 0.0), (0.1, 0.2, 0.4, 0.6, 0.8, 1.1, 1.5, 3)),
    "winner": (lambda now: lights.winner(OVER, COLOURS, now, 0.0), (0, 0.2, 0.4, 1, 1.4, 1.6, 2.5, 2.8, 4, 5, 6)),
    "only": (lambda now: lights.spotlight(BANKED, COLOURS, now, Seat(1)), (1.0,)),
    "guide": (lambda _: only((parse_field("5/5"),), COLOURS[0]), (0,)),
    "check": (lambda _: lights.check(CHOOSING, COLOURS, parse_field("4/4")), (0,)),
}


def shots(scene: Scene) -> list[Shot]:
    light, moments = scene
    return [Shot(f"{moment:g} s", light(moment)) for moment in moments]


def pictures() -> dict[Path, Image.Image]:
    return {GOLDEN / f"{name}.png": strip(shots(scene)) for name, scene in SCENES.items()}
