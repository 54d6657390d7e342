"""The pages of the shell around a game in each of their interesting states."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core import messages
from companion.core.journal_error import JournalError, Trouble
from companion.core.lineup import LineUp
from companion.core.model import Transition
from companion.core.people import Best, BoldRoll, Evening, People, Person, Tally
from companion.core.rated_games import Rated
from companion.core.ratings import Rating
from companion.core.saved_games import Finished, GameId, HistoryEntry, Unfinished
from companion.frontends.web.texts import MAKE
from companion.pages.fault import crash_page, damaged_game
from companion.pages.info import InfoPage
from companion.pages.play_on import PlayOnPage
from companion.program.update import update
from companion.screen.qr import qr_rows
from engine import claimit
from engine.claimit import Bank
from hardware.device import Button, Part, PartFault, Press
from tests.companion.lights.positions import BETWEEN, CHOOSING
from tests.companion.pages.claimit import LONG, over, rolling
from tests.companion.pages.sitting import BOX, SEED, lay, pick, press
from tests.engine.claimit_boards import NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.core.model import Model
    from engine.game import Json


def left(players: tuple[str, ...], *events: Json) -> Model:
    """The box as it is switched on after a game was left."""
    lineup = LineUp(claimit.name, players, claimit.options, colours=tuple(range(len(players))))
    kept = Unfinished(GameId(1), lineup.to_json(), SEED, "", events, 0, "")
    return update(BOX, messages.JournalOpened(kept, at=0.0, last=None)).model


def failed(part: Part | Button, *, stuck: bool = False) -> Model:
    """A part of the device fails in the middle of a game."""
    return update(lay(BETWEEN), messages.PartChanged(PartFault(part, "no answer", stuck), 0.0)).model


def unopened(trouble: Trouble) -> Model:
    """The journal cannot be opened."""
    return update(BOX, messages.JournalFailed(JournalError(trouble, Path("journal")), None, 0.0)).model


def unwritten(trouble: Trouble) -> Model:
    """The journal does not take the roll that was just to happen."""
    wanted = update(lay(BETWEEN), messages.Pressed(Press(Button.OK), 0.0))
    return update(lay(BETWEEN), messages.JournalFailed(JournalError(trouble, Path("journal")), wanted, 0.0)).model


def unsaved(model: Model) -> Model:
    """Nothing is journalled any more: somebody has chosen to play all the same."""
    return replace(model, saved=False)


START = {"event": "start", "game": claimit.name, "players": list(NAMES[:3])}
ROLL, IMPOSSIBLE = {"event": "roll", "dice": [2, 3, 5]}, {"event": "bank"}

ADDRESS = "http://192.168.178.123:8765"
HERE = "http://127.0.0.1:38417"

BEFORE: dict[str, Model] = {
    "attract": BOX,
    "attract_unsaved": unsaved(BOX),
    "setup_2_players": press(BOX, "ok", "ok"),
    "setup_5_players": press(BOX, "ok", "ok", "left", "left"),
    "setup_each_chooses": press(BOX, "ok", "ok", "left"),
    "seating_first": press(BOX, "ok", "ok", "left", "ok"),
    "seating_second": press(BOX, "ok", "ok", "left", "ok", *["right"] * 4, "ok"),
    "seating_bot": press(BOX, "ok", "ok", "left", "ok", "ok", *["right"] * 5),
    "seating_enough": press(BOX, "ok", "ok", "left", "ok", "ok", "right", "ok"),
    "seating_last": press(BOX, "ok", "ok", "left", "ok", *["ok"] * 4),
    "setup_same": press(replace(BOX, last_lineup=LineUp(claimit.name, NAMES)), "ok"),
    "setup_others": press(replace(BOX, last_lineup=LineUp(claimit.name, NAMES)), "ok", "right"),
    "setup_long": press(replace(BOX, last_lineup=LineUp(claimit.name, LONG)), "ok"),
    "setup_name": press(replace(BOX, offered_names=("Kim", *LONG)), "ok", "ok", "ok"),
    "setup_name_long": press(replace(BOX, offered_names=("Kim", *LONG)), "ok", "ok", "ok", "ok"),
    "setup_name_colour": press(replace(BOX, offered_names=("Kim", *LONG)), "ok", "ok", "ok", "left"),
    "setup_basic": press(BOX, "ok", "ok", "ok"),
    "setup_recycle": press(BOX, "ok", "ok", "ok", "right"),
    "setup_basic_5": press(BOX, "ok", "ok", "left", "left", "ok"),
    "setup_recycle_5": press(BOX, "ok", "ok", "left", "left", "ok", "right"),
    "setup_light_on": press(BOX, "ok", "ok", "ok", "ok", "ok"),
    "setup_light_chosen": press(BOX, "ok", "ok", "ok", "ok", "ok", "right"),
    "setup_light_off": press(BOX, "ok", "ok", "ok", "ok", "ok", "left"),
    "setup_box_dice": press(BOX, "ok", "ok", "ok", "ok"),
    "setup_own_dice": press(BOX, "ok", "ok", "ok", "ok", "right"),
    "resume": left(NAMES[:3], START, ROLL),
    "resume_new": press(left(NAMES[:3], START, ROLL), "right"),
    "resume_discard": press(left(NAMES[:3], START, ROLL), "left"),
    "resume_5_players": left(NAMES, {**START, "players": list(NAMES)}, ROLL),
    "resume_begins": left(NAMES[:2], {"event": "begin", **rolling(0, 1, 2, 3)}),
    "resume_finished": press(pick(over("GGggg./....../....../bBBbb./....../......", 2), "Leave the game"), "ok"),
    "resume_asked": press(pick(lay(BETWEEN), "Leave the game"), "ok"),
    "resume_long_2": left(LONG[:2]),
    "resume_long_3": left(LONG[:3]),
    "resume_long_5": left(LONG),
}


def history(
    *winners: tuple[int, ...],
    players: Sequence[str] = LONG[:1] + NAMES[1:],
    damage: JournalError | None = None,
    joined: bool = False,
) -> Model:
    """The history, opened without a game, of games that these seats have won."""
    lineup = LineUp(claimit.name, tuple(players)).to_json()
    told = {"players": list(players), "turns": 24, **({"joined": True} if joined else {})}
    begun_at, ended_at = "2026-11-21T19:41:00Z", "2026-11-21T20:15:00Z"
    games = [
        Finished(GameId(number), lineup, begun_at, ended_at, {**told, "winners": list(seats)})
        for number, seats in enumerate(winners, 1)
    ]
    return history_of(*(HistoryEntry(game.game, game, damage, "2026-11-21") for game in games))


def history_of(*entries: HistoryEntry) -> Model:
    """The history of these games, opened without a game."""
    return update(press(BOX, "hold undo"), messages.HistoryRead(entries, 0.0)).model


def people(*persons: Person, damaged: int = 0) -> Model:
    """The page of these people, opened without a game, once they are counted."""
    counted = People(persons, tuple(map(GameId, range(damaged))))
    return update(pick(BOX, "People"), messages.PeopleRead(counted, 0.0)).model


def person(name: str, *, plays_all: bool = False) -> Person:
    """Somebody who has played Claim It! often, and all other games, if that is wanted."""
    evenings = (Evening("2026-11-20", 7, 2, 9, 10.31), Evening("2026-11-21", 5, 3, 4, 4.02))
    others = (("klondike", Tally(3, 1)), ("piratenclaim", Tally(1, 0))) if plays_all else ()
    bests = (Best("claimit", "mine", 14, GameId(3)), *((Best("klondike", "chips", 9, GameId(9)),) if plays_all else ()))
    by_players = ((2, Tally(9, 4)), (3, Tally(3, 1)))
    bold = BoldRoll(73, 216, GameId(2))
    return Person(name, 12, 5, (("claimit", Tally(12, 5)), *others), by_players, bests, bold, evenings)


PERSON = person("Kim")
RATED = PERSON._replace(
    rated=Rated(Rating(0.24, 0.56, 0.49, 0.63, 34, is_anchored=True), 2, (("the coach was on", 3),), is_unproved=True),
    handicaps=(("Zoë", 3), ("Bo", -1)),
)
NEWCOMER = Person("Zoë", 1, 0, (("claimit", Tally(1, 0)),), ((5, Tally(1, 0)),), (), None, ())

DAMAGE = JournalError(Trouble.DAMAGED_GAME, Path("journal"), game=1)

POWERED = replace(lay(BETWEEN), can_power_off=True)
"""A table at the box's own service."""

