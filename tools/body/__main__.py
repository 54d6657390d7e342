"""`make body`: every solid as STL and 3MF; `make body-drawings`: the drawings and pictures of docs/building."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from build123d import Mesher, Part, Pos, Rot

from tools.body.drawings import board_drawing, console_drawing
from tools.body.measures import SIZES
from tools.body.perfboard import draw_plan
from tools.body.pictures import assembly, consoles
from tools.body.solids import all_parts

FINE_MM, FINE_RAD = 0.02, 0.2
"""How far a facet may lie from what is round, and by what angle it may turn."""
FACE_DOWN = {"walls", "shell"}
"""Printed upside down: the strip's passages and the console's inside are open above, and nothing hangs in the air."""


def lying(name: str, part: Part) -> Part:
    """Returns a part as it lies on the printer's bed."""
    turned = Rot(180, 0, 0) * part if name in FACE_DOWN else part
    return Pos(0, 0, -turned.bounding_box().min.Z) * turned


def build_solids(folder: Path) -> None:
    """Writes every part of every size; boxes of the same pitch have the same board box, so that is written once."""
    written: set[str] = set()
    for size_name, size in SIZES.items():
        for part_name, part in all_parts(size).items():
            owner = size_name if part_name in {"shell", "base"} else f"board-{size.pitch:g}mm"
            stem = f"{owner}-{part_name}"
            if stem in written:
                continue
            written.add(stem)
            printed = lying(part_name, part)
            mesh = Mesher()
            mesh.add_shape(printed, FINE_MM, FINE_RAD)
            # Both of one mesh, whose corners are joined: build123d's own STL takes 0 and 1e-14 for two.
            mesh.write(folder / f"{stem}.3mf")
            mesh.write(folder / f"{stem}.stl")
            box = printed.bounding_box().size
            sys.stdout.write(f"{stem}: {box.X:.1f} × {box.Y:.1f} × {box.Z:.1f} mm, {printed.volume / 1000:.0f} cm³\n")


def draw_all(building: Path) -> None:
    """Writes the drawings and pictures of the docs."""
    folder = building / "body"
    folder.mkdir(exist_ok=True)
    (folder / "perfboard.svg").write_text(draw_plan())
    for pitch, size in {size.pitch: size for size in SIZES.values()}.items():
        (folder / f"board-{pitch:g}mm.svg").write_text(board_drawing(size))
    for name, size in SIZES.items():
        (folder / f"console-{name}.svg").write_text(console_drawing(size, name))
    for name, picture in [*assembly(SIZES["table"]), ("consoles", consoles(SIZES.values()))]:
        picture.quantize(64).save(folder / f"{name}.png", optimize=True)


def main() -> None:
    """Builds what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.body", description="Solids for a 3D printer.")
    parser.add_argument("folder", type=Path, help="where they are written")
    parser.add_argument("--drawings", action="store_true", help="write the drawings of the docs, and no solids")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    (draw_all if args.drawings else build_solids)(args.folder)


if __name__ == "__main__":
    main()
