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
from tests.companion.program.played import played

OK, BANK, UNDO, LEFT, RIGHT = Button.OK, Button.BANK, Button.UNDO, Button.LEFT, Button.RIGHT
DARK_S = 601.0


def test_a_press_that_means_nothing_sounds_low_and_blinks_the_softkeys() -> None:
    for button in [LEFT, BANK, UNDO]:
        shell = start_claimit()
        before = shell.view
        shell.press(button)
        assert shell.tones == WRONG, button
        assert shell.view.frame.screen != before.frame.screen, button
        assert shell.advance_time(0.2).view.frame.screen == before.frame.screen, button
        assert len(shell.saved_events) == 1, button


def test_sound_that_is_off_leaves_a_refusal_silent_but_seen() -> None:
    shell = start_claimit()
    shell.model = replace(shell.model, sound=False)
    shell.press(BANK)
    assert (shell.tones, shell.model.rejected_at) == ((), shell.now)


def test_the_press_that_wakes_the_dark_screen_does_nothing_else() -> None:
    for button in Button:
        shell = start_claimit(OK, OK).advance_time(DARK_S)
        page, kept = shell.model.page, len(shell.kept)
        assert shell.view.frame.contrast == 0, button
        shell.press(button)
        assert (shell.model.page, len(shell.kept), shell.tones) == (page, kept, ()), button
        assert shell.view.frame.contrast == 255, button


def test_a_held_left_shows_one_seat_after_the_other_above_what_its_press_did() -> None:
    shell = start_claimit(OK)
    shell.press(LEFT)
    before = shell.model.page
    shell.report_hold(LEFT)
    assert (shell.page, shell.view.text[0]) == ("spotlight", "Green")
    assert shell.press(LEFT).view.text[0] == "Blue"
    assert shell.press(OK).model.page == before


def test_a_page_that_cannot_be_drawn_is_never_come_back_to() -> None:
    shell = start_claimit(OK).report_part(Part.BUZZER, "unplugged")
    lost = (PlaceStonePage(36), MenuPage(99))
    shell.model = replace(shell.model, pages_beneath=(*lost, shell.model.page), page=NumbersPage(9, 9))
    shell.take(Crashed(shell.now))
    pages = [shell.view.page, *(shell.press(OK).view.page for _ in range(2))]
    assert pages == ["fault", "fault", "roll"]
    assert shell.model.open_pages == start_claimit(OK).model.open_pages


def test_a_held_undo_opens_and_closes_the_menu() -> None:
    shell = start_claimit(OK, RIGHT)
    before = shell.model.page
    assert shell.hold(UNDO).page == "menu"
    assert shell.hold(UNDO).model.page == before


def test_a_seats_press_counts_on_its_turn_only() -> None:
    shell = start_claimit()
    pages = []
    for menu, seat in ((False, 1), (True, 0), (True, 0)):
        if menu:
            shell.hold(UNDO)
        shell.send(Pressed(Press(OK), shell.now, seat_viewer(Seat(seat))))
        pages.append(shell.page)
    assert pages == ["turn", "menu", "roll"]


def test_a_chosen_first_seat_begins_also_after_the_plug_was_pulled_before_the_start() -> None:
    begun = start_claimit()
    begun.saved_events.clear()
    shell = App().start(unfinished=begun.unfinished_game).press(OK)
    assert (shell.page, shell.view.text[1:3]) == ("begins", ("Green", "starts!"))
    assert shell.press(OK).kept[0]["first"] == 0


def test_an_event_that_is_not_journalled_has_no_effect() -> None:
    for trouble in [JournalProblem.FULL, JournalProblem.READ_ONLY, JournalProblem.LOCKED]:
        shell = start_claimit()
        before = shell.model.game
        shell.journal_problem = trouble
        shell.press(OK)
        assert (shell.page, shell.model.game, shell.tones) == ("fault", before, ()), trouble


def test_try_again_repeats_the_request_when_the_disk_has_space() -> None:
    shell = start_claimit()
    shell.journal_problem = JournalProblem.FULL
    shell.press(OK, OK, OK)
    assert (shell.page, len(shell.model.pages_beneath)) == ("fault", 1)
    shell.journal_problem = None
    shell.press(OK)
    assert (shell.page, shell.saved_events[-1]["dice"]) == ("roll", list(Draws(SEED, 0).dice(3)))
    assert shell.resumed_session == shell.model.game


