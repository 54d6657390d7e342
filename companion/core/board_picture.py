"""Pictures of a game's board as SVG: a final position with the players' figures, and the pictures of the rules."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from math import cos, pi, sin, sqrt
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from companion.core.snapshot import Axes, HexSnapshot, Piece, SlotSnapshot, Snapshot, SpotSnapshot, hex_colour
from hardware.device import SIDE, Colour

WIDTH = 800
MARGIN = 40
CONTENT_WIDTH = WIDTH - 2 * MARGIN
"""The width inside the margins, in pixels."""
DIE = 96
BACKGROUND, FIELD, INK, QUIET = "#14181d", "#262c34", "#f2efe6", "#a9b0ba"
AVAILABLE = "#ffe400"
"""The edge of an available field, as on the web page."""
IVORY, DARK = "#f2efe6", "#14181d"
FONT = "system-ui, sans-serif"

_PIPS = ("", "e", "ai", "aei", "acgi", "acegi", "adgcfi")
"""The pips of each value, as letters of a grid of 3 by 3, row by row."""

_INVALID_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Not allowed in XML 1.0, not even escaped."""
_WIDE_EM, _CAPITAL_EM, _LETTER_EM = 1.4, 1.0, 0.68
"""Maximum width of a letter in any font, in em: ideographs and emoji, capital letters, others."""


def draw_stack(stones: Sequence[Piece], x: float, bottom: float) -> Iterator[str]:
    """Yields the stones, the lowest first, each as a disc seen at an angle from above."""
    for height, stone in enumerate(stones):
        y = bottom - 17 * height
        edge = f"M{x - 36:.1f} {y:.1f}v13a36 17 0 0 0 72 0v-13z"
        yield element("path", d=edge, fill=stone.colour, stroke=DARK, **{"stroke-width": 2})
        yield element("ellipse", cx=x, cy=y, rx=36, ry=17, fill=stone.colour, stroke=DARK, **{"stroke-width": 2})
        yield text_line(x, y + 8, stone.label, 24, contrasting(stone.colour), anchor="middle", weight=700)


def draw_dice(faces: Sequence[int], top: float) -> str:
    """Returns dice next to each other, in the middle of the picture."""
    left, dice = (WIDTH - len(faces) * (DIE + 24) + 24) / 2, []
    for number, face in enumerate(faces):
        moved = f"translate({left + number * (DIE + 24):.1f} {top:.1f})"
        spots = [(DIE / 2 + 28 * x, DIE / 2 + 28 * y) for x, y in pip_places(face)]
        pips = (element("circle", cx=x, cy=y, r=9, fill=DARK) for x, y in spots)
        dice.append(element("g", element("rect", width=DIE, height=DIE, rx=18, fill=IVORY), *pips, transform=moved))
    return "".join(dice)


