"""The questions of a new game: how many play, who, and how; what follows depends on what was answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.bot_names import name_bots
from companion.core.game_session import DEALT
from companion.core.lineup import LineUp
from companion.core.model import Model
from companion.core.player_names import join_names
from companion.core.players import SEAT_COLOUR_NAMES, assign_seats
from companion.core.questions import Answer, Choice, Number, Question
from companion.core.table_registry import TABLES, is_playable
from companion.files.bot_loader import can_play
from companion.locale.translator import N_
from engine.games import GAMES

if TYPE_CHECKING:
    from engine.game import AnyGame

GAME = "game"
AGAIN = "again"
"""The key of the question whether the same players play again."""
PLAYERS = "players"
SEALED = "sealed"
"""The key of what `bank` turns on and off: whether the players seal the dice."""

SOLO_GAME, SOLO_BOT = "claimit", "sheriff"
"""What is played alone, and against whom."""

BROKEN = N_("cannot be loaded")
"""What stands below a plug-in whose rules or table are missing or broken; the log tells why."""

Chosen = Mapping[str, Any]
"""What was chosen by name, also for questions that are still to come."""
Ask = Callable[[Model, dict[str, Any]], tuple[Question, ...]]
"""What follows from what was decided so far: one question, or none, or a game's."""


def list_questions(model: Model, answers: tuple[Any, ...], chosen: Chosen) -> tuple[Question, ...]:
    """Returns all the questions that the device asks; which ones follow depends on what was answered."""
    # Asked anew for each press: a page holds nothing but the answers, so going back needs no undo.
    asked: list[Question] = []
    names: tuple[Ask, ...] = tuple(partial(_ask_name, chosen, seat) for seat in range(len(SEAT_COLOUR_NAMES)))
    options: Ask = partial(_ask_options, chosen)
    for ask in (_ask_again, _ask_game, _ask_players, *names, options):
        decided = {question.key: answer for question, answer in zip(asked, answers, strict=False)}
        if not decided.get(AGAIN):
            asked += ask(model, decided)
    return tuple(asked)


def preselected_answer(model: Model, asked: tuple[Question, ...], answers: tuple[Any, ...], chosen: Chosen) -> int:
    """Returns which answer to the next question is preselected.

    It is the one that was chosen by name, else the one from the settings, else the usual one.
    """
    question = asked[len(answers)]
    values = [answer.value for answer in question.answers]
    decided = {question.key: answer for question, answer in zip(asked, answers, strict=False)}
    settings = {**model.default_options.get(_game_name(decided), {}), "by_hand": model.dice_by_hand}
    usual = (chosen.get(question.key), settings.get(question.key), question.usual)
    return next((values.index(value) for value in usual if value in values), 0)


def complete_answers(
    model: Model, answers: tuple[Any, ...], chosen: Chosen
) -> tuple[tuple[Question, ...], dict[str, Any]]:
    """Returns all the questions, and an answer to each: to those that are still to come the preselected one."""
    while len(answers) < len(asked := list_questions(model, answers, chosen)):
        question = asked[len(answers)]
        value = question.answers[preselected_answer(model, asked, answers, chosen)].value
        # The cursor may stand on a plug-in that cannot be loaded: what follows is then that of the first game.
        is_broken = question.key == GAME and not is_playable(value)
        answers = (*answers, next(iter(TABLES)) if is_broken else value)
    return asked, {question.key: answer for question, answer in zip(asked, answers, strict=True)}


def make_lineup(model: Model, decided: Mapping[str, Any], chosen: Chosen) -> LineUp:
    """Returns the line-up that the answers make; players without a name are called after the seat's colour."""
    sealed = can_be_sealed(model, decided, chosen) and chosen.get(SEALED, False)
    if decided.get(AGAIN) and model.last_lineup is not None:
        return replace(model.last_lineup.for_next_game(), sealed=sealed)
    game = chosen_game(decided)
    options = {**game.options, **model.default_options.get(game.name, {})}
    players, colours = seat_players(decided, chosen)
    bots = chosen_bots(decided, chosen)
    asked = [question.key for question in TABLES[game.name].questions(len(players))]
    table_options = {key: decided[key] for key in asked if key in decided and key not in {*options, "by_hand"}}
    return LineUp(
        game=game.name,
        players=players,
        options={key: decided.get(key, default) for key, default in options.items()},
        by_hand=decided.get("by_hand", False),
        colours=colours,
        table_options={**table_options, DEALT: True} if is_dealt(model, decided, chosen) else table_options,
        sealed=sealed,
        bots=bots,
    )


def solo_lineup(model: Model) -> LineUp:
    """Returns the line-up of one person against a bot, as the settings have it and with the box's dice."""
    return make_lineup(model, {GAME: SOLO_GAME, PLAYERS: 2}, {bot_key(1): SOLO_BOT})


def can_be_sealed(model: Model, decided: Mapping[str, Any], chosen: Chosen) -> bool:
    """Returns whether the box rolls dice or deals tiles in what was decided, and its secret is kept."""
    if decided.get(AGAIN) and model.last_lineup is not None:
        game, by_hand = TABLES[model.last_lineup.game].game, model.last_lineup.by_hand
    else:
        game, by_hand = chosen_game(decided), decided.get("by_hand", False)
    return model.saved and (is_dealt(model, decided, chosen) or (bool(game.dice) and not by_hand))


