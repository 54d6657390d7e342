"""The read-only API for the web page and other programs: the current game, finished games, records and stories."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from companion.core.effects import ANALYSIS_S, Job, LaneName
from companion.core.lineup import SPECTATOR
from companion.core.people import People, person_facts, person_json
from companion.core.saved_games import GameId, JournalError
from companion.locale.translator import SOURCE, languages, translator_for
from companion.runtime import archive, export_formats
from companion.runtime.journal import Journal
from companion.runtime.story_reader import STORY_TIMEOUT_S, read_story
from companion.runtime.workers import WorkerError, Workers
from companion.settings.text_values import whole_number
from companion.web.room import Room
from companion.web.server import RateLimit
from engine.game import Json
from engine.record import to_lines

T = TypeVar("T")
Answer = Callable[[Request], Awaitable[Response]]

log = logging.getLogger(__name__)

MAX_ROWS = 50
"""Maximum number of games or people in an answer."""
MAX_NUMBER = (1 << 31) - 1
"""Maximum of a number in a request: of a game, of people, of moments."""
CURRENT_GAME = "table"
"""The name of the current game, used instead of a number while its winner is shown."""
NO_GAME = "unknown game"
"""Also sent if the rules of a game are unknown, because the archive's message contains file names."""
TOO_LONG = "this takes too long here"


class Api:
    """Answers requests from the current view (`Room`) and the journal, which one thread reads at a time."""

    def __init__(self, room: Room, journal: Path | None, workers: Workers) -> None:
        self._room = room
        self._journal = journal
        self._workers = workers
        self._reading, self._rate_limit = asyncio.Lock(), RateLimit(40, 0.25)
        # Stories and analyses have separate lanes of workers: a story does not wait for the coach.
        self._lane_locks = {"read": asyncio.Lock(), "think": asyncio.Lock()}

    def routes(self) -> list[Route]:
        answers: dict[str, Answer] = {
            "/recognition/{name}": self._answer_recognition,
            "/api/state": self._answer_state,
            "/api/history": self._answer_history,
            "/api/record/{number}": self._answer_record,
            "/api/record/{number}/record.jsonl": self._answer_events,
            "/api/record/{number}/picture.svg": self._answer_picture,
            "/api/record/{number}/bgstats": self._answer_bgstats,
            "/api/people": self._answer_people,
            "/api/person": self._answer_person,
            "/rules/{game}/{section}.svg": answer_rules_picture,
            "/api/story/{name}": self._answer_story,
            "/api/analysis/{name}": self._answer_analysis,
        }
        return [Route(path, partial(_answer_or_refuse, answer)) for path, answer in answers.items()]

    async def _answer_recognition(self, request: Request) -> Response:
        """Answers the challenge `name`, by which a web page recognizes this companion."""
        return PlainTextResponse(self._room.tokens.recognition(request.path_params["name"]))

    async def _answer_state(self, _: Request) -> Response:
        message = json.loads(self._room.broadcaster.description(None, SPECTATOR) or '{"description":null}')
        return JSONResponse({"table": message["description"], "state": self._room.broadcaster.published_state()})

    async def _answer_history(self, request: Request) -> Response:
        before = GameId(_number_in(request, "before", MAX_NUMBER, "the number of a game"))
        games = await self._read(lambda journal: list(archive.history_entries(journal, MAX_ROWS, before)))
        return JSONResponse([export_formats.entry_json(game) for game in games])

    async def _answer_record(self, request: Request) -> Response:
        return JSONResponse(await self._read_game(request, export_formats.game_json))

    async def _answer_events(self, request: Request) -> Response:
        lines = await self._read_game(request, lambda game: to_lines(game.record))
        return Response(lines, media_type="application/jsonl")

    async def _answer_picture(self, request: Request) -> Response:
        _ = translator_for(_language_of(request, SOURCE))
        picture = await self._read_game(request, lambda game: export_formats.picture_of(game, _))
        return Response(picture, media_type="image/svg+xml")

    async def _answer_bgstats(self, request: Request) -> Response:
        return JSONResponse(await self._read_game(request, export_formats.play_link))

    async def _answer_people(self, request: Request) -> Response:
        after = _number_in(request, "after", 0, "how many people come before")
        return JSONResponse(export_formats.people_json(await self._read_people(), after, MAX_ROWS))

    async def _answer_person(self, request: Request) -> Response:
        person = (await self._read_people()).find(request.query_params.get("name", ""))
        if person is None:
            raise HTTPException(404, "unknown name")
        facts = person_facts(translator_for(_language_of(request, SOURCE)), person)
        return JSONResponse(person_json(person) | {"facts": [[fact.label, fact.in_full] for fact in facts]})

    async def _answer_story(self, request: Request) -> Response:
        first = _number_in(request, "first", 0, "the number of a moment")
        return await self._fetch(request, "read", first, STORY_TIMEOUT_S)

    async def _answer_analysis(self, request: Request) -> Response:
        return await self._fetch(request, "think", None, ANALYSIS_S)

    @property
    def _journal_path(self) -> Path:
        if self._journal is None:
            raise HTTPException(404, NO_GAME)
        return self._journal

    async def _read_game(self, request: Request, describe: Callable[[archive.ArchivedGame], T]) -> T:
        number = _game_number(request.path_params["number"])
        return await self._read(lambda journal: describe(archive.fetch_game(journal, number)))

    async def _read(self, describe: Callable[[Journal], T]) -> T:
        path = self._journal_path

        def read() -> T:
            with Journal.read(path) as journal:
                return describe(journal)

        # In a thread of the pool, because reading a long history would delay presses; one at a time, so that many
        # requests do not use up the pool and the disk.
        async with self._reading:
            await self._rate_limit.wait()
            return await run_in_threadpool(read)

    async def _read_people(self) -> People:
        if self._journal is None:
            return People()
        async with self._reading:
            await self._rate_limit.wait()
            return await asyncio.wrap_future(
                self._workers.submit(Job("read", archive.read_people_at, (self._journal,), archive.PEOPLE_TIMEOUT_S))
            )

    async def _fetch(self, request: Request, lane: LaneName, first: int | None, limit_s: float) -> Response:
        """Answers with a story from a moment on, or the coach's analysis if `first` is None; `read_story` does both."""
        query: Json = {
            "journal": str(self._journal_path),
            "game": _game_number(request.path_params["name"]),
            "first": first,
            "language": _language_of(request, self._room.broadcaster.language),
            "colours": model.colours if (model := self._room.broadcaster.model) else (),
        }
        # One after the other, so that abandoned requests are not computed.
        async with self._lane_locks[lane]:
            if await request.is_disconnected():
                raise HTTPException(503, TOO_LONG)
            story_json = await asyncio.wrap_future(self._workers.submit(Job(lane, read_story, (query,), limit_s)))
            return Response(story_json, media_type="application/json")


