"""A new game on the device and as a form: the device prompts for one answer per page, the form for all at once.

Which question follows depends on the answers: players who play again answer nothing more; a game has options of its
own; a bot needs no name. So only the chosen answers are stored, by the questions' keys (`ChosenAnswers`), and the
questions are listed again for each press (`answer_questions`): each has the chosen answer, or else the one in the
settings, or else the default. An answer stays chosen while its question does not apply, and counts again when it does.

The cursor starts on that answer, so pressing only `ok` starts a game. A form also has what needs more than five
buttons, such as names. A choice in the form moves the device's cursor; no game starts before a player confirms.

Instead of choosing the number of players, players can sit down one after the other, each by choosing a colour. A new
game may also continue from a position of a finished one, chosen in its story on the web page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, ClassVar

from msgspec import Struct, field
from msgspec.structs import replace

from companion.core import model as core
from companion.core.effects import CreateSeed
from companion.core.game_session import DEALT, GameSession
from companion.core.lineup import PERSON, SEAT_COLOUR_NAMES, LineUp, assign_seats, bot_title, canonical_name, name_bots
from companion.core.model import Model, Transition
from companion.core.player_names import display_name, join_names
from companion.core.questions import Answer, Choice, Command, Form, FormItem, Number, Question, applies
from companion.core.questions import Text as TextInput
from companion.lights.composition import FAST_S, STEADY, Lights, Paint, blink, compose
from companion.locale.translator import N_, Translator, languages, translator_for
from companion.ui.art import Icon
from companion.ui.screen import Choices, Option, Screen, Text
from engine.bots import bots_for
from engine.game import AnyGame, Illegal, Seat
from engine.games import GAMES
from engine.starts import MAX_NAME_LETTERS, choosable_options, parse_start, require_names, written_options
from hardware.device import LIGHTS, SIDE, Button

# The questions, and the line-up that their answers make

GAME = "game"
AGAIN = "again"
"""The key of the question whether the same players play again."""
PLAYERS = "players"
FIRST = "first"
"""The key of the question whether the first player starts; only a form shows it."""

SOLO_GAME, SOLO_BOT = "claimit", "prospector"
"""The game that one person plays against a bot, and the opponent if no bot was used before."""
STRENGTHS = {
    "greenhorn": N_("easy: plays at random"),
    "prospector": N_("medium: thinks one roll ahead"),
    "sheriff": N_("hard: plays for the win"),
    "marshal": N_("expert: looks two rolls ahead"),
}

QuestionsFor = Callable[["SetupAnswers"], tuple[Question, ...]]
ChosenAnswers = Mapping[str, Any]
"""The answers that players have chosen, also to questions that do not apply now."""


# Questions about a seat have a key with its number.


def seat_key(seat: int) -> str:
    return f"seat {seat}"


def colour_key(seat: int) -> str:
    return f"colour {seat}"


def bot_key(seat: int) -> str:
    return f"bot {seat}"


def kept_name_key(seat: int) -> str:
    """Returns the key of a person's name while a bot plays the seat."""
    return f"kept {seat}"


