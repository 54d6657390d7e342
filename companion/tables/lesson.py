"""A lesson: the rules of a game as small tasks. Players answer by marking places; the rules judge the answer."""

from abc import abstractmethod
from functools import partial
from typing import Any, ClassVar, NamedTuple, Self

from msgspec.structs import replace

from companion.core.effects import BANK, PLACE, WRONG, PlayTones
from companion.core.game_session import AnySession, GameSession
from companion.core.lineup import LineUp
from companion.core.model import ApplicationPage, BoardScreenPage, Model, Transition, close, show
from companion.core.questions import Command, FormItem
from companion.core.snapshot import Snapshot
from companion.locale.translator import N_, Translator
from companion.ui.art import Icon
from companion.ui.screen import BoxOnly, Choices, Do, Figure, Option, Row, Screen, Text, TextTable, WebOnly
from engine.game import AnyGame, GameState
from hardware.device import Button, Tone


class Task(NamedTuple):
    title: str
    """What it is about, in the list of all tasks; English, to be translated."""
    question: str
    """English, to be translated."""
    state: Any
    """The position: a state of the game, or a game's own value that contains one."""
    right: frozenset[str]
    """The names of the places to mark; empty if "none" is the answer."""
    places: tuple[str, ...]
    """The places that the cursor visits, right and wrong ones; at first it is on none."""
    explanation: str
    """What the task teaches, shown after the answer; English, to be translated."""
    one_is_enough: bool = False
    """Whether one of the right places is a complete answer."""
    dice: tuple[int, ...] = ()
    """The dice of the question, if there are any."""
    notes: tuple[str, ...] = ()
    """What the web page adds to the question, such as the rule behind it; English, to be translated."""


def session_at(game: AnyGame, players: tuple[str, ...], state: GameState) -> AnySession:
    """Returns a game at this position, for display only; each seat has the colour of its number."""
    lineup = LineUp(game.name, players, game.options, colours=tuple(range(len(players))))
    session: AnySession = GameSession(lineup, bytes(32))
    return session.at_position(state)


