"""What each of the five buttons does now, in words: from the open page's softkeys, and from what the page adds."""

from __future__ import annotations

from companion.core.bot_seat import acting_bot
from companion.core.model import Model, PointablePage
from companion.core.page import ButtonRow
from companion.core.snapshot import ButtonSnapshot
from companion.core.table_registry import bot_sentence
from companion.locale.translator import N_, Translator
from companion.program.bots import bot_chooses
from companion.screen.art import Icon
from companion.screen.layout import TAKEN, Softkey
from hardware.device import Button

VERBS = {
    Icon.LEFT: N_("Previous"),
    Icon.RIGHT: N_("Next"),
    Icon.UP: N_("Up"),
    Icon.DOWN: N_("Down"),
    Icon.CHECK: N_("Go on"),
    Icon.CROSS: N_("No"),
    Icon.ROLL: N_("Roll"),
    Icon.PLACE: N_("Place"),
    Icon.BANK: N_("Bank"),
    Icon.UNDO: N_("Back"),
    Icon.SKIP: N_("Skip"),
    Icon.SCORES: N_("Scores"),
    Icon.ODDS: N_("Odds"),
    Icon.PLAY: N_("Play"),
    Icon.PAUSE: N_("Pause"),
    Icon.COACH: N_("Coach"),
}
"""What a softkey's icon says where the page says no more."""
WALKS = (Icon.LEFT, Icon.RIGHT)
"""The softkeys that move a cursor."""
NAMES = {
    Button.LEFT: Icon.LEFT,
    Button.RIGHT: Icon.RIGHT,
    Button.OK: Icon.CHECK,
    Button.BANK: Icon.BANK,
    Button.UNDO: Icon.UNDO,
}
"""What a button without a meaning is called."""


def button_words(model: Model) -> tuple[ButtonSnapshot, ...]:
    """Returns what each button does on the open page, from left to right, in the model's language."""
    _, rows = model.translate, model.page.buttons(model)
    said = bot_sentence(model)
    if said and bot_chooses(model):
        # What is the bot's to choose is not explained; what can be taken back is still the people's.
        undo = rows.get(Button.UNDO, ButtonRow())
        rows = {Button.OK: ButtonRow(label=_("Go on"), effect=said)} | ({Button.UNDO: undo} if undo.softkey else {})
    elif said:
        rows = {**rows, Button.OK: rows.get(Button.OK, ButtonRow())._replace(effect=said)}
    # Whoever can point at a place need not walk there.
    walks = WALKS if isinstance(model.page, PointablePage) else ()
    main = _main_button(model)
    words = list[ButtonSnapshot]()
    for button, key in zip(Button, softkeys_of(model), strict=True):
        row = rows.get(button, ButtonRow())
        for_screen = row.for_screen or key in walks
        is_main = button is main and not for_screen
        words.append(_words(_, button, key, row._replace(for_screen=for_screen), is_main=is_main))
    return tuple(words)


def softkeys_of(model: Model) -> tuple[Softkey, ...]:
    """Returns the labels of the five buttons: the page's own, unless a bot has a choice on it."""
    rows = model.page.buttons(model)
    own = tuple(rows.get(button, ButtonRow()).softkey for button in Button)
    turn = acting_bot(model)
    if turn is None or not bot_chooses(model):
        return own
    return (None, Icon.SCORES, None if turn.decision is None else Icon.SKIP, None, own[-1])


def _main_button(model: Model) -> Button | None:
    """Returns the page's; None while a bot acts, as no one has to press; `ok` once it waits for that."""
    turn = acting_bot(model)
    if turn is None:
        return model.page.main_button(model)
    return Button.OK if turn.waits and turn.decision is not None else None


def _words(_: Translator, button: Button, key: Softkey, row: ButtonRow, *, is_main: bool) -> ButtonSnapshot:
    if key is None or key == TAKEN:
        label = row.label or _(NAMES[button])
        return ButtonSnapshot(
            button.value, label, row.effect, enabled=False, for_screen=row.for_screen, is_main=is_main
        )
    label = row.label or (_(VERBS[key]) if isinstance(key, Icon) and key in VERBS else key)
    return ButtonSnapshot(button.value, label, row.effect, enabled=True, for_screen=row.for_screen, is_main=is_main)
