from companion.core.page import moved_cursor
from hardware.device import Button


def test_a_button_moves_the_cursor_by_one() -> None:
    for cursor, button, after in [(1, Button.LEFT, 0), (1, Button.RIGHT, 2), (1, Button.OK, 2), (1, Button.UNDO, 0)]:
        assert moved_cursor(cursor, button, 3) == after


def test_the_cursor_goes_around_at_both_ends() -> None:
    assert (moved_cursor(2, Button.RIGHT, 3), moved_cursor(0, Button.LEFT, 3)) == (0, 2)
