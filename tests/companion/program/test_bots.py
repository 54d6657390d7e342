import json

import pytest
from msgspec.structs import replace

from companion.core.lineup import BOX, HOST, SPECTATOR, LineUp, people_of, seat_viewer
from companion.core.messages import Answered, Chosen, Pointed, Pressed
from companion.core.saved_games import JournalProblem
from companion.core.shown import labelled_buttons, screen_of, shown_snapshot
from companion.features.bots import next_bot_turn
from companion.pages.setup import AGAIN, SetupAnswers
from companion.program.actions import refuse_sender
from companion.tables.shared_pages import summarize
from engine import claimit
from engine.claimit import Bank, Place, Roll
from engine.game import Code, Illegal, Seat, Start, Undo
from hardware.device import Button, Press
from tests.companion.games.app import TWO_PLAYERS, App
from tests.companion.pages.sitting import pick

OK, BANK, UNDO, LEFT, RIGHT = Button.OK, Button.BANK, Button.UNDO, Button.LEFT, Button.RIGHT
BOT = Seat(1)
BOT_FIRST = replace(TWO_PLAYERS, players=("Green", "Greenhorn"), bots={"1": "greenhorn"}, first=BOT)
"""A game in which the bot starts."""


def with_bot(lineup: LineUp = BOT_FIRST, *, guide: bool = False) -> App:
    app = App(lineup)
    app.model = replace(app.model, guide=guide)
    return app.start()


def let_act(app: App) -> App:
    turn = next_bot_turn(app.model)
    assert turn is not None
    assert turn.acts_at is not None
    app.now = turn.acts_at
    return app.tick()


def let_act_until(app: App, page: str) -> App:
    for _ in range(60):
        if app.page == page:
            return app
        let_act(app)
    raise AssertionError(f"no {page}")


def sentence_of(app: App) -> str:
    return screen_of(app.model).sentence


def test_a_bot_rolls_automatically_after_a_delay() -> None:
    app = with_bot()
    assert (app.page, sentence_of(app)) == ("turn", "Greenhorn: Roll")
    assert "Roll" in app.view.text
    assert screen_of(app.model).keys[OK].label == "Continue"
    assert app.view.frame.next_change is not None
    assert app.view.frame.next_change <= app.now + 1.0
    app.advance_time(0.9).tick()
    assert app.page == "turn"
    app.advance_time(0.2).tick()
    assert app.page == "roll"


def test_the_chosen_field_is_under_the_cursor_before_it_is_used() -> None:
    app = let_act(with_bot())
    [question] = app.bot_questions
    event = app.answer(question).answer
    assert isinstance(event, Place)
    name = claimit.format_field(event.field)
    assert sentence_of(app) == f"Greenhorn: Place on {name}"
    assert name in app.view.text
    let_act(app)
    assert app.page == "choose"
    assert app.model.session.kept_events[-1] == event


def test_a_slow_bot_is_waited_for() -> None:
    app = with_bot()
    app.bots_answer = False
    let_act(app)
    assert sentence_of(app) == "Greenhorn is thinking…"
    app.advance_time(30.0).tick()
    assert len(app.saved_events) == 2
    app.send(app.answer(app.bot_questions[0]))
    assert sentence_of(app).startswith("Greenhorn: Place ")
    app.advance_time(0.5).tick()
    assert len(app.saved_events) == 2
    app.advance_time(0.6).tick()
    assert len(app.saved_events) == 3


def test_an_answer_for_an_older_position_is_dropped() -> None:
    app = with_bot()
    app.bots_answer = False
    let_act(app)
    late = app.answer(app.bot_questions[0])
    gone = app.bot_questions[0]._replace(position=())
    app.send(replace(late, question=gone))
    assert sentence_of(app) == "Greenhorn is thinking…"
    app.send(Answered(gone, None, app.now, TimeoutError()))
    assert app.page == "roll"


def test_bots_play_a_whole_game() -> None:
    app = with_bot(replace(BOT_FIRST, players=("Greenhorn", "Greenhorn 2"), bots={"0": "greenhorn", "1": "greenhorn"}))
    while app.page != "winner":
        assert len(app.saved_events) < 3000
        let_act(app)
    assert next_bot_turn(app.model) is None
    assert app.resumed_session.state == app.model.session.state


