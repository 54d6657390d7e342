import json

import pytest
from msgspec.structs import replace

from companion.core.lineup import BOX, HOST, SPECTATOR, LineUp, people_of, seat_viewer
from companion.core.messages import Answered, Chosen, Pointed, Pressed
from companion.core.saved_games import JournalProblem
from companion.core.shown import screen_of, shown_snapshot
from companion.features.bots import turn_of
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
FIRST = replace(TWO_PLAYERS, players=("Green", "Greenhorn"), bots={"1": "greenhorn"}, first=BOT)
"""A game in which the bot starts."""


def table(lineup: LineUp = FIRST, *, guide: bool = False) -> App:
    shell = App(lineup)
    shell.model = replace(shell.model, guide=guide)
    return shell.start()


def let_act(shell: App) -> App:
    turn = turn_of(shell.model)
    assert turn is not None
    assert turn.acts_at is not None
    shell.now = turn.acts_at
    return shell.tick()


def let_act_until(shell: App, page: str) -> App:
    for _ in range(60):
        if shell.page == page:
            return shell
        let_act(shell)
    raise AssertionError(f"no {page}")


def said(shell: App) -> str:
    return screen_of(shell.model).sentence


def test_a_bot_rolls_by_itself_after_a_while() -> None:
    shell = table()
    assert (shell.page, said(shell)) == ("turn", "Greenhorn: Roll")
    assert "Roll" in shell.view.text
    assert screen_of(shell.model).keys[OK].label == "Continue"
    assert shell.view.frame.next_change is not None
    assert shell.view.frame.next_change <= shell.now + 1.0
    shell.advance_time(0.9).tick()
    assert shell.page == "turn"
    shell.advance_time(0.2).tick()
    assert shell.page == "roll"


def test_the_chosen_field_is_under_the_cursor_before_it_is_used() -> None:
    shell = let_act(table())
    [question] = shell.bot_questions
    event = shell.answer(question).answer
    assert isinstance(event, Place)
    name = claimit.format_field(event.field)
    assert said(shell) == f"Greenhorn: Place on {name}"
    assert name in shell.view.text
    let_act(shell)
    assert shell.page == "choose"
    assert shell.model.session.timeline[-1] == event


def test_a_slow_bot_is_waited_for() -> None:
    shell = table()
    shell.bots_answer = False
    let_act(shell)
    assert said(shell) == "Greenhorn is thinking…"
    shell.advance_time(30.0).tick()
    assert len(shell.saved_events) == 2
    shell.send(shell.answer(shell.bot_questions[0]))
    assert said(shell).startswith("Greenhorn: Place ")
    shell.advance_time(0.5).tick()
    assert len(shell.saved_events) == 2
    shell.advance_time(0.6).tick()
    assert len(shell.saved_events) == 3


def test_an_answer_to_a_position_that_is_gone_is_dropped() -> None:
    shell = table()
    shell.bots_answer = False
    let_act(shell)
    late = shell.answer(shell.bot_questions[0])
    gone = shell.bot_questions[0]._replace(position=())
    shell.send(replace(late, question=gone))
    assert said(shell) == "Greenhorn is thinking…"
    shell.send(Answered(gone, None, shell.now, TimeoutError()))
    assert shell.page == "roll"


def test_a_whole_game_of_bots_plays_itself() -> None:
    shell = table(replace(FIRST, players=("Greenhorn", "Greenhorn 2"), bots={"0": "greenhorn", "1": "greenhorn"}))
    while shell.page != "winner":
        assert len(shell.saved_events) < 3000
        let_act(shell)
    assert turn_of(shell.model) is None
    assert shell.resumed_session.state == shell.model.session.state


def test_a_bots_choice_cannot_be_made_by_others() -> None:
    for button in [LEFT, BANK]:
        for page in ("roll", "choose"):
            shell = let_act_until(table(), page)
            kept, open_page = list(shell.saved_events), shell.model.page
            shell.press(button)
            assert (shell.saved_events, shell.model.page) == (kept, open_page), button
            assert shell.model.rejected_at is not None, button
            shell.send(Pointed("1/1", shell.now))
            assert (shell.saved_events, shell.model.page) == (kept, open_page), button


def test_ok_has_a_bot_go_on_at_once() -> None:
    shell = table().press(OK)
    assert shell.page == "roll"
    shell.press(OK)
    assert shell.page == "choose"


def test_a_bot_does_not_fight_an_undo() -> None:
    shell = let_act_until(table(), "choose").press(UNDO)
    assert shell.model.session.started_record.events[-1] == Undo()
    assert said(shell) == "Greenhorn is waiting for you"
    shell.advance_time(60.0).tick()
    assert isinstance(shell.model.session.started_record.events[-1], Undo)
    shell.press(OK)
    assert shell.page == "choose"
    shell.press(OK)
    assert not isinstance(shell.model.session.started_record.events[-1], Undo)