class SetupAnswers(Struct, frozen=True):
    """The questions that apply now, and an answer to each: a chosen one or the default."""

    model: Model
    answers: Mapping[str, Any] = field(default_factory=dict)
    """The answers to the device's questions, by their keys, in their order."""
    chosen: ChosenAnswers = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    """The device's questions."""

    @property
    def again(self) -> LineUp | None:
        """The line-up that is played again; None if a new one is chosen."""
        return self.model.last_lineup if self.answers.get(AGAIN) else None

    @property
    def unfinished_game(self) -> AnyGame | None:
        """The unfinished game, which is offered again after the new one; None if all games are finished."""
        session = self.model.maybe_session
        return session.game if session and self.model.saved and not session.is_over else None

    @property
    def game(self) -> AnyGame:
        return core.TABLES[self.answers.get(GAME, next(iter(core.TABLES)))].game

    def bots(self) -> dict[str, str]:
        """Returns the chosen bots by their seat numbers, as in `LineUp.bots`."""
        seats, game = range(self.answers[PLAYERS]), self.game.name
        # A bot that cannot play this game stays chosen for other games.
        return {str(seat): bot for seat in seats if (bot := self.chosen.get(bot_key(seat), PERSON)) in bots_for(game)}

    def typed_name(self, seat: int) -> str:
        """Returns the chosen or typed name of a seat; empty without a name."""
        name: str = self.answers.get(seat_key(seat), self.chosen.get(seat_key(seat), ""))
        return name

    def names_and_colours(self) -> tuple[tuple[str, ...], tuple[int, ...]]:
        seats = range(self.answers[PLAYERS])
        named = name_bots([self.typed_name(seat) or None for seat in seats], self.bots(), self.game.name)
        return assign_seats(named, [self.chosen.get(colour_key(seat)) for seat in seats])

    def names_colours_and_bots(self) -> tuple[list[str], list[int], list[str]]:
        """Returns for each seat the typed name, the colour, and the bot, empty for a person."""
        seats = range(self.answers[PLAYERS])
        _names, colours = self.names_and_colours()
        bots = [self.chosen.get(bot_key(seat), PERSON) for seat in seats]
        return [self.typed_name(seat) for seat in seats], list(colours), bots

    def lineup(self) -> LineUp:
        """Returns the resulting line-up; players without a name get the name of the seat's colour."""
        if self.again is not None:
            return self.again.for_next_game()
        game, answers, bots = self.game, self.answers, self.bots()
        players, colours = self.names_and_colours()
        questions = core.TABLES[game.name].questions(len(players))
        defaults = choosable_options(game)
        # Settings preselect answers. They do not change an option whose question does not apply or was answered "no".
        fixed = {each.key for each in questions if not applies(each, answers)}
        answered_no = (each for each in questions if isinstance(each, Choice) and answers.get(each.key) is False)
        fixed |= {each.controlled_option for each in answered_no}
        presets = self.model.config.default_options.get(game.name, {})
        options = {**defaults, **{key: value for key, value in presets.items() if key not in fixed}}
        options = {key: answers.get(key, value) for key, value in options.items()}
        # Answers that the rules know are options of the rules; the other answers are options of the table.
        keys = [question.key for question in questions]
        table_options = {key: answers[key] for key in keys if key in answers and key not in {*defaults, "by_hand"}}
        form_keys = {each.key for each in core.TABLES[game.name].form_only}
        form_options = {key: answer for key, answer in self.chosen.items() if key in form_keys}
        if game.deal is not None and bots:  # a bot cannot hold real tiles
            table_options[DEALT] = True
        return LineUp(
            game=game.name,
            players=players,
            options=written_options(game, options),
            by_hand=answers.get("by_hand", False),
            first=Seat(0) if self.chosen.get(FIRST) else None,
            colours=colours,
            table_options=table_options | form_options,
            bots=bots,
        )


def answer_questions(model: Model, chosen: ChosenAnswers) -> SetupAnswers:
    """Returns all questions of the device with their answers, which determine the questions that follow."""
    setup = SetupAnswers(model, chosen=chosen)
    name_questions: list[QuestionsFor] = [partial(_name_question, seat) for seat in range(len(SEAT_COLOUR_NAMES))]
    for list_questions in (_again_question, game_question, _players_question, *name_questions):
        if setup.again is None:
            setup = _with_questions(setup, list_questions(setup))
    while setup.again is None and (following := _option_questions(setup)):
        setup = _with_questions(setup, following)
    return setup


def _with_questions(setup: SetupAnswers, questions: Iterable[Question]) -> SetupAnswers:
    answers = {**setup.answers, **{question.key: _answer(setup, question) for question in questions}}
    return replace(setup, answers=answers, questions=(*setup.questions, *questions))


def _answer(setup: SetupAnswers, question: Question) -> Any:  # noqa: ANN401 - what an option may be
    config, game = setup.model.config, setup.game
    presets = config.default_options.get(game.name, {})
    settings = {DEALT: config.deals_tiles, **presets, "by_hand": config.dice_by_hand}
    if isinstance(question, Choice) and (option := question.controlled_option):
        # Yes is preselected if the settings change the option that this question controls.
        settings[question.key] = settings.get(option, game.options[option]) != game.options[option]
    values = [answer.value for answer in question.answers]
    candidates = (setup.chosen.get(question.key), settings.get(question.key), question.default)
    return next((value for value in candidates if value in values), values[0])


