"""A match that was played without the box is told by buttons or by pointing, judged by the rules, and goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.lineup import LineUp
from companion.core.messages import Chosen, Pointed
from companion.core.table import summary
from companion.core.viewer_kind import BOX
from companion.locale.translator import languages
from companion.pages.menu import offered_entries
from companion.program.view import draw_page
from companion.tables.klondike.join_game import JoinedDraft, JoinFactsPage, JoinLayoutPage
from engine import klondike
from engine.game import Seat
from engine.klondike import SLOTS
from hardware.device import Button
from tests.companion.games.shell import Shell
from tests.companion.pages.sitting import pick

LEFT, RIGHT, OK, BANK, UNDO = Button
TWO = LineUp("klondike", ("Green", "Blue"), klondike.options, colours=(0, 1))


def joining(*, first: Seat | None = None) -> Shell:
    """Two players who have chosen the menu's "Set up a position", before anybody laid a tile."""
    shell = Shell(replace(TWO, first=first)).open()
    shell.model = pick(shell.model, "Set up a position")
    return shell


def point(shell: Shell, *places: str) -> Shell:
    """Points at places, one after the other."""
    for place in places:
        shell.take(Pointed(place, shell.now))
    return shell


def choose(shell: Shell, **told: object) -> Shell:
    """Answers questions by name."""
    for name, value in told.items():
        shell.take(Chosen(name, value, shell.now))
    return shell


def layout(shell: Shell) -> JoinLayoutPage:
    """The page of the tiles."""
    assert isinstance(shell.model.page, JoinLayoutPage)
    return shell.model.page


def lines(shell: Shell) -> str:
    """What the screen reads."""
    return " ".join(map(str, shell.view.text))


def test_a_round_is_told_by_buttons_and_the_match_goes_on() -> None:
    shell = joining().press(OK, RIGHT, OK, RIGHT, RIGHT, OK, BANK, BANK)
    start, joined = shell.kept[-2:]
    assert (start["event"], start["first"], joined["event"]) == ("start", 0, "position")
    assert (joined["slots"], joined["turn"], joined["round"]) == ({"1/1E": [1, 2]}, 1, 1)
    assert shell.page == "klondike_turn"
    assert (joined["claims"]["2/1"], joined["claims"]["2/2"]) == ({}, {"chips": 2})


def test_a_later_round_is_told_by_pointing_and_choosing() -> None:
    shell = point(joining(), "1/1W")
    choose(shell, tile="3|5").press(BANK)
    choose(shell, round=2, starter=1, turn=0)
    shell.take(Chosen("lying 3/1", 1, shell.now))
    shell.take(Chosen("chips 0", 1, shell.now))
    shell.take(Chosen("bank", value=True, at=shell.now))
    start, joined = shell.kept[-2:]
    assert (start["first"], joined["starter"], joined["turn"], joined["chips"]) == (0, 1, 0, [1, 0])
    assert joined["claims"]["3/1"]["chips"] == 1


def test_a_joined_round_is_not_told_as_a_round_that_ended() -> None:
    shell = joining().press(BANK)
    for key, value in (("round", 2), ("lying 1/1", 1), ("chips 0", 1)):
        shell.take(Chosen(key, value, shell.now))
    shell.press(BANK)
    assert (shell.kept[-1]["round"], shell.page) == (2, "klondike_turn")


def test_a_position_that_cannot_be_is_refused_with_the_reason() -> None:
    shell = joining().press(BANK)
    before = shell.kept
    shell.take(Chosen("chips 1", 3, shell.now))
    shell.press(BANK)
    assert "In round 1 there are 10 chips; here the players have 3 and 10 lie on claims." in lines(shell)
    assert shell.kept == before
    assert isinstance(shell.press(OK).model.page, JoinFactsPage)


def test_a_wrong_digit_that_no_exception_allows_is_refused() -> None:
    shell = point(joining(), "1/1W")
    choose(shell, tile="3|5")
    choose(point(shell, "1/1S"), tile="1|2").press(BANK)
    shell.take(Chosen("digit 1/1", 3, shell.now))
    shell.press(BANK)
    assert "The tile 1|2 shows a wrong digit on 1/1S: a tile that fits is not laid elsewhere." in lines(shell)


def test_going_back_to_the_tiles_loses_nothing_that_was_told() -> None:
    shell = joining().press(BANK)
    shell.take(Chosen("chips 1", 3, shell.now))
    shell.take(Chosen("undo", value=True, at=shell.now))
    assert dict(layout(shell).draft.answers) == {"chips 1": 3}
    page = shell.press(BANK).model.page
    assert isinstance(page, JoinFactsPage)
    assert ("chips 1", 3) in page.draft.answers


