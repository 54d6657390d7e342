"""The page of who plays each seat: a bot can take over a seat, and a person can return."""

from functools import partial
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.core.lineup import PERSON, SEAT_COLOUR_NAMES
from companion.core.model import ApplicationPage, Model, Transition, close
from companion.core.player_names import display_name
from companion.core.questions import Choice, Command, Form, FormItem
from companion.features.bots import change_players
from companion.locale.translator import N_
from companion.pages.setup_questions import bot_key, offered_bots, player_question
from companion.ui.art import Icon
from companion.ui.screen import Choices, Option, Screen
from engine.game import Seat
from hardware.device import Button

CLOSE = "close"


class WhoPlaysPage(ApplicationPage, frozen=True):
    cursor: int = 0
    name: ClassVar[str] = "bot_seats"

    def screen(self, model: Model) -> Screen:
        _, options = model.translate, list[Option]()
        for seat, name in enumerate(model.session.lineup.players):
            answers, player = _question(model, seat).answers, _player(model, seat)
            values = [answer.value for answer in answers]
            at = values.index(player)
            give = partial(_give_seat, model, seat, values[(at + 1) % len(values)])
            options.append(Option(display_name(_, name), give, value=display_name(_, answers[at].label)))
        back = {Button.UNDO: Option("", close(model), icon=Icon.UNDO)}
        return Screen(_("Who plays?"), choices=Choices(options, self.cursor), keys=back)

    def form(self, model: Model) -> Form:
        _, lineup = model.translate, model.session.lineup
        colours = [SEAT_COLOUR_NAMES[number] for number in lineup.colours]
        items = (
            FormItem(replace(_question(model, seat), label=colour), _player(model, seat))
            for seat, colour in enumerate(colours)
        )
        close = FormItem(Command(CLOSE, N_("Close"), is_main=True), value=True)
        pairs = zip(colours, lineup.players, strict=True)
        note = ", ".join(f"{_(colour)}: {display_name(_, name)}" for colour, name in pairs if name != colour)
        return Form(N_("Who plays?"), (*items, close), bot_key(self.cursor), note)

    def choose(self, model: Model, name: str, value: Any) -> Transition:  # noqa: ANN401 - what an option may be
        if name == CLOSE:
            return Transition(model.with_top_page_closed())
        seat = next(seat for seat in range(len(model.session.lineup.players)) if bot_key(seat) == name)
        return _give_seat(model.with_page(replace(self, cursor=seat)), seat, value)


def _player(model: Model, seat: int) -> str:
    return model.session.lineup.bot_at(Seat(seat)) or PERSON


def _question(model: Model, seat: int) -> Choice:
    game, bot = model.session.lineup.game, _player(model, seat)
    # A bot of a plug-in that is gone, or another program, can be exchanged, but not chosen again.
    offered = offered_bots(game)
    strange = (bot,) if bot != PERSON and bot not in offered else ()
    return player_question(model.translate, bot_key(seat), (*offered, *strange), game)


def _give_seat(model: Model, seat: int, player: str) -> Transition:
    return change_players(model, model.session.lineup.with_bot(Seat(seat), player or None))
