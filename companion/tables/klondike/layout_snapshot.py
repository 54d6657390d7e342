"""The layout of Klondike in words and figures, with the tiles that are still to be laid."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from companion.core.player_names import display_name
from companion.core.snapshot import ChosenPlace, LayoutSnapshot, SlotSnapshot, SpotSnapshot, TileSnapshot, hex_colour
from companion.locale.translator import N_
from companion.tables.klondike.hand import HandPage
from companion.tables.klondike.lights import DIGITS
from companion.tables.klondike.roll import RollPage, effect, lying_tile, proof_of
from companion.tables.klondike.secrecy import hand_of, seat_whose_hand_is_seen
from companion.tables.klondike.session import session_of
from companion.tables.klondike.slot_names import slot_name
from companion.tables.klondike.tile_by_hand import ByHandPage
from companion.tables.klondike.tile_choice import tile_value
from companion.tables.klondike.tiles import spelt
from companion.tables.klondike.turn import TurnPage
from engine import klondike
from engine.klondike import CLAIMS, SLOT_POSITIONS, TILES, Claim, Slot, claim_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.model import Model
    from companion.core.snapshot import TileState
    from companion.core.viewer_kind import ViewerKind
    from engine.klondike import State, Tile, TilePlacement


class SeenTiles(NamedTuple):
    """The tiles that one kind of viewer may see in somebody's hand."""

    tiles: tuple[Tile, ...]
    """All 28 where they lie on the table: whose they are nobody knows."""
    may_be_laid: bool
    """Whether they are the acting seat's."""
    are_hand: bool
    """Whether they are a hand, which the box has dealt."""


WORDS: dict[TileState, str] = {
    "held": N_("in hand; once more turns it"),
    "fits": N_("may be laid"),
    "unfit": N_("does not fit"),
    "laid": N_("lies out"),
}
"""What is said of a tile, in English, to be translated."""


def layout_snapshot(model: Model, seen: SeenTiles) -> LayoutSnapshot:
    """Returns the layout as the open page shows it, with the tile in hand where it would lie."""
    may, placement = open_slots(model, seen), _placement(model)
    slots = tuple(_slot(model, Slot(number), may, placement) for number in range(len(SLOT_POSITIONS)))
    spots = tuple(_spot(model, claim) for claim in CLAIMS)
    return LayoutSnapshot(spots, slots, _tiles(model, seen), is_hand=seen.are_hand)


def seen_tiles(model: Model, viewer: ViewerKind) -> SeenTiles:
    """Returns the tiles among which this viewer may see somebody choose."""
    session = session_of(model)
    if not session.is_dealt:
        return SeenTiles(TILES, may_be_laid=True, are_hand=False)
    page = model.page
    seat = seat_whose_hand_is_seen(model, viewer, page.secrecy if isinstance(page, HandPage | RollPage) else None)
    hand = () if seat is None else hand_of(model, seat)
    return SeenTiles(hand, may_be_laid=seat == session.state.turn, are_hand=True)


def open_slots(model: Model, seen: SeenTiles) -> frozenset[Slot] | None:
    """Returns the slots that may be chosen on the open page; None where none is to be chosen."""
    state = session_of(model).state
    match model.page:
        case RollPage(tile):
            return frozenset(slot for slot, _way in klondike.tile_placements(state, tile))
        case TurnPage() | ByHandPage() | HandPage() if seen.may_be_laid:
            placements = _legal(state)
            return frozenset(slot for tile in seen.tiles for slot, _tile in placements.get(tile, ()))
        case _:
            return None


@lru_cache(maxsize=2)
def _legal(state: State) -> Mapping[Tile, tuple[TilePlacement, ...]]:
    """What may be laid where: over a thousand questions, whose answers several viewers and pages need."""
    return klondike.legal(state)