def test_a_match_that_has_just_started_can_be_joined_too() -> None:
    shell = joining(first=Seat(1)).press(BANK)
    page = shell.model.page
    assert isinstance(page, JoinFactsPage)
    assert "starter" not in [fact.key for fact in page.draft.facts(shell.model)]
    assert [event["event"] for event in shell.press(BANK).kept] == ["start", "position"]


def test_a_joined_match_comes_back_after_the_plug() -> None:
    shell = choose(point(joining(), "1/1W"), tile="3|5").press(BANK, BANK)
    before = shell.view
    assert shell.restart().press(OK).view.text == before.text


def test_the_same_tile_once_more_is_turned_and_one_that_lies_elsewhere_is_refused() -> None:
    shell = choose(point(joining(), "1/1W"), tile="3|5")
    choose(shell, tile="3|5")
    assert layout(shell).draft.tile(SLOTS["1/1W"]) == (5, 3)
    choose(point(shell, "2/1N"), tile="3|5")
    assert layout(shell).draft.tile(SLOTS["2/1N"]) is None


def test_undo_takes_off_one_tile_a_press_and_then_leads_back() -> None:
    shell = choose(point(joining(), "1/1W"), tile="3|5")
    choose(point(shell, "2/1N"), tile="0|0")
    point(shell, "3/3E").press(UNDO)
    assert layout(shell).draft.slots == ((SLOTS["1/1W"], (3, 5)),)
    assert shell.press(UNDO, UNDO).page == "menu"


def test_the_history_says_that_a_match_was_joined() -> None:
    joined = joining().press(BANK, BANK)
    begun = Shell(replace(TWO, first=Seat(0))).open()
    told = [summary(shell.model.session).get("joined") for shell in (joined, begun)]
    assert told == [True, None]


def test_where_ends_differ_the_digit_is_asked_and_where_four_are_right_the_winner() -> None:
    tiles = (("1/1W", (3, 0)), ("1/1S", (3, 1)), ("1/1E", (3, 2)), ("1/1N", (3, 4)), ("2/1S", (5, 6)))
    draft = JoinedDraft(TWO.players, tuple((SLOTS[name], tile) for name, tile in tiles))
    keys = [fact.key for fact in draft.facts(joining().model)]
    assert [key for key in keys if key.split()[0] in {"digit", "won"}] == ["won 1/1", "digit 2/1"]
    assert "lying 1/1" not in keys


def test_it_is_offered_only_before_the_first_tile() -> None:
    before, after = Shell(TWO).open(), Shell(replace(TWO, first=Seat(0))).open()
    after.press(BANK)  # the guide through the first chips is skipped
    after.take(Chosen("tile", "3|5", after.now))
    assert after.press(OK).kept[-1]["event"] == "place"
    offered = [[entry.label for entry in offered_entries(shell.model, locked=False)] for shell in (before, after)]
    assert ["Set up a position" in labels for labels in offered] == [True, False]


def test_the_page_shows_the_tiles_so_far_and_those_that_are_left() -> None:
    shell = point(choose(point(joining(), "1/1W"), tile="3|5"), "2/1N")
    told = layout(shell).snapshot(shell.model, BOX)
    assert told.layout is not None
    states = {tile.value: tile.state for tile in told.layout.tiles}
    assert (states["3|5"], states["0|0"], len(states)) == ("laid", "fits", 28)
    assert {slot.ends for slot in told.layout.slots if slot.name == "1/1W"} == {(3, 5)}
    assert all(slot.usable for slot in told.layout.slots)


@pytest.mark.parametrize("language", sorted(languages()))
def test_every_fact_and_every_reason_fits_the_screen(language: str) -> None:
    model = replace(joining().model, language=language)
    wrong = JoinedDraft(TWO.players, ((SLOTS["1/1W"], (3, 5)), (SLOTS["1/1S"], (1, 2)))).with_fact("digit 1/1", 3)
    chips = JoinedDraft(TWO.players).with_fact("chips 1", 3)
    pages = [JoinFactsPage(draft, is_refused=True) for draft in (wrong, chips, chips.with_fact("round", 4))]
    pages += [JoinFactsPage(wrong, cursor) for cursor in range(len(wrong.facts(model)))]
    for page in pages:
        canvas = draw_page(model.with_page_on_top(page))
        assert canvas.clipped == ()


@pytest.mark.parametrize("name", ["4/1N", "", "north"])
def test_a_place_that_is_none_is_refused(name: str) -> None:
    shell = joining()
    before = shell.model.page
    assert point(shell, name).model.page == before
