"""Stories of finished games for the slider on the web page: a worker reads long records during play."""

import json
from collections import OrderedDict
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from companion.core.lineup import LineUp
from companion.core.saved_games import JournalError
from companion.core.table import is_playable
from companion.features.story import (
    Reader,
    Story,
    describe_analysis,
    describe_course,
    describe_moment,
    describe_story,
    story_of,
)
from companion.runtime.archive import ArchiveError, cache_key, fetch_game, fetch_game_on_table
from companion.runtime.journal import Journal
from engine.coach import Analysis, analyse_record
from engine.game import Illegal, Json
from engine.record import AnyRecord
from hardware.device import Colour

STORY_S = 30.0
"""Timeout of an answer in seconds: 100,000 events take 12 s on a slow laptop."""
KEPT = 3
"""Maximum number of open stories."""
MOMENTS = 8
"""Maximum number of moments in an answer."""


class Answer(NamedTuple):
    status: int
    content: Json


class StoryAnswer(NamedTuple):
    status: int
    content: bytes


@dataclass(frozen=True)
class OpenStory:
    story: Story
    about: Json

    @cached_property
    def analysis(self) -> Analysis | None:
        """The coach's analysis, which takes seconds; None if there is no coach or nothing to analyse."""
        return analyse_record(self.story.session.started_record)


class Stories:
    """The open stories; the least recently used one is closed first."""

    def __init__(self) -> None:
        self._open: OrderedDict[Hashable, OpenStory] = OrderedDict()

    def answer(self, request: Json) -> Answer:
        """Returns the requested moments; opens the story if necessary.

        Args:
            request: `language` and `colours` of the reader, and the `first` moment, or None: what the coach says of the
                whole game; the `journal` and its number as `game`, None for the one on the table.
        """
        reader = Reader(request["language"], tuple(Colour(*colour) for colour in request["colours"]))
        try:
            found = self._journalled(request)
        except (ArchiveError, LookupError):
            return _error(404, "unknown game")
        except JournalError as error:
            return _error(500, "this game is damaged") if error.game else _error(503, "the journal cannot be read now")
        if request["first"] is None:
            analysis = found.analysis
            described = analysis and describe_analysis(found.story, analysis, reader)
            return Answer(200, described) if described else _error(404, "the coach has no comment on this game")
        story, first = found.story, min(request["first"], found.story.length - 1)
        numbers = range(first, min(first + MOMENTS, story.length))
        moments = [describe_moment(story, number, reader) for number in numbers]
        about = {**describe_story(story, reader), **found.about}
        # With a coach, win chances are part of its analysis, which takes seconds.
        if first == 0 and story.session.game.coach_module is None:
            about["course"] = describe_course(story)
        return Answer(200, {**about, "first": first, "moments": moments})

    def _journalled(self, request: Json) -> OpenStory:
        with Journal.read(Path(request["journal"])) as journal:
            if request["game"] is None:
                # The game is over and its winner is still shown: the history does not contain it yet.
                archived = fetch_game_on_table(journal)
                begun_at = archived.entry.begun_at
                so_far = begun_at, len(archived.record.events)
                if so_far not in self._open:
                    self._keep(so_far, archived.record, archived.entry.lineup, {"begun_at": begun_at})
                return self._reopen(so_far)
            number = request["game"]
            key = cache_key(journal, number)
            if key not in self._open:
                archived = fetch_game(journal, number)
                about = {"number": number, "begun_at": archived.entry.begun_at, "commitment": key[-1]}
                self._keep(key, archived.record, archived.entry.lineup, about)
            return self._reopen(key)

    def _keep(self, key: Hashable, record: AnyRecord, lineup: Json, about: Json) -> None:
        if not is_playable(record.start.game):
            raise LookupError("the game is not installed")
        colours: tuple[int, ...] = ()
        with suppress(Illegal):  # colours as in a new game
            colours = LineUp.from_json(lineup).colours
        self._open[key] = OpenStory(story_of(record, colours), about)
        if len(self._open) > KEPT:
            self._open.popitem(last=False)

    def _reopen(self, key: Hashable) -> OpenStory:
        self._open.move_to_end(key)
        return self._open[key]


def _error(status: int, message: str) -> Answer:
    return Answer(status, {"error": message})


_stories = Stories()


def tell_story(request: Json) -> StoryAnswer:
    """Answers a request, for a worker."""
    answer = _stories.answer(request)
    # JSON can contain half of a surrogate pair, such as "\ud800", which UTF-8 cannot encode: "?" replaces it.
    content = json.dumps(answer.content, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
    return StoryAnswer(answer.status, content)
