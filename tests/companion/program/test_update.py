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
from tests.companion.games.shell import JOURNAL, SEED, TWO, Shell, at_table
from tests.companion.program.played import played

OK, BANK, UNDO, LEFT, RIGHT = Button.OK, Button.BANK, Button.UNDO, Button.LEFT, Button.RIGHT
DARK_S = 601.0


def test_a_press_that_means_nothing_sounds_low_and_blinks_the_softkeys() -> None:
    for button in [LEFT, BANK, UNDO]:
        shell = at_table()
        before = shell.view
        shell.press(button)
        assert shell.tones == WRONG, button
        assert shell.view.frame.screen != before.frame.screen, button
        assert shell.wait(0.2).view.frame.screen == before.frame.screen, button
        assert len(shell.kept) == 1, button


def test_sound_that_is_off_leaves_a_refusal_silent_but_seen() -> None:
    shell = at_table()
    shell.model = replace(shell.model, sound=False)
    shell.press(BANK)
    assert (shell.tones, shell.model.rejected_at) == ((), shell.now)


def test_the_press_that_wakes_the_dark_screen_does_nothing_else() -> None:
    for button in Button:
        shell = at_table(OK, OK).wait(DARK_S)
        page, kept = shell.model.page, len(shell.kept)
        assert shell.view.frame.contrast == 0, button
        shell.press(button)
        assert (shell.model.page, len(shell.kept), shell.tones) == (page, kept, ()), button
        assert shell.view.frame.contrast == 255, button


def test_a_held_left_shows_one_seat_after_the_other_above_what_its_press_did() -> None:
    shell = at_table(OK)
    shell.press(LEFT)
    before = shell.model.page
    shell.told_held(LEFT)
    assert (shell.page, shell.view.text[0]) == ("spotlight", "Green")
    assert shell.press(LEFT).view.text[0] == "Blue"
    assert shell.press(OK).model.page == before


def test_a_page_that_cannot_be_drawn_is_never_come_back_to() -> None:
    shell = at_table(OK).part(Part.BUZZER, "unplugged")
    lost = (PlaceStonePage(36), MenuPage(99))
    shell.model = replace(shell.model, pages_beneath=(*lost, shell.model.page), page=NumbersPage(9, 9))
    shell.take(Crashed(shell.now))
    pages = [shell.view.page, *(shell.press(OK).view.page for _ in range(2))]
    assert pages == ["fault", "fault", "roll"]
    assert shell.model.open_pages == at_table(OK).model.open_pages


def test_a_held_undo_opens_and_closes_the_menu() -> None:
    shell = at_table(OK, RIGHT)
    before = shell.model.page
    assert shell.hold(UNDO).page == "menu"
    assert shell.hold(UNDO).model.page == before


def test_a_seats_press_counts_on_its_turn_only() -> None:
    shell = at_table()
    pages = []
    for menu, seat in ((False, 1), (True, 0), (True, 0)):
        if menu:
            shell.hold(UNDO)
        shell.take(Pressed(Press(OK), shell.now, seat_viewer(Seat(seat))))
        pages.append(shell.page)
    assert pages == ["turn", "menu", "roll"]


def test_a_chosen_first_seat_begins_also_after_the_plug_was_pulled_before_the_start() -> None:
    begun = at_table()
    begun.kept.clear()
    shell = Shell().open(unfinished=begun.unfinished).press(OK)
    assert (shell.page, shell.view.text[1:3]) == ("begins", ("Green", "starts!"))
    assert shell.press(OK).kept[0]["first"] == 0


def test_an_event_that_is_not_journalled_has_no_effect() -> None:
    for trouble in [JournalProblem.FULL, JournalProblem.READ_ONLY, JournalProblem.LOCKED]:
        shell = at_table()
        before = shell.model.game
        shell.problem = trouble
        shell.press(OK)
        assert (shell.page, shell.model.game, shell.tones) == ("fault", before, ()), trouble


def test_try_again_repeats_the_request_when_the_disk_has_space() -> None:
    shell = at_table()
    shell.problem = JournalProblem.FULL
    shell.press(OK, OK, OK)
    assert (shell.page, len(shell.model.pages_beneath)) == ("fault", 1)
    shell.problem = None
    shell.press(OK)
    assert (shell.page, shell.kept[-1]["dice"]) == ("roll", list(Draws(SEED, 0).dice(3)))
    assert shell.resumed == shell.model.game


def test_the_table_plays_on_unsaved_only_after_a_yes() -> None:
    shell = at_table()
    shell.problem = JournalProblem.FULL
    shell.press(OK)
    assert shell.model.saved
    shell.press(RIGHT, OK)
    assert (shell.page, shell.model.saved, len(shell.kept)) == ("roll", False, 1)
    assert shell.press(OK).page == "choose"


def test_the_menu_leads_nowhere_past_the_fault() -> None:
    shell = Shell().open(JournalProblem.LOCKED).hold(UNDO).wait(4000).tick()
    shell.press(OK).hold(UNDO)
    assert shell.page == "fault"


