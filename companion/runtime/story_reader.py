"""Reads stories, the replays of finished games on the web page, in a worker: long records take seconds."""

import json
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from companion.core.game_session import AnySession
from companion.core.lineup import LineUp
from companion.core.model import is_playable
from companion.features import story
from companion.runtime.archive import NOT_INSTALLED, ArchiveError, cache_key, fetch_game
from companion.runtime.journal import Journal
from engine.coach import Analysis, analyse_record
from engine.game import Illegal, Json
from hardware.device import Colour

STORY_TIMEOUT_S = 30.0
"""Timeout of an answer in seconds: 100,000 events take 12 s on a slow laptop."""
MAX_OPEN_STORIES = 3
"""The number of stories that a worker keeps in memory; another one replaces the one that was used least recently."""
MAX_MOMENTS = 8
"""Maximum number of moments in an answer."""


@dataclass(frozen=True)
class OpenStory:
    session: AnySession
    header: Json
    """The time, number and commitment of the game, for each answer."""

    @cached_property
    def analysis(self) -> Analysis | None:
        """The coach's analysis, which takes seconds; None if there is no coach or nothing to analyse."""
        return analyse_record(self.session.started_record)


def read_story(request: Json) -> bytes:
    """Returns moments of a game as JSON, or the coach's analysis of it.

    Args:
        request: `journal`: the path of the journal. `game`: the number of the game; None for the current one. `first`:
            the number of the first moment, 0 for the start; None for the analysis. `language` and `colours`: those of
            the viewer.

    Raises:
        ArchiveError: the game does not exist, or the coach has no analysis of it.
        JournalError: the journal cannot be read, or the game in it is damaged.
    """
    viewer = story.StoryViewer(request["language"], tuple(Colour(*colour) for colour in request["colours"]))
    path, number = Path(request["journal"]), request["game"]
    with Journal.read(path) as journal:
        key = cache_key(journal, number)
    found = _open_story(path, number, key)
    if request["first"] is None:
        if found.analysis is None:
            raise ArchiveError("the coach has no comment on this game")
        return _encode(story.describe_analysis(found.session, found.analysis, viewer))
    length = len(found.session.kept_events)
    first = min(request["first"], length - 1)
    indexes = range(first, min(first + MAX_MOMENTS, length))
    moments = [story.describe_moment(found.session, index, viewer) for index in indexes]
    about = {**story.describe_story(found.session, viewer), **found.header}
    # In a game with a coach, the course (the curve of the chances) is part of the analysis, which takes seconds.
    if first == 0 and found.session.game.coach_module is None:
        about["course"] = story.describe_course(found.session)
    return _encode({**about, "first": first, "moments": moments})


def _encode(answer: Json) -> bytes:
    # JSON can contain half of a surrogate pair, such as "\ud800", which UTF-8 cannot encode: "?" replaces it.
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


@lru_cache(MAX_OPEN_STORIES)
def _open_story(path: Path, number: int | None, key: tuple[Hashable, ...]) -> OpenStory:
    """Reads a game; the key distinguishes it from a game of another journal at this path."""
    with Journal.read(path) as journal:
        archived = fetch_game(journal, number)
    record = archived.record
    if not is_playable(record.start.game):
        raise ArchiveError(NOT_INSTALLED, game=record.start.game)
    colours: tuple[int, ...] = ()
    with suppress(Illegal):  # then the story has the colours of a new game
        colours = LineUp.from_json(archived.entry.lineup).colours
    header: dict[str, Any] = {"begun_at": archived.entry.begun_at}
    if number is not None:
        header |= {"number": number, "commitment": key[-1]}  # `cache_key` ends with the commitment
    return OpenStory(story.story_of(record, colours), header)