def test_only_the_bot_can_decide_for_its_seat() -> None:
    for button in [LEFT, BANK]:
        for page in ("roll", "choose"):
            app = let_act_until(with_bot(), page)
            saved, open_page = list(app.saved_events), app.model.page
            app.press(button)
            assert (app.saved_events, app.model.page) == (saved, open_page), button
            assert app.model.rejected_at is not None, button
            app.send(Pointed("1/1", app.now))
            assert (app.saved_events, app.model.page) == (saved, open_page), button


def test_ok_makes_a_bot_continue_immediately() -> None:
    app = with_bot().press(OK)
    assert app.page == "roll"
    app.press(OK)
    assert app.page == "choose"


def test_a_bot_waits_after_an_undo() -> None:
    app = let_act_until(with_bot(), "choose").press(UNDO)
    assert app.model.session.started_record.events[-1] == Undo()
    assert sentence_of(app) == "Greenhorn is waiting for you"
    app.advance_time(60.0).tick()
    assert isinstance(app.model.session.started_record.events[-1], Undo)
    app.press(OK)
    assert app.page == "choose"
    app.press(OK)
    assert not isinstance(app.model.session.started_record.events[-1], Undo)


def test_an_undo_of_a_turn_leads_back_to_the_last_decision_of_a_person() -> None:
    app = with_bot(replace(BOT_FIRST, first=Seat(0), by_hand=True)).press(OK, OK, OK, OK, OK, BANK)
    banked = app.model.session.started_record.timeline
    for _ in range(60):
        if app.model.session.state.turn != BOT:
            break
        (app.press(OK) if app.page == "by_hand" else let_act(app))
    app.model = pick(app.model, "Undo a turn")
    assert app.press(RIGHT, OK).page == "choose"
    assert app.model.session.kept_events == tuple(step.event for step in banked[:-1])


def test_a_resumed_game_continues_with_its_bot() -> None:
    app = let_act_until(with_bot(), "choose").restart()
    assert app.page == "resume"
    app.press(OK)
    assert app.model.session.lineup.bots == {"1": "greenhorn"}
    assert app.saved_events[0]["bots"] == {"1": "greenhorn"}
    before = len(app.saved_events)
    let_act(app)
    assert len(app.saved_events) == before + 1


def test_a_bot_waits_while_another_page_is_open() -> None:
    app = let_act_until(with_bot(), "choose").press(RIGHT)
    assert app.page == "scores"
    saved = len(app.saved_events)
    app.advance_time(10.0).tick()
    assert len(app.saved_events) == saved
    app.press(OK)
    app.advance_time(0.9).tick()
    assert len(app.saved_events) == saved
    app.advance_time(0.2).tick()
    assert len(app.saved_events) == saved + 1


def test_people_move_the_pieces_of_a_bot() -> None:
    app = let_act_until(with_bot(guide=True), "guide")
    assert next_bot_turn(app.model) is None
    assert sentence_of(app).startswith("For Greenhorn: on ")
    assert "your stone" not in sentence_of(app)
    assert "Greenhorn" in app.view.text
    assert refuse_sender(app.model, Pressed(Press(OK), app.now, seat_viewer(Seat(0)))) is None
    assert refuse_sender(app.model, Pressed(Press(OK), app.now, SPECTATOR)) is not None


def test_people_roll_real_dice_for_a_bot() -> None:
    app = with_bot(replace(BOT_FIRST, by_hand=True))
    assert (sentence_of(app), labelled_buttons(app.model)[OK].main) == ("Roll for Greenhorn", True)
    let_act(app)
    assert (app.page, "For Greenhorn" in app.view.text) == ("by_hand", True)
    app.advance_time(60.0).tick()
    assert app.page == "by_hand"
    app.press(UNDO).advance_time(60.0).tick()
    assert app.page == "turn"
    app.send(Chosen("die 0 2", True, app.now, HOST))  # the web page has the pad at once
    app.press(RIGHT, OK, RIGHT, OK)
    assert (app.page, app.saved_events[-1]) == ("roll", {"event": "roll", "dice": [2, 2, 2], "by": "hand"})
    let_act(app)
    assert app.page == "choose"


