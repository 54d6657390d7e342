from random import Random

import pytest
from msgspec.structs import replace

from companion.core.effects import Ask, Effect, SaveLineUp, WorkerQuestion
from companion.core.lineup import BOX, SPECTATOR, Role, ViewerKind
from companion.core.messages import Answered, Chosen, Pointed, Pressed, SeedCreated
from companion.core.model import Model
from companion.core.shown import labelled_buttons, screen_of, shown_snapshot
from companion.features.coach import (
    OBSERVER,
    AnalyseGame,
    AskCoach,
    CoachAnswer,
    advice_on,
    is_on,
    state_of,
    with_state,
)
from companion.features.story import comparison_text, percent_text, shown_parts
from companion.locale.translator import translator_for
from companion.program.description import VisiblePage, describe
from companion.program.update import update
from companion.program.view import draw_page, view
from companion.tables.claimit.session import session_of
from companion.ui.art import Icon
from companion.ui.screen import BoxOnly, Meter, shown_blocks
from engine import claimit
from engine.claimit import Bank, Place, coach, parse_field
from engine.coach import Advice, Option, ResultParts
from engine.game import Seat
from hardware.device import Button, Press
from tests.companion.games.app import TWO_PLAYERS, App
from tests.companion.lights.positions import BETWEEN, CHOOSING, ROLLED
from tests.companion.pages.claimit import coached, decided, with_coach
from tests.companion.pages.sitting import place_under_cursor, press, set_up, web_texts
from tests.engine.plain_value import plain_value

HOLD_RIGHT = Press(Button.RIGHT, held=True)


def press_once(model: Model, button: Press, sender: ViewerKind | None = None) -> tuple[Model, tuple[Effect, ...]]:
    step = update(model, Pressed(button, 1.0) if sender is None else Pressed(button, 1.0, sender))
    return step.model, step.effects


def requests(effects: tuple[Effect, ...]) -> list[WorkerQuestion]:
    return [effect.question for effect in effects if isinstance(effect, Ask)]


def test_the_coach_is_still_on_or_off_after_a_power_cut() -> None:
    app = App(TWO_PLAYERS).start().press(Button.OK, Button.OK, Button.OK)
    app.hold(Button.UNDO)
    for chosen in (True, False, True):
        app.send(Chosen("coach", chosen, app.now))
        assert is_on(app.restart().press(Button.OK).model) == chosen
        app.hold(Button.UNDO)
    lineup = app.model.session.lineup.for_next_game()
    for options in ({**lineup.table_options}, {"hints": True}):  # the setup's answer counts for each game
        requested = replace(app.model, requested_lineup=replace(lineup, table_options=options))
        again, _effects, _refusal = update(requested, SeedCreated(bytes(32), 9.0))
        assert is_on(again) == ("hints" in options)


def test_holding_right_switches_the_coach_on_after_confirmation() -> None:
    model = press(set_up(CHOOSING), "right", "hold right")
    assert (model.page.name, [page.name for page in model.pages_beneath]) == ("consent", ["choose"])
    model, effects = press_once(model, Press(Button.OK))
    assert (model.page.name, is_on(model)) == ("coach", True)
    assert requests(effects) == [AskCoach(model.session)]
    assert state_of(model).advice == CoachAnswer(model.session)


def test_holding_right_shows_the_coachs_answer() -> None:
    model = press(coached(set_up(ROLLED)), "right", "hold right")
    assert model.page.name == "coach"
    assert press(model, "ok").page == coached(set_up(ROLLED)).page  # with the cursor on what the coach advises


def test_the_coach_is_journalled_once_before_its_first_question() -> None:
    model, effects = press_once(press(set_up(CHOOSING), "right", "hold right"), Press(Button.OK))
    assert effects[-2:] == (SaveLineUp(model.session.lineup.to_json()), Ask(AskCoach(model.session)))
    assert not any(isinstance(effect, SaveLineUp) for effect in press_once(press(model, "undo"), Press(Button.OK))[1])


def test_a_late_answer_is_dropped() -> None:
    before = with_coach(set_up(ROLLED))
    requested = press(before, "left")
    late = requested.session
    model = press(requested, "ok")
    advice = coach.advise(ROLLED, plain_value)
    assert state_of(update(model, Answered(AskCoach(late), advice, 2.0)).model).advice == CoachAnswer(model.session)
    answered = update(model, Answered(AskCoach(model.session), advice, 2.0)).model
    assert state_of(answered).advice == CoachAnswer(model.session, advice, is_pending=False)