def is_dealt(model: Model, decided: Mapping[str, Any], chosen: Chosen) -> bool:
    """Returns whether the box deals secret hands in what was decided; where bots play with hands, it does."""
    if decided.get(AGAIN) and model.last_lineup is not None:
        return model.last_lineup.table_options.get(DEALT) is True
    return chosen_game(decided).deal is not None and (decided.get(DEALT) is True or bool(chosen_bots(decided, chosen)))


def seat_players(decided: Mapping[str, Any], chosen: Chosen) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Returns the players' names and their seat colours."""
    seats = range(decided[PLAYERS])
    typed = [typed_name(seat, decided, chosen) or None for seat in seats]
    named = name_bots(typed, chosen_bots(decided, chosen), _game_name(decided))
    return assign_seats(named, [chosen.get(colour_key(seat)) for seat in seats])


def chosen_bots(decided: Mapping[str, Any], chosen: Chosen) -> dict[str, str]:
    """Returns the bots that were chosen and play this game, by the number of their seat, as a line-up has them."""
    seats = range(decided[PLAYERS])
    wanted = {str(seat): bot for seat in seats if (bot := chosen.get(bot_key(seat)))}
    game = _game_name(decided)
    return {} if TABLES[game].bot_seat is None else {seat: bot for seat, bot in wanted.items() if can_play(bot, game)}


def offered_bots(model: Model, game: str) -> tuple[str, ...]:
    """Returns the names of the bots that can play a game at its table, the ghosts last."""
    from engine.bots import bots_for  # noqa: PLC0415 - loaded when somebody may choose one

    if TABLES[game].bot_seat is None:
        return ()
    return (*bots_for(game), *(ghost for ghost in model.ghosts if can_play(ghost, game)))


def typed_name(seat: int, decided: Mapping[str, Any], chosen: Chosen) -> str:
    """Returns the name that was chosen or typed for a seat; empty: none."""
    name: str = decided.get(seat_key(seat), chosen.get(seat_key(seat), ""))
    return name


def chosen_game(decided: Mapping[str, Any]) -> AnyGame:
    """Returns the rules of what is played."""
    return TABLES[_game_name(decided)].game


def seat_key(seat: int) -> str:
    """Returns the key of the question who sits there."""
    return f"seat {seat}"


def colour_key(seat: int) -> str:
    """Returns the key of the question which colour is the seat's."""
    return f"colour {seat}"


def bot_key(seat: int) -> str:
    """Returns the key of the question which bot plays a seat."""
    return f"bot {seat}"


def _ask_again(model: Model, decided: dict[str, Any]) -> tuple[Question, ...]:
    """Asks whether the same players play again, if somebody has played before."""
    if model.last_lineup is None or not is_playable(model.last_lineup.game):
        return ()
    same = Answer(value=True, label=join_names(model.translate, model.last_lineup.players), detail="")
    others = Answer(value=False, label=model.translate("others"), detail=N_("new players or rules"))
    return (Choice(AGAIN, N_("Same again?"), (same, others), are_names=True),)


def _ask_game(model: Model, decided: dict[str, Any]) -> tuple[Question, ...]:
    answers = tuple(
        Answer(name, TABLES[name].game.title, "") if is_playable(name) else Answer(name, name, BROKEN)
        for name in dict.fromkeys((*TABLES, *GAMES))
    )
    return (Choice(GAME, N_("Game"), answers),) if len(answers) > 1 else ()


def _ask_players(model: Model, decided: dict[str, Any]) -> tuple[Question, ...]:
    seats = TABLES[_game_name(decided)].game.seats
    return (Number(PLAYERS, N_("How many?"), seats, seats[0], N_("players")),)


def _ask_name(chosen: Chosen, seat: int, model: Model, decided: dict[str, Any]) -> tuple[Question, ...]:
    """Asks who sits there: the names of the settings that are still free, one that was typed, or a colour's name."""
    if not model.offered_names or seat >= decided.get(PLAYERS, 0) or chosen.get(bot_key(seat)):
        return ()
    taken = {decided[seat_key(other)].lower() for other in range(seat) if seat_key(other) in decided}
    typed = chosen.get(seat_key(seat), "")
    known = (*model.offered_names, typed) if typed else model.offered_names
    own = SEAT_COLOUR_NAMES[chosen.get(colour_key(seat), seat)]
    colour = next(colour for colour in (own, *SEAT_COLOUR_NAMES) if colour.lower() not in taken)
    free = dict.fromkeys((*(name for name in known if name.lower() not in taken), colour))
    answers = tuple(Answer(name, name, N_("who plays?")) for name in free)
    return (Choice(seat_key(seat), own, answers, are_names=True),)


def _ask_options(chosen: Chosen, model: Model, decided: dict[str, Any]) -> tuple[Question, ...]:
    table = TABLES[_game_name(decided)]
    asked = table.questions(decided.get(PLAYERS, table.game.seats[0]))
    # A bot has no hands that could hold tiles: the box deals them.
    needs_deal = PLAYERS in decided and chosen_bots(decided, chosen)
    return tuple(question for question in asked if not (needs_deal and question.key == DEALT))


def _game_name(decided: Mapping[str, Any]) -> str:
    """Returns what is played: where there is one game only, nobody is asked."""
    name: str = decided.get(GAME, next(iter(TABLES)))
    return name
