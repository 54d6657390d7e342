"""A bot that is another program (`--bot-command`): it hears the game in the referee's lines, and is asked for advice.

It gets each event as a line, and answers each with a line, whatever stands there. Where its seat is to act it gets the
query `advise`, and answers as the referee would: `{"advice":{"event":"bank"}}`. So that it need not know the rules, the
query also holds the state and all that may be done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.files.line_reader import encode_line
from companion.runtime.answering_process import LIMIT_S, AnsweringProcess
from engine.bot import can_be_decided, legal_events
from engine.queries import format_decision, parse_decision
from engine.record import decode, format  # noqa: A004 - the notation's name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.core.effects import Think
    from engine.game import GameEvent
    from engine.record import AnyRecord

SEED_BYTES = 6
"""Of its chance: a number that every reader of JSON holds exactly."""


class BotProgram:
    """One such program; it may play several seats."""

    def __init__(
        self, command: Sequence[str], name: str = "a bot", limit_s: float = LIMIT_S, *, is_quiet: bool = False
    ) -> None:
        """Starts nothing yet; the arguments are those of `AnsweringProcess`."""
        self._process = AnsweringProcess(command, name, limit_s, is_quiet=is_quiet)
        self._heard: AnyRecord | None = None

    def decide(self, question: Think) -> GameEvent | None:
        """Returns what it decides; nobody has looked yet whether that may be.

        Raises:
            OSError: it is not there, or has ended; or it was killed, as it took too long.
            ValueError: it answers with nonsense, as do KeyError, TypeError and EngineError.
        """
        unheard = [encode_line(format(event, question.record.game)) for event in self._unheard(question.record)]
        self._heard = question.record
        answer = decode(self._process.ask(*unheard, encode_line(_query(question))))
        advice = answer["advice"]
        if not isinstance(advice, dict):
            raise TypeError("advice is an object")
        return parse_decision(question.record.game, advice)

    def close(self) -> None:
        """Kills it for good, when the table closes. May be called twice, from any thread."""
        self._process.close()

    def end(self) -> None:
        """Ends it; asked again, it is started again, and hears the game from its start."""
        self._heard = None
        self._process.end()

    def _unheard(self, record: AnyRecord) -> Sequence[Any]:
        """Returns the events that it has not heard: all of them in another game."""
        heard = () if self._heard is None else self._heard.events
        is_same_game = list(record.events[: len(heard)]) == list(heard)
        return list(record.events[len(heard) :] if is_same_game else record.events)


def _query(question: Think) -> dict[str, Any]:
    game, view = question.record.game, question.view
    choices = [*legal_events(game, view), *([None] if can_be_decided(game, view, None) else [])]
    return {
        "query": "advise",
        "bot": question.bot,
        "seat": question.seat,
        "seed": int.from_bytes(question.chance_seed[:SEED_BYTES]),
        **({} if view.hand is None else {"hand": view.hand}),
        "state": game.to_json(view.state),
        "legal": [format_decision(game, choice) for choice in choices],
    }
