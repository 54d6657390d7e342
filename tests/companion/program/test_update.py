"""What a press, a fault or a failing journal leads to, on the pure update."""

from dataclasses import replace

import pytest

from companion.core.effects import Caption, DiscardGame, OpenJournal, PlayTones, ReadPeople, Speak
from companion.core.journal_error import JournalError, Trouble
from companion.core.lineup import LineUp
from companion.core.messages import Crashed, GameLeft, HistoryFailed, JournalOpened, PartChanged, PeopleRead, Pressed
from companion.core.people import People, Person
from companion.core.sounds import NO_SCREEN, WRONG
from companion.core.viewer_kind import seat_viewer
from companion.lights.idle_animations import SCREEN
from companion.lights.palette import WHITE
from companion.pages.history import PeoplePage
from companion.pages.menu import ENTRIES, MenuPage
from companion.program.update import update
from companion.program.view import view
from companion.tables.claimit.place import NumbersPage, RollPage
from engine import dice
from engine.game import Illegal, Json, Seat
from hardware.device import Button, Part, PartFault, Press
from tests.companion.games.shell import JOURNAL, SEED, TWO, Shell, at_table
from tests.companion.pages.claimit import over
from tests.companion.pages.sitting import begin, pick

OK, BANK, UNDO, LEFT, RIGHT = Button.OK, Button.BANK, Button.UNDO, Button.LEFT, Button.RIGHT
LOOK, MENU = Press(RIGHT), Press(UNDO, held=True)
DARK_S = 601.0
KIM = Person("Kim", 1, 0, (), (), (), None, ())


# What means nothing


@pytest.mark.parametrize("button", [LEFT, BANK, UNDO])
def test_a_press_that_means_nothing_sounds_low_and_blinks_the_softkeys(button: Button) -> None:
    shell = at_table()
    before = shell.view
    shell.press(button)
    assert shell.tones == WRONG
    assert shell.view.frame.screen != before.frame.screen
    assert shell.wait(0.2).view.frame.screen == before.frame.screen
    assert len(shell.kept) == 1


def test_the_next_press_ends_the_blink() -> None:
    shell = at_table(BANK, OK)
    assert (shell.page, shell.model.rejected_at) == ("roll", None)


def test_sound_that_is_off_leaves_a_refusal_silent_but_seen() -> None:
    shell = at_table()
    shell.model = replace(shell.model, sound=False)
    shell.press(BANK)
    assert (shell.tones, shell.model.rejected_at) == ((), shell.now)


# The dark screen


@pytest.mark.parametrize("button", list(Button))
def test_the_press_that_wakes_the_dark_screen_does_nothing_else(button: Button) -> None:
    shell = at_table(OK, OK).wait(DARK_S)
    page, kept = shell.model.page, len(shell.kept)
    assert shell.view.frame.contrast == 0
    shell.press(button)
    assert (shell.model.page, len(shell.kept), shell.tones) == (page, kept, ())
    assert shell.view.frame.contrast == 255


@pytest.mark.parametrize("button", [LEFT, UNDO])
def test_the_hold_that_wakes_the_dark_screen_does_nothing_else(button: Button) -> None:
    assert at_table(OK, OK).wait(DARK_S).hold(button).page == "choose"


def test_the_second_press_after_the_dark_means_what_it_always_does() -> None:
    assert at_table().wait(DARK_S).press(OK, OK).page == "roll"


def test_the_box_does_not_start_in_the_dark() -> None:
    shell = Shell().open()
    assert shell.view.frame.contrast == 255


# Held buttons


def test_a_held_left_shows_one_seat_after_the_other_and_was_no_press() -> None:
    shell = at_table(OK)
    before = shell.model.page
    shell.hold(LEFT)
    assert (shell.page, shell.view.text[0]) == ("spotlight", "Green")
    assert shell.press(LEFT).view.text[0] == "Blue"
    assert shell.press(OK).model.page == before


def test_a_hold_during_which_the_game_went_on_leads_nowhere_back() -> None:
    shell = at_table(OK, LEFT, OK).told_held(LEFT)
    assert shell.page == "choose"
    assert shell.view.page == "choose"


