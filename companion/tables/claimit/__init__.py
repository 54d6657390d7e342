"""Claim It! as the application plays it: `ClaimItTable`. The other modules here are its pages and words.

The outcomes of an event come in an order that players can follow: first the bust, because it is why stones are moved;
then the guide; then the announcement of the last round, once the stones are moved. The page of the next decision or of
the winner follows. See `companion.tables.shared_pages`.
"""

from companion.core.model import Model, Page, Transition
from companion.core.questions import Answer, Choice, Question
from companion.core.snapshot import NUMBERS, Axes
from companion.locale.translator import N_
from companion.tables.claimit import lights, session, snapshot, turn
from companion.tables.claimit.guide import CheckPage, GuidePage, physical_steps, seat_that_moves_pieces
from companion.tables.claimit.place import NumbersPage, PlaceStonePage
from companion.tables.claimit.session import HINTS, LIGHT, LitFields, lit_fields_of, session_of
from companion.tables.claimit.start import StartRollsPage, join_game
from companion.tables.shared_pages import BY_HAND, BuiltInTable, players_can_undo, undo_turn
from engine import claimit
from engine.claimit import Bank, Event, JoinedPosition, Phase, Roll, State
from engine.game import AnyGame, Reveal, Start, Undo
from engine.record import Record, TimelineStep

DECISIONS: dict[Phase, type[Page]] = {
    Phase.ROLL: turn.TurnPage,
    Phase.PLACE: PlaceStonePage,
    Phase.CHOOSE: turn.ChoosePage,
    Phase.OVER: turn.WinnerPage,
}
"""The page of the next decision, by the phase."""


def position_between_turns(state: State) -> JoinedPosition | None:
    """Returns the event that sets up the position on the board; None during a turn and after the end."""
    if state.phase is not Phase.ROLL:
        return None
    stacks = tuple(sorted(claimit.stacks(state).items()))
    return JoinedPosition(stacks, state.turn, state.last_round)


class ClaimItTable(BuiltInTable):
    game: AnyGame = claimit
    axes = Axes(columns=NUMBERS, rows=NUMBERS)
    check = CheckPage
    form_only = (HINTS,)
    board = staticmethod(lights.board)
    caption = staticmethod(session.caption)
    join_game = staticmethod(join_game)
    scores = turn.ScoresPage
    spotlight = turn.SpotlightPage
    make_position = staticmethod(position_between_turns)
    snapshot = staticmethod(snapshot.snapshot)
    rulebook = N_(
        "After the publisher's rulebook: Claim It! by Kris Gould, Wattsalpoag Games 2006. Where other texts differ, "
        "the rulebook counts."
    )

    def questions(self, players: int) -> tuple[Question, ...]:
        # The rulebook advises five players against it.
        detail = N_("not recommended for 5") if players == max(claimit.seats) else N_("claim stones are reused")
        answers = (
            Answer(value=False, label=N_("basic"), detail=N_("claim stones stay")),
            Answer(value=True, label=N_("reuse"), detail=detail),
        )
        return (Choice("recycle", N_("Rules"), answers), BY_HAND, LIGHT)

    def stones(self, state: State) -> frozenset[int]:
        return frozenset(claimit.stacks(state))

    def pages_to_come(self, model: Model) -> tuple[Page, ...]:
        session = session_of(model)
        if session.record is None:
            return (StartRollsPage(),)
        unseen = outcomes(session.record, guide=model.guides_players)[session.acknowledged_count :]
        if session.state.phase is Phase.PLACE and lit_fields_of(session) is LitFields.OFF:
            return (*unseen, NumbersPage())
        return (*unseen, DECISIONS[session.state.phase]())

    def undo_turn(self, model: Model) -> Transition | None:
        if not players_can_undo(model):
            return None
        ended_turn = isinstance(model.session.kept_events[-1], Bank) or session_of(model).state.busted
        return undo_turn(model) if ended_turn else None

    def mark(self, before: State, step: TimelineStep[State, Event]) -> str:
        if session.is_last_round_called(before, step.state):
            return "call"
        if step.state.busted and isinstance(step.event, Roll):
            return "bust"
        return "bank" if isinstance(step.event, Bank) else ""


TABLE = ClaimItTable()


def outcomes(record: Record[State, Event], *, guide: bool) -> tuple[Page, ...]:
    newest = record.events[-1]
    if isinstance(newest, Reveal | Start):
        return ()
    is_undo, steps = isinstance(newest, Undo), physical_steps(record) if guide else ()
    pages = (
        (not is_undo and record.state.busted, turn.BustPage()),
        (steps, GuidePage(steps, seat_that_moves_pieces(record))),
        (not is_undo and session.is_last_round_called(record.state_before, record.state), turn.LastRoundPage()),
    )
    return tuple(page for is_due, page in pages if is_due)