def test_a_resumed_game_goes_on_with_its_bot() -> None:
    shell = let_act_until(table(), "choose").restart()
    assert shell.page == "resume"
    shell.press(OK)
    assert shell.model.session.lineup.bots == {"1": "greenhorn"}
    assert shell.saved_events[0]["bots"] == {"1": "greenhorn"}
    before = len(shell.saved_events)
    let_act(shell)
    assert len(shell.saved_events) == before + 1


def test_a_page_over_the_game_holds_the_bot_up() -> None:
    shell = let_act_until(table(), "choose").press(RIGHT)
    assert shell.page == "scores"
    kept = len(shell.saved_events)
    shell.advance_time(10.0).tick()
    assert len(shell.saved_events) == kept
    shell.press(OK)
    shell.advance_time(0.9).tick()
    assert len(shell.saved_events) == kept
    shell.advance_time(0.2).tick()
    assert len(shell.saved_events) == kept + 1


def test_people_move_the_pieces_of_a_bot() -> None:
    shell = let_act_until(table(guide=True), "guide")
    assert turn_of(shell.model) is None
    assert said(shell).startswith("For Greenhorn: on ")
    assert "your stone" not in said(shell)
    assert "Greenhorn" in shell.view.text
    assert refuse_sender(shell.model, Pressed(Press(OK), shell.now, seat_viewer(Seat(0)))) is None
    assert refuse_sender(shell.model, Pressed(Press(OK), shell.now, SPECTATOR)) is not None


def test_people_roll_real_dice_for_a_bot() -> None:
    shell = table(replace(FIRST, by_hand=True))
    assert said(shell) == "Roll for Greenhorn"
    let_act(shell)
    assert (shell.page, "For Greenhorn" in shell.view.text) == ("by_hand", True)
    shell.advance_time(60.0).tick()
    assert shell.page == "by_hand"
    shell.press(UNDO).advance_time(60.0).tick()
    assert shell.page == "turn"
    shell.press(OK, RIGHT, OK, RIGHT, OK, RIGHT, OK)
    assert (shell.page, shell.saved_events[-1]) == ("roll", {"event": "roll", "dice": [2, 2, 2], "by": "hand"})
    let_act(shell)
    assert shell.page == "choose"


def test_a_bot_rolls_for_who_begins() -> None:
    shell = table(replace(FIRST, first=None)).press(OK)
    assert shell.model.session.start_rolls[-1].seat == 0
    let_act(shell)
    assert shell.model.session.start_rolls[-1].seat == 1


def requested() -> App:
    shell = table()
    shell.bots_answer = False
    return let_act(shell)


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
def test_prospector_plays_on_for_a_bot_that_fails(problem: Exception | None, title: str) -> None:
    shell = requested()
    shell.send(Answered(shell.bot_questions[0], None, shell.now, problem))
    assert shell.page == "fault"
    assert title in shell.view.text
    assert shell.model.session.lineup.playing_bots == {"1": "prospector"}
    assert [question.bot for question in shell.bot_questions] == ["greenhorn", "prospector"]


def test_a_bot_with_an_impossible_decision_fails_as_well() -> None:
    for nonsense in [Bank(), Roll((1, 2, 3)), None]:
        shell = requested()
        before = len(shell.saved_events)
        shell.send(Answered(shell.bot_questions[0], nonsense, shell.now))
        assert (shell.page, len(shell.saved_events)) == ("fault", before), nonsense


def test_if_prospector_fails_a_person_takes_the_seat() -> None:
    shell = table(replace(FIRST, bots={"1": "prospector"}))
    shell.bots_answer = False
    let_act(shell)
    shell.send(Answered(shell.bot_questions[0], None, shell.now, TimeoutError()))
    assert shell.model.session.lineup.playing_bots == {}
    shell.press(OK)
    assert (shell.page, turn_of(shell.model)) == ("roll", None)


def test_a_bot_that_failed_stays_away_after_a_pulled_plug() -> None:
    shell = requested()
    shell.send(Answered(shell.bot_questions[0], None, shell.now, TimeoutError()))
    shell.restart().press(OK)
    assert shell.page == "fault"
    assert "Prospector takes over" in " ".join(shell.view.text)
    assert shell.model.session.lineup.playing_bots == {"1": "prospector"}
    shell.bots_answer = True
    shell.press(OK)
    assert (shell.page, shell.bot_questions[-1].bot) == ("roll", "prospector")
    shell.restart().press(OK)
    assert shell.page == "roll"


def test_a_bot_never_draws_from_the_dice() -> None:
    shell = let_act_until(table(), "choose")
    start = shell.model.session.started_record.start
    assert isinstance(start, Start)
    assert shell.model.session.virtual_rolls == 1
    seeds = {question.random_seed for question in shell.bot_questions}
    assert len(seeds) == len(shell.bot_questions) == 2
    again = let_act_until(table(), "choose")
    assert again.saved_events == shell.kept


def test_bots_of_a_line_up_that_cannot_be_are_refused() -> None:
    for bots in [[], {"2": "greenhorn"}, {"-1": "greenhorn"}, {"1": 3}, {1: None}, "greenhorn"]:
        with pytest.raises(Illegal, match="bots"):
            LineUp.from_json({**FIRST.to_json(), "bots": bots})