def test_a_hold_closes_no_fault_that_has_come_meanwhile() -> None:
    assert at_table(OK, LEFT).part(Part.BUZZER, "unplugged").told_held(LEFT).page == "fault"


def test_a_page_that_cannot_be_drawn_is_never_come_back_to() -> None:
    shell = at_table(OK).part(Part.BUZZER, "unplugged")
    lost = (RollPage(36), MenuPage(99))
    shell.model = replace(shell.model, pages_beneath=(*lost, shell.model.page), page=NumbersPage(9, 9))
    shell.take(Crashed(shell.now))
    pages = [shell.view.page, *(shell.press(OK).view.page for _ in range(2))]
    assert pages == ["fault", "fault", "roll"]
    assert shell.model.open_pages == at_table(OK).model.open_pages


def test_after_a_mistake_of_ours_each_kind_of_page_leads_to_what_was_played() -> None:
    for shell, page in ((Shell().open().press(OK), "attract"), (at_table().restart(), "attract")):
        shell.take(Crashed(shell.now))
        assert shell.press(OK).view.page == page


def test_a_held_left_on_the_spotlight_does_not_stack_another_one() -> None:
    assert at_table(OK).hold(LEFT).hold(LEFT).press(OK).page == "roll"


@pytest.mark.parametrize(("wish", "page"), [(None, "attract"), (TWO, "begins")])
def test_a_held_left_shows_no_fields_where_nobody_has_any(wish: LineUp | None, page: str) -> None:
    assert Shell(wish).open().told_held(LEFT).page == page
    assert Shell(wish).open().hold(LEFT).page != "spotlight"


@pytest.mark.parametrize("button", [OK, BANK])
def test_another_held_button_means_no_more_than_its_press(button: Button) -> None:
    assert at_table(OK, OK).hold(button).model.page == at_table(OK, OK).press(button).model.page


def test_a_held_undo_opens_and_closes_the_menu() -> None:
    shell = at_table(OK, RIGHT)
    before = shell.model.page
    assert shell.hold(UNDO).page == "menu"
    assert shell.hold(UNDO).model.page == before


@pytest.mark.parametrize("line", ["Scores", "Check the board", "Fair dice"])
def test_a_held_undo_closes_the_menu_with_what_was_opened_from_it(line: str) -> None:
    shell = at_table(OK)
    before = shell.model.page
    shell.model = pick(shell.model, line)
    shell.hold(UNDO)
    assert (shell.model.page, shell.model.pages_beneath) == (before, ())


def test_a_held_undo_does_not_close_a_fault_over_the_menu() -> None:
    shell = at_table(OK, OK, BANK, BANK).hold(UNDO).press(OK)
    shell.trouble = Trouble.FULL
    assert shell.press(OK).page == "fault"
    assert shell.hold(UNDO).hold(UNDO).page == "fault"


def test_a_step_that_failed_is_not_tried_again_once_the_game_is_another() -> None:
    shell = at_table(OK)
    shell.trouble = Trouble.FULL
    shell.press(OK)
    shell.trouble = None
    shell.model = pick(shell.model, "Bots")
    shell.press(RIGHT, OK).hold(UNDO)
    assert shell.page == "fault"
    assert shell.press(OK).page == "roll"
    assert shell.model.session == shell.resumed
    assert shell.model.session.lineup.bot_at(Seat(1)) is not None


def test_a_seats_press_counts_on_its_turn_only() -> None:
    shell = at_table()
    pages = []
    for menu, seat in ((False, 1), (True, 0), (True, 0)):
        if menu:
            shell.hold(UNDO)
        shell.take(Pressed(Press(OK), shell.now, seat_viewer(Seat(seat))))
        pages.append(shell.page)
    assert pages == ["turn", "menu", "roll"]


# What is shown goes on


@pytest.mark.parametrize("away", [(LOOK,), (LOOK, MENU), (MENU,), (MENU, Press(OK))])
def test_the_winners_show_goes_on_behind_what_is_looked_at_meanwhile(away: tuple[Press, ...]) -> None:
    shell = Shell()
    shell.model = over("GGggg./....../....../bBBbb./....../......", 2)
    began = shell.model.shown_since
    for pressed in away:
        shell.wait(1.0).take(Pressed(pressed, shell.now))
    assert shell.page != "winner"
    while shell.page != "winner":
        shell.press(UNDO)
    assert shell.model.shown_since == began


