"""The pages of Claim It!, one scene for each state."""

import dataclasses
from functools import cache, partial

from msgspec.structs import replace

from companion.core.messages import Answered, Pointed, Ticked
from companion.core.model import BoardFields, Model, Page
from companion.features.coach import (
    AskCoach,
    CoachAnswer,
    CoachPage,
    MomentPage,
    analysis_of,
    state_of,
    switch,
    with_state,
)
from companion.program.fields import touched_place
from companion.program.update import update
from companion.tables.claimit.rules import Lesson as ClaimItLesson
from companion.tables.claimit.session import session_of
from companion.tables.claimit.start import JoinTurnPage
from companion.tables.claimit.turn import ScoresPage
from engine import claimit
from engine.claimit import Bank, Event, LastRound, Phase, Place, Roll, State, coach, parse_field
from engine.coach import ResultParts
from engine.game import Json, Seat
from hardware.device import LIGHTS
from tests.companion.lights.positions import BETWEEN, CALLED, CHOOSING, ROLLED
from tests.companion.pages.sitting import Scenes, after_presses, pick, press, roll_for_start, set_up
from tests.engine.claimit_boards import NAMES, drawn
from tests.engine.plain_value import plain_value

LONG = ("WWWWWWWWWWWW", "Übergrößeste", "MMMMMMMMMMMM", "Jörg-Änderle", "Gypsyqueengy")
"""Names of the maximum length of twelve letters: wide letters, accents, descenders."""


def named(state: State, names: tuple[str, ...] = LONG) -> State:
    return dataclasses.replace(state, players=names[: len(state.players)])


def marking(*moves: str) -> list[Event]:
    """Returns rolls with their placements: `4/3 w1` rolls 4, 3, 1 and places on 4/3."""
    events: list[Event] = []
    for field, third in (move.split(" w") for move in moves):
        events += (Roll((int(field[0]), int(field[2]), int(third))), Place(parse_field(field)))
    return events


def rolling(seat: int, *dice: int) -> Json:
    return {"seat": seat, "dice": list(dice)}


def tied(*again: Json) -> tuple[Json, ...]:
    """Returns rolls for the start: the first two of five players tie and roll again."""
    sums = ((6, 5, 4), (5, 5, 5), (1, 1, 1), (2, 1, 1), (6, 5, 3))
    return (*(rolling(seat, *dice) for seat, dice in enumerate(sums)), *again)


def result_page(drawing: str, players: int, names: tuple[str, ...] = NAMES) -> Model:
    state = named(drawn(drawing, players=players), names)
    return set_up(dataclasses.replace(state, phase=Phase.OVER, winners=claimit.winners(state), turns=40))


def with_coach(model: Model) -> Model:
    return switch(model, True).model


def coached(model: Model, page: Page | None = None) -> Model:
    """Returns the model with the coach's answer, optionally with a page that shows it."""
    advice = coach.advise(session_of(model).state, plain_value)
    requested = with_state(with_coach(model), advice=CoachAnswer(model.session))
    answered = update(requested, Answered(AskCoach(requested.session), advice, requested.now)).model
    return answered if page is None else answered.with_page_on_top(page)


def touched(model: Model, place: str) -> Model:
    return update(replace(model, board_fields=BoardFields()), Pointed(place, model.now)).model


def noticed(model: Model, *places: str) -> Model:
    """Returns the comparison of the position with a board that has stones only on these fields."""
    closed = frozenset(light for light in range(LIGHTS) if touched_place(model, light) in places)
    fields = BoardFields(has_presence=True, closed=closed, compare_at=model.now)
    return update(replace(model, board_fields=fields), Ticked(model.now)).model


def silenced(model: Model) -> Model:
    requested = with_state(with_coach(model), advice=CoachAnswer(model.session, None, is_pending=False))
    return requested.with_page_on_top(CoachPage())


def analysed(model: Model) -> Model:
    found = coach.analyse(session_of(model).started_record.timeline, plain_value)
    requested = with_state(model, analysis=CoachAnswer(model.session, found, is_pending=False))
    return requested.with_page_on_top(MomentPage())


def unlucky(model: Model) -> Model:
    requested, answer = state_of(model).analysis, analysis_of(model)
    assert requested is not None
    assert answer is not None
    answer = answer._replace(
        result_parts=(ResultParts(1.0, 0.5, -0.06, 0.0, 0.3, 0.26), ResultParts(0.0, 0.5, 0.0, 0.06, -0.26, -0.3))
    )
    return with_state(model, analysis=requested._replace(answer=answer))


