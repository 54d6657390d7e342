"""The pages of a game with bots, one scene for each state."""

from typing import cast

from msgspec.structs import replace

from companion.core.effects import Ask
from companion.core.game_session import DEALT, AnySession, GameSession
from companion.core.lineup import LineUp
from companion.core.messages import Answered, Ticked
from companion.core.model import Model
from companion.program.update import update
from engine import klondike
from engine.claimit import Bank
from engine.game import Seat
from engine.klondike import Pass, Place
from hardware.device import Button
from tests.companion.games.app import SEED, TWO_PLAYERS, App
from tests.companion.pages.sitting import Scenes, at_table, pick

BOT = replace(TWO_PLAYERS, players=("Green", "Prospector"), bots={"1": "prospector"}, first=Seat(1))
TAKEN_OVER = replace(TWO_PLAYERS, players=("Magdalena", "Maximiliane"), bots={"1": "greenhorn"}, first=Seat(1))


def start_with_bot(*presses: Button, guide: bool = False, by_hand: bool = False) -> App:
    app = App(replace(BOT, by_hand=by_hand))
    app.model = replace(app.model, guide=guide)
    return app.start().press(*presses)


def thinking(*presses: Button) -> App:
    app = start_with_bot()
    app.bots_answer = False
    return app.press(*presses)


def choosing(decided: Bank | None) -> Model:
    app = start_with_bot(Button.OK)
    app.bots_answer = False
    app.press(Button.OK)
    app.send(Answered(app.bot_questions[-1], decided, app.now))
    return app.model


def guided() -> Model:
    app = start_with_bot(Button.OK, guide=True)
    app.bots_answer = False
    app.press(Button.OK)
    app.send(Answered(app.bot_questions[-1], Bank(), app.now))
    return app.press(Button.OK).model


def failed() -> Model:
    app = thinking(Button.OK)
    session = replace(app.model.session, lineup=replace(BOT, bots={"1": "greenhorn"}))
    app.model = replace(app.model, maybe_session=session)
    app.send(Answered(app.bot_questions[-1], None, app.now, TimeoutError()))
    return app.model


def deciding(kind: type[Place | Pass]) -> Model:
    """Klondike with dealt tiles; before the bot, each seat has placed the first tile that fits."""
    lineup = LineUp("klondike", BOT.players, klondike.options, colours=(0, 1), bots=BOT.bots)
    session: AnySession = GameSession(replace(lineup, table_options={DEALT: True}), SEED)
    session = session.record_event(session.start_event(Seat(0)))
    while True:
        event = klondike.deal.legal_events(cast("klondike.State", session.state), session.hand)[0]
        if session.state.turn == 1 and isinstance(event, kind):
            break
        session = session.record_event(event)
    requested, (effect,), _refusal = update(at_table(session), Ticked(0.0))
    assert isinstance(effect, Ask)
    return update(requested, Answered(effect.question, event, 0.0)).model


SCENES: Scenes = {
    "bot_turn": lambda: start_with_bot().model,
    "bot_turn_by_hand": lambda: start_with_bot(by_hand=True).model,
    "bot_by_hand": lambda: start_with_bot(Button.OK, by_hand=True).model,
    "bot_thinking": lambda: thinking(Button.OK).model,
    "bot_roll": lambda: start_with_bot(Button.OK).model,
    "bot_banks": lambda: choosing(Bank()),
    "bot_waits": lambda: start_with_bot(Button.OK, Button.OK, Button.UNDO).model,
    "bot_guide": guided,
    "bot_fault": failed,
    "bot_tile": lambda: deciding(Place),
    "bot_passes": lambda: deciding(Pass),
    "bot_seats": lambda: pick(start_with_bot().model, "Bots"),
    "bot_seats_long": lambda: pick(App(TAKEN_OVER).start().model, "Bots"),
}
