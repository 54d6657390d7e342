"""What is shown: the open page's screen, its buttons in words, and what each viewer sees of the game."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.core.lineup import BOX, ViewerKind
from companion.core.model import ARROWS, Model, at_table, is_replay, keys_of, table_of
from companion.core.observers import observers_of
from companion.core.player_names import display_name
from companion.core.snapshot import Snapshot
from companion.locale.translator import N_
from companion.ui.art import Icon
from companion.ui.layout import COVERED, Softkey
from companion.ui.oled import covered_keys
from companion.ui.screen import NOTHING, Option, Screen
from engine.game import Seat, Undo
from hardware.device import Button

ICON_LABELS: Mapping[str, str] = {
    Icon.LEFT: N_("Previous"),
    Icon.RIGHT: N_("Next"),
    Icon.UP: N_("Up"),
    Icon.DOWN: N_("Down"),
    Icon.CHECK: N_("Continue"),
    Icon.CROSS: N_("No"),
    Icon.ROLL: N_("Roll"),
    Icon.PLACE: N_("Place"),
    Icon.BANK: N_("Bank"),
    Icon.UNDO: N_("Back"),
    Icon.SKIP: N_("Skip"),
    Icon.SCORES: N_("Scores"),
    Icon.ODDS: N_("Odds"),
    Icon.PLAY: N_("Play"),
    Icon.COACH: N_("Coach"),
}
"""The default label of a button, by its icon."""
BUTTON_ICONS = {
    Button.LEFT: Icon.LEFT,
    Button.RIGHT: Icon.RIGHT,
    Button.OK: Icon.CHECK,
    Button.BANK: Icon.BANK,
    Button.UNDO: Icon.UNDO,
}
"""The icon of each button, from which a button without an action gets its label."""


def screen_of(model: Model) -> Screen:
    """Returns the screen of the open page, with its sentence and the observers' additions."""
    screen, headline = model.page.screen(model), model.page.headline
    if headline and not screen.sentence:
        state = model.session.state
        name = display_name(model.translate, state.players[state.turn])
        screen = screen._replace(sentence=model.translate(headline, name=name))
    for observer in observers_of(model):
        screen = observer.decorate(model, screen)
    return screen


def labelled_buttons(model: Model, screen: Screen | None = None) -> dict[Button, Option]:
    """Returns what each of the five buttons does on the open page, with a label; `screen` is its screen, if known."""
    screen = screen or screen_of(model)
    _, keys, labelled = model.translate, keys_of(model, screen), dict[Button, Option]()
    for button in Button:
        key = keys.get(button, NOTHING)
        if not key.icon:  # without a softkey the button has no action
            key = key._replace(do=None)
        # Where players can point at places, they need no arrows.
        is_arrow = key.do is not None and key.icon in ARROWS and model.page.has_places
        box_only = key.box_only or is_arrow
        label = key.label or (_(ICON_LABELS.get(key.icon, key.icon)) if key.do else _(BUTTON_ICONS[button]))
        labelled[button] = key._replace(label=label, box_only=box_only, main=button is screen.main and not box_only)
    return labelled


def softkeys_of(model: Model, screen: Screen | None = None) -> tuple[Softkey, ...]:
    """Returns the labels over the five buttons; `screen` is the open page's screen, if it is known."""
    screen = screen or screen_of(model)
    keys, covered = keys_of(model, screen), covered_keys(screen, model.config.screen_height)
    shown = {button: key.icon for button, key in keys.items() if key.do and key.icon}
    return tuple(COVERED if button in covered else shown.get(button) for button in Button)


def acting_seat(model: Model) -> Seat | None:
    """Returns the seat whose turn it is; None while a page of the application is open, such as the menu."""
    model = without_asides(model)
    if model.maybe_session is None or not model.page.is_of_game:
        return None
    # From the snapshot: before the start the rules have no active player, but a player rolls for who begins.
    return table_of(model.maybe_session).snapshot(model, BOX).turn


def progress(model: Model) -> str:
    """Returns the progress of the game in a few words, in the model's language."""
    _, session = model.translate, model.session
    if session.is_over:
        return _("finished")
    return table_of(session).progress(_, session.state) if session.record else _("who starts?")


def awaits_announcements(model: Model) -> bool:
    """Returns whether later pages will announce something about the newest event."""
    session = model.maybe_session
    if session is None or session.record is None or is_replay(model):
        return False
    is_undone = isinstance(session.record.events[-1], Undo)  # then nothing is announced
    return not is_undone and len(table_of(session).pages_to_come(model)) > 1


def shown_snapshot(model: Model, viewer: ViewerKind) -> Snapshot | None:
    """Returns the snapshot of the open page's position or of the current game; None without a game."""
    if model.page.has_position:
        return model.page.snapshot(model, viewer)
    if model.maybe_session is None or not at_table(model):
        return None
    table = table_of(model.maybe_session)
    shown = table.snapshot(without_asides(model), viewer)
    if not shown.where:
        shown = replace(shown, where=progress(model))
    for observer in observers_of(model):
        shown = observer.annotate(model, shown)
    return shown


def model_seen_by(model: Model, viewer: ViewerKind) -> Model:
    """Returns the model with the game's page instead of one that this viewer must not see."""
    if model.page.is_seen_by(model, viewer):
        return model
    return model.with_only_page(table_of(model.session).pages_to_come(model)[0])


def without_asides(model: Model) -> Model:
    """Returns the model without the pages that comment on the game's page."""
    return without_asides(model.with_top_page_closed()) if model.page.is_aside and model.pages_beneath else model
