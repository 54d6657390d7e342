"""Puzzles on the box: by its buttons, by pointing, and where there are none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.core.effects import NoteAnswer, ReadPuzzle
from companion.core.messages import Pointed, Pressed, PuzzleRead, PuzzlesFound
from companion.core.viewer_kind import BOX as AT_BOX
from companion.locale.translator import languages
from companion.pages.fault import FaultPage
from companion.pages.menu import offered_entries
from companion.program.update import update
from companion.program.view import draw_page, view
from companion.tables.claimit.puzzle import PuzzlePage
from engine.claimit.puzzles import shipped_puzzles
from hardware.device import Button, Press
from tests.companion.lights.positions import BETWEEN, ROLLED
from tests.companion.pages.sitting import BOX, lay, press
from tests.engine.claimit_puzzles import BANK, FIELD

if TYPE_CHECKING:
    from companion.core.model import Model, Transition
    from engine.claimit import State
    from engine.claimit.puzzles import Puzzle


def asked(puzzle: Puzzle, model: Model = BOX) -> Model:
    """The puzzle is open."""
    return update(model, PuzzleRead(puzzle, 0.0)).model


def pressed(model: Model, button: Button) -> Transition:
    """What a press leads to."""
    return update(model, Pressed(Press(button), 1.0))


def page_of(model: Model) -> PuzzlePage:
    """The open page, which is a puzzle."""
    assert isinstance(model.page, PuzzlePage)
    return model.page


def test_a_bank_is_the_answer() -> None:
    model = asked(BANK)
    assert "Bank" in page_of(model).buttons(model)[Button.BANK].label
    step = pressed(model, Button.BANK)
    assert NoteAnswer(BANK.name, missed=False) in step.effects
    assert "Right!" in (text := " ".join(draw_page(step.model).lines))
    assert "62%" in text
    assert "50%" in text
    assert ReadPuzzle(BANK.name) in pressed(step.model, Button.OK).effects
    assert pressed(step.model, Button.UNDO).model.page == BOX.page


def test_a_field_is_chosen_by_the_cursor() -> None:
    model = asked(FIELD)
    assert view(model, 0.1).frame != view(asked(BANK), 0.1).frame
    step = pressed(press(model, "right", "right"), Button.OK)
    assert NoteAnswer(FIELD.name, missed=True) in step.effects
    assert page_of(step.model).chosen == "4/4"
    text = " ".join(draw_page(step.model).lines)
    assert "makes the largest mine 3, not 2" in text
    assert "58%" in text
    assert "50%" in text


def test_a_field_is_chosen_by_pointing() -> None:
    model = update(asked(FIELD), Pointed("4/4", 0.5)).model
    for times in range(2):
        model = update(model, Pointed("4/3", 1.0 + times)).model
        assert bool(page_of(model).chosen) == bool(times)
    assert page_of(model).chosen == "4/3"
    assert update(model, Pointed("4/4", 3.0)).model.page == model.page


def test_a_roll_is_an_answer_whatever_would_fall() -> None:
    step = pressed(asked(BANK), Button.OK)
    assert NoteAnswer(BANK.name, missed=True) in step.effects
    assert step.model.game is None


def test_the_pages_of_a_turn_open_and_close_over_the_puzzle() -> None:
    for puzzle, button in ((BANK, Button.RIGHT), (FIELD, Button.BANK)):
        model = asked(puzzle)
        opened = pressed(model, button)
        assert not opened.effects
        assert draw_page(opened.model).lines != draw_page(model).lines
        closed = pressed(opened.model, Button.UNDO).model
        assert draw_page(closed).lines == draw_page(model).lines
        assert pressed(closed, Button.UNDO).model.page == BOX.page


def test_the_page_in_the_browser_gets_position_and_values() -> None:
    model = asked(FIELD)
    before = page_of(model).snapshot(model, AT_BOX)
    assert before.title == "Puzzle"
    assert sum(place.usable for place in before.places) == 3
    after_model = press(model, "ok")
    after = page_of(after_model).snapshot(after_model, AT_BOX)
    assert after.status == "Right: makes the largest mine 3, not 2"
    assert after.news == "4/3: 58%, 4/4: 50%, 3/4: 40%"
    assert not any(place.usable for place in after.places)


@pytest.mark.parametrize("state", [BETWEEN, ROLLED])
def test_a_game_on_the_table_stays_as_it_is(state: State) -> None:
    table = lay(state)
    step = pressed(asked(BANK, table), Button.BANK)
    assert step.model.game == table.game
    assert pressed(step.model, Button.UNDO).model.page == table.page


def test_there_are_none_while_a_sealed_game_is_on() -> None:
    table = lay(BETWEEN)
    assert table.game is not None
    sealed = replace(table, game=replace(table.game, lineup=replace(table.game.lineup, sealed=True)))
    offered = [[entry.key for entry in offered_entries(model, locked=False)] for model in (table, sealed)]
    assert ["Puzzles" in entries for entries in offered] == [True, False]


@pytest.mark.parametrize("language", languages())
def test_where_a_sealed_game_waits_the_page_says_so(language: str) -> None:
    model = update(replace(BOX, language=language), PuzzleRead(None, 0.0)).model
    assert isinstance(model.page, FaultPage)
    assert "sealed" in model.page.reason
    assert draw_page(model).clipped == ()
    assert update(model, Pressed(Press(Button.OK), 1.0)).model.page == BOX.page


@pytest.mark.slow
def test_every_answer_to_those_of_the_program_fits() -> None:
    for puzzle in shipped_puzzles():
        for chosen in puzzle.values:
            for language in languages():
                model = replace(asked(puzzle), page=PuzzlePage(puzzle, chosen=chosen), language=language)
                assert draw_page(model).clipped == (), (puzzle.name, chosen, language)


def test_puzzles_that_were_found_are_journalled() -> None:
    step = update(BOX, PuzzlesFound(7, (BANK,), 0.0))  # type: ignore[arg-type]  # any number
    assert step.model.page == BOX.page
    assert len(step.effects) == 1
