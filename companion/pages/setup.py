"""A new game on the device and as a form: one question a page there, all of them at once here.

The setup page holds the answers so far and the answer under the cursor; the questions it lists anew each time (see
`pages/setup_questions.py`). The first answer of each is the one that most people want, so that whoever only presses
`ok` plays. A form has besides what needs more than five buttons, such as names; what is chosen there moves the cursor,
and nothing begins before somebody says so. Instead of the question how many play, people can sit down one after the
other, each by choosing a colour.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import partial
from typing import Any, ClassVar

from msgspec import field
from msgspec.structs import replace

from companion.core import questions as forms
from companion.core.effects import DrawSeed
from companion.core.lineup import PERSON
from companion.core.messages import Refusal
from companion.core.model import Model, Transition, reject_press
from companion.core.page import InvitingPage, ListScreenPage, Page, show
from companion.core.player_names import display_name
from companion.core.players import SEAT_COLOUR_NAMES, assign_seats, bot_title, canonical_name, name_bots
from companion.core.table_registry import is_playable
from companion.lights.composition import FAST_S, STEADY, Lights, Paint, blink, compose
from companion.locale.translator import N_
from companion.pages.setup_questions import (
    AGAIN,
    GAME,
    PLAYERS,
    PREFERENCES,
    Chosen,
    Decisions,
    ask_game,
    bot_key,
    colour_key,
    complete_answers,
    list_questions,
    offered_bots,
    player_question,
    preselected_answer,
    seat_key,
)
from companion.ui.art import Icon
from companion.ui.screen import Choices, Option, Screen, Text
from engine.game import Illegal
from engine.starts import NAME_LETTERS, require_names
from hardware.device import LIGHTS, SIDE, Button

BEGIN, CLOSE = "begin", "close"
SEATING = "seating"
EACH_CHOOSES = forms.Answer(SEATING, N_("each chooses"), N_("a colour"))
"""Stands beside the numbers of players: how many play follows from who sits down."""


class SetupPage(InvitingPage, Page, frozen=True):
    """The questions so far, and the answer under the cursor."""

    answers: tuple[Any, ...] = ()
    """What was answered, in the order of the questions."""
    cursor: int = 0
    chosen: Chosen = field(default_factory=dict)
    """What was chosen by name, or given back by `undo`: where that is asked, the cursor will stand on it."""
    name: ClassVar[str] = "setup"

    @property
    def has_entries(self) -> bool:
        return bool(self.answers or self.chosen)

    def screen(self, model: Model) -> Screen:
        _, question, decided = model.translate, self._open_question(model), self._decided(model)
        options = [
            Option(
                display_name(_, answer.label) if question.are_names else _(answer.label),
                partial(self._go_on, model),
                _(answer.detail),
            )
            for answer in _offered_answers(question)
        ]

        def back() -> Transition:
            if not self.answers:
                return Transition(model.with_top_page_closed())
            *kept, given = self.answers
            before = list_questions(model, self.answers, self.chosen)[len(kept)].key
            # Remembered as what was chosen by name is: going on again needs nothing but ok.
            return Transition(model.with_page(next_question_page(model, tuple(kept), {**self.chosen, before: given})))

        # Said once, on the first page: people who come to the second one want a new game.
        is_kept = not self.answers and decided.kept_game is not None
        return Screen(
            title=_(question.label),
            # With what the answer under the cursor leads to, and then the usual ones: else the count would grow.
            note=f"{len(self.answers) + 1}/{len(decided.questions)}",
            body=(Text(_("running game is kept")),) if is_kept else (),
            choices=Choices(options, self.cursor, "one"),
            keys={
                Button.OK: options[self.cursor]._replace(icon=Icon.CHECK),
                Button.UNDO: Option("", back, icon=Icon.UNDO),
            },
        )

    def form(self, model: Model) -> forms.Form:
        return setup_form(self._decided(model), self._open_question(model).key)

    def choose(self, model: Model, name: str, value: Any) -> Transition:  # noqa: ANN401 - what an option may be
        """Puts the cursor on an answer, as `left` and `right` do.

        A question that is answered already is asked again, and the cursor keeps the answers to those after it.
        """
        if name in PREFERENCES:
            return Transition(PREFERENCES[name].set(model, value))
        if name == CLOSE:
            return Transition(model.with_top_page_closed())
        if name == SEATING:
            return self._open_seating(model)
        if name == GAME and not is_playable(value):
            return Transition(model, refusal=Refusal("phase", f"{value} cannot be loaded."))
        decided = self._decided(model)
        if name == BEGIN:
            return _begin(decided)
        try:
            changes = _change_seats(decided, name, value)
        except Illegal as fault:
            return Transition(model, refusal=Refusal(fault.code, fault.message))
        if name == GAME and AGAIN in decided.answers:
            changes[AGAIN] = False  # a game that is chosen beside "Same again?" is one for others
        chosen = {**decided.chosen, **changes}
        # What was answered before the question that has changed stays answered: the device goes back no further.
        kept = self._answers_kept(model, chosen, changes)
        return Transition(model.with_page(next_question_page(model, kept, chosen)))

    def with_seated(self, model: Model, seating: SeatingPage) -> SetupPage:
        """Returns the page of the question after how many play, with those who have sat down."""
        decided = self._decided(model)
        before = list(decided.answers.values())[: list(decided.answers).index(PLAYERS)]
        sit = _seat_in_order(decided.chosen, seating.seated, seating.seated_bots)
        return next_question_page(model, (*before, len(seating.seated)), {**decided.chosen, **sit})

    def _go_on(self, model: Model) -> Transition:
        """Takes the answer under the cursor; after the last question the game begins."""
        question = self._open_question(model)
        value = _offered_answers(question)[self.cursor].value
        if value == SEATING:
            return self._open_seating(model)
        if question.key == GAME and not is_playable(value):
            return reject_press(model)
        answers = (*self.answers, value)
        if len(answers) < len(list_questions(model, answers, self.chosen)):
            return Transition(model.with_page(next_question_page(model, answers, self.chosen)))
        return _begin(complete_answers(model, answers, self.chosen))

    def _open_seating(self, model: Model) -> Transition:
        game = self._decided(model).game
        return Transition(model.with_page(SeatingPage(self, game.name, game.seats, offered=offered_bots(game.name))))

    def _open_question(self, model: Model) -> forms.Question:
        return list_questions(model, self.answers, self.chosen)[len(self.answers)]

    def _decided(self, model: Model) -> Decisions:
        """Returns what would be played if the answer under the cursor were taken, and then each preselected one."""
        questions = list_questions(model, self.answers, self.chosen)
        question = questions[len(self.answers)]
        value = _offered_answers(question)[self.cursor].value
        # On "each chooses", and on a plug-in that cannot be loaded, the cursor answers nothing yet.
        is_answer = value != SEATING and (question.key != GAME or is_playable(value))
        answers = (*self.answers, value) if is_answer else self.answers
        by_buttons = {question.key: answer for question, answer in zip(questions, answers, strict=False)}
        return complete_answers(model, answers, {**self.chosen, **by_buttons})

    def _answers_kept(self, model: Model, chosen: Chosen, changes: Container[str]) -> tuple[Any, ...]:
        """Returns the answers before the first question that is to be asked again, or not any more; one stays open."""
        kept: tuple[Any, ...] = ()
        for question, answer in zip(list_questions(model, self.answers, self.chosen), self.answers, strict=False):
            # With a bot in a seat nobody is asked for a name there, nor where the tiles are.
            following = list_questions(model, kept, chosen)[len(kept) : len(kept) + 2]
            if question.key in changes or len(following) < 2 or following[0].key != question.key:
                break
            kept = (*kept, answer)
        return kept


def _offered_answers(question: forms.Question) -> tuple[forms.Answer, ...]:
    """Returns what the cursor walks over: instead of a number of players, each can choose a colour."""
    return (*question.answers, EACH_CHOOSES) if question.key == PLAYERS else question.answers


def next_question_page(model: Model, answers: tuple[Any, ...], chosen: Chosen) -> SetupPage:
    """Returns the page of the next question, with the preselected answer under the cursor."""
    questions = list_questions(model, answers, chosen)
    return SetupPage(answers, preselected_answer(model, questions, answers, chosen), chosen)


def _begin(decided: Decisions) -> Transition:
    return Transition(replace(decided.model, requested_lineup=decided.lineup()), (DrawSeed(),))


def setup_form(decided: Decisions, cursor: str) -> forms.Form:
    """Returns the form of the setup.

    Args:
        decided: an answer to each question of the device.
        cursor: the key of the question that the device asks now.
    """
    items, bots = list[forms.FormItem](), offered_bots(decided.game.name)
    for question in decided.questions:
        if question.key.startswith("seat "):
            continue  # all that is asked of a seat stands together
        items.append(forms.FormItem(question, decided.answers[question.key]))
        if question.key == AGAIN and decided.again:
            # The other games are in sight, too: nobody has to guess that they lie behind "others".
            items += (forms.FormItem(each, decided.again.game) for each in ask_game(decided))
        if question.key == PLAYERS:
            items += _seat_items(decided)
            items.append(
                forms.FormItem(
                    forms.Command(SEATING, N_("Choose colours one by one"), N_("for bots, too") if bots else ""),
                    value=True,
                )
            )
    # A kiosk's guests are not asked for the sound, as in its menu.
    names = ("guide", "language") if decided.model.config.kiosk else ("guide", "sound", "language")
    items += (PREFERENCES[name].item(decided.model) for name in names)
    commands = (forms.Command(BEGIN, N_("Begin the game"), is_main=True), forms.Command(CLOSE, N_("Close")))
    items += (forms.FormItem(each, value=True) for each in commands)
    kept, note = decided.kept_game, ""
    if kept is not None:
        note = decided.model.translate(
            "{game} stays unfinished, and you can continue it from the start page after the new game.", game=kept.title
        )
    return forms.Form(N_("New game"), tuple(items), cursor, note)


def _seat_items(decided: Decisions) -> Iterator[forms.FormItem]:
    """Yields what is asked of each seat: who sits there, in which colour, and when it is that seat's turn."""
    model, game = decided.model, decided.game.name
    names, colours = decided.players()
    bots = offered_bots(game)
    roster = tuple(dict.fromkeys((*model.config.offered_names, *model.known_names)))
    for seat, (name, colour) in enumerate(zip(names, colours, strict=True)):
        label = SEAT_COLOUR_NAMES[colour]
        # Nobody sits at a table twice: a name that another seat has is not offered.
        known = tuple(each for each in roster if each == name or each not in names)
        typed = decided.typed_name(seat)
        # A colour's name is what a seat is called where nothing was typed.
        typed = "" if typed in SEAT_COLOUR_NAMES else typed
        yield forms.FormItem(
            forms.Text(seat_key(seat), N_("Name"), known, name if not typed else label, NAME_LETTERS), typed, label
        )
        yield forms.FormItem(forms.SeatColour(colour_key(seat), N_("Colour"), SEAT_COLOUR_NAMES, seat), colour, label)
        yield forms.FormItem(forms.Position(_position_key(seat), N_("Order"), seat, len(names)), seat, label)
        if bots:
            question = player_question(model.translate, bot_key(seat), bots, game)
            yield forms.FormItem(question, decided.chosen.get(bot_key(seat), PERSON), label)