def test_the_coach_keeps_its_win_chances_by_position() -> None:
    model = with_coach(set_up(ROLLED))
    courses = []
    for number, button in enumerate((None, Button.OK, Button.UNDO, Button.OK), 1):
        model = model if button is None else press_once(model, Press(button))[0]
        advice = Advice(Seat(0), (number / 10, 1 - number / 10), ())
        requested = with_state(model, advice=CoachAnswer(model.session))
        model = update(requested, Answered(AskCoach(requested.session), advice, 2.0)).model
        courses.append(OBSERVER.describe(model, SPECTATOR, lambda _: False)["coach"].get("course"))
    payload = {"are_chances": True, "steps": [0, 1], "marks": []}
    placed, again = [[0.1, 0.9], [0.2, 0.8]], [[0.3, 0.7], [0.4, 0.6]]
    assert courses == [None, {**payload, "values": placed}, None, {**payload, "values": again}]
    other = replace(model, maybe_session=replace(model.session, seed=bytes(31) + b"x"))
    assert "course" not in OBSERVER.describe(other, SPECTATOR, lambda _: False)["coach"]


def test_pointing_at_a_field_that_the_coach_shows_chooses_it() -> None:
    opened = press(coached(set_up(ROLLED)), "right", "hold right")
    for place in (claimit.format_field(field) for field in claimit.legal(ROLLED)):
        chosen = update(opened, Pointed(place, 1.0)).model
        assert (chosen.page.name, chosen.session) == ("roll", opened.session)
        placed = update(chosen, Pointed(place, 2.0)).model
        assert placed.session.started_record.events[-1] == Place(parse_field(place))


def test_the_coach_says_that_there_is_nothing_to_decide() -> None:
    opened = press(coached(set_up(BETWEEN)), "right", "hold right")
    reported = describe(VisiblePage(view(opened, 1.0).text, opened), "en", BOX)["coach"]
    assert (reported["is_open"], reported["says"], reported["why"]) == (True, "", "There is nothing to decide now.")


def test_the_coachs_page_switches_the_hints_off() -> None:
    opened = press(coached(set_up(ROLLED)), "right", "hold right")
    off = press(opened, "right")
    assert (is_on(opened), is_on(off), off.page.name) == (True, False, "roll")


def test_a_field_that_cannot_be_used_leaves_the_coach_open() -> None:
    for state in [ROLLED, CHOOSING, BETWEEN]:
        opened = press(coached(set_up(state)), "right", "hold right")
        after = update(opened, Pointed("6/6", 1.0)).model
        assert (opened.page.name, after.page) == ("coach", opened.page), state
        assert after.rejected_at is not None, state


def test_a_coach_that_does_not_answer_says_so_and_the_game_continues() -> None:
    model = press(with_coach(set_up(ROLLED)), "right", "hold right")
    silent = update(model, Answered(AskCoach(model.session), None, 2.0)).model
    assert state_of(silent).advice == CoachAnswer(model.session, None, is_pending=False)
    _, effects = press_once(press(silent, "ok"), Press(Button.OK))
    assert len(requests(effects)) == 1


def test_a_seat_can_open_the_coach_but_not_switch_it_on() -> None:
    seat = ViewerKind(Role.SEAT, Seat(0))
    off = set_up(ROLLED)
    assert update(off, Pressed(HOLD_RIGHT, 1.0, seat)).refusal is not None
    on = press(coached(set_up(ROLLED)), "right")
    assert update(on, Pressed(HOLD_RIGHT, 1.0, seat)).model.page.name == "coach"


def test_the_screen_shows_that_the_coach_is_on() -> None:
    for state in [BETWEEN, CHOOSING]:
        off, on = set_up(state), coached(set_up(state))
        assert Icon.COACH not in draw_page(off).badges, state
        assert draw_page(replace(on, saved=False)).badges == (Icon.UNSAVED, Icon.COACH), state


def test_the_moment_of_a_game_is_requested_once() -> None:
    over = press(decided(), "ok")
    model, effects = press_once(over, Press(Button.LEFT))
    assert requests(effects) == [AnalyseGame(model.session)]
    found = coach.analyse(session_of(model).started_record.timeline, plain_value)
    reported = update(model, Answered(AnalyseGame(model.session), found, 2.0)).model
    assert reported.page.name == "moment"
    # In a browser the winner's card says it already: it stays as it is, and has no button for it.
    seen = describe(VisiblePage(view(reported, 0.0).text, reported), "en", BOX)
    assert (seen["shows_screen"], seen["screen"]["mood"]) == (False, "end")
    assert labelled_buttons(over)[Button.LEFT].box_only
    again, effects = press_once(press(reported, "ok"), Press(Button.LEFT))
    assert requests(effects) == []
    assert state_of(again).analysis == CoachAnswer(model.session, found, is_pending=False)


def test_the_cursor_is_on_the_coachs_choice_until_it_is_moved() -> None:
    waiting = with_coach(set_up(ROLLED))
    model = coached(set_up(ROLLED))
    advice = advice_on(model)
    assert advice is not None
    best = advice.options[0].event
    assert best != Place(min(claimit.legal(ROLLED)))
    assert press(model, "ok").session.started_record.events[-1] == best
    assert parse_field(place_under_cursor(model)) == best.field
    other = press(press(waiting, "right"), "ok", "undo")
    assert press(coached(other), "ok").session.started_record.events[-1] == best
    assert press(other, "ok").session.started_record.events[-1] != best
    moved = coached(press(waiting, "right"))
    assert press(moved, "ok").session.started_record.events[-1] == Place(sorted(claimit.legal(ROLLED))[1])


