"""The actions of people: who may do them, and their results."""

from itertools import takewhile

from msgspec.structs import replace

from companion.core import messages
from companion.core.lineup import Role
from companion.core.model import LastPress, Model, Refusal, Transition, YesNoPage, press_key, reject_press, table_of
from companion.core.questions import answer_fault
from companion.core.shown import acting_seat, model_seen_by, screen_of
from companion.pages.fault import FaultPage
from companion.pages.menu import MenuPage
from companion.pages.setup import open_play_on, preference
from companion.program.fields import is_touch, touch
from companion.tables.board_pages import without_explanation
from hardware.device import Button, Press

WALKS = (Button.LEFT, Button.RIGHT)
BLIND_S = 0.25
"""A second press of a button within this time, in seconds, was not meant for the new page."""
PLAY_ON = "play on"
"""The name of the choice to continue from a position of a story; only for the host and the box."""
PAIR_S = 1.0
"""Two buttons count as held together if their holds are reported within this time, in seconds."""


def refuse_sender(model: Model, message: messages.ActionMessage) -> Refusal | None:
    """Returns why this sender may not do this now; None if it may. No other code decides this.

    The box and the holder of the table's link may do everything. A seat's link counts on that seat's turn only, and
    never opens the menu, nor sets the language: they are the whole table's.
    """
    kind = message.sender
    if kind.role is Role.SPECTATOR:
        return messages.WATCHING
    if kind.role is not Role.SEAT:
        return None
    if isinstance(message, messages.Pressed) and message.press == Press(Button.UNDO, held=True):
        return messages.MENU_REFUSED
    if isinstance(message, messages.Pressed) and message.press.held:
        held = screen_of(model).holds.get(message.press.button)
        if held is not None and held.for_table:
            return messages.MENU_REFUSED
    if isinstance(message, messages.Chosen) and message.name in {"language", PLAY_ON}:
        return messages.MENU_REFUSED
    acting = acting_seat(model)
    # Everyone at the table moves the pieces of a seat that no person plays, and rolls its real dice.
    is_mine = kind.seat == acting or (model.game is not None and not model.game.lineup.has_person(acting))
    return None if is_mine else messages.NOT_YOUR_TURN


def is_blind(model: Model, message: messages.Pressed | messages.Pointed) -> bool:
    """Returns whether a press was made before its sender could see the open page.

    That is so for a press that names an older view, and for the second of two presses of one button that follow each
    other faster than a person can look. `left` and `right` move a cursor, mostly, and are pressed ahead of the picture:
    only their second press is blind. Programs, which name no view, may press as fast as they like. Of what is pointed
    at only touches of the board count, each place like a button.
    """
    if isinstance(message, messages.Pointed) and not is_touch(model, message):
        return False
    view = message.view if isinstance(message, messages.Pressed) else None
    if view is None and not (model.config.guards_box and message.sender.role is Role.BOX):
        return False
    is_walk = isinstance(message, messages.Pressed) and message.press.button in WALKS
    if isinstance(message, messages.Pressed) and view not in {None, model.view} and not is_walk:
        return True
    last = model.last_press
    is_repeated = last is not None and last.changed and last[:2] == (message.sender, _control(model, message))
    return is_repeated and last is not None and message.at - last.at < BLIND_S