def test_the_table_plays_on_unsaved_only_after_a_yes() -> None:
    shell = start_claimit()
    shell.journal_problem = JournalProblem.FULL
    shell.press(OK)
    assert shell.model.saved
    shell.press(RIGHT, OK)
    assert (shell.page, shell.model.saved, len(shell.saved_events)) == ("roll", False, 1)
    assert shell.press(OK).page == "choose"


def test_the_menu_leads_nowhere_past_the_fault() -> None:
    shell = App().start(JournalProblem.LOCKED).hold(UNDO).wait(4000).tick()
    shell.press(OK).hold(UNDO)
    assert shell.page == "fault"


def test_a_journal_that_cannot_be_opened_is_tried_again_or_done_without() -> None:
    for trouble in [JournalProblem.LOCKED, JournalProblem.FULL, JournalProblem.READ_ONLY, JournalProblem.NEWER]:
        shell = App(TWO_PLAYERS).start(trouble)
        assert (shell.press(OK).page, shell.opened) == ("fault", [OpenJournal()]), trouble
        shell.problem = None
        assert (shell.press(OK).page, shell.model.saved) == ("begins", True), trouble
        shell = App(TWO_PLAYERS).start(trouble).press(RIGHT, OK)
        assert (shell.page, shell.model.saved) == ("begins", False), trouble


def test_a_renamed_journal_is_reported_over_whatever_is_open() -> None:
    shell = start_claimit(OK)
    before = shell.page
    shell.send(JournalReplaced(shell.now))
    assert (shell.page, shell.view.text[0]) == ("fault", "A new file")
    assert shell.press(OK).page == before


def test_an_unfinished_game_that_breaks_the_rules_is_discarded_only_by_a_press() -> None:
    begun = start_claimit(OK)
    begun.saved_events.append({"event": "bank"})
    shell = App().start(unfinished=begun.unfinished_game)
    assert (shell.page, shell.ended) == ("fault", [])
    assert (shell.press(OK).page, shell.ended) == ("attract", [DiscardGame()])


def test_a_history_that_cannot_be_read_stops_no_game() -> None:
    shell = start_claimit(OK).hold(UNDO)
    shell.send(Answered(ReadHistory(9), None, shell.now, JournalError(JournalProblem.DAMAGED, JOURNAL)))
    assert shell.view.text[:2] == ("History", "The file is damaged.")
    assert shell.press(OK).page == "menu"
    assert shell.model.saved


SPOILT: tuple[Json, ...] = (
    {},
    {"game": "chess"},
    {"players": ["Green"]},
    {"first": 2},
    {"colours": None},
    {"colours": [0, 0]},
    {"by_hand": "yes"},
)
"""Line-ups of a game with damaged data; only the first is of another type."""


def spoilt(changed: Json) -> Json:
    return {**TWO_PLAYERS.to_json(), **changed} if changed else {}


def test_an_unfinished_game_with_a_damaged_line_up_is_discarded_only_by_a_press() -> None:
    for changed in SPOILT:
        shell, lineup = App(), spoilt(changed)
        shell.send(JournalOpened(replace(start_claimit().unfinished_game, lineup=lineup), shell.now, (lineup,)))
        assert (shell.view.text[0], shell.endings) == ("Cannot resume", []), changed
        if "Keep it" in shell.view.text:  # a plug-in that is gone may come back
            shell.press(RIGHT)
        assert (shell.press(OK).page, shell.endings, shell.model.last_lineup) == ("attract", [DiscardGame()], None), (
            changed
        )


def test_a_spoilt_line_up_of_the_last_game_does_not_hide_the_one_that_was_left() -> None:
    shell = App()
    shell.send(JournalOpened(start_claimit(OK).unfinished_game, shell.now, ({},)))
    assert shell.page == "resume"


