"""The solids: the board box with its light walls, and the console; made by build123d.

The board box stands as it lies on the table, its front to the players: x to the right, y to the back, z up. So does the
console; its face is the top of `shell`, which is printed face down and looks as if upside down then.
"""

from __future__ import annotations

from itertools import product

from build123d import Align, Axis, Box, Cone, Cylinder, Part, Pos, Rot, chamfer, fillet

from hardware.device import SIDE
from tools.body.measures import (
    BUTTONS,
    CHANNEL_MM,
    CORNER_MM,
    DIFFUSER_MM,
    FACE_MM,
    FLOOR_MM,
    FOOT_DEEP_MM,
    FOOT_MM,
    GRILLE_HOLE_MM,
    GRILLE_MM,
    HEIGHT_MM,
    JACK_MM,
    LATTICE_MM,
    LEAD_HEIGHT_MM,
    LEAD_WIDTH_MM,
    PLAY_MM,
    POST_MM,
    SCREW_CORE_MM,
    SCREW_HEAD_MM,
    SCREW_MM,
    SOCKET_HEIGHT_MM,
    SOCKET_WIDTH_MM,
    STANDOFF_MM,
    STANDOFF_WIDTH_MM,
    STRIP_HEIGHT_MM,
    STRIP_WIDTH_MM,
    TIE_MM,
    TRAY_MM,
    WALL_MM,
    Console,
    Size,
    corners,
)

ON_FLOOR = (Align.CENTER, Align.CENTER, Align.MIN)


def block(width: float, depth: float, height: float, at: tuple[float, float, float] = (0, 0, 0)) -> Part:
    """Returns a block over the middle of its base."""
    return Pos(*at) * Box(width, depth, height, align=ON_FLOOR)


def rod(diameter: float, height: float, at: tuple[float, float, float] = (0, 0, 0)) -> Part:
    """Returns an upright rod over the middle of its base."""
    return Pos(*at) * Cylinder(diameter / 2, height, align=ON_FLOOR)


def rounded(width: float, depth: float, height: float, radius: float = CORNER_MM) -> Part:
    """Returns a block with rounded upright edges."""
    whole = block(width, depth, height)
    return fillet(whole.edges().filter_by(Axis.Z), radius)


def board_box(size: Size) -> dict[str, Part]:
    """Returns the parts of the board box, each where it belongs."""
    side = size.board_side
    inside = size.tray_inside
    outside = (inside[0] + 2 * WALL_MM, inside[1] + 2 * WALL_MM)
    tray = rounded(*outside, TRAY_MM) - block(*inside, TRAY_MM, (0, 0, FLOOR_MM))
    # In each corner a post keeps the light walls in the middle of the two channels.
    post = CHANNEL_MM - PLAY_MM
    for x, y in corners(inside[0] - post, inside[1] - post):
        tray += block(post, post, TRAY_MM - FLOOR_MM - DIFFUSER_MM, (x, y, FLOOR_MM))
    # The strip begins at the lower left and ends, after six rows to and fro, at the upper left: it is fed there, too.
    # A lead's hole is open at the top, so that no plug has to go through it: the board covers it.
    for end in (-1, 1):
        at = ((WALL_MM - outside[0]) / 2, end * (side / 2 - 1.5 * size.pitch), TRAY_MM - LEAD_HEIGHT_MM)
        tray -= block(2 * WALL_MM, LEAD_WIDTH_MM, LEAD_HEIGHT_MM, at)
    for x, y in corners(outside[0] - 24, outside[1] - 24):
        tray -= rod(FOOT_MM, FOOT_DEEP_MM, (x, y, 0))
    diffuser = block(side, side, DIFFUSER_MM, (0, 0, FLOOR_MM + HEIGHT_MM))
    return {"tray": tray, "walls": Pos(0, 0, FLOOR_MM) * light_walls(size.pitch), "diffuser": diffuser}


def light_walls(pitch: float) -> Part:
    """Returns the lattice that keeps the light of a pixel under its field; its strips run from left to right."""
    opening, side = pitch - LATTICE_MM, SIDE * pitch
    middles = [(place - (SIDE - 1) / 2) * pitch for place in range(SIDE)]
    walls = block(side, side, HEIGHT_MM)
    walls -= [block(opening, opening, HEIGHT_MM, (x, y, 0)) for x, y in product(middles, repeat=2)]
    return walls - [block(side, STRIP_WIDTH_MM, STRIP_HEIGHT_MM, (0, y, 0)) for y in middles]


