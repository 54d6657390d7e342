"""A game with a number and a yes-or-no question, whose table has only the required members."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

from companion.core.lineup import ViewerKind
from companion.core.model import Model, Page, Table
from companion.core.questions import Number, Question, YesNo
from companion.core.snapshot import RulesSection, Snapshot
from companion.lights.composition import Lights
from companion.tables.claimit import TABLE as HOUSE_TABLE
from engine import claimit as house_game
from engine.game import AnyGame, Json, Seat

OPTIONS: Json = {"quick": True, "goal": 40}


def start(players: Sequence[str], first: Seat, options: Json) -> house_game.State:
    """Returns the first state; the goal has no effect."""
    return house_game.start(players, first, {"recycle": options["quick"]})


RULES: dict[str, object] = {**vars(house_game), "name": "plain", "title": "Plain", "options": OPTIONS, "start": start}
game = SimpleNamespace(**RULES)


class PlainTable(Table):
    """The pages and lights of Claim It!, without optional members."""

    game = cast("AnyGame", game)
    rules: tuple[RulesSection, ...] = ()

    def questions(self, players: int) -> tuple[Question, ...]:
        return (
            Number("goal", "How far?", range(20, 101, 10 * players), OPTIONS["goal"], "points"),
            YesNo("quick", "Do stones come back?", yes="at once", no="they stay", default=True),
        )

    def pages_to_come(self, model: Model) -> tuple[Page, ...]:
        return HOUSE_TABLE.pages_to_come(model)

    def board(self, model: Model, now: float) -> Lights:
        return HOUSE_TABLE.board(model, now)

    def scores(self) -> Page:
        return HOUSE_TABLE.scores()

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        return HOUSE_TABLE.snapshot(model, viewer)


TABLE = PlainTable()
