from msgspec.structs import replace

from companion.core.effects import (
    NO_SCREEN,
    WRONG,
    Caption,
    DiscardGame,
    FinishGame,
    OpenJournal,
    PlayTones,
    ReadHistory,
    RewriteGame,
    Speak,
)
from companion.core.lineup import HOST, seat_viewer
from companion.core.messages import (
    Answered,
    Chosen,
    Crashed,
    JournalFailed,
    JournalOpened,
    JournalReplaced,
    PartChanged,
    Pressed,
    UnfinishedGameFound,
    is_local,
)
from companion.core.model import Config, Model
from companion.core.saved_games import JournalError, JournalProblem
from companion.lights.composition import SCREEN, WHITE
from companion.pages.menu import MenuPage
from companion.program.update import idle_deadline, update
from companion.tables.claimit.place import NumbersPage, PlaceStonePage
from companion.tables.shared_pages import summarize
from engine.dice import Draws
from engine.game import Json, Seat
from hardware.device import Button, Part, PartFault, Press
from tests.companion.games.app import JOURNAL, SEED, TWO_PLAYERS, App, start_claimit
from tests.companion.program.recorded_games import played

OK, BANK, UNDO, LEFT, RIGHT = Button.OK, Button.BANK, Button.UNDO, Button.LEFT, Button.RIGHT
DARK_S = 601.0


def test_a_rejected_press_sounds_low_and_blinks_the_softkeys() -> None:
    for button in [LEFT, BANK, UNDO]:
        app = start_claimit()
        before = app.view
        app.press(button)
        assert app.tones == WRONG, button
        assert app.view.frame.screen != before.frame.screen, button
        assert app.advance_time(0.2).view.frame.screen == before.frame.screen, button
        assert len(app.saved_events) == 1, button


def test_without_sound_a_rejected_press_only_blinks() -> None:
    app = start_claimit()
    app.model = replace(app.model, sound=False)
    app.press(BANK)
    assert (app.tones, app.model.rejected_at) == ((), app.now)


def test_a_press_on_a_dark_screen_only_wakes_it() -> None:
    for button in Button:
        app = start_claimit(OK, OK).advance_time(DARK_S)
        page, saved = app.model.page, len(app.saved_events)
        assert app.view.frame.contrast == 0, button
        app.press(button)
        assert (app.model.page, len(app.saved_events), app.tones) == (page, saved, ()), button
        assert app.view.frame.contrast == 255, button


def test_holding_left_shows_the_seats_one_by_one() -> None:
    app = start_claimit(OK)
    app.press(LEFT)
    before = app.model.page
    app.report_hold(LEFT)
    assert (app.page, app.view.text[0]) == ("spotlight", "Green")
    assert app.press(LEFT).view.text[0] == "Blue"
    assert app.press(OK).model.page == before


def test_a_page_that_cannot_be_drawn_is_not_opened_again() -> None:
    app = start_claimit(OK).report_part(Part.BUZZER, "unplugged")
    lost = (PlaceStonePage(36), MenuPage(99))
    app.model = replace(app.model, pages_beneath=(*lost, app.model.page), page=NumbersPage(9, 9))
    app.send(Crashed(app.now))
    pages = [app.view.page, *(app.press(OK).view.page for _ in range(2))]
    assert pages == ["fault", "fault", "roll"]
    assert app.model.open_pages == start_claimit(OK).model.open_pages


def test_holding_undo_opens_and_closes_the_menu() -> None:
    app = start_claimit(OK, RIGHT)
    before = app.model.page
    assert app.hold(UNDO).page == "menu"
    assert app.hold(UNDO).model.page == before


def test_a_seats_press_counts_on_its_turn_only() -> None:
    app = start_claimit()
    pages = []
    for menu, seat in ((False, 1), (True, 0), (True, 0)):
        if menu:
            app.hold(UNDO)
        app.send(Pressed(Press(OK), app.now, seat_viewer(Seat(seat))))
        pages.append(app.page)
    assert pages == ["turn", "menu", "roll"]


def test_the_chosen_first_seat_survives_a_power_cut_before_the_start() -> None:
    begun = start_claimit()
    begun.saved_events.clear()
    app = App().start(unfinished=begun.unfinished_game).press(OK)
    assert (app.page, app.view.text[1:3]) == ("begins", ("Green", "starts!"))
    assert app.press(OK).saved_events[0]["first"] == 0


