import pytest
from msgspec.structs import replace

from companion.core.effects import WRONG
from engine.game import Seat
from hardware.device import Button
from tests.companion.games.app import TWO_PLAYERS
from tests.companion.games.companion_process import Frame
from tests.companion.games.in_process_companion import InProcessCompanion
from tests.companion.games.players import presses_to, state_of, under_cursor

SEED = bytes.fromhex("d1" * 32)
OK, BANK, UNDO, RIGHT = Button.OK, Button.BANK, Button.UNDO, Button.RIGHT


class UndoCompanion(InProcessCompanion):
    def enter(self, *dice: int) -> Frame:
        self.press(OK)
        for die in dice:
            self.press(*(RIGHT,) * (die - 1), OK)
        return self.frame

    def undo_turn(self) -> Frame:
        assert self.hold(UNDO).page == "menu"
        self.press(RIGHT, OK, RIGHT, OK)
        return self.frame

    def skip_guide(self) -> Frame:
        return self.press(BANK) if self.frame.page == "guide" else self.frame

    def rejects(self, button: Button) -> bool:
        before = self.frame
        after = self.press(button)
        return after.tones == WRONG and after.events == before.events and after.page == before.page

    def offers_no_undo_of_turn(self) -> bool:
        menu = self.hold(UNDO)
        offered = "Undo a turn" in menu.text
        self.hold(UNDO)
        return menu.page == "menu" and not offered


@pytest.fixture
def box() -> UndoCompanion:
    return UndoCompanion(replace(TWO_PLAYERS, first=Seat(0)), seed=SEED)


@pytest.fixture
def real_dice() -> UndoCompanion:
    return UndoCompanion(replace(TWO_PLAYERS, first=Seat(0), by_hand=True), seed=SEED)


def test_a_placement_is_undone_and_the_stone_placed_elsewhere(box: UndoCompanion) -> None:
    roll = box.press(OK)
    first = under_cursor(roll)
    box.press(OK, UNDO)
    again = box.skip_guide()
    assert (state_of(again), under_cursor(again)) == (state_of(roll), first)
    other = next(field for field in state_of(again)["legal"] if field != first)
    assert list(state_of(box.press(*presses_to(again, other), OK))["board"]) == [other]


def test_a_roll_by_hand_is_undone_and_entered_again(real_dice: UndoCompanion) -> None:
    begun = real_dice.frame
    assert state_of(real_dice.enter(1, 4, 5))["roll"] == [1, 4, 5]
    assert state_of(real_dice.press(UNDO)) == state_of(begun)
    assert state_of(real_dice.enter(1, 4, 6))["roll"] == [1, 4, 6]


@pytest.mark.parametrize("dice", ["box", "real_dice"])
def test_a_bank_is_undone_only_with_the_consent_of_all(dice: str, request: pytest.FixtureRequest) -> None:
    companion: UndoCompanion = request.getfixturevalue(dice)
    (companion.enter(2, 3, 5) if dice == "real_dice" else companion.press(OK))
    chose = companion.press(OK)
    companion.press(BANK)
    banked = companion.skip_guide()
    assert state_of(banked)["turn"] == 1
    companion.undo_turn()
    again = companion.skip_guide()
    assert (again.page, state_of(again)) == ("choose", state_of(chose))


def test_a_virtual_roll_cannot_be_undone(box: UndoCompanion) -> None:
    box.press(OK)
    assert box.rejects(UNDO)
    assert box.offers_no_undo_of_turn()


def test_a_bank_cannot_be_undone_after_the_next_roll(box: UndoCompanion) -> None:
    box.press(OK, OK, BANK)
    box.skip_guide()
    box.press(OK, OK, UNDO)
    box.skip_guide()
    assert box.rejects(UNDO)
    assert box.offers_no_undo_of_turn()


def test_a_roll_by_hand_for_the_start_can_be_undone() -> None:
    companion = UndoCompanion(replace(TWO_PLAYERS, by_hand=True))
    before = companion.frame
    after = companion.press(OK, OK, OK, OK, UNDO)
    assert (before.page, after.page, before.text) == ("begins", "begins", after.text)
    assert after.events == 2
