"""The actions of people: who is allowed to do them, and what they change."""

from itertools import takewhile

from msgspec.structs import replace

from companion.core import messages
from companion.core.lineup import Role
from companion.core.model import LastPress, Model, Refusal, Transition, YesNoPage, press_key, reject_press, table_of
from companion.core.questions import answer_error
from companion.core.shown import acting_seat, model_seen_by, screen_of
from companion.pages.fault import FaultPage
from companion.pages.menu import MenuPage
from companion.pages.setup import open_play_on, preference
from companion.program.fields import is_touch, touch
from companion.tables.board_pages import without_explanation
from companion.ui.screen import NOTHING
from hardware.device import Button, Press

CURSOR_BUTTONS = (Button.LEFT, Button.RIGHT)
DOUBLE_PRESS_S = 0.25
"""A second press of a button within this time, in seconds, was not meant for the page that the first one opened."""
PLAY_ON = "play on"
"""The name of the choice to continue from a position of a story; only for the host and the box."""
PAIR_S = 1.0
"""Two buttons count as held together if their holds are reported within this time, in seconds."""


def refuse_sender(model: Model, message: messages.ActionMessage) -> Refusal | None:
    """Returns why this sender is not allowed to do this now; None if it is. The only check of permissions.

    The box and the host may do everything. A seat may act on its own turn only, and may not open the menu or change the
    language, which concern all players.
    """
    sender = message.sender
    if sender.role is Role.SPECTATOR:
        return messages.WATCHING
    if sender.role is not Role.SEAT:
        return None
    match message:
        case messages.Pressed(Press(Button.UNDO, held=True)):
            return messages.MENU_REFUSED
        case messages.Pressed(Press(button, held=True)) if screen_of(model).holds.get(button, NOTHING).is_for_table:
            return messages.MENU_REFUSED
        case messages.Chosen(name) if name in {"language", PLAY_ON}:
            return messages.MENU_REFUSED
    acting = acting_seat(model)
    # Every player may move the pieces of a bot, and roll its real dice.
    session = model.maybe_session
    is_mine = sender.seat == acting or (session and not session.lineup.has_person(acting))
    return None if is_mine else messages.NOT_YOUR_TURN


def is_too_early(model: Model, message: messages.Pressed | messages.Pointed) -> bool:
    """Returns whether a press was made before its sender could see the open page.

    This is a press for an older view, or the second of two presses of one button within `DOUBLE_PRESS_S`. `left` and
    `right` mostly move a cursor, and people press them without waiting for the frame: only a second press that follows
    too soon counts. Programs name no view and may press as fast as they like. A touch of the board counts like a button
    for each place; other pointing is never too early.
    """
    view, moves_cursor = None, False
    if isinstance(message, messages.Pressed):
        view, moves_cursor = message.view, message.press.button in CURSOR_BUTTONS
    elif not is_touch(model, message):
        return False
    if view is None and not (model.config.ignores_double_presses and message.sender.role is Role.BOX):
        return False
    if view not in {None, model.view} and not moves_cursor:
        return True
    if (last := model.last_press) is None or (last.sender, last.press) != (message.sender, _control(model, message)):
        return False
    return last.has_new_meaning and message.at - last.at < DOUBLE_PRESS_S


def _control(model: Model, message: messages.ActionMessage) -> Press | str | None:
    """Returns the button of an action, or the place that it touches; None if it uses neither.

    A choice with the name of a button is a click on that button.
    """
    match message:
        case messages.Pressed(press=press):
            return press
        case messages.Chosen(name=name) if name in list(Button):
            return Press(Button(name))
        case messages.Pointed(place) if is_touch(model, message):
            return place
        case _:
            return None


def reject_action(model: Model, message: messages.ActionMessage) -> Transition | None:
    """Returns the transition of an action that is not allowed or too early; None to accept it.

    A press that is too early is rejected, and restarts the time for the next one: a held key is a single press.
    """
    if (refusal := refuse_sender(model, message)) is not None:
        return Transition(model, refusal=refusal)
    last = model.last_press
    match message:
        case messages.Pressed() | messages.Pointed() if is_too_early(model, message):
            if last is not None and (last.sender, last.press) == (message.sender, _control(model, message)):
                last = last._replace(at=message.at)
        # An answer to one question must not count for the next, which another person may have opened meanwhile.
        case messages.Chosen(view=view) if isinstance(model.page, YesNoPage) and view not in {None, model.view}:
            pass
        case _:
            return None
    return reject_press(replace(model, now=message.at, last_press=last))


def store_press(before: Model, after: Model, message: messages.ActionMessage) -> Model:
    """Stores an accepted press, and whether it changed the meaning of its button.

    Another action of the same viewer deletes it: the next press of the button is then not a double press.
    """
    press = _control(before, message)
    if press is None:
        is_own = after.last_press is not None and after.last_press.sender == message.sender
        return replace(after, last_press=None) if is_own else after
    moves_cursor = not isinstance(press, str) and press.button in CURSOR_BUTTONS
    has_new_meaning = after.view != before.view or (not moves_cursor and after.open_pages != before.open_pages)
    return replace(after, last_press=LastPress(message.sender, press, message.at, has_new_meaning))


