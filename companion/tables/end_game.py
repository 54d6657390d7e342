"""The page on which the players say that the game is over, and who has won, where the rules do not find its end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import AppendEvent, PlayTones
from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, arrows, close, moved_cursor, show
from companion.core.player_names import display_name
from companion.core.questions import Command, Form, choose_in_list, command_form
from companion.core.sounds import WIN
from companion.locale.translator import N_
from companion.screen.icons import Icon
from companion.screen.layout import Item, header, menu
from companion.tables.shared_flow import caption_and_speak, winners_sentence
from engine.game import Finish, Seat
from hardware.device import Button

if TYPE_CHECKING:
    from companion.screen.canvas import Canvas


@dataclass(frozen=True, slots=True)
class EndGamePage(Page):
    """Lists the players; those who have won are marked. At first nobody is."""

    winners: frozenset[Seat] = frozenset()
    cursor: Seat = Seat(0)  # noqa: RUF009 - a number
    name: ClassVar[str] = "end_game"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, players = model.translate, model.session.lineup.players
        winners = ", ".join(display_name(_, players[seat]) for seat in sorted(self.winners))

        def moved(button: Button) -> EndGamePage:
            return replace(self, cursor=Seat(moved_cursor(self.cursor, button, len(players))))

        mark = show(model, replace(self, winners=self.winners ^ {self.cursor}))
        wins = "" if self.cursor in self.winners else _("wins!")
        return arrows(model, moved, (Icon.UP, Icon.DOWN)) | {
            Button.OK: ButtonRow(Icon.CHECK, mark, display_name(_, players[self.cursor]), wins),
            Button.BANK: ButtonRow(_("end"), lambda: self._end(model), _("End the game"), winners or _("Nobody wins.")),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model), _("Back"), _("play on")),
        }

    def form(self, model: Model) -> Form:
        """Returns a command for each player, which marks a winner or not."""
        _ = model.translate
        players = (
            Command(_key(seat), name, _("wins!") if seat in self.winners else "", are_names=True)
            for seat, name in enumerate(model.session.lineup.players)
        )
        end = Command(Button.BANK.value, N_("End the game"), "" if self.winners else N_("Nobody wins."), is_main=True)
        back = Command(Button.UNDO.value, N_("Back"), N_("play on"))
        note = _("Mark everybody who has won, then end the game.")
        return command_form(N_("Who has won?"), *players, end, back, cursor=_key(self.cursor), note=note)

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Marks that player or not, or ends the game."""
        return choose_in_list(self, model, name, [_key(seat) for seat in range(len(model.session.lineup.players))])

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws a line for each player."""
        _, players = model.translate, model.session.lineup.players
        header(canvas, _("Who has won?"))
        items = (
            Item(display_name(_, name), _("wins!") if seat in self.winners else "") for seat, name in enumerate(players)
        )
        menu(canvas, list(items), self.cursor)

    def _end(self, model: Model) -> Transition:
        finish = Finish(tuple(sorted(self.winners)))
        session = model.session.record_event(finish)
        told = caption_and_speak(model.translate, winners_sentence(model.translate, session.state))
        return Transition(replace(model, game=session), (AppendEvent(finish), PlayTones(WIN), *told))


def _key(seat: int) -> str:
    return f"seat {seat}"
