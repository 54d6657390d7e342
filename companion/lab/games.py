"""Plays the games of a study, and counts them."""

from __future__ import annotations

import platform
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from companion.files.bot_loader import load_bot
from companion.lab.tally import Tally
from engine.bot_games import GameResult, Steps, play
from engine.game import EngineError, Illegal
from engine.games import GAMES

if TYPE_CHECKING:
    from companion.lab.study import Study
    from engine.bot import Bot


class StudyError(Exception):
    """A game of a study cannot be played; the text says which, and why."""


class PlayedGame(NamedTuple):
    """A game of a study, for whoever wants more than the counts."""

    number: int
    seating: tuple[str, ...]
    result: GameResult
    luck: tuple[float, ...] = ()
    """Of each seat, in win chances; empty unless the study wants it."""


class Batch(NamedTuple):
    """Some consecutive games of a study."""

    numbers: range
    tallies: tuple[Tally, ...]
    """Of each line-up."""
    games: tuple[PlayedGame, ...]
    """Each game in its order; none unless they were wanted."""


def load_bots(study: Study) -> dict[str, Bot]:
    """Returns the bots of a study by their names.

    Raises:
        StudyError: one cannot be loaded here: whoever asked for the study could, but this may be another machine.
    """
    try:
        return {name: load_bot(name, study.game) for name in study.bots}
    except Illegal as refusal:
        # The others' arguments do not survive the way between processes.
        raise StudyError(f"{platform.node()}: {refusal.message}") from refusal


def play_games(study: Study, numbers: range, *, keep_games: bool = False) -> Batch:
    """Plays the games of these numbers. Depends on nothing else: whoever plays them, and where, they are the same.

    Raises:
        StudyError: a bot cannot be loaded, fails or breaks the rules, or a game does not end.
    """
    game = GAMES[study.game]
    bots = load_bots(study)
    tallies = tuple(Tally() for _ in study.line_ups)
    kept = []
    for number in numbers:
        seating, key = study.seating(number), study.key(number)
        # The bots' numbers follow from the key as the dice do, and are independent of them.
        chance = Random(int.from_bytes(key)).random  # noqa: S311 - no secret: whoever knows the study knows its games
        steps: Steps | None = [] if study.banks or study.luck else None
        try:
            result = play(game, study.options, [bots[name] for name in seating], key, chance, steps=steps)
            luck = game.coach.luck(steps) if study.luck and game.coach and steps else ()
        except EngineError as error:
            raise StudyError(f"game {number}: {error}") from error
        tally, group = tallies[study.line_up_of(number)], study.group_of(number)
        tally.add(seating, result)
        if study.banks and game.luck and steps:
            tally.add_stakes(seating, game.luck.stakes(steps), group)
        if luck:
            tally.add_luck(seating, result.winners, luck, group)
        if keep_games:
            kept.append(PlayedGame(number, seating, result, luck))
    return Batch(numbers, tallies, tuple(kept))
