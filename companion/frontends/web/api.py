"""The read-only API for other people's displays: the table, the finished games, their records and luck."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from companion.core.journal_error import JournalError
from companion.core.people import People, person_facts, person_json
from companion.core.saved_games import Finished, GameId, HistoryEntry
from companion.core.viewer_kind import SPECTATOR
from companion.frontends.web.room import Room
from companion.frontends.web.server import Pace
from companion.locale.translator import SOURCE, Translator, languages, translator_for
from companion.program.description import describe_luck
from companion.runtime.archive import (
    PEOPLE_S,
    ArchivedGame,
    ArchiveError,
    fetch_game,
    fetch_game_on_table,
    history_entries,
    people_of,
    verified_draws,
)
from companion.runtime.export_formats import as_record, bgstats_link, picture_of
from companion.runtime.journal import Journal
from companion.runtime.workers import Job, WorkerError, Workers
from companion.screen.drawings import qr_rows
from companion.settings.text_values import whole_number
from engine.games import title_of
from engine.record import format  # noqa: A004 - the notation's name; the built-in is not used here

MOST = 50
"""The most games, or people, in one answer."""
LARGEST = (1 << 31) - 1
"""The highest number that is taken: of a game, of people, of moments."""
CODE_LETTERS = 2953
"""The longest link that a QR code holds (ISO/IEC 18004, version 40-L)."""
ON_TABLE = "table"
"""What stands in the place of a number for the game whose winner is still shown."""
NO_PICTURE = "there is no such picture"
NO_GAME = "there is no such finished game"
"""Also where its number is known, but not its rules: what the archive says names files of this machine."""


class Api:
    """Answers requests from the room, and from the journal: one reader at a time, off the loop's thread."""

    def __init__(self, room: Room, journal: Path | None, workers: Workers) -> None:
        self._room = room
        self._journal = journal
        self._workers = workers
        self._reading, self._pace = asyncio.Lock(), Pace(40, 0.25)

    def routes(self) -> list[Route]:
        return [
            Route("/recognition/{name}", self._answer_recognition),
            Route("/api/state", self._answer_state),
            Route("/api/history", self._answer_history),
            Route("/api/record/{number}", self._answer_record),
            Route(
                "/api/record/{number}/record.jsonl",
                partial(
                    self._answer_about, describe=as_record, respond=partial(Response, media_type="application/jsonl")
                ),
            ),
            Route("/api/record/{number}/picture.svg", self._answer_picture),
            Route("/api/record/{number}/bgstats", partial(self._answer_about, describe=play_link)),
            Route("/api/people", self._answer_people),
            Route("/api/person", self._answer_person),
            Route("/rules/{game}/{section}.svg", answer_rules_picture),
        ]

    async def _answer_state(self, _: Request) -> Response:
        """Answers with what every spectator sees, and the state in the referee's notation."""
        description = json.loads(self._room.broadcaster.description(None, SPECTATOR) or '{"told":null}')["told"]
        return JSONResponse({"table": description, "state": self._room.broadcaster.published_state()})

    async def _answer_recognition(self, request: Request) -> Response:
        return PlainTextResponse(self._room.tokens.recognition(request.path_params["name"]))

    async def _answer_history(self, request: Request) -> Response:
        before = whole_number(request.query_params.get("before", str(LARGEST)), LARGEST)
        if before is None:
            return error_response(400, "before is the number of a game")
        return await self._answer_from_journal(
            lambda journal: [list_entry(entry) for entry in history_entries(journal, MOST, GameId(before))]
        )

    async def _answer_record(self, request: Request) -> Response:
        number = whole_number(request.path_params["number"], LARGEST)
        if number is None:
            return error_response(404, NO_GAME)
        return await self._answer_from_journal(lambda journal: game_details(fetch_game(journal, number)))

    async def _answer_picture(self, request: Request) -> Response:
        """Answers with the final board of one game as a picture, in the language that is asked for."""
        _ = _translator_of(request)
        return await self._answer_about(
            request, lambda game: picture_of(game, _), partial(Response, media_type="image/svg+xml")
        )

    async def _answer_about(
        self,
        request: Request,
        describe: Callable[[ArchivedGame], Any],
        respond: Callable[[Any], Response] = JSONResponse,
    ) -> Response:
        name = request.path_params["number"]
        number = whole_number(name, LARGEST)
        if number is None and name != ON_TABLE:
            return error_response(404, NO_GAME)

        def answer(journal: Journal) -> Any:  # noqa: ANN401 (what can be told)
            return describe(fetch_game_on_table(journal) if number is None else fetch_game(journal, number))

        return await self._answer_from_journal(answer, respond)

    async def _answer_people(self, request: Request) -> Response:
        after = whole_number(request.query_params.get("after", "0"), LARGEST)
        if after is None:
            return error_response(400, "after is how many people come before")
        return await self._answer_later(lambda: list_people(self._read_people(), after))

    async def _answer_person(self, request: Request) -> Response:
        """Answers with all that is known of a person: for programs, and in words of the language that is asked for."""
        name, _ = request.query_params.get("name", ""), _translator_of(request)

        def read() -> dict[str, Any]:
            person = self._read_people().find(name)
            if person is None:
                raise ArchiveError("there is nobody of this name")
            facts = [[fact.label, fact.in_full] for fact in person_facts(_, person)]
            return person_json(person) | {"facts": facts}

        return await self._answer_later(read)

    def _read_people(self) -> People:
        """Returns what a worker counts; waits for it, so in a thread of the pool."""
        if self._journal is None:
            return People()
        people: People = self._workers.submit(Job("read", people_of, (self._journal,), PEOPLE_S)).result()
        return people

    async def _answer_from_journal(
        self, answer: Callable[[Journal], Any], respond: Callable[[Any], Response] = JSONResponse
    ) -> Response:
        path = self._journal

        def read() -> Any:  # noqa: ANN401 (what JSON holds)
            if path is None:
                raise ArchiveError("nothing is kept here")
            with Journal.read(path) as journal:
                return answer(journal)

        return await self._answer_later(read, respond)

    async def _answer_later(
        self, read: Callable[[], Any], respond: Callable[[Any], Response] = JSONResponse
    ) -> Response:
        try:
            # In a thread of the pool, as reading a long history would delay presses; one at a time, so that many who
            # ask do not take the pool and the disk.
            async with self._reading:
                await self._pace.wait()
                return respond(await run_in_threadpool(read))
        except ArchiveError as error:
            return error_response(404, NO_GAME if error.fields else str(error))
        except JournalError as error:
            if error.game:
                return error_response(500, "this game is damaged")
            return error_response(503, "the journal cannot be read now")
        except WorkerError:
            return error_response(503, "this takes too long here")


