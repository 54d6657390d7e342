"""The pages outside a game, one scene for each state."""

from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

from msgspec.structs import replace

from companion.core import messages
from companion.core.effects import ReadHistory, ReadPeople, VerifyDice
from companion.core.lineup import LineUp
from companion.core.model import Model
from companion.core.people import Best, BoldRoll, GameCount, People, Person
from companion.core.saved_games import (
    DamagedGame,
    Finished,
    GameId,
    HistoryEntry,
    JournalError,
    JournalProblem,
    Unfinished,
)
from companion.pages.fault import DAMAGED_BEGINNING, crash_page, damaged_event
from companion.pages.menu import GIVE_UP
from companion.pages.setup import PlayOnPage
from companion.program.update import update
from companion.ui.pictures import qr_rows
from engine import claimit
from engine.claimit import Bank
from engine.game import Json
from hardware.device import Button, Part, PartFault, Press
from tests.companion.lights.positions import BETWEEN, CHOOSING
from tests.companion.pages.claimit import LONG, result_page
from tests.companion.pages.sitting import BOX, SEED, Scenes, pick, press, set_up
from tests.engine.claimit_boards import NAMES


def unfinished_game(players: tuple[str, ...], *events: Json) -> Model:
    lineup = LineUp(claimit.name, players, claimit.options, colours=tuple(range(len(players))))
    unfinished = Unfinished(GameId(1), lineup.to_json(), SEED, "", events, 0)
    return update(BOX, messages.JournalOpened(unfinished, at=0.0)).model


def failed_part(part: Part | Button, *, stuck: bool = False) -> Model:
    return update(set_up(BETWEEN), messages.PartChanged(PartFault(part, "no answer", stuck), 0.0)).model


def journal_not_opened(problem: JournalProblem) -> Model:
    return update(BOX, messages.JournalFailed(JournalError(problem, Path("journal")), None, 0.0)).model


def journal_not_written(problem: JournalProblem) -> Model:
    step = update(set_up(BETWEEN), messages.Pressed(Press(Button.OK), 0.0))
    return update(set_up(BETWEEN), messages.JournalFailed(JournalError(problem, Path("journal")), step, 0.0)).model


def without_saving(model: Model) -> Model:
    return replace(model, saved=False)


START = {"event": "start", "game": claimit.name, "players": list(NAMES[:3])}
ROLL, IMPOSSIBLE = {"event": "roll", "dice": [2, 3, 5]}, {"event": "bank"}

ADDRESS = "http://192.168.178.123:8765"
HERE = "http://127.0.0.1:38417"

BEFORE_A_GAME: Scenes = {
    "attract": lambda: BOX,
    "attract_unsaved": lambda: without_saving(BOX),
    "opponent_sheriff": lambda: press(BOX, "bank", "right"),
    "setup_2_players": lambda: press(BOX, "ok", "ok"),
    "setup_5_players": lambda: press(BOX, "ok", "ok", "left", "left"),
    "seating_first": lambda: press(BOX, "ok", "ok", "left", "ok"),
    "seating_bot": lambda: press(BOX, "ok", "ok", "left", "ok", "ok", *["right"] * 5),
    "seating_last": lambda: press(BOX, "ok", "ok", "left", "ok", *["ok"] * 4),
    "setup_same": lambda: press(replace(BOX, last_lineup=LineUp(claimit.name, NAMES)), "ok"),
    "setup_long": lambda: press(replace(BOX, last_lineup=LineUp(claimit.name, LONG)), "ok"),
    "setup_name": lambda: press(BOX.with_config(offered_names=("Kim", *LONG)), "ok", "ok", "ok"),
    "setup_basic_5": lambda: press(BOX, "ok", "ok", "left", "left", "ok"),
    "setup_light_chosen": lambda: press(BOX, "ok", "ok", "ok", "ok", "ok", "right"),
    "setup_own_dice": lambda: press(BOX, "ok", "ok", "ok", "ok", "right"),
    "resume": lambda: unfinished_game(NAMES[:3], START, ROLL),
    "resume_finished": lambda: press(
        pick(result_page("GGggg./....../....../bBBbb./....../......", 2), "Leave the game"), "ok"
    ),
    "resume_long_3": lambda: unfinished_game(LONG[:3]),
    "resume_long_5": lambda: unfinished_game(LONG),
}


def history(
    *winners: tuple[int, ...],
    players: Sequence[str] = LONG[:1] + NAMES[1:],
    damage: DamagedGame | None = None,
    joined: bool = False,
) -> Model:
    """Returns the history, opened outside a game, with games that these seats won."""
    lineup = LineUp(claimit.name, tuple(players)).to_json()
    shown = {"players": list(players), "turns": 24, **({"joined": True} if joined else {})}
    begun_at = "2026-11-21T19:41:00Z"
    games = [
        Finished(GameId(number), lineup, begun_at, 34, {**shown, "winners": list(seats)})
        for number, seats in enumerate(winners, 1)
    ]
    return history_of(*(HistoryEntry(game.number, game, damage, "2026-11-21") for game in games))


def history_of(*entries: HistoryEntry) -> Model:
    return update(press(BOX, "hold undo"), messages.Answered(ReadHistory(9), entries, 0.0)).model


def people(*persons: Person, damaged: int = 0) -> Model:
    counted = People(persons, tuple(map(GameId, range(damaged))))
    return update(pick(BOX, "People"), messages.Answered(ReadPeople(), counted, 0.0)).model