def test_an_event_that_is_not_journalled_has_no_effect() -> None:
    for problem in [JournalProblem.FULL, JournalProblem.READ_ONLY, JournalProblem.LOCKED]:
        app = start_claimit()
        before = app.model.maybe_session
        app.journal_problem = problem
        app.press(OK)
        assert (app.page, app.model.maybe_session, app.tones) == ("fault", before, ()), problem


def test_try_again_repeats_the_request_when_the_disk_has_space() -> None:
    app = start_claimit()
    app.journal_problem = JournalProblem.FULL
    app.press(OK, OK, OK)
    assert (app.page, len(app.model.pages_beneath)) == ("fault", 1)
    app.journal_problem = None
    app.press(OK)
    assert (app.page, app.saved_events[-1]["dice"]) == ("roll", list(Draws(SEED, 0).dice(3)))
    assert app.resumed_session == app.model.maybe_session


def test_playing_without_saving_needs_confirmation() -> None:
    app = start_claimit()
    app.journal_problem = JournalProblem.FULL
    app.press(OK)
    assert app.model.saved
    app.press(RIGHT, OK)
    assert (app.page, app.model.saved, len(app.saved_events)) == ("roll", False, 1)
    assert app.press(OK).page == "choose"


def test_the_menu_cannot_bypass_the_fault_page() -> None:
    app = App().start(JournalProblem.LOCKED).hold(UNDO).advance_time(4000).tick()
    app.press(OK).hold(UNDO)
    assert app.page == "fault"


def test_a_journal_that_cannot_be_opened_is_retried_or_skipped() -> None:
    for problem in [JournalProblem.LOCKED, JournalProblem.FULL, JournalProblem.READ_ONLY, JournalProblem.NEWER]:
        app = App(TWO_PLAYERS).start(problem)
        assert (app.press(OK).page, app.open_requests) == ("fault", [OpenJournal()]), problem
        app.journal_problem = None
        assert (app.press(OK).page, app.model.saved) == ("begins", True), problem
        app = App(TWO_PLAYERS).start(problem).press(RIGHT, OK)
        assert (app.page, app.model.saved) == ("begins", False), problem


def test_a_renamed_journal_is_reported_on_top_of_any_page() -> None:
    app = start_claimit(OK)
    before = app.page
    app.send(JournalReplaced(app.now))
    assert (app.page, app.view.text[0]) == ("fault", "A new file")
    assert app.press(OK).page == before


def test_an_unfinished_game_that_breaks_the_rules_is_discarded_only_by_a_press() -> None:
    begun = start_claimit(OK)
    begun.saved_events.append({"event": "bank"})
    app = App().start(unfinished=begun.unfinished_game)
    assert (app.page, app.endings) == ("fault", [])
    assert (app.press(OK).page, app.endings) == ("attract", [DiscardGame()])


def test_an_unreadable_history_does_not_end_the_game() -> None:
    app = start_claimit(OK).hold(UNDO)
    app.send(Answered(ReadHistory(9), None, app.now, JournalError(JournalProblem.DAMAGED, JOURNAL)))
    assert app.view.text[:2] == ("History", "The file is damaged.")
    assert app.press(OK).page == "menu"
    assert app.model.saved


DAMAGED_LINEUPS: tuple[Json, ...] = (
    {},
    {"game": "chess"},
    {"players": ["Green"]},
    {"first": 2},
    {"colours": None},
    {"colours": [0, 0]},
    {"by_hand": "yes"},
)
"""Line-ups of a game with damaged data; only the first is of another type."""


def damaged_lineup(changed: Json) -> Json:
    return {**TWO_PLAYERS.to_json(), **changed} if changed else {}


def test_an_unfinished_game_with_a_damaged_line_up_is_discarded_only_by_a_press() -> None:
    for changed in DAMAGED_LINEUPS:
        app, lineup = App(), damaged_lineup(changed)
        app.send(JournalOpened(replace(start_claimit().unfinished_game, lineup=lineup), app.now, (lineup,)))
        assert (app.view.text[0], app.endings) == ("Cannot resume", []), changed
        if "Keep it" in app.view.text:  # a plug-in that is gone may come back
            app.press(RIGHT)
        assert (app.press(OK).page, app.endings, app.model.last_lineup) == ("attract", [DiscardGame()], None), changed


