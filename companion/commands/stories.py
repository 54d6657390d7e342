"""The reader of stories: a process of its own, which reads and checks long records while the table plays on.

The page starts it (`companion.frontends.web.story_process`); nobody types it. Its standard input has a line of JSON
for each request, and after that of a dropped record the record itself. The answer is a line with a status of HTTP and
a length, and that many bytes of JSON.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections import OrderedDict
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from companion.commands.referee import is_query
from companion.commands.verify import format_verdict
from companion.core.journal_error import JournalError
from companion.core.lineup import LineUp
from companion.core.table_registry import is_playable
from companion.files.line_reader import LINE_BYTES
from companion.locale.translator import N_, Translator, translator_for
from companion.program.story import (
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
from engine.fairness import Finding, Line, check_fairness
from engine.game import Illegal, Json
from engine.record import AnyRecord, decode, follow
from engine.starts import unturned
from hardware.device import Colour

MEMORY_BYTES = 256 << 20
"""The most memory for data: a record of 100,000 events takes half of it; the smallest box has 512 MB in all."""
NICENESS = 10
"""The table, its lights and its page come first."""
KEPT = 3
"""How many stories stay open: enough for a room in which two read and a third one has dropped a record."""
NO_RECORD = N_(
    "This is no record of a game: “Share”, “Record” in the history saves one, and so does “companion export”."
)
"""What is said of a file of which not even the first line is an event."""
MOMENTS = 8
"""How many moments an answer tells."""


class Answer(NamedTuple):
    """What a request leads to."""

    status: int
    content: Json


@dataclass(frozen=True)
class OpenStory:
    """A story that was read."""

    story: Story
    about: Json

    @cached_property
    def analysis(self) -> Analysis | None:
        """What the coach says of it, which takes seconds; None: it has nothing to say."""
        return analyse_record(self.story.session.started_record)


class UnsoundRecord(Exception):
    """A file holds no record that can be shown; its text says why, in the reader's language."""


class Stories:
    """The stories that are open; the one that nobody has asked for longest is closed first."""

    def __init__(self) -> None:
        self._open: OrderedDict[Hashable, OpenStory] = OrderedDict()

    def answer(self, request: Json, record: bytes | None = None) -> Answer:
        """Returns the moments that are asked for; opens the story before, if it is not open.

        Args:
            request: `language` and `colours` of the reader, and the `first` moment, or None: what the coach says of the
                whole game; of a journalled game the `journal` and its number as `game`, None for the one on the table;
                of a dropped record its `name`.
            record: the dropped record, the first time; then None.
        """
        reader = Reader(request["language"], tuple(Colour(*colour) for colour in request["colours"]))
        try:
            found = self._dropped(request, record) if "name" in request else self._journalled(request)
        except (ArchiveError, LookupError):
            return _error(404, "there is no such finished game")
        except JournalError as error:
            return _error(500, "this game is damaged") if error.game else _error(503, "the journal cannot be read now")
        except UnsoundRecord as problem:
            return _error(422, str(problem))
        if request["first"] is None:
            analysis = found.analysis
            described = analysis and describe_analysis(found.story, analysis, reader)
            return Answer(200, described) if described else _error(404, "the coach has nothing to say of this game")
        story, first = found.story, min(request["first"], found.story.length - 1)
        numbers = range(first, min(first + MOMENTS, story.length))
        moments = [describe_moment(story, number, reader) for number in numbers]
        about = {**describe_story(story, reader), **found.about}
        # Where a coach tells win chances they come with what it says, which takes seconds.
        if first == 0 and (story.session.game.coach is None or ("name" in request and not story.session.game.dice)):
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

    def _dropped(self, request: Json, record: bytes | None) -> OpenStory:
        """Opens the story of a record that somebody has dropped on the page.

        Raises:
            UnsoundRecord: a line cannot be, or the game cannot be shown.
        """
        if record is not None:
            _ = translator_for(request["language"])
            lines = _parse_record(_, record)
            followed: AnyRecord | None = None
            for line in lines:
                try:
                    followed = follow(followed, line.event, recorded=True)
                except Illegal as refusal:
                    raise _unsound(_, line.number, refusal) from refusal
            if followed is None or not is_playable(followed.start.game):
                raise UnsoundRecord(_("This game has rules here, but no table that could show it."))
            try:
                verdict = check_fairness(lines)
            except Illegal as refusal:  # what a start notes of its dice is no such note: the rules do not read it
                raise UnsoundRecord(unturned(refusal.message)) from refusal
            # The first two lines: what came out, and on how many rolls it rests; the others list those by hand.
            said = format_verdict(_, verdict).splitlines()[:2]
            if followed.game.coach is not None:
                # Not of a record that anybody drops: it could be that of the game on the table.
                said.append(_("The coach tells of the games in the history here only."))
            about = {"name": request["name"], "fair": verdict.finding is Finding.FAIR, "verdict": said}
            self._keep(request["name"], followed, {}, about)
        return self._reopen(request["name"])

    def _keep(self, key: Hashable, record: AnyRecord, lineup: Json, about: Json) -> None:
        if not is_playable(record.start.game):
            raise LookupError("there is no table for this game")
        colours: tuple[int, ...] = ()
        with suppress(Illegal):  # of another version, or of a record in a file: as a new game would give them
            colours = LineUp.from_json(lineup).colours
        self._open[key] = OpenStory(story_of(record, colours), about)
        if len(self._open) > KEPT:
            self._open.popitem(last=False)

    def _reopen(self, key: Hashable) -> OpenStory:
        self._open.move_to_end(key)
        return self._open[key]


