"""The perfboard: where each part sits and the wires under it, as `netlist.toml` has them; a check of both; the plan.

A perfboard has an island of copper round each hole and nothing between them. A bare wire lies on the solder side and
goes from hole to neighbouring hole, so two wires touch only if they share a hole: where each hole belongs to one net,
no two nets meet. A link is insulated, and may cross anything. `find_faults` floods what is drawn and compares that
with the netlist.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from tools.body.netlist import NETLIST, NETS, net_of

Hole: TypeAlias = tuple[int, int]
"""Column and row, counted from 0 at the upper left, seen from the side of the parts."""

BOARD = NETLIST["perfboard"]
PITCH_MM = 2.54


class Wire(NamedTuple):
    """A wire: bare, from corner to corner; or a link between two holes."""

    net: str
    corners: tuple[Hole, ...]
    is_link: bool = False

    @property
    def holes(self) -> list[Hole]:
        """All that it touches, in the order in which it does."""
        if self.is_link:
            return list(self.corners)
        holes = [self.corners[0]]
        for (x, y), (to_x, to_y) in pairwise(self.corners):
            steps = max(abs(to_x - x), abs(to_y - y))
            holes += [(x + (to_x - x) * step // steps, y + (to_y - y) * step // steps) for step in range(1, steps + 1)]
        return holes


def _read_wires(table: str, *, is_link: bool) -> Iterator[Wire]:
    for net, ways in NETLIST[table].items():
        for way in ways:
            corners = tuple((int(column), int(row)) for column, row in (at.split(",") for at in way.split()))
            yield Wire(net, corners, is_link)


LEGS: dict[str, Hole] = {
    f"{name}.{leg}": (row["at"][0] + number * row["step"][0], row["at"][1] + number * row["step"][1])
    for name, part in NETLIST["parts"].items()
    for row in part["rows"]
    for number, leg in enumerate(row["pins"].split())
}
"""The hole of each leg of each part, as `shifter.14`."""
WIRES = (*_read_wires("wires", is_link=False), *_read_wires("links", is_link=True))


def hole_name(hole: Hole) -> str:
    """Returns the name on the plan: a letter for the row and the number of the column, A1 at the upper left."""
    return f"{'ABCDEFGHIJKLMNOPQR'[hole[1]]}{hole[0] + 1}"


def find_faults(wires: Iterable[Wire] = WIRES, legs: dict[str, Hole] = LEGS) -> Iterator[str]:
    """Yields what is wrong with a board, one sentence each: the netlist against what touches what."""
    wires = list(wires)
    leg_at: dict[Hole, str] = {}
    for leg, hole in legs.items():
        if leg_at.setdefault(hole, leg) != leg:
            yield f"{leg_at[hole]} and {leg} share the hole {hole_name(hole)}"
    yield from (f"{pin} has no hole" for pins in NETS.values() for pin in pins if pin not in legs)
    yield from _wire_faults(wires)
    touching: defaultdict[Hole, set[Hole]] = defaultdict(set)
    for one_hole, next_hole in (pair for wire in wires for pair in pairwise(wire.holes)):
        touching[one_hole].add(next_hole)
        touching[next_hole].add(one_hole)
    for leg, hole in legs.items():
        flooded, edge = {hole}, {hole}
        while edge:
            edge = {to for at in edge for to in touching[at]} - flooded
            flooded |= edge
        reached = {other for other, place in legs.items() if place in flooded}
        wished = {leg, *NETS.get(net_of(leg) or "", ())} & set(legs)
        yield from (f"{leg} {'touches' if pin in reached else 'misses'} {pin}" for pin in sorted(reached ^ wished))


def _wire_faults(wires: Iterable[Wire]) -> Iterator[str]:
    net_at: dict[Hole, str] = {}
    for wire in wires:
        for (x, y), (to_x, to_y) in pairwise(wire.corners):
            if x != to_x and y != to_y and not wire.is_link:
                yield f"a bare wire of {wire.net} goes askew from {hole_name((x, y))}"
        for column, row in wire.holes:
            if not (0 <= column < BOARD["columns"] and 0 <= row < BOARD["rows"]):
                yield f"{wire.net} leaves the board"
            elif net_at.setdefault((column, row), wire.net) != wire.net:
                yield f"{wire.net} and {net_at[column, row]} share the hole {hole_name((column, row))}"


def wire_rows() -> Iterator[str]:
    """Yields the rows of the table of wires, as Markdown: from which hole to which, at most eight a row."""
    for net in NETS:
        bare, links = (
            ["–".join(map(hole_name, wire.corners)) for wire in WIRES if wire.net == net and wire.is_link == is_link]
            for is_link in (False, True)
        )
        for start in range(0, max(len(bare), len(links)), 8):
            cells = (net, ", ".join(bare[start : start + 8]), ", ".join(links[start : start + 8]))
            yield "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"


CELL = 26
"""From hole to hole on the plan."""
LEFT, TOP, BETWEEN = 46, 84, 90
STYLE = """text{font-family:'DejaVu Sans',Verdana,sans-serif;font-size:10px;fill:#1d2733;text-anchor:middle}
.title{font-size:15px;font-weight:bold;text-anchor:start}.note{font-size:12px;fill:#4a5766;text-anchor:start}
.scale{fill:#8793a0;font-size:9px}.part{fill:#fff;fill-opacity:.88;stroke:#1d2733;stroke-width:1.3}
.name{font-size:11px;font-weight:bold;paint-order:stroke;stroke:#fff;stroke-width:3px}
.shadow{fill:none;stroke:#b9a988;stroke-width:1;stroke-dasharray:4 3}
.board{fill:#f2e7cd;stroke:#a58b52;stroke-width:1.5}.leg{fill:#c98a00;stroke:#1d2733;stroke-width:.8}
.number{font-size:8px;fill:#fff;font-weight:bold}.pin{font-size:8px;paint-order:stroke;stroke:#fff;stroke-width:2px}
.name.turned{font-size:9px}
.wire{fill:none;stroke-width:5;stroke-linejoin:round;stroke-linecap:round;stroke:#2f8f4e}.thick{stroke-width:8}
.link{stroke-width:3;stroke-dasharray:2 5}
.gnd{stroke:#3d4650}.v5{stroke:#d62828}.v3{stroke:#e07a00}.data{stroke:#1769c2}"""
KINDS = {
    **dict.fromkeys(("DATA_3V3", "DATA_5V", "DIN", "SDA", "SCL", "INT"), "data"),
    "GND": "gnd",
    "5V": "v5",
    "5V_SUPPLY": "v5",
    "3V3": "v3",
    "3V3_ENCODER": "v3",
}
"""The colours of the wires; buttons, buzzer and a screen on SPI have another one."""


def draw_plan() -> str:
    """Returns the plan: the parts from above, and the wires from below, where left and right are swapped."""
    columns, rows, all_parts = BOARD["columns"], BOARD["rows"], NETLIST["parts"].values()
    below = TOP + rows * CELL + BETWEEN
    width, height = LEFT + columns * CELL + 20, below + rows * CELL + 20
    size = f'width="{CELL}" height="{CELL}" patternUnits="userSpaceOnUse"'
    island = f'<circle cx="{CELL / 2}" cy="{CELL / 2}" r="4" fill="#fbfbf8" stroke="#c7a45a" stroke-width="2"/>'
    swapped = "left and right are swapped; thick: 0.5 mm² or more; dashed: insulated"
    head = f'viewBox="0 0 {width} {height}" role="img" aria-label="The perfboard"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {head}>',
            f"<title>The perfboard, hole by hole</title><style>{STYLE}</style>",
            f'<defs><pattern id="hole" {size} x="{LEFT}" y="{TOP}">{island}</pattern></defs>',
            f'<rect width="{width}" height="{height}" fill="#fbfbf8"/>',
            '<text x="24" y="30" class="title">The perfboard from above: the parts</text>',
            f'<text x="24" y="50" class="note">{columns} × {rows} holes of 2.54 mm; A1 is the upper left</text>',
            f'<text x="24" y="{below - 48}" class="title">The same from below: the wires</text>',
            f'<text x="24" y="{below - 28}" class="note">{swapped}</text>',
            *_ground(TOP, is_mirrored=False),
            *(_body(part, TOP, "part", is_mirrored=False) for part in all_parts),
            *(line for name in NETLIST["parts"] for line in _part_names(name)),
            *_ground(below, is_mirrored=True),
            *(_body(part, below, "shadow", is_mirrored=True) for part in all_parts),
            *(_wire_line(wire, below) for wire in WIRES),
            *(_leg(_place(hole, below, is_mirrored=True), 4.5) for hole in LEGS.values()),
            "</svg>",
            "",
        )
    )


def _wire_line(wire: Wire, top: int) -> str:
    points = " ".join(f"{x:g},{y:g}" for x, y in (_place(hole, top, is_mirrored=True) for hole in wire.corners))
    width = "link" if wire.is_link else "thick" if wire.net in BOARD["thick"] else ""
    kind = " ".join(filter(None, ("wire", KINDS.get(wire.net), width)))
    return f'<polyline class="{kind}" data-net="{wire.net}" points="{points}"/>'


def _leg(at: tuple[float, float], radius: float) -> str:
    return f'<circle cx="{at[0]:g}" cy="{at[1]:g}" r="{radius:g}" class="leg"/>'


def _place(hole: tuple[float, float], top: int, *, is_mirrored: bool) -> tuple[float, float]:
    column, row = hole
    across = BOARD["columns"] - 1 - column if is_mirrored else column
    return LEFT + (across + 0.5) * CELL, top + (row + 0.5) * CELL


def _ground(top: int, *, is_mirrored: bool) -> Iterator[str]:
    """Yields the bare board with the names of its rows and columns."""
    size = f'width="{BOARD["columns"] * CELL}" height="{BOARD["rows"] * CELL}"'
    yield f'<rect x="{LEFT}" y="{top}" {size} class="board"/>'
    yield f'<g transform="translate(0 {top - TOP})"><rect x="{LEFT}" y="{TOP}" {size} fill="url(#hole)"/></g>'
    for column in range(BOARD["columns"]):
        x, _ = _place((column, 0), top, is_mirrored=is_mirrored)
        yield f'<text x="{x:g}" y="{top - 6}" class="scale">{column + 1}</text>'
    for row in range(BOARD["rows"]):
        _, y = _place((0, row), top, is_mirrored=False)
        yield f'<text x="{LEFT - 10}" y="{y + 3.5:g}" class="scale">{hole_name((0, row))[0]}</text>'


def _body(part: dict[str, Any], top: int, kind: str, *, is_mirrored: bool) -> str:
    left, upper, right, lower = part["body"]
    (x1, y1), (x2, y2) = (_place(at, top, is_mirrored=is_mirrored) for at in ((left, upper), (right, lower)))
    radius = (y2 - y1) / 2 if part.get("is_round") else 5
    size = f'width="{abs(x2 - x1):g}" height="{y2 - y1:g}" rx="{radius:g}"'
    return f'<rect x="{min(x1, x2):g}" y="{y1:g}" {size} class="{kind}"/>'


def _part_names(name: str) -> Iterator[str]:
    """Yields the legs of a part and its title: a short name stands in its leg, a longer one below or above the part."""
    part = NETLIST["parts"][name]
    for leg in " ".join(row["pins"] for row in part["rows"]).split():
        x, y = _place(LEGS[f"{name}.{leg}"], TOP, is_mirrored=False)
        yield _leg((x, y), 8 if len(leg) < 3 else 5)
        kind, down = ("number", 3) if len(leg) < 3 else ("pin", -16 if part.get("names") == "above" else 21)
        yield f'<text x="{x:g}" y="{y + down:g}" class="{kind}">{leg}</text>'
    if part.get("notch") == "right":
        _, upper, right, lower = part["body"]
        x, y = _place((right, (upper + lower) / 2), TOP, is_mirrored=False)
        yield f'<path class="part" d="M{x:g} {y - 8:g}a8 8 0 0 0 0 16"/>'
    x, y = _place(part["label"], TOP, is_mirrored=False)
    turned = f' turned" transform="rotate(-90 {x:g} {y:g})' if part["body"][2] - part["body"][0] < 0.9 else ""
    yield f'<text x="{x:g}" y="{y + 3.5:g}" class="name{turned}">{part["title"]}</text>'
