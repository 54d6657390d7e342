from io import StringIO

from companion.console import Progress, progress_line


class Terminal(StringIO):
    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


def test_the_line_says_how_far_it_is_and_what_is_left() -> None:
    for done, total, taken_s, line in [
        (0, 10_000, 0.0, "[----------------]   0 %  0 of 10,000"),
        (2_500, 10_000, 5.0, "[####------------]  25 %  2,500 of 10,000, 15 s left"),
        (1, 400, 1.0, "[----------------]   0 %  1 of 400, 6 min 39 s left"),
        (1, 4_000, 3.0, "[----------------]   0 %  1 of 4,000, 3 h 19 min left"),
        (400, 400, 9.0, "[################] 100 %  400 of 400, 0 s left"),
    ]:
        assert progress_line(done, total, taken_s) == line


def test_without_a_terminal_nothing_is_shown() -> None:
    out = Terminal(is_terminal=False)
    progress = Progress(out, 10, lambda: 0.0)
    progress.show(5)
    progress.clear()
    assert out.getvalue() == ""


def test_the_line_is_drawn_at_its_place_and_taken_away() -> None:
    out, times = Terminal(is_terminal=True), iter([0.0, 1.0, 1.01, 2.0])
    progress = Progress(out, 10, lambda: next(times))
    for done in (1, 2, 10):
        progress.show(done)
    progress.clear()
    drawn = out.getvalue().split("\r")
    assert [each.endswith("\x1b[K") for each in drawn] == [False, True, True, True]
    # The second came too early after the first.
    assert ["1 of 10" in drawn[1], "10 of 10" in drawn[2], drawn[3]] == [True, True, "\x1b[K"]