def _parse_record(_: Translator, record: bytes) -> list[Line]:
    """Returns the events in a file, without its queries. Raises UnsoundRecord: a line is none, or there is no event."""
    lines = list[Line]()
    for number, text in enumerate(BytesIO(record), 1):
        if len(text) > LINE_BYTES:
            raise UnsoundRecord(_("Line {line} is too long for a record.", line=number))
        try:
            event = decode(text)
        except Illegal as refusal:
            # Whoever drops a picture, or a table of figures, learns nothing from what a parser says of its first line.
            raise (_unsound(_, number, refusal) if lines else UnsoundRecord(_(NO_RECORD))) from refusal
        if not is_query(event):
            lines.append(Line(number, event))
    if not lines:
        raise UnsoundRecord(_(NO_RECORD))
    return lines


def _unsound(_: Translator, number: int, refusal: Illegal) -> UnsoundRecord:
    # The rules speak English; only what they say of names is in the catalogue.
    reason = _.catalogue.gettext(unturned(refusal.message))
    return UnsoundRecord(_("Line {line}: {reason}", line=number, reason=reason))


def _error(status: int, message: str) -> Answer:
    return Answer(status, {"error": message})


def serve(stories: Stories, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answers requests until there are no more."""
    for line in requests:
        request: dict[str, Any] = json.loads(line)
        answer: Answer | None = None
        with suppress(MemoryError):
            answer = stories.answer(request, requests.read(request["bytes"]) if "bytes" in request else None)
        # Only here: as long as the error is handled, it holds all that was read.
        if answer is None:
            stories.close_all()
            _ = translator_for(request["language"])
            answer = _error(413, _("This record is too long to be shown here."))
        # JSON may name half of a surrogate pair, as "\ud800" does, which no UTF-8 can: it becomes a question mark.
        content = json.dumps(answer.content, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
        answers.write(b"%d %d\n" % (answer.status, len(content)))
        answers.write(content)
        answers.flush()


def limit_memory() -> None:
    """Has the system refuse this process more memory, where it can: a record must not take the table's."""
    import resource  # noqa: PLC0415 - where there is none, there is no limit

    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))


if __name__ == "__main__":
    os.nice(NICENESS)
    limit_memory()
    gc.disable()  # it looks through every position of a long game again and again; there are no cycles to be found
    serve(Stories(), sys.stdin.buffer, sys.stdout.buffer)
