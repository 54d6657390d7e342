"""The setup and the menu as forms on the page: by mouse, by touch and by keyboard alone."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

from companion.locale.translator import languages
from companion.runtime.journal import Journal
from hardware.device import Button
from tests.browser.test_looks import SIDEWAYS, faults
from tests.companion.program.played import keep, played

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
SEED = ("--seed", "ab" * 32)
TOUCHABLE_PX = 44
MARKUP = '<img src=x onerror="document.title=1">'
TARGETS = "#form button, #form .choice label, #form .colours label, #form input[type=text]"
EMOJI = "👩‍👩‍👧🎲"


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page on a small telephone, which has no mouse."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


def form(page: Page) -> Locator:
    """What the table asks."""
    return page.locator("#form")


def answer(page: Page, question: str, label: str) -> Locator:
    """One answer to a question of the form, by the question's key."""
    return form(page).locator(f"[data-key='{question}'] label").filter(has_text=label)


def command(page: Page, label: str) -> Locator:
    """A button of the form."""
    return form(page).get_by_role("button", name=label, exact=True)


def name_of(page: Page, seat: int) -> Locator:
    """Where a seat's name is typed."""
    return form(page).locator(f"[data-key='seat {seat}'] input")


def chosen(page: Page, question: str) -> Locator:
    """The answer that a question has."""
    return form(page).locator(f"[data-key='{question}'] label:has(:checked)")


def opened(seat: Seat) -> Page:
    """The setup, open on the page."""
    form(seat.page).locator("[data-key=table]").click()
    expect(form(seat.page).locator("[data-key=begin]")).to_be_visible()
    return seat.page


def lineup(seat: Seat) -> list[str]:
    """Who plays, as the page tells of the game that has begun."""
    expect(form(seat.page)).to_be_hidden()
    expect(seat.page.locator(".card.players tbody tr").first).to_be_visible()
    return [each.strip() for each in seat.page.locator(".card.players tbody th span").all_inner_texts()]


