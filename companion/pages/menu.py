"""The menu: everything that is not part of a turn. Holding `undo` opens and closes it."""

from contextlib import suppress
from functools import cache, partial
from typing import ClassVar

from msgspec.structs import replace

from companion.core import model as core
from companion.core.effects import ChangePower, DiscardGame, IssueLink, Power, ReadHistory, ReadPeople
from companion.core.lineup import SPECTATOR, ViewerKind
from companion.core.model import Model, Page, Transition
from companion.core.observers import MenuEntry, observers_of_game
from companion.core.player_names import display_name, join_names
from companion.core.questions import Command, Form
from companion.core.snapshot import Snapshot
from companion.lights.composition import DARK, Lights
from companion.locale.translator import N_
from companion.pages.information import InfoPage, PeoplePage, RulesPage, brief_rules
from companion.pages.setup import SetupPage, preference
from companion.ui.art import Icon
from companion.ui.screen import Big, Choices, Do, Option, Screen, Text
from engine.game import Finish, Illegal
from hardware.device import Button

FAREWELL_S = 3.0
"""Seconds for which the farewell is shown, unless a player presses `ok`: enough for two short lines."""
FAREWELLS = {
    Power.OFF: (N_("Goodbye!"), N_("You may pull the plug in ten seconds.")),
    Power.RESTART: (N_("See you!"), N_("Back in about a minute.")),
}
"""The two texts of the farewell, in English, to be translated."""


class FarewellPage(core.ApplicationPage, frozen=True):
    power: Power
    name: ClassVar[str] = "farewell"

    def screen(self, model: Model) -> Screen:
        greeting, advice = (model.translate(text) for text in FAREWELLS[self.power])
        leave = Option("", lambda: Transition(replace(model, is_leaving=True)), icon=Icon.CHECK)
        return Screen(body=(Big(greeting), Text(advice)), keys={Button.OK: leave})

    def lights(self, model: Model, now: float) -> Lights:
        return DARK


class ConsentPage(core.YesNoPage, core.ApplicationPage, frozen=True):
    name: ClassVar[str] = "consent"


class GiveUpPage(ConsentPage, frozen=True):
    has_position: ClassVar[bool] = True

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        return still_position(model)


def still_position(model: Model) -> Snapshot:
    """Returns the position of the game as for a spectator, without available places."""
    shown = core.table_of(model.session).snapshot(model, SPECTATOR)
    places = tuple(replace(place, use="", usable=False, after="") for place in shown.places)
    return replace(shown, places=places, readings=(), turn=None)


def _change_power(power: Power, model: Model) -> Transition:
    leaving = replace(model.with_page(FarewellPage(power)), exits_at=model.now + FAREWELL_S)
    return Transition(leaving, (ChangePower(power),))


def _undo_note(model: Model) -> str:
    """Returns a note: whose turn it is after the undo."""
    step = core.table_of(model.session).undo_turn(model) or Transition(model)
    state = step.model.session.state
    name = display_name(model.translate, state.players[state.turn])
    return model.translate("Back to {name}'s turn", name=name)


UNDO_TURN = ConsentPage(
    N_("Undo a turn: do all agree?"),
    lambda model: core.table_of(model.session).undo_turn(model) or core.reject_press(model),
    note=_undo_note,
)
GIVE_UP = GiveUpPage(
    N_("Give up this game?"),
    lambda model: Transition(replace(model, maybe_session=None).with_only_page(model.home), (DiscardGame(),)),
    note=lambda model: f"{model.session.game.title}: {join_names(model.translate, model.session.lineup.players)}",
)
SWITCH_OFF = ConsentPage(N_("Switch the box off?"), partial(_change_power, Power.OFF))
RESTART = ConsentPage(N_("Restart the box?"), partial(_change_power, Power.RESTART))
QUIT = ConsentPage(N_("Quit? The game is kept."), lambda model: Transition(replace(model, is_leaving=True)))

HISTORY_GAMES = 10
CLOSE = "close"
"""The name by which programs choose "Close"."""


def _has_started(model: Model) -> bool:
    return core.at_table(model) and model.session.record is not None


def _is_in_progress(model: Model) -> bool:
    return _has_started(model) and not model.session.is_over


def _end_page(model: Model) -> Page | None:
    """Returns the page on which the players declare the end; None if the rules do not allow it now."""
    make_page = core.table_of(model.session).end_game if _is_in_progress(model) else None
    with suppress(Illegal):
        if make_page is not None:
            model.session.record_event(Finish(()))  # raises Illegal if the rules do not allow it
            return make_page()
    return None


def _join_page(model: Model) -> Page | None:
    """Returns the page for entering a game in progress; None if this game has events after the start."""
    if not core.at_table(model) or model.session.start_rolls or len(model.session.kept_events) > 1:
        return None
    make_page = core.table_of(model.session).join_game
    return make_page(model) if make_page else None


def _open_lesson(model: Model) -> Do | None:
    played = model.maybe_session.lineup.game if model.maybe_session else model.last_lineup and model.last_lineup.game
    make_page = core.TABLES[played or next(iter(core.TABLES))].lesson
    # It replaces the menu, because the lesson has another menu.
    return (lambda: Transition(model.with_page(make_page()))) if make_page and not _is_in_lesson(model) else None


