"""What the coach was asked, and has answered: about the position on the table, and about a game that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from companion.core.player_names import display_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.core.game_session import AnySession
    from companion.locale.translator import Translator
    from engine.coach import Reason

Answer = TypeVar("Answer")


class CoachAnswer(NamedTuple, Generic[Answer]):
    """A question to the coach, and its answer once that has come."""

    session: AnySession
    """The game at the moment that was asked about."""
    answer: Answer | None = None
    is_pending: bool = True
    """Whether the coach still thinks; if not, and there is no answer, it cannot give one."""

    def is_about(self, session: AnySession | None) -> bool:
        """Returns whether this is about the game as it stands now, without a walk over its events."""
        then = self.session
        return session is not None and (then.seed, then.events) == (session.seed, session.events)


def reason_words(_: Translator, reason: Reason | None, players: Sequence[str]) -> str:
    """Returns why one option is better than another; empty where nothing on the board tells them apart."""
    if reason is None:
        return ""
    name = "" if reason.seat is None else display_name(_, players[reason.seat])
    return _(reason.text, **reason.numbers, name=name)


def handicap_words(_: Translator, handicap: int | None, name: str) -> str:
    """Returns what would make two players even; empty where the coach cannot say, or nothing has to.

    Args:
        _: the translator.
        handicap: how many fields the weaker one would get.
        name: of the weaker one, as it is shown.
    """
    if not handicap:
        return ""
    return _.many("fair if {name} gets a field", "fair if {name} gets {n} fields", handicap, name=name)


def signed_per_cent(gain: float) -> str:
    """Returns what was won or lost of a share in whole per cent, with its sign; 0 has none."""
    rounded = round(100 * gain)
    return f"{rounded:+d}%" if rounded else "0%"


def whole_per_cent(share: float) -> str:
    """Returns a share in whole per cent; 0 and 100 only where nothing can change it any more."""
    rounded = round(100 * share)
    return f"{rounded if share in {0, 1} else min(max(rounded, 1), 99)}%"