def test_an_unfinished_game_with_a_damaged_start_is_reported() -> None:
    events: tuple[Json, ...] = (
        {},
        {"event": "begin", "seat": 0},
        {"event": "begin", "seat": 0, "dice": [1, 2]},
    )
    for event in events:
        begun = App(TWO_PLAYERS).start()
        begun.kept.append(event)
        shell = App().start(unfinished=begun.unfinished)
        assert shell.view.text[:2] == ("Cannot resume", "The unfinished game breaks the rules."), event


def test_lights_that_fail_are_reported_and_the_game_goes_on() -> None:
    shell = start_claimit(OK)
    before = shell.model.page
    shell.report_part(Part.LIGHTS, "unplugged")
    assert (shell.page, shell.model.faults) == ("fault", frozenset({Part.LIGHTS}))
    assert shell.press(OK).model.page == before


def test_a_part_that_is_back_takes_its_page_away() -> None:
    shell = start_claimit(OK).report_part(Part.LIGHTS, "unplugged").part(Part.LIGHTS, None)
    assert (shell.page, shell.model.faults) == ("roll", frozenset())


def test_a_part_that_fails_again_is_reported_once() -> None:
    shell = start_claimit(OK).report_part(Part.LIGHTS, "unplugged").part(Part.LIGHTS, "still unplugged")
    assert shell.press(OK).page == "roll"


def test_a_screen_that_fails_sounds_once_and_shows_on_the_lights() -> None:
    shell = start_claimit(OK)
    before = shell.view.frame.lights
    step = update(shell.model, PartChanged(PartFault(Part.SCREEN, "no answer"), shell.now))
    sentence = "The screen does not answer. Is its wire loose?"
    assert step.effects == (PlayTones(NO_SCREEN), Caption(sentence), Speak(sentence, "en"))
    shell.report_part(Part.SCREEN, "no answer")
    shown = shell.view.frame.lights
    assert {field for field, colour in enumerate(shown) if colour == WHITE} == set(SCREEN)
    assert update(shell.model, PartChanged(PartFault(Part.SCREEN, "still no answer"), shell.now)).effects == ()
    shell.report_part(Part.SCREEN, None)
    assert shell.model.screen_failed_at is None
    assert shell.view.frame.lights == before


def test_any_button_but_the_stuck_one_plays_on() -> None:
    shell = start_claimit(OK).report_part(OK, "stays down", stuck=True)
    assert shell.page == "fault"
    assert shell.press(BANK).page == "roll"


def test_a_game_that_is_left_can_be_resumed_or_discarded_from_the_title() -> None:
    shell = start_claimit(OK).hold(UNDO).press(LEFT, LEFT, OK)
    assert shell.page == "attract"
    assert shell.press(OK).page == "resume"
    assert shell.press(LEFT, OK).page == "attract"
    assert (shell.model.game, shell.endings) == (None, [DiscardGame()])


def test_a_game_that_was_left_before_another_waits_behind_the_title() -> None:
    old, shell = start_claimit(OK, OK), App().start()
    shell.take(UnfinishedGameFound(old.unfinished_game, shell.now))
    assert shell.page == "attract"
    assert shell.press(OK).page == "resume"
    assert shell.press(OK).model.session.record == old.model.session.record


def test_a_game_whose_journal_is_damaged_goes_on_in_a_new_one() -> None:
    shell = start_claimit(OK)
    events = shell.model.session.events
    shell.journal_problem = JournalProblem.DAMAGED
    shell.press(OK)
    assert shell.view.text[0] == "A new file"
    assert shell.model.session.events == len(shell.saved_events) == events + 1
    assert shell.resumed_session.state == shell.model.session.state
    assert shell.press(OK).page in {"roll", "choose", "place"}


def test_a_new_journal_that_is_damaged_too_is_not_replaced_for_ever() -> None:
    shell = start_claimit(OK)
    error = JournalError(JournalProblem.DAMAGED, JOURNAL)
    rewritten = update(shell.model, JournalFailed(error, None, shell.now))
    assert isinstance(rewritten.effects[0], RewriteGame)
    assert update(shell.model, JournalFailed(error, rewritten, shell.now)).model.page.name == "fault"


def test_a_damaged_game_goes_on_from_before_the_damage() -> None:
    shell, begun = App(), start_claimit(OK)
    left = replace(begun.unfinished_game, damaged=2, events=begun.unfinished.events[:1])
    shell.send(JournalOpened(left, shell.now))
    assert (shell.page, "Event 2 is damaged" in " ".join(shell.view.text)) == ("fault", True)
    assert shell.press(OK).page == "resume"
    assert shell.model.session.events == 1


