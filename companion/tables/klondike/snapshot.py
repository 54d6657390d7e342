"""A match of Klondike in words and figures."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from companion.core.player_names import display_name
from companion.core.snapshot import (
    FieldSnapshot,
    LogEntry,
    Piece,
    PlayerSnapshot,
    Snapshot,
    hex_colour,
    snapshot_before_start,
)
from companion.core.table_registry import awaits_announcements, model_seen_by
from companion.locale.translator import N_
from companion.tables.klondike.check import at_light
from companion.tables.klondike.first_seat import FirstSeatPage
from companion.tables.klondike.guide import GuidePage
from companion.tables.klondike.hand import HandPage
from companion.tables.klondike.layout_snapshot import chosen_slot, layout_snapshot, open_slots, seen_tiles, slot_use
from companion.tables.klondike.lights import BLOCKS, DIGITS, ENDS
from companion.tables.klondike.passing import HAND_FITS, HandFitsPage, NoPassPage, refusal
from companion.tables.klondike.roll import RollPage
from companion.tables.klondike.scores import RoundOverPage, before_newest, gains
from companion.tables.klondike.session import session_of
from companion.tables.klondike.slot_names import slot_name
from companion.tables.klondike.tile_by_hand import ByHandPage
from companion.tables.klondike.tiles import spelt
from companion.tables.klondike.turn import TurnPage
from companion.tables.klondike.turn_flow import ended_by_passes
from companion.tables.klondike.winner import reason
from companion.tables.shared_flow import begins_sentence, winners_sentence
from engine import klondike
from engine.klondike import CLAIMS, SLOT_POSITIONS, JoinedPosition, Lay, Pass, Slot, claim_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.core.model import Model
    from companion.core.viewer_kind import ViewerKind
    from companion.locale.translator import Translator
    from engine.game import Seat
    from engine.klondike import Event, State

FIGURES = (N_("chips"), N_("claims won"), N_("claims spoiled"))
"""What is counted, in English, to be translated: the chips alone until the end."""
CLAIM_OF = {light: claim for claim in CLAIMS for light in BLOCKS[claim]}
"""Which claim each of the 36 lights belongs to."""
SLOT_OF = {light: slot for slot, lights in enumerate(ENDS) for light in lights}
"""Of which slot each of them shows an end."""


def _advice(model: Model) -> str:
    """Returns what whoever plays for the first time can do now; empty where no tile is to be laid."""
    _ = model.translate
    match model.page:
        case RollPage():
            return _("Tap a place with a bright edge to see what the tile wins there; tap it again to lay it.")
        case ByHandPage() | HandPage():
            return _("Pick the tile that you lay; the pale ones do not fit.")
        case TurnPage():
            return _("Tap a place with a bright edge, then pick a tile of your hand. If none of yours fits, pass.")
        case _:
            return ""


def snapshot(model: Model, viewer: ViewerKind) -> Snapshot:
    """The match on the table, in its language: what lies there, everybody sees; a hand, its own seat alone."""
    model = model_seen_by(model, viewer)
    if isinstance(model.page, RoundOverPage):
        return _round_over(model, viewer)
    if session_of(model).record is not None:
        return _under_way(model, viewer)
    page = model.page if isinstance(model.page, FirstSeatPage) else FirstSeatPage()
    return replace(snapshot_before_start(model, page.seat(model.session)), news=page.origin(model))


def _under_way(model: Model, viewer: ViewerKind) -> Snapshot:
    if awaits_announcements(model) and isinstance(model.open_pages[0], GuidePage):
        # Whatever lies over the guide, such as the menu: the hands are what is to be done.
        model = replace(model, page=model.open_pages[0])
    _, state = model.translate, session_of(model).state
    turn, status = _scene(model)
    seen = seen_tiles(model, viewer)
    may, over = open_slots(model, seen), _is_end_told(model)
    return Snapshot(
        title=klondike.title,
        status=status,
        moment="end" if over else None,
        news=_news(model),
        turn=turn,
        figures=tuple(map(_, FIGURES if over else FIGURES[:1])),
        players=_players(model),
        places=tuple(_place(model, light, may) for light in sorted(CLAIM_OF)),
        chosen=chosen_slot(model),
        layout=layout_snapshot(model, seen),
        supply=_supply(_, state),
        advice=_advice(model),
        log=tuple(_log(model)),
    )


def _is_end_told(model: Model) -> bool:
    """Returns whether the match is over and nothing is left for the hands: then the end is told."""
    return klondike.is_over(session_of(model).state) and not awaits_announcements(model)


def _round_over(model: Model, viewer: ViewerKind) -> Snapshot:
    """The board of the round that is over, what each has won in it, and the chips in all."""
    _, record = model.translate, session_of(model).started_record
    lay, now = _under_way(before_newest(model), viewer), _under_way(model, viewer)
    over = gains(record)[-2]
    return replace(
        lay,
        status=_("Round {n} is over.", n=record.state.round - 1),
        news=_news(model),
        turn=record.state.turn,
        figures=(_("this round"), *now.figures),
        players=tuple(
            replace(player, figures=(str(won), *player.figures)) for player, won in zip(now.players, over, strict=True)
        ),
        log=now.log,
    )


def _supply(_: Translator, state: State) -> str:
    """The round; with a stock, how many tiles are left in it."""
    now, left = _("Round {n} of {all}", n=state.round, all=state.rounds), klondike.stock(state)
    return f"{now}; " + _("stock: {n}", n=left) if left else now


def _news(model: Model) -> str:
    """How the match was decided; that a pass cannot be true, or that a round ended by passes; that a tile is drawn."""
    _, state = model.translate, session_of(model).state
    match model.page:
        case _ if _is_end_told(model):
            return reason(_, state)
        case NoPassPage(placement):
            return f"{_('You can lay a tile')}: {refusal(_, placement)}"
        case HandFitsPage():
            return f"{_('You can lay a tile')}: {_(HAND_FITS)}"
        case RoundOverPage() if ended_by_passes(session_of(model).started_record):
            return _("All have passed: the round is over.")
        case _ if klondike.stock(state) and not session_of(model).is_dealt:
            return _("After the tile, draw one: {n} left.", n=klondike.stock(state))
        case _:
            return ""


def _scene(model: Model) -> tuple[Seat | None, str]:
    """Returns the seat that acts on this page, and its task; after a turn its player still moves the pieces."""
    _, state = model.translate, session_of(model).state
    match model.page:
        case GuidePage(steps, mover, step):
            return mover, f"{display_name(_, state.players[mover])}: {_(steps[step].text, **steps[step].fields)}"
        case _ if klondike.is_over(state):
            return None, winners_sentence(_, state)
        case _:
            return state.turn, _("{name}, lay a tile!", name=display_name(_, state.players[state.turn]))


def _players(model: Model) -> tuple[PlayerSnapshot, ...]:
    _, session = model.translate, session_of(model)
    state = session.state
    is_end_told = _is_end_told(model)
    if is_end_told:
        figures = [(map(str, each[:-1]), each.rank) for each in klondike.results(session.started_record.timeline)]
    else:
        figures = [(map(str, (chips,)), 0) for chips in state.chips]
    return tuple(
        PlayerSnapshot(
            display_name(_, name),
            hex_colour(colour),
            tuple(each),
            _("wins!") if is_end_told and seat in (state.winners or ()) else "",
            rank,
        )
        for seat, (name, colour, (each, rank)) in enumerate(
            zip(state.players, model.seat_colours, figures, strict=True)
        )
    )


def _place(model: Model, light: int, may: frozenset[Slot] | None) -> FieldSnapshot:
    """One side of a claim: the end that lies there, and what the light says."""
    _, state = model.translate, session_of(model).state
    claim, slot = CLAIM_OF[light], Slot(SLOT_OF[light])
    tile = at_light(state, light)
    pieces = (Piece(hex_colour(DIGITS[tile[0]]), str(tile[0])),) if tile else ()
    holds = _("claim {claim}: {tile}", claim=claim_name(claim), tile=spelt(tile) if tile else _("empty"))
    chips = _("chips: {n}", n=state.claims[claim].chips)
    usable = may is not None and slot in may
    use = "" if may is None else slot_use(model, slot, usable=usable)
    return FieldSnapshot(
        SLOT_POSITIONS[slot].name, pieces, f"{holds}, {chips}", _why(_, state, claim), use, usable=usable
    )


def _why(_: Translator, state: State, claim: klondike.Claim) -> str:
    held = state.claims[claim]
    if held.won_by is not None:
        return _("Won by {name} in this round.", name=display_name(_, state.players[held.won_by]))
    if held.spoiled:
        return _("Flickering: nobody can win this claim in this round.")
    if held.digit is None:
        return _("Dark: no tile has given this claim a digit.")
    return _("Bright: an end that was laid. Dim: digit {digit} is called for.", digit=held.digit)


def _log(model: Model) -> Iterator[LogEntry]:
    """What was laid in this round, oldest first; what was just taken back comes last and is marked."""
    _, record = model.translate, session_of(model).started_record
    for before, step in pairwise(record.timeline):
        if before.state.round == record.state.round and isinstance(step.event, Lay | Pass | JoinedPosition):
            yield LogEntry(_line(_, before.state, step.event))
    undone = record.taken_back
    if isinstance(undone, Lay | Pass | JoinedPosition):
        yield LogEntry(_line(_, record.state, undone), undone=True)


def caption(model: Model) -> str:
    """What happened last, in a sentence."""
    _, line = model.translate, session_of(model).started_record.timeline
    event = line[-1].event
    return _line(_, line[-2].state, event) if isinstance(event, Lay | Pass) else begins_sentence(_, line[-1].state)


def _line(_: Translator, before: State, event: Event) -> str:
    name = display_name(_, before.players[before.turn])
    match event:
        case Lay(slot, tile):
            return _("{name}: {tile} on {slot}", name=name, tile=spelt(tile), slot=slot_name(_, slot))
        case Pass():
            return _("{name} passes", name=name)
        case JoinedPosition():
            return _("joined in the middle")
