"""What the newest event leaves the hands to do: chips to be taken, tiles to be moved, a round to be laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.tables.klondike.lights import BLOCKS, ENDS
from companion.words import mark
from engine import klondike
from engine.game import Start, Undo
from engine.klondike import CENTRE, CLAIMS, Lay, Way, claim_name, dealing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.klondike import Slot, State
    from engine.record import Record

ALL = tuple(light for block in BLOCKS for light in block)
DEALT = {
    (2, "basic"): mark("shuffle, deal 14 tiles each"),
    (2, "draw"): mark("shuffle, deal 9 each; draw after each tile"),
    (3, "basic"): mark("shuffle, deal 9 each; one stays hidden"),
    (3, "draw"): mark("shuffle, deal 7 each; draw after each tile"),
    (4, "basic"): mark("shuffle, deal 7 tiles each"),
}
"""How the tiles are dealt, by players and form (rules, 3)."""


class Chore(NamedTuple):
    """One thing to be done."""

    text: str
    """In English, to be translated, with these fields."""
    fields: Mapping[str, object]
    where: Sequence[int]
    """The lights of the place."""
    way: Way | None = None
    """The tile that it is done with, and how it lies."""


def chores(record: Record) -> tuple[Chore, ...]:
    """After a tile that won something, the chips to be taken; after an undo, all that lies otherwise now."""
    newest = record.events[-1]
    if isinstance(newest, Undo):
        return tuple(_put_back(record))
    if not isinstance(newest, Lay):
        return ()
    before = record.line[-2].state
    return tuple(
        _chips(claim, -before.claims[claim].chips) for claim in klondike.wins(before, (newest.slot, newest.tile))
    )


def layout(record: Record) -> tuple[Chore, ...]:
    """What has to be done before the round that has just begun; nothing in the middle of one."""
    state, options = record.state, record.start.options
    fresh = isinstance(record.events[-1], Start)
    if not fresh and (klondike.is_over(state) or state.round == record.line[-2].state.round):
        return ()
    clear = () if fresh else (Chore(mark("clear all the tiles away"), {}, ALL),)
    centre = (Chore(mark("one more on the middle"), {}, BLOCKS[CENTRE]),)
    deal = DEALT[len(state.players), dealing(len(state.players), options["deal"])]
    return (
        *clear,
        Chore(mark("a chip on each claim"), {}, ALL),
        *(centre if fresh or options["centre_each_round"] else ()),
        Chore(deal, {}, ()),
    )


def _put_back(record: Record) -> Iterator[Chore]:
    """From how it lies, as the event that was taken back had left it, to how it must lie."""
    lies, must = record.game.apply(record.state, record.taken_back), record.state
    for number, (there, wanted) in enumerate(zip(lies.slots, must.slots, strict=True)):
        if there != wanted:
            yield from _tiles(klondike.Slot(number), there, wanted)
    yield from _stacks(lies, must)


def _tiles(slot: Slot, there: klondike.Tile | None, wanted: klondike.Tile | None) -> Iterator[Chore]:
    if there is not None:
        yield Chore(mark("take it off"), {}, ENDS[slot], (slot, there))
    if wanted is not None:
        yield Chore(mark("lay it down"), {}, ENDS[slot], (slot, wanted))


def _stacks(lies: State, must: State) -> Iterator[Chore]:
    for claim in CLAIMS:
        if change := must.claims[claim].chips - lies.claims[claim].chips:
            yield _chips(claim, change)


def _chips(claim: klondike.Claim, change: int) -> Chore:
    """So many chips more or fewer on a claim."""
    text = mark("chips off {claim}: {n}") if change < 0 else mark("chips on {claim}: {n}")
    return Chore(text, {"claim": claim_name(claim), "n": abs(change)}, BLOCKS[claim])
