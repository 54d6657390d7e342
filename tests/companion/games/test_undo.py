import pytest
from msgspec.structs import replace

from companion.core.effects import WRONG
from engine.game import Seat
from hardware.device import Button
from tests.companion.games.app import TWO_PLAYERS
from tests.companion.games.companion_process import Frame
from tests.companion.games.in_process_companion import InProcessCompanion
from tests.companion.games.players import state_of, under_cursor, walk

SEED = bytes.fromhex("d1" * 32)
OK, BANK, UNDO, RIGHT = Button.OK, Button.BANK, Button.UNDO, Button.RIGHT


class Watched(InProcessCompanion):
    def enter(self, *dice: int) -> Frame:
        self.press(OK)
        for die in dice:
            self.press(*(RIGHT,) * (die - 1), OK)
        return self.frame

    def back_a_turn(self) -> Frame:
        assert self.hold(UNDO).page == "menu"
        self.press(RIGHT, OK, RIGHT, OK)
        return self.frame

    def skip_guide(self) -> Frame:
        return self.press(BANK) if self.frame.page == "guide" else self.frame

    def is_refused(self, button: Button) -> bool:
        before = self.frame
        after = self.press(button)
        return after.tones == WRONG and after.events == before.events and after.page == before.page

    def goes_no_turn_back(self) -> bool:
        menu = self.hold(UNDO)
        offered = "Undo a turn" in menu.text
        self.hold(UNDO)
        return menu.page == "menu" and not offered


@pytest.fixture
def box() -> Watched:
    return Watched(replace(TWO_PLAYERS, first=Seat(0)), seed=SEED)


@pytest.fixture
def own() -> Watched:
    return Watched(replace(TWO_PLAYERS, first=Seat(0), by_hand=True), seed=SEED)


def test_a_placement_is_undone_and_the_stone_placed_elsewhere(box: Watched) -> None:
    roll = box.press(OK)
    first = under_cursor(roll)
    box.press(OK, UNDO)
    again = box.skip_guide()
    assert (state_of(again), under_cursor(again)) == (state_of(roll), first)
    other = next(field for field in state_of(again)["legal"] if field != first)
    assert list(state_of(box.press(*walk(again, other), OK))["board"]) == [other]


def test_a_roll_by_hand_is_undone_and_entered_again(own: Watched) -> None:
    begun = own.frame
    assert state_of(own.enter(1, 4, 5))["roll"] == [1, 4, 5]
    assert state_of(own.press(UNDO)) == state_of(begun)
    assert state_of(own.enter(1, 4, 6))["roll"] == [1, 4, 6]


@pytest.mark.parametrize("dice", ["box", "own"])
def test_a_bank_is_undone_only_with_the_consent_of_all(dice: str, request: pytest.FixtureRequest) -> None:
    table: Watched = request.getfixturevalue(dice)
    (table.enter(2, 3, 5) if dice == "own" else table.press(OK))
    chose = table.press(OK)
    table.press(BANK)
    banked = table.skip_guide()
    assert state_of(banked)["turn"] == 1
    table.back_a_turn()
    again = table.skip_guide()
    assert (again.page, state_of(again)) == ("choose", state_of(chose))


def test_a_virtual_roll_cannot_be_undone(box: Watched) -> None:
    box.press(OK)
    assert box.is_refused(UNDO)
    assert box.goes_no_turn_back()


def test_a_bank_cannot_be_undone_after_the_next_roll(box: Watched) -> None:
    box.press(OK, OK, BANK)
    box.skip_guide()
    box.press(OK, OK, UNDO)
    box.skip_guide()
    assert box.is_refused(UNDO)
    assert box.goes_no_turn_back()


def test_a_roll_by_hand_for_the_start_can_be_undone() -> None:
    table = Watched(replace(TWO_PLAYERS, by_hand=True))
    before = table.frame
    after = table.press(OK, OK, OK, OK, UNDO)
    assert (before.page, after.page, before.text) == ("begins", "begins", after.text)
    assert after.events == 2
