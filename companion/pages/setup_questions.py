"""The questions of a new game (who plays, what and how) and the line-up that the answers make.

Which question follows depends on the answers: players who play again answer nothing more; a game has options of its
own; a bot needs no name. So only the chosen answers are stored, by the questions' keys (`Chosen`), and the questions
are listed again for each press (`decide`): each has the chosen answer, or else the one in the settings, or else the
usual one. An answer stays chosen when its question does not apply any more, and counts again when it does.

The device prompts for one answer after the other. A form shows all questions at once, also some that the device does
not have (names, colours, bots).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from companion.core.game_session import DEALT
from companion.core.lineup import PERSON, SEAT_COLOUR_NAMES, LineUp, assign_seats, bot_title, name_bots
from companion.core.model import TABLES, Model, Transition, is_playable
from companion.core.player_names import display_name, join_names
from companion.core.questions import Answer, Choice, FormItem, Number, Question, is_asked
from companion.locale.translator import N_, Translator, languages, translator_for
from engine.bots import bots_for
from engine.game import AnyGame, Seat
from engine.games import GAMES
from engine.starts import choosable_options, written_options

GAME = "game"
AGAIN = "again"
"""The key of the question whether the same players play again."""
PLAYERS = "players"
FIRST = "first"
"""Whether the first player starts; only a form shows this question."""

SOLO_GAME, FIRST_BOT = "claimit", "prospector"
"""The game of one person, and the opponent in the first one."""
STRENGTHS = {
    "greenhorn": N_("easy: plays at random"),
    "prospector": N_("medium: thinks one roll ahead"),
    "sheriff": N_("hard: plays for the win"),
    "marshal": N_("expert: looks two rolls ahead"),
}


BRIGHTNESSES = (1.0, 0.6, 0.3, 0.15)

Ask = Callable[["Decisions"], tuple[Question, ...]]
Chosen = Mapping[str, Any]
"""The answers that players have chosen, also to questions that do not apply now."""


# Questions about a seat have a key with the seat's number.


def seat_key(seat: int) -> str:
    return f"seat {seat}"


def colour_key(seat: int) -> str:
    return f"colour {seat}"


def bot_key(seat: int) -> str:
    return f"bot {seat}"


class Decisions(Struct, frozen=True):
    model: Model
    answers: Mapping[str, Any] = field(default_factory=dict)
    """The answers to the device's questions, by their keys, in their order."""
    chosen: Chosen = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    """The device's questions."""

    @property
    def again(self) -> LineUp | None:
        """The line-up that is played again; None if a new one is chosen."""
        return self.model.last_lineup if self.answers.get(AGAIN) else None

    @property
    def kept_game(self) -> AnyGame | None:
        """The unfinished game, which is offered again after the new one; None if all games are finished."""
        session = self.model.game
        return session.game if session and self.model.saved and not session.is_over else None

    @property
    def game(self) -> AnyGame:
        return TABLES[self.answers.get(GAME, next(iter(TABLES)))].game

    def bots(self) -> dict[str, str]:
        """Returns the chosen bots that play this game, by the number of their seat, as a line-up has them."""
        seats, game = range(self.answers[PLAYERS]), self.game.name
        # A bot stays chosen when the game changes, but does not play a game that it does not support.
        return {str(seat): bot for seat in seats if (bot := self.chosen.get(bot_key(seat), PERSON)) in bots_for(game)}

    def typed_name(self, seat: int) -> str:
        """Returns the chosen or typed name of a seat; empty if there is none."""
        name: str = self.answers.get(seat_key(seat), self.chosen.get(seat_key(seat), ""))
        return name

    def players(self) -> tuple[tuple[str, ...], tuple[int, ...]]:
        seats = range(self.answers[PLAYERS])
        named = name_bots([self.typed_name(seat) or None for seat in seats], self.bots(), self.game.name)
        return assign_seats(named, [self.chosen.get(colour_key(seat)) for seat in seats])

    def seats(self) -> tuple[list[str], list[int], list[str]]:
        """Returns for each seat the typed name, the colour, and the bot, empty for a person."""
        seats, (_players, colours) = range(self.answers[PLAYERS]), self.players()
        bots = [self.chosen.get(bot_key(seat), PERSON) for seat in seats]
        return [self.typed_name(seat) for seat in seats], list(colours), bots

    def lineup(self) -> LineUp:
        """Returns the resulting line-up; players without a name get the name of the seat's colour."""
        if self.again is not None:
            return self.again.for_next_game()
        game, decided, bots = self.game, self.answers, self.bots()
        players, colours = self.players()
        questions = TABLES[game.name].questions(len(players))
        usual = choosable_options(game)
        # The settings preselect only; they do not answer a question that an earlier answer has removed.
        idle = {each.key for each in questions if not is_asked(each, decided)}
        idle |= {each.decides for each in questions if isinstance(each, Choice) and decided.get(each.key) is False}
        preset = self.model.config.default_options.get(game.name, {})
        options = {**usual, **{key: value for key, value in preset.items() if key not in idle}}
        chosen = {key: decided.get(key, value) for key, value in options.items()}
        # Answers that the rules know are options of the rules; the other answers are options of the table.
        keys = [question.key for question in questions]
        table_options = {key: decided[key] for key in keys if key in decided and key not in {*usual, "by_hand"}}
        if game.deal is not None and bots:  # a bot cannot hold real tiles
            table_options[DEALT] = True
        return LineUp(
            game=game.name,
            players=players,
            options=written_options(game, chosen),
            by_hand=decided.get("by_hand", False),
            first=Seat(0) if self.chosen.get(FIRST) else None,
            colours=colours,
            table_options=table_options,
            bots=bots,
        )


