"""Runs in the environment of `make body`: prints the collisions of bought parts and the number of checks."""

import sys
from itertools import product

from build123d import Part

from tools.body.measures import SIZES, Console, Size
from tools.body.pictures import bought
from tools.body.solids import all_parts, block

LEAST_MM3 = 0.5
"""The volume that touching faces may seem to share."""


def shared_mm3(one: Part, other: Part) -> float:
    shared = one.intersect(other)
    pieces = shared if isinstance(shared, list) else [shared]
    return float(sum(piece.volume for piece in pieces if piece is not None))


def pairs(size: Size) -> dict[str, float]:
    """Returns the collisions of bought parts with printed parts, and of parts in the face with those on the base."""
    printed, things = all_parts(size), bought(Console(size))
    loose = {f"{where} {number}": thing.part for where in things for number, thing in enumerate(things[where])}
    found = {}
    for (name, part), solid in product(loose.items(), ("shell", "base")):
        found[f"{name} in {solid}"] = shared_mm3(part, printed[solid])
    for one, other in product((name for name in loose if "face" in name), (name for name in loose if "boards" in name)):
        found[f"{one} in {other}"] = shared_mm3(loose[one], loose[other])
    return found


if __name__ == "__main__":
    # Half of a block of 10 mm: so the reader knows that something would be found.
    sys.stdout.write(f"control: {shared_mm3(block(10, 10, 10), block(10, 10, 10, (5, 0, 0))):.0f} mm³\n")
    for name, size in SIZES.items():
        found = pairs(size)
        sys.stdout.write(f"{name}: {len(found)} pairs\n")
        for pair, volume in found.items():
            if volume > LEAST_MM3:
                sys.stdout.write(f"{name}: {pair}: {volume:.0f} mm³\n")
