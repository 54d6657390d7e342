"""Drawings with measures, as SVG: each view is what build123d sees of a solid, hidden edges dashed; lengths are mm.

A measure is the distance between two places that `measures` computes, from which the solid is made as well; where the
two disagreed, its line would miss the edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from build123d import Edge, GeomType, Part

from tools.body.measures import (
    BUTTONS,
    CHANNEL_MM,
    FLOOR_MM,
    HEIGHT_MM,
    JACK_MM,
    LEAD_WIDTH_MM,
    PLAY_MM,
    STANDOFF_MM,
    TRAY_MM,
    WALL_MM,
    Console,
    Size,
)
from tools.body.solids import base_of, board_box, shell_of

Point: TypeAlias = tuple[float, float]
EYES = {"above": ((0, 0, 1), (0, 1, 0)), "front": ((0, -1, 0), (0, 0, 1)), "back": ((0, 1, 0), (0, 0, 1))}
"""Where the eye is, and what is up for it. From the back left and right are swapped."""
STYLE = """text{font-family:'DejaVu Sans',Verdana,sans-serif;font-size:4.2px;fill:#1d2733;text-anchor:middle}
.title{font-size:5.6px;font-weight:bold;text-anchor:start}.seen{fill:none;stroke:#1d2733;stroke-width:.45}
.hidden{fill:none;stroke:#8793a0;stroke-width:.25;stroke-dasharray:1.6 1.2}
.measure{fill:none;stroke:#1769c2;stroke-width:.3}.number{fill:#1769c2}"""
FIRST_MM, STEP_MM = 8.0, 7.0
"""How far the first measure is from the view, and the next from that."""


class Measure(NamedTuple):
    """A length between two points of a view, along x or y; how many lines away from it, and on which side."""

    start: Point
    end: Point
    line: int
    """1 is next to the view, above it or at its right; -1 below it, or at its left."""
    text: str = ""


class View(NamedTuple):
    """A solid from one side, and what is measured on it."""

    title: str
    part: Part
    eye: str
    width: float
    height: float
    measures: tuple[Measure, ...]


def draw(views: Iterable[View], title: str) -> str:
    """Returns the views below each other."""
    parts, y, widest = [], 14.0, 0.0
    for view in views:
        room = _lines(view.measures, is_upright=False)
        y += 8 + FIRST_MM + STEP_MM * room[1]
        left = 12 + FIRST_MM + STEP_MM * _lines(view.measures, is_upright=True)[0]
        middle = (left + view.width / 2, y + view.height / 2)
        parts.append(f'<text class="title" x="8" y="{y - FIRST_MM - STEP_MM * room[1]:.1f}">{view.title}</text>')
        parts += [f"<g>{line}</g>" for line in _view_lines(view, middle)]
        y += view.height + FIRST_MM + STEP_MM * room[0] + 4
        right = FIRST_MM + STEP_MM * _lines(view.measures, is_upright=True)[1]
        widest = max(widest, left + view.width + right + 8)
    head = f'viewBox="0 0 {widest:.0f} {y:.0f}" role="img" aria-label="{title}"'
    ground = (
        f'<rect width="{widest:.0f}" height="{y:.0f}" fill="#fbfbf8"/><text class="title" x="8" y="11">{title}</text>'
    )
    open_tag = f'<svg xmlns="http://www.w3.org/2000/svg" {head}>'
    return "\n".join((open_tag, f"<title>{title}</title>", f"<style>{STYLE}</style>", ground, *parts, "</svg>", ""))


def _lines(measures: Iterable[Measure], *, is_upright: bool) -> tuple[int, int]:
    """Returns how many lines of measures there are below or left of a view, and above or right of it."""
    lines = [each.line for each in measures if (each.start[0] == each.end[0]) == is_upright]
    return max([-line for line in lines if line < 0], default=0), max([line for line in lines if line > 0], default=0)


def _view_lines(view: View, middle: Point) -> Iterator[str]:
    towards, up = EYES[view.eye]
    box = view.part.bounding_box().center()
    centre = (box.X, box.Y, box.Z)
    eye = tuple(at + 1000 * direction for at, direction in zip(centre, towards, strict=True))
    seen, hidden = view.part.project_to_viewport(eye, up, centre)
    for edges, kind in ((hidden, "hidden"), (seen, "seen")):
        # An edge that is seen twice, from above and from below, is drawn once.
        paths = dict.fromkeys(_path(edge, middle) for edge in edges)
        yield f'<path class="{kind}" d="{"".join(paths)}"/>'
    for measure in view.measures:
        yield from _measure_lines(measure, view, middle)


def _path(edge: Edge, middle: Point) -> str:
    steps = 1 if edge.geom_type == GeomType.LINE else 36
    points = (edge.position_at(step / steps) for step in range(steps + 1))
    ends = [f"{middle[0] + point.X:.2f} {middle[1] - point.Y:.2f}" for point in points]
    return "M" + "L".join(ends if steps > 1 else sorted(ends))


def _measure_lines(measure: Measure, view: View, middle: Point) -> Iterator[str]:
    """Yields the two thin lines from the solid, the one between them with its strokes, and the number."""
    (x1, y1), (x2, y2) = ((middle[0] + x, middle[1] - y) for x, y in (measure.start, measure.end))
    side = 1 if measure.line > 0 else -1
    away = FIRST_MM + STEP_MM * (abs(measure.line) - 1)
    number = measure.text or f"{abs(x2 - x1) + abs(y2 - y1):.4g}"
    if x1 == x2:
        at = middle[0] + side * (view.width / 2 + away)
        yield f'<path class="measure" d="M{x1:.2f} {y1:.2f}H{at + side:.2f}M{x2:.2f} {y2:.2f}H{at + side:.2f}"/>'
        yield f'<path class="measure" d="M{at:.2f} {y1:.2f}V{y2:.2f}{_stroke(at, y1)}{_stroke(at, y2)}"/>'
        # A number that is longer than its line stands above it.
        place = (at - 1.2, (y1 + y2) / 2 if abs(y2 - y1) > 6 else min(y1, y2) - 4)
        turned = f' transform="rotate(-90 {place[0]:.2f} {place[1]:.2f})"'
    else:
        at = middle[1] - side * (view.height / 2 + away)
        yield f'<path class="measure" d="M{x1:.2f} {y1:.2f}V{at - side:.2f}M{x2:.2f} {y2:.2f}V{at - side:.2f}"/>'
        yield f'<path class="measure" d="M{x1:.2f} {at:.2f}H{x2:.2f}{_stroke(x1, at)}{_stroke(x2, at)}"/>'
        place, turned = ((x1 + x2) / 2, at - 1.2), ""
    yield f'<text class="number" x="{place[0]:.2f}" y="{place[1]:.2f}"{turned}>{number}</text>'


def _stroke(x: float, y: float) -> str:
    return f"M{x - 1:.2f} {y + 1:.2f}l2 -2"


def board_drawing(size: Size) -> str:
    """Returns the board box: from above without its inner parts, its light walls, and the front of both."""
    box, (width, depth) = board_box(size), size.tray_inside
    outer, deep, half = width + 2 * WALL_MM, depth + 2 * WALL_MM, size.board_side / 2
    lead = -half + 1.5 * size.pitch
    tray = (
        Measure((-outer / 2, deep / 2), (outer / 2, deep / 2), 2),
        Measure((-width / 2, depth / 2), (width / 2, depth / 2), 1),
        Measure((outer / 2, -deep / 2), (outer / 2, deep / 2), 2),
        Measure((width / 2, -depth / 2), (width / 2, depth / 2), 1),
        Measure((-outer / 2, lead - LEAD_WIDTH_MM / 2), (-outer / 2, lead + LEAD_WIDTH_MM / 2), -2),
        Measure((-outer / 2, -deep / 2), (-outer / 2, lead), -1),
        Measure((-outer / 2, -deep / 2), (-outer / 2 + WALL_MM + CHANNEL_MM - PLAY_MM, -deep / 2), -1),  # to the post
    )
    walls = (
        Measure((-half, half), (half, half), 1),
        Measure((-half, -half), (-half + size.pitch, -half), -1),
        Measure((half, -half), (half, half), 1),
    )
    bottom, high = -TRAY_MM / 2, TRAY_MM / 2
    front = (
        Measure((outer / 2, bottom), (outer / 2, high), 2),
        Measure((outer / 2, bottom), (outer / 2, bottom + FLOOR_MM), 1),
        Measure((-outer / 2, bottom + FLOOR_MM), (-outer / 2, bottom + FLOOR_MM + HEIGHT_MM), -1),
    )
    return draw(
        (
            View("board box, from above", box["tray"], "above", outer, deep, tray),
            View("from the front; dashed: what is inside", box["tray"] + box["walls"], "front", outer, TRAY_MM, front),
            View("light walls, from above", box["walls"], "above", 2 * half, 2 * half, walls),
        ),
        f"Board box for a pitch of {size.pitch:g} mm",
    )


def console_drawing(size: Size, name: str) -> str:
    """Returns the console: its face, its back, and its base."""
    console = Console(size)
    width, depth = console.outside
    shell, base = shell_of(console), base_of(console)
    box = shell.bounding_box().size
    (x, y), (lit_width, lit_depth) = console.screen_at, console.screen.lit
    first, second = console.controls_at[:2]
    hole = BUTTONS[size.controls[0]].hole
    face = (
        Measure((-width / 2, depth / 2), (width / 2, depth / 2), 2),
        Measure((x - lit_width / 2 - 0.5, y), (x + lit_width / 2 + 0.5, y), 1, f"window {lit_width + 1:.4g}"),
        Measure((width / 2, -depth / 2), (width / 2, depth / 2), 2),
        Measure((x, y - lit_depth / 2 - 0.5), (x, y + lit_depth / 2 + 0.5), 1, f"{lit_depth + 1:.4g}"),
        Measure(first, second, -1),
        Measure((first[0] - hole / 2, first[1]), (first[0] + hole / 2, first[1]), -2, f"⌀ {hole:g}"),
        Measure((first[0], -depth / 2), first, -1),
        Measure((x, -depth / 2), (x, y), -2),
    )
    # From the back left and right are swapped; the middle of the view is that of the shell.
    jack, lead, middle = -console.jack_at[0], -console.lead_at, box.Z / 2
    back = (
        Measure((-width / 2, -middle), (jack, -middle), -2),
        Measure((-width / 2, -middle), (lead, -middle), -1),
        Measure((width / 2, -middle), (width / 2, middle), 1),
        Measure(
            (jack - JACK_MM / 2, console.jack_at[1] - middle),
            (jack + JACK_MM / 2, console.jack_at[1] - middle),
            1,
            f"⌀ {JACK_MM:g}",
        ),
        Measure((-width / 2, -middle), (-width / 2, console.jack_at[1] - middle), -1),
    )
    standoffs = []
    for board, (left, rear) in ((console.pi, console.pi_at), (console.perfboard, console.perfboard_at)):
        xs, ys = ([hole[axis] for hole in board.holes] for axis in (0, 1))
        at = rear - max(ys)
        standoffs += [
            Measure((left + min(xs), at), (left + max(xs), at), 1),
            Measure((left + max(xs), rear - min(ys)), (left + max(xs), at), 1 if board is console.perfboard else -1),
        ]
    post = console.posts[-1]
    plan = (
        *standoffs,
        Measure((-post[0], -post[1]), (post[0], -post[1]), -1),
        Measure((post[0], -post[1]), (post[0], post[1]), 2),
    )
    return draw(
        (
            View("face, from above", shell, "above", width, depth, face),
            View("back", shell, "back", width, box.Z, back),
            View(f"base, from above; its standoffs are {STANDOFF_MM:g} high", base, "above", width, depth, plan),
        ),
        f"Console “{name}”, {box.Z + FLOOR_MM:g} mm high with its base",
    )
