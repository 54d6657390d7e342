"""A match of Klondike in words and figures, for the web page, the terminal and the screen reader.

The snapshot is made for one kind of viewer, from a model that contains no other viewer's secrets: `model_seen_by`
replaces a page that shows another player's tile by the page of the turn, then `seen_tiles` returns the tiles among
which this viewer may see a choice. Everything about hands is derived from these two; the layout itself is public.

Whose turn it is must be the same for all viewers, so it depends neither on the page nor on the tiles. The snapshot
shows only what has happened on the table: while players still move pieces, it does not show the end, and it shows a
finished round as it was before it was cleared.
"""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from companion.core import snapshot as parts
from companion.core.game_session import AnySession
from companion.core.lineup import ViewerKind
from companion.core.model import Model
from companion.core.player_names import display_name, initials
from companion.core.shown import awaits_announcements, model_seen_by
from companion.locale.translator import N_
from companion.tables.klondike import placing
from companion.tables.klondike.lights import BLOCKS, DIGITS, END_OF, tile_at_light
from companion.tables.klondike.outcomes import GuidePage, RoundOverPage, finished_round, gains
from companion.tables.klondike.session import hand_of, seat_whose_hand_is_seen, session_of
from companion.tables.klondike.turn import ByHandPage, HandPage, TurnPage
from companion.tables.shared_pages import begins_sentence, player_snapshots, snapshot_before_start
from engine import klondike
from engine.game import shared_ranks
from engine.klondike import CLAIMS, SLOT_POSITIONS, Claim, Slot, Tile, claim_name


class SeenTiles(NamedTuple):
    """The tiles that one kind of viewer may see in a hand."""

    tiles: tuple[Tile, ...]
    """All 28 if they are real tiles: their owners are unknown."""
    may_be_placed: bool
    """Whether the active player may place them."""
    are_hand: bool
    """Whether they are a hand that the box has dealt."""


WORDS: dict[parts.TileState, str] = {
    "held": N_("in hand; choose again to turn it"),
    "fits": N_("fits"),
    "laid": N_("already placed"),
}
"""Descriptions of a tile, in English, to be translated; one that does not fit has a reason instead."""


def layout_snapshot(model: Model, seen: SeenTiles) -> parts.LayoutSnapshot:
    """Returns the layout of the open page, with the selected tile in its slot."""
    _, state = model.translate, session_of(model).state
    available, page = open_slots(model, seen), model.page
    placement = None
    if isinstance(page, placing.PlacePage):
        placement = klondike.tile_placements(state, page.tile)[page.cursor]

    def slot_snapshot(slot: Slot) -> parts.SlotSnapshot:
        placed = placement.tile if placement is not None and placement.slot == slot else state.slots[slot]
        use, usable = _slot_use(model, slot, available)
        words = _("empty") if placed is None else placing.tile_text(placed)
        name = SLOT_POSITIONS[slot].name
        called, in_words = placing.slot_name(_, slot), placing.slot_in_words(_, slot)
        return parts.SlotSnapshot(name, placed or (), words, use, usable=usable, called=called, in_words=in_words)

    slots = tuple(slot_snapshot(Slot(number)) for number in range(len(SLOT_POSITIONS)))
    spots = tuple(_spot(model, claim) for claim in CLAIMS)
    match session_of(model).started_record.timeline[-1].event:
        case klondike.Place(slot) if state.slots[slot] is not None:  # not in a new round
            newest = SLOT_POSITIONS[slot].name
        case _other:
            newest = ""
    return parts.LayoutSnapshot(spots, slots, _tiles(model, seen), is_hand=seen.are_hand, newest=newest)


def seen_tiles(model: Model, viewer: ViewerKind) -> SeenTiles:
    """Returns the tiles among which this viewer may see a choice."""
    session = session_of(model)
    if not session.is_dealt:
        return SeenTiles(klondike.TILES, may_be_placed=True, are_hand=False)
    page = model.page
    seat = seat_whose_hand_is_seen(
        model, viewer, page.secrecy if isinstance(page, HandPage | placing.PlacePage) else None
    )
    hand = () if seat is None else hand_of(model, seat)
    return SeenTiles(hand, may_be_placed=seat == session.state.turn, are_hand=True)


