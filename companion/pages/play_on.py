"""Continuing from a position of a finished game, chosen in its story on the web page."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from companion.core.effects import DrawSeed
from companion.core.game_session import GameSession
from companion.core.lineup import LineUp
from companion.core.messages import Refusal
from companion.core.model import Model, Transition
from companion.core.page import ListScreenPage, close
from companion.core.player_names import display_name
from companion.core.table_registry import at_table, is_replay
from companion.locale.translator import N_
from companion.pages.setup_questions import SOLO_BOT
from companion.ui.art import Icon
from companion.ui.screen import Choices, Option, Screen
from engine.game import Code, Illegal, Json, Seat
from engine.starts import parse_start
from hardware.device import Button

PEOPLE = "people"
"""The last entry: people play all seats."""
MOST_TURNS = 1_000_000
"""Longer games do not exist; the number of the turn must fit on the screen."""
ALL = N_("humans only")


class PlayOnPage(ListScreenPage, frozen=True):
    """Prompts for who plays: one of the seats against bots in the others, or people in all seats."""

    lineup: LineUp
    position: Any
    """The event, in the game's own terms, that sets up the position between the two turns."""
    turn: int
    """The number of the turn that starts there, from 1."""
    cursor: int = 0
    name: ClassVar[str] = "play_on"

    def form_title(self, model: Model) -> str:
        return model.translate("Continue from turn {n}", n=self.turn)

    def form_note(self, model: Model) -> str:
        return model.translate("You can resume the current game later.") if _is_left(model) else ""

    def screen(self, model: Model) -> Screen:
        _, others = model.translate, len(self.lineup.players) - 1

        def option(seat: int, player: str) -> Option:
            name = display_name(_, player)
            words = _.many("I play {name}, Sheriff the other", "I play {name}, Sheriff the others", others, name=name)
            bots = {str(other): SOLO_BOT for other in range(others + 1) if other != seat}
            return Option(name, lambda: self._begin(model, bots), words, key=f"seat {seat}")

        options = [option(seat, player) for seat, player in enumerate(self.lineup.players)]
        options.append(Option(_(ALL), lambda: self._begin(model, {}), key=PEOPLE))
        back = {Button.UNDO: Option(_("Cancel"), close(model), icon=Icon.UNDO)}
        return Screen(_("Who continues?"), choices=Choices(options, self.cursor), keys=back)

    def _begin(self, model: Model, bots: dict[str, str]) -> Transition:
        lineup = replace(self.lineup, first=Seat(0), bots=bots)
        # The web page is the board: there is no real board with stones to move.
        begun = replace(model, requested_lineup=lineup, requested_position=self.position, guide=False)
        return Transition(begun, (DrawSeed(),))


def _is_left(model: Model) -> bool:
    """Returns whether there is a game that is not over."""
    if model.game is None or is_replay(model) or not at_table(model):
        return False
    return model.game.record is None or not model.game.game.is_over(model.game.state)


def open_play_on(model: Model, value: object) -> Transition:
    """Opens the page for a position of a story; rejects an impossible position."""
    try:
        full, event, turn = _parse(value)
        # As a new game, because an older record may have names that are not allowed any more.
        parse_start({"game": full.game, "players": list(full.players), "first": 0, "options": dict(full.options)})
        lineup = LineUp(full.game, full.players, full.options, colours=full.colours)
        session: GameSession[Any, Any] = GameSession(lineup, bytes(32))
        position = session.game.parse(event)
        session.record_event(session.start_event(Seat(0))).record_event(position)  # the rules judge
    except Illegal as fault:
        return Transition(model, refusal=Refusal("syntax", fault.message))
    page = PlayOnPage(lineup, position, turn)
    is_open = isinstance(model.page, PlayOnPage)
    return Transition(model.with_page(page) if is_open else model.with_page_on_top(page))


def _parse(value: object) -> tuple[LineUp, Json, int]:
    """Returns the line-up, the position and its turn.

    Raises:
        Illegal: `syntax`.
    """
    match value:
        case {"lineup": dict(lineup), "position": {"event": "position"} as position, "turn": int(turn)} if (
            type(turn) is int and 0 <= turn < MOST_TURNS
        ):
            return LineUp.from_json(lineup), position, turn
        case _:
            raise Illegal(Code.SYNTAX, "To play on takes a lineup, a position and its turn, as a story tells them.")