EMPTY = drawn("....../....../....../....../....../......", players=2)
QUIET = drawn("....../....../....../..B.../....../......", players=2)
SAFE = marking("1/2 w5")

CROWDED = drawn("bb..OB/bBg.o./bGGb../g.GGo./.gbO../gg.Oob")
"""A game in progress, Green to move; Blue's goldclaim on 6/6 makes a triple 6 a bust."""
RISKY = marking("3/6 w6", "1/6 w2", "3/5 w3")
NOTHING = Roll((6, 6, 6))

DIAGONAL = marking(*(f"{place}/{place} w{place}" for place in range(1, 7)))
FULL = drawn("GGGGGB/GGGGBB/OOOOBB/OOOOBB/OOOOBB/......")
HOPELESS = marking(*(f"{column}/1 w{column}" for column in range(1, 7)))
"""The placements that use every claim stone and every ownership stone, so that every next roll is a bust."""

EDGE = drawn("....gb/....../....../....../....../......")
TALL = marking("6/6 w6", "6/6 w5", "5/6 w2", "1/1 w3")
"""A claim stone and an ownership stone on Blue's stone, an ownership stone on Green's, a claim stone alone."""

FOURTH = drawn("..B.../....../....../....../...g../......")
FOURTH_BUST = (*marking("4/2 w1", "2/1 w6", "4/4 w1", "6/3 w3", "6/3 w1"), Roll((3, 4, 6)))
"""The rulebook's example 4: all six readings of the roll are blocked, for three kinds of reason."""

RICH = drawn("GGGG../GGGG../.bb.o./.bB.oo/...OO./g.....")
CALL = (*marking("1/1 w2"), Bank())
"""Calls the last round with Green's ninth goldclaim."""
FIVE = drawn("GGrr.V/gbBr.v/gbb.Vv/.bO.vv/rroOO./..oooG", players=5)
LAST = dataclasses.replace(FIVE, last_round=LastRound(called_by=Seat(2), turns_left=3), turns=31)
LAST_OF_ALL = dataclasses.replace(LAST, turn=Seat(2), last_round=LastRound(called_by=Seat(2), turns_left=1), turns=33)
NEARLY_CALLED = drawn("GGGGGG/GGGGGG/gg..../BBBBBB/BBBBBB/bbb...", players=2)
"""Six ownership stones are left; with one more Green calls the last round."""


@cache
def decided() -> Model:
    return set_up(
        dataclasses.replace(
            drawn("gggBBB/ggg.../....../.bbb../....../......", players=2), last_round=LastRound(Seat(1), 2)
        ),
        *(*marking("4/5 w1", "4/4 w2"), Bank()),
        *(*marking("5/3 w1", "6/3 w2"), Roll((6, 6, 6))),
    )


"""The end of a game of two: the second player loses all fields of the last turn with the last roll."""
ONE_STONE_LEFT = drawn("gggggg/gggggg/gggggg/ggggg./....../bbbbb.", players=2)
"""Green has one stone left."""

OPENING: Scenes = {
    "begins_first": lambda: roll_for_start(NAMES[:3]),
    "begins_middle": lambda: roll_for_start(NAMES[:3], rolling(0, 2, 5, 4)),
    "begins_tie_long": lambda: roll_for_start(LONG, *tied()),
    "begins_of_five": lambda: roll_for_start(NAMES, *tied(rolling(0, 1, 2, 3), rolling(1, 6, 6, 6))),
}