def _position_key(seat: int) -> str:
    return f"place {seat}"


def _change_seats(decided: Decisions, name: str, value: Any) -> dict[str, Any]:  # noqa: ANN401 - what an option may be
    """Returns what choosing an answer by name changes: the answer itself, and of the other seats what depends on it.

    Raises:
        Illegal: a name will not do.
    """
    seats = range(decided.answers.get(PLAYERS, 0))
    keys = {key(seat): (key, seat) for seat in seats for key in (seat_key, colour_key, _position_key)}
    if name not in keys:
        return {name: value}
    kind, seat = keys[name]
    typed = [decided.typed_name(each) for each in seats]
    colours = list(decided.players()[1])
    bots = [decided.chosen.get(bot_key(each), PERSON) for each in seats]
    if kind is seat_key:
        # On a device that offers names an empty one would be the first of those.
        nobody = SEAT_COLOUR_NAMES[colours[seat]] if name in decided.answers else ""
        typed[seat] = canonical_name(value).strip() or nobody
        named = name_bots([each or None for each in typed], decided.bots(), decided.game.name)
        require_names(assign_seats(named, colours)[0])
        return {name: typed[seat]}
    if kind is colour_key:
        # Who has it takes the other one: two seats never have the same.
        swapped = {colours[seat]: value, value: colours[seat]}
        colours = [swapped.get(colour, colour) for colour in colours]
        called = [SEAT_COLOUR_NAMES[colour] for colour in colours]
        typed = [after if each in SEAT_COLOUR_NAMES else each for each, after in zip(typed, called, strict=True)]
    else:
        order = [other for other in seats if other != seat]
        order.insert(value, seat)
        typed, colours = [typed[other] for other in order], [colours[other] for other in order]
        bots = [bots[other] for other in order]
    return _seats_chosen(typed, colours, bots)