def test_a_journal_that_cannot_be_opened_is_tried_again_or_done_without() -> None:
    for trouble in [JournalProblem.LOCKED, JournalProblem.FULL, JournalProblem.READ_ONLY, JournalProblem.NEWER]:
        shell = Shell(TWO).open(trouble)
        assert (shell.press(OK).page, shell.opened) == ("fault", [OpenJournal()]), trouble
        shell.problem = None
        assert (shell.press(OK).page, shell.model.saved) == ("begins", True), trouble
        shell = Shell(TWO).open(trouble).press(RIGHT, OK)
        assert (shell.page, shell.model.saved) == ("begins", False), trouble


def test_a_renamed_journal_is_reported_over_whatever_is_open() -> None:
    shell = at_table(OK)
    before = shell.page
    shell.take(JournalReplaced(shell.now))
    assert (shell.page, shell.view.text[0]) == ("fault", "A new file")
    assert shell.press(OK).page == before


def test_an_unfinished_game_that_breaks_the_rules_is_discarded_only_by_a_press() -> None:
    begun = at_table(OK)
    begun.kept.append({"event": "bank"})
    shell = Shell().open(unfinished=begun.unfinished)
    assert (shell.page, shell.ended) == ("fault", [])
    assert (shell.press(OK).page, shell.ended) == ("attract", [DiscardGame()])


def test_a_history_that_cannot_be_read_stops_no_game() -> None:
    shell = at_table(OK).hold(UNDO)
    shell.take(Answered(ReadHistory(9), None, shell.now, JournalError(JournalProblem.DAMAGED, JOURNAL)))
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
    return {**TWO.to_json(), **changed} if changed else {}


def test_an_unfinished_game_with_a_damaged_line_up_is_discarded_only_by_a_press() -> None:
    for changed in SPOILT:
        shell, lineup = Shell(), spoilt(changed)
        shell.take(JournalOpened(replace(at_table().unfinished, lineup=lineup), shell.now, (lineup,)))
        assert (shell.view.text[0], shell.ended) == ("Cannot resume", []), changed
        if "Keep it" in shell.view.text:  # a plug-in that is gone may come back
            shell.press(RIGHT)
        assert (shell.press(OK).page, shell.ended, shell.model.last_lineup) == ("attract", [DiscardGame()], None), (
            changed
        )


def test_a_spoilt_line_up_of_the_last_game_does_not_hide_the_one_that_was_left() -> None:
    shell = Shell()
    shell.take(JournalOpened(at_table(OK).unfinished, shell.now, ({},)))
    assert shell.page == "resume"


def test_an_unfinished_game_with_a_damaged_start_is_reported() -> None:
    events: tuple[Json, ...] = (
        {},
        {"event": "begin", "seat": 0},
        {"event": "begin", "seat": 0, "dice": [1, 2]},
    )
    for event in events:
        begun = Shell(TWO).open()
        begun.kept.append(event)
        shell = Shell().open(unfinished=begun.unfinished)
        assert shell.view.text[:2] == ("Cannot resume", "The unfinished game breaks the rules."), event


def test_lights_that_fail_are_reported_and_the_game_goes_on() -> None:
    shell = at_table(OK)
    before = shell.model.page
    shell.part(Part.LIGHTS, "unplugged")
    assert (shell.page, shell.model.faults) == ("fault", frozenset({Part.LIGHTS}))
    assert shell.press(OK).model.page == before


def test_a_part_that_is_back_takes_its_page_away() -> None:
    shell = at_table(OK).part(Part.LIGHTS, "unplugged").part(Part.LIGHTS, None)
    assert (shell.page, shell.model.faults) == ("roll", frozenset())


def test_a_part_that_fails_again_is_reported_once() -> None:
    shell = at_table(OK).part(Part.LIGHTS, "unplugged").part(Part.LIGHTS, "still unplugged")
    assert shell.press(OK).page == "roll"


def test_a_screen_that_fails_sounds_once_and_shows_on_the_lights() -> None:
    shell = at_table(OK)
    before = shell.view.frame.lights
    step = update(shell.model, PartChanged(PartFault(Part.SCREEN, "no answer"), shell.now))
    sentence = "The screen does not answer. Is its wire loose?"
    assert step.effects == (PlayTones(NO_SCREEN), Caption(sentence), Speak(sentence, "en"))
    shell.part(Part.SCREEN, "no answer")
    shown = shell.view.frame.lights
    assert {field for field, colour in enumerate(shown) if colour == WHITE} == set(SCREEN)
    assert update(shell.model, PartChanged(PartFault(Part.SCREEN, "still no answer"), shell.now)).effects == ()
    shell.part(Part.SCREEN, None)
    assert shell.model.screen_failed_at is None
    assert shell.view.frame.lights == before


def test_any_button_but_the_stuck_one_plays_on() -> None:
    shell = at_table(OK).part(OK, "stays down", stuck=True)
    assert shell.page == "fault"
    assert shell.press(BANK).page == "roll"