def test_a_page_that_is_opened_again_begins_anew() -> None:
    shell = at_table().hold(UNDO)
    first = shell.model.shown_since
    assert shell.hold(UNDO).hold(UNDO).model.shown_since > first


def test_what_has_happened_begins_anew_on_the_page_beneath() -> None:
    shell = at_table(OK, OK, BANK).hold(UNDO).press(OK, OK)
    assert (shell.page, shell.model.shown_since) == ("guide", shell.now)


# Who begins, and a game's end


def test_a_first_seat_that_was_asked_for_begins_even_if_the_plug_was_pulled_before_the_start() -> None:
    begun = at_table()
    begun.kept.clear()
    shell = Shell().open(unfinished=begun.unfinished).press(OK)
    assert (shell.page, shell.view.text[1:3]) == ("begins", ("Green", "begins!"))
    assert shell.press(OK).kept[0]["first"] == 0


@pytest.mark.parametrize(
    ("sums", "header"),
    [
        ((), "Who begins?"),
        ((6,), "Who begins?"),
        ((6, 6), "A tie: Green and Blue again"),
        ((6, 6, 7), "A tie: again!"),
        ((6, 6, 7, 7), "A tie: Green and Blue again"),
    ],
)
def test_a_tie_of_all_players_is_told(sums: tuple[int, ...], header: str) -> None:
    rolls = ({"seat": seat % 2, "dice": [1, 1, total - 2]} for seat, total in enumerate(sums))
    shell = Shell()
    shell.model = begin(TWO.players, *rolls)
    assert shell.view.text[0] == header


def test_every_roll_stays_in_sight_until_the_game_is_begun() -> None:
    shell = Shell(replace(TWO, first=None)).open()
    (green,) = (text for text in shell.press(OK).view.text if text.startswith("Green, "))
    decided = shell.press(OK).view.text
    first = max(decided[2:4], key=lambda text: int(text.split()[-1]))
    assert green in decided
    assert decided[:2] == (first.split(",")[0], "begins: " + first.split(", ")[1])
    assert (shell.page, shell.press(OK).page) == ("begins", "turn")


def test_a_new_game_with_the_same_fixed_seed_is_another_game() -> None:
    shell = Shell(TWO).open()
    resumed = Shell(TWO).open(unfinished=shell.unfinished).press(RIGHT, OK)
    assert resumed.page == "begins"


# The journal


@pytest.mark.parametrize("trouble", [Trouble.FULL, Trouble.READ_ONLY, Trouble.FAILING, Trouble.DAMAGED])
def test_what_could_not_be_journalled_has_not_happened(trouble: Trouble) -> None:
    shell = at_table()
    before = shell.model.game
    shell.trouble = trouble
    shell.press(OK)
    assert (shell.page, shell.model.game, shell.tones) == ("fault", before, ())


def test_trying_again_does_what_was_wanted_once_there_is_room() -> None:
    shell = at_table()
    shell.trouble = Trouble.FULL
    shell.press(OK, OK, OK)
    assert (shell.page, len(shell.model.pages_beneath)) == ("fault", 1)
    shell.trouble = None
    shell.press(OK)
    assert (shell.page, shell.kept[-1]["dice"]) == ("roll", list(dice.throw(SEED, 0, 3)))
    assert shell.resumed == shell.model.game


def test_the_table_plays_on_unsaved_only_after_a_yes() -> None:
    shell = at_table()
    shell.trouble = Trouble.FULL
    shell.press(OK)
    assert shell.model.saved
    shell.press(RIGHT, OK)
    assert (shell.page, shell.model.saved, len(shell.kept)) == ("roll", False, 1)
    assert shell.press(OK).page == "choose"


def test_an_undo_does_not_leave_the_fault_page() -> None:
    shell = at_table()
    shell.trouble = Trouble.FULL
    shell.press(OK, UNDO, BANK)
    assert (shell.page, shell.tones) == ("fault", WRONG)


def test_nobody_slips_past_the_fault_through_the_menu() -> None:
    shell = Shell().open(Trouble.LOCKED).hold(UNDO).wait(4000).tick()
    shell.press(OK).hold(UNDO)
    assert shell.page == "fault"


