"""A match of Klondike in words and figures."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from companion.names import shown
from companion.tables.course import won
from companion.tables.klondike.begins import Begins
from companion.tables.klondike.check import at_light
from companion.tables.klondike.digits import DIGITS
from companion.tables.klondike.guide import Guide
from companion.tables.klondike.lights import BLOCKS
from companion.tables.klondike.tiles import spelt
from companion.tables.klondike.winner import reason
from companion.tables.telling import Entry, Piece, Place, Player, Telling, before_start, hexed
from engine import klondike
from engine.klondike import CLAIMS, PLACES, Lay, Pass, claim_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.model import Model
    from companion.words import Words
    from engine.game import Seat
    from engine.klondike import Event, State

CLAIM_OF = {light: claim for claim in CLAIMS for light in BLOCKS[claim]}
"""Which claim each of the 36 lights belongs to."""


def told(model: Model) -> Telling:
    """The match on the table, in its language."""
    return _begins(model) if model.running.record is None else _under_way(model)


def _begins(model: Model) -> Telling:
    """Before the start: who is to begin, drawn or chosen."""
    page = model.page if isinstance(model.page, Begins) else Begins()
    return replace(before_start(model, page.seat(model.running)), news=page.origin(model))


def _under_way(model: Model) -> Telling:
    _, state = model.words, model.running.state
    turn, status = _scene(model)
    return Telling(
        title=klondike.title,
        status=status,
        news=reason(_, state) if klondike.is_over(state) else "",
        turn=turn,
        figures=(_("chips"),),
        players=_players(model),
        places=tuple(_place(_, state, light) for light in sorted(CLAIM_OF)),
        supply=_("Round {n} of {all}", n=state.round, all=state.rounds),
        log=tuple(_log(model)),
    )


def _scene(model: Model) -> tuple[Seat | None, str]:
    """Who acts on this page, and what is to be done: after a turn its hands are still needed."""
    _, state = model.words, model.running.state
    match model.page:
        case Guide(chores, hands, step):
            return hands, f"{shown(_, state.players[hands])}: {_(chores[step].text, **chores[step].fields)}"
        case _ if klondike.is_over(state):
            return None, won(_, state)
        case _:
            return state.turn, _("{name}, lay a tile!", name=shown(_, state.players[state.turn]))


def _players(model: Model) -> tuple[Player, ...]:
    _, state = model.words, model.running.state
    return tuple(
        Player(shown(_, name), hexed(colour), (chips,), _("wins!") if seat in (state.winners or ()) else "")
        for seat, (name, colour, chips) in enumerate(zip(state.players, model.seat_colours, state.chips, strict=True))
    )


def _place(_: Words, state: State, light: int) -> Place:
    """One side of a claim: the end that lies there, and what the light says."""
    claim = CLAIM_OF[light]
    tile = at_light(state, light)
    pieces = (Piece(hexed(DIGITS[tile[0]]), str(tile[0])),) if tile else ()
    holds = _("claim {claim}: {tile}", claim=claim_name(claim), tile=spelt(tile) if tile else _("empty"))
    chips = _("chips: {n}", n=state.claims[claim].chips)
    return Place(pieces, f"{holds}, {chips}", _why(_, state, claim))


def _why(_: Words, state: State, claim: klondike.Claim) -> str:
    held = state.claims[claim]
    if held.won_by is not None:
        return _("Won by {name} in this round.", name=shown(_, state.players[held.won_by]))
    if held.spoiled:
        return _("Flickering: nobody can win this claim in this round.")
    if held.digit is None:
        return _("Dark: no tile has given this claim a digit.")
    return _("Bright: an end that was laid. Dim: digit {digit} is called for.", digit=held.digit)


def _log(model: Model) -> Iterator[Entry]:
    """What was laid in this round, oldest first; what was just taken back comes last and is marked."""
    _, record = model.words, model.running.played
    for before, step in pairwise(record.line):
        if before.state.round == record.state.round and isinstance(step.event, Lay | Pass):
            yield Entry(_line(_, before.state, step.event))
    undone = record.taken_back
    if isinstance(undone, Lay | Pass):
        yield Entry(_line(_, record.state, undone), undone=True)


def _line(_: Words, before: State, event: Event) -> str:
    name = shown(_, before.players[before.turn])
    match event:
        case Lay(slot, tile):
            return _("{name}: {tile} on {slot}", name=name, tile=spelt(tile), slot=PLACES[slot].name)
        case Pass():
            return _("{name} passes", name=name)