def solo_lineup(model: Model, player: str, bot: str) -> LineUp:
    """Returns the line-up of a person ("" for no name) against a bot, with the options of the settings."""
    return SetupAnswers(model, {GAME: SOLO_GAME, PLAYERS: 2}, {seat_key(0): player, bot_key(1): bot}).lineup()


def on_or_off(key: str, label: str, on: str, off: str) -> Choice:
    """Returns the question about a part of the program that can be switched off."""
    answers = (Answer(value=True, label=N_("on"), detail=on), Answer(value=False, label=N_("off"), detail=off))
    return Choice(key, label, answers)


@cache
def preferences() -> Mapping[str, Question]:
    """Returns the questions of the menu and the setup that set a field of the model, by the field's name."""
    # Cached, but not a constant: the name of each language is read from its catalog.
    language_names = tuple(Answer(code, translator_for(code)(N_("English")), "") for code in languages())
    questions = (
        on_or_off("guide", N_("Guide"), N_("says what goes where"), N_("no help")),
        on_or_off("sound", N_("Sound"), N_("tones and speech"), N_("quiet")),
        Choice("language", N_("Language"), language_names, are_names=True),
        Choice("brightness", N_("Brightness"), tuple(Answer(share, f"{share:.0%}") for share in (1.0, 0.6, 0.3, 0.15))),
    )
    return {question.key: question for question in questions}


def preference(model: Model, name: str) -> FormItem:
    """Returns the question that sets this field of the model, with its current answer."""
    question, value = preferences()[name], getattr(model, name)
    return FormItem(question, value, lambda answer: Transition(replace(model, **{name: answer})))


def bot_answers(game: str) -> tuple[Answer, ...]:
    """Returns the bots that play a game, the weakest first, with their strengths."""
    return tuple(Answer(bot, bot_title(bot, game), STRENGTHS.get(bot, "")) for bot in bots_for(game))


def names_to_offer(model: Model) -> tuple[str, ...]:
    """Returns the names in the settings and those of earlier players."""
    return tuple(dict.fromkeys((*model.config.offered_names, *model.known_names)))


def playable_games() -> tuple[tuple[str, str], ...]:
    names = dict.fromkeys((*core.TABLES, *GAMES))
    return tuple((name, core.TABLES[name].game.title) for name in names if core.is_playable(name))


def player_question(_: Translator, key: str, label: str, bots: Sequence[str], game: str) -> Choice:
    """Returns the question whether a person or one of these bots plays a seat."""

    def label_of(bot: str) -> str:
        title, strength = display_name(_, bot_title(bot, game)), _(STRENGTHS.get(bot, "")).partition(":")[0]
        return f"{title} ({strength})" if strength else title

    answers = (Answer(bot, label_of(bot), "") for bot in bots)
    return Choice(key, label, (Answer(PERSON, _("Human"), ""), *answers), is_translated=True, kind="pick")


def _again_question(setup: SetupAnswers) -> tuple[Question, ...]:
    model, last = setup.model, setup.model.last_lineup
    if last is None or not core.is_playable(last.game):
        return ()
    same = Answer(value=True, label=join_names(model.translate, last.players), detail=core.TABLES[last.game].game.title)
    others = Answer(value=False, label=model.translate("others"), detail=N_("new players or rules"))
    # During a game there is no finished game to play again.
    label = N_("Same players?") if setup.unfinished_game else N_("Same again?")
    return (Choice(AGAIN, label, (same, others), are_names=True),)


def game_question(_setup: SetupAnswers) -> tuple[Question, ...]:
    answers = tuple(Answer(name, title, "") for name, title in playable_games())
    return (Choice(GAME, N_("Which game?"), answers),) if len(answers) > 1 else ()


def _players_question(setup: SetupAnswers) -> tuple[Question, ...]:
    counts = setup.game.seats
    return (Number(PLAYERS, N_("How many?"), counts, counts[0], N_("players")),)