def test_a_damaged_journal_is_kept_aside_only_when_that_is_chosen() -> None:
    shell = Shell(TWO).open(Trouble.DAMAGED)
    assert (shell.page, shell.opened) == ("fault", [])
    shell.trouble = None
    shell.press(OK)
    assert (shell.page, shell.opened) == ("begins", [OpenJournal(quarantine=True)])


def test_a_journal_that_lacks_events_is_played_on_by_the_first_way() -> None:
    shell = Shell(TWO).open(Trouble.OLDER)
    assert (shell.page, shell.opened, shell.view.text[0]) == ("fault", [], "Events are missing")
    shell.press(RIGHT, OK)
    assert shell.opened == [OpenJournal(quarantine=True)]
    shell.trouble = None
    shell.press(OK)
    assert (shell.page, shell.opened[1:]) == ("begins", [OpenJournal(accepts_loss=True)])


@pytest.mark.parametrize("trouble", [Trouble.FOREIGN, Trouble.NEWER, Trouble.READ_ONLY])
def test_a_file_that_is_not_ours_to_write_is_kept_aside_only_after_a_choice(trouble: Trouble) -> None:
    shell = Shell(TWO).open(trouble)
    shell.press(OK)
    assert (shell.page, shell.opened) == ("fault", [OpenJournal()])
    shell.trouble = None
    shell.press(RIGHT, OK)
    assert (shell.page, shell.opened) == ("begins", [OpenJournal(), OpenJournal(quarantine=True)])


@pytest.mark.parametrize("trouble", [Trouble.LOCKED, Trouble.FULL])
def test_a_journal_that_cannot_be_opened_is_never_set_aside(trouble: Trouble) -> None:
    shell = Shell(TWO).open(trouble)
    assert (shell.page, "Keep it aside, go on" in shell.view.text) == ("fault", False)
    shell.press(OK)
    assert (shell.page, shell.opened) == ("fault", [OpenJournal()])
    assert shell.press(RIGHT, OK).page == "begins"
    assert (shell.model.saved, shell.kept) == (False, [])


def test_a_left_game_that_breaks_the_rules_is_discarded_only_by_a_press() -> None:
    begun = at_table(OK)
    begun.kept.append({"event": "bank"})
    shell = Shell().open(unfinished=begun.unfinished)
    assert (shell.page, shell.ended) == ("fault", [])
    assert (shell.press(OK).page, shell.ended) == ("attract", [DiscardGame()])


def test_a_history_that_cannot_be_read_stops_nobody() -> None:
    shell = at_table(OK).hold(UNDO)
    shell.take(HistoryFailed(JournalError(Trouble.DAMAGED, JOURNAL), shell.now))
    assert shell.view.text[:2] == ("History", "The file is damaged.")
    assert shell.press(OK).page == "menu"
    assert shell.model.saved


def test_the_page_of_the_people_is_open_before_they_are_counted() -> None:
    shell = at_table(OK).hold(UNDO)
    step = next(entry for entry in ENTRIES if entry.label == "People").choose(shell.model)
    assert step.effects == (ReadPeople(),)
    counting = step.model
    counted = update(counting, PeopleRead(People((KIM,)), 0.0)).model
    assert view(counting, 0.0).text[:2] == ("People", "counting …")
    assert view(counted, 0.0).text[2] == "Kim"
    beneath = update(counting.with_page_on_top(MenuPage()), PeopleRead(People((KIM,)), 0.0)).model
    assert beneath.with_top_page_closed().page == counted.page


def test_people_that_are_counted_after_their_page_was_closed_open_none() -> None:
    shell = at_table(OK)
    page = shell.model.page
    shell.take(PeopleRead(People((KIM,)), shell.now))
    assert shell.model.page == page
    shown = shell.model.with_page_on_top(PeoplePage(People()))
    assert update(shown, PeopleRead(People((KIM,)), 0.0)).model.page == shown.page


def test_people_who_cannot_be_counted_leave_no_page_that_waits() -> None:
    shell = at_table(OK).hold(UNDO)
    shell.model = shell.model.with_page_on_top(PeoplePage())
    shell.take(HistoryFailed(JournalError(Trouble.DAMAGED, JOURNAL), shell.now))
    assert shell.page == "fault"
    assert shell.press(OK).page == "menu"


