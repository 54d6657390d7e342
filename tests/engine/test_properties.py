"""What always holds, whatever happens at the table."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import claimit
from engine.claimit import Phase
from engine.claimit.board import EVERYWHERE, FIELDS, Field
from engine.game import Illegal, Seat, Start, Undo
from engine.record import AnyRecord, begin, from_lines, to_lines
from tests.engine.claimit_boards import NAMES

dice = st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6))


class Table(RuleBasedStateMachine):
    """A game of Claim It! at which anything allowed may happen, undos included."""

    record: AnyRecord
    gold_before: int

    @initialize(players=st.integers(2, 5), first=st.integers(0, 1), recycle=st.booleans())
    def sit_down(self, players: int, first: int, recycle: bool) -> None:
        self.record = begin(Start("claimit", NAMES[:players], Seat(first), {"recycle": recycle}))
        self.gold_before = 0

    @property
    def state(self) -> claimit.State:
        state = self.record.state
        assert isinstance(state, claimit.State)
        return state

    def happen(self, event: claimit.Event | Undo) -> None:
        self.gold_before = 0 if isinstance(event, Undo) else self.state.gold
        self.record = self.record.play(event)

    @precondition(lambda self: self.state.phase in (Phase.ROLL, Phase.CHOOSE))
    @rule(dice=dice)
    def roll(self, dice: claimit.Dice) -> None:
        """A roll is a bust exactly when nothing can be used."""
        self.happen(claimit.Roll(dice))
        assert self.state.busted == (not claimit.legal(self.state))

    @precondition(lambda self: self.state.phase is Phase.PLACE)
    @rule(data=st.data())
    def place(self, data: st.DataObject) -> None:
        """A usable field is used, and takes the stone that was told."""
        field, stone = data.draw(st.sampled_from(sorted(claimit.legal(self.state).items())))
        self.happen(claimit.Place(field))
        assert claimit.stack(self.state, field)[-1].name == stone.name

    @precondition(lambda self: self.state.phase is Phase.CHOOSE)
    @rule()
    def bank(self) -> None:
        mover, taken = self.state.turn, claimit.marks(self.state)
        self.happen(claimit.Bank())
        assert self.state.fields[mover] & taken == taken

    @precondition(lambda self: self.record.can_undo)
    @rule()
    def undo(self) -> None:
        before = self.record.timeline[-2].state
        self.happen(Undo())
        assert self.state == before

    @invariant()
    def thirty_six_fields(self) -> None:
        assert sum(self.state.fields) <= EVERYWHERE
        assert sum(fields.bit_count() for fields in self.state.fields) == sum(self.state.fields).bit_count()

    @invariant()
    def thirty_ownership_stones(self) -> None:
        """On the board and in the supply there are always 30, and old and new ones never share a field."""
        supply = claimit.to_json(self.state)["supply"]["own"]
        assert supply >= 0
        assert supply + self.state.gold.bit_count() + self.state.owned.bit_count() == 30
        assert not self.state.gold & self.state.owned

    @invariant()
    def six_claim_stones(self) -> None:
        lying = [place for place in self.state.claims if place]
        assert all(place.bit_count() == 1 for place in lying)
        assert len(lying) == claimit.claimed(self.state).bit_count()
        assert len(lying) + len(claimit.to_json(self.state)["supply"]["claims"]) == 6

    @invariant()
    def twenty_four_stones_a_seat(self) -> None:
        """In the hand and on the board, unless the hand has run out."""
        for seat in claimit.standings(self.state):
            assert seat.stones + seat.fields == max(24, seat.fields)

    @invariant()
    def goldclaims_are_never_lost(self) -> None:
        """A goldclaim stays, under the stone of a seat."""
        assert self.state.gold & self.gold_before == self.gold_before
        assert self.state.gold & sum(self.state.fields) == self.state.gold

    @invariant()
    def legal_and_illegal_agree_with_apply(self) -> None:
        accepted = [field for field in FIELDS if self._accepts(field)]
        assert accepted == list(claimit.legal(self.state))

    def _accepts(self, field: Field) -> bool:
        try:
            claimit.apply(self.state, claimit.Place(field))
        except Illegal:
            return False
        return True

    def teardown(self) -> None:  # type: ignore[explicit-override]  # typing.override comes with Python 3.12
        """A record replays to itself, and taking everything back is the start."""
        if not hasattr(self, "record"):
            return
        assert from_lines(to_lines(self.record).splitlines()) == self.record
        record = self.record
        while record.can_undo:
            record = record.play(Undo())
        assert record.timeline == self.record.timeline[:1]


TestTable = pytest.mark.no_cover(pytest.mark.slow(Table.TestCase))
TestTable.settings = settings(max_examples=60, stateful_step_count=80)