def open_slots(model: Model, seen: SeenTiles) -> frozenset[Slot] | None:
    """Returns the available slots of the open page; None if the page offers no slots."""
    state = session_of(model).state
    match model.page:
        case placing.PlacePage(tile):
            return frozenset(slot for slot, _way in klondike.tile_placements(state, tile))
        case TurnPage() | ByHandPage() | HandPage() if seen.may_be_placed:
            placements = _legal(state)
            return frozenset(slot for tile in seen.tiles for slot, _tile in placements.get(tile, ()))
        case _:
            return None


# More than a thousand checks, whose result several viewers and pages need.
_legal = lru_cache(maxsize=2)(klondike.legal)


def claim_words(model: Model, claim: Claim) -> str:
    """Returns the description of a claim: its winner, or the number of right tiles, and its chips."""
    _, state = model.translate, session_of(model).state
    claim_state = state.claims[claim]
    if claim_state.won_by is not None:
        return _("Won by {name} in this round.", name=display_name(_, state.players[claim_state.won_by]))
    says = [_("chips: {n}", n=claim_state.chips)]
    if claim_state.digit is not None:
        needs = _("spoiled, and still needs a {digit}", digit=claim_state.digit)
        says.insert(0, needs if claim_state.spoiled else _("right: {n}", n=claim_state.right))
    return ", ".join(says)


def _spot(model: Model, claim: Claim) -> parts.SpotSnapshot:
    _, state = model.translate, session_of(model).state
    claim_state = state.claims[claim]
    label, ring = "", ""
    if claim_state.spoiled and claim_state.won_by is None:
        label, ring = f"✕{claim_state.digit}", "#6b7280"  # it cannot be won, but its digit still counts
    elif claim_state.digit is not None:
        label, ring = str(claim_state.digit), parts.hex_colour(DIGITS[claim_state.digit])
    return parts.SpotSnapshot(
        name=claim_name(claim),
        label=label,
        right=claim_state.right,
        chips=claim_state.chips,
        colour="" if claim_state.won_by is None else parts.hex_colour(model.seat_colours[claim_state.won_by]),
        holds=claim_words(model, claim),
        ring=ring,
        owner="" if claim_state.won_by is None else initials(_, state.players)[claim_state.won_by],
    )


def _slot_use(model: Model, slot: Slot, available: frozenset[Slot] | None) -> tuple[str, bool]:
    """Returns a text, and whether a tile (the selected one, if any) fits there. The text says so, or why none fits."""
    _, held = model.translate, model.page.tile if isinstance(model.page, placing.PlacePage) else None
    if available is None:
        return "", False
    if session_of(model).state.slots[slot] is not None:
        return _("A tile is here already."), False
    if slot in available:
        return _("Blinking: this tile fits here.") if held else _("A tile fits here."), True
    words = N_("Does not fit: {reason}.") if held else N_("No tile fits now: {reason}.")
    return _(words, reason=placing.misfit_words(_, session_of(model).state, slot, held)), False


def _tiles(model: Model, seen: SeenTiles) -> tuple[parts.TileSnapshot, ...]:
    """Returns all tiles of a choice: those already placed, those that fit, and those that do not."""
    if not isinstance(model.page, TurnPage | ByHandPage | HandPage | placing.PlacePage):
        return ()
    _, state = model.translate, session_of(model).state
    slot = model.page.slot if isinstance(model.page, ByHandPage | HandPage) else None
    held = model.page.tile if isinstance(model.page, placing.PlacePage) and seen.may_be_placed else None
    fitting = frozenset(_legal(state) if slot is None else klondike.fitting_tiles(state, slot))
    # Later entries win: the selected tile fits, and a placed tile is not available, even if its ends would fit.
    states: dict[Tile, parts.TileState] = {tile: "fits" if tile in fitting else "unfit" for tile in seen.tiles}
    states |= {(min(tile), max(tile)): "laid" for tile in state.slots if tile and (min(tile), max(tile)) in states}
    states |= {} if held is None else {(min(held), max(held)): "held"}

    def words(tile: Tile, how: parts.TileState) -> str:
        return placing.unfit_words(_, state, tile, slot) if how == "unfit" else _(WORDS[how])

    return tuple(
        parts.TileSnapshot(placing.tile_value(tile), how, f"{placing.tile_text(tile)}: {words(tile, how)}")
        for tile, how in states.items()
    )


CHIPS, TILES_LEFT = N_("chips"), N_("tiles left")
"""The figures of a player, in English, to be translated; only the chips at the end."""
CLAIM_OF = {light: claim for claim in CLAIMS for light in BLOCKS[claim]}
"""The claim of each of the 36 lights."""


