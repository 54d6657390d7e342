"""The guide: what the players have to move on the real table after an event, one step at a time.

The steps follow from the record alone: from the newest event and the states before and after it, or from the event that
was undone. Placing a tile is not a step, because the player who entered it places it. Its undo is a step: the tile is
removed.

The state after the last tile of a round already belongs to the next round, with chips on its claims. So the players
first take the chips that the tile has won, then read the scores, and then set up the next round (`turn.py: outcomes`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from companion.core.model import Model
from companion.lights.composition import Lights
from companion.locale.translator import N_
from companion.tables.klondike import lights
from companion.tables.klondike.lights import AXES, BLOCKS, ENDS
from companion.tables.klondike.tiles import slot_name, tile_in_slot
from companion.tables.shared_pages import PhysicalStepsPage
from companion.ui.screen import Big, Block, Columns, Text
from engine import klondike
from engine.game import Start
from engine.klondike import CENTRE, Event, Place, State, TilePlacement, claim_name, dealing
from engine.record import Record

ALL = tuple(light for block in BLOCKS for light in block)
DEALT = {
    (2, "basic"): N_("shuffle, deal 14 tiles each"),
    (2, "draw"): N_("shuffle, deal 9 each; draw after each tile"),
    (3, "basic"): N_("shuffle, deal 9 each; one stays hidden"),
    (3, "draw"): N_("shuffle, deal 7 each; draw after each tile"),
    (4, "basic"): N_("shuffle, deal 7 tiles each"),
}
"""The forms of dealing, by number of players (rules, 3)."""
OPEN = N_("shuffle without the open tile, deal 9 each")


class PhysicalStep(NamedTuple):
    """One action of the players."""

    text: str
    """English, to be translated, with these fields."""
    fields: Mapping[str, object]
    where: Sequence[int]
    """The lights of the place."""
    placement: TilePlacement | None = None
    """The tile to move, and its position."""


class GuidePage(PhysicalStepsPage, frozen=True):
    """Guides the players through the chips and tiles to be moved."""

    steps: tuple[PhysicalStep, ...]
    name: ClassVar[str] = "klondike_guide"

    def body(self, model: Model) -> tuple[Block, ...]:
        _, step = model.translate, self.steps[self.step]
        words = Big(_(step.text, **step.fields))
        if step.placement is None:
            return (words,)
        slot = Text(slot_name(_, step.placement[0]), align="right")
        return (Columns(tile_in_slot(*step.placement), (words, slot)),)

    def sentence(self, model: Model) -> str:
        step = self.steps[self.step]
        return f"{self.title(model)}: {model.translate(step.text, **step.fields)}"

    def offered_places(self, model: Model) -> tuple[str, ...]:
        return tuple(map(AXES.place_at, self.steps[self.step].where))

    def lights(self, model: Model, now: float) -> Lights:
        return lights.highlight(self.steps[self.step].where, model.seat_colours[self.seat])


def physical_steps(record: Record[State, Event]) -> tuple[PhysicalStep, ...]:
    """Returns the steps after a tile: take the chips that it won or, after its undo, return them and take the tile.

    If the tile ended a round, its undo comes before anything is cleared for the next round, so nothing has to be
    restored.
    """
    newest, undone = record.events[-1], record.taken_back
    if isinstance(undone, Place):
        off = PhysicalStep(N_("take it off"), {}, ENDS[undone.slot], (undone.slot, undone.tile))
        return (off, *_won(record.state, undone, 1))
    return tuple(_won(record.timeline[-2].state, newest, -1)) if isinstance(newest, Place) else ()


def layout_steps(record: Record[State, Event]) -> tuple[PhysicalStep, ...]:
    """Returns the steps that set up the round that has just started; none during a round."""
    state, options = record.state, record.start.options
    fresh = isinstance(record.events[-1], Start)
    if not fresh and (klondike.is_over(state) or state.round == record.timeline[-2].state.round):
        return ()
    # At the start the table is empty, and the middle gets its first additional chip in every variant.
    clear = () if fresh else (PhysicalStep(N_("clear all the tiles away"), {}, ALL),)
    centre = (PhysicalStep(N_("one more on the middle"), {}, BLOCKS[CENTRE]),)
    # A tile that is set aside face up is known.
    deal = OPEN if state.aside else DEALT[len(state.players), dealing(len(state.players), options["deal"])]
    return (
        *clear,
        PhysicalStep(N_("a chip on each claim"), {}, ALL),
        *(centre if fresh or options["centre_each_round"] else ()),
        PhysicalStep(deal, {}, ()),
    )


def _won(before: State, placed: Place, sign: int) -> Iterator[PhysicalStep]:
    """Yields the chips that a tile wins: to be put on their claims or, if negative, to be taken."""
    for claim in klondike.wins(before, (placed.slot, placed.tile)):
        change = sign * before.claims[claim].chips
        text = N_("chips off {claim}: {n}") if change < 0 else N_("chips on {claim}: {n}")
        yield PhysicalStep(text, {"claim": claim_name(claim), "n": abs(change)}, BLOCKS[claim])