SPOILT: tuple[Json, ...] = (
    {},
    {"game": "chess"},
    {"players": "ab"},
    {"players": ["Green"]},
    {"options": {"deal": "basic"}},
    {"game": "klondike", "options": {"deal": "all"}},
    {"first": 2},
    {"colours": None},
    {"colours": [0]},
    {"colours": [0, 0]},
    {"colours": [0, 5]},
    {"colours": [0, [1]]},
    {"by_hand": "yes"},
    {"fair": None},
)
"""What somebody may have made of the line-up of a game, nothing but the first in place of all of it."""


def spoilt(changed: Json) -> Json:
    return {**TWO.to_json(), **changed} if changed else {}


@pytest.mark.parametrize("changed", SPOILT)
def test_a_spoilt_line_up_is_told_in_a_sentence(changed: Json) -> None:
    with pytest.raises(Illegal) as caught:
        LineUp.from_json(spoilt(changed))
    assert caught.value.message.endswith(".")


@pytest.mark.parametrize("changed", SPOILT)
def test_a_left_game_with_a_spoilt_line_up_is_discarded_only_by_a_press(changed: Json) -> None:
    shell, lineup = Shell(), spoilt(changed)
    shell.take(JournalOpened(replace(at_table().unfinished, lineup=lineup), shell.now, lineup))
    assert (shell.view.text[0], shell.ended) == ("Cannot resume", [])
    if "Keep it" in shell.view.text:  # a plug-in that is gone may come back
        shell.press(RIGHT)
    assert (shell.press(OK).page, shell.ended, shell.model.last_lineup) == ("attract", [DiscardGame()], None)


@pytest.mark.parametrize("changed", SPOILT)
def test_a_spoilt_line_up_of_the_last_game_is_not_offered_again(changed: Json) -> None:
    shell = Shell()
    shell.take(JournalOpened(None, shell.now, spoilt(changed)))
    assert (shell.page, shell.model.last_lineup) == ("attract", None)


def test_a_spoilt_line_up_of_the_last_game_does_not_hide_the_one_that_was_left() -> None:
    shell = Shell()
    shell.take(JournalOpened(at_table(OK).unfinished, shell.now, {}))
    assert shell.page == "resume"


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"event": "begin", "seat": 0},
        {"event": "begin", "seat": 0, "dice": [1, 2]},
        {"event": "begin", "seat": 2, "dice": [1, 2, 3]},
        {"event": "begin", "dice": [1, 2, 3]},
    ],
)
def test_a_left_game_with_a_spoilt_beginning_is_told_as_one(event: Json) -> None:
    begun = Shell(TWO).open()
    begun.kept.append(event)
    shell = Shell().open(unfinished=begun.unfinished)
    assert shell.view.text[:2] == ("Cannot resume", "The game that was left makes no sense.")


# The parts


def test_lights_that_fail_are_told_and_the_game_goes_on() -> None:
    shell = at_table(OK)
    before = shell.model.page
    shell.part(Part.LIGHTS, "unplugged")
    assert (shell.page, shell.model.faults) == ("fault", ((Part.LIGHTS, "unplugged"),))
    assert shell.press(OK).model.page == before


def test_lights_that_fail_without_a_screen_name_none() -> None:
    shell = at_table(OK).part(Part.SCREEN, "no answer").part(Part.LIGHTS, "unplugged")
    assert "The lights do not answer. The fields are named here." in shell.view.text


def test_a_part_that_is_back_takes_its_page_away() -> None:
    shell = at_table(OK).part(Part.LIGHTS, "unplugged").part(Part.LIGHTS, None)
    assert (shell.page, shell.model.faults) == ("roll", ())


def test_a_part_that_is_back_takes_its_page_away_from_under_another() -> None:
    shell = at_table(OK).part(Part.LIGHTS, "unplugged").part(Part.BUZZER, "gone").part(Part.LIGHTS, None)
    assert shell.page == "fault"
    assert shell.press(OK).page == "roll"


def test_a_part_that_fails_again_is_told_once() -> None:
    shell = at_table(OK).part(Part.LIGHTS, "unplugged").part(Part.LIGHTS, "still unplugged")
    assert shell.press(OK).page == "roll"


