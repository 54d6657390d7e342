"""Stories of finished games for the page's slider: a worker reads long records while the table plays on."""

from __future__ import annotations

import gc
import json
import resource
from collections import OrderedDict
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from companion.core.lineup import LineUp
from companion.core.saved_games import JournalError
from companion.core.table_registry import is_playable
from companion.features.story import (
    Reader,
    Story,
    describe_analysis,
    describe_course,
    describe_moment,
    describe_story,
    story_of,
)
from companion.locale.translator import translator_for
from companion.runtime.archive import ArchiveError, cache_key, fetch_game, fetch_game_on_table
from companion.runtime.journal import Journal
from engine.coach import Analysis, analyse_record
from engine.game import Illegal, Json
from engine.record import AnyRecord
from hardware.device import Colour

MEMORY_BYTES = 256 << 20
"""The most memory for data: a record of 100,000 events takes half of it; the smallest box has 512 MB in all."""
STORY_S = 30.0
"""How long an answer may take, in seconds: 100,000 events take 12 on a slow laptop."""
KEPT = 3
"""How many stories stay open."""
MOMENTS = 8
"""How many moments an answer tells."""


class Answer(NamedTuple):
    """What a request leads to."""

    status: int
    """Of HTTP."""
    content: Json


class StoryAnswer(NamedTuple):
    """An answer as the page gets it."""

    status: int
    content: bytes
    """JSON."""


@dataclass(frozen=True)
class OpenStory:
    """A story that was read."""

    story: Story
    about: Json

    @cached_property
    def analysis(self) -> Analysis | None:
        """What the coach says of it, which takes seconds; None: it has nothing to say."""
        return analyse_record(self.story.session.started_record)


class Stories:
    """The stories that are open; the one that nobody has asked for longest is closed first."""

    def __init__(self) -> None:
        self._open: OrderedDict[Hashable, OpenStory] = OrderedDict()

    def answer(self, request: Json) -> Answer:
        """Returns the moments that are asked for; opens the story before, if it is not open.

        Args:
            request: `language` and `colours` of the reader, and the `first` moment, or None: what the coach says of the
                whole game; the `journal` and its number as `game`, None for the one on the table.
        """
        reader = Reader(request["language"], tuple(Colour(*colour) for colour in request["colours"]))
        try:
            found = self._journalled(request)
        except (ArchiveError, LookupError):
            return _error(404, "there is no such finished game")
        except JournalError as error:
            return _error(500, "this game is damaged") if error.game else _error(503, "the journal cannot be read now")
        if request["first"] is None:
            analysis = found.analysis
            described = analysis and describe_analysis(found.story, analysis, reader)
            return Answer(200, described) if described else _error(404, "the coach has nothing to say of this game")
        story, first = found.story, min(request["first"], found.story.length - 1)
        numbers = range(first, min(first + MOMENTS, story.length))
        moments = [describe_moment(story, number, reader) for number in numbers]
        about = {**describe_story(story, reader), **found.about}
        # Where a coach tells win chances they come with what it says, which takes seconds.
        if first == 0 and story.session.game.coach is None:
            about["course"] = describe_course(story)
        return Answer(200, {**about, "first": first, "moments": moments})

    def close_all(self) -> None:
        self._open.clear()

    def _journalled(self, request: Json) -> OpenStory:
        with Journal.read(Path(request["journal"])) as journal:
            if request["game"] is None:
                # It is over, and its winner still shown: it is not among the finished ones yet.
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
            raise LookupError("there is no table for this game")
        colours: tuple[int, ...] = ()
        with suppress(Illegal):  # as a new game would give them
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
"""What this process has open."""


def tell_story(request: Json, stories: Stories = _stories) -> StoryAnswer:
    """Answers a request, for a worker."""
    limit_memory()
    gc.disable()  # it looks through every position of a long game again and again; there are no cycles to be found
    try:
        answer = stories.answer(request)
    except MemoryError:
        answer = None
    finally:
        gc.enable()
    # Only here: as long as the error is handled, it holds all that was read.
    if answer is None:
        stories.close_all()
        _ = translator_for(request["language"])
        answer = _error(413, _("This record is too long to be shown here."))
    # JSON may name half of a surrogate pair, as "\ud800" does, which no UTF-8 can: it becomes a question mark.
    content = json.dumps(answer.content, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
    return StoryAnswer(answer.status, content)


def limit_memory() -> None:
    """Has the system refuse this process more memory: a record must not take the table's."""
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
