"""Sealing the dice: by buttons and by text, in turn, for good; and what the box forgets, keeps and tells of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.core.effects import AppendEvent, BeginGame
from companion.core.game_session import DEALT
from companion.core.journal_error import Trouble
from companion.core.messages import Chosen, Pressed, SeedDrawn
from companion.core.viewer_kind import HOST, seat_viewer
from companion.frontends.web.details import describe_sealed
from companion.pages.info import STATEMENT, InfoPage
from companion.pages.menu import offered_entries
from companion.pages.seal import NO_WORD, WORD_FAULT, SealPage, WordPage
from companion.program.button_words import button_words, softkeys_of
from companion.program.update import update
from companion.tables.shared_flow import finish_game
from engine import klondike
from engine.dice import Draws, commitment, dice_key, throw
from engine.fairness import Finding, Line, check_fairness
from engine.game import Finish, Reveal, Seat
from engine.games import GAMES
from engine.klondike.position import TILES
from engine.record import format  # noqa: A004 - the notation's name; the built-in is not used here
from engine.starts import WORD_FAULT as RULE
from hardware.device import Button, Press
from tests.companion.games.shell import SEED, TWO, Shell
from tests.companion.pages.sitting import pick
from tests.companion.pages.test_setup import RULES_DICE_AND_LIGHT, TWO_PLAYERS, WHICH_GAME

if TYPE_CHECKING:
    from companion.core.messages import Refusal
    from companion.core.viewer_kind import ViewerKind

OK, LEFT, RIGHT, BANK, UNDO = Button.OK, Button.LEFT, Button.RIGHT, Button.BANK, Button.UNDO
SEALED = replace(TWO, sealed=True)
ZEROS = (RIGHT, OK) * 6
NINES = (LEFT, OK) * 6


def sealing(first: Seat | None = None) -> Shell:
    """Two players, and the commitment on the screen."""
    return Shell(replace(SEALED, first=first)).open()


def choose(shell: Shell, name: str, value: object, sender: ViewerKind = HOST) -> Refusal | None:
    """Answers by name; why not, if it is refused."""
    refused = update(shell.model, Chosen(name, value, shell.now, sender)).refusal
    if refused is None:
        shell.take(Chosen(name, value, shell.now, sender))
    return refused


def test_it_takes_one_press_in_the_setup() -> None:
    shell = Shell().open().press(OK, *WHICH_GAME, BANK, *TWO_PLAYERS, *RULES_DICE_AND_LIGHT)
    assert (shell.page, shell.model.session.lineup.sealed) == ("seal", True)
    shell = Shell().open().press(OK, *WHICH_GAME, BANK, *TWO_PLAYERS, BANK, *RULES_DICE_AND_LIGHT)
    assert (shell.page, shell.model.session.lineup.sealed) == ("begins", False)


def test_it_is_off_unless_somebody_presses() -> None:
    shell = Shell().open().press(OK, *WHICH_GAME, *TWO_PLAYERS, *RULES_DICE_AND_LIGHT)
    assert not shell.model.session.lineup.sealed
    again = Shell().open()
    again.model = replace(again.model, last_lineup=SEALED)
    again.press(OK, OK)
    assert (again.page, again.model.session.lineup.sealed) == ("begins", False)


def test_it_is_not_offered_where_the_box_rolls_nothing() -> None:
    own = Shell().open().press(OK, *WHICH_GAME, OK, OK, RIGHT)
    dominoes = Shell().open().press(OK, RIGHT)
    unsaved = Shell().open().press(OK)
    unsaved.model = replace(unsaved.model, saved=False)
    for shell in (own, dominoes, unsaved):
        assert softkeys_of(shell.model)[3] is None
        before = shell.model.page
        assert shell.press(BANK).model.page == before


def test_own_dice_chosen_after_it_are_not_sealed() -> None:
    shell = Shell().open().press(OK, *WHICH_GAME, BANK, OK, OK, RIGHT, OK, OK)
    assert (shell.page, shell.model.session.lineup.sealed) == ("begins", False)


def test_the_seed_is_journalled_before_the_commitment_is_seen() -> None:
    step = update(replace(Shell().model, requested_lineup=SEALED), SeedDrawn(SEED, 0.0))
    assert step.effects == (BeginGame(step.model.session.lineup.to_json(), SEED),)
    shell = sealing()
    assert "".join(shell.view.text[:4]) == commitment(SEED)


def test_nothing_is_proposed() -> None:
    shell = sealing().press(OK, OK)
    assert shell.model.page == WordPage(Seat(0))
    assert "______" in shell.view.text
    assert shell.press(OK).model.page == WordPage(Seat(0))
    assert choose(shell, "add", True) == ("phase", NO_WORD)
    assert shell.kept == []


@pytest.mark.parametrize("owner", [0, 1])
def test_the_owner_s_word_is_first_and_somebody_else_s_last(owner: int) -> None:
    shell = sealing().press(OK, *[RIGHT] * owner, OK, *ZEROS, OK, OK)
    assert shell.kept == [{"event": "word", "seat": owner, "word": "000000"}]
    assert shell.model.page == WordPage(Seat(1 - owner))


def test_each_word_is_journalled_and_seen_at_once() -> None:
    shell = sealing().press(OK, OK, *ZEROS)
    assert shell.kept == []
    shell.press(OK)
    assert shell.kept == [{"event": "word", "seat": 0, "word": "000000"}]
    assert shell.page == "seal"
    assert (commitment(SEED), '"000000"') == (shell.view.text[0], shell.view.text[2])


def test_a_word_that_cannot_be_journalled_is_not_seen() -> None:
    shell = sealing().press(OK, OK, *ZEROS)
    shell.trouble = Trouble.FULL
    assert shell.press(OK).page == "fault"
    assert shell.model.session.words == ()


def test_digits_are_turned_both_ways_and_taken_back() -> None:
    shell = sealing().press(OK, OK, RIGHT, RIGHT, OK, LEFT, LEFT, OK, RIGHT, LEFT, OK)
    assert shell.model.page == WordPage(Seat(0), "189")
    assert shell.press(UNDO, UNDO, LEFT).model.page == WordPage(Seat(0), "1", "7")
    assert shell.press(UNDO, UNDO).model.page == WordPage(Seat(0))
    assert shell.press(UNDO).page == "seal"


def test_any_text_will_do_on_a_phone() -> None:
    shell = sealing().press(OK, OK)
    assert choose(shell, "word", " Zoë ") is None
    assert choose(shell, "add", True) is None
    assert shell.kept == [{"event": "word", "seat": 0, "word": " Zoë "}]


@pytest.mark.parametrize("word", ["a" * 65, "ü" * 33, "a\n"])
def test_a_text_that_will_not_do_is_refused(word: str) -> None:
    shell = sealing().press(OK, OK)
    choose(shell, "word", "417")
    assert choose(shell, "word", word) == ("syntax", WORD_FAULT)
    assert shell.model.page == WordPage(Seat(0), typed="417")
    assert WORD_FAULT == RULE


def test_a_seat_s_phone_adds_its_own_word_and_no_other() -> None:
    shell = sealing().press(OK)
    blue, green = seat_viewer(Seat(1)), seat_viewer(Seat(0))
    assert choose(shell, "owner", 1, green) is not None
    shell.press(OK)
    for name, value in (("word", "bob!"), ("add", True)):
        assert choose(shell, name, value, blue) is not None
        assert choose(shell, name, value, green) is None
    assert choose(shell, "go_on", True, green) is not None
    for name, value in (("go_on", True), ("word", "bob!"), ("add", True)):
        assert choose(shell, name, value, blue) is None
    assert [event["word"] for event in shell.kept] == ["bob!", "bob!"]


def test_all_is_seen_before_the_first_roll() -> None:
    shell = sealing().press(OK, OK, *ZEROS, OK, OK, *NINES, OK)
    assert shell.page == "seal"
    assert {commitment(SEED), '"000000"', '"999999"'} <= set(shell.view.text)
    assert shell.press(OK).page == "begins"
    shell.press(OK)
    key = dice_key(SEED, ("000000", "999999"))
    assert shell.kept[-1] == {"event": "begin", "seat": 0, "dice": list(throw(key, 0, 3))}


def test_a_seat_that_is_named_begins_after_the_words() -> None:
    shell = sealing(Seat(1)).press(OK, OK, *ZEROS, OK, OK, *NINES, OK)
    assert [event["event"] for event in shell.kept] == ["word", "word"]
    shell.press(OK)
    assert (shell.page, shell.kept[-1]["words"]) == ("turn", ["000000", "999999"])


@pytest.mark.parametrize("presses", [0, 1, 2, 9, 15, 16, 17, 18, 29, 30, 31, 32])
def test_after_a_restart_it_goes_on_with_the_same_secret(presses: int) -> None:
    script = (OK, OK, *ZEROS, OK, OK, *NINES, OK, OK, OK, OK)
    shell = sealing().press(*script[:presses])
    before = shell.model.session
    shell.restart().press(OK)
    after = shell.model.session
    assert (after.seed, after.words, after.missing_words) == (before.seed, before.words, before.missing_words)
    assert shell.page == ("seal" if before.is_sealing else "begins")


def test_undo_never_touches_words() -> None:
    shell = sealing().press(OK, OK, *ZEROS, OK, OK, UNDO)
    assert (shell.page, len(shell.model.session.words)) == ("seal", 1)
    shell.press(OK, *NINES, OK, OK, UNDO, UNDO)
    assert len(shell.model.session.words) == 2
    assert [event for event in shell.kept if event["event"] == "undo"] == []


def test_going_back_abandons_the_game_if_all_agree() -> None:
    shell = sealing().press(OK, OK, *ZEROS, OK, UNDO, OK)
    assert (shell.page, shell.over) == ("seal", False)
    shell.press(UNDO, LEFT, OK)
    assert (shell.page, shell.over, shell.model.game) == ("setup", True, None)
    shell.seed = bytes(32)
    shell.press(BANK, OK)
    assert (shell.page, shell.model.session.words) == ("seal", ())
    assert "".join(shell.view.text[:4]) == commitment(bytes(32))


def test_how_many_were_abandoned_today_is_told() -> None:
    model = update(replace(Shell().model, requested_lineup=SEALED), SeedDrawn(SEED, 0.0, 3)).model
    shell = Shell()
    shell.model = model
    assert shell.view.text[4:6] == ("abandoned today", "in this journal: 3")


def test_the_commitment_can_be_seen_as_a_code() -> None:
    shell = sealing().press(RIGHT)
    assert shell.model.page == SealPage(1)
    assert commitment(SEED) in shell.view.text
    assert shell.press(OK).model.page == SealPage(1)
    assert shell.press(UNDO).model.page == SealPage(0)
    assert shell.press(LEFT, BANK).model.page == SealPage(0)


def test_the_info_page_says_what_it_proves() -> None:
    shell = sealing().press(OK, OK, *ZEROS, OK, OK, *NINES, OK, OK)
    shell.hold(UNDO)
    shell.model = shell.model.with_page_on_top(InfoPage(2))
    shell.press(BANK)
    said: list[str] = []
    for _ in range(3):
        said += shell.view.text[:1]
        shell.press(RIGHT)
    assert " ".join(said) == STATEMENT


def test_the_seed_is_told_even_where_nothing_was_rolled() -> None:
    lineup = replace(SEALED, game="piratenclaim", options=GAMES["piratenclaim"].options, first=Seat(0))
    shell = Shell(lineup).open().press(OK, OK, *ZEROS, OK, OK, *NINES, OK, OK)
    over = replace(shell.model, game=shell.model.session.record_event(Finish((Seat(0),))))
    assert over.session.virtual_rolls == 0
    assert AppendEvent(Reveal(SEED)) in finish_game(over, {}).effects


def test_tiles_that_the_box_deals_can_be_sealed() -> None:
    shell = Shell().open().press(OK, RIGHT, OK, OK, OK, OK)
    assert softkeys_of(shell.model)[3] is None
    shell.press(RIGHT)
    assert button_words(shell.model)[3].effect == "each adds a word"
    shell.press(BANK)
    assert button_words(shell.model)[3].effect == "the box deals"
    shell.press(OK)
    assert shell.page == "seal"
    assert describe_sealed(shell.model)["title"] == "Sealed tiles"
    shell.press(OK, OK, *ZEROS, OK, OK, *NINES, OK, OK, OK)
    assert (shell.kept[-1]["dealt"], shell.kept[-1]["words"]) == (True, ["000000", "999999"])
    first = Draws(dice_key(SEED, ("000000", "999999")), 1).shuffled(TILES)[:14]
    assert shell.model.session.hands[0] == tuple(sorted(first))
    shell.model = pick(shell.model, "Fair tiles")
    shell.press(LEFT)
    assert "the hands" in " ".join(shell.view.text)


def test_a_match_with_sealed_tiles_is_found_to_be_fair() -> None:
    lineup = replace(SEALED, game="klondike", options=GAMES["klondike"].options, first=Seat(0))
    shell = Shell(replace(lineup, table_options={DEALT: True})).open()
    shell.press(OK, OK, *ZEROS, OK, OK, *NINES, OK, OK)
    session = shell.model.session
    while not session.game.is_over(session.state):
        assert session.game.deal is not None
        session = session.record_event(session.game.deal.legal_events(session.state, session.hand)[0])
    record = session.record_event(Reveal(SEED)).started_record
    lines = [Line(number, format(event, klondike)) for number, event in enumerate(record.events, 1)]
    assert check_fairness(lines).finding is Finding.FAIR
    start = {**lines[0].event, "words": ["000000", "999998"]}
    assert check_fairness([lines[0]._replace(event=start), *lines[1:]]).finding is Finding.HAND


@pytest.mark.parametrize("game", [name for name in GAMES if GAMES[name].dice])
def test_every_game_that_draws_can_be_sealed(game: str) -> None:
    lineup = replace(SEALED, game=game, options=GAMES[game].options, first=Seat(0))
    shell = Shell(lineup).open().press(OK, OK, *ZEROS, OK, OK, *NINES, OK, OK)
    assert shell.kept[-1]["words"] == ["000000", "999999"]
    assert shell.model.session.record is not None


def test_no_game_is_joined_while_the_dice_are_sealed() -> None:
    shell = sealing()
    assert "Set up a position" not in menu_of(shell)
    shell.press(OK, OK, *ZEROS)
    assert "Set up a position" not in menu_of(shell)
    shell.press(OK)
    assert "Set up a position" not in menu_of(shell)
    shell.press(OK, *NINES, OK, OK)
    assert (shell.page, "Set up a position" in menu_of(shell)) == ("begins", True)


def menu_of(shell: Shell) -> list[str]:
    """What the menu offers now, if it is opened."""
    opened = update(shell.model, Pressed(Press(UNDO, held=True), shell.now)).model
    assert opened.page.name == "menu"
    return [entry.label for entry in offered_entries(opened, locked=False)]
