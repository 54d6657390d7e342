"""The perfboard: where each part sits, the wires under it, a check of both, and the plan as SVG.

A perfboard has an island of copper round each hole and nothing between them. A wire lies bare on the solder side and goes
from hole to neighbouring hole, so two wires touch only if they share a hole: where each hole belongs to one net, no two nets
meet. What finds no way there becomes a link, an insulated wire on the upper side, which may cross anything.

The wires are laid by a maze router (Lee 1961, with a price for each bend): deterministic, so that the plan changes only with
the netlist. `find_faults` knows nothing of the router: it floods what was laid and compares that with the netlist.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import combinations, count, pairwise
from typing import NamedTuple, TypeAlias

from body.netlist import NETLIST, NETS, net_of

Hole: TypeAlias = tuple[int, int]
"""Column and row, counted from the upper left, seen from the side of the parts."""

BOARD = NETLIST["perfboard"]
PITCH_MM = 2.54


class Wire(NamedTuple):
    """A wire: bare, from hole to hole; or a link from its first hole to its last."""

    net: str
    holes: tuple[Hole, ...]
    is_link: bool = False


def leg_holes() -> dict[str, Hole]:
    """Returns the hole of each leg of each part, as `shifter.14`."""
    return {
        f"{name}.{leg}": (row["at"][0] + number * row["step"][0], row["at"][1] + number * row["step"][1])
        for name, part in NETLIST["parts"].items()
        for row in part["rows"]
        for number, leg in enumerate(row["pins"].split())
    }


LEGS = leg_holes()


def lay_wires(order: Iterable[str] = BOARD["order"]) -> list[Wire]:
    """Returns the wires of all nets, laid one net after the other."""
    # A leg that joins nothing takes its hole all the same.
    owner: dict[Hole, str | None] = {hole: net_of(leg) for leg, hole in LEGS.items()}
    wires = []
    for net in order:
        first, *rest = (LEGS[pin] for pin in NETS[net] if pin in LEGS)
        joined, missing = {first}, set(rest)
        while missing:
            way = _find_way(joined, missing, {hole for hole, other in owner.items() if other != net})
            wire = Wire(net, way) if way else Wire(net, _shortest_link(joined, missing), is_link=True)
            wires.append(wire)
            joined |= set(wire.holes)
            missing -= joined
            owner |= dict.fromkeys(wire.holes, net)
    return wires


def _find_way(joined: set[Hole], missing: set[Hole], taken: set[Hole]) -> tuple[Hole, ...]:
    """Returns the cheapest way from what is joined to a leg that is not; empty: there is none."""
    tie = count()
    queue = [(0, next(tie), hole, (0, 0), (hole,)) for hole in sorted(joined)]
    seen = set()
    while queue:
        cost, _, hole, direction, way = heappop(queue)
        if hole in missing:
            return way
        if (hole, direction) in seen:
            continue
        seen.add((hole, direction))
        for step in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            to = (hole[0] + step[0], hole[1] + step[1])
            if to not in taken and 0 <= to[0] < BOARD["columns"] and 0 <= to[1] < BOARD["rows"]:
                heappush(queue, (cost + 2 + (step != direction), next(tie), to, step, (*way, to)))
    return ()


def _shortest_link(joined: set[Hole], missing: set[Hole]) -> tuple[Hole, ...]:
    pairs = ((a, b) for a in sorted(joined) for b in sorted(missing))
    return min(pairs, key=lambda pair: (pair[0][0] - pair[1][0]) ** 2 + (pair[0][1] - pair[1][1]) ** 2)


def find_faults(wires: Iterable[Wire], legs: dict[str, Hole] = LEGS) -> Iterator[str]:
    """Yields what is wrong with a board, one sentence each: the netlist against what touches what."""
    wires = list(wires)
    for (one, hole), (other, same) in combinations(legs.items(), 2):
        if hole == same:
            yield f"{one} and {other} share the hole {hole}"
    for wire in wires:
        for (x, y), (to_x, to_y) in pairwise(wire.holes):
            if abs(to_x - x) + abs(to_y - y) != 1 and not wire.is_link:
                yield f"a bare wire of {wire.net} jumps from {(x, y)} to {(to_x, to_y)}"
    for column, row in {*legs.values(), *(hole for wire in wires for hole in wire.holes)}:
        if not (0 <= column < BOARD["columns"] and 0 <= row < BOARD["rows"]):
            yield f"{(column, row)} is no hole of the board"
    touching: dict[Hole, set[Hole]] = {hole: set() for hole in legs.values()}
    for wire in wires:
        for one_hole, next_hole in pairwise(wire.holes):
            touching.setdefault(one_hole, set()).add(next_hole)
            touching.setdefault(next_hole, set()).add(one_hole)
    for leg, hole in legs.items():
        flooded, edge = {hole}, [hole]
        while edge:
            edge = [to for at in edge for to in touching[at] if to not in flooded]
            flooded |= set(edge)
        reached = {other for other, place in legs.items() if place in flooded}
        net = net_of(leg)
        wished = {pin for pin in NETS[net] if pin in legs} if net else {leg}
        for other in sorted(reached ^ wished):
            yield f"{leg} {'touches' if other in reached else 'does not reach'} {other}"