def test_while_the_coach_is_on_fields_and_buttons_show_chances_to_win() -> None:
    model = coached(set_up(ROLLED))
    snapshot = shown_snapshot(model, BOX)
    advice = advice_on(model)
    assert advice is not None
    assert snapshot is not None
    chances = {option.event: percent_text(option.chance) for option in advice.options}
    shown = {Place(parse_field(place.name)): place.after for place in snapshot.places if place.after}
    assert shown == chances
    assert f"Win chance: {max(chances.values())}" in web_texts(model)
    model = coached(set_up(CHOOSING))
    risk = next(block for block in shown_blocks(screen_of(model), BoxOnly) if isinstance(block, Meter))
    assert risk.label == "bust chance"
    words = labelled_buttons(model)
    assert all(words[button].detail.startswith("Win chance: ") for button in (Button.OK, Button.BANK))


def test_fields_and_buttons_show_no_risk_while_the_coach_has_not_answered() -> None:
    for state in (ROLLED, CHOOSING):
        model = with_coach(set_up(state))
        silent = with_state(model, advice=CoachAnswer(model.session, None, is_pending=False))
        for shown, has_figures in (
            (model, False),
            (with_state(model, advice=CoachAnswer(model.session)), False),
            (silent, True),
        ):
            described = describe(VisiblePage(view(shown, 1.0).text, shown), "en", BOX)
            buttons = [button["effect"] for button in described["buttons"]]
            reported = [*buttons, *(place["after"] for place in described["game"]["places"])]
            assert any("%" in text for text in reported) == has_figures, state


def test_the_better_a_field_the_brighter_it_is() -> None:
    model = press(coached(set_up(ROLLED)), "right", "hold right")
    advice = advice_on(model)
    assert advice is not None
    lit = model.page.lights(model, 1.0).colours
    fields = [option.event.field for option in advice.options if isinstance(option.event, Place)]
    levels = [lit[field].red for field in fields]
    assert levels == sorted(levels, reverse=True)
    assert min(levels) > 0


def test_only_certain_results_are_0_or_100_percent() -> None:
    for share, text in [
        (0, "0%"),
        (0.001, "1%"),
        (0.554, "55%"),
        (0.999, "99%"),
        (1, "100%"),
        (1.0, "100%"),
        (1e-17, "0%"),
    ]:
        assert percent_text(share) == text


def test_the_shown_parts_of_a_result_add_up() -> None:
    rng = Random(1)
    for number in range(1_000):
        own, others = -rng.random() / 3, rng.random() / 3
        result = rng.choice((0.0, 1.0, 0.5, 0.003, 0.996, rng.random()))
        beginning, others_dice = 1 / (2 + number % 4), rng.random() - 0.5
        rest = result - beginning - own - others - others_dice
        shown = shown_parts(ResultParts(result, beginning, own, others, rest, others_dice))
        assert sum(shown[:-1]) == shown.result
        assert f"{shown.result}%" == percent_text(result)
        exact = (beginning, rest, own, others_dice, others)
        assert shown[:-1] == pytest.approx([100 * each for each in exact], abs=2)
        assert shown.choices <= 0 <= shown.others_choices


def test_only_a_better_choice_is_called_better() -> None:
    roll, bank = Option(None, 0.48), Option(Bank(), 0.52)
    for done, other, is_bust, sentence in [
        (roll, bank, False, "Better: bank (52% instead of 48%)"),
        (roll, bank, True, "Better: bank (52% instead of 48%)"),
        (roll, Option(Bank(), 0.41), False, "Rolling was right (bank: 41%)"),
        (roll, Option(Bank(), 0.41), True, "Bad luck: rolling was right (bank: 41%)"),
        (Option(None, 0.521), Option(Bank(), 0.523), False, ""),
        (bank, Option(None, 0.61), False, "Better: roll (61% instead of 52%)"),
        (roll, None, True, "Bad luck"),
        (roll, None, False, ""),
    ]:
        assert comparison_text(translator_for("en"), done, other, is_bust=is_bust) == sentence


def test_the_coachs_choice_is_the_main_button() -> None:
    model = coached(set_up(CHOOSING))
    advice = advice_on(model)
    assert advice is not None
    for best, button in ((None, "ok"), (Bank(), "bank")):
        options = sorted(advice.options, key=lambda option: option.event != best)
        answer = advice._replace(options=tuple(options))
        advised = with_state(model, advice=CoachAnswer(model.session, answer, is_pending=False))
        assert [name for name, option in labelled_buttons(advised).items() if option.main] == [button]