def test_a_damaged_last_line_up_does_not_hide_the_suspended_game() -> None:
    app = App()
    app.send(JournalOpened(start_claimit(OK).unfinished_game, app.now, ({},)))
    assert app.page == "resume"


def test_an_unfinished_game_with_a_damaged_start_is_reported() -> None:
    events: tuple[Json, ...] = ({}, {"event": "begin", "seat": 0}, {"event": "begin", "seat": 0, "dice": [1, 2]})
    for event in events:
        begun = App(TWO_PLAYERS).start()
        begun.saved_events.append(event)
        app = App().start(unfinished=begun.unfinished_game)
        assert app.view.text[:2] == ("Cannot resume", "The unfinished game breaks the rules."), event


def test_failed_lights_are_reported_and_the_game_continues() -> None:
    app = start_claimit(OK)
    before = app.model.page
    app.report_part(Part.LIGHTS, "unplugged")
    assert (app.page, app.model.faults) == ("fault", frozenset({Part.LIGHTS}))
    assert app.press(OK).model.page == before


def test_the_fault_page_closes_when_the_part_works_again() -> None:
    app = start_claimit(OK).report_part(Part.LIGHTS, "unplugged").report_part(Part.LIGHTS, None)
    assert (app.page, app.model.faults) == ("roll", frozenset())


def test_a_part_that_fails_again_is_reported_once() -> None:
    app = start_claimit(OK).report_part(Part.LIGHTS, "unplugged").report_part(Part.LIGHTS, "still unplugged")
    assert app.press(OK).page == "roll"


def test_a_screen_that_fails_sounds_once_and_shows_on_the_lights() -> None:
    app = start_claimit(OK)
    before = app.view.frame.lights
    step = update(app.model, PartChanged(PartFault(Part.SCREEN, "no answer"), app.now))
    sentence = "The screen does not answer. Is its wire loose?"
    assert step.effects == (PlayTones(NO_SCREEN), Caption(sentence), Speak(sentence, "en"))
    app.report_part(Part.SCREEN, "no answer")
    shown = app.view.frame.lights
    assert {field for field, colour in enumerate(shown) if colour == WHITE} == set(SCREEN)
    assert update(app.model, PartChanged(PartFault(Part.SCREEN, "still no answer"), app.now)).effects == ()
    app.report_part(Part.SCREEN, None)
    assert app.model.screen_failed_at is None
    assert app.view.frame.lights == before


def test_any_other_button_closes_the_page_of_a_stuck_button() -> None:
    app = start_claimit(OK).report_part(OK, "stays down", stuck=True)
    assert app.page == "fault"
    assert app.press(BANK).page == "roll"


def test_a_suspended_game_can_be_resumed_or_discarded_on_the_title_page() -> None:
    app = start_claimit(OK).hold(UNDO).press(LEFT, LEFT, OK)
    assert app.page == "attract"
    assert app.press(OK).page == "resume"
    assert app.press(LEFT, OK).page == "attract"
    assert (app.model.maybe_session, app.endings) == (None, [DiscardGame()])


def test_an_older_suspended_game_is_offered_after_the_newest() -> None:
    old, app = start_claimit(OK, OK), App().start()
    app.send(UnfinishedGameFound(old.unfinished_game, app.now))
    assert app.page == "attract"
    assert app.press(OK).page == "resume"
    assert app.press(OK).model.session.record == old.model.session.record


def test_a_game_with_a_damaged_journal_continues_in_a_new_one() -> None:
    app = start_claimit(OK)
    events = app.model.session.event_count
    app.journal_problem = JournalProblem.DAMAGED
    app.press(OK)
    assert app.view.text[0] == "A new file"
    assert app.model.session.event_count == len(app.saved_events) == events + 1
    assert app.resumed_session.state == app.model.session.state
    assert app.press(OK).page in {"roll", "choose", "place"}


def test_damaged_journals_are_not_replaced_endlessly() -> None:
    app = start_claimit(OK)
    error = JournalError(JournalProblem.DAMAGED, JOURNAL)
    rewritten = update(app.model, JournalFailed(error, None, app.now))
    assert isinstance(rewritten.effects[0], RewriteGame)
    assert update(app.model, JournalFailed(error, rewritten, app.now)).model.page.name == "fault"