def test_a_dark_screen_opens_no_page() -> None:
    shell = at_table(OK).part(Part.SCREEN, "no answer")
    assert (shell.page, shell.model.faults) == ("roll", ((Part.SCREEN, "no answer"),))


def test_a_screen_that_fails_is_heard_once_and_seen_on_the_lights() -> None:
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
    assert shell.model.screen_failed is None
    assert shell.view.frame.lights == before


def test_any_button_but_the_stuck_one_plays_on() -> None:
    shell = at_table(OK).part(OK, "stays down", stuck=True)
    assert shell.page == "fault"
    assert shell.press(BANK).page == "roll"


def test_a_button_whose_pin_is_in_use_is_named_and_any_other_plays_on() -> None:
    shell = at_table(OK).part(OK, "GPIO busy")
    assert shell.view.text[:2] == ("A part is missing", "The ok button does not answer. Its pin is taken.")
    assert shell.press(LEFT).page == "roll"


def test_stuck_buttons_are_told_one_by_one() -> None:
    shell = at_table(OK).part(BANK, "stays down", stuck=True).part(OK, "stays down", stuck=True).part(BANK, None)
    assert (shell.page, shell.model.faults) == ("fault", ((OK, "stays down"),))
    assert shell.view.text[:2] == ("A button is stuck", "The ok button stays down. Does it jam?")
    assert shell.part(OK, None).page == "roll"


# The end


def test_the_menu_leaves() -> None:
    asked = at_table().hold(UNDO).press(LEFT, OK)
    assert not asked.model.is_leaving
    assert asked.press(LEFT, OK).model.is_leaving


def test_a_game_that_is_left_can_be_resumed_or_discarded_from_the_title() -> None:
    shell = at_table(OK).hold(UNDO).press(LEFT, LEFT, OK)
    assert shell.page == "attract"
    assert shell.press(OK).page == "resume"
    assert shell.press(LEFT, OK).page == "attract"
    assert (shell.model.game, shell.ended) == (None, [DiscardGame()])


def test_a_game_that_was_left_before_another_waits_behind_the_title() -> None:
    old, shell = at_table(OK, OK), Shell().open()
    shell.take(GameLeft(old.unfinished, shell.now))
    assert shell.page == "attract"
    assert shell.press(OK).page == "resume"
    assert shell.press(OK).model.game == old.model.game


def test_a_game_that_was_left_and_makes_no_sense_is_not_offered() -> None:
    shell = Shell().open()
    shell.take(GameLeft(replace(at_table().unfinished, lineup={}), shell.now))
    assert shell.press(OK).page == "setup"


@pytest.mark.parametrize(("trouble", "aside", "ways"), [(Trouble.REPLACED, False, 1), (Trouble.DAMAGED, True, 0)])
def test_a_game_whose_journal_is_gone_is_written_anew(trouble: Trouble, aside: bool, ways: int) -> None:
    shell = at_table(Button.OK)
    events = shell.model.session.events
    shell.trouble = trouble
    shell.press(Button.OK)
    assert shell.page == "fault"
    shell.trouble = None
    shell.press(*(Button.RIGHT,) * ways, Button.OK)
    assert [each.quarantine for each in shell.rewritten] == [aside]
    assert shell.model.session.events == len(shell.kept) == events + 1
    assert shell.resumed.state == shell.model.session.state


def test_a_damaged_game_goes_on_from_before_the_damage() -> None:
    shell = at_table(Button.OK)
    left = replace(shell.unfinished, damaged=2, events=shell.unfinished.events[:1])
    shell.take(JournalOpened(left, shell.now))
    assert (shell.page, "Event 2 is damaged." in " ".join(shell.view.text)) == ("fault", True)
    shell.press(Button.OK)
    assert (shell.model.session.events, len(shell.rewritten[0].events)) == (1, 1)


def test_a_game_whose_beginning_is_damaged_can_only_be_discarded() -> None:
    shell = at_table(Button.OK)
    shell.take(JournalOpened(replace(shell.unfinished, damaged=0, events=()), shell.now))
    assert "Resume before it" not in shell.view.text
    shell.press(Button.OK)
    assert shell.ended == [DiscardGame()]