def _name_question(seat: int, setup: SetupAnswers) -> tuple[Question, ...]:
    """Returns the question with the free names of the settings, a typed name, and a colour's name."""
    offered, answers, chosen = setup.model.config.offered_names, setup.answers, setup.chosen
    if not offered or seat >= answers.get(PLAYERS, 0) or chosen.get(bot_key(seat)):
        return ()
    # Compared in lower case, as in the rules, which reject names that look the same.
    taken = {answers[seat_key(other)].lower() for other in range(seat) if seat_key(other) in answers}
    # A name typed for a seat stays when a bot takes the seat: it becomes the bot's name.
    taken |= {setup.typed_name(other).lower() for other in range(answers[PLAYERS]) if chosen.get(bot_key(other))}
    typed = chosen.get(seat_key(seat), "")
    seat_colour = SEAT_COLOUR_NAMES[chosen.get(colour_key(seat), seat)]
    # Another player may have the name of this seat's colour: then the next free colour is offered.
    free_colour = next(colour for colour in (seat_colour, *SEAT_COLOUR_NAMES) if colour.lower() not in taken)
    known = (*offered, typed) if typed else offered
    free = dict.fromkeys((*(name for name in known if name.lower() not in taken), free_colour))
    names = tuple(Answer(name, name, N_("who plays?")) for name in free)
    return (Choice(seat_key(seat), seat_colour, names, are_names=True),)


def _option_questions(setup: SetupAnswers) -> tuple[Question, ...]:
    """Returns the game's questions that follow from the answers and are not listed yet."""
    # A bot cannot hold real tiles: the box deals them.
    listed = {*setup.answers, *([DEALT] if setup.bots() else [])}
    questions = core.TABLES[setup.game.name].questions(setup.answers[PLAYERS])
    return tuple(each for each in questions if each.key not in listed and applies(each, setup.answers))


# The pages

SEATING = "seating"
EACH_CHOOSES = Answer(SEATING, N_("each chooses"), N_("a colour"))
"""An alternative to the numbers of players: the players sit down one after the other."""