async def answer_rules_picture(request: Request) -> Response:
    """Answers with one moment of a section's picture in the rules: `2-0.svg` is the first of the third section."""
    from companion.runtime.rules_pictures import rules_pictures  # noqa: PLC0415 - loaded when somebody reads the rules

    numbers = [whole_number(part, LARGEST) for part in request.path_params["section"].split("-")]
    match numbers:
        case [int(number), int(moment)]:
            # In a thread of the pool: it plays a game up to a position, which would delay presses.
            shown = await run_in_threadpool(rules_pictures, request.path_params["game"], number)
        case _:
            return error_response(404, NO_PICTURE)
    if moment >= len(shown):
        return error_response(404, NO_PICTURE)
    picture, headers = shown[moment].encode(), {"Cache-Control": "max-age=3600", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        picture, headers["Content-Encoding"] = gzip.compress(picture, mtime=0), "gzip"
    return Response(picture, media_type="image/svg+xml", headers=headers)


def list_entry(entry: HistoryEntry) -> dict[str, Any]:
    """Returns a game as the history lists it; of one that is damaged, what can be told."""
    described = history_entry(entry.finished) if entry.finished else {"number": entry.game}
    return {**described, "damaged": entry.damage is not None}


def play_link(archived: ArchivedGame) -> dict[str, Any]:
    """Returns the link that adds a game to BG Stats, and its QR code; none where the names are too long for one."""
    link = bgstats_link(archived)
    return {"link": link, "code": qr_rows(link) if len(link) <= CODE_LETTERS else None}


def _translator_of(request: Request) -> Translator:
    language = request.query_params.get("language", "")
    return translator_for(language if language in languages() else SOURCE)


def list_people(people: People, after: int) -> dict[str, Any]:
    """Returns a page of the people, and the games that are not counted."""
    page = people.persons[after : after + MOST]
    return {
        "people": [{"name": each.name, "games": each.games, "wins": each.wins} for each in page],
        "total": len(people.persons),
        "damaged": list(people.damaged[:MOST]),
    }


def history_entry(game: Finished) -> dict[str, Any]:
    """Returns what is told of a finished game."""
    return {
        "number": game.game,
        "game": game.lineup["game"],
        "title": title_of(game.lineup["game"]),
        "begun_at": game.begun_at,
        "minutes": game.minutes,
        # The report of one game tells its luck in full.
        **{key: figure for key, figure in game.summary.items() if key != "luck"},
    }


def game_details(archived: ArchivedGame) -> dict[str, Any]:
    """Returns a finished game with its events, their times, its luck report and whether its dice are verified."""
    record = archived.record
    return {
        **history_entry(archived.entry),
        "events": [format(event, record.game) for event in record.events],
        "times": archived.times,
        "decided_by": record.game.ending(record.state) if record.game.luck else None,
        "luck": describe_luck(record),
        "verified": verified_draws(record),
    }


def error_response(status: int, message: str) -> JSONResponse:
    """Returns why there is no answer."""
    return JSONResponse({"error": message}, status)