def test_a_line_up_with_bots_is_read_back() -> None:
    assert LineUp.from_json(FIRST.to_json()) == FIRST
    since = FIRST.with_bot(BOT, "prospector", has_failed=True).with_bot(Seat(0), "sheriff").with_bot(Seat(0), None)
    assert LineUp.from_json(json.loads(json.dumps(since.to_json()))) == since


def test_a_table_that_is_left_to_bots_is_kept_after_an_hour() -> None:
    shell = table()
    shell.bots_answer = False
    let_act(shell).advance_time(3601.0).tick()
    assert shell.page == "attract"


def test_a_bot_takes_over_a_seat_that_is_left_and_gives_it_back() -> None:
    shell = table(replace(TWO_PLAYERS, first=Seat(0))).press(OK)
    assert (shell.page, turn_of(shell.model)) == ("roll", None)
    shell.model = pick(shell.model, "Bots")
    assert shell.page == "bot_seats"
    shell.press(OK)
    assert shell.model.session.lineup.playing_bots == {"0": "greenhorn"}
    assert summarize(shell.model.session)["bots"] == {"0": "greenhorn"}
    shell.press(UNDO, UNDO)
    assert said(shell).startswith("Green: Place ")
    snapshot = shown_snapshot(shell.model, BOX)
    assert snapshot is not None
    assert [player.note for player in snapshot.players] == ["Greenhorn plays", ""]
    shell.model = pick(shell.model, "Bots")
    for name, value in (("bot 0", ""), ("close", True)):
        shell.send(Chosen(name, value, shell.now, HOST))
    shell.press(UNDO)
    assert shell.model.session.lineup.playing_bots == {}
    assert (shell.page, turn_of(shell.model), said(shell)) == ("roll", None, "Place a stone")


def test_a_seat_that_was_taken_over_stays_the_bot_s_after_a_pulled_plug() -> None:
    shell = table(replace(TWO_PLAYERS, first=Seat(0))).press(OK)
    shell.model = pick(shell.model, "Bots")
    shell.press(OK).restart().press(OK)
    assert shell.model.session.lineup.playing_bots == {"0": "greenhorn"}
    assert said(shell).startswith("Green: Place ")
    shell.model = pick(shell.model, "Bots")
    shell.send(Chosen("bot 0", "", shell.now, HOST))
    shell.restart().press(OK)
    assert (shell.model.session.lineup.playing_bots, turn_of(shell.model)) == ({}, None)
    assert "bots" not in shell.saved_events[0]


def test_bot_seats_are_journalled_before_they_are_shown() -> None:
    shell = table(replace(TWO_PLAYERS, first=Seat(0))).press(OK)
    shell.model = pick(shell.model, "Bots")
    shell.journal_problem = JournalProblem.FULL
    shell.press(OK)
    assert (shell.page, shell.model.session.lineup.playing_bots) == ("fault", {})
    shell.journal_problem = None
    shell.press(OK)
    assert (shell.page, shell.model.session.lineup.playing_bots) == ("bot_seats", {"0": "greenhorn"})
    assert shell.resumed_session.lineup == shell.model.session.lineup


def test_same_again_offers_the_current_players() -> None:
    for restarted in [False, True]:
        shell = table()
        shell.model = pick(shell.model, "Bots")
        shell.send(Chosen("bot 0", "prospector", shell.now, HOST))
        shell.send(Chosen("bot 1", "", shell.now, HOST))
        last = LineUp.from_json(shell.lineup) if restarted else shell.model.last_lineup
        again = SetupAnswers(replace(shell.model, last_lineup=last), {AGAIN: True}).lineup()
        assert (again.bots, again.taken_over, again.failed_bots) == ({"0": "prospector"}, {}, ()), restarted


def test_the_seats_list_names_a_bot_that_is_gone() -> None:
    shell = table(replace(FIRST, bots={"1": "from a plug-in"}))
    shell.bots_answer = False
    shell.model = pick(shell.model, "Bots")
    assert "from a plug-in" in " ".join(shell.view.text)
    shell.press(RIGHT, OK)
    assert shell.model.session.lineup.playing_bots == {}


def test_a_bot_is_chosen_before_a_game_of_one_person() -> None:
    shell = App().start().press(BANK, RIGHT, OK)
    assert (shell.page, shell.model.guide) == ("begins", True)
    assert shell.model.session.lineup.bots == {"1": "sheriff"}
    shell = App().start()
    shell.take(Chosen("solo", value=True, at=1.0, sender=HOST))
    assert (shell.page, shell.model.guide) == ("turn", False)
    assert len(shell.model.session.lineup.players) == 2


def test_bots_are_not_offered_as_earlier_players() -> None:
    shell = App().start().press(BANK, OK)
    assert shell.model.known_names == ()
    assert people_of(shell.lineup) == ["Green"]