def test_a_bot_rolls_for_the_first_player() -> None:
    app = with_bot(replace(BOT_FIRST, first=None)).press(OK)
    assert app.model.session.start_rolls[-1].seat == 0
    let_act(app)
    assert app.model.session.start_rolls[-1].seat == 1


def waiting_for_bot() -> App:
    app = with_bot()
    app.bots_answer = False
    return let_act(app)


@pytest.mark.parametrize(
    ("problem", "title"),
    [
        (TimeoutError(), "Bot too slow"),
        (EOFError(), "Bot has ended"),
        (Illegal(Code.SYNTAX, ""), "Illegal bot choice"),
        (None, "Illegal bot choice"),
        (KeyError(), "A bot has failed"),
    ],
)
def test_prospector_replaces_a_failing_bot(problem: Exception | None, title: str) -> None:
    app = waiting_for_bot()
    app.send(Answered(app.bot_questions[0], None, app.now, problem))
    assert app.page == "fault"
    assert title in app.view.text
    assert app.model.session.lineup.playing_bots == {"1": "prospector"}
    assert [question.bot for question in app.bot_questions] == ["greenhorn", "prospector"]


def test_a_bot_with_an_impossible_decision_fails_as_well() -> None:
    for nonsense in [Bank(), Roll((1, 2, 3)), None]:
        app = waiting_for_bot()
        before = len(app.saved_events)
        app.send(Answered(app.bot_questions[0], nonsense, app.now))
        assert (app.page, len(app.saved_events)) == ("fault", before), nonsense


def test_a_person_takes_the_seat_if_prospector_fails() -> None:
    app = with_bot(replace(BOT_FIRST, bots={"1": "prospector"}))
    app.bots_answer = False
    let_act(app)
    app.send(Answered(app.bot_questions[0], None, app.now, TimeoutError()))
    assert app.model.session.lineup.playing_bots == {}
    app.press(OK)
    assert (app.page, next_bot_turn(app.model)) == ("roll", None)


def test_a_failed_bot_stays_replaced_after_a_power_cut() -> None:
    app = waiting_for_bot()
    app.send(Answered(app.bot_questions[0], None, app.now, TimeoutError()))
    app.restart().press(OK)
    assert app.page == "fault"
    assert "Prospector takes over" in " ".join(app.view.text)
    assert app.model.session.lineup.playing_bots == {"1": "prospector"}
    app.bots_answer = True
    app.press(OK)
    assert (app.page, app.bot_questions[-1].bot) == ("roll", "prospector")
    app.restart().press(OK)
    assert app.page == "roll"


def test_a_bot_never_draws_from_the_dice() -> None:
    app = let_act_until(with_bot(), "choose")
    start = app.model.session.started_record.start
    assert isinstance(start, Start)
    assert app.model.session.drawn_count == 1
    seeds = {question.random_seed for question in app.bot_questions}
    assert len(seeds) == len(app.bot_questions) == 2
    again = let_act_until(with_bot(), "choose")
    assert again.saved_events == app.saved_events


def test_an_invalid_line_up_with_bots_is_rejected() -> None:
    for bots in [[], {"2": "greenhorn"}, {"-1": "greenhorn"}, {"1": 3}, {1: None}, "greenhorn"]:
        with pytest.raises(Illegal, match="bots"):
            LineUp.from_json({**BOT_FIRST.to_json(), "bots": bots})


def test_a_line_up_with_bots_is_read_back() -> None:
    assert LineUp.from_json(BOT_FIRST.to_json()) == BOT_FIRST
    since = BOT_FIRST.with_bot(BOT, "prospector", has_failed=True).with_bot(Seat(0), "sheriff").with_bot(Seat(0), None)
    assert LineUp.from_json(json.loads(json.dumps(since.to_json()))) == since


def test_a_game_left_to_bots_is_suspended_after_an_hour() -> None:
    app = with_bot()
    app.bots_answer = False
    let_act(app).advance_time(3601.0).tick()
    assert app.page == "attract"