def chosen_slot(model: Model) -> ChosenPlace | None:
    """Returns the slot that is chosen, and what would happen there."""
    _, page = model.translate, model.page
    if isinstance(page, ByHandPage | HandPage) and page.slot is not None:
        return ChosenPlace(SLOT_POSITIONS[page.slot].name, _("which tile?"))
    placement = _placement(model)
    if placement is None:
        return None
    slot, tile = placement
    state = session_of(model).state
    proof = proof_of(state, placement)
    shown = "" if proof is None else _("one right end, as {tile} lies on {slot}", **lying_tile(_, state, proof))
    return ChosenPlace(
        SLOT_POSITIONS[slot].name, "; ".join(filter(None, (f"{spelt(tile)}: {effect(_, state, placement)}", shown)))
    )


def _placement(model: Model) -> TilePlacement | None:
    """Where the tile in hand would lie, and which way round; None: there is none in hand."""
    if not isinstance(model.page, RollPage):
        return None
    return klondike.tile_placements(session_of(model).state, model.page.tile)[model.page.cursor]


def _spot(model: Model, claim: Claim) -> SpotSnapshot:
    _, state = model.translate, session_of(model).state
    held = state.claims[claim]
    says = [_("chips: {n}", n=held.chips)]
    if held.won_by is not None:
        says.insert(0, _("Won by {name} in this round.", name=display_name(_, state.players[held.won_by])))
    elif held.digit is not None:
        says.insert(0, _("spoiled") if held.spoiled else _("right: {n}", n=held.right))
    return SpotSnapshot(
        name=claim_name(claim),
        label="" if held.digit is None else str(held.digit),
        right=held.right,
        chips=held.chips,
        colour="" if held.won_by is None else hex_colour(model.seat_colours[held.won_by]),
        holds=", ".join(says),
        ring="" if held.digit is None else hex_colour(DIGITS[held.digit]),
        owner="" if held.won_by is None else display_name(_, state.players[held.won_by])[0],
    )


def _slot(model: Model, slot: Slot, may: frozenset[Slot] | None, placement: TilePlacement | None) -> SlotSnapshot:
    _, state = model.translate, session_of(model).state
    lying = placement[1] if placement is not None and placement[0] == slot else state.slots[slot]
    usable = may is not None and slot in may
    return SlotSnapshot(
        SLOT_POSITIONS[slot].name,
        lying or (),
        _("empty") if lying is None else spelt(lying),
        "" if may is None else slot_use(model, slot, usable=usable),
        usable=usable,
        called=slot_name(_, slot),
    )


def slot_use(model: Model, slot: Slot, *, usable: bool) -> str:
    """Returns whether a tile may be laid there, the one in hand if there is one; or why not."""
    _, held = model.translate, isinstance(model.page, RollPage)
    if session_of(model).state.slots[slot] is not None:
        return _("A tile lies here already.")
    if usable:
        return _("Blinking: this tile may lie here.") if held else _("A tile may be laid here.")
    return _("This tile does not fit here.") if held else _("No tile fits here now.")


def _tiles(model: Model, seen: SeenTiles) -> tuple[TileSnapshot, ...]:
    """All that may be chosen, while one is to be: those that lie out, that fit, and that do not."""
    if not isinstance(model.page, TurnPage | ByHandPage | HandPage | RollPage):
        return ()
    _, state = model.translate, session_of(model).state
    slot = model.page.slot if isinstance(model.page, ByHandPage | HandPage) else None
    held = model.page.tile if isinstance(model.page, RollPage) and seen.may_be_laid else None
    fitting = frozenset(_legal(state) if slot is None else klondike.fitting(state, slot))
    states: dict[Tile, TileState] = {tile: "fits" if tile in fitting else "unfit" for tile in seen.tiles}
    states |= {tile: "laid" for tile in map(_low_first, filter(None, state.slots)) if tile in states}
    states |= {} if held is None else {_low_first(held): "held"}
    return tuple(TileSnapshot(tile_value(tile), how, f"{spelt(tile)}: {_(WORDS[how])}") for tile, how in states.items())


def _low_first(tile: Tile) -> Tile:
    return (min(tile), max(tile))