class SetupPage(core.AttractLightsPage, frozen=True):
    chosen: ChosenAnswers = field(default_factory=dict)
    key: str = ""
    """The key of the question that the device shows; empty for the first one."""
    name: ClassVar[str] = "setup"

    @property
    def has_input(self) -> bool:
        return bool(self.chosen)

    def screen(self, model: Model) -> Screen:
        _, setup = model.translate, answer_questions(model, self.chosen)
        number = self._question_number(setup)
        question = setup.questions[number]
        offered = (*question.answers, EACH_CHOOSES) if question.key == PLAYERS else question.answers
        values = [answer.value for answer in offered]
        is_seating = self.chosen.get(question.key) == SEATING  # chosen instead of a number of players
        cursor = values.index(SEATING if is_seating else setup.answers[question.key])
        options = [
            Option(
                question.answer_text(_, answer),
                partial(self._answer_and_continue, model, question.key, {question.key: answer.value}),
                _(answer.detail),
            )
            for answer in offered
        ]

        def move(to: int) -> Transition:
            return Transition(model.with_page(SetupPage({**self.chosen, question.key: values[to]}, question.key)))

        before = SetupPage(self.chosen, setup.questions[max(number - 1, 0)].key)
        back = core.show(model, before) if number else core.close(model)
        # Only on the first page: on the second one the players have decided to start a new game.
        is_kept = not number and setup.unfinished_game is not None
        return Screen(
            title=_(question.label),
            # Counts the questions that follow from the answer under the cursor and the defaults of later questions.
            note=f"{number + 1}/{len(setup.questions)}",
            body=(Text(_("this game is kept")),) if is_kept else (),
            choices=Choices(options, cursor, show="one", move=move),
            keys={Button.UNDO: Option("", back, icon=Icon.UNDO)},
        )

    def form(self, model: Model) -> Form:  # noqa: C901 - a list of questions
        """Returns the device's questions, and those that only a form has."""
        _, setup = model.translate, answer_questions(model, self.chosen)
        bots = bots_for(setup.game.name)
        top, seat_items, options = list[FormItem](), list[FormItem](), list[FormItem]()
        added = core.TABLES[setup.game.name].form_only

        def item(question: Question, value: Any) -> FormItem:  # noqa: ANN401 - what an option may be
            return FormItem(question, value, lambda answer: self.with_answers(model, {question.key: answer}))

        for question in setup.questions:
            listed = item(question, setup.answers[question.key])
            if question.key in {AGAIN, GAME}:
                top.append(replace(listed, place="top"))
            elif question.key == PLAYERS:
                seat_items.append(replace(listed, place="seats"))
            elif not question.key.startswith("seat "):  # names are in `_seat_items`, with the rest of their seat
                options.append(listed)
        if setup.again:
            # The games are listed, too, so that players need not choose "others" to see them.
            top += (replace(item(each, setup.again.game), place="top") for each in game_question(setup))
        else:
            seat_items += self._seat_items(setup)
            label = _("{name} starts", name=display_name(_, setup.names_and_colours()[0][0]))
            answers = Answer(False, _("by chance"), ""), Answer(True, label, "")  # noqa: FBT003 - the values of the answers
            who = Choice(FIRST, _("Who starts"), answers, is_translated=True)  # a name may contain braces
            # First the dice or tiles, if they are a question; second who starts and the form's own questions.
            options.sort(key=lambda each: each.question.key not in {"by_hand", DEALT})
            options[1:1] = (item(each, self.chosen.get(each.key, each.default)) for each in (who, *added))
        # As in its menu, a kiosk does not offer sound.
        names = ("guide", "language") if model.config.kiosk else ("guide", "sound", "language")
        options += (preference(model, name) for name in names)
        if not setup.again:
            one_by_one = Command(SEATING, N_("Choose colours one by one"), N_("for bots, too") if bots else "")
            options.append(one_by_one.item(core.show(model, SeatingPage(self))))
        unfolded = 0 if setup.again else 3 + len(added)  # not folded: the first, who starts, the form's own, the next
        options = [replace(each, place="options" if n < unfolded else "more") for n, each in enumerate(options)]
        lineup = setup.lineup()
        start = Command("begin", _("Start the game"), join_names(_, lineup.players), is_main=True, is_translated=True)
        commands = (
            start.item(partial(begin_game, model, lineup), "options"),
            Command("close", N_("Cancel")).item(core.close(model), "header"),
        )
        notes = list[str]()
        if (kept := setup.unfinished_game) is not None:
            words = N_("{game} stays unfinished, and you can continue it from the start page after the new game.")
            notes.append(_(words, game=kept.title))
        if core.TABLES[lineup.game].end_game is not None:
            notes.append(_("Agree first when the game ends and who wins: the rules do not say. End it in the menu."))
        cursor = setup.questions[self._question_number(setup)].key
        return Form(N_("New game"), (*top, *seat_items, *options, *commands), cursor, " ".join(notes))

    def with_answers(self, model: Model, answers: Mapping[str, Any]) -> Transition:
        """Stores answers without going on. The device goes back to their question if that is an earlier one."""
        if GAME in answers:
            answers = {**answers, AGAIN: False}  # choosing a game next to "Same again?" answers that with "others"
        if answers.get(AGAIN) is False:
            # The players of the last game are filled in, to be changed.
            answers = {**remembered_setup(model).chosen, **self.chosen, **answers}
        before, chosen = answer_questions(model, self.chosen), {**self.chosen, **answers}
        number, keys = self._question_number(before), list(answer_questions(model, chosen).answers)
        # The answers may have added or removed questions. The page shows the earliest of these: the answered questions,
        # the current one, and the one that is in its place now.
        positions = [keys.index(key) for key in (*answers, before.questions[number].key) if key in keys]
        return Transition(model.with_page(SetupPage(chosen, keys[min(number, len(keys) - 1, *positions)])))

    def _seat_items(self, setup: SetupAnswers) -> Iterator[FormItem]:
        """Yields the colour, the name and the player of each seat, and the commands that add and remove seats."""
        model, game = setup.model, setup.game
        names, colours = setup.names_and_colours()
        bots, palette = bots_for(game.name), tuple(Answer(*each, "") for each in enumerate(SEAT_COLOUR_NAMES))
        item = partial(FormItem, place="seats")
        for seat, (name, colour) in enumerate(zip(names, colours, strict=True)):
            seat_label, typed = SEAT_COLOUR_NAMES[colour], setup.typed_name(seat)
            # Names are unique: those of other seats are not offered.
            known = tuple(each for each in names_to_offer(model) if each == name or each not in names)
            typed = "" if typed in SEAT_COLOUR_NAMES else typed
            colour_question = Choice(colour_key(seat), N_("Colour"), palette, kind="colour")
            yield item(colour_question, colour, partial(self._recolour, setup, seat), seat_label)
            name_input = TextInput(seat_key(seat), N_("Name"), known, seat_label if typed else name, MAX_NAME_LETTERS)
            yield item(name_input, typed, partial(self._rename, setup, seat), seat_label)
            if bots:
                title, bot = model.translate("Player"), setup.chosen.get(bot_key(seat), PERSON)
                player = player_question(model.translate, bot_key(seat), title, bots, game.name)
                yield item(player, bot, partial(self._let_play, model, seat), seat_label)
            if len(names) > game.seats[0]:
                remove = Command(f"remove {seat}", N_("Remove"), kind="remove")
                yield remove.item(partial(self._remove, setup, seat), "seats", seat_label)
        if (count := len(names)) < game.seats[-1]:
            add = partial(self._let_play, model, count, players=count + 1)
            yield Command("add player", N_("Add a player")).item(partial(add, PERSON), "seats")
            if bots:
                yield Command("add bot", N_("Add a bot")).item(partial(add, DEFAULT_BOT), "seats")

    def _let_play(self, model: Model, seat: int, bot: str, players: int | None = None) -> Transition:
        """Lets a bot or a person play a seat. `players` is the new number of players if the seat is added."""
        number = {} if players is None else {PLAYERS: players}
        key, kept = seat_key(seat), kept_name_key(seat)
        stored = kept if self.chosen.get(bot_key(seat)) else key  # where the person's name is now; a new seat has none
        name = "" if players else self.chosen.get(stored, "")
        # The name is dropped if another player has it by now.
        others = answer_questions(model, {**self.chosen, key: ""}).names_and_colours()[0]
        name = "" if name.lower() in map(str.lower, others) else name
        # A bot gets no typed name; a person who returns gets it back.
        return self.with_answers(model, {bot_key(seat): bot, key: "" if bot else name, kept: name, **number})

    def _rename(self, setup: SetupAnswers, seat: int, name: str) -> Transition:
        typed, colours, _bots = setup.names_colours_and_bots()
        # On a device that offers names, an empty name would be replaced by the first of them.
        default = SEAT_COLOUR_NAMES[colours[seat]] if seat_key(seat) in setup.answers else ""
        typed[seat] = canonical_name(name).strip() or default
        try:
            named = name_bots([each or None for each in typed], setup.bots(), setup.game.name)
            require_names(assign_seats(named, colours)[0])
        except Illegal as error:
            return Transition(setup.model, refusal=core.Refusal(error.code, error.message))
        return self.with_answers(setup.model, {seat_key(seat): typed[seat]})

    def _recolour(self, setup: SetupAnswers, seat: int, colour: int) -> Transition:
        typed, before, bots = setup.names_colours_and_bots()
        # Two seats never have the same colour: the other seat gets the one that is replaced.
        swapped = {before[seat]: colour, colour: before[seat]}
        colours = [swapped.get(each, each) for each in before]
        colour_names = [SEAT_COLOUR_NAMES[each] for each in colours]
        names = [new if name in SEAT_COLOUR_NAMES else name for name, new in zip(typed, colour_names, strict=True)]
        return self.with_answers(setup.model, _seat_answers(names, colours, bots))

    def _remove(self, setup: SetupAnswers, seat: int) -> Transition:
        names, colours, bots = setup.names_colours_and_bots()
        del names[seat], bots[seat]
        # The removed seat goes to the end: its colour is the first free one.
        colours.append(colours.pop(seat))
        remaining = _seat_answers([*names, ""], colours, [*bots, PERSON])
        return self.with_answers(setup.model, {**remaining, PLAYERS: len(names)})

    def seat_players(self, model: Model, seated: Iterable[tuple[int, str]]) -> Transition:
        """Stores the players who have sat down, and goes to the question after the number of players."""
        colours, bots = zip(*seated, strict=True)
        # A typed name stays with its colour.
        chosen, seats = self.chosen, range(len(SEAT_COLOUR_NAMES))
        typed = {chosen.get(colour_key(seat), seat): chosen.get(seat_key(seat), "") for seat in seats}
        names = ("" if bot else typed.get(colour, "") for colour, bot in zip(colours, bots, strict=True))
        return self._answer_and_continue(model, PLAYERS, {PLAYERS: len(colours), **_seat_answers(names, colours, bots)})

    def _question_number(self, setup: SetupAnswers) -> int:
        keys = list(setup.answers)
        return keys.index(self.key) if self.key in keys else 0

    def _answer_and_continue(self, model: Model, key: str, answers: Mapping[str, Any]) -> Transition:
        """Stores answers and goes to the next question; after the last question the game starts."""
        if answers[key] == SEATING:
            return Transition(model.with_page(SeatingPage(self)))
        chosen = {**self.chosen, **answers}
        setup = answer_questions(model, chosen)
        keys = list(setup.answers)
        following = keys[keys.index(key) + 1 :]
        if not following:
            return begin_game(model, setup.lineup())
        return Transition(model.with_page(SetupPage(chosen, following[0])))


