from collections.abc import Mapping
from functools import partial
from typing import ClassVar, Literal

import pytest

from companion.core import control
from companion.core.model import Model, Transition
from companion.core.page import BoardScreenPage, ListScreenPage
from companion.screen.art import Icon
from companion.ui.screen import Choices, OnDemand, Option, Screen
from hardware.device import Button


class FruitPage(ListScreenPage, frozen=True):
    cursor: int = 0
    eaten: str = ""
    fruits: tuple[str, ...] = ("apple", "pear", "plum")
    name: ClassVar[str] = "fruit"

    def screen(self, model: Model) -> Screen:
        def eat(fruit: str) -> Transition:
            return Transition(model.with_page(FruitPage(eaten=fruit)))

        options = [Option(f"an {fruit}", partial(eat, fruit), key=fruit) for fruit in self.fruits]
        options.append(Option("a stone", detail="too hard"))
        leave = Option("Leave", lambda: eat("nothing"), icon=Icon.UNDO)
        return Screen("Fruit", choices=Choices(options, self.cursor), keys={Button.UNDO: leave})


def model_of(page: FruitPage) -> Model:
    return Model(page, page)


def keys(page: FruitPage) -> Mapping[Button, Option]:
    return control.keys(model_of(page), page.screen(model_of(page)))


def page_after(step: Transition) -> FruitPage:
    assert isinstance(step.model.page, FruitPage)
    return step.model.page


@pytest.mark.parametrize(
    ("cursor", "button", "moved"), [(0, Button.RIGHT, 1), (0, Button.LEFT, 3), (3, Button.RIGHT, 0)]
)
def test_left_and_right_move_the_cursor_in_a_circle(cursor: int, button: Button, moved: int) -> None:
    page = FruitPage(cursor)
    assert page_after(page.press(model_of(page), button)) == FruitPage(moved)


def test_ok_chooses_the_option_under_the_cursor() -> None:
    page = FruitPage(cursor=1)
    assert page_after(page.press(model_of(page), Button.OK)).eaten == "pear"


def test_an_option_that_cannot_be_chosen_has_no_softkey_and_says_why() -> None:
    page = FruitPage(cursor=3)
    model = model_of(page)
    key = keys(page)[Button.OK]
    assert (key.do, key.label, key.detail) == (None, "a stone", "too hard")
    assert page.press(model, Button.OK).model.rejected_at is not None


def test_a_single_option_needs_no_arrows() -> None:
    page = FruitPage(fruits=())
    assert set(keys(page)) == {Button.OK, Button.UNDO}


def test_the_keys_of_the_page_come_before_those_of_the_choices() -> None:
    chosen = Option("apple", icon=Icon.PLACE)
    screen = Screen(choices=Choices((Option("pear"),), 0), keys={Button.OK: chosen})
    assert control.keys(model_of(FruitPage()), screen) == {Button.OK: chosen}


@pytest.mark.parametrize(("name", "eaten"), [("plum", "plum"), ("undo", "nothing")])
def test_options_and_buttons_are_chosen_by_name(name: str, eaten: str) -> None:
    page = FruitPage()
    assert page_after(page.choose(model_of(page), name, value=True)).eaten == eaten


@pytest.mark.parametrize("name", ["a stone", "grape", "bank"])
def test_what_cannot_be_chosen_is_no_name(name: str) -> None:
    page = FruitPage()
    with pytest.raises(LookupError):
        page.choose(model_of(page), name, value=True)


def test_the_form_offers_what_can_be_chosen_and_the_way_back() -> None:
    page = FruitPage(cursor=2)
    form = page.form(model_of(page))
    assert [item.question.key for item in form.items] == ["apple", "pear", "plum", "undo"]
    assert (form.title, form.cursor) == ("Fruit", "plum")


class TreesPage(BoardScreenPage, frozen=True):
    cursor: int = 0
    pointed: str = ""
    name: ClassVar[str] = "trees"

    def screen(self, model: Model) -> Screen:
        def to(pointed: str) -> Transition:
            return Transition(model.with_page(TreesPage(self.cursor, pointed)))

        options = [Option(f"climb {place}", partial(to, f"up {place}"), place=place) for place in ("a1", "b1")]
        options.append(Option("climb c1", detail="a bird", place="c1"))
        return Screen("Trees", choices=Choices(options, self.cursor, "board"), point=partial(to))


def pointed(page: TreesPage, place: str) -> TreesPage:
    after = page.point(Model(page, page), place).model.page
    assert isinstance(after, TreesPage)
    return after


def test_pointing_at_a_place_moves_the_cursor_and_pointing_again_chooses_it() -> None:
    there = pointed(TreesPage(), "b1")
    assert there == TreesPage(cursor=1)
    assert pointed(there, "b1").pointed == "up b1"


def test_pointing_at_an_option_that_cannot_be_chosen_is_rejected() -> None:
    page = TreesPage(cursor=2)
    step = page.point(Model(page, page, now=3.0), "c1")
    assert (step.model.page, step.model.rejected_at) == (page, 3.0)


class NestsPage(BoardScreenPage, frozen=True):
    cursor: int = 0
    taken: str = ""
    shown: Literal["board", "hidden"] = "board"
    name: ClassVar[str] = "nests"

    def screen(self, model: Model) -> Screen:
        def take(nest: str) -> Transition:
            return Transition(model.with_page(NestsPage(taken=nest)))

        nests = {"lower": "a1", "upper": "a1", "other": "b1"}
        options = [Option(nest, partial(take, nest), place=place) for nest, place in nests.items()]
        return Screen("Nests", choices=Choices(options, self.cursor, self.shown))


@pytest.mark.parametrize(
    ("cursor", "after"), [(0, NestsPage(taken="lower")), (1, NestsPage(taken="upper")), (2, NestsPage(0))]
)
def test_of_several_options_at_a_place_the_one_under_the_cursor_is_chosen(cursor: int, after: NestsPage) -> None:
    page = NestsPage(cursor)
    assert page.point(Model(page, page), "a1").model.page == after


def test_options_that_are_not_on_the_board_cannot_be_pointed_at() -> None:
    page = NestsPage(shown="hidden")
    assert page.point(Model(page, page, now=3.0), "a1").model.rejected_at == 3.0


def test_pointing_elsewhere_is_answered_by_the_page() -> None:
    assert pointed(TreesPage(), "d1") == TreesPage(pointed="d1")


def test_left_and_right_name_the_places_that_they_lead_to() -> None:
    page = TreesPage()
    rows = control.keys(Model(page, page), page.screen(Model(page, page)))
    assert (rows[Button.LEFT].detail, rows[Button.RIGHT].detail, rows[Button.OK].label) == ("c1", "b1", "climb a1")


def test_options_on_demand_are_made_when_needed_and_once() -> None:
    made = list[int]()

    def make(number: int) -> Option:
        made.append(number)
        return Option(str(number))

    options = OnDemand(9, make)
    chosen = Choices(options, 4).chosen
    assert (chosen.label, options[4].label, made) == ("4", "4", [4])
    assert [option.label for option in options[6:]] == ["6", "7", "8"]
    with pytest.raises(IndexError):
        options[9]
