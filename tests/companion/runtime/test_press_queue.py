from threading import Event, get_ident

from companion.frontends.terminal.frontend import QUEUE_LENGTH, PressQueue
from hardware.device import Button

PATIENCE_S = 20.0


def test_presses_come_one_after_the_other_on_a_thread_of_their_own() -> None:
    touched: list[tuple[Button, bool, int]] = []
    begin, done = Event(), Event()

    def touch(button: Button, held: bool) -> None:
        begin.wait(PATIENCE_S)
        touched.append((button, held, get_ident()))
        if len(touched) == 2:
            done.set()

    press_queue = PressQueue(touch)
    press_queue.press(Button.OK, held=False)
    press_queue.press(Button.UNDO, held=True)
    assert touched == []
    begin.set()
    assert done.wait(PATIENCE_S)
    press_queue.close()
    assert [each[:2] for each in touched] == [(Button.OK, False), (Button.UNDO, True)]
    assert {each[2] for each in touched}.isdisjoint({get_ident()})


def test_what_is_hammered_in_is_lost_beyond_a_few() -> None:
    touched: list[Button] = []
    begin, last = Event(), Event()

    def touch(button: Button, held: bool) -> None:
        begin.wait(PATIENCE_S)
        touched.append(button)
        if held:
            last.set()

    press_queue = PressQueue(touch)
    for press in range(100):
        press_queue.press(Button.OK, held=press == QUEUE_LENGTH - 1)
    begin.set()
    assert last.wait(PATIENCE_S)
    press_queue.close()
    assert len(touched) == QUEUE_LENGTH