def _seats_chosen(names: Iterable[str], colours: Iterable[int], bots: Iterable[str]) -> dict[str, Any]:
    """Returns who sits where as if it had been chosen by name; all by seat."""
    return {
        **{bot_key(seat): bot for seat, bot in enumerate(bots)},
        **{seat_key(seat): name for seat, name in enumerate(names)},
        **{colour_key(seat): colour for seat, colour in enumerate(colours)},
    }


def _seat_in_order(chosen: Chosen, colours: tuple[int, ...], bots: tuple[str, ...]) -> dict[str, Any]:
    """Returns what follows when people have sat down in turn; a name that was typed goes with its colour.

    Args:
        chosen: what was chosen by name before.
        colours: of those who sit, by their number in the palette, in the order in which they sit.
        bots: which bot each of them is; empty: a person.
    """
    seats = range(len(SEAT_COLOUR_NAMES))
    typed = {chosen.get(colour_key(seat), seat): chosen.get(seat_key(seat), "") for seat in seats}
    names = ("" if bot else typed.get(colour, "") for colour, bot in zip(colours, bots, strict=True))
    return {PLAYERS: len(colours), **_seats_chosen(names, colours, bots)}


FIRST, NEXT = N_("Who sits first?"), N_("Who sits next?")
NOBODY_ELSE = N_("Nobody else")


