"""Random presses on the pure update: nothing raises, nothing is lost, every page draws."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.core.journal_error import Trouble
from companion.program.view import draw_page
from hardware.device import LIGHTS, Button, Part
from tests.companion.games.shell import TWO, Shell
from tests.companion.screen.pixels import overlaps

PRESSES = 400
WEIGHTS = {Button.LEFT: 2, Button.RIGHT: 2, Button.OK: 8, Button.BANK: 2, Button.UNDO: 2}
HELD, PART, TROUBLE, PAUSE = 0.05, 0.02, 0.02, 0.02
"""How often a press is held, a part fails or is back, the disk is full or has room again, everybody is away."""
CROWDED = frozenset({"begins", "guide", "resume"})
"""Pages with texts that are as long as the players' names are: there the last letters may be missing."""
WAKES = 3
"""More would mean that a page asks to be woken for nothing."""
PAUSES_S = (1.0, 130.0, 310.0, 700.0, 4000.0)


@pytest.mark.no_cover
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_random_presses_lose_no_event_and_leave_a_page_that_draws(seed: int) -> None:
    """Held too, in the dark too, with parts that fail, a full disk and a Pi that goes off: 3,200 presses in all."""
    chance = random.Random(seed)
    # Half of them begin with a game: random presses may take long through the whole set-up.
    shell = Shell(TWO if seed >= 4 else None, seed=chance.randbytes(32), powered=seed % 2 == 0).open()
    for _ in range(PRESSES):
        happen(shell, chance)
        check(shell)
    assert shell.kept


def happen(shell: Shell, chance: random.Random) -> None:
    """Something happens at the table."""
    if chance.random() < PAUSE:
        shell.wait(chance.choice(PAUSES_S)).tick()
    if chance.random() < PART:
        shell.part(chance.choice([*Part, *Button]), chance.choice(("unplugged", None)))
    if chance.random() < TROUBLE:
        shell.trouble = chance.choice((Trouble.FULL, None, None))
    (button,) = chance.choices(list(WEIGHTS), list(WEIGHTS.values()))
    (shell.hold if chance.random() < HELD else shell.press)(button)
    if shell.model.is_leaving or not shell.model.saved:
        shell.restart()
    wake(shell)


def wake(shell: Shell) -> None:
    """The loop wakes where something was to change by itself in the meantime: a bot acts, or nobody was there."""
    for _ in range(WAKES):
        due = shell.view.frame.next_change
        if due is not None and due <= shell.now:
            shell.tick()


def check(shell: Shell) -> None:
    """The page draws whole, and the game is the one that the journal would bring back."""
    seen = shell.view
    canvas = draw_page(shell.model)
    assert overlaps(canvas) == ()
    assert canvas.clipped == () or shell.page in CROWDED
    assert len(seen.frame.lights) == LIGHTS
    assert seen.frame.next_change is None or seen.frame.next_change > shell.now
    if shell.model.game is not None:
        game, resumed = shell.model.game, shell.resumed
        # A bot that takes a seat over in a game that is on is the table's, and not the journal's.
        assert replace(game, lineup=replace(game.lineup, bots=resumed.lineup.bots)) == resumed