def handle_action(model: Model, message: messages.ActionMessage) -> Transition:
    """Returns the transition for an action; a sender who must not see the open page acts on the visible one."""
    seen = model_seen_by(model, message.sender)
    awake = replace(seen, sender=message.sender, last_active_at=seen.now, rejected_at=None)
    is_asleep = seen.now - seen.last_active_at >= seen.config.dark_after_s
    is_on_box = is_touch(model, message) or (isinstance(message, messages.Pressed) and message.sender.role is Role.BOX)
    match message:
        case messages.Pressed() | messages.Pointed() if is_asleep and is_on_box:
            # The dark screen shows no softkeys: the first press only lights it. Frontends always show them.
            step = Transition(awake)
        case messages.Pressed(Press(button, held=True)):
            step = _handle_hold(awake, button)
            step = step._replace(model=replace(step.model, last_hold=(button, awake.now)))
        case messages.Pressed(Press(button)):
            step = press_key(awake, screen_of(awake), button)
            step = step._replace(model=replace(step.model, last_active_at=awake.now))
        case messages.Pointed() if is_touch(model, message):
            step = touch(awake, message.place, hides_page=seen is not model)
        case messages.Pointed():
            step = _handle_point(awake, message.place)
        case messages.Chosen() if message.name == PLAY_ON:
            step = open_play_on(awake, message.value)
        case _:
            step = _handle_choice(awake, message)
    # A refused action does not light the screen.
    after = step.model if step.refusal is None else replace(seen, sender=message.sender)
    # A press without meaning must not close what another person has opened.
    if seen is not model and after.maybe_session is model.maybe_session and after.open_pages == seen.open_pages:
        after = after.with_pages(model.open_pages)
    return step._replace(model=after)


def _handle_point(model: Model, place: str) -> Transition:
    below = without_explanation(model)
    if not below.page.has_places or screen_of(below).locked:
        return reject_press(model)
    try:
        return below.page.point(below, place)
    except messages.UnknownPlaceError as error:
        return Transition(model, refusal=Refusal("syntax", str(error)))


def _handle_choice(model: Model, message: messages.Chosen) -> Transition:
    form = model.page.form(model)
    named = () if form is not None or screen_of(model).locked else model.page.named_choices(model)
    items = {item.question.key: item for item in (form.items if form else named)}
    # The only question that is available everywhere: a person who cannot read the page could not find it in the menu.
    language = preference(model, "language") if message.name == "language" else None
    item = items.get(message.name, language)
    if item is None and not items:
        return Transition(model, refusal=Refusal("phase", "There is nothing to choose by name on this page."))
    if item is None:
        return Transition(model, refusal=Refusal("syntax", f"The choices on this page are {', '.join(items)}."))
    if error := answer_error(item.question, message.value):
        return Transition(model, refusal=Refusal("syntax", error))
    step: Transition = item.choose(message.value)
    return step


def _handle_hold(model: Model, button: Button) -> Transition:
    """Handles a held button: `undo` for the menu, `left` for one seat's fields, others as the screen defines.

    The button already acted when it went down: the page of a hold opens on top of the result.

    In a kiosk, `left` and `right` held together unlock the menu; elsewhere the second of them means nothing.
    """
    if button is Button.UNDO:
        return Transition(_toggle_menu(model))
    if model.last_hold is not None:
        other, held_at = model.last_hold
        # The box reports one button at a time, so two held together are two holds shortly after each other.
        if {button, other} == {Button.LEFT, Button.RIGHT} and model.now - held_at < PAIR_S:
            return Transition(model.with_page(MenuPage()) if isinstance(model.page, MenuPage) else model)
    held = screen_of(model).holds.get(button)
    if held is not None and held.do is not None:
        step: Transition = held.do()
        return step
    # The fields of one seat, if the game has such a page and it is not open yet.
    if button is not Button.LEFT or model.maybe_session is None or model.maybe_session.record is None:
        return Transition(model)
    make_page = table_of(model.maybe_session).spotlight
    if make_page is None or not model.page.is_of_game or model.page.name == make_page().name:
        return Transition(model)
    return Transition(model.with_page_on_top(make_page()))


def _toggle_menu(model: Model) -> Model:
    """Opens the menu, or closes it with the pages on top of it, unless one of them is a fault page."""
    pages = model.open_pages
    # Searched from the top: a menu beneath a fault page must not be closed before the fault is answered.
    above = takewhile(lambda page: not isinstance(page, MenuPage | FaultPage), reversed(pages))
    index = len(pages) - 1 - len(tuple(above))
    if index > 0 and isinstance(pages[index], MenuPage):
        return model.with_pages(pages[:index])
    return model.with_page_on_top(MenuPage(locked=model.config.kiosk))
