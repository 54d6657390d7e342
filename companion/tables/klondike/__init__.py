"""Klondike as the application plays it: dominoes on nine claims, with real tiles or with hands that the box deals."""

from companion.core.game_session import DEALT
from companion.core.model import Model, Transition
from companion.core.questions import Answer, Choice, Question
from companion.locale.translator import N_, Translator
from companion.tables.klondike import lights, snapshot, turn
from companion.tables.klondike.outcomes import CheckPage, ScoresPage
from companion.tables.shared_pages import BuiltInTable, undo_turn
from engine import klondike
from engine.klondike import State

DEALINGS = {
    2: (
        Answer("basic", N_("basic"), N_("14 tiles each")),
        Answer("draw", N_("stock"), N_("9 each, then draw")),
    ),
    3: (
        Answer("draw", N_("stock"), N_("7 each, then draw")),
        Answer("basic", N_("basic"), N_("9 each, one left over")),
    ),
}
"""The answers to `deal`, the form of dealing, by number of players; four players have only one (rules, 3)."""
TILES = Choice(
    DEALT,
    N_("Tiles"),
    (
        Answer(value=False, label=N_("on the table"), detail=N_("real tiles")),
        Answer(value=True, label=N_("dealt by the box"), detail=N_("no tiles needed")),
    ),
)
CENTRE = Choice(
    "centre_each_round",
    N_("Middle claim"),
    (
        Answer(value=False, label=N_("basic"), detail=N_("one chip more at first")),
        Answer(value=True, label=N_("rich"), detail=N_("one more each round")),
    ),
)
"""When the middle gets its additional chip (rules, K9)."""


class KlondikeTable(BuiltInTable):
    game = klondike
    axes = lights.AXES
    about = N_("dominoes, 2 to 4 players")
    rulebook = N_("After the rules page of the author, Arne Matschinsky, 2011.")
    check = CheckPage
    pages_to_come = staticmethod(turn.pages_to_come)
    board = staticmethod(lights.board)
    scores = ScoresPage
    caption = staticmethod(snapshot.caption)
    snapshot = staticmethod(snapshot.snapshot)

    def questions(self, players: int) -> tuple[Question, ...]:
        dealing = (Choice("deal", N_("Dealing"), DEALINGS[players]),) if players in DEALINGS else ()
        return (*dealing, CENTRE, TILES)

    def undo_turn(self, model: Model) -> Transition | None:
        record = model.session.record
        return undo_turn(model) if record and record.can_undo else None

    def stones(self, state: State) -> frozenset[int]:
        placed = zip(lights.ENDS, state.slots, strict=True)
        return frozenset(light for ends, tile in placed if tile is not None for light in ends)

    def progress(self, _: Translator, state: State) -> str:
        return _("round {n}/{all}", n=state.round, all=state.rounds)


TABLE = KlondikeTable()