DURING: dict[str, Model] = {
    "menu_top": press(lay(CHOOSING, Bank()), "hold undo"),
    "menu_middle": press(lay(CHOOSING, Bank()), "hold undo", *["right"] * 3),
    "menu_bottom": press(lay(CHOOSING, Bank()), "hold undo", "left"),
    "menu_changed": pick(lay(BETWEEN), "Brightness", "Brightness", "Guide", "Sound"),
    "menu_unsaved": unsaved(press(lay(BETWEEN), "hold undo")),
    "menu_no_game": press(BOX, "hold undo"),
    "menu_kiosk": press(replace(lay(BETWEEN), kiosk=True), "hold undo"),
    "menu_power": press(POWERED, "hold undo", "left"),
    "consent_quit": pick(lay(BETWEEN), "Quit"),
    "consent_off": pick(POWERED, "Switch off"),
    "consent_restart": press(pick(POWERED, "Restart"), "left"),
    "farewell_off": press(pick(POWERED, "Switch off"), "left", "ok"),
    "farewell_restart": press(pick(POWERED, "Restart"), "left", "ok"),
    "history_empty": history(),
    "history_one": history((1,)),
    "history_many": press(history((1,), (2, 4), (0,), (3,), (1,), (0, 1, 2, 3, 4)), "left"),
    "history_two": history((0,), players=NAMES[:2]),
    "history_long": history((0,), players=LONG[:3]),
    "history_joined": history((1,), players=NAMES[:3], joined=True),
    "history_joined_damaged": history((1,), players=NAMES[:2], damage=DAMAGE, joined=True),
    "history_damaged": history_of(HistoryEntry(GameId(1), None, DAMAGE)),
    "history_damaged_events": history((1,), players=NAMES[:2], damage=DAMAGE),
    "people_counting": pick(BOX, "People"),
    "people_empty": people(),
    "people_one": people(PERSON),
    "people_records": press(people(PERSON, NEWCOMER), "ok"),
    "people_players": press(people(PERSON, NEWCOMER), "ok", "ok"),
    "people_all_games": press(people(NEWCOMER, person("Kim", plays_all=True)), "right", "ok"),
    "people_newcomer": press(people(PERSON, NEWCOMER), "right"),
    "people_rated": people(RATED),
    "people_rated_more": press(people(RATED), "ok"),
    "people_too_few": people(PERSON._replace(rated=Rated(Rating(0.2, 0.55, -inf, inf, 7, is_anchored=True)))),
    "people_long": people(person(LONG[0])),
    "people_damaged": press(people(PERSON, NEWCOMER, damaged=2), "left"),
    "people_damaged_one": people(damaged=1),
    "consent_yes": pick(lay(CHOOSING, Bank()), "Back a turn"),
    "consent_no": press(pick(lay(CHOOSING, Bank()), "Back a turn"), "right"),
    "host_request": update(BOX, messages.HostAsked("0417", 0.0)).model,
    "play_on": lay(CHOOSING).with_page_on_top(PlayOnPage(lay(CHOOSING).session.lineup, None, 12, Transition)),
    "info_fair": pick(lay(BETWEEN), "Fair dice"),
    "info_test": pick(lay(BETWEEN, fair=False), "Fair dice"),
    "info_no_game": BOX.with_page_on_top(InfoPage()),
    "info_link_here": update(BOX, messages.LinkIssued(messages.PageLink(HERE, (), MAKE.for_all), 0.0)).model,
    "info_link_no_network": update(BOX, messages.LinkIssued(messages.PageLink(HERE, ()), 0.0)).model,
    "info_link": update(
        BOX, messages.LinkIssued(messages.PageLink(ADDRESS, qr_rows(f"{ADDRESS}/#{'A' * 22}")), 0.0)
    ).model,
}

