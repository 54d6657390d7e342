"""A game whose hands are secret, for tests: Claim It! in which each seat has a card that only its own link shows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from companion.core.viewer_kind import seat_viewer
from companion.tables.claimit import ClaimItTable
from engine import claimit as board_game
from engine.game import Seat

if TYPE_CHECKING:
    from typing_extensions import override

    from companion.core.model import Model
    from companion.core.snapshot import Snapshot
    from companion.core.viewer_kind import ViewerKind
    from engine.game import AnyGame
else:

    def override(method: object) -> object:
        return method


CARDS = ("the ace", "the king")
made: list[ViewerKind] = []
"""For whom a snapshot was made, one after the other."""


RULES: dict[str, object] = {**vars(board_game), "name": "secret", "title": "Secret"}
game = SimpleNamespace(**RULES)


class SecretTable(ClaimItTable):
    game = cast("AnyGame", game)
    has_secrets = True

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        """The board; next to the name of the seat that looks, its card."""
        made.append(viewer)
        whole = super().snapshot(model, viewer)
        own = [viewer == seat_viewer(Seat(seat)) for seat in range(len(whole.players))]
        players = zip(whole.players, CARDS, own, strict=True)
        return replace(whole, players=tuple(replace(each, note=card if seen else "") for each, card, seen in players))


table = SecretTable()
