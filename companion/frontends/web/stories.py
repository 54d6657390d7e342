"""The stories of finished games, for the page's slider."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Hashable
from contextlib import suppress
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.core.journal_error import JournalError
from companion.frontends.web.api import LARGEST, ON_TABLE, error_response
from companion.frontends.web.room import Room
from companion.locale.translator import languages
from companion.runtime.archive import ArchiveError, cache_key
from companion.runtime.jobs import ANALYSIS_S
from companion.runtime.journal import Journal
from companion.runtime.story_reader import STORY_S, StoryAnswer, tell_story
from companion.runtime.workers import Job, LaneName, WorkerError, Workers
from companion.settings.text_values import whole_number
from engine.game import Json

log = logging.getLogger(__name__)

ANALYSES = 64
"""How many of its answers are kept."""
OK = 200
"""Of HTTP."""


class StoryPages:
    """Answers requests for stories; workers read them."""

    def __init__(self, room: Room, journal: Path | None, workers: Workers) -> None:
        self._room = room
        self._journal = journal
        self._workers = workers
        # Each has its lane: a story does not wait for the coach.
        self._asking = {"read": asyncio.Lock(), "think": asyncio.Lock()}
        self._analyses: OrderedDict[tuple[Hashable, str], StoryAnswer] = OrderedDict()

    def routes(self) -> list[Route]:
        return [
            Route("/api/story/{name}", self._answer_story),
            Route("/api/analysis/{name}", self._answer_analysis),
        ]

    async def _answer_story(self, request: Request) -> Response:
        first = whole_number(request.query_params.get("first", "0"), LARGEST)
        if first is None:
            return error_response(400, "first is the number of a moment")
        story = self._parse_name(request.path_params["name"])
        if story is None:
            return error_response(404, "there is no such finished game")
        language = self._language(request.query_params.get("language", ""))
        story = {**story, "first": first, "language": language}
        return _respond(await self._fetch(request, "read", story, STORY_S))

    async def _answer_analysis(self, request: Request) -> Response:
        """Answers with what the coach says of a journalled game that is over."""
        name, language = request.path_params["name"], self._language(request.query_params.get("language", ""))
        story = self._parse_name(name)
        if story is None:
            return error_response(404, "the coach has nothing to say of this game")
        # A finished game stays as it is; the one on the table may still be taken back.
        key = None if name == ON_TABLE else await run_in_threadpool(_find_key, story)
        if (key, language) in self._analyses:
            return _respond(self._analyses[key, language])
        answer = await self._fetch(request, "think", {**story, "first": None, "language": language}, ANALYSIS_S)
        if answer is not None and answer.status == OK and key is not None:
            self._analyses[key, language] = answer
            if len(self._analyses) > ANALYSES:
                self._analyses.popitem(last=False)
        return _respond(answer)

    def _language(self, wanted: str) -> str:
        return wanted if wanted in languages() else self._room.broadcaster.language

    def _parse_name(self, name: str) -> Json | None:
        number = whole_number(name, LARGEST)
        if number is None and name != ON_TABLE:
            return None
        return None if self._journal is None else {"journal": str(self._journal), "game": number}

    async def _fetch(self, request: Request, lane: LaneName, story: Json, limit_s: float) -> StoryAnswer | None:
        """Returns the answer of a worker; None if it takes too long, or whoever has asked is gone."""
        job = Job(lane, tell_story, ({**story, "colours": self._room.broadcaster.colours},), limit_s)
        # One after the other: what nobody waits for any more is not computed.
        async with self._asking[lane]:
            if await request.is_disconnected():
                return None
            try:
                answer: StoryAnswer = await asyncio.wrap_future(self._workers.submit(job))
            except WorkerError as problem:
                log.warning("%s", problem)
                return None
            return answer


def _find_key(story: Json) -> Hashable:
    """Returns what names a journalled game in the cache; None where it cannot be read, which its answer tells."""
    with suppress(ArchiveError, JournalError), Journal.read(Path(story["journal"])) as journal:
        return cache_key(journal, story["game"])
    return None


def _respond(answer: StoryAnswer | None) -> Response:
    if answer is None:
        return error_response(503, "this takes too long here")
    return Response(answer.content, answer.status, media_type="application/json")
