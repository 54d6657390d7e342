"""The coach at a table of Klondike: when it is asked, what it is told of a hand, and what its pages show."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.effects import AskCoach
from companion.core.messages import Advised, Pressed
from companion.core.table import CoachAnswer
from companion.core.viewer_kind import BOX, SPECTATOR, seat_viewer
from companion.frontends.web.details import describe_coach
from companion.program.coaching import take_answer
from companion.program.update import update
from companion.program.view import view
from companion.tables.klondike.coach import CoachPage, known_tiles, sees_options
from engine.coach import Advice, Option
from engine.game import Seat
from engine.klondike import SLOTS, Lay
from hardware.device import Button, Press
from tests.companion.pages.klondike import OPEN, choosing, dealt, played
from tests.companion.pages.sitting import press
from tests.engine.claimit_boards import NAMES

if TYPE_CHECKING:
    from companion.core.model import Model, Transition


PUBLIC = Advice(Seat(0), (0.4, 0.6), ())
OF_HAND = Advice(Seat(0), (), (Option(Lay(SLOTS["1/1E"], (2, 6)), 0.9),))


def pressed(model: Model, button: Button) -> Transition:
    """What one press leads to."""
    return update(model, Pressed(Press(button), model.now + 1))


def asked(step: Transition) -> list[AskCoach]:
    """What the coach is asked."""
    return [effect for effect in step.effects if isinstance(effect, AskCoach)]


def test_with_real_tiles_it_is_asked_again_once_a_tile_was_entered() -> None:
    model = replace(played(*OPEN), coach=True)
    first = pressed(model, Button.OK)
    assert [each.hand for each in asked(first)] == [None]
    answered = update(first.model, Advised(first.model.session, PUBLIC, first.model.now)).model
    entering = press(answered, "right", "right", "ok", *["right"] * 4)
    taken = pressed(entering, Button.OK)
    assert taken.model.page.name == "klondike_place"
    assert [each.hand for each in asked(taken)] == [((2, 4),)]
    late = Advised(taken.model.session, Advice(Seat(0), (), ()), 0.0, ((2, 5),))
    assert take_answer(taken.model, late).hand_advice == CoachAnswer(taken.model.session, hand=((2, 4),))
    assert taken.model.advice == CoachAnswer(taken.model.session, PUBLIC, is_pending=False)
    assert asked(pressed(taken.model, Button.RIGHT)) == []


def test_of_a_dealt_hand_it_is_asked_after_the_public_answer_has_come() -> None:
    model = replace(dealt(4), coach=True)
    first = pressed(model, Button.LEFT)
    assert [each.hand for each in asked(first)] == [None]
    assert asked(pressed(first.model, Button.UNDO)) == []
    second = update(first.model, Advised(first.model.session, PUBLIC, 2.0))
    assert [each.hand for each in asked(second)] == [first.model.session.hand]
    public = second.model.advice, second.model.course
    third = update(second.model, Advised(first.model.session, OF_HAND, 3.0, first.model.session.hand))
    assert asked(third) == []
    assert (third.model.advice, third.model.course) == public
    assert third.model.hand_advice is not None
    assert third.model.hand_advice.answer == OF_HAND


def test_with_real_tiles_everybody_may_see_what_the_entered_tile_is_worth() -> None:
    for viewer in (BOX, SPECTATOR, seat_viewer(Seat(1))):
        assert sees_options(choosing(2, 4, *OPEN), viewer)
        assert not sees_options(played(*OPEN), viewer)


def test_a_dealt_hand_is_told_to_the_coach_and_shown_to_its_seat() -> None:
    model = dealt(5, players=NAMES[:3])
    turn = model.session.state.turn
    assert known_tiles(model) == model.session.hand
    assert sees_options(model, seat_viewer(turn))
    for viewer in (BOX, SPECTATOR, seat_viewer(Seat((turn + 1) % 3))):
        assert not sees_options(model, viewer)
    opened = press(model, "ok", "ok")
    assert opened.page.name == "klondike_hand"
    assert sees_options(opened, BOX)
    assert not sees_options(opened, SPECTATOR)


def test_the_box_shows_no_options_of_a_closed_hand() -> None:
    model = replace(dealt(5), coach=True)
    answer = CoachAnswer(model.session, PUBLIC, is_pending=False)
    of_hand = CoachAnswer(model.session, OF_HAND, is_pending=False, hand=known_tiles(model))
    answered = replace(model, advice=answer, hand_advice=of_hand)
    closed, opened = (press(each, "right", "hold right") for each in (answered, press(answered, "ok", "ok")))
    assert [each.page.name for each in (closed, opened)] == ["klondike_coach"] * 2
    texts = [" ".join(_texts(each)) for each in (closed, opened)]
    assert ["90%" in text for text in texts] == [False, True]


def _texts(model: Model) -> tuple[str, ...]:
    return view(model, model.now).text


def test_the_page_lists_claims_that_matter_and_says_what_figures_follow_from() -> None:
    model = replace(choosing(2, 6, *OPEN), coach=True)
    prospects = ("1/1", (0.5, 0.4)), ("2/1", (0.9, 0.0)), ("1/2", (0.9, 0.04))
    public = CoachAnswer(model.session, PUBLIC._replace(prospects=prospects), is_pending=False)
    waits = replace(model, advice=public, hand_advice=CoachAnswer(model.session, hand=((2, 6),)))
    answered = replace(waits, hand_advice=CoachAnswer(model.session, OF_HAND, is_pending=False, hand=((2, 6),)))
    for language, basis in (("en", "With 2·6: "), ("de", "Mit 2·6: "), ("nl", "Met 2·6: ")):
        pages = [replace(each.with_page_on_top(CoachPage()), language=language) for each in (waits, answered)]
        before, after = (describe_coach(each, SPECTATOR) for each in pages)
        assert [each["thinking"] for each in (before, after)] == [True, False]
        assert [len(each["chances"]) for each in (before, after)] == [2, 2]
        assert [line.split(":")[0] for line in before["prospects"]] == ["1/1"]
        assert [line.split(":")[0] for line in after["prospects"]] == ["1/1", "2/1"]
        assert after["says"].startswith(basis)
        assert after["note"]
