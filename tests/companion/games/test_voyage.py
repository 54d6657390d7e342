"""A whole voyage of Piratenclaim through the headless device, by buttons only, with plugs pulled in between."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

from companion.runtime.journal import Journal
from hardware.device import Button
from tests.companion.games.table import Table
from tests.companion.games.test_full_games import replayed

if TYPE_CHECKING:
    from pathlib import Path

LEFT, RIGHT, OK, NEXT, BACK = Button.LEFT, Button.RIGHT, Button.OK, Button.BANK, Button.UNDO
OPTIONS = [text for name in ("ledger=true", "voyage=true", "turns=5") for text in ("--option", name)]
BEGUN = ("--players", "2", "--first", "0", "--game", "piratenclaim", "--seed", "5e" * 32, *OPTIONS)
WALKED = {"piratenclaim_ship_actions", "piratenclaim_travel", "piratenclaim_fleet"}
"""Where another entry, way or ship may be chosen."""
KILLED_EVERY = 40
MOST = 400
"""More presses than a voyage of ten turns takes; so is the limit of a test that fails."""


def next_press(page: str, chance: Random) -> tuple[Button, ...]:
    """What hands press that act at random, and go on all the same."""
    walk = (RIGHT,) * chance.randrange(4) if page in WALKED else ()
    if page == "piratenclaim_turn":
        return (chance.choice((RIGHT, RIGHT, OK)),)
    if page == "piratenclaim_fleet":
        return (*walk, OK) if chance.random() < 0.5 else (BACK,)
    if page in {"piratenclaim_guide", "piratenclaim_cargo", "piratenclaim_load"}:
        return (NEXT,)
    # What cannot be done is rejected: then the list is left.
    return (*walk, OK) if page not in WALKED or chance.random() < 0.8 else (BACK,)


def test_a_voyage_is_played_to_its_end_by_buttons(tmp_path: Path) -> None:
    journal, chance = tmp_path / "journal.sqlite", Random(26)
    table = Table(journal, *BEGUN).__enter__()
    seen = set[str]()
    for number in range(MOST):
        seen.add(table.frame.page)
        if table.frame.page == "piratenclaim_winner":
            break
        table.touch(*next_press(table.frame.page, chance))
        if number % KILLED_EVERY == KILLED_EVERY - 1 and table.frame.page != "piratenclaim_winner":
            last = table.kill()
            table = Table(journal).__enter__()
            assert table.touch(OK).state == last.state
    state = table.frame.state
    table.__exit__()
    assert state is not None
    assert (table.frame.page, state["turns"], state["turns_left"]) == ("piratenclaim_winner", 10, 0)
    assert {"piratenclaim_cargo", "piratenclaim_fleet", "piratenclaim_load", "piratenclaim_travel"} <= seen
    with Journal.read(journal) as kept:
        unfinished = kept.unfinished()
        assert unfinished is not None
        lines = "".join(f"{json.dumps(event)}\n" for event in unfinished.events)
    assert {"travel", "cargo", "discover", "end_turn"} <= {event["event"] for event in unfinished.events}
    assert replayed(lines, tmp_path)[-1] == {"state": state}
