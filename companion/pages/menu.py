"""The menu: everything that is not part of a turn. A held `undo` opens and closes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from companion.effects import ReadHistory, TellLink
from companion.model import Model, Step, refuse
from companion.pages.board import board
from companion.quiet import at_table
from companion.screen.icons import Icon
from companion.screen.layout import Item, Key, header, menu
from companion.tables import table_of
from companion.words import SOURCE, languages, mark
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

MOVES = {Button.LEFT: -1, Button.RIGHT: 1}
BRIGHTNESSES = (1.0, 0.6, 0.3, 0.15)


class Line(NamedTuple):
    """A line of the menu."""

    label: str
    """In English, to be translated."""
    choose: Callable[[Model], Step]
    value: Callable[[Model], str] = lambda _: ""
    """What it is set to."""
    offered: Callable[[Model], bool] = lambda _: True
    """Whether it means anything now."""
    guests: bool = True
    """Whether it is theirs to touch in a kiosk."""


def _scores(model: Model) -> Step:
    return Step(model.opening(table_of(model.running).scores()))


def _check(model: Model) -> Step:
    return Step(model.opening(table_of(model.running).check()))


def _back_a_turn(model: Model) -> Step:
    from companion.pages.consent import TURN_BACK  # noqa: PLC0415 - loaded when it is opened

    return Step(model.opening(TURN_BACK))


def _switch_off(model: Model) -> Step:
    from companion.pages.consent import SWITCH_OFF  # noqa: PLC0415 - loaded when it is opened

    return Step(model.opening(SWITCH_OFF))


def _restart(model: Model) -> Step:
    from companion.pages.consent import RESTART  # noqa: PLC0415 - loaded when it is opened

    return Step(model.opening(RESTART))


def _fair_dice(model: Model) -> Step:
    from companion.pages.info import Info  # noqa: PLC0415 - loaded when it is opened

    return Step(model.opening(Info()))


def _history(model: Model) -> Step:
    from companion.pages.history import GAMES  # noqa: PLC0415 - loaded when it is opened

    return Step(model, (ReadHistory(GAMES),))


def _leave(model: Model) -> Step:
    return Step(model.alone(model.home))


def _end(model: Model) -> Step:
    """The program ends; whoever cannot switch the machine off is promised nothing else."""
    return Step(replace(model, leaving=True))


def _dim(model: Model) -> Step:
    place = BRIGHTNESSES.index(model.brightness) + 1
    return Step(replace(model, brightness=BRIGHTNESSES[place % len(BRIGHTNESSES)]))


def _mute(model: Model) -> Step:
    return Step(replace(model, sound=not model.sound))


def _guide(model: Model) -> Step:
    return Step(replace(model, guide=not model.guide))


def _speak_the_next(model: Model) -> Step:
    """The next language; the source after one that has no catalogue here."""
    spoken = languages()
    following = dict(zip(spoken, (*spoken[1:], spoken[0]), strict=True))
    return Step(replace(model, language=following.get(model.language, SOURCE)))


def _on_or_off(model: Model, *, on: bool) -> str:
    return model.words("on") if on else model.words("off")


def _started(model: Model) -> bool:
    return at_table(model) and model.running.record is not None


def _rolls(model: Model) -> bool:
    """Whether dice are rolled in this game: then the setup has asked whose."""
    if not at_table(model):
        return False
    asked = table_of(model.running).questions(len(model.running.lineup.players))
    return any(question.key == "by_hand" for question in asked)


def _can_go_back(model: Model) -> bool:
    return _started(model) and table_of(model.running).turn_before(model) is not None


LINES = (
    Line(mark("Back a turn"), _back_a_turn, offered=_can_go_back),
    Line(mark("Scores"), _scores, offered=_started),
    Line(mark("Check the board"), _check, offered=_started),
    Line(mark("Fair dice"), _fair_dice, offered=_rolls),
    Line(mark("Page on a phone"), lambda model: Step(model, (TellLink(),)), offered=lambda model: model.linked),
    Line(mark("History"), _history),
    Line(mark("Guide"), _guide, lambda model: _on_or_off(model, on=model.guide)),
    Line(mark("Language"), _speak_the_next, lambda model: model.words("English")),  # in German "Deutsch", and so on
    Line(mark("Sound"), _mute, lambda model: _on_or_off(model, on=model.sound), guests=False),
    Line(mark("Brightness"), _dim, lambda model: f"{model.brightness:.0%}", guests=False),
    Line(mark("Leave the game"), _leave, offered=at_table),
    Line(mark("Restart"), _restart, offered=lambda model: model.powered, guests=False),
    Line(mark("Switch off"), _switch_off, offered=lambda model: model.powered, guests=False),
    Line(mark("Leave"), _end, offered=lambda model: not model.powered, guests=False),
)


def lines(model: Model, *, locked: bool) -> tuple[Line, ...]:
    """The lines that mean something now; locked, only those that are for guests."""
    return tuple(line for line in LINES if line.offered(model) and (line.guests or not locked))


@dataclass(frozen=True, slots=True)
class Menu:
    """The lines, and the one under the cursor."""

    cursor: int = 0
    locked: bool = False
    """In a kiosk, until `left` and `right` are held together: without what guests should not touch."""
    name: ClassVar[str] = "menu"

    def press(self, model: Model, button: Button) -> Step:
        """`left` and `right` move, `ok` chooses, `undo` closes."""
        offered = lines(model, locked=self.locked)
        match button:
            case Button.LEFT | Button.RIGHT:
                return Step(model.showing(replace(self, cursor=(self.cursor + MOVES[button]) % len(offered))))
            case Button.OK:
                return offered[self.cursor].choose(model)
            case Button.UNDO:
                return Step(model.back())
            case _:
                return refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Move, choose, close."""
        return (Icon.UP, Icon.DOWN, Icon.CHECK, None, Icon.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The list, and what each line is set to; whether nothing is saved."""
        _ = model.words
        header(canvas, _("Menu"), "" if model.saved else _(Icon.UNSAVED))
        menu(canvas, [Item(_(line.label), line.value(model)) for line in lines(model, locked=self.locked)], self.cursor)

    def lights(self, model: Model, now: float) -> Lights:
        """The board as it lies."""
        return board(model, now)