def test_a_damaged_game_continues_from_before_the_damage() -> None:
    app, begun = App(), start_claimit(OK)
    left = replace(begun.unfinished_game, first_damaged_event=2, events=begun.unfinished_game.events[:1])
    app.send(JournalOpened(left, app.now))
    assert (app.page, "Event 2 is damaged" in " ".join(app.view.text)) == ("fault", True)
    assert app.press(OK).page == "resume"
    assert app.model.session.event_count == 1


def test_a_game_whose_beginning_is_damaged_can_only_be_discarded() -> None:
    app = start_claimit(Button.OK)
    app.send(JournalOpened(replace(app.unfinished_game, first_damaged_event=0, events=()), app.now))
    assert app.view.text[:2] == ("Cannot resume", "The unfinished game is damaged.")
    app.press(Button.OK)
    assert app.endings == [DiscardGame()]


def restart_with_resume(app: App) -> App:
    again = App()
    again.model = again.model.with_config(resumes=True)
    return again.start(unfinished=app.unfinished_game if app.saved_events else None)


def page_and_state(model: Model) -> tuple[str, object]:
    return model.page.name, model.maybe_session and model.maybe_session.state


def test_an_unfinished_game_resumes_immediately_on_the_same_page() -> None:
    app, pages = App(replace(TWO_PLAYERS, first=Seat(0))).start(), set[str]()
    for _ in range(8):
        again = restart_with_resume(app)
        assert page_and_state(again.model) == page_and_state(app.model)
        pages.add(again.page)
        app.press(OK)
    assert {"turn", "roll", "choose"} <= pages


def at_winner_page() -> App:
    app = App()
    app.lineup, app.saved_events, app.is_game_over = (
        played().running.lineup.to_json(),
        list(played().events[:-1]),
        False,
    )
    return app.start(unfinished=app.unfinished_game)


def test_a_finished_game_is_always_in_the_history() -> None:
    for presses in [(RIGHT, RIGHT, OK), (RIGHT, OK, OK, OK, OK, OK, OK), (OK,) * 4]:
        app = at_winner_page()
        assert (app.page, "finished" in app.view.text) == ("resume", True), presses
        app.press(*presses)
        assert app.endings == [FinishGame(summarize(played().running))], presses
        assert app.model.maybe_session is None or app.model.maybe_session.record is None, presses


def test_the_title_page_saves_a_completed_game_in_the_history() -> None:
    app = at_winner_page()
    app.model = app.model.with_only_page(app.model.home)
    app.send(Chosen("discard", value=True, at=app.now, sender=HOST))
    assert (app.page, app.model.maybe_session) == ("attract", None)
    assert app.endings == [FinishGame(summarize(played().running))]


PAGE_TIMEOUT_S, GAME_TIMEOUT_S = Config().attract_after_s, Config().leave_after_s


def test_a_running_game_waits_an_hour_for_its_players() -> None:
    for presses in [(), (Button.OK,), (Button.OK, Button.OK)]:
        app = start_claimit(*presses)
        page = app.page
        assert app.advance_time(GAME_TIMEOUT_S - 1).tick().page == page, presses
        assert app.advance_time(1).tick().page == "attract", presses
        assert not app.is_game_over, presses


def test_a_page_outside_a_game_closes_after_five_minutes() -> None:
    app = App().start().hold(Button.UNDO)
    assert app.advance_time(PAGE_TIMEOUT_S - 1).tick().page == "menu"
    assert app.advance_time(1).tick().page == "attract"


def test_a_started_setup_times_out_like_a_game_except_in_a_kiosk() -> None:
    app = App().start().press(Button.OK)
    assert (app.page, idle_deadline(app.model)) == ("setup", app.model.last_active_at + PAGE_TIMEOUT_S)
    entered = app.press(Button.OK)
    assert entered.advance_time(GAME_TIMEOUT_S - 1).tick().page == "setup"
    assert idle_deadline(entered.model.with_config(kiosk=True)) == entered.model.last_active_at + PAGE_TIMEOUT_S
    assert entered.advance_time(1).tick().page == "attract"


def test_a_link_for_this_computer_only_is_recognised() -> None:
    for host in ("127.0.0.1", "127.8.0.1", "localhost", "[::1]"):
        assert is_local(f"http://{host}:8080"), host
    for host in ("192.168.1.27", "box.local", "[fd00::1]", "127.example.org", "localhost.example.org"):
        assert not is_local(f"http://{host}:8080"), host
