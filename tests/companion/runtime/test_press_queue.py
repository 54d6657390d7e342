from threading import Event

from companion.terminal.frontend import QUEUE_LENGTH, PressQueue
from hardware.device import Button

PATIENCE_S = 20.0


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