def test_a_bot_takes_over_a_seat_and_returns_it() -> None:
    app = with_bot(replace(TWO_PLAYERS, first=Seat(0))).press(OK)
    assert (app.page, next_bot_turn(app.model)) == ("roll", None)
    app.model = pick(app.model, "Bots")
    assert app.page == "bot_seats"
    app.press(OK)
    assert app.model.session.lineup.playing_bots == {"0": "greenhorn"}
    assert summarize(app.model.session)["bots"] == {"0": "greenhorn"}
    app.press(UNDO, UNDO)
    assert sentence_of(app).startswith("Green: Place ")
    snapshot = shown_snapshot(app.model, BOX)
    assert snapshot is not None
    assert [player.note for player in snapshot.players] == ["24 stones left · Greenhorn plays", "24 stones left"]
    app.model = pick(app.model, "Bots")
    for name, value in (("bot 0", ""), ("close", True)):
        app.send(Chosen(name, value, app.now, HOST))
    app.press(UNDO)
    assert app.model.session.lineup.playing_bots == {}
    assert (app.page, next_bot_turn(app.model), sentence_of(app)) == ("roll", None, "Place a stone")


def test_a_seat_taken_over_by_a_bot_survives_a_power_cut() -> None:
    app = with_bot(replace(TWO_PLAYERS, first=Seat(0))).press(OK)
    app.model = pick(app.model, "Bots")
    app.press(OK).restart().press(OK)
    assert app.model.session.lineup.playing_bots == {"0": "greenhorn"}
    assert sentence_of(app).startswith("Green: Place ")
    app.model = pick(app.model, "Bots")
    app.send(Chosen("bot 0", "", app.now, HOST))
    app.restart().press(OK)
    assert (app.model.session.lineup.playing_bots, next_bot_turn(app.model)) == ({}, None)
    assert "bots" not in app.saved_events[0]


def test_bot_seats_are_journalled_before_they_are_shown() -> None:
    app = with_bot(replace(TWO_PLAYERS, first=Seat(0))).press(OK)
    app.model = pick(app.model, "Bots")
    app.journal_problem = JournalProblem.FULL
    app.press(OK)
    assert (app.page, app.model.session.lineup.playing_bots) == ("fault", {})
    app.journal_problem = None
    app.press(OK)
    assert (app.page, app.model.session.lineup.playing_bots) == ("bot_seats", {"0": "greenhorn"})
    assert app.resumed_session.lineup == app.model.session.lineup


def test_same_again_offers_the_current_players() -> None:
    for restarted in [False, True]:
        app = with_bot()
        app.model = pick(app.model, "Bots")
        app.send(Chosen("bot 0", "prospector", app.now, HOST))
        app.send(Chosen("bot 1", "", app.now, HOST))
        last = LineUp.from_json(app.lineup) if restarted else app.model.last_lineup
        again = SetupAnswers(replace(app.model, last_lineup=last), {AGAIN: True}).lineup()
        assert (again.bots, again.taken_over, again.failed_bots) == ({"0": "prospector"}, {}, ()), restarted


def test_the_list_of_seats_names_a_missing_bot() -> None:
    app = with_bot(replace(BOT_FIRST, bots={"1": "from a plug-in"}))
    app.bots_answer = False
    app.model = pick(app.model, "Bots")
    assert "from a plug-in" in " ".join(app.view.text)
    app.press(RIGHT, OK)
    assert app.model.session.lineup.playing_bots == {}


def test_a_bot_is_chosen_before_a_game_of_one_person() -> None:
    app = App().start().press(BANK, RIGHT, OK)
    assert (app.page, app.model.guide) == ("begins", True)
    assert app.model.session.lineup.bots == {"1": "sheriff"}
    app = App().start()
    app.send(Chosen("solo", value=True, at=1.0, sender=HOST))
    assert (app.page, app.model.guide) == ("turn", False)
    assert len(app.model.session.lineup.players) == 2


def test_bots_are_not_offered_as_earlier_players() -> None:
    app = App().start().press(BANK, OK)
    assert app.model.known_names == ()
    assert people_of(app.lineup) == ["Green"]
