"""Models for tests of pages, reached by presses or with a position of Claim It!."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from companion.core.effects import CreateSeed
from companion.core.game_session import AnySession, GameSession
from companion.core.lineup import LineUp
from companion.core.messages import Pressed, SeedCreated
from companion.core.model import Model, Transition, table_of
from companion.core.shown import screen_of
from companion.pages.attract import AttractPage
from companion.pages.menu import MenuPage
from companion.program.update import update
from companion.ui.web import to_json
from engine import claimit
from engine.claimit import Event, State
from engine.game import Json, Start
from engine.record import AnyRecord, PersistentList, Record, TimelineStep
from hardware.device import Button, Press
from tests.companion.lights.positions import COLOURS

Scenes = dict[str, "Callable[[], Model]"]
"""The scenes by page and state. A scene is played only when it is called."""

SEED = bytes(range(32))
BOX = Model(page=AttractPage(), home=AttractPage(), colours=COLOURS)
"""The box after it is switched on."""


def press(model: Model, *presses: str) -> Model:
    """Returns the model after some presses: `ok` is a press, `hold undo` a hold."""
    for name in presses:
        button = Press(Button(name.removeprefix("hold ")), held=name.startswith("hold "))
        model = _with_seed(update(model, Pressed(button, 0.0)))
    return model


def web_texts(model: Model) -> list[str]:
    """Returns the texts of the web page for the open page: its sentence or a dash, then its texts and rows."""
    shown = to_json(model.translate, screen_of(model))
    rows = (block.get("rows", [[block.get("text", ""), *block.get("figures", ())]]) for block in shown["blocks"])
    return [shown["sentence"] or "-", *filter(None, (": ".join(filter(None, row)) for each in rows for row in each))]


def place_under_cursor(model: Model) -> str:
    shown = to_json(model.translate, screen_of(model))
    return next((str(option["place"]) for option in shown["options"][shown["cursor"] :]), "")


def after_presses(make: Callable[[], Model], presses: Sequence[str]) -> Model:
    return press(make(), *presses)


def pick(model: Model, *labels: str) -> Model:
    """Returns the model after these lines of the menu were chosen."""
    model = press(model, "hold undo")
    for label in labels:
        cursor = [each.name.lower() for each in MenuPage().options(model)].index(label.lower())
        model = press(model.with_page(MenuPage(cursor)), "ok")
    return model


def roll_for_start(players: tuple[str, ...], *rolls: Json, by_hand: bool = False) -> Model:
    """Returns a game in which the players roll for the start, after some rolls."""
    session: AnySession = GameSession(_lineup(players, by_hand=by_hand), SEED)
    for roll in rolls:
        session = session.record_event(session.parse({"event": "begin", **roll}))
    return at_table(session)


def set_up(
    state: State, *events: Event, by_hand: bool = False, fair: bool = True, guide: bool = False, light: str = "on"
) -> Model:
    start = Start(claimit.name, state.players, state.turn, {"recycle": state.recycle})
    record: AnyRecord = Record(claimit, PersistentList.of([start]), PersistentList.of([TimelineStep(start, state)]))
    for event in events:
        record = record.play(event)
    lineup = replace(_lineup(state.players, by_hand=by_hand), fair=fair, table_options={"light": light})
    return at_table(GameSession(lineup, SEED, record=record, event_count=len(record.events)), guide=guide)


def _with_seed(step: Transition) -> Model:
    return update(step.model, SeedCreated(SEED, 0.0)).model if CreateSeed() in step.effects else step.model


def _lineup(players: tuple[str, ...], *, by_hand: bool) -> LineUp:
    return LineUp(claimit.name, players, claimit.options, by_hand, colours=tuple(range(len(players))))


def at_table(session: AnySession, *, guide: bool = False) -> Model:
    seated = replace(BOX, maybe_session=session, guide=guide)
    return seated.with_only_page(table_of(session).pages_to_come(seated)[0])
