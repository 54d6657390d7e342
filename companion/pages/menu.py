"""The menu: everything that is not part of a turn. Holding `undo` opens and closes it. With its yes-or-no questions."""

from collections.abc import Callable
from functools import cache, partial
from typing import ClassVar

from msgspec.structs import replace

from companion.core.effects import ChangePower, DiscardGame, IssueLink, Power, ReadHistory, ReadPeople
from companion.core.model import (
    TABLES,
    ApplicationPage,
    ListScreenPage,
    Model,
    Page,
    Transition,
    YesNoPage,
    at_table,
    close,
    open_on_top,
    reject_press,
    table_of,
)
from companion.core.observers import MenuEntry, observers_of_game
from companion.core.player_names import join_names
from companion.core.questions import Command, Form
from companion.lights.composition import DARK, Lights
from companion.locale.translator import N_
from companion.pages.information import InfoPage, PeoplePage, RulesPage
from companion.pages.setup import SetupPage
from companion.pages.setup_questions import preference
from companion.ui.art import Icon
from companion.ui.screen import Big, Choices, Option, Screen, Text
from engine.game import Finish, Illegal
from hardware.device import Button

FAREWELL_S = 3.0
"""Duration in seconds unless a player presses `ok`: enough to read two short lines."""
WORDS = {
    Power.OFF: (N_("Goodbye!"), N_("You may pull the plug in ten seconds.")),
    Power.RESTART: (N_("See you!"), N_("Back in about a minute.")),
}
"""English, to be translated."""


class FarewellPage(ApplicationPage, frozen=True):
    power: Power
    name: ClassVar[str] = "farewell"

    def screen(self, model: Model) -> Screen:
        what, how_long = (model.translate(text) for text in WORDS[self.power])
        leave = Option("", lambda: Transition(replace(model, is_leaving=True)), icon=Icon.CHECK)
        return Screen(body=(Big(what), Text(how_long)), keys={Button.OK: leave})

    def lights(self, model: Model, now: float) -> Lights:
        return DARK


class ConsentPage(YesNoPage, ApplicationPage, frozen=True):
    name: ClassVar[str] = "consent"


def _change_power(power: Power, model: Model) -> Transition:
    leaving = replace(model.with_page(FarewellPage(power)), exits_at=model.now + FAREWELL_S)
    return Transition(leaving, (ChangePower(power),))


TURN_BACK = ConsentPage(
    N_("Undo a turn: do all agree?"), lambda model: table_of(model.session).turn_before(model) or reject_press(model)
)
GIVE_UP = ConsentPage(
    N_("Give up this game?"),
    lambda model: Transition(replace(model, game=None).with_only_page(model.home), (DiscardGame(),)),
    note=lambda model: f"{model.session.game.title}: {join_names(model.translate, model.session.lineup.players)}",
)
SWITCH_OFF = ConsentPage(N_("Switch the box off?"), partial(_change_power, Power.OFF))
RESTART = ConsentPage(N_("Restart the box?"), partial(_change_power, Power.RESTART))
QUIT = ConsentPage(N_("Quit? The game is kept."), lambda model: Transition(replace(model, is_leaving=True)))


HISTORY_GAMES = 10
NEW_GAME, CLOSE = "New game", "close"
"""Names of actions; only the form has the first."""


MakesPage = Callable[[], "Page"]
"""Creates the page that an entry opens."""


def page_entry(
    label: str, find: Callable[[Model], MakesPage | None], *, guests: bool = True, after: str = ""
) -> MenuEntry:
    """Returns an entry that opens a page; `find` returns what creates it, or None if that is not available now."""

    # One function decides whether the page can be opened and creates it, so a press and the list cannot disagree.
    def open_page(model: Model) -> Transition:
        make = find(model)
        return reject_press(model) if make is None else Transition(model.with_page_on_top(make()))

    return MenuEntry(label, open_page, offered=lambda model: find(model) is not None, guests=guests, after=after)


def _has_started(model: Model) -> bool:
    return at_table(model) and model.session.record is not None


def _goes_on(model: Model) -> bool:
    return _has_started(model) and not model.session.game.is_over(model.session.state)


def _may_be_ended(model: Model) -> bool:
    """Returns whether the rules let the players declare the end of the game."""
    try:
        return _goes_on(model) and model.session.record_event(Finish(())) is not None
    except Illegal:
        return False


def _find_join_game(model: Model) -> MakesPage | None:
    """Returns what opens the page for entering a game in progress, if nothing has happened in this game."""
    if not at_table(model) or model.session.start_rolls or len(model.session.timeline) > 1:
        return None
    join_game = table_of(model.session).join_game
    return None if join_game is None else partial(join_game, model)


def _find_lesson(model: Model) -> MakesPage | None:
    """Returns what opens the lesson of the current game or, without one, of the game that was played last."""
    if _is_in_lesson(model):
        return None
    session_game = model.game.lineup.game if model.game else model.last_lineup and model.last_lineup.game
    return TABLES[session_game or next(iter(TABLES))].lesson


def _is_in_lesson(model: Model, *, leaves: bool = False) -> bool:
    """Returns whether the menu is on top of a lesson; with `leaves`, whether there is another page below the lesson."""
    beneath = model.pages_beneath
    return len(beneath) > leaves and beneath[-1].is_lesson