def _control(model: Model, message: messages.ActionMessage) -> Press | str | None:
    """Returns the button of an action, or the place that it touches; None if it uses neither.

    What is chosen by a button's name is a click on that button for the viewer who made it.
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


def bar_action(model: Model, message: messages.ActionMessage) -> Transition | None:
    """Returns the answer to an action that is not allowed, or that was meant for an earlier view; None to accept it.

    A blind press is answered by the low tone and the blink. The next one is measured from it: a held key is one press.
    """
    if (refusal := refuse_sender(model, message)) is not None:
        return Transition(model, refusal=refusal)
    last = model.last_press
    match message:
        case messages.Pressed() | messages.Pointed() if is_blind(model, message):
            if last is not None and last[:2] == (message.sender, _control(model, message)):
                last = last._replace(at=message.at)
        # A yes to one question is none to the next, which another person may have opened on top of it.
        case messages.Chosen(view=view) if isinstance(model.page, YesNoPage) and view not in {None, model.view}:
            pass
        case _:
            return None
    return reject_press(replace(model, now=message.at, last_press=last))


def note_press(before: Model, after: Model, message: messages.ActionMessage) -> Model:
    """Notes an accepted press, and whether it changed the meaning of its button.

    A viewer who has pointed or chosen something since has looked: the next press of the same button is not a double
    press.
    """
    press = _control(before, message)
    if press is None:
        is_own = after.last_press is not None and after.last_press.sender == message.sender
        return replace(after, last_press=None) if is_own else after
    changed = after.view != before.view
    if isinstance(press, str) or press.button not in WALKS:
        changed = changed or after.open_pages != before.open_pages
    return replace(after, last_press=LastPress(message.sender, press, message.at, changed))


def handle_action(model: Model, message: messages.ActionMessage) -> Transition:
    """Returns the transition for an action; a sender who must not see the open page acts on the visible one."""
    seen = model_seen_by(model, message.sender)
    awake = replace(seen, sender=message.sender, last_press_at=seen.now, rejected_at=None)
    is_asleep = seen.now - seen.last_press_at >= seen.config.dark_after_s
    is_felt = is_touch(model, message) or (isinstance(message, messages.Pressed) and message.sender.role is Role.BOX)
    match message:
        case messages.Pressed() | messages.Pointed() if is_asleep and is_felt:
            # The softkeys cannot be read in the dark: the first press only lights the screen. A frontend shows them.
            step = Transition(awake)
        case messages.Pressed(Press(button, held=True)):
            step = _handle_hold(awake, button)
            step = step._replace(model=replace(step.model, last_hold=(button, awake.now)))
        case messages.Pressed(Press(button)):
            step = press_key(awake, screen_of(awake), button)
            step = step._replace(model=replace(step.model, last_press_at=awake.now))
        case messages.Pointed() if is_touch(model, message):
            step = touch(awake, message.place, hides_page=seen is not model)
        case messages.Pointed():
            step = _handle_point(awake, message.place)
        case messages.Chosen() if message.name == PLAY_ON:
            step = open_play_on(awake, message.value)
        case _:
            step = _handle_choice(awake, message)
    # What is refused wakes nothing.
    after = step.model if step.refusal is None else replace(seen, sender=message.sender)
    # A press without meaning must not close what another person has opened.
    if seen is not model and after.game is model.game and after.open_pages == seen.open_pages:
        after = after.with_pages(model.open_pages)
    return step._replace(model=after)


def _handle_point(model: Model, place: str) -> Transition:
    """Lets the open page handle it; on a page without places it is a rejected press."""
    below = without_explanation(model)
    if not below.page.has_places or screen_of(below).locked:
        return reject_press(model)
    try:
        return below.page.point(below, place)
    except messages.UnknownPlaceError as error:
        return Transition(model, refusal=Refusal("syntax", str(error)))


def _handle_choice(model: Model, message: messages.Chosen) -> Transition:
    """Lets the open form handle the answer, if it has this question and answer."""
    form = model.page.form(model)
    named = () if form is not None or screen_of(model).locked else model.page.choices(model)
    items = {item.question.key: item for item in (form.items if form else named)}
    # The one question that is open everywhere: a person who cannot read a page could not find it in the menu.
    language = preference(model, "language") if message.name == "language" else None
    item = items.get(message.name, language)
    if item is None and not items:
        return Transition(model, refusal=Refusal("phase", "There is nothing to choose by name on this page."))
    if item is None:
        return Transition(model, refusal=Refusal("syntax", f"What can be chosen here is {', '.join(items)}."))
    if fault := answer_fault(item.question, message.value):
        return Transition(model, refusal=Refusal("syntax", fault))
    step: Transition = item.choose(message.value)
    return step


def _handle_hold(model: Model, button: Button) -> Transition:
    """Handles a held button: `undo` for the menu, `left` for one seat's fields, others as the screen defines.

    The buttons have acted when they went down: the page of a hold opens on top of the result.

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
    # One seat's fields, where a game is played that can show them, and does not yet.
    if button is not Button.LEFT or model.game is None or model.game.record is None:
        return Transition(model)
    make = table_of(model.game).spotlight
    if make is None or not model.page.is_of_game or model.page.name == make().name:
        return Transition(model)
    return Transition(model.with_page_on_top(make()))


def _toggle_menu(model: Model) -> Model:
    """Opens the menu; or closes it with the pages opened from it, except a fault page, which must be answered."""
    pages = model.open_pages
    # Counted from the top: a menu that is open beneath a fault page must not be closed with the fault unanswered.
    above = takewhile(lambda page: not isinstance(page, MenuPage | FaultPage), reversed(pages))
    place = len(pages) - 1 - len(tuple(above))
    if place > 0 and isinstance(pages[place], MenuPage):
        return model.with_pages(pages[:place])
    return model.with_page_on_top(MenuPage(locked=model.config.kiosk))
