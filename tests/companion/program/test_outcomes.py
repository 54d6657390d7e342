import dataclasses
import json
from collections.abc import Callable, Iterable
from typing import Any, cast

from msgspec.structs import astuple, replace

from companion.core.effects import BANK, BUST, LAST_ROUND, UNDO, WIN, Caption, Effect, PlayTones, Speak
from companion.core.lineup import BOX
from companion.core.messages import Pressed
from companion.core.model import Model
from companion.pages.attract import ResumePage
from companion.program.description import VisiblePage, describe
from companion.program.update import update
from companion.program.view import view
from companion.tables.claimit.guide import GuidePage
from companion.tables.claimit.session import record_event
from engine.claimit import LastRound, Roll
from hardware.device import Button, Press
from tests.companion.pages.claimit import CALL, CROWDED, FULL, HOPELESS, LAST_OF_ALL, NOTHING, RICH, RISKY, marking
from tests.companion.pages.sitting import pick, press, set_up


def test_the_last_round_is_announced_after_the_guide() -> None:
    called = press(replace(set_up(RICH, *CALLS_LAST_ROUND), guide=True), "bank")
    reported = press(called, "bank")
    assert [called.page.name, reported.page.name, press(reported, "ok").page.name] == ["guide", "last_round", "turn"]


def test_the_last_round_is_announced_once_even_if_the_guide_is_switched() -> None:
    for guide in [True, False]:
        called = press(replace(set_up(RICH, *CALL[:-1]), guide=guide), "bank")
        switched = replace(called, guide=not guide)
        reported = press(switched, "bank") if guide else switched
        assert (reported.page.name, press(reported, "ok").page.name) == ("last_round", "turn"), guide


CALLS_LAST_ROUND = marking("1/1 w2", "6/6 w1")
"""Green has called the last round; the guide has two fields to change."""
Received = list[tuple[str, object]]
"""Sounds and captions, each with its page."""


def announcements(effects: Iterable[Effect]) -> list[object]:
    return [value for each in effects if isinstance(each, PlayTones | Caption) for value in astuple(each)]


def press_and_listen(model: Model, *presses: str) -> tuple[Model, Received]:
    received: Received = []
    for name in presses:
        button = Press(Button(name.removeprefix("hold ")), held=name.startswith("hold "))
        step = update(model, Pressed(button, 0.0))
        model = step.model
        received += [(model.page.name, content) for content in announcements(step.effects)]
    return model, received


def resumed(model: Model) -> Model:
    return press(model.with_only_page(ResumePage()), "ok")


def after_power_cut(model: Model) -> Model:
    session = replace(model.session, acknowledged_count=model.session.ack_cursor % 8, guided=None)
    return resumed(replace(model, maybe_session=session, guide=True))


def described(model: Model) -> dict[str, Any]:
    return describe(VisiblePage(view(model, 0.0).text, model), "en", BOX)


PATHS: dict[str, Callable[[Model], tuple[Model, Received]]] = {
    "step by step": lambda model: press_and_listen(model, *["ok"] * len(cast("GuidePage", model.page).steps)),
    "skipped": lambda model: press_and_listen(model, "bank"),
    "forth and back": lambda model: press_and_listen(model, "ok", "undo", "bank"),
    "a menu over it": lambda model: press_and_listen(model, "hold undo", "hold undo", "bank"),
    "switched off": lambda model: press_and_listen(press(pick(model, "Guide"), "undo"), "bank"),
    "left, switched off, resumed": lambda model: press_and_listen(
        resumed(replace(pick(model, "Leave the game"), guide=False)), "bank"
    ),
    "killed twice": lambda model: press_and_listen(after_power_cut(after_power_cut(model)), "bank"),
}
"""Ways to leave the guide."""


def test_announcements_after_the_guide_are_made_once() -> None:
    for way, lead in PATHS.items():
        banked, at_once = press_and_listen(replace(set_up(RICH, *CALLS_LAST_ROUND), guide=True), "bank")
        called, later = lead(banked)
        assert at_once == [("guide", BANK)], way
        assert later == [("last_round", LAST_ROUND), ("last_round", "Last round!")], way
        assert press_and_listen(after_power_cut(called), "ok")[1] == [("turn", "Blue, roll!")], way

        banked, at_once = press_and_listen(
            replace(set_up(LAST_OF_ALL, *marking("2/1 w1", "4/1 w2")), guide=True), "bank"
        )
        won, later = lead(banked)
        assert (at_once, later) == ([("guide", BANK)], [("winner", WIN), ("winner", "Orange wins!")]), way
        assert press_and_listen(after_power_cut(won), "hold undo", "hold undo", "right", "ok")[1] == [], way


def test_a_bust_is_announced_before_the_guide_and_the_next_player_after_it() -> None:
    bust = record_event(replace(set_up(CROWDED, *RISKY), guide=True), NOTHING)
    assert bust.effects[1:] == (PlayTones(BUST), Caption("Green: bust!"), Speak("Green: bust!", "en"))
    led, silent = press_and_listen(replace(set_up(CROWDED, *RISKY, NOTHING), guide=True), "ok")
    assert (led.page.name, silent, press_and_listen(led, "bank")[1]) == ("guide", [], [("turn", "Blue, roll!")])


def test_a_bust_that_ends_the_game_has_both_sounds() -> None:
    last = dataclasses.replace(FULL, last_round=LastRound(FULL.turn, 1))
    bust = record_event(replace(set_up(last, *HOPELESS), guide=False), Roll((1, 2, 3)))
    assert announcements(bust.effects) == [BUST, "Green: bust!"]
    shown = press(set_up(last, *HOPELESS, Roll((1, 2, 3)), guide=False))
    assert (shown.page.name, described(shown)["screen"]["mood"]) == ("bust", "loss")
    won, received = press_and_listen(shown, "ok")
    assert (won.page.name, received[0], described(won)["screen"]["mood"]) == ("winner", ("winner", WIN), "end")


def test_an_undone_event_is_not_announced_later() -> None:
    banked = press(replace(set_up(RICH, *CALLS_LAST_ROUND), guide=True), "bank")
    back, received = press_and_listen(pick(banked, "Undo a turn"), "right", "ok", "bank")
    assert (back.page.name, received) == ("choose", [("guide", UNDO)])


def test_no_page_in_a_browser_shows_the_end_while_stones_are_moved() -> None:
    for over_it in [(), ("hold undo",), ("ok", "hold undo")]:
        end = press(replace(set_up(LAST_OF_ALL, *marking("2/1 w1", "4/1 w2")), guide=True), "bank", *over_it)
        call = press(replace(set_up(RICH, *CALLS_LAST_ROUND), guide=True), "bank", *over_it)
        for model in (end, call):
            reported = described(model)
            card = reported["turn"] or reported["screen"]
            assert (card["mood"], reported["game"]["notice"], reported["luck"]) == ("", "", None), over_it
            assert {each["rank"] for each in reported["game"]["players"]} == {0}, over_it
            shown = json.dumps([card, reported["game"]])
            assert not [word for word in ("wins", "roll!", "called", "Last") if word in shown], over_it
        reported = described(press(end, *over_it[-1:], "bank"))
        assert (reported["turn"] or reported["screen"])["mood"] == "end"
