"""Pictures of the assembly, drawn from the solids that are printed: a depth buffer, flat shading, and the edges.

Parts that are bought stand in them as plain blocks, in the sizes of `tools.body.measures`. A triangle is an array of 3
corners by x, y, z; a mesh is an array of triangles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from build123d import Part, Pos, Rot
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from hardware.device import SIDE
from tools.body.measures import (
    BUTTONS,
    CHANNEL_MM,
    FACE_MM,
    FLOOR_MM,
    HEIGHT_MM,
    JACK_BEHIND_MM,
    JACK_OUTER_MM,
    STANDOFF_MM,
    TRAY_MM,
    Console,
    Size,
)
from tools.body.netlist import NETLIST
from tools.body.perfboard import BOARD, PITCH_MM
from tools.body.solids import base_of, block, board_box, rod, shell_of

Floats: TypeAlias = NDArray[np.float64]
PAPER = (251, 251, 248)
PRINTED, WHITE, COPPER, GREEN, BLACK, YELLOW, STEEL = (
    (122, 140, 160), (240, 240, 236), (205, 150, 80), (72, 150, 96), (52, 56, 62), (250, 205, 80), (178, 184, 190),
)  # fmt: skip
COLOURS = {"bulk": STEEL, "supply": YELLOW, "pixels": YELLOW, "fuse": WHITE} | dict.fromkeys(
    ("spare", "series", "bypass"), COPPER
)
"""Of parts on the perfboard; all others are black."""
SHARP = 0.85
"""The cosine of the angle between two triangles at which their edge is drawn; the facets of a rod meet at less."""
FINER = 2
"""Pixels are drawn so many times smaller, and then averaged."""
LABEL_PX, LABEL_COLUMN = 17, 0.70
"""The height of a label, and where their column begins, as a share of the picture's width."""


class Thing(NamedTuple):
    """Something in a picture."""

    part: Part
    colour: tuple[int, int, int]


class Label(NamedTuple):
    """A text beside the picture, and what it points at."""

    text: str
    at: tuple[float, float, float]


def mesh_of(part: Part) -> Floats:
    """Returns the surface as triangles."""
    vertices, triangles = part.tessellate(0.1, 0.35)
    points = np.array([(v.X, v.Y, v.Z) for v in vertices])
    mesh: Floats = points[np.array(triangles)]
    return mesh


def camera(azimuth: float, height: float) -> Floats:
    """Returns the rows right, up and towards the eye, for a look from there; in degrees, 0 is from the front."""
    turn, lift = np.radians((azimuth, height))
    towards = np.array((np.sin(turn) * np.cos(lift), -np.cos(turn) * np.cos(lift), np.sin(lift)))
    right = np.array((np.cos(turn), np.sin(turn), 0.0))
    return np.stack((right, np.cross(towards, right), towards))


def render(things: Iterable[Thing], labels: Iterable[Label], eye: Floats, size: tuple[int, int]) -> Image.Image:
    """Returns the picture; the things fill what the labels leave."""
    labels = list(labels)
    meshes = [(mesh_of(part) @ eye.T, colour) for part, colour in things]
    corners = np.concatenate([mesh.reshape(-1, 3)[:, :2] for mesh, _ in meshes])
    low, high = corners.min(axis=0), corners.max(axis=0)
    width, height = (FINER * each for each in size)
    room = np.array((width * (LABEL_COLUMN - 0.02 if labels else 0.96), height * 0.94))
    scale = float((room / (high - low)).min())
    # From a point as the eye sees it, in mm, to pixels: x to the right, y down, and the depth stays in mm.
    origin = np.array((0.02 * width, 0.03 * height)) + (room - scale * (high - low)) / 2

    def to_pixels(points: Floats) -> Floats:
        x = origin[0] + scale * (points[..., 0] - low[0])
        y = origin[1] + scale * (high[1] - points[..., 1])
        return np.stack((x, y, points[..., 2]), axis=-1)

    picture = np.full((height, width, 3), PAPER, dtype=np.float64)
    depth = np.full((height, width), -np.inf)
    for mesh, colour in meshes:
        for triangle, normal in zip(to_pixels(mesh), _normals(mesh), strict=True):
            # The light comes from the upper left, behind the eye.
            light = 0.5 + 0.5 * max(0.0, float(normal @ (-0.35, 0.55, 0.76)))
            _fill(picture, depth, triangle, np.array(colour) * light)
    for mesh, _ in meshes:
        for start, end in to_pixels(_sharp_edges(mesh)):
            _draw_line(picture, depth, start, end)
    image = Image.fromarray(picture.astype(np.uint8)).resize(size, Image.Resampling.LANCZOS)
    _write_labels(image, [(each.text, to_pixels(eye @ np.array(each.at)) / FINER) for each in labels])
    return image