async def _answer_or_refuse(answer: Answer, request: Request) -> Response:
    try:
        return await answer(request)
    except HTTPException as refused:
        status, reason = refused.status_code, refused.detail
    except archive.ArchiveError as error:
        status, reason = 404, NO_GAME if error.values else str(error)  # values can be file names
    except JournalError as error:
        status, reason = (500, "this game is damaged") if error.number else (503, "the journal cannot be read now")
    except WorkerError as problem:
        log.warning("%s", problem)
        status, reason = 503, TOO_LONG
    return JSONResponse({"error": reason}, status)


def _number_in(request: Request, key: str, default: int, meaning: str) -> int:
    number = whole_number(request.query_params.get(key, str(default)), MAX_NUMBER)
    if number is None:
        raise HTTPException(400, f"{key} is {meaning}")
    return number


def _game_number(name: str) -> int | None:
    """Returns the number of a game; None for the current game."""
    number = whole_number(name, MAX_NUMBER)
    if number is None and name != CURRENT_GAME:
        raise HTTPException(404, NO_GAME)
    return number


def _language_of(request: Request, default: str) -> str:
    language = request.query_params.get("language", "")
    return language if language in languages() else default


async def answer_rules_picture(request: Request) -> Response:
    """Answers with one moment of the picture of a rules section: `2-0.svg` is the first of the third section."""
    match [whole_number(part, MAX_NUMBER) for part in request.path_params["section"].split("-")]:
        case [int(number), int(moment)]:
            # In a thread of the pool, because it plays a game up to a position, which would delay presses.
            shown = await run_in_threadpool(export_formats.rules_pictures, request.path_params["game"], number)
        case _:
            shown, moment = (), 0
    if moment >= len(shown):
        raise HTTPException(404, "unknown picture")
    return Response(shown[moment], media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})