def begin_game(model: Model, lineup: LineUp) -> Transition:
    """Starts a game; an unfinished one stays in the journal."""
    return Transition(replace(model, requested_lineup=lineup), (CreateSeed(),))


def remembered_setup(model: Model) -> SetupPage:
    """Returns the setup with the players of the last game; in a kiosk the next guests are other people."""
    last = model.last_lineup
    if last is None or model.config.kiosk:
        return SetupPage()
    bots = [last.playing_bots.get(str(seat), PERSON) for seat in range(len(last.players))]
    names = ["" if bot or name in SEAT_COLOUR_NAMES else name for name, bot in zip(last.players, bots, strict=True)]
    dealt = None if last.bots else last.table_options.get(DEALT)  # a bot's tiles are always dealt
    about_game = {AGAIN: False, GAME: last.game, PLAYERS: len(names), DEALT: dealt}
    return SetupPage({**about_game, **_seat_answers(names, last.colours, bots)})


def _seat_answers(names: Iterable[str], colours: Iterable[int], bots: Iterable[str]) -> dict[str, Any]:
    """Returns the answers about all seats, as the form stores them."""
    return {
        **{bot_key(seat): bot for seat, bot in enumerate(bots)},
        **{kept_name_key(seat): "" for seat in range(len(SEAT_COLOUR_NAMES))},
        **{seat_key(seat): name for seat, name in enumerate(names)},
        **{colour_key(seat): colour for seat, colour in enumerate(colours)},
    }