def test_a_game_that_is_left_can_be_resumed_or_discarded_from_the_title() -> None:
    shell = at_table(OK).hold(UNDO).press(LEFT, LEFT, OK)
    assert shell.page == "attract"
    assert shell.press(OK).page == "resume"
    assert shell.press(LEFT, OK).page == "attract"
    assert (shell.model.game, shell.ended) == (None, [DiscardGame()])


def test_a_game_that_was_left_before_another_waits_behind_the_title() -> None:
    old, shell = at_table(OK, OK), Shell().open()
    shell.take(UnfinishedGameFound(old.unfinished, shell.now))
    assert shell.page == "attract"
    assert shell.press(OK).page == "resume"
    assert shell.press(OK).model.session.record == old.model.session.record


def test_a_game_whose_journal_is_damaged_goes_on_in_a_new_one() -> None:
    shell = at_table(OK)
    events = shell.model.session.events
    shell.problem = JournalProblem.DAMAGED
    shell.press(OK)
    assert shell.view.text[0] == "A new file"
    assert shell.model.session.events == len(shell.kept) == events + 1
    assert shell.resumed.state == shell.model.session.state
    assert shell.press(OK).page in {"roll", "choose", "place"}


def test_a_new_journal_that_is_damaged_too_is_not_replaced_for_ever() -> None:
    shell = at_table(OK)
    error = JournalError(JournalProblem.DAMAGED, JOURNAL)
    rewritten = update(shell.model, JournalFailed(error, None, shell.now))
    assert isinstance(rewritten.effects[0], RewriteGame)
    assert update(shell.model, JournalFailed(error, rewritten, shell.now)).model.page.name == "fault"


def test_a_damaged_game_goes_on_from_before_the_damage() -> None:
    shell, begun = Shell(), at_table(OK)
    left = replace(begun.unfinished, damaged=2, events=begun.unfinished.events[:1])
    shell.take(JournalOpened(left, shell.now))
    assert (shell.page, "Event 2 is damaged" in " ".join(shell.view.text)) == ("fault", True)
    assert shell.press(OK).page == "resume"
    assert shell.model.session.events == 1


def test_a_game_whose_beginning_is_damaged_can_only_be_discarded() -> None:
    shell = at_table(Button.OK)
    shell.take(JournalOpened(replace(shell.unfinished, damaged=0, events=()), shell.now))
    assert shell.view.text[:2] == ("Cannot resume", "The unfinished game is damaged.")
    shell.press(Button.OK)
    assert shell.ended == [DiscardGame()]


def restarted(shell: Shell) -> Shell:
    again = Shell()
    again.model = again.model.with_config(resumes=True)
    return again.open(unfinished=shell.unfinished if shell.kept else None)


def place(model: Model) -> tuple[str, object]:
    return model.page.name, model.game and model.game.state


def test_an_unfinished_game_goes_on_at_once_in_the_same_place() -> None:
    shell, pages = Shell(replace(TWO, first=Seat(0))).open(), set[str]()
    for _ in range(8):
        again = restarted(shell)
        assert place(again.model) == place(shell.model)
        pages.add(again.page)
        shell.press(OK)
    assert {"turn", "roll", "choose"} <= pages


def left_on_the_winners_page() -> Shell:
    shell = Shell()
    shell.lineup, shell.kept, shell.over = played().running.lineup.to_json(), list(played().events[:-1]), False
    return shell.open(unfinished=shell.unfinished)


def test_a_game_that_is_over_gets_into_the_history_whatever_follows() -> None:
    for presses in [
        (RIGHT, RIGHT, OK),
        (RIGHT, OK, OK, OK, OK, OK, OK),
        (OK,) * 4,
    ]:
        shell = left_on_the_winners_page()
        assert (shell.page, "finished" in shell.view.text) == ("resume", True), presses
        shell.press(*presses)
        assert shell.ended == [FinishGame(summarize(played().running))], presses
        assert shell.model.game is None or shell.model.game.record is None, presses


def test_the_title_puts_a_game_that_is_over_into_the_history_without_a_question() -> None:
    shell = left_on_the_winners_page()
    shell.model = shell.model.with_only_page(shell.model.home)
    shell.take(Chosen("discard", value=True, at=shell.now, sender=HOST))
    assert (shell.page, shell.model.game) == ("attract", None)
    assert shell.ended == [FinishGame(summarize(played().running))]


AROUND_S, GAME_S = Config().attract_after_s, Config().leave_after_s


def test_a_running_game_waits_an_hour_for_its_players() -> None:
    for presses in [(), (Button.OK,), (Button.OK, Button.OK)]:
        shell = at_table(*presses)
        page = shell.page
        assert shell.wait(GAME_S - 1).tick().page == page, presses
        assert shell.wait(1).tick().page == "attract", presses
        assert not shell.over, presses


def test_a_page_around_a_game_gives_way_after_five_minutes() -> None:
    shell = Shell().open().hold(Button.UNDO)
    assert shell.wait(AROUND_S - 1).tick().page == "menu"
    assert shell.wait(1).tick().page == "attract"


def test_a_setup_in_which_something_was_entered_waits_as_long_as_a_game_but_not_in_a_kiosk() -> None:
    shell = Shell().open().press(Button.OK)
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
