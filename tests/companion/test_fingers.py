"""Fingers on the buttons of a mirror."""

from __future__ import annotations

from threading import Event, get_ident

from companion.fingers import WAITING, Fingers
from hardware.device import Button

PATIENCE_S = 20.0


def test_presses_come_one_after_the_other_on_a_thread_of_their_own() -> None:
    """Nobody waits for them."""
    touched: list[tuple[Button, bool, int]] = []
    begin, done = Event(), Event()

    def touch(button: Button, held: bool) -> None:
        begin.wait(PATIENCE_S)
        touched.append((button, held, get_ident()))
        if len(touched) == 2:
            done.set()

    fingers = Fingers(touch)
    fingers.press(Button.OK, held=False)
    fingers.press(Button.UNDO, held=True)
    assert touched == []
    begin.set()
    assert done.wait(PATIENCE_S)
    fingers.close()
    assert [each[:2] for each in touched] == [(Button.OK, False), (Button.UNDO, True)]
    assert {each[2] for each in touched}.isdisjoint({get_ident()})


def test_what_is_hammered_in_is_lost_beyond_a_few() -> None:
    """Presses never pile up, whatever hammers."""
    touched: list[Button] = []
    begin, last = Event(), Event()

    def touch(button: Button, held: bool) -> None:
        begin.wait(PATIENCE_S)
        touched.append(button)
        if held:
            last.set()

    fingers = Fingers(touch)
    for press in range(100):
        fingers.press(Button.OK, held=press == WAITING - 1)
    begin.set()
    assert last.wait(PATIENCE_S)
    fingers.close()
    assert len(touched) == WAITING