def snapshot(model: Model, viewer: ViewerKind) -> parts.Snapshot:
    """Returns the snapshot of the match; the layout is public, a hand is visible to its own seat only."""
    model = model_seen_by(model, viewer)
    if session_of(model).record is None:
        return snapshot_before_start(model)
    if not isinstance(model.page, RoundOverPage):
        return _under_way(model, viewer)
    # The new board is empty. So the board of the finished round is shown, with its chips and the total.
    _, record = model.translate, session_of(model).started_record
    finished, current = _under_way(finished_round(model), viewer), _under_way(model, viewer)
    chips = zip(current.players, gains(record)[-2], record.state.chips, strict=True)  # the last is the new round
    players = tuple(replace(player, figures=(str(won), str(total))) for player, won, total in chips)
    return replace(finished, turn=record.state.turn, figures=(_("this round"), _(CHIPS)), players=players)


def layout_alone(model: Model, session: AnySession, viewer: ViewerKind) -> parts.Snapshot:
    """Returns a position outside any match, such as that of a task in the lesson: without a turn or a log."""
    shown = snapshot(replace(model, maybe_session=session, page=TurnPage()), viewer)
    return replace(shown, turn=None, supply="", log=())


def _under_way(model: Model, viewer: ViewerKind) -> parts.Snapshot:
    if awaits_announcements(model) and isinstance(model.open_pages[0], GuidePage):
        # The guide has priority, even if a page such as the menu covers it.
        model = replace(model, page=model.open_pages[0])
    _, state = model.translate, session_of(model).state
    seen = seen_tiles(model, viewer)
    available, over, turn = open_slots(model, seen), _is_over(model), None if klondike.is_over(state) else state.turn
    # The tiles of this round, oldest first.
    steps = pairwise(session_of(model).started_record.timeline)
    log = (placing.event_sentence(_, at.state, step.event) for at, step in steps if at.state.round == state.round)
    words, stock = _("Round {n} of {all}", n=state.round, all=state.rounds), klondike.stock(state)
    words = f"{words}; " + _("stock: {n}", n=stock) if stock else words
    return parts.Snapshot(
        title=klondike.title,
        where=" · ".join((words, _("the fourth right end wins a claim's chips"))),
        turn=model.page.seat if isinstance(model.page, GuidePage) else turn,
        figures=tuple(map(_, (CHIPS,) if over else (CHIPS, TILES_LEFT))),
        progress="" if over else _.many("{n} slot left", "{n} slots left", state.slots.count(None)),
        players=_players(model),
        places=tuple(_place(model, light, available) for light in sorted(CLAIM_OF)),
        layout=layout_snapshot(model, seen),
        supply=words,
        log=tuple(filter(None, log)),
    )


def _is_over(model: Model) -> bool:
    """Returns whether the match is over and no pieces have to be moved."""
    return klondike.is_over(session_of(model).state) and not awaits_announcements(model)


def _players(model: Model) -> tuple[parts.PlayerSnapshot, ...]:
    state = session_of(model).state
    if _is_over(model):
        players = zip(player_snapshots(model, state.players, state.winners or ()), state.chips, strict=True)
        ranks = shared_ranks(state.chips)
        return tuple(
            replace(player, figures=(str(chips),), rank=rank)
            for (player, chips), rank in zip(players, ranks, strict=True)
        )
    figures = zip(player_snapshots(model, state.players), state.chips, state.hands, strict=True)
    return tuple(replace(player, figures=(str(chips), str(tiles))) for player, chips, tiles in figures)


def _place(model: Model, light: int, available: frozenset[Slot] | None) -> parts.FieldSnapshot:
    """Returns one side of a claim: the tile end there, and the claim."""
    claim, (slot, _end), tile = CLAIM_OF[light], END_OF[light], tile_at_light(session_of(model).state, light)
    pieces = (parts.Piece(parts.hex_colour(DIGITS[tile[0]]), str(tile[0])),) if tile else ()
    words = placing.tile_text(tile) if tile else model.translate("empty")
    holds = f"{words}; {claim_name(claim)}: {claim_words(model, claim)}"
    use, usable = _slot_use(model, slot, available)
    return parts.FieldSnapshot(SLOT_POSITIONS[slot].name, pieces, holds, why="", use=use, usable=usable)


def caption(model: Model) -> str:
    _, record = model.translate, session_of(model).started_record
    return placing.event_sentence(_, record.state_before, record.timeline[-1].event) or begins_sentence(_, record.state)