UNWRITTEN = (Trouble.FULL, Trouble.FAILING, Trouble.DAMAGED, Trouble.READ_ONLY_DISK, Trouble.REPLACED)
"""What a journal that was sound at the opening may meet later."""

FAULTS: dict[str, Model] = {
    **{f"fault_{part}": failed(part) for part in Part if part is not Part.SCREEN},
    **{f"fault_{button}": failed(button) for button in Button},
    **{f"fault_stuck_{part}": failed(part, stuck=True) for part in (*Button, Part.ENCODER, Part.FIELDS)},
    **{f"fault_opening_{trouble.name.lower()}": unopened(trouble) for trouble in Trouble},
    **{f"fault_writing_{trouble.name.lower()}": unwritten(trouble) for trouble in UNWRITTEN},
    "fault_power": update(press(pick(POWERED, "Restart"), "left", "ok"), messages.PowerRefused(0.0)).model,
    "fault_second_way": press(unopened(Trouble.NEWER), "right"),
    "fault_last_way": press(unopened(Trouble.DAMAGED), "left"),
    "fault_history": update(BOX, messages.HistoryFailed(JournalError(Trouble.DAMAGED, Path("journal")), 0.0)).model,
    "fault_ours": lay(BETWEEN).with_page_on_top(crash_page(saved=True)),
    "fault_ours_unsaved": unsaved(lay(BETWEEN).with_page_on_top(crash_page(saved=False))),
    "fault_damaged_game": BOX.with_page_on_top(damaged_game(0, None)),
    "fault_damaged_event": BOX.with_page_on_top(damaged_game(137, lay(BETWEEN).game)),
    "fault_unreadable": left(NAMES[:2], START, IMPOSSIBLE),
}

SCENES: dict[str, Model] = {**BEFORE, **DURING, **FAULTS}
"""By the name of the page and what there is to see on it."""