def _normals(mesh: Floats) -> Floats:
    normals = np.cross(mesh[:, 1] - mesh[:, 0], mesh[:, 2] - mesh[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    return normals / np.where(lengths > 0, lengths, 1)


def _fill(picture: Floats, depth: Floats, triangle: Floats, colour: Floats) -> None:
    """Paints a triangle where nothing nearer has been painted."""
    (ax, ay, _), (bx, by, _), (cx, cy, _) = triangle
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    # Seen from behind, or from the side.
    if area > -1e-9:
        return
    left, top = np.maximum(np.floor(triangle[:, :2].min(axis=0)).astype(int), 0)
    right, bottom = np.ceil(triangle[:, :2].max(axis=0)).astype(int) + 1
    y, x = np.mgrid[top:bottom, left:right]
    toward_b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
    toward_c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
    z = triangle[0, 2] + toward_b * (triangle[1, 2] - triangle[0, 2]) + toward_c * (triangle[2, 2] - triangle[0, 2])
    window = depth[top:bottom, left:right]
    near = (toward_b >= 0) & (toward_c >= 0) & (toward_b + toward_c <= 1) & (z > window)
    window[near] = z[near]
    picture[top:bottom, left:right][near] = colour


def _sharp_edges(mesh: Floats) -> Floats:
    """Returns the edges between two triangles that meet at an angle, as pairs of points."""
    sides: dict[tuple[bytes, ...], list[int]] = {}
    ends: dict[tuple[bytes, ...], Floats] = {}
    for number, triangle in enumerate(mesh.round(4) + 0.0):
        for pair in (triangle[[0, 1]], triangle[[1, 2]], triangle[[2, 0]]):
            key = tuple(sorted(point.tobytes() for point in pair))
            sides.setdefault(key, []).append(number)
            ends[key] = pair
    normals = _normals(mesh)
    sharp = [ends[key] for key, (one, *other) in sides.items() if not other or normals[one] @ normals[other[0]] < SHARP]
    return np.array(sharp).reshape(-1, 2, 3)


def _draw_line(picture: Floats, depth: Floats, start: Floats, end: Floats) -> None:
    """Draws an edge where it is seen; a little nearer than its own faces, which otherwise hide half of it."""
    steps = int(np.abs(end - start)[:2].max() * 1.5) + 2
    line = start + np.linspace(0, 1, steps)[:, None] * (end - start)
    x, y = line[:, 0].round().astype(int), line[:, 1].round().astype(int)
    seen = line[:, 2] + 0.6 > depth[y, x]
    picture[y[seen], x[seen]] = (38, 48, 60)


def _write_labels(image: Image.Image, labels: list[tuple[str, Floats]]) -> None:
    """Writes the labels in a column at the right, in the order of what they point at, with a line to each."""
    draw, font, left = ImageDraw.Draw(image), ImageFont.load_default(LABEL_PX), image.width * LABEL_COLUMN
    labels.sort(key=lambda label: float(label[1][1]))
    halves = [LABEL_PX * (0.6 * text.count("\n") + 0.9) for text, _ in labels]
    free = 0.0
    for number, (text, (x, y, _)) in enumerate(labels):
        # As high as what it points at, if that leaves room for those below and is below the one above.
        lowest = image.height - 2 * sum(halves[number:]) + halves[number]
        last = max(free + halves[number], min(float(y), lowest))
        free = last + halves[number]
        draw.line([(x, y), (left - 8, last), (left - 2, last)], fill=(200, 60, 40), width=1)
        draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=(200, 60, 40))
        draw.multiline_text((left + 2, last), text, fill=(29, 39, 51), font=font, anchor="lm", spacing=2)


def strips(size: Size) -> Iterator[Thing]:
    """Yields the six rows of the strip, with their pixels, and what joins them."""
    middles = [(place - (SIDE - 1) / 2) * size.pitch for place in range(SIDE)]
    half = size.board_side / 2
    for row, y in enumerate(middles):
        yield Thing(block(size.board_side - 4, 10, 0.4, (0, y, FLOOR_MM)), COPPER)
        for x in middles:
            yield Thing(block(5, 5, 1.6, (x, y, FLOOR_MM + 0.4)), WHITE)
            yield Thing(rod(3.6, 0.2, (x, y, FLOOR_MM + 2)), YELLOW)
        if row + 1 < SIDE:
            # To and fro: from the end of a row to the beginning of the next, through the channel.
            side = 1 if row % 2 == 0 else -1
            x, span = side * (half + CHANNEL_MM / 2), size.pitch
            yield Thing(block(1.5, span, 1.5, (x, y + span / 2, FLOOR_MM)), BLACK)
            for end in (y, y + span):
                yield Thing(block(CHANNEL_MM + 3, 1.5, 1.5, (x - side * CHANNEL_MM / 2, end, FLOOR_MM)), BLACK)


def perfboard_hole(console: Console, column: float, row: float) -> tuple[float, float]:
    """Returns where a hole is in the console: the board is turned by half, its last row looks to the back."""
    (left, back), (width, depth) = console.perfboard_at, console.perfboard.size
    x, y = column - (BOARD["columns"] - 1) / 2, row - (BOARD["rows"] - 1) / 2
    return left + width / 2 - x * PITCH_MM, back - depth / 2 + y * PITCH_MM


def bought(console: Console) -> dict[str, list[Thing]]:
    """Returns what is bought for a console, in the places it has in the shell, `face`, and on the base, `boards`."""
    under = console.height + FLOOR_MM
    (x, y), (glass_width, glass_depth, thick) = console.screen_at, console.screen.glass
    y -= console.screen.above
    face = [
        Thing(block(glass_width, glass_depth, thick, (x, y, under)), BLACK),
        Thing(block(*console.screen.module, 1.6, (x, y, under - 1.6)), GREEN),
        Thing(rod(26, 0.5, (*console.grille_at, under - 0.5)), COPPER),
    ]
    for kind, at in zip(console.size.controls, console.controls_at, strict=True):
        button = BUTTONS[kind]
        above = 14 if kind == "encoder" else 4
        face += [
            Thing(rod(button.hole - 0.3, button.behind + FACE_MM, (*at, under - button.behind)), STEEL),
            Thing(rod(button.outer - 2, 3, (*at, under - 3)), STEEL),
            Thing(rod(min(button.outer - 2, 20), above, (*at, under + FACE_MM)), BLACK if above > 4 else COPPER),
        ]
    boards = []
    for board, (left, back) in ((console.pi, console.pi_at), (console.perfboard, console.perfboard_at)):
        (width, depth), z = board.size, FLOOR_MM + STANDOFF_MM
        boards.append(Thing(block(width, depth, 1.6, (left + width / 2, back - depth / 2, z)), GREEN))
        if board.socket:
            # A Pi's header is opposite its sockets, 32.5 from the card's end at the right.
            boards.append(Thing(block(51, 5, 15, (left + width - 32.5, back - depth + 3.5, z + 1.6)), BLACK))
            boards.append(Thing(block(8, 6, 3, (left + board.socket, back - 2.5, z + 1.6)), STEEL))
    for name, part in NETLIST["parts"].items():
        left, upper, right, lower = part["body"]
        x, y = perfboard_hole(console, (left + right) / 2, (upper + lower) / 2)
        across, along, z = (right - left) * PITCH_MM, (lower - upper) * PITCH_MM, FLOOR_MM + STANDOFF_MM + 1.6
        size = (part["height"], (x, y, z))
        solid = rod(across, *size) if part.get("is_round") else block(across, along, *size)
        boards.append(Thing(solid, COLOURS.get(name, BLACK)))
    wall = Pos(console.jack_at[0], console.back, FLOOR_MM + console.jack_at[1]) * Rot(90, 0, 0)
    face.append(Thing(wall * rod(JACK_OUTER_MM, JACK_BEHIND_MM), BLACK))
    return {"face": face, "boards": boards}


def moved(things: Iterable[Thing], where: Pos | Rot) -> list[Thing]:
    """Returns the things somewhere else."""
    return [Thing(where * part, colour) for part, colour in things]


def assembly(size: Size) -> Iterator[tuple[str, Image.Image]]:
    """Yields the pictures of the assembly, in its order, with the names of their files."""
    box, console, strip = board_box(size), Console(size), list(strips(size))
    half, rim = size.board_side / 2, TRAY_MM
    tray, walls, diffuser = Thing(box["tray"], PRINTED), Thing(box["walls"], BLACK), Thing(box["diffuser"], WHITE)
    x = half + CHANNEL_MM
    labels = [
        Label(
            "the strip: six rows\nto and fro, its first\npixel at the lower left", (half * 0.5, -half * 0.83, FLOOR_MM)
        ),
        Label("a wire leads to\nthe next row", (half + CHANNEL_MM / 2, 0, FLOOR_MM + 1.5)),
        Label("its far end is\nfed here", (-x, half - 1.5 * size.pitch, FLOOR_MM + 8)),
        Label("the lead comes\nin here", (-x, -half + 1.5 * size.pitch, FLOOR_MM + 8)),
        Label("a post in each\ncorner", (x - 3, -half + 3, FLOOR_MM + HEIGHT_MM)),
    ]
    yield "board-1", render([tray, *strip], labels, camera(-20, 48), (960, 560))
    sheet = Thing(block(2 * half, 2 * half, 0.3, (0, 0, rim + 90)), PAPER)
    lifted = [*moved([walls], Pos(0, 0, 30)), *moved([diffuser], Pos(0, 0, 70)), sheet]
    labels = [
        Label("overlay on paper,\nor the board itself", (half, -half, rim + 90)),
        Label("diffuser", (half, -half, rim + 70)),
        Label("light walls, their\npassages over the strip", (half, -half, rim + 30)),
        Label("board box", (half + CHANNEL_MM, -half, rim)),
    ]
    yield "board-2", render([tray, *strip, *lifted], labels, camera(-20, 28), (960, 640))

    parts = bought(console)
    shell = Thing(Pos(0, 0, FLOOR_MM) * shell_of(console), PRINTED)
    base = Thing(base_of(console), PRINTED)
    over = Rot(180, 0, 0)
    (sx, sy), under = console.screen_at, console.height + FLOOR_MM
    last = console.controls_at[-1]
    labels = [
        Label("screen: its glass in\nthe pocket, glued at\nthe board's corners", (sx + 12, -sy, -under + 1.6)),
        Label("buzzer, glued over\nthe grille", (console.grille_at[0], -console.grille_at[1], -under + 0.5)),
        Label("buttons, with\ntheir nuts", (last[0], -last[1], -under + BUTTONS[size.controls[-1]].behind)),
        Label("socket of the\npixels' supply", (console.jack_at[0], -console.back, -FLOOR_MM - console.jack_at[1])),
        Label("posts for four\nscrews M3", (console.inside[0] / 2 - 4, console.inside[1] / 2 - 4, -FLOOR_MM)),
    ]
    yield "console-1", render(moved([shell, *parts["face"]], over), labels, camera(-24, 62), (960, 600))
    (px, py), (bx, by), top = console.pi_at, console.perfboard_at, FLOOR_MM + STANDOFF_MM
    labels = [
        Label("Raspberry Pi, its\nsupply at the back", (px + 20, py - 6, top + 1.6)),
        Label("perfboard: plugs\nin front, terminals\nat the back", (bx + 66, by - 44, top + 1.6)),
        Label("a ribbon of 40 wires\njoins these two", (*perfboard_hole(console, 3, 5.5), top + 16)),
        Label("supply, from\nits socket", (*perfboard_hole(console, 2, 16), top + 12)),
        Label("pixels: their lead\ncomes in behind", (*perfboard_hole(console, 20, 16), top + 12)),
        Label("holes for the\nscrews M3", (console.inside[0] / 2 - 4, -console.inside[1] / 2 + 4, FLOOR_MM)),
    ]
    yield "console-2", render([base, *parts["boards"]], labels, camera(-24, 42), (960, 560))
    above = moved([shell, *parts["face"]], Pos(0, 0, 50))
    labels = [
        Label("shell", (console.outside[0] / 2, -console.outside[1] / 4, 80)),
        Label("base, screwed on\nfrom below", (console.outside[0] / 2, -console.outside[1] / 4, 1)),
    ]
    yield "console-3", render([base, *parts["boards"], *above], labels, camera(-24, 28), (960, 560))
    stand = moved([base, shell, *parts["face"]], Pos(0, -half - 80, 0))
    yield "together", render([tray, diffuser, *stand], [], camera(-20, 40), (960, 720))


def consoles(sizes: Iterable[Size]) -> Image.Image:
    """Returns one picture of several consoles, side by side."""
    pictures = []
    for size in sizes:
        console = Console(size)
        things = [Thing(Pos(0, 0, FLOOR_MM) * shell_of(console), PRINTED), *bought(console)["face"]]
        pictures.append(render([*things, Thing(base_of(console), PRINTED)], [], camera(-20, 45), (480, 330)))
    whole = Image.new("RGB", (960, 330 * ((len(pictures) + 1) // 2)), PAPER)
    for number, picture in enumerate(pictures):
        whole.paste(picture, (480 * (number % 2), 330 * (number // 2)))
    return whole