class SeatingPage(ListScreenPage, frozen=True):
    """Who sits already, and the colour under the cursor."""

    setup: SetupPage
    """The page that asks how many play; it goes on from there."""
    game: str
    """Its name in the registry."""
    seats: range
    """How many it can seat."""
    seated: tuple[int, ...] = ()
    """The colours of those who sit, by their number in the palette, in the order in which they sit."""
    cursor: int = 0
    """Which of the colours that are free; after them the bots."""
    offered: tuple[str, ...] = ()
    """The bots that play this game, by their names in the notation."""
    seated_bots: tuple[str, ...] = ()
    """For each who sits, the bot that it is; empty: a person."""
    name: ClassVar[str] = "seating"

    def form_note(self, model: Model) -> str:
        return self._names(model) or model.translate("Each taps a colour, in the order in which you sit.")

    def screen(self, model: Model) -> Screen:
        _ = model.translate

        def sit(colour: int, bot: str) -> Transition:
            more = replace(self, seated=(*self.seated, colour), seated_bots=(*self.seated_bots, bot), cursor=0)
            is_full = len(more.seated) == self.seats[-1]
            return Transition(model.with_page(self.setup.with_seated(model, more) if is_full else more))

        def get_up() -> Transition:
            fewer = replace(self, seated=self.seated[:-1], seated_bots=self.seated_bots[:-1])
            newest = (self.seated[-1], self.seated_bots[-1])
            return Transition(model.with_page(replace(fewer, cursor=fewer.choices.index(newest))))

        def go_on() -> Transition:
            return Transition(model.with_page(self.setup.with_seated(model, self)))

        options = [
            Option(display_name(_, self._name_of(*choice)), partial(sit, *choice), key=key)
            for key, choice in zip(self._keys, self.choices, strict=True)
        ]
        keys = {
            Button.OK: options[self.cursor]._replace(detail=_("sits here"), icon=Icon.CHECK),
            Button.UNDO: Option(_("Back"), get_up if self.seated else show(model, self.setup), icon=Icon.UNDO),
        }
        how = _("a bot plays") if self.choices[self.cursor][1] else _("your colour, then ok")
        if self._are_enough:
            how = _("bank: nobody else")
            keys[Button.BANK] = Option(_(NOBODY_ELSE), go_on, self._names(model), _("all"), main=True)
        return Screen(
            title=_(self._title),
            note=str(len(self.seated) + 1),
            body=(Text(how),),
            choices=Choices(options, self.cursor, "one"),
            keys=keys,
        )

    def lights(self, model: Model, now: float) -> Lights:
        """Lights a column for each who sits, and the next one blinking in the colour under the cursor."""
        columns = [(number, STEADY) for number in self.seated]
        columns.append((self.choices[self.cursor][0], blink(now, model.shown_since, FAST_S)))
        return compose(
            Paint(range(column, LIGHTS, SIDE), model.colours[number], intensity)
            for column, (number, intensity) in enumerate(columns)
        )

    @property
    def _title(self) -> str:
        return NEXT if self.seated else FIRST

    @property
    def choices(self) -> tuple[tuple[int, str], ...]:
        """The colours that are free, each for a person; then the bots, who take the first of them."""
        free = tuple(number for number in range(len(SEAT_COLOUR_NAMES)) if number not in self.seated)
        return (*((number, "") for number in free), *((free[0], bot) for bot in self.offered))

    @property
    def _keys(self) -> list[str]:
        """By which a form names them."""
        return [f"bot {bot}" if bot else f"colour {number}" for number, bot in self.choices]

    @property
    def _name(self) -> str:
        return self._name_of(*self.choices[self.cursor])

    def _name_of(self, colour: int, bot: str) -> str:
        """Returns what somebody who sits is called, in English, to be translated."""
        return bot_title(bot, self.game) if bot else SEAT_COLOUR_NAMES[colour]

    @property
    def _are_enough(self) -> bool:
        return len(self.seated) in self.seats

    def _names(self, model: Model) -> str:
        _ = model.translate
        sit = zip(self.seated, self.seated_bots, strict=True)
        return ", ".join(display_name(_, self._name_of(colour, bot)) for colour, bot in sit)
