"""A turn of Piratenclaim on the page: pointed at on the map, pressed on buttons, looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from hardware.device import Button
from tests.browser.test_looks import SIDEWAYS, SIZES, faults, overlapping
from tests.browser.test_sizes import resize

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
BEGUN = ("--game", "piratenclaim", "--players", "2", "--first", "0", "--seed", "c1" * 32)
"""The box lays discs on 4/4, 1/5, 1/6 and 5/1, among others. Its first roll has grey 4, black 1 and brown 5; the next
two of red, green and grey have grey 5 and grey 1. So whoever discovers on the segments 4, 1 and 5 meets three pirates,
of which one then has a disc before it."""

GUIDE = (
    "Green, 1/5: black stays: a black disc",
    "Green, 4/4 → 4/0: black moves",
    "Green, 5/1 → 5/6: brown moves",
    "Green, 4/0: black robs Blue: all purple; if none, all blue, else green, yellow, orange, red",
)


def discover(seat: Seat, name: str, *choose: Button) -> None:
    """Points twice at the field of a ship, chooses the pirate that enters, and reads what was found."""
    assert seat.point(name).page == "piratenclaim_discover"
    expect(seat.page.locator("#map [aria-current=true]")).to_have_attribute("data-name", name)
    assert seat.point(name).page == "piratenclaim_entering"
    assert seat.touch(*choose, Button.OK).page == "piratenclaim_found"
    assert seat.touch(Button.OK).page == "piratenclaim_dice"


def begun(sit: Callable[..., Seat]) -> Seat:
    """A game whose discs the box has laid."""
    seat = sit(*BEGUN)
    assert seat.touch(Button.OK).page == "piratenclaim_guide"
    assert seat.touch(Button.BANK).page == "piratenclaim_turn"
    return seat


def three_pirates(seat: Seat) -> None:
    """Tells that a ship of Blue stands on 4/0, and meets three pirates."""
    assert seat.point("4/0").page == "piratenclaim_board"
    assert seat.point("4/0").page == "piratenclaim_actions"
    assert seat.touch(Button.RIGHT, Button.OK, Button.UNDO).page == "piratenclaim_turn"
    seat.touch(Button.OK)
    discover(seat, "4/0")
    seat.touch(Button.OK)
    discover(seat, "1/0")
    seat.touch(Button.OK)
    discover(seat, "5/0")


def state(seat: Seat) -> dict[str, Any]:
    """The game, as the referee tells it."""
    return dict(seat.frame.state or {})


def letters(seat: Seat, name: str) -> list[str]:
    """What is written on the pieces of a field of the map."""
    return seat.page.locator(f"#map [data-name='{name}'] .letter").all_text_contents()


def test_a_whole_turn_is_played_on_the_page(sit: Callable[..., Seat]) -> None:
    seat = begun(sit)
    assert seat.page.locator("#map .disc").count() == 21
    three_pirates(seat)
    assert seat.page.locator("#map .disc").count() == 18
    assert (letters(seat, "4/4"), letters(seat, "1/5"), letters(seat, "5/1")) == (["bl"], ["bl"], ["br"])
    assert seat.touch(Button.BANK, Button.BANK).page == "piratenclaim_guide"  # no more ships to be told
    for words in GUIDE:
        expect(seat.page.locator(".turn h2")).to_have_text(words)
        expect(seat.page.locator("#map .moves path")).to_have_count(words.count("→"))
        seat.agrees()
        seat.touch(Button.OK)
    assert seat.frame.page == "piratenclaim_turn_end"
    assert state(seat)["blocked"] == [{"field": "1/5", "pirate": "black", "why": "disc"}]
    assert [robbery["player"] for robbery in state(seat)["robbed"]] == [1]
    assert (letters(seat, "4/0"), letters(seat, "5/6"), letters(seat, "4/4")) == (["bl", "B"], ["br"], [])
    assert seat.touch(Button.OK).page == "piratenclaim_turn"
    assert (state(seat)["turn"], state(seat)["turns"]) == (1, 1)


PLACES = """() => ["#map svg", ".turn", ".act.ok"].map((part) => {
    const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})"""
"""Where map, headline and main button stand, and how large they are."""
COVERED = """() => [...document.querySelectorAll(".act")].filter((act) => act.checkVisibility()).filter((act) => {
    const [key, ...words] = ["kbd", ".label", ".effect"].map((part) => act.querySelector(part).getBoundingClientRect());
    const isBeside = ({ left, right, top, bottom }) =>
        left >= key.right || right <= key.left || top >= key.bottom || bottom <= key.top;
    const ends = [key, ...words].map(({ right }) => right), { right: edge } = act.getBoundingClientRect();
    return !words.every(isBeside) || Math.max(...ends) > edge + 1;
}).map((act) => act.innerText)"""
"""The buttons whose words lie under their key, or reach beyond them."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_map_headline_and_buttons_keep_their_places_and_their_keys(sit: Callable[..., Seat], language: str) -> None:
    seat = sit(
        *BEGUN, "--names", "Anneliese,Bernd", "--set", "table.guide=false", "--set", f"table.language={language}"
    )
    seat.by_keys = True
    where: dict[tuple[int, int], list[object]] = {}
    for page in ("turn", "dice", "discover", "found", "dice"):
        assert seat.touch(Button.OK).page == f"piratenclaim_{page}"
        seat.settled()
        for size in ((360, 640), (640, 400), (1024, 768), (1280, 800)):
            resize(seat.page, size)
            assert seat.page.evaluate(COVERED) == []
            where.setdefault(size, []).append(seat.page.evaluate(PLACES))
    assert {size: len({str(places) for places in each}) for size, each in where.items()} == dict.fromkeys(where, 1)


def test_the_threat_is_on_the_map(sit: Callable[..., Seat]) -> None:
    seat = begun(sit)
    three_pirates(seat)
    # No more ships; the guide for the pirates and that for the robbery are skipped; the turn ends.
    seat.touch(Button.BANK, Button.BANK, Button.BANK, Button.BANK, Button.OK)
    assert seat.touch(Button.LEFT).page == "piratenclaim_threat"
    expect(seat.page.locator("#map [data-name='5/6'] .chance")).to_have_text("50 %")
    expect(seat.page.locator("#map [data-name='5/6']")).to_have_attribute(
        "aria-label", "5/6: brown pirate. A pirate comes here: 50%"
    )
    seat.touch(Button.UNDO)
    expect(seat.page.locator("#map .chance")).to_have_count(0)


def test_nothing_overlaps_beside_the_map(sit: Callable[..., Seat]) -> None:
    seat = begun(sit)
    three_pirates(seat)
    for width, height in SIZES:
        seat.page.set_viewport_size({"width": width, "height": height})
        assert overlapping(seat.page) == []
        assert seat.page.evaluate(SIDEWAYS) == 0
    assert faults(seat.page) == []