def decide(model: Model, chosen: Chosen) -> Decisions:
    """Returns all questions of the device with their answers; the answers decide which questions follow."""
    decided = Decisions(model, chosen=chosen)
    names: list[Ask] = [partial(_ask_name, seat) for seat in range(len(SEAT_COLOUR_NAMES))]
    for ask in (_ask_again, ask_game, _ask_players, *names):
        if decided.again is None:
            decided = _with_questions(decided, ask(decided))
    while decided.again is None and (following := _ask_options(decided)):
        decided = _with_questions(decided, following)
    return decided


def _with_questions(decided: Decisions, questions: Iterable[Question]) -> Decisions:
    answers = {**decided.answers, **{question.key: _answer(decided, question) for question in questions}}
    return replace(decided, answers=answers, questions=(*decided.questions, *questions))


def _answer(decided: Decisions, question: Question) -> Any:  # noqa: ANN401 - what an option may be
    """Returns the chosen answer, else the one in the settings, else the usual one."""
    config, game = decided.model.config, decided.game
    settings = {**config.default_options.get(game.name, {}), "by_hand": config.dice_by_hand}
    if isinstance(question, Choice) and (option := question.decides):
        settings[question.key] = settings.get(option, game.options[option]) != game.options[option]
    values = [answer.value for answer in question.answers]
    wanted = (decided.chosen.get(question.key), settings.get(question.key), question.usual)
    return next((value for value in wanted if value in values), values[0])


def solo_lineup(model: Model, player: str, bot: str) -> LineUp:
    """Returns the line-up of one person, without a name if it is empty, against a bot: as in the settings."""
    return Decisions(model, {GAME: SOLO_GAME, PLAYERS: 2}, {seat_key(0): player, bot_key(1): bot}).lineup()


def on_or_off(key: str, label: str, on: str, off: str) -> Choice:
    """Returns the question about a part of the program that can be switched off."""
    answers = (Answer(value=True, label=N_("on"), detail=on), Answer(value=False, label=N_("off"), detail=off))
    return Choice(key, label, answers)


@cache
def preferences() -> Mapping[str, Question]:
    """Returns the questions that set a part of the model, by its name, in the menu and in the setup."""
    # Cached, and not made at import: the name of each language is in its own catalog.
    tongues = tuple(Answer(code, translator_for(code)(N_("English")), "") for code in languages())
    questions = (
        on_or_off("guide", N_("Guide"), N_("says what goes where"), N_("no help")),
        on_or_off("sound", N_("Sound"), N_("tones and speech"), N_("quiet")),
        Choice("language", N_("Language"), tongues, are_names=True),
        Choice("brightness", N_("Brightness"), tuple(Answer(share, f"{share:.0%}", "") for share in BRIGHTNESSES)),
    )
    return {question.key: question for question in questions}


