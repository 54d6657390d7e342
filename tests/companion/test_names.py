"""How players are called on the screen."""

from __future__ import annotations

import pytest

from companion.names import COLOURS, brief, recognised, shown, together
from companion.screen.font import THIN, width
from companion.screen.layout import wrapped
from companion.words import words

EN = words("en")
WIDE = tuple(f"{letter * 12}" for letter in "WMÜÖÄ")


def test_a_name_that_was_given_stays_as_it_is() -> None:
    """Only the seats' colours are translated."""
    assert shown(EN, "Kim") == "Kim"


def test_a_name_from_before_there_was_a_limit_is_cut() -> None:
    """On a page as on the screen; the record keeps it."""
    assert shown(EN, "W" * 64) == "W" * 64
    assert shown(EN, "W" * 60_000) == "W" * 63 + "…"


@pytest.mark.parametrize(("name", "means"), [("blau", "Blue"), ("Groen", "Green"), (" RED ", "Red"), ("Kim", "Kim")])
def test_a_colour_is_known_in_every_language(name: str, means: str) -> None:
    """Whoever plays in German says blau; other names stay as they are."""
    assert recognised(name) == means


@pytest.mark.parametrize("name", [*COLOURS, "Christopher"])
def test_an_ordinary_name_is_not_cut(name: str) -> None:
    """Neither are the seats' colours."""
    assert brief(EN, name) == name


def test_a_wide_name_is_cut_to_its_room() -> None:
    """It ends in an ellipsis."""
    cut = brief(EN, "W" * 12, 40)
    assert width(THIN, cut) <= 40
    assert cut.endswith("…")


@pytest.mark.parametrize("count", range(2, 6))
def test_all_names_together_take_two_lines_at_most(count: int) -> None:
    """However wide they are."""
    assert len(wrapped(THIN, together(EN, WIDE[:count]), 126)) <= 2


@pytest.mark.parametrize("count", range(2, 6))
def test_the_seat_colours_together_are_not_cut(count: int) -> None:
    """They are told as they are."""
    assert together(EN, COLOURS[:count]) == ", ".join(COLOURS[:count])