def shell_of(console: Console) -> Part:
    """Returns the upper part, open below: face, walls, posts."""
    outer = rounded(*console.outside, console.height + FACE_MM)
    outer = chamfer(outer.faces().sort_by(Axis.Z)[-1].edges(), 1.0)
    shell = outer - block(*console.inside, console.height)
    for x, y in console.posts:
        shell += block(POST_MM, POST_MM, console.height, (x, y, 0)) - rod(SCREW_CORE_MM, console.height - 4, (x, y, 0))
    for kind, (x, y) in zip(console.size.controls, console.controls_at, strict=True):
        shell -= rod(BUTTONS[kind].hole, FACE_MM, (x, y, console.height))
    shell -= _window(console)
    x, y = console.grille_at
    for column, line in product((-1, 0, 1), repeat=2):
        shell -= rod(GRILLE_HOLE_MM, FACE_MM, (x + column * GRILLE_MM, y + line * GRILLE_MM, console.height))
    wall = console.back + WALL_MM / 2
    if console.pi.socket is not None:
        at = (console.pi_at[0] + console.pi.socket, wall, STANDOFF_MM - 2)
        shell -= block(SOCKET_WIDTH_MM, 2 * WALL_MM, SOCKET_HEIGHT_MM, at)
    shell -= block(LEAD_WIDTH_MM, 2 * WALL_MM, LEAD_HEIGHT_MM, (console.lead_at, wall, 0))
    return shell - Pos(console.jack_at[0], wall, console.jack_at[1]) * Rot(90, 0, 0) * Cylinder(
        JACK_MM / 2, 3 * WALL_MM
    )


def _window(console: Console) -> Part:
    """Returns what is cut out for the screen: a pocket for the glass from behind, and a window with a bevel."""
    (width, depth, thick), (lit_width, lit_depth) = console.screen.glass, console.screen.lit
    x, y = console.screen_at
    pocket = block(width + 2 * PLAY_MM, depth + 2 * PLAY_MM, thick, (x, y - console.screen.above, console.height))
    window = block(lit_width + 1, lit_depth + 1, FACE_MM, (x, y, console.height))
    bevel = block(lit_width + 3, lit_depth + 3, 1.0, (x, y, console.height + FACE_MM - 1.0))
    return pocket + window + chamfer(bevel.faces().sort_by(Axis.Z)[0].edges(), 0.99)


def base_of(console: Console) -> Part:
    """Returns the lower part: a plate with standoffs for both boards, screw holes, and slots for two cable ties."""
    base = rounded(*console.outside, FLOOR_MM)
    for board, (left, back) in ((console.pi, console.pi_at), (console.perfboard, console.perfboard_at)):
        for x, y in board.holes:
            at = (left + x, back - y, 0)
            base += rod(STANDOFF_WIDTH_MM, FLOOR_MM + STANDOFF_MM, at)
            # Not through the plate: a screw that is too long shall not scratch the table.
            base -= rod(board.core, STANDOFF_MM + FLOOR_MM, (at[0], at[1], 0.8))
    for x, y in console.posts:
        base -= rod(SCREW_MM, FLOOR_MM, (x, y, 0))
        sink = Cone(SCREW_HEAD_MM / 2, SCREW_MM / 2, (SCREW_HEAD_MM - SCREW_MM) / 2, align=ON_FLOOR)
        base -= Pos(x, y, 0) * sink
    # A foot lies between the screw of a corner and the standoffs, whose holes are deep.
    for x, y in corners(2 * console.posts[-1][0], 2 * console.posts[-1][1] - 23):
        base -= rod(FOOT_MM, FOOT_DEEP_MM, (x, y, 0))
    return base - [block(*TIE_MM, FLOOR_MM, (console.lead_at + offset, console.back - 3, 0)) for offset in (-4, 4)]


def all_parts(size: Size) -> dict[str, Part]:
    """Returns everything that is printed for a box; the console's shell stands on its base."""
    console = Console(size)
    return board_box(size) | {"shell": Pos(0, 0, FLOOR_MM) * shell_of(console), "base": base_of(console)}