class SeatingPage(core.ListScreenPage, core.ApplicationPage, frozen=True):
    setup_page: SetupPage
    """The page of the number of players; the setup continues from there."""
    seated: tuple[tuple[int, str], ...] = ()
    """The players so far: the number of the colour in the palette, and the bot, empty for a person."""
    cursor: int = 0
    name: ClassVar[str] = "seating"

    def form_note(self, model: Model) -> str:
        return self._names(model) or model.translate("Choose your colours in seating order.")

    def screen(self, model: Model) -> Screen:
        _, offers, counts = model.translate, self._offers(model), self._game(model).seats

        def sit(player: tuple[int, str]) -> Transition:
            seated = (*self.seated, player)
            if len(seated) == counts[-1]:
                return self.setup_page.seat_players(model, seated)
            return Transition(model.with_page(SeatingPage(self.setup_page, seated)))

        def stand_up() -> Transition:
            *others, newest = self.seated
            fewer = SeatingPage(self.setup_page, tuple(others))
            return Transition(model.with_page(replace(fewer, cursor=fewer._offers(model).index(newest))))

        options = [
            Option(
                self._name_of(model, player),
                partial(sit, player),
                key=f"bot {player[1]}" if player[1] else f"colour {player[0]}",
            )
            for player in offers
        ]
        back = stand_up if self.seated else core.show(model, self.setup_page)
        keys = {
            Button.OK: options[self.cursor]._replace(detail=_("sits here"), icon=Icon.CHECK),
            Button.UNDO: Option(_("Back"), back, icon=Icon.UNDO),
        }
        how = _("a bot plays") if offers[self.cursor][1] else _("your colour, then ok")
        if len(self.seated) in counts:
            how = _("Bank: that is everyone")
            done = partial(self.setup_page.seat_players, model, self.seated)
            keys[Button.BANK] = Option(_("That's everyone"), done, self._names(model), Icon.BANK, main=True)
        return Screen(
            title=_("Who sits next?") if self.seated else _("Who sits first?"),
            note=str(len(self.seated) + 1),
            body=(Text(how),),
            choices=Choices(options, self.cursor, show="one"),
            keys=keys,
        )

    def lights(self, model: Model, now: float) -> Lights:
        """Lights a column for each player, and the next one blinking in the colour under the cursor."""
        shown = [(number, STEADY) for number, _ in self.seated]
        shown.append((self._offers(model)[self.cursor][0], blink(now, model.shown_since, FAST_S)))
        return compose(
            Paint(range(column, LIGHTS, SIDE), model.colours[number], intensity)
            for column, (number, intensity) in enumerate(shown)
        )

    def _game(self, model: Model) -> AnyGame:
        return answer_questions(model, self.setup_page.chosen).game

    def _offers(self, model: Model) -> list[tuple[int, str]]:
        """Returns the free colours, each for a person, then the bots, which take the first of them."""
        taken = {number for number, _ in self.seated}
        free = [number for number in range(len(SEAT_COLOUR_NAMES)) if number not in taken]
        return [*((number, PERSON) for number in free), *((free[0], bot) for bot in bots_for(self._game(model).name))]

    def _name_of(self, model: Model, player: tuple[int, str]) -> str:
        colour, bot = player
        title = bot_title(bot, self._game(model).name) if bot else SEAT_COLOUR_NAMES[colour]
        return display_name(model.translate, title)

    def _names(self, model: Model) -> str:
        return ", ".join(self._name_of(model, player) for player in self.seated)


