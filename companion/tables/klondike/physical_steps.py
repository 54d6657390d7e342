"""What the newest event leaves the hands to do: chips to be taken, tiles to be moved, a round to be laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.locale.translator import N_
from companion.tables.klondike.lights import BLOCKS, ENDS
from engine import klondike
from engine.game import Start
from engine.klondike import CENTRE, Lay, TilePlacement, claim_name, dealing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.klondike import Event, State
    from engine.record import Record

ALL = tuple(light for block in BLOCKS for light in block)
DEALT = {
    (2, "basic"): N_("shuffle, deal 14 tiles each"),
    (2, "draw"): N_("shuffle, deal 9 each; draw after each tile"),
    (3, "basic"): N_("shuffle, deal 9 each; one stays hidden"),
    (3, "draw"): N_("shuffle, deal 7 each; draw after each tile"),
    (4, "basic"): N_("shuffle, deal 7 tiles each"),
}
"""How the tiles are dealt, by players and form (rules, 3)."""


class PhysicalStep(NamedTuple):
    """One thing to be done."""

    text: str
    """In English, to be translated, with these fields."""
    fields: Mapping[str, object]
    where: Sequence[int]
    """The lights of the place."""
    way: TilePlacement | None = None
    """The tile that it is done with, and how it lies."""


def physical_steps(record: Record[State, Event]) -> tuple[PhysicalStep, ...]:
    """After a tile that won something, the chips to be taken; after it was taken back, tile and chips the other way.

    A round that it had ended is taken back before anything was cleared away for the next: the hands leave that undone.
    """
    newest, undone = record.events[-1], record.taken_back
    if isinstance(undone, Lay):
        off = PhysicalStep(N_("take it off"), {}, ENDS[undone.slot], (undone.slot, undone.tile))
        return (off, *_won(record.state, undone, 1))
    return tuple(_won(record.timeline[-2].state, newest, -1)) if isinstance(newest, Lay) else ()


def layout_steps(record: Record[State, Event]) -> tuple[PhysicalStep, ...]:
    """What has to be done before the round that has just begun; nothing in the middle of one."""
    state, options = record.state, record.start.options
    fresh = isinstance(record.events[-1], Start)
    if not fresh and (klondike.is_over(state) or state.round == record.timeline[-2].state.round):
        return ()
    clear = () if fresh else (PhysicalStep(N_("clear all the tiles away"), {}, ALL),)
    centre = (PhysicalStep(N_("one more on the middle"), {}, BLOCKS[CENTRE]),)
    deal = DEALT[len(state.players), dealing(len(state.players), options["deal"])]
    return (
        *clear,
        PhysicalStep(N_("a chip on each claim"), {}, ALL),
        *(centre if fresh or options["centre_each_round"] else ()),
        PhysicalStep(deal, {}, ()),
    )


def _won(before: State, laid: Lay, sign: int) -> Iterator[PhysicalStep]:
    """The chips that a tile wins, to be put on their claims or, with a negative sign, to be taken."""
    for claim in klondike.wins(before, (laid.slot, laid.tile)):
        change = sign * before.claims[claim].chips
        text = N_("chips off {claim}: {n}") if change < 0 else N_("chips on {claim}: {n}")
        yield PhysicalStep(text, {"claim": claim_name(claim), "n": abs(change)}, BLOCKS[claim])
