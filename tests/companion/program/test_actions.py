from itertools import product

from msgspec.structs import replace

from companion.core.effects import WRONG
from companion.core.lineup import BOX, HOST, SPECTATOR, ViewerKind, seat_viewer
from companion.core.messages import MENU_REFUSED, NOT_YOUR_TURN, WATCHING, ActionMessage, Chosen, Pointed, Pressed
from companion.core.model import Refusal
from companion.program.update import update
from companion.tables.claimit.session import session_of
from engine.game import Seat
from hardware.device import Button, Press
from tests.companion.games.app import App, start_claimit

OK, LEFT, RIGHT, UNDO = Button.OK, Button.LEFT, Button.RIGHT, Button.UNDO
GREEN, BLUE = seat_viewer(Seat(0)), seat_viewer(Seat(1))
DARK_S = 601.0


def action_from(action: ActionMessage, now: float = 0.0, sender: ViewerKind = BOX) -> ActionMessage:
    return replace(action, at=now, sender=sender)


ACTIONS: tuple[ActionMessage, ...] = (Pressed(Press(OK)), Pointed("5/2"), Chosen("players", 3))


def refusal(app: App, action: ActionMessage, sender: ViewerKind = BOX) -> Refusal | None:
    step = update(app.model, action_from(action, app.now, sender))
    if step.refusal is not None and step.refusal in {WATCHING, NOT_YOUR_TURN, MENU_REFUSED}:
        assert (step.model is app.model, step.effects) == (True, ())
    return step.refusal


def point(app: App, *places: str, sender: ViewerKind = BOX) -> App:
    for place in places:
        app.now += 1
        app.send(Pointed(place, app.now, sender))
    return app


def choose(app: App, **answers: object) -> App:
    for name, value in answers.items():
        app.now += 1
        app.send(Chosen(name, value, app.now))
    return app


def test_spectators_cannot_do_anything() -> None:
    for action in (*ACTIONS, Pressed(Press(UNDO, held=True))):
        for presses in [(), (OK,), (OK, OK)]:
            assert refusal(start_claimit(*presses), action, SPECTATOR) == WATCHING


def test_the_active_player_may_act() -> None:
    for sender, action in product((BOX, HOST, GREEN), ACTIONS[:2]):
        assert refusal(start_claimit(OK), action, sender) is None


def test_a_seat_does_nothing_on_another_one_s_turn() -> None:
    for action in ACTIONS:
        for app in (start_claimit(OK), App().start(), start_claimit().hold(UNDO)):
            assert refusal(app, action, BLUE) == NOT_YOUR_TURN


def test_a_seat_never_opens_the_menu() -> None:
    assert refusal(start_claimit(), Pressed(Press(UNDO, held=True)), GREEN) == MENU_REFUSED
    assert refusal(start_claimit(), Pressed(Press(OK)), GREEN) is None


def test_only_buttons_of_the_box_wake_a_dark_screen() -> None:
    for sender, page in [(BOX, "turn"), (HOST, "roll"), (GREEN, "roll")]:
        app = start_claimit().advance_time(DARK_S)
        app.send(Pressed(Press(OK), app.now, sender))
        assert (app.page, app.view.frame.contrast) == (page, 255)


def test_an_unknown_place_is_rejected_in_one_sentence() -> None:
    for place in ["", "0/1", "7/1", "5", "5/2 ", "1/1E", "x" * 4000]:
        app = start_claimit(OK)
        before = app.model
        shown = refusal(app, Pointed(place))
        assert shown == Refusal("syntax", "A field is named column/row, both 1 to 6."), place
        assert point(app, place).model.page == before.page
        assert (app.model.maybe_session, app.tones) == (before.maybe_session, ()), place


def test_an_invalid_choice_is_rejected_in_one_sentence() -> None:
    for name, value, shown in [
        ("players", 9, "players is one of 2, 3, 4, 5."),
        ("players", "3", "players is one of 2, 3, 4, 5."),
        ("players", [3], "players is one of 2, 3, 4, 5."),
        ("players", True, "players is one of 2, 3, 4, 5."),
        ("recycle", 1, "recycle is one of false, true."),
        (
            "chess",
            3,
            "The choices on this page are game, players, colour 0, seat 0, bot 0, colour 1, seat 1, bot 1, add player, "
            "add bot, by_hand, first, hints, recycle, light, guide, sound, language, seating, begin, close.",
        ),
    ]:
        app = App().start().press(OK)
        before = app.model.page
        assert refusal(app, Chosen(name, value)) == Refusal("syntax", shown)
        assert choose(app, **{name: value}).model.page == before


def test_the_language_can_be_chosen_everywhere() -> None:
    for presses in [(), (OK,), (OK, OK, OK, OK, OK, OK)]:
        app = App().start().press(*presses)
        page = app.page
        chosen = choose(app, language="nl")
        assert (chosen.page, chosen.model.language) == (page, "nl"), presses
        shown = refusal(chosen, Chosen("language", "tlh"))
        assert shown == Refusal("syntax", 'language is one of "en", "de", "nl".'), presses


def test_a_seat_never_sets_the_language_of_the_table() -> None:
    assert refusal(start_claimit(), Chosen("language", "de"), GREEN) == MENU_REFUSED


def event_names(app: App) -> list[str]:
    return [type(event).__name__ for event in session_of(app.model).started_record.events]


def press_at(app: App, at: float, button: Button, view: int | None = None, sender: ViewerKind = BOX) -> App:
    app.now = at
    app.send(Pressed(Press(button), at, sender, view))
    return app


def ignoring_double_presses(**given: object) -> App:
    app = start_claimit()
    app.model = replace(app.model, **given).with_config(ignores_double_presses=True)
    return app


def test_a_double_press_counts_once() -> None:
    for sender in [BOX, HOST, GREEN]:
        for gap in (0.03, 0.06, 0.15, 0.24):
            app = ignoring_double_presses()
            press_at(app, 1.0, OK, app.model.view, sender)
            once, page = event_names(app), app.page
            for number in range(1, 4):
                press_at(app, 1.0 + number * gap, OK, app.model.view, sender)
                assert (event_names(app), app.page, app.tones) == (once, page, WRONG), sender
            press_at(app, app.now + 0.26, OK, app.model.view, sender)
            assert app.page != page or event_names(app) != once, sender


def test_a_press_for_the_current_view_always_counts() -> None:
    app, views = ignoring_double_presses(), []
    for number in range(6):
        press_at(app, 1 + number / 3, OK, app.model.view, HOST)
        views.append(app.model.view)
    assert views == sorted(set(views))
    app = ignoring_double_presses()
    press_at(app, 1.0, OK)
    for number, button in enumerate((RIGHT, LEFT, RIGHT, OK, UNDO, OK), start=1):
        press_at(app, 1 + number / 10, button)
        assert app.tones != WRONG
    app = press_at(press_at(ignoring_double_presses(), 1.0, OK), 2.0, RIGHT)
    assert press_at(app, 2.05, RIGHT).tones != WRONG


def test_a_press_for_an_older_view_is_ignored() -> None:
    app = ignoring_double_presses()
    before = app.model.view
    page = press_at(app, 1.0, OK, before, HOST).page
    assert press_at(app, 9.0, OK, before, HOST).page == page
    assert (app.tones, app.model.view) == (WRONG, before + 1)
    assert press_at(app, 9.1, OK, None, HOST).page != page
    app = start_claimit()
    assert press_at(press_at(app, 1.0, OK), 1.05, OK).page != page
