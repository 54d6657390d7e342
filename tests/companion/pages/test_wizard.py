"""The wiring wizard, played by somebody who looks at where the pixels lie and knows nothing else."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, get_args

import pytest

from companion.core.messages import Pressed
from companion.pages.wizard import WizardPage, candidate_fields, matching_layouts
from companion.program.button_words import softkeys_of
from companion.program.update import update
from companion.program.view import view
from hardware.device import Button, Press
from hardware.light import Light
from hardware.simulated.device import SimulatedDevice
from hardware.wiring import Along, Corner, Wiring, pixel_order
from tests.companion.pages.selftest import BENCH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.core.model import Model

LAID = [
    Wiring(corner=corner, along=along, serpentine=serpentine, quarter_turns=turns)
    for corner, along, serpentine, turns in product(get_args(Corner), get_args(Along), (True, False), range(4))
]
"""How the strip really lies: all layouts, turned in all ways."""
SET = Wiring(corner="upper_right", along="columns", serpentine=False)
"""What the settings say, which is mostly wrong."""


@pytest.fixture(scope="module")
def device() -> Iterator[SimulatedDevice]:
    """A box that sends the fields' colours in the order of the settings."""
    box = SimulatedDevice(SET, Light())
    yield box
    box.close()


def lit_fields(device: SimulatedDevice, model: Model, laid: Wiring) -> set[str]:
    """What a person sees: the names of the fields over the lit pixels, as the strip really lies."""
    device.show(view(model, 0.0).frame)
    assert device.flush()
    lit = {number for number, pixel in enumerate(device.strip.pixels) if any(pixel)}
    return {f"{field % 6 + 1}/{field // 6 + 1}" for field, pixel in enumerate(pixel_order(laid)) if pixel in lit}


def answered(model: Model, key: str) -> Model:
    """The model after the button under this softkey."""
    button = tuple(Button)[softkeys_of(model).index(key)]
    return update(model, Pressed(Press(button), 0.0)).model


def played(device: SimulatedDevice, laid: Wiring) -> Model:
    """The model after somebody answered the three questions, each by what is lit."""
    model = BENCH.with_page_on_top(WizardPage(pixel_order(SET)))
    for _ in range(3):
        (seen,) = lit_fields(device, model, laid)
        model = answered(model, seen)
    return model


def found(model: Model) -> dict[str, Any]:
    """The settings that the wizard has found."""
    assert isinstance(model.page, WizardPage)
    return model.page.found or {}


@pytest.mark.parametrize("laid", LAID, ids=str)
def test_three_answers_find_how_the_strip_lies(device: SimulatedDevice, laid: Wiring) -> None:
    """Every field then has the pixel that really lies under it, however the strip is turned."""
    assert pixel_order(Wiring(**found(played(device, laid)))) == pixel_order(laid)


@pytest.mark.parametrize("laid", LAID[::7], ids=str)
def test_before_the_yes_the_bottom_row_is_lit(device: SimulatedDevice, laid: Wiring) -> None:
    """That is how a person sees that it is right."""
    assert lit_fields(device, played(device, laid), laid) == {f"{column}/1" for column in range(1, 7)}


def test_nothing_is_agreed_before_the_yes(device: SimulatedDevice) -> None:
    """The fourth press is `ok`, and ends the test."""
    asked = played(device, SET)
    assert (asked.is_leaving, answered(asked, "ok").is_leaving) == (False, True)


def test_undo_takes_an_answer_back(device: SimulatedDevice) -> None:
    """The same pixel is lit again; before the first answer it leads out."""
    asked = played(device, SET)
    back = [asked]
    for _ in range(4):
        back.append(answered(back[-1], "undo"))
    assert [getattr(model.page, "seen", "out") for model in back[1:]] == [(35, 29), (35,), (), "out"]


@pytest.mark.parametrize("seen", [(), (0,), (0, 1), (35, 29)])
def test_there_are_never_more_answers_than_buttons(seen: tuple[int, ...]) -> None:
    """Four corners, and then two fields."""
    assert len(candidate_fields(seen)) == (2 if seen else 4)


@pytest.mark.parametrize(
    "seen", [seen for one in candidate_fields(()) for seen in product((one,), candidate_fields((one,)))]
)
def test_three_answers_leave_one_way(seen: tuple[int, ...]) -> None:
    """No two layouts look alike in all three pixels."""
    assert [len(matching_layouts((*seen, third))) for third in candidate_fields(seen)] == [1, 1]


def test_a_button_without_a_name_over_it_is_refused() -> None:
    """The second question has two answers; the third button is none of them."""
    model = answered(BENCH.with_page_on_top(WizardPage(pixel_order(SET))), "1/1")
    refused = update(model, Pressed(Press(Button.OK), 1.0)).model
    assert (refused.page, refused.rejected_at) == (model.page, 1.0)
