from companion.core.model import Model
from companion.core.table import DEVICE_AXES, Axes, Span, label_spans
from companion.core.table_registry import TABLES, axes_of, table_of
from companion.core.viewer_kind import BOX
from engine.klondike import SLOT_POSITIONS
from hardware.device import LIGHTS, SIDE
from tests.companion.lights.positions import BETWEEN
from tests.companion.pages.klondike import FOUR, played
from tests.companion.pages.sitting import BOX as SWITCHED_ON
from tests.companion.pages.sitting import lay, press


def test_neighbours_with_the_same_label_share_it() -> None:
    assert label_spans(("1", "1", "2", "2", "3", "3")) == (Span("1", 0, 2), Span("2", 2, 2), Span("3", 4, 2))
    assert label_spans(("a", "b", "a")) == (Span("a", 0, 1), Span("b", 1, 1), Span("a", 2, 1))


def test_the_lights_have_their_own_numbers_until_a_game_is_on_them() -> None:
    assert axes_of(SWITCHED_ON) == DEVICE_AXES
    match = played(*FOUR)
    assert axes_of(match) == axes_of(press(match, "hold undo")) == TABLES["klondike"].axes
    assert axes_of(lay(BETWEEN)) == TABLES["claimit"].axes == DEVICE_AXES


def named_by_axes(model: Model) -> list[str]:
    axes = table_of(model.session).axes or Axes((), ())
    return [f"{axes.columns[at % SIDE]}/{axes.rows[at // SIDE]}" for at in range(LIGHTS)]


def named_by_table(model: Model) -> list[str]:
    return [place.name for place in table_of(model.session).snapshot(model, BOX).places]


def test_every_light_is_named_as_its_axes_say() -> None:
    model = lay(BETWEEN)
    assert named_by_table(model) == named_by_axes(model)


def test_every_light_is_named_after_a_slot_at_the_claim_that_its_axes_say() -> None:
    model = played(*FOUR)
    slots, claims = named_by_table(model), named_by_axes(model)
    for slot in set(slots):
        assert slot.rstrip("NESW") in {claim for name, claim in zip(slots, claims, strict=True) if name == slot}
    assert len(set(slots)) == len(SLOT_POSITIONS)
