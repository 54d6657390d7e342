"""What always holds in Klondike, whatever happens at the table, undos included."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import klondike
from engine.game import Seat, Start, Undo
from engine.record import AnyRecord, begin, from_lines, to_lines
from tests.engine.claimit_boards import NAMES
from tests.engine.klondike_watch import look


class Match(RuleBasedStateMachine):
    """A match at which anything allowed may happen."""

    record: AnyRecord

    @initialize(players=st.integers(2, 4), first=st.integers(0, 1))
    def sit_down(self, players: int, first: int) -> None:
        self.record = begin(Start("klondike", NAMES[:players], Seat(first), klondike.options))

    @property
    def state(self) -> klondike.State:
        state = self.record.state
        assert isinstance(state, klondike.State)
        return state

    @precondition(lambda self: bool(klondike.legal(self.state)))
    @rule(data=st.data())
    def place(self, data: st.DataObject) -> None:
        """A tile that may lie there is laid, and wins what was foretold."""
        ways = [way for ways in klondike.legal(self.state).values() for way in ways]
        before, way = self.state, data.draw(st.sampled_from(ways))
        self.record = self.record.play(klondike.Place(*way))
        foretold = sum(before.claims[claim].chips for claim in klondike.wins(before, way))
        assert self.state.chips[before.turn] - before.chips[before.turn] == foretold

    @precondition(lambda self: not klondike.is_over(self.state))
    @rule()
    def give_way(self) -> None:
        before = self.state
        self.record = self.record.play(klondike.Pass())
        assert self.state.chips == before.chips

    @precondition(lambda self: self.record.can_undo)
    @rule()
    def undo(self) -> None:
        before = self.record.timeline[-2].state
        self.record = self.record.play(Undo())
        assert self.state == before

    @invariant()
    def everything_holds(self) -> None:
        """36 ends, 24 slots, all chips, two claims a digit, four right ends where it is won."""
        look(self.state)

    def teardown(self) -> None:
        """A record replays to itself, and taking everything back is the start."""
        if not hasattr(self, "record"):
            return
        assert from_lines(to_lines(self.record).splitlines()) == self.record
        record = self.record
        while record.can_undo:
            record = record.play(Undo())
        assert record.timeline == self.record.timeline[:1]


TestMatch = pytest.mark.no_cover(pytest.mark.slow(Match.TestCase))
TestMatch.settings = settings(max_examples=30, stateful_step_count=60)