DEFAULT_BOT = "sheriff"
"""The bot that a player adds in the form, and that plays the other seats of a continued game (its page names it)."""
MAX_TURNS = 1_000_000
"""Longer games do not exist; the number of the turn must fit on the screen."""


class PlayOnPage(core.ListScreenPage, core.ApplicationPage, frozen=True):
    """Continues from a position: a person plays one of the seats against bots, or people play all seats."""

    lineup: LineUp
    position: Any
    """The event, in the game's own terms, that sets up the position before the turn."""
    turn: int
    """The number of the turn to play next, from 1."""
    cursor: int = 0
    name: ClassVar[str] = "play_on"

    def form_title(self, model: Model) -> str:
        return model.translate("Continue from turn {n}", n=self.turn)

    def form_note(self, model: Model) -> str:
        is_left = core.at_table(model) and not model.session.is_over
        return model.translate("You can resume the current game later.") if is_left else ""

    def screen(self, model: Model) -> Screen:
        _, others = model.translate, len(self.lineup.players) - 1

        def option(seat: int, player: str) -> Option:
            name = display_name(_, player)
            words = _.many("I play {name}, Sheriff the other", "I play {name}, Sheriff the others", others, name=name)
            bots = {str(other): DEFAULT_BOT for other in range(others + 1) if other != seat}
            return Option(name, lambda: self._begin(model, bots), words, key=f"seat {seat}")

        options = [option(seat, player) for seat, player in enumerate(self.lineup.players)]
        options.append(Option(_("humans only"), lambda: self._begin(model, {}), key="people"))
        back = {Button.UNDO: Option(_("Cancel"), core.close(model), icon=Icon.UNDO)}
        return Screen(_("Who continues?"), choices=Choices(options, self.cursor), keys=back)

    def _begin(self, model: Model, bots: dict[str, str]) -> Transition:
        lineup = replace(self.lineup, first=Seat(0), bots=bots)
        # The web page is the board: there is no real board with stones to move.
        return begin_game(replace(model, requested_position=self.position, guide=False), lineup)


def open_play_on(model: Model, value: object) -> Transition:
    """Opens the page for a position of a story; rejects an impossible position."""
    match value:
        case {"lineup": dict(saved), "position": {"event": "position"} as event, "turn": int(turn)} if (
            type(turn) is int and 0 <= turn < MAX_TURNS
        ):
            pass
        case _:
            text = "Continuing takes a lineup, a position and its turn, as in a story."
            return Transition(model, refusal=core.Refusal("syntax", text))
    try:
        full = LineUp.from_json(saved)
        # Checked like a new game: an older record may have names that are not allowed any more.
        parse_start({"game": full.game, "players": list(full.players), "first": 0, "options": dict(full.options)})
        lineup = LineUp(full.game, full.players, full.options, colours=full.colours)
        session: GameSession[Any, Any] = GameSession(lineup, bytes(32))
        position = session.game.parse(event)
        # Raises Illegal for an impossible position.
        session.record_event(session.start_event(Seat(0))).record_event(position)
    except Illegal as error:
        return Transition(model, refusal=core.Refusal("syntax", error.message))
    page = PlayOnPage(lineup, position, turn)
    return Transition(model.with_page(page) if isinstance(model.page, PlayOnPage) else model.with_page_on_top(page))