def test_a_game_is_set_up_and_begun_by_mouse_alone(sit: Callable[..., Seat], tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal") as journal:
        keep(journal, played(("Kim", "Ann")))
    seat = sit(*SEED)
    page = opened(seat)
    answer(page, "again", "others").click()
    answer(page, "players", "3").click()
    form(page).locator("[data-key='seat 2'] select").select_option("Ann")
    answer(page, "colour 2", "Red").click()
    form(page).locator("[data-key='place 2'] button").click()
    expect(name_of(page, 1)).to_have_value("Ann")
    answer(page, "guide", "no").click()
    command(page, "Begin the game").click()
    assert lineup(seat) == ["Green", "Ann", "Blue"]


def test_a_seat_is_dragged_to_another_one_s_place(sit: Callable[..., Seat]) -> None:
    page = opened(sit(*SEED, "--set", 'seats.names=["Kim", "Ann", "Bo"]'))
    answer(page, "players", "3").click()
    expect(name_of(page, 2)).to_have_value("Bo")
    form(page).locator("[data-key='place 2'] .handle").drag_to(form(page).locator("[data-key='seat 0']"))
    for seat, (name, colour) in enumerate((("Bo", "Orange"), ("Kim", "Green"), ("Ann", "Blue"))):
        expect(name_of(page, seat)).to_have_value(name)
        expect(chosen(page, f"colour {seat}")).to_contain_text(colour)


def test_a_game_is_set_up_and_begun_by_touch_alone(phone: Page, sit: Callable[..., Seat]) -> None:
    seat = sit(*SEED)
    phone.goto(seat.link)
    form(phone).locator("[data-key=table]").tap()
    answer(phone, "game", "Klondike").tap()
    expect(form(phone).locator("[data-key=deal]")).to_be_visible()
    name_of(phone, 0).tap()
    phone.keyboard.insert_text("Kim")
    answer(phone, "players", "3").tap()
    answer(phone, "colour 1", "Orange").tap()
    expect(form(phone).locator("[data-key='colour 2'] :checked + * .unseen")).to_have_text("Blue")
    boxes = [part.bounding_box() for part in form(phone).locator("button, .choice label, .colours label").all()]
    assert [box for box in boxes if box and min(box["width"], box["height"]) < TOUCHABLE_PX - 0.5] == []
    assert phone.evaluate(SIDEWAYS) == 0
    command(phone, "Begin the game").tap()
    assert lineup(seat) == ["Kim", "Orange", "Blue"]


def test_a_game_is_set_up_and_begun_by_keyboard_alone(sit: Callable[..., Seat]) -> None:
    seat = sit(*SEED)
    page = seat.page
    page.keyboard.press("Enter")
    expect(form(page).locator("[data-key=begin]")).to_be_visible()
    walk(page, "game")
    walk(page, "players")
    page.keyboard.press("ArrowRight")
    expect(chosen(page, "players")).to_contain_text("3")
    expect(name_of(page, 2)).to_be_visible()
    walk(page, "seat 0")
    page.keyboard.type("Kim b")  # neither the letter nor the space is a button of the table
    walk(page, "colour 0")
    page.keyboard.press("ArrowRight")
    expect(chosen(page, "colour 0")).to_contain_text("Blue")
    walk(page, "begin")
    page.keyboard.press("Enter")
    assert lineup(seat) == ["Kim b", "Green", "Orange"]


def walk(page: Page, key: str) -> None:
    """Presses Tab until a question has the focus."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('[data-key]')?.dataset.key") == key:
            return
    pytest.fail(f"{key} is not reached by Tab")


def test_what_the_box_chooses_stands_on_the_page_and_the_other_way_round(sit: Callable[..., Seat]) -> None:
    seat = sit(*SEED)
    page = opened(seat)
    expect(form(page).locator("[aria-current]")).to_have_attribute("data-key", "game")
    seat.touch(Button.RIGHT)
    expect(chosen(page, "game")).to_contain_text("Klondike")
    answer(page, "game", "Piratenclaim").click()
    seat.until(lambda frame: "Piratenclaim" in frame.text, "the choice of the page")
    page.keyboard.press("ArrowLeft")  # whatever was clicked, the arrows are the box's
    expect(chosen(page, "game")).to_contain_text("Klondike")
    seat.agrees()


@pytest.mark.parametrize("name", [MARKUP, EMOJI, "שרה", "x" * 64])
def test_unusual_names_stand_on_the_page_as_they_were_typed(sit: Callable[..., Seat], name: str) -> None:
    seat = sit(*SEED)
    page = opened(seat)
    name_of(page, 0).fill(name)
    command(page, "Begin the game").click()
    assert lineup(seat)[0] == name
    assert page.locator("main img").count() == 0
    assert page.evaluate(SIDEWAYS) == 0


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "A name has at most 64 letters."),
        ("de", "Ein Name hat höchstens 64 Buchstaben."),
        ("nl", "Een naam heeft hoogstens 64 letters."),
    ],
)
def test_a_name_that_is_too_long_is_one_sentence_and_nothing_begins(
    sit: Callable[..., Seat], language: str, sentence: str
) -> None:
    seat = sit(*SEED, "--set", f"table.language={language}")
    page = opened(seat)
    name_of(page, 1).fill("x" * 200)
    form(page).locator(".command.main").click()
    expect(form(page).locator("[data-key='seat 1'] .fault")).to_have_text(sentence)
    expect(name_of(page, 1)).to_be_focused()
    expect(name_of(page, 1)).to_have_value("x" * 200)
    seat.on("setup")
    name_of(page, 1).fill("Kim")
    form(page).locator(".command.main").click()
    assert lineup(seat)[1] == "Kim"


def test_a_name_that_the_table_refuses_is_said_in_the_viewer_s_language(sit: Callable[..., Seat]) -> None:
    seat = sit(*SEED, "--set", "table.language=de")
    page = opened(seat)
    name_of(page, 0).fill("Kim")
    name_of(page, 1).fill("Kim")
    form(page).locator(".command.main").click()
    fault = form(page).locator("[data-key='seat 1'] .fault")
    expect(fault).to_have_text("Die Namen der Spieler müssen verschieden und dürfen nicht leer sein.")
    seat.on("setup")


def test_the_menu_is_a_form_in_the_table_s_language_with_the_selection_marked(sit: Callable[..., Seat]) -> None:
    seat = sit("--players", "2", "--first", "0", *SEED, "--set", "table.language=nl")
    page = seat.page
    page.locator(".act.menu").click()
    expect(form(page).locator("h2")).to_have_text("Menu")
    expect(form(page).locator("[aria-current]")).to_have_text("Stand")
    seat.touch(Button.RIGHT)
    expect(form(page).locator("[aria-current]")).to_have_text("Bord nakijken")
    answer(page, "language", "English").click()
    seat.until(lambda frame: frame.text[0] == "Menu", "the table's language")
    expect(form(page).locator("[data-key=language] legend")).to_have_text("Language")
    expect(page.locator("select.tool")).to_have_value("en")
    command(page, "New game").click()
    expect(form(page).locator("h2")).to_have_text("New game")
    command(page, "Close").click()
    command(page, "Close").click()
    expect(form(page)).to_be_hidden()
    seat.on("turn")


def test_who_holds_no_code_of_the_table_is_not_asked(sit: Callable[..., Seat]) -> None:
    seat = sit(*SEED)
    opened(seat)
    other = seat.page.context.browser.new_context().new_page()  # type: ignore[union-attr]  # there is one
    other.goto(seat.address)
    expect(other.locator(".card.screen")).to_be_visible()
    expect(form(other)).to_be_hidden()
    other.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", languages())
def test_the_forms_are_clean_and_fit(sit: Callable[..., Seat], language: str, scheme: Literal["light", "dark"]) -> None:
    seat = sit(*SEED, "--set", f"table.language={language}", "--set", 'seats.names=["Kim", "Maximiliane"]')
    page = seat.page
    page.emulate_media(color_scheme=scheme)
    opened(seat)
    form(page).locator("[data-key=players] label").last.click()
    expect(name_of(page, 4)).to_be_visible()
    fits(page)
    form(page).locator("[data-key=game] label").nth(1).click()
    expect(form(page).locator("[data-key=deal], [data-key=centre_each_round]").first).to_be_visible()
    fits(page)
    seat.hold(Button.UNDO)
    expect(form(page).locator("[data-key=brightness]")).to_be_visible()
    fits(page)


def fits(page: Page) -> None:
    """Looks at a form at three widths."""
    for width in (320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(SIDEWAYS) == 0
        boxes = [box for part in form(page).locator(TARGETS).all() if (box := part.bounding_box())]
        assert [
            (a, b)
            for a, b in combinations(boxes, 2)
            if min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"]) > 0.5
            and min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"]) > 0.5
        ] == []
    assert faults(page) == []
