"""The session on the table, with Piratenclaim's own types."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    from companion.core.game_session import GameSession
    from companion.core.model import Model
    from engine.piratenclaim import Event, State

Session: TypeAlias = "GameSession[State, Event]"


def session_of(model: Model) -> Session:
    """Returns the game on the table: from here on the type checker knows its states and events."""
    return cast("Session", model.session)
