"""Scores, the spotlight on one seat's fields, and the page of the winner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from companion.core.model import Model, Page, close, closing_keys
from companion.core.player_names import display_name, short_names
from companion.lights.composition import Lights
from companion.locale.translator import Translator
from companion.tables.claimit import lights
from companion.tables.claimit.session import session_of
from companion.tables.shared_pages import GameOverPage
from companion.ui.art import Icon
from companion.ui.font import BOLD
from companion.ui.screen import Block, Option, Screen, TextTable, WebOnly
from engine import claimit
from engine.claimit import DecidedBy, Phase, State
from engine.game import Seat
from hardware.device import Button

NAME_PX = 62
"""Width of a name next to figures of two digits and the exclamation mark."""


class ScoresPage(Page, frozen=True):
    """All seats: largest mine, goldclaims, fields."""

    name: ClassVar[str] = "scores"
    hides_game: ClassVar[bool] = True

    def screen(self, model: Model) -> Screen:
        """Returns a row for each seat, with an exclamation mark for the seat that called the last round."""
        _, state = model.translate, session_of(model).state
        caller = state.last_round.called_by if state.last_round else None
        names = [
            name + ("!" if seat == caller else "")
            for seat, name in enumerate(short_names(_, state.players, NAME_PX, BOLD))
        ]
        standings = claimit.standings(state)
        rows = tuple(
            (name, str(each.mine), str(each.goldclaims), str(each.fields))
            for name, each in zip(names, standings, strict=True)
        )
        heads = (_("Scores"), Icon.MINE, Icon.GOLD, Icon.FIELDS)
        # The button that opened the page also closes it.
        again = {Button.RIGHT: Option("", close(model), icon=Icon.SCORES, box_only=True)}
        keys = {**closing_keys(model), **again}
        return Screen(body=(TextTable(rows, heads),), keys=keys)


def gold(model: Model, seat: Seat) -> str:
    """Returns the seat's goldclaims, how many a bank would add, and how many are needed to call the last round."""
    state = session_of(model).state
    need = claimit.GOLDCLAIMS_TO_CALL[len(state.players)]
    has, more = claimit.standing(state, seat).goldclaims, claimit.at_risk(state).goldclaims if seat == state.turn else 0
    return model.translate("gold {n}/{need}", n=f"{has}+{more}" if more else has, need=need)


def spotlight_figures(model: Model, seat: Seat) -> tuple[str, str]:
    _, has = model.translate, claimit.standing(session_of(model).state, seat)
    mine = _("mine {mine}, gold {gold}", mine=has.mine, gold=has.goldclaims)
    return _.many("{n} field", "{n} fields", has.fields), mine


def spotlight_lights(model: Model, now: float, seat: Seat) -> Lights:
    return lights.only(session_of(model).state, model.seat_colours, now, seat)


class WinnerPage(GameOverPage, frozen=True):
    name: ClassVar[str] = "winner"

    def reason(self, model: Model) -> str:
        return reason(model.translate, session_of(model).state)

    def decision(self, model: Model) -> tuple[Block, ...]:
        _, state = model.translate, session_of(model).state
        return (WebOnly((TextTable(tuple(_comparisons(_, state))),)),)

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the whole game in a few seconds, then counts the mines; the winner's mine stays."""
        # Only positions at the end of a turn: marks within a turn would flicker.
        states = (step.state for step in session_of(model).started_record.timeline)
        turns = [state for state in states if state.phase in {Phase.ROLL, Phase.OVER}]
        return lights.time_lapse(turns, model.seat_colours, now, model.shown_since)


def _comparisons(_: Translator, state: State) -> Iterator[tuple[str, str]]:
    """Yields each comparison that decided the win, of the seats tied until then, best first."""
    compared = {
        DecidedBy.MINE: _("Largest mine"),
        DecidedBy.GOLDCLAIMS: _("Goldclaims"),
        DecidedBy.FIELDS: _("Fields"),
    }
    for by, figures in claimit.comparisons(state):
        best_first = sorted(figures, key=lambda seat: -figures[seat])
        yield compared[by], ", ".join(f"{display_name(_, state.players[seat])} {figures[seat]}" for seat in best_first)


def reason(_: Translator, state: State) -> str:
    best = claimit.standing(state, (state.winners or (state.turn,))[0])
    match claimit.decided_by(state):
        case DecidedBy.MINE:
            return _("largest mine: {mine}", mine=best.mine)
        case DecidedBy.GOLDCLAIMS:
            return _("mines tie at {mine}, most goldclaims: {gold}", mine=best.mine, gold=best.goldclaims)
        case DecidedBy.FIELDS:
            return _("mines and goldclaims tie, most fields: {fields}", fields=best.fields)
        case DecidedBy.SHARED:
            return _("mines, goldclaims and fields tie")