def pip_places(value: int) -> list[tuple[int, int]]:
    """Returns the positions of the pips, in steps to the right and down from the middle."""
    return [(spot % 3 - 1, spot // 3 - 1) for spot in map("abcdefghi".index, _PIPS[value])]


def document(width: float, height: float, *inner: str) -> str:
    size = {"width": width, "height": height, "viewBox": f"0 0 {width} {height:.2f}", "font-family": FONT}
    return element("svg", *inner, xmlns="http://www.w3.org/2000/svg", **size)


def text_line(
    x: float, y: float, words: str, size: float, fill: str = INK, *, anchor: str = "start", weight: int = 400,
    max_width: float = CONTENT_WIDTH,
) -> str:  # fmt: skip
    """Returns a line of text, in smaller letters if it does not fit: names are never shortened."""
    words = _INVALID_IN_XML.sub("\ufffd", words)
    size = fitting_size(words, size, max_width)
    attributes = {"text-anchor": anchor, "font-size": f"{size:.2f}", "font-weight": weight, "xml:space": "preserve"}
    return element("text", escape(words), x=x, y=y, fill=fill, **attributes)


def fitting_size(words: str, size: float, max_width: float) -> float:
    """Returns the size of the letters, reduced if the words do not fit."""
    return min(size, max_width / max(sum(map(_letter_em, words)), 1))


def _letter_em(letter: str) -> float:
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF" or unicodedata.category(letter) == "So":
        return _WIDE_EM
    return _CAPITAL_EM if letter.isupper() or letter in "mw%@—" else _LETTER_EM


def element(name: str, *inner: str, **attributes: object) -> str:
    """Returns an element. Attributes are escaped, the content is not."""

    def value_text(value: object) -> str:
        return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)

    attribute_text = "".join(f" {key}={quoteattr(value_text(value))}" for key, value in attributes.items())
    return f"<{name}{attribute_text}>{''.join(inner)}</{name}>"


def contrasting(colour: str) -> str:
    """Returns black or white, whichever is more readable on a colour (WCAG's relative luminance)."""
    red, green, blue = ((int(colour[at : at + 2], 16) / 255) ** 2.2 for at in (1, 3, 5))
    return DARK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 else "#ffffff"


ROW_HEIGHT, FIGURE_WIDTH, NAME_X = 46, 110, 40
"""The height of a player's line, the width of a figure's column, and the space before the name."""
MIN_NAME_SIZE = 14


def draw_picture(snapshot: Snapshot, status_lines: Sequence[str], caption: str, axes: Axes | None) -> str:
    """Returns the picture of a game as an SVG document without a style sheet or fonts.

    There are one or two `status_lines`. `axes` are the labels along the lights, None if the lights are not the board.
    """
    parts = [text_line(MARGIN, 62, status_lines[0], 36, weight=700)]
    if len(status_lines) > 1:
        parts.append(text_line(MARGIN, 98, status_lines[1], 22, fill=QUIET))
    top = 120.0
    board, height = _draw_board(snapshot, axes)
    if board:
        parts.append(element("g", board, transform=f"translate({MARGIN} {top})"))
        top += height + 20
    players, top = _draw_players(snapshot, top)
    parts += [*players, text_line(MARGIN, top + 28, caption, 18, QUIET)]
    total = top + 48
    background = element("rect", width=WIDTH, height=total, fill=BACKGROUND)
    return document(WIDTH, total, background, *parts)


def _draw_board(snapshot: Snapshot, axes: Axes | None, lights: Sequence[Colour] = ()) -> tuple[str, float]:
    """Returns the board, a moment of the rules if it has `lights`, and its height; "" and 0 without a board."""
    if snapshot.map is not None:
        return _fit([_hex_centre(each) for each in snapshot.map.hexes], _RADIUS, map(_draw_hex, snapshot.map.hexes))
    if snapshot.layout is not None:
        spots, slots = snapshot.layout.spots, snapshot.layout.slots
        centres = [_layout_place(name) for name in (*(each.name for each in spots), *(each.name for each in slots))]
        return _fit(centres, 1.2, (*map(_draw_spot, spots), *(_draw_tile(slot) for slot in slots if slot.ends)))
    return _draw_fields(snapshot, axes, lights) if axes is not None and snapshot.places else ("", 0.0)


# Pictures for the rules


class RulesMoment(NamedTuple):
    snapshot: Snapshot
    lights: Sequence[Colour] = ()
    """The lights of the 36 fields; empty to draw only the stones."""
    below: str = ""
    """The faces of dice, or a sign, below it; may be empty."""


BELOW_HEIGHT = 120
"""The height of the area for `RulesMoment.below`."""


def draw_rules_moment(moment: RulesMoment, axes: Axes | None) -> str:
    """Returns the board at one moment as an SVG document."""
    board, height = _draw_board(moment.snapshot, axes, moment.lights)
    parts = [element("g", board, transform=f"translate({MARGIN} {MARGIN})")]
    if moment.below:
        top = height + MARGIN + (BELOW_HEIGHT - DIE) / 2
        if moment.below.isdecimal():
            parts.append(draw_dice([int(face) for face in moment.below], top))
        else:
            parts.append(text_line(WIDTH / 2, top + DIE * 0.85, moment.below, DIE, anchor="middle", weight=700))
        height += BELOW_HEIGHT
    height += 2 * MARGIN
    panel = element("rect", width=WIDTH, height=height, rx=MARGIN, fill=BACKGROUND)
    return document(WIDTH, height, panel, element("g", *parts))


# The players and their figures


def _draw_players(snapshot: Snapshot, top: float) -> tuple[list[str], float]:
    """Returns the heads of the figures with a line for each player below, and the bottom of the last line."""
    rights = [WIDTH - MARGIN - FIGURE_WIDTH * number for number in reversed(range(len(snapshot.figures)))]
    parts = [
        text_line(x, top + 14, head, 16, QUIET, anchor="end", max_width=FIGURE_WIDTH - 10)
        for x, head in zip(rights, snapshot.figures, strict=True)
    ]
    top += 24
    for player in snapshot.players:
        name_width = CONTENT_WIDTH - NAME_X - FIGURE_WIDTH * len(rights)
        parts.append(element("circle", cx=MARGIN + 14, cy=top + 22, r=12, fill=player.colour))
        # A name that would be too small next to the figures gets its own line.
        is_long = fitting_size(player.name, 24, name_width) < MIN_NAME_SIZE
        if is_long:
            name_width = CONTENT_WIDTH - NAME_X
        parts.append(text_line(MARGIN + NAME_X, top + 30, player.name, 24, max_width=name_width))
        top += ROW_HEIGHT if is_long else 0
        parts += [
            text_line(x, top + 30, figure, 24, anchor="end", weight=700, max_width=FIGURE_WIDTH - 10)
            for x, figure in zip(rights, player.figures, strict=False)
        ]
        top += ROW_HEIGHT
    return parts, top


# A board of lights: columns and rows with stacks of stones


def _draw_fields(snapshot: Snapshot, axes: Axes, lights: Sequence[Colour] = ()) -> tuple[str, float]:
    edge = 30
    pitch = (CONTENT_WIDTH - edge) / SIDE
    parts = list[str]()
    for number, place in enumerate(snapshot.places):
        row, column = divmod(number, SIDE)
        x, y, rim = edge + pitch * column, pitch * (SIDE - 1 - row), ""
        if lights and place.usable:
            rim = AVAILABLE
        elif not lights and place.sign and place.pieces:  # a numbered field of the winner's mine
            rim = place.pieces[-1].colour
        background = hex_colour(lights[number]) if lights and any(lights[number]) else FIELD
        frame: dict[str, object] = {"stroke": rim, "stroke-width": 6} if rim else {}
        size = pitch - 6
        parts.append(element("rect", x=x + 3, y=y + 3, width=size, height=size, rx=12, fill=background, **frame))
        parts += draw_stack(place.pieces, x + pitch / 2, y + pitch - 34)
        if place.sign and lights:
            parts.append(text_line(x + pitch / 2, y + 40, place.sign, 40, anchor="middle", weight=700))
        elif place.sign:
            parts.append(text_line(x + 14, y + 30, place.sign, 22, weight=700))
    for n, (column_name, row_name) in enumerate(zip(axes.columns, axes.rows, strict=True)):
        parts.append(text_line(edge + pitch * (n + 0.5), pitch * SIDE + 22, column_name, 18, QUIET, anchor="middle"))
        parts.append(text_line(8, pitch * (SIDE - n - 0.5) + 6, row_name, 18, QUIET))
    return "".join(parts), pitch * SIDE + 30


# Tiles that are placed around claims

_PITCH = 3.6
"""The distance between claims; half of a tile is 1."""
_SIDES = {"E": (1, 0), "W": (-1, 0), "N": (0, -1), "S": (0, 1)}


def _fit(centres: Sequence[tuple[float, float]], margin: float, parts: Iterable[str]) -> tuple[str, float]:
    """Returns the parts scaled to the width of the picture, and their height; `centres` are theirs."""
    left, right = min(x for x, _ in centres) - margin, max(x for x, _ in centres) + margin
    top, bottom = min(y for _, y in centres) - margin, max(y for _, y in centres) + margin
    scale = CONTENT_WIDTH / (right - left)
    moved = f"scale({scale:.3f}) translate({-left:.3f} {-top:.3f})"
    return element("g", *parts, transform=moved), (bottom - top) * scale


def _layout_place(name: str) -> tuple[float, float]:
    """Returns the position of a claim or a slot from its name: column, row and perhaps side."""
    column, row = (int(part.rstrip("EWNS")) for part in name.split("/"))
    right, down = _SIDES.get(name[-1], (0, 0))
    return _PITCH * column + right * _PITCH / 2, -_PITCH * row + down * _PITCH / 2


def _draw_spot(spot: SpotSnapshot) -> str:
    x, y = _layout_place(spot.name)
    ring = element("circle", r=0.74, fill=FIELD, stroke=spot.ring or QUIET, **{"stroke-width": 0.12})
    parts = [ring, text_line(0, 0.3, spot.label, 0.65 if spot.label[1:] else 0.9, anchor="middle", weight=700)]
    if spot.owner:
        # The winner is shown as a stone with a letter, because the digit may have the same colour.
        parts.append(element("circle", cx=-0.6, cy=0.6, r=0.36, fill=spot.colour))
        parts.append(text_line(-0.6, 0.78, spot.owner, 0.5, contrasting(spot.colour), anchor="middle", weight=700))
    if spot.chips:
        parts.append(element("circle", cx=0.62, cy=-0.62, r=0.36, fill="#d9a520"))
        parts.append(text_line(0.62, -0.44, str(spot.chips), 0.5, DARK, anchor="middle", weight=700))
    return element("g", *parts, transform=f"translate({x:.2f} {y:.2f})")


def _draw_tile(slot: SlotSnapshot) -> str:
    x, y = _layout_place(slot.name)
    first, second = reversed(slot.ends) if slot.name[-1] in "WN" else slot.ends
    pips = [
        element("circle", cx=away + 0.27 * right, cy=0.27 * down, r=0.09, fill=DARK)
        for away, end in ((-0.5, first), (0.5, second))
        for right, down in pip_places(end)
    ]
    body = element("rect", x=-1, y=-0.5, width=2, height=1, rx=0.16, fill=IVORY)
    line = element("path", d="M0 -0.4v0.8", stroke=QUIET, **{"stroke-width": 0.05})
    turn = " rotate(90)" if slot.name[-1] in "NS" else ""
    return element("g", body, line, *pips, transform=f"translate({x:.2f} {y:.2f}){turn}")


# Maps of hexes

_RADIUS = 10


def _hex_centre(each: HexSnapshot) -> tuple[float, float]:
    return _RADIUS * sqrt(3) * (each.q + each.r / 2), 1.5 * _RADIUS * each.r


def _draw_hex(each: HexSnapshot) -> str:
    x, y = _hex_centre(each)
    corners = ((cos(pi / 3 * n - pi / 6), sin(pi / 3 * n - pi / 6)) for n in range(6))
    points = " ".join(f"{(_RADIUS - 0.35) * right:.2f},{(_RADIUS - 0.35) * down:.2f}" for right, down in corners)
    parts = [element("polygon", points=points, fill=FIELD)]
    if each.disc:
        parts.append(element("circle", r=6, fill="#000000"))
    kinds = (("square", each.system), ("diamond", each.pirates), ("circle", each.ships))
    pieces_here = [(kind, piece) for kind, pieces in kinds for piece in pieces]
    for number, (kind, piece) in enumerate(pieces_here):
        at = 5.2 * (number - (len(pieces_here) - 1) / 2) * min(1.0, 3 / max(len(pieces_here), 1))
        parts += _draw_piece(kind, piece, at)
    parts.append(text_line(0, 8, each.name, 2.6, QUIET, anchor="middle"))
    return element("g", *parts, transform=f"translate({x:.2f} {y:.2f})")


def _draw_piece(kind: str, piece: Piece, x: float) -> Iterator[str]:
    edge = {"fill": piece.colour, "stroke": contrasting(piece.colour), "stroke-width": 0.3}
    if kind == "circle":
        yield element("circle", cx=x, cy=0, r=2.6, **edge)
    else:
        turn = "rotate(45)" if kind == "diamond" else "rotate(0)"
        yield element("rect", x=-2.1, y=-2.1, width=4.2, height=4.2, transform=f"translate({x:.2f} 0) {turn}", **edge)
    yield text_line(x, 1.2, piece.label, 3.2, contrasting(piece.colour), anchor="middle", weight=700)
