"""What the coach says of a whole game, as JSON for the page: computed where its story is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.core.player_names import display_name
from companion.core.table import handicap_words, reason_words, signed_per_cent, whole_per_cent
from companion.core.table_registry import table_of
from companion.locale.translator import translator_for
from companion.program.story import caption_of
from engine.game import Seat

if TYPE_CHECKING:
    from companion.program.story import Reader, Story
    from engine.coach import Analysis, Decision, Moment, Option

MOST = 5
"""How many blunders are told, the worst."""


def describe_analysis(story: Story, found: Analysis, reader: Reader) -> dict[str, Any]:
    """Returns what the coach says of the story's game, in the reader's language.

    Args:
        story: of the game.
        found: what the coach says of it.
        reader: for whom.
    """
    _, players = translator_for(reader.language), story.session.lineup.players
    names = [display_name(_, name) for name in players]
    weaker = names[found.without_luck.index(min(found.without_luck))]
    return {
        "players": names,
        "without_luck": [round(share, 3) for share in found.without_luck],
        "shares": [whole_per_cent(share) for share in found.without_luck],
        "luck": [signed_per_cent(brought) for brought in found.luck],
        "lost": [signed_per_cent(-found.lost_by_decisions(seat)) for seat in map(Seat, range(len(players)))],
        "even": handicap_words(_, found.handicap, weaker),
        "moment": found.moment and _describe_moment(story, found.moment, reader),
        "blunders": [_describe_blunder(story, blunder, reader) for blunder in found.blunders[:MOST]],
    }


def _describe_moment(story: Story, moment: Moment, reader: Reader) -> dict[str, Any]:
    return {
        "step": moment.step,
        "caption": caption_of(story, moment.step, reader),
        "swing": f"{whole_per_cent(moment.before)} → {whole_per_cent(moment.after)}",
        "instead": _describe_option(story, moment.other, reader),
    }


def _describe_blunder(story: Story, blunder: Decision, reader: Reader) -> dict[str, Any]:
    _ = translator_for(reader.language)
    return {
        "step": blunder.step,
        "caption": caption_of(story, blunder.step, reader),
        "loss": signed_per_cent(-blunder.loss),
        "instead": _describe_option(story, blunder.best, reader),
        "why": reason_words(_, blunder.reason, story.session.lineup.players),
    }


def _describe_option(story: Story, option: Option | None, reader: Reader) -> str:
    """Returns what could have been done, and its win chance; empty where there was no choice."""
    coach = table_of(story.session).coach
    if option is None or coach is None:
        return ""
    return f"{coach.option_words(translator_for(reader.language), option.event)}, {whole_per_cent(option.chance)}"