class LessonPage(BoardScreenPage, ApplicationPage, frozen=True):
    """Shows one task after the other. A game's page adds its tasks, lights, snapshot, and why a place is wrong."""

    step: int = 0
    """The number of the task, from 0."""
    cursor: int | None = None
    """The number of the selected place; None before one is selected."""
    marked: frozenset[str] = frozenset()
    """The right places that were found."""
    commented: str = ""
    """The place that the text is about: a wrong one that was marked, or a right one as a hint; empty for none."""
    is_done: bool = False
    pointed: str = ""
    """The selected place if the cursor does not visit it; else empty."""
    tasks: ClassVar[tuple[Task, ...]]
    naming_rows: ClassVar[tuple[tuple[str, str], ...]]
    """How places are named, shown on the web page at first: rows of a table, in English, to be translated."""
    name: ClassVar[str]
    is_lesson: ClassVar[bool] = True
    has_position: ClassVar[bool] = True
    chooses_first: ClassVar[bool] = True

    @abstractmethod
    def require_place(self, place: str) -> object:
        """Raises UnknownPlaceError if the board has no such place."""

    @abstractmethod
    def why_wrong(self, _: Translator, task: Task, place: str) -> str:
        """Returns a sentence that explains why a place does not answer the task."""

    def place_name(self, _: Translator, place: str) -> str:
        """Returns the name of a place for players; the notation's name unless the game has another."""
        return place

    def screen(self, model: Model) -> Screen:
        _, task, elsewhere = model.translate, self.task, partial(self._point_elsewhere, model)
        number = _("{n} of {all}", n=self.step + 1, all=len(self.tasks))
        if self.is_done:
            body, keys = BoxOnly((Text(self.text(_)),)), self._keys_once_done(model)
            return Screen(_("Lesson"), number, (body,), keys=keys, point=elsewhere, sentence=self.text(_))

        def check(place: str) -> Option:
            if place == self.place and place in self.marked:
                return Option(_("Check"), detail=_("tap another field"), icon=Icon.PLACE)
            label = _("Check {place}", place=self.place_name(_, place))
            return Option(label, partial(self._mark, model, place), icon=Icon.PLACE, place=place)

        pointed = (self.pointed,) if self.pointed else ()
        options = [check(place) for place in (*task.places, *pointed)]
        if self.cursor is None and not pointed:
            options.append(Option(_("Check"), detail=_("tap a field first"), icon=Icon.PLACE))
        hint = replace(self, commented=min(task.right - self.marked, default=""))
        hint_option = Option(_("Hint"), lambda: self._show_with(model, hint, PLACE), icon="?")
        answered = replace(self, commented="", is_done=True)
        none_option = Option(_("None"), lambda: self._show_with(model, answered, BANK), _("no field fits"), Icon.CROSS)
        place = self.place_name(_, self.place) if self.is_chosen else ""
        shows_count = bool(task.right) and not task.one_is_enough
        found = (Figure(_("{n} found", n=len(self.marked))),) if shows_count else ()
        above = [Text(self.text(_), "bold")] if self.commented else [Text(_(note)) for note in task.notes]
        if self.place in self.marked and not self.commented:
            above = [Text(_("Right! There are more."), "bold")]
        rows = tuple((_(word), _(meaning)) for word, meaning in self.naming_rows)
        names = [] if self.step else [TextTable(rows)]
        found_row = [Row(_("Found"), (Figure(str(len(self.marked))),))] if shows_count else []
        last = len(options) - 1  # the pointed place, or the prompt to tap one
        return Screen(
            _("Lesson"),
            number,
            (BoxOnly((Text(self.text(_)), Row(place, found))), WebOnly((*above, *found_row, *names))),
            Choices(
                options,
                last if self.cursor is None or pointed else self.cursor,
                "board",
                lambda cursor: Transition(model.with_page(replace(self, cursor=cursor, pointed="", commented=""))),
            ),
            {Button.BANK: hint_option if task.right else none_option, Button.UNDO: self._back_option(model)},
            point=elsewhere,
            sentence=_(task.question),
        )

    def _back_option(self, model: Model) -> Option:
        _ = model.translate
        if self.step:
            return Option(_("Back"), show(model, type(self)(self.step - 1)), icon=Icon.UNDO)
        leave = Option(_("Back"), detail=_("leave the lesson"), icon=Icon.UNDO, box_only=True)
        return leave._replace(do=self._leave(model)) if model.pages_beneath else leave

    def named_choices(self, model: Model) -> tuple[FormItem, ...]:
        """Returns what leaves the lesson, from any task."""
        return (Command("leave", N_("Leave")).item(self._leave(model)),)

    def _leave(self, model: Model) -> Do:
        """Closes the lesson; `companion lesson` has no other page, and starts again for the next player."""
        return close(model) if model.pages_beneath else show(model, type(self)())

    def _keys_once_done(self, model: Model) -> dict[Button, Option]:
        _, is_last = model.translate, self.step + 1 == len(self.tasks)
        following = self._leave(model) if is_last else show(model, type(self)(self.step + 1))
        words = (_("Done"), _("you know the rules")) if is_last else (_("Continue"), _("the next task"))
        back = Icon.UNDO if self.step or model.pages_beneath else ""
        on = Option(words[0], following, words[1], Icon.CHECK)
        # `undo` returns to the question even if no softkey is shown.
        return {Button.OK: on, Button.UNDO: Option("", show(model, type(self)(self.step)), icon=back)}

    def _point_elsewhere(self, model: Model, place: str) -> Transition:
        """Selects a place that the cursor does not visit; continues if the task is answered."""
        self.require_place(place)
        if self.is_done:
            return self.press(model, Button.OK)
        return Transition(model.with_page(replace(self, pointed=place, commented="")))

    def text(self, _: Translator) -> str:
        """Returns the current text: the question, the explanation, or why the place is wrong."""
        if self.is_done:
            return _("Right! {explanation}", explanation=_(self.task.explanation))
        if self.commented in self.task.right:
            place, number = self.place_name(_, self.commented), len(self.task.right)
            return _.many("There is one: {place}.", "There are {n}, for example {place}.", number, place=place)
        return self.why_wrong(_, self.task, self.commented) if self.commented else _(self.task.question)

    def without_answer(self, _: Translator, shown: Snapshot) -> Snapshot:
        """Returns a snapshot of the position without anything that would reveal the answer."""
        unanswered = tuple(replace(place, sign="", why="", use="", after="", coming=None) for place in shown.places)
        return replace(
            shown,
            where=_("Learn to play"),
            progress=_("Task {n} of {all}", n=self.step + 1, all=len(self.tasks)),
            tasks=tuple(_(task.title) for task in self.tasks),
            task=self.step,
            dice=shown.dice or self.task.dice,
            turn=None,
            supply="",
            figures=(),
            players=tuple(replace(player, figures=(), note="", rank=0) for player in shown.players),
            places=shown.places if self.is_done else unanswered,
            readings=shown.readings if self.is_done else (),
            log=(),
        )

    @property
    def task(self) -> Task:
        return self.tasks[self.step]

    @property
    def is_chosen(self) -> bool:
        """Whether a place that is not found yet is selected; only then the selection is shown."""
        return not (self.is_done or self.place in self.marked) and (bool(self.pointed) or self.cursor is not None)

    @property
    def place(self) -> str:
        """The selected place; before one is selected, the first one of the task."""
        return self.pointed or self.task.places[self.cursor or 0]

    def _mark(self, model: Model, place: str) -> Transition:
        if place not in self.task.right:
            return self._show_with(model, replace(self, commented=place), WRONG)
        marked = self.marked | {place}
        is_done = self.task.one_is_enough or marked == self.task.right
        page = replace(self, marked=marked, commented="", is_done=is_done)
        return self._show_with(model, page, BANK if is_done else PLACE)

    def _show_with(self, model: Model, page: Self, tones: tuple[Tone, ...]) -> Transition:
        return Transition(model.with_page(page), (PlayTones(tones),))