TURNS: Scenes = {
    "turn_first": lambda: press(roll_for_start(NAMES[:2], rolling(0, 2, 5, 4), rolling(1, 6, 6, 6)), "ok"),
    "turn_middle": lambda: set_up(BETWEEN),
    "turn_banked": lambda: set_up(CROWDED, *RISKY, Bank()),
    "turn_last": lambda: set_up(CALLED),
    "turn_last_long": lambda: set_up(named(LAST)),
    "turn_long": lambda: set_up(named(BETWEEN)),
    "by_hand_2": lambda: press(set_up(BETWEEN, by_hand=True), "ok", "right", "right", "ok", "left"),
    "by_hand_3": lambda: press(set_up(BETWEEN, by_hand=True), "ok", "right", "right", "ok", "left", "ok"),
    "roll_own": lambda: press(set_up(ROLLED), *["right"] * 3),
    "roll_recycle": lambda: press(
        set_up(dataclasses.replace(QUIET, recycle=True), *SAFE, Roll((1, 2, 6))), "right", "right"
    ),
    "roll_opponent": lambda: press(set_up(dataclasses.replace(ROLLED, roll=(3, 5, 6))), "left"),
    "roll_by_hand": lambda: set_up(CHOOSING, Roll((3, 5, 2), by="hand"), by_hand=True),
    "roll_long": lambda: press(set_up(named(dataclasses.replace(ROLLED, roll=(3, 5, 6)))), "left"),
    "numbers_column": lambda: press(set_up(ROLLED), "bank", "right"),
    "numbers_not_named": lambda: press(set_up(ROLLED), "bank", "ok", "right"),
    "numbers_in_the_dark": lambda: press(set_up(ROLLED, light="off"), "right", "ok", "right"),
    "numbers_long": lambda: press(set_up(named(ROLLED)), "bank", "ok"),
    "choose_1": lambda: set_up(QUIET, *SAFE),
    "choose_8": lambda: set_up(CROWDED, *RISKY),
    "choose_56": lambda: set_up(EMPTY, *DIAGONAL),
    "choose_few_stones": lambda: set_up(NEARLY_CALLED, *marking("1/4 w1")),
    "choose_wins": lambda: set_up(LAST_OF_ALL, *marking("2/1 w1", "4/1 w2")),
    "choose_does_not_win": lambda: set_up(
        dataclasses.replace(FIVE, last_round=LastRound(Seat(0), 1)), *marking("1/3 w1")
    ),
    "choose_rivals": lambda: press(set_up(LAST, *marking("5/5 w1", "5/6 w2")), "left", "left"),
    "choose_rivals_long": lambda: press(set_up(named(LAST), *marking("5/5 w1", "5/6 w2")), "left", "left"),
    "choose_odds_8": lambda: press(set_up(CROWDED, *RISKY), "left"),
    "choose_long": lambda: set_up(named(CROWDED), *RISKY),
}

OUTCOMES: Scenes = {
    "bust_losing": lambda: set_up(CROWDED, *RISKY, NOTHING),
    "bust_at_once": lambda: set_up(CROWDED, NOTHING),
    "bust_why": lambda: press(set_up(FOURTH, *FOURTH_BUST), "right"),
    "bust_why_no_stone": lambda: press(set_up(FULL, *HOPELESS, Roll((1, 2, 3))), "right"),
    "bust_long": lambda: set_up(named(CROWDED), *RISKY, NOTHING),
    "last_round": lambda: set_up(RICH, *CALL),
    "last_round_long": lambda: set_up(named(RICH), *CALL),
    "winner_by_mine": lambda: result_page("OOgggB/OOgG.b/O.g.OB/oO.OOB/..o..b/b..g..", 3),
    "winner_by_goldclaims": lambda: result_page("GGggg./....../....../bBbbb./....../......", 2),
    "winner_shared_by_5": lambda: result_page("gg.bb./....../oo.rr./....../vv..../......", 5),
    "winner_long": lambda: result_page("ggg.../b..o../....../....../....../......", 3, LONG),
    "winner_shared_long": lambda: result_page("gg.bb./....../oo.rr./....../vv..../......", 5, LONG),
}

GUIDE: Scenes = {
    "guide_tallest": lambda: set_up(EDGE, *TALL, Bank(), guide=True),
    "guide_token": lambda: press(set_up(ONE_STONE_LEFT, *marking("6/3 w1", "1/1 w2"), Bank(), guide=True), "ok"),
    "guide_bust": lambda: press(set_up(CROWDED, *RISKY, NOTHING, guide=True), "ok"),
    "guide_undo": lambda: press(set_up(CROWDED, *RISKY, guide=True), "undo"),
    "guide_long": lambda: set_up(named(EDGE), *TALL, Bank(), guide=True),
}

LOOKS: Scenes = {
    "scores_2": lambda: press(set_up(QUIET, *SAFE), "right"),
    "scores_5": lambda: pick(set_up(LAST), "Scores"),
    "scores_long": lambda: pick(set_up(named(LAST)), "Scores"),
    "spotlight_first": lambda: press(set_up(CROWDED, *RISKY), "left", "hold left"),
    "check_stack": lambda: press(pick(set_up(EDGE, *TALL), "Check the board"), "left"),
    "check_goldclaim": lambda: press(pick(set_up(LAST), "Check the board"), "left"),
    "check_long": lambda: press(pick(set_up(named(EDGE), *TALL), "Check the board"), "left"),
}