def _is_in_lesson(model: Model) -> bool:
    """Returns whether the menu is on top of a lesson."""
    return bool(model.pages_beneath) and model.pages_beneath[-1].is_lesson


def _quit(model: Model) -> Page | Do | None:
    # Not on a box that can be switched off, which would be left without its application.
    if model.config.can_power_off:
        return None
    return QUIT if _is_in_progress(model) else partial(Transition, replace(model, is_leaving=True))


ENTRIES = (
    # The first entries change nothing: the cursor starts there.
    MenuEntry(N_("Continue the lesson"), lambda model: core.close(model) if _is_in_lesson(model) else None),
    MenuEntry(N_("Scores"), lambda model: core.table_of(model.session).scores() if _has_started(model) else None),
    MenuEntry(
        N_("Undo a turn"),
        lambda model: UNDO_TURN if _has_started(model) and core.table_of(model.session).undo_turn(model) else None,
    ),
    MenuEntry(
        N_("Check the board"),
        lambda model: check() if _has_started(model) and (check := core.table_of(model.session).check) else None,
    ),
    MenuEntry(N_("Set up a position"), _join_page),
    MenuEntry(N_("Rules"), lambda model: RulesPage() if core.at_table(model) and brief_rules(model) else None),
    # For games whose end the players declare.
    MenuEntry(N_("End the game"), _end_page),
    MenuEntry(N_("Fair dice"), lambda model: InfoPage() if core.at_table(model) and model.session.game.dice else None),
    MenuEntry(N_("Fair tiles"), lambda model: InfoPage() if core.at_table(model) and model.session.is_dealt else None),
    MenuEntry(
        N_("Page on a phone"),
        lambda model: partial(Transition, model, (IssueLink(),)) if model.config.has_page_link else None,
    ),
    MenuEntry(N_("Lesson"), _open_lesson),
    MenuEntry(
        N_("Leave the lesson"),  # if another page is below it
        lambda model: (
            core.close(model.with_top_page_closed()) if _is_in_lesson(model) and model.pages_beneath[:-1] else None
        ),
    ),
    MenuEntry(N_("History"), lambda model: partial(Transition, model, (ReadHistory(HISTORY_GAMES),))),
    # Opens at once: counting many games takes a while on a small Pi, and no press waits for it.
    MenuEntry(N_("People"), lambda model: partial(Transition, model.with_page_on_top(PeoplePage()), (ReadPeople(),))),
    MenuEntry(N_("Guide"), lambda model: preference(model, "guide")),
    MenuEntry(N_("Language"), lambda model: preference(model, "language")),
    MenuEntry(N_("Sound"), lambda model: preference(model, "sound"), for_guests=False),
    MenuEntry(N_("Brightness"), lambda model: preference(model, "brightness"), for_guests=False),
    MenuEntry(
        N_("Leave the game"),
        lambda model: partial(Transition, model.with_only_page(model.home)) if core.at_table(model) else None,
    ),
    MenuEntry(N_("Restart"), lambda model: RESTART if model.config.can_power_off else None, for_guests=False),
    MenuEntry(N_("Switch off"), lambda model: SWITCH_OFF if model.config.can_power_off else None, for_guests=False),
    MenuEntry(N_("Quit"), _quit, for_guests=False),
)


@cache
def _all_entries(game: str) -> tuple[MenuEntry, ...]:
    added = [entry for observer in observers_of_game(game) for entry in observer.menu()]
    return tuple(each for entry in ENTRIES for each in (entry, *(new for new in added if new.after == entry.label)))


class MenuPage(core.ListScreenPage, core.ApplicationPage, frozen=True):
    cursor: int = 0
    locked: bool = False
    """Whether it hides entries that guests should not use, until `left` and `right` are held together."""
    name: ClassVar[str] = "menu"

    def screen(self, model: Model) -> Screen:
        _ = model.translate
        return Screen(
            title=_("Menu"),
            note="" if model.saved else _(Icon.UNSAVED),
            choices=Choices(self.options(model), self.cursor),
            keys={Button.UNDO: Option(_("Close"), core.close(model), icon=Icon.UNDO, key=CLOSE)},
        )

    def options(self, model: Model) -> list[Option]:
        """Returns the available entries; in a locked menu only those for guests."""
        found = list[Option]()
        for entry in _all_entries(model.maybe_session.lineup.game if model.maybe_session else ""):
            if entry.for_guests or not self.locked:
                # The cursor moves to an entry that is chosen by its name.
                option = entry.option(model.with_page(replace(self, cursor=len(found))))
                found += [option] if option.do else []
        return found

    def form(self, model: Model) -> Form:
        listed = super().form(model)
        # On top of the menu: until a game starts, closing the setup leads back.
        new = Command("New game", N_("New game")).item(core.open_on_top(model, SetupPage()))
        *entries, back = listed.items
        return replace(listed, items=(new, *entries, replace(back, place="header")))
