from companion.program.view import view
from companion.runtime.launch_config import LaunchConfig, initial_model
from companion.settings.schema import Settings
from tests.companion.ui.layouts import LONG, NAMES, SCREENS, SMALL, drawn, pictures, row
from tests.companion.ui.pixels import overlaps
from tests.pictures.golden import is_as_kept, left_over

TOO_LONG = {"title_long", "text_too_long", "list_below_text", "list_of_long_labels", "row_below_long_texts"}


def test_each_case_looks_as_in_its_golden_picture() -> None:
    found = pictures()
    assert left_over(found) == set()
    assert [path.stem for path, picture in found.items() if not is_as_kept(picture, path)] == []


def test_nothing_overlaps_and_nothing_that_fits_is_clipped() -> None:
    for name, screen in SCREENS.items():
        canvas = drawn(screen)
        assert overlaps(canvas) == (), name
        assert bool(set(canvas.clipped) - set(NAMES)) == (name in TOO_LONG), (name, canvas.clipped)


def test_a_shortened_line_is_read_in_full() -> None:
    assert drawn(SCREENS["text_shortened"]).lines[-2:] == (LONG, LONG)


def test_figures_are_read_with_their_words() -> None:
    assert drawn(SCREENS["row"]).lines[-3:] == ("at risk", "2 fields", "7%")
    assert drawn(SCREENS["facts_six"]).lines[0] == "1/1: goldclaim"


def test_only_the_options_in_view_are_read() -> None:
    assert drawn(SCREENS["list_below_text"]).lines == ("Menu", LONG, "option 2", "option 3")
    assert drawn(SCREENS["list_with_detail"]).lines[-2:] == ("-", "needs 5 yellow, has 1")
    assert drawn(row()).lines == ("yes", "no")


def test_a_screen_of_32_rows_says_the_most_important() -> None:
    said = {name: drawn(screen, 32).lines for name, screen in SMALL.items()}
    assert said["big_and_most_important"] == ("8%", "last round!", "bust")
    assert said["list"] == ("Menu", "1/3", "Guide", "on")
    assert said["row_below_long_text"] == (LONG, "no")
    assert said["code"] == ("Page", "box.local")


def test_a_screen_of_32_rows_moves_against_burn_in() -> None:
    model = initial_model(LaunchConfig(Settings(screen=type(Settings().screen)(height=32)), None))
    shown, later = (view(model, model.last_press_at + s).frame.screen for s in (0, 300))
    assert len(shown) == len(later) == 512
    assert shown != later
