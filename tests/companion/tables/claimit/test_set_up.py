from msgspec.structs import replace

from companion.core.model import Model
from companion.core.viewer_kind import BOX
from companion.tables.claimit import TABLE
from hardware.device import Button
from tests.companion.pages.claimit import rolling
from tests.companion.pages.sitting import begin, press

ASKED = replace(begin(("Green", "Blue")), guide=True)


def offered(model: Model) -> bool:
    return Button.BANK in model.page.screen(model).keys


def test_it_names_all_stones_and_leads_back() -> None:
    model, said = press(ASKED, "bank"), list[str]()
    while model.page.name == "set_up":
        said.append(TABLE.snapshot(model, BOX).status)
        model = press(model, "ok")
    assert (len(said), "6 white" in said[0], "30 black" in said[1], "24 stones" in said[2]) == (3, True, True, True)
    assert model.page == ASKED.page
    assert press(ASKED, "bank", "bank").page == ASKED.page, "left at once"


def test_it_is_offered_before_the_first_roll_and_where_hands_are_guided_only() -> None:
    rolled = replace(begin(("Green", "Blue"), rolling(0, 2, 5, 4)), guide=True)
    assert [offered(model) for model in (ASKED, replace(ASKED, guide=False), rolled)] == [True, False, False]