def preference(model: Model, name: str) -> FormItem:
    """Returns the question that sets a part of the model, with its answer."""
    question, value = preferences()[name], getattr(model, name)
    return FormItem(question, value, lambda answer: Transition(replace(model, **{name: answer})))


def bot_answers(game: str) -> tuple[Answer, ...]:
    """Returns the bots that play a game, the weakest first, with their strengths."""
    return tuple(Answer(bot, bot_title(bot, game), STRENGTHS.get(bot, "")) for bot in bots_for(game))


def offered_names(model: Model) -> tuple[str, ...]:
    """Returns the names in the settings and those of earlier players."""
    return tuple(dict.fromkeys((*model.config.offered_names, *model.known_names)))


def playable_games() -> tuple[tuple[str, str], ...]:
    names = dict.fromkeys((*TABLES, *GAMES))
    return tuple((name, TABLES[name].game.title) for name in names if is_playable(name))


def player_question(_: Translator, key: str, label: str, bots: Sequence[str], game: str) -> Choice:
    """Returns the question who plays a seat of this game: a person, or one of these bots."""

    def words(bot: str) -> str:
        title, strength = display_name(_, bot_title(bot, game)), _(STRENGTHS.get(bot, "")).partition(":")[0]
        return f"{title} ({strength})" if strength else title

    answers = (Answer(bot, words(bot), "") for bot in bots)
    return Choice(key, label, (Answer(PERSON, _("Human"), ""), *answers), is_worded=True, kind="pick")


def _ask_again(decided: Decisions) -> tuple[Question, ...]:
    model, last = decided.model, decided.model.last_lineup
    if last is None or not is_playable(last.game):
        return ()
    same = Answer(value=True, label=join_names(model.translate, last.players), detail=TABLES[last.game].game.title)
    others = Answer(value=False, label=model.translate("others"), detail=N_("new players or rules"))
    # During a game there is no finished game to play again.
    label = N_("Same players?") if decided.kept_game else N_("Same again?")
    return (Choice(AGAIN, label, (same, others), are_names=True),)


def ask_game(_decided: Decisions) -> tuple[Question, ...]:
    answers = tuple(Answer(name, title, "") for name, title in playable_games())
    return (Choice(GAME, N_("Game"), answers),) if len(answers) > 1 else ()


def _ask_players(decided: Decisions) -> tuple[Question, ...]:
    seats = decided.game.seats
    return (Number(PLAYERS, N_("How many?"), seats, seats[0], N_("players")),)


def _ask_name(seat: int, decided: Decisions) -> tuple[Question, ...]:
    """Offers the names in the settings that are free, a typed name, or a colour's name."""
    offered, answers, chosen = decided.model.config.offered_names, decided.answers, decided.chosen
    if not offered or seat >= answers.get(PLAYERS, 0) or chosen.get(bot_key(seat)):
        return ()
    # Compared in lower case, as in the rules, which reject names that look the same.
    taken = {answers[seat_key(other)].lower() for other in range(seat) if seat_key(other) in answers}
    # A name typed for a seat stays when a bot takes the seat: it becomes the bot's name.
    taken |= {decided.typed_name(other).lower() for other in range(answers[PLAYERS]) if chosen.get(bot_key(other))}
    typed = chosen.get(seat_key(seat), "")
    own = SEAT_COLOUR_NAMES[chosen.get(colour_key(seat), seat)]
    # Another player may have the name of the seat's own colour: then take the next free one.
    colour = next(colour for colour in (own, *SEAT_COLOUR_NAMES) if colour.lower() not in taken)
    known = (*offered, typed) if typed else offered
    free = dict.fromkeys((*(name for name in known if name.lower() not in taken), colour))
    return (Choice(seat_key(seat), own, tuple(Answer(name, name, N_("who plays?")) for name in free), are_names=True),)


def _ask_options(decided: Decisions) -> tuple[Question, ...]:
    """Returns the game's questions that follow from the answers and are not listed yet."""
    # A bot cannot hold real tiles: the box deals them.
    known = {*decided.answers, *([DEALT] if decided.bots() else [])}
    questions = TABLES[decided.game.name].questions(decided.answers[PLAYERS])
    return tuple(each for each in questions if each.key not in known and is_asked(each, decided.answers))