ENTRIES = (
    # First, under the cursor: they change nothing.
    MenuEntry(N_("Continue the lesson"), lambda model: Transition(model.with_top_page_closed()), offered=_is_in_lesson),
    page_entry(N_("Scores"), lambda model: table_of(model.session).scores if _has_started(model) else None),
    page_entry(
        N_("Undo a turn"),
        lambda model: (
            (lambda: TURN_BACK) if _has_started(model) and table_of(model.session).turn_before(model) else None
        ),
    ),
    page_entry(N_("Check the board"), lambda model: table_of(model.session).check if _has_started(model) else None),
    page_entry(N_("Set up a position"), _find_join_game),
    page_entry(
        N_("Rules"),
        lambda model: (
            RulesPage if at_table(model) and any(each.brief for each in table_of(model.session).rules) else None
        ),
    ),
    # For games whose end the players declare.
    page_entry(N_("End the game"), lambda model: table_of(model.session).end_game if _may_be_ended(model) else None),
    page_entry(N_("Fair dice"), lambda model: InfoPage if at_table(model) and model.session.game.dice else None),
    page_entry(N_("Fair tiles"), lambda model: InfoPage if at_table(model) and model.session.is_dealt else None),
    MenuEntry(
        N_("Page on a phone"),
        lambda model: Transition(model, (IssueLink(),)),
        offered=lambda model: model.config.has_page_link,
    ),
    # In the place of the menu: the lesson's own menu is on top of it.
    MenuEntry(
        N_("Lesson"),
        lambda model: Transition(model.with_page(make())) if (make := _find_lesson(model)) else reject_press(model),
        offered=lambda model: _find_lesson(model) is not None,
    ),
    MenuEntry(
        N_("Leave the lesson"),
        lambda model: Transition(model.with_top_page_closed().with_top_page_closed()),
        offered=lambda model: _is_in_lesson(model, leaves=True),
    ),
    MenuEntry(N_("History"), lambda model: Transition(model, (ReadHistory(HISTORY_GAMES),))),
    # Opens at once: counting many games takes a while on a small Pi, and no press waits for it.
    MenuEntry(N_("People"), lambda model: Transition(model.with_page_on_top(PeoplePage()), (ReadPeople(),))),
    MenuEntry(N_("Guide"), setting=lambda model: preference(model, "guide")),
    MenuEntry(N_("Language"), setting=lambda model: preference(model, "language")),
    MenuEntry(N_("Sound"), setting=lambda model: preference(model, "sound"), guests=False),
    MenuEntry(N_("Brightness"), setting=lambda model: preference(model, "brightness"), guests=False),
    MenuEntry(N_("Leave the game"), lambda model: Transition(model.with_only_page(model.home)), offered=at_table),
    page_entry(N_("Restart"), lambda model: (lambda: RESTART) if model.config.can_power_off else None, guests=False),
    page_entry(
        N_("Switch off"), lambda model: (lambda: SWITCH_OFF) if model.config.can_power_off else None, guests=False
    ),
    # Ends only the program. If the box can be switched off, this entry would leave it without its application.
    MenuEntry(
        N_("Quit"),
        lambda model: Transition(model.with_page_on_top(QUIT) if _goes_on(model) else replace(model, is_leaving=True)),
        offered=lambda model: not model.config.can_power_off,
        guests=False,
    ),
)


@cache
def _all_entries(game: str) -> tuple[MenuEntry, ...]:
    added = [entry for observer in observers_of_game(game) for entry in observer.menu()]
    return tuple(
        each for entry in ENTRIES for each in (entry, *(other for other in added if other.after == entry.label))
    )


def offered_entries(model: Model, *, locked: bool) -> tuple[MenuEntry, ...]:
    """Returns the available entries; in a locked menu only those for guests."""
    entries = _all_entries(model.game.lineup.game if model.game else "")
    return tuple(line for line in entries if line.offered(model) and (line.guests or not locked))


class MenuPage(ListScreenPage, ApplicationPage, frozen=True):
    cursor: int = 0
    locked: bool = False
    """Locks entries in a kiosk that guests should not use, until `left` and `right` are held together."""
    name: ClassVar[str] = "menu"

    def screen(self, model: Model) -> Screen:
        _, entries = model.translate, offered_entries(model, locked=self.locked)
        # An entry that is chosen by its name gets the cursor.
        chosen = (model.with_page(replace(self, cursor=number)) for number in range(len(entries)))
        options = [entry.option(at_entry) for entry, at_entry in zip(entries, chosen, strict=True)]
        return Screen(
            title=_("Menu"),
            note="" if model.saved else _(Icon.UNSAVED),
            choices=Choices(options, self.cursor),
            keys={Button.UNDO: Option(_("Close"), close(model), icon=Icon.UNDO, key=CLOSE)},
        )

    def form(self, model: Model) -> Form:
        listed = super().form(model)
        # On top of the menu: until a game starts, closing the setup leads back.
        new = Command(NEW_GAME, N_("New game")).item(open_on_top(model, SetupPage()))
        return replace(listed, items=(new, *listed.items))