JOIN: Scenes = {
    "join_empty": lambda: pick(roll_for_start(NAMES[:3]), "Set up a position"),
    "join_goldclaim": lambda: press(pick(roll_for_start(NAMES[:3]), "Set up a position"), "ok", "right", "ok", "ok"),
    "join_turn": lambda: press(pick(roll_for_start(NAMES[:3]), "Set up a position"), "ok", "bank", "right"),
    "join_last_round": lambda: pick(roll_for_start(NAMES[:3]), "Set up a position").with_page_on_top(
        JoinTurnPage(drawn("GGGGGG/GGG.../....../.b..oo/....../OOOOOO"))
    ),
    "join_long": lambda: press(pick(roll_for_start(LONG), "Set up a position"), "ok", "ok"),
}

LESSON: Scenes = {
    "lesson_first": lambda: pick(set_up(BETWEEN), "Lesson"),
    "lesson_marked": lambda: pick(set_up(BETWEEN), "Lesson").with_page(
        ClaimItLesson(2, 4, marked=frozenset({"4/1", "5/1"}))
    ),
    "lesson_wrong": lambda: pick(set_up(BETWEEN), "Lesson").with_page(ClaimItLesson(2, 0, commented="1/4")),
    "lesson_wrong_mine": lambda: pick(set_up(BETWEEN), "Lesson").with_page(ClaimItLesson(5, commented="6/2")),
    "lesson_right": lambda: pick(set_up(BETWEEN), "Lesson").with_page(ClaimItLesson(2, is_done=True)),
    "lesson_none": lambda: pick(set_up(BETWEEN), "Lesson").with_page(ClaimItLesson(3)),
    "lesson_bank": lambda: pick(set_up(BETWEEN), "Lesson").with_page(ClaimItLesson(4, 2)),
}

FIELDS: Scenes = {
    "touched_roll": lambda: touched(set_up(CROWDED, *RISKY, Roll((2, 3, 4))), "6/6"),
    "stones_one": lambda: noticed(set_up(EDGE, *TALL), "6/6", "5/6", "2/2"),
}


def set_up_guide() -> Model:
    return press(replace(roll_for_start(NAMES[:3]), guide=True), "bank")


def rules() -> Model:
    return pick(set_up(BETWEEN), "Rules")


SET_UP: Scenes = {"set_up": set_up_guide}

RULES: Scenes = {f"rules_{place}": partial(after_presses, rules, ["right"] * place) for place in range(9)}

COACH: Scenes = {
    "coach_question": lambda: press(set_up(CROWDED, *RISKY), "right", "hold right"),
    "coach_thinking": lambda: press(with_coach(set_up(CROWDED, *RISKY)), "right", "hold right"),
    "coach_bank": lambda: coached(set_up(CROWDED, *RISKY), CoachPage()),
    "coach_last_turn": lambda: coached(set_up(LAST_OF_ALL, *marking("2/1 w1", "4/1 w2")), CoachPage()),
    "coach_field": lambda: coached(set_up(CROWDED, *RISKY, Roll((2, 3, 4))), CoachPage()),
    "coach_standing": lambda: coached(set_up(named(LAST)), CoachPage(shows_chances=True)),
    "coach_long": lambda: coached(set_up(named(CROWDED), *RISKY, Roll((2, 3, 4))), CoachPage()),
    "coach_silent": lambda: silenced(set_up(CROWDED, *RISKY)),
    "turn_coached": lambda: coached(set_up(BETWEEN)),
    "scores_coached_3": lambda: press(coached(set_up(CROWDED, *RISKY)), "right"),
    "scores_coached_5": lambda: coached(set_up(named(LAST)), ScoresPage()),
    "moment_thinking": lambda: press(decided(), "ok", "left"),
    "moment_choice": lambda: analysed(decided()),
    "moment_result_unlucky": lambda: press(unlucky(analysed(decided())), "right"),
}

SCENES: Scenes = {
    **OPENING,
    **TURNS,
    **OUTCOMES,
    **GUIDE,
    **LOOKS,
    **JOIN,
    **LESSON,
    **FIELDS,
    **RULES,
    **SET_UP,
    **COACH,
}
"""The scenes by page and state."""