def test_a_game_whose_beginning_is_damaged_can_only_be_discarded() -> None:
    shell = start_claimit(Button.OK)
    shell.send(JournalOpened(replace(shell.unfinished_game, damaged=0, events=()), shell.now))
    assert shell.view.text[:2] == ("Cannot resume", "The unfinished game is damaged.")
    shell.press(Button.OK)
    assert shell.endings == [DiscardGame()]


def restarted(shell: App) -> App:
    again = App()
    again.model = again.model.with_config(resumes=True)
    return again.start(unfinished=shell.unfinished_game if shell.saved_events else None)


def place(model: Model) -> tuple[str, object]:
    return model.page.name, model.game and model.game.state


def test_an_unfinished_game_goes_on_at_once_in_the_same_place() -> None:
    shell, pages = App(replace(TWO_PLAYERS, first=Seat(0))).start(), set[str]()
    for _ in range(8):
        again = restarted(shell)
        assert place(again.model) == place(shell.model)
        pages.add(again.page)
        shell.press(OK)
    assert {"turn", "roll", "choose"} <= pages


def left_on_the_winners_page() -> App:
    shell = App()
    shell.lineup, shell.saved_events, shell.is_game_over = (
        played().running.lineup.to_json(),
        list(played().events[:-1]),
        False,
    )
    return shell.start(unfinished=shell.unfinished_game)


def test_a_game_that_is_over_gets_into_the_history_whatever_follows() -> None:
    for presses in [
        (RIGHT, RIGHT, OK),
        (RIGHT, OK, OK, OK, OK, OK, OK),
        (OK,) * 4,
    ]:
        shell = left_on_the_winners_page()
        assert (shell.page, "finished" in shell.view.text) == ("resume", True), presses
        shell.press(*presses)
        assert shell.endings == [FinishGame(summarize(played().running))], presses
        assert shell.model.game is None or shell.model.game.record is None, presses


def test_the_title_puts_a_game_that_is_over_into_the_history_without_a_question() -> None:
    shell = left_on_the_winners_page()
    shell.model = shell.model.with_only_page(shell.model.home)
    shell.send(Chosen("discard", value=True, at=shell.now, sender=HOST))
    assert (shell.page, shell.model.game) == ("attract", None)
    assert shell.endings == [FinishGame(summarize(played().running))]


AROUND_S, GAME_S = Config().attract_after_s, Config().leave_after_s


def test_a_running_game_waits_an_hour_for_its_players() -> None:
    for presses in [(), (Button.OK,), (Button.OK, Button.OK)]:
        shell = start_claimit(*presses)
        page = shell.page
        assert shell.advance_time(GAME_S - 1).tick().page == page, presses
        assert shell.advance_time(1).tick().page == "attract", presses
        assert not shell.is_game_over, presses


def test_a_page_around_a_game_gives_way_after_five_minutes() -> None:
    shell = App().start().hold(Button.UNDO)
    assert shell.wait(AROUND_S - 1).tick().page == "menu"
    assert shell.wait(1).tick().page == "attract"


def test_a_setup_in_which_something_was_entered_waits_as_long_as_a_game_but_not_in_a_kiosk() -> None:
    shell = App().start().press(Button.OK)
    assert (shell.page, idle_deadline(shell.model)) == ("setup", shell.model.last_press_at + AROUND_S)
    entered = shell.press(Button.OK)
    assert entered.wait(GAME_S - 1).tick().page == "setup"
    assert idle_deadline(entered.model.with_config(kiosk=True)) == entered.model.last_press_at + AROUND_S
    assert entered.wait(1).tick().page == "attract"


def test_a_link_to_this_computer_only_is_known() -> None:
    for host in ("127.0.0.1", "127.8.0.1", "localhost", "[::1]"):
        assert is_local(f"http://{host}:8080"), host
    for host in ("192.168.1.27", "box.local", "[fd00::1]", "127.example.org", "localhost.example.org"):
        assert not is_local(f"http://{host}:8080"), host
