"""The menu: everything that is not part of a turn. A held `undo` opens and closes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from companion.core.cursor import moved_cursor
from companion.core.effects import IssueLink, ReadHistory, ReadPeople
from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, arrows, close
from companion.core.table_registry import (
    TABLES,
    at_table,
    can_coach,
    can_have_bots,
    is_replay,
    table_of,
)
from companion.locale.translator import N_, SOURCE, languages
from companion.screen.icons import Icon
from companion.screen.layout import Item, header, menu
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.form import Form
    from companion.screen.canvas import Canvas

BRIGHTNESSES = (1.0, 0.6, 0.3, 0.15)
NEW_GAME, CLOSE = "New game", "close"
"""What the form offers besides the entries."""


class MenuEntry(NamedTuple):
    """A line of the menu."""

    label: str
    """In English, to be translated."""
    choose: Callable[[Model], Transition]
    value: Callable[[Model], str] = lambda _: ""
    """What it is set to."""
    offered: Callable[[Model], bool] = lambda _: True
    """Whether it means anything now."""
    guests: bool = True
    """Whether it is theirs to touch in a kiosk."""
    preference: str = ""
    """What it sets, one of `setup_questions.PREFERENCES`; empty: it does something."""

    @property
    def key(self) -> str:
        """Its name for whoever chooses it by name."""
        return self.preference or self.label


def _open_check(model: Model) -> Transition:
    check = table_of(model.session).check
    return reject_press(model) if check is None else Transition(model.with_page_on_top(check()))


def _open_end_game(model: Model) -> Transition:
    end_game = table_of(model.session).end_game
    return reject_press(model) if end_game is None else Transition(model.with_page_on_top(end_game()))


def _open_join_game(model: Model) -> Transition:
    join_game = table_of(model.session).join_game
    return reject_press(model) if join_game is None else Transition(model.with_page_on_top(join_game(model)))


def _open_bot_seats(model: Model) -> Transition:
    from companion.pages.bot_seats import BotSeatsPage  # noqa: PLC0415 - loaded when it is opened

    return Transition(model.with_page_on_top(BotSeatsPage()))


def _lesson_of(model: Model) -> Callable[[], Page] | None:
    """Returns what opens the lesson of the game on the table; without one, of the game that was played last."""
    session_game = model.game.lineup.game if model.game else model.last_lineup and model.last_lineup.game
    return TABLES[session_game or next(iter(TABLES))].lesson


def _open_lesson(model: Model) -> Transition:
    lesson = _lesson_of(model)
    return reject_press(model) if lesson is None else Transition(model.with_page_on_top(lesson()))


def _ask_turn_back(model: Model) -> Transition:
    from companion.pages.consent import TURN_BACK  # noqa: PLC0415 - loaded when it is opened

    return Transition(model.with_page_on_top(TURN_BACK))


def _quit(model: Model) -> Transition:
    """Ends the program; in the middle of a game it asks, as nobody else at the table may want to stop."""
    from companion.pages.consent import QUIT  # noqa: PLC0415 - loaded when it is opened

    if _has_started(model) and not model.session.game.is_over(model.session.state):
        return Transition(model.with_page_on_top(QUIT))
    return Transition(replace(model, is_leaving=True))


def _ask_switch_off(model: Model) -> Transition:
    from companion.pages.consent import SWITCH_OFF  # noqa: PLC0415 - loaded when it is opened

    return Transition(model.with_page_on_top(SWITCH_OFF))


def _ask_restart(model: Model) -> Transition:
    from companion.pages.consent import RESTART  # noqa: PLC0415 - loaded when it is opened

    return Transition(model.with_page_on_top(RESTART))


def _open_fair_draws(model: Model) -> Transition:
    from companion.pages.info import InfoPage  # noqa: PLC0415 - loaded when it is opened

    return Transition(model.with_page_on_top(InfoPage()))


def _open_rules(model: Model) -> Transition:
    from companion.pages.rules import RulesPage  # noqa: PLC0415 - loaded when it is opened

    return Transition(model.with_page_on_top(RulesPage()))


def _read_history(model: Model) -> Transition:
    from companion.pages.history import GAMES  # noqa: PLC0415 - loaded when it is opened

    return Transition(model, (ReadHistory(GAMES),))


def _read_people(model: Model) -> Transition:
    from companion.pages.history import PeoplePage  # noqa: PLC0415 - loaded when it is opened

    # Open at once: counting over many games takes a while on a small Pi, and no press waits for it.
    return Transition(model.with_page_on_top(PeoplePage()), (ReadPeople(),))


def _dim_lights(model: Model) -> Transition:
    place = BRIGHTNESSES.index(model.brightness) + 1
    return Transition(replace(model, brightness=BRIGHTNESSES[place % len(BRIGHTNESSES)]))


def _choose_next_language(model: Model) -> Transition:
    """Selects the next language; after one without a catalogue, English."""
    spoken = languages()
    following = dict(zip(spoken, (*spoken[1:], spoken[0]), strict=True))
    return Transition(replace(model, language=following.get(model.language, SOURCE)))


def _open_setup(model: Model) -> Transition:
    from companion.pages.setup import SetupPage  # noqa: PLC0415 - loaded when it is opened

    # On top of what is open: until a game begins, closing the setup leads back.
    return Transition(model.with_page_on_top(SetupPage()))


def _on_or_off(model: Model, *, on: bool) -> str:
    return model.translate("on") if on else model.translate("off")


def _has_started(model: Model) -> bool:
    return at_table(model) and model.session.record is not None


def _can_end_game(model: Model) -> bool:
    """Returns whether the players themselves say when this game is over, and it is not."""
    if not _has_started(model) or table_of(model.session).end_game is None:
        return False
    return not model.session.game.is_over(model.session.state)


def _can_join_game(model: Model) -> bool:
    """Returns whether nothing has happened in this game yet: so it may stand for one that is on already."""
    if not at_table(model) or is_replay(model) or table_of(model.session).join_game is None:
        return False
    # Nobody knows from which of the hands that the box deals the tiles on a table would have come.
    if model.session.is_dealt:
        return False
    return not model.session.start_rolls and len(model.session.timeline) <= 1


ENTRIES = (
    MenuEntry(
        N_("Back a turn"),
        _ask_turn_back,
        offered=lambda model: _has_started(model) and table_of(model.session).turn_before(model) is not None,
    ),
    MenuEntry(
        N_("Scores"),
        lambda model: Transition(model.with_page_on_top(table_of(model.session).scores())),
        offered=_has_started,
    ),
    MenuEntry(
        N_("Check the board"),
        _open_check,
        offered=lambda model: _has_started(model) and table_of(model.session).check is not None,
    ),
    MenuEntry(N_("Join a game"), _open_join_game, offered=_can_join_game),
    MenuEntry(
        N_("Rules"),
        _open_rules,
        offered=lambda model: at_table(model) and any(section.brief for section in table_of(model.session).rules),
    ),
    MenuEntry(N_("Bots"), _open_bot_seats, offered=can_have_bots),
    MenuEntry(N_("End the game"), _open_end_game, offered=_can_end_game),
    MenuEntry(
        N_("Fair dice"), _open_fair_draws, offered=lambda model: at_table(model) and bool(model.session.game.dice)
    ),
    MenuEntry(N_("Fair tiles"), _open_fair_draws, offered=lambda model: at_table(model) and model.session.is_dealt),
    MenuEntry(
        N_("Page on a phone"),
        lambda model: Transition(model, (IssueLink(),)),
        offered=lambda model: model.has_page_link,
    ),
    MenuEntry(N_("Lesson"), _open_lesson, offered=lambda model: _lesson_of(model) is not None),
    MenuEntry(N_("History"), _read_history),
    MenuEntry(N_("People"), _read_people),
    MenuEntry(
        N_("Guide"),
        lambda model: Transition(replace(model, guide=not model.guide)),
        lambda model: _on_or_off(model, on=model.guide),
        preference="guide",
    ),
    MenuEntry(
        N_("Coach"),
        lambda model: Transition(replace(model, coach=not model.coach)),
        lambda model: _on_or_off(model, on=model.coach),
        offered=can_coach,
        preference="coach",
    ),
    # Each catalogue translates "English" as its own name, in German "Deutsch": a guest finds the way back.
    MenuEntry(N_("Language"), _choose_next_language, lambda model: model.translate("English"), preference="language"),
    MenuEntry(
        N_("Sound"),
        lambda model: Transition(replace(model, sound=not model.sound)),
        lambda model: _on_or_off(model, on=model.sound),
        guests=False,
        preference="sound",
    ),
    MenuEntry(
        N_("Brightness"), _dim_lights, lambda model: f"{model.brightness:.0%}", guests=False, preference="brightness"
    ),
    MenuEntry(N_("Leave the game"), lambda model: Transition(model.with_only_page(model.home)), offered=at_table),
    MenuEntry(N_("Restart"), _ask_restart, offered=lambda model: model.can_power_off, guests=False),
    MenuEntry(N_("Switch off"), _ask_switch_off, offered=lambda model: model.can_power_off, guests=False),
    # Ends the program only. On a box that can be switched off this would leave a machine without its table.
    MenuEntry(
        N_("Quit"),
        _quit,
        offered=lambda model: not model.can_power_off,
        guests=False,
    ),
)


def offered_entries(model: Model, *, locked: bool) -> tuple[MenuEntry, ...]:
    """Returns the entries that are available now; of a locked menu only those for guests."""
    return tuple(line for line in ENTRIES if line.offered(model) and (line.guests or not locked))


@dataclass(frozen=True, slots=True)
class MenuPage(Page):
    """Lists the entries; one is under the cursor."""

    cursor: int = 0
    locked: bool = False
    """In a kiosk, until `left` and `right` are held together: without what guests should not touch."""
    name: ClassVar[str] = "menu"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        offered = offered_entries(model, locked=self.locked)

        def moved(button: Button) -> MenuPage:
            return replace(self, cursor=moved_cursor(self.cursor, button, len(offered)))

        return arrows(model, moved, (Icon.UP, Icon.DOWN)) | {
            Button.OK: ButtonRow(Icon.CHECK, lambda: offered[self.cursor].choose(model)),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }

    def form(self, model: Model) -> Form:
        """Returns the entries as questions; a new game besides, for which the device has its attract page."""
        from companion.core.form import Command, Form, FormItem  # noqa: PLC0415 - loaded when a form is asked for
        from companion.pages.setup_questions import PREFERENCES  # noqa: PLC0415 - loaded when a form is asked for

        offered = offered_entries(model, locked=self.locked)
        items = (
            PREFERENCES[entry.preference].item(model)
            if entry.preference
            else FormItem(Command(entry.key, entry.label), value=True)
            for entry in offered
        )
        new = () if is_replay(model) else (FormItem(Command(NEW_GAME, N_("New game")), value=True),)
        close = FormItem(Command(CLOSE, N_("Close"), is_main=True), value=True)
        return Form(N_("Menu"), (*new, *items, close), offered[self.cursor].key)

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Puts the cursor on the entry, and sets or does it."""
        from companion.pages.setup_questions import PREFERENCES  # noqa: PLC0415 - loaded when a form is asked for

        if name == CLOSE:
            return Transition(model.with_top_page_closed())
        if name == NEW_GAME:
            return _open_setup(model)
        offered = offered_entries(model, locked=self.locked)
        cursor = [entry.key for entry in offered].index(name)
        moved, entry = model.with_page(replace(self, cursor=cursor)), offered[cursor]
        return Transition(PREFERENCES[name].set(moved, value)) if entry.preference else entry.choose(moved)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the entries and their values, and a warning where nothing is saved."""
        _ = model.translate
        header(canvas, _("Menu"), "" if model.saved else _(Icon.UNSAVED))
        menu(
            canvas,
            [Item(_(line.label), line.value(model)) for line in offered_entries(model, locked=self.locked)],
            self.cursor,
        )