def person(name: str, *, plays_all: bool = False) -> Person:
    others = (("klondike", GameCount(3, 1)), ("piratenclaim", GameCount(1, 0))) if plays_all else ()
    bests = (
        Best("claimit", "mine", 14, GameId(3)),
        *((Best("klondike", "chips", 9, GameId(9)),) if plays_all else ()),
    )
    by_players = ((2, GameCount(9, 4)), (3, GameCount(3, 1)))
    bold = BoldRoll(73, 216, GameId(2))
    return Person(name, 12, 5, (("claimit", GameCount(12, 5)), *others), by_players, bests, bold, 13, 14.33)


PERSON = person("Kim")
NEWCOMER = Person("Zoë", 1, 0, (("claimit", GameCount(1, 0)),), ((5, GameCount(1, 0)),), (), None, 0, 0.0)

DAMAGE = DamagedGame(Path("journal"), 1)


@cache
def powered() -> Model:
    return set_up(BETWEEN).with_config(can_power_off=True)


"""A game on a box that runs as a service."""

DURING_A_GAME: Scenes = {
    "menu_middle": lambda: press(set_up(CHOOSING, Bank()), "hold undo", *["right"] * 3),
    "menu_changed": lambda: pick(set_up(BETWEEN), "Brightness", "Brightness", "Guide", "Sound"),
    "menu_unsaved": lambda: without_saving(press(set_up(BETWEEN), "hold undo")),
    "menu_no_game": lambda: press(BOX, "hold undo"),
    "menu_power": lambda: press(powered(), "hold undo", "left"),
    "consent_quit": lambda: pick(set_up(BETWEEN), "Quit"),
    "consent_off": lambda: pick(powered(), "Switch off"),
    "farewell_off": lambda: press(pick(powered(), "Switch off"), "left", "ok"),
    "history_empty": history,
    "history_many": lambda: press(history((1,), (2, 4), (0,), (3,), (1,), (0, 1, 2, 3, 4)), "left"),
    "history_verified": lambda: update(history((1,)), messages.Answered(VerifyDice(GameId(1)), "dice", 0.0)).model,
    "history_long": lambda: history((0,), players=LONG[:3]),
    "history_joined": lambda: history((1,), players=NAMES[:3], joined=True),
    "history_damaged": lambda: history_of(HistoryEntry(GameId(1), None, DAMAGE)),
    "people_counting": lambda: pick(BOX, "People"),
    "people_empty": people,
    "people_all_games": lambda: press(people(NEWCOMER, person("Kim", plays_all=True)), "right", "ok"),
    "people_newcomer": lambda: press(people(PERSON, NEWCOMER), "right"),
    "people_long": lambda: people(person(LONG[0])),
    "people_damaged_one": lambda: people(damaged=1),
    "consent_discard": lambda: set_up(CHOOSING).with_page_on_top(GIVE_UP),
    "consent_no": lambda: pick(set_up(CHOOSING, Bank()), "Undo a turn"),
    "play_on": lambda: set_up(CHOOSING).with_page_on_top(PlayOnPage(set_up(CHOOSING).session.lineup, None, 12)),
    "info_fair": lambda: pick(set_up(BETWEEN), "Fair dice"),
    "info_test": lambda: pick(set_up(BETWEEN, fair=False), "Fair dice"),
    "info_link_here": lambda: update(BOX, messages.LinkIssued(messages.PageLink(HERE, (), has_switch=True), 0.0)).model,
    "info_link": lambda: (
        update(BOX, messages.LinkIssued(messages.PageLink(ADDRESS, qr_rows(f"{ADDRESS}/#{'A' * 22}")), 0.0)).model
    ),
}

UNOPENED = (JournalProblem.LOCKED, JournalProblem.FULL, JournalProblem.READ_ONLY, JournalProblem.NEWER)
UNWRITTEN = (JournalProblem.FULL, JournalProblem.READ_ONLY)

FAULTS: Scenes = {
    **{f"fault_{part}": partial(failed_part, part) for part in Part if part is not Part.SCREEN},
    **{f"fault_{button}": partial(failed_part, button) for button in Button},
    **{f"fault_stuck_{part}": partial(failed_part, part, stuck=True) for part in (*Button, Part.FIELDS)},
    **{f"fault_opening_{problem.name.lower()}": partial(journal_not_opened, problem) for problem in UNOPENED},
    **{f"fault_writing_{problem.name.lower()}": partial(journal_not_written, problem) for problem in UNWRITTEN},
    "fault_power": lambda: update(press(pick(powered(), "Restart"), "left", "ok"), messages.PowerRefused(0.0)).model,
    "fault_journal_damaged": lambda: update(BOX, messages.JournalReplaced(0.0)).model,
    "fault_history": lambda: (
        update(
            BOX,
            messages.Answered(ReadHistory(9), None, 0.0, JournalError(JournalProblem.DAMAGED, Path("journal"))),
        ).model
    ),
    "fault_ours": lambda: set_up(BETWEEN).with_page_on_top(crash_page(saved=True)),
    "fault_damaged_game": lambda: BOX.with_page_on_top(DAMAGED_BEGINNING),
    "fault_damaged_event": lambda: BOX.with_page_on_top(damaged_event(137)),
    "fault_unreadable": lambda: unfinished_game(NAMES[:2], START, IMPOSSIBLE),
}

SCENES: Scenes = {**BEFORE_A_GAME, **DURING_A_GAME, **FAULTS}
"""The scenes by page and state."""
