"""The pages of Piratenclaim, one scene for each state."""

from functools import cache, partial
from typing import Any

from msgspec.structs import replace

from companion.core.game_session import AnySession, GameSession
from companion.core.lineup import LineUp
from companion.core.messages import Pointed
from companion.core.model import Model
from companion.pages.attract import ResumePage
from companion.program.update import update
from companion.tables.piratenclaim.layout import OWN_LAYOUT
from companion.tables.piratenclaim.map_pages import MapPage, StandingsPage
from companion.tables.piratenclaim.rules import Lesson as PiratenclaimLesson
from engine import piratenclaim
from engine.game import Json, Seat
from tests.companion.pages.claimit import LONG
from tests.companion.pages.sitting import BOX, SEED, Scenes, after_presses, at_table, pick, press
from tests.engine.claimit_boards import NAMES

DISCS = (
    *("1/0", "1/2", "1/5"),
    *("2/1", "2/3", "2/6"),
    *("3/1", "3/2", "3/4"),
    *("4/1", "4/3", "4/6"),
    *("5/2", "5/4", "5/5"),
    *("6/1", "6/3", "6/6"),
    *("7/1", "7/3", "7/5"),
)
"""Three discs on each outer segment; every open field can be reached."""
PLACED: Json = {"event": "discs", "fields": list(DISCS), "by": "hand"}


def roll(  # noqa: PLR0917 - six dice
    red: int, green: int, grey: int, white: int = 1, black: int = 1, brown: int = 1
) -> Json:
    faces = {"red": red, "green": green, "grey": grey, "white": white, "black": black, "brown": brown}
    return {"event": "roll", "dice": faces, "by": "hand"}


def again(red: int, green: int, grey: int) -> Json:
    return {"event": "roll", "dice": {"red": red, "green": green, "grey": grey}, "by": "hand"}


def ship(player: int, number: int, field: str | None) -> Json:
    return {"event": "ship", "player": player, "ship": number, "field": field}


def discover(field: str, pirate: str | None = None) -> Json:
    return {"event": "discover", "field": field, **({"pirate": pirate} if pirate else {})}


def remove(field: str, pirate: str) -> Json:
    return {"event": "remove", "field": field, "pirate": pirate}


MOVE: Json = {"event": "move_pirates"}
END: Json = {"event": "end_turn"}
UNDO: Json = {"event": "undo"}
"""The events without further data."""


def seated(players: tuple[str, ...] = NAMES[:2], *, by_hand: bool = False, **options: Any) -> AnySession:  # noqa: ANN401 - what an option may be
    chosen = {**piratenclaim.options, **options}
    return GameSession(LineUp(piratenclaim.name, players, chosen, by_hand, colours=tuple(range(len(players)))), SEED)


def played(
    *events: Json,
    players: tuple[str, ...] = NAMES[:2],
    guide: bool = True,
    by_hand: bool = False,
    **options: Any,  # noqa: ANN401
) -> Model:
    session = seated(players, by_hand=by_hand, **options)
    session = session.record_event(session.start_event(Seat(0)))
    for event in events:
        session = session.record_event(session.parse(event))
    return at_table(session, guide=guide)


def unfinished_game(*events: Json) -> Model:
    return played(*events).with_only_page(ResumePage())


def building_board() -> Model:
    session = seated(ledger=True)
    return at_table(replace(session, lineup=replace(session.lineup, table_options={OWN_LAYOUT: True})))


def point(model: Model, place: str) -> Model:
    return update(model, Pointed(place, 0.0)).model


FOUND = (PLACED, roll(5, 3, 3), discover("3/0"))
"""A system of value 15 on 3/3."""
ENTERED = (
    PLACED,
    ship(1, 0, "1/4"),
    roll(5, 3, 2, white=6, black=4, brown=3),
    discover("1/1", "black"),
    again(1, 1, 5),
    discover("1/3", "brown"),
    again(1, 1, 1),
    discover("2/0", "white"),
    again(1, 1, 3),
    discover("2/2", "black"),
)
"""Four pirates have entered: black on 1/2 and 2/3, brown on 1/5, white on 2/1."""
FIGHT = (*ENTERED, MOVE)
"""One black pirate stays at the edge, the other meets white on 1/3, brown reaches a ship on 1/4."""
ROBBED = (*FIGHT, remove("1/3", "white"))
TURNED = (*ROBBED, END)
SWAP = (*TURNED, roll(4, 2, 3, black=5, brown=2), MOVE)
"""Black on 1/3 and brown on 1/4 swap; the black one on 2/3 moves on."""
UNREPORTED = (*ENTERED[:1], *ENTERED[2:])
"""The same without reported ships."""
SYSTEMS = (
    *UNREPORTED,
    MOVE,
    remove("1/3", "white"),
    END,
    roll(6, 4, 3, white=2, black=3, brown=4),
    discover("3/0"),
    again(2, 5, 5),
    discover("3/6"),
)
OVER: Json = {"event": "finish", "winners": [1]}
LEDGER: dict[str, Any] = {"ledger": True}
CARGO: Json = {"event": "cargo", "load": {"orange": 3, "yellow": 1, "green": 6, "blue": 3, "purple": 2}}
LOADED = (PLACED, CARGO, CARGO)
"""Both players have loaded their cargo; the first one travels."""


def travel(field: str, *parts: int, **load: int) -> Json:
    return {"event": "travel", "parts": list(parts), "field": field, **({"load": load} if load else {})}


SPLIT = (*LOADED, travel("0/1", 0, red=12, green=3), travel("0/6", 1, 2))
"""The own part is on 0/1, the white ones on 0/6: both owe a discovery."""
REST = (roll(1, 1, 1), MOVE, END)
"""A turn in which all ships stay on double-red."""
TRADING = (*LOADED, travel("0/1", 0, 1, 2), roll(5, 3, 4), discover("0/1"), MOVE, END, *REST, travel("0/4", 0, 1, 2))
"""The first player is on a system of yellow and blue, and has one yellow cube and three blue ones."""
LOOT = (*LOADED, travel("1/1", 0, 1, 2), roll(5, 3, 2, black=6), discover("1/1", "black"), MOVE)
"""The black pirate takes two purple cubes."""
LAST = (*LOADED, *REST, *REST, {"event": "claim", "field": "0/0"}, *REST * 7, *REST[:2])
"""The end of a turn; the first player has claimed double-red."""
FOUR: dict[str, Any] = {"players": LONG[:4]}
WALK = ["right"] * 3


def _closed(model: Model) -> Model:
    while model.page.name in {"piratenclaim_guide", "piratenclaim_found"}:
        model = press(model, "ok")
    return model


@cache
def requested() -> Model:
    return press(BOX, "ok", "right", "right", "ok", "ok")


@cache
def by_colour() -> Model:
    return press(requested(), *["ok"] * 3, "right")


OPENING: Scenes = {
    "setup_roll_first": lambda: press(requested(), "ok", "ok"),
    "setup_loot_by_colour": by_colour,
    "setup_fuel": lambda: press(by_colour(), *["ok"] * 5),
    "setup_closed_segment": lambda: press(requested(), *["ok"] * 4, "right"),
    "setup_rob_on_arrival": lambda: press(requested(), *["ok"] * 5, "right"),
    "setup_spare_ships": lambda: press(requested(), *["ok"] * 6, "right"),
    "begins_pirates": lambda: at_table(seated()),
    "begins_pirates_long": lambda: at_table(seated(LONG[:4])),
    "discs": played,
    "discs_by_hand": lambda: press(played(), "bank", "ok", "right", "right", "ok"),
    "discs_drawn": lambda: press(played(), "ok"),
    "resume_pirates": lambda: unfinished_game(*FOUND),
}

LEDGERS: Scenes = {
    "setup_layout": lambda: press(requested(), "ok"),
    "setup_ledger": lambda: press(requested(), *["ok"] * 7),
    "layout": lambda: press(building_board(), "ok", "ok"),
    "layout_laid": lambda: press(building_board(), *["ok"] * 7),
    "guide_setup": lambda: played(PLACED, **LEDGER),
    "guide_setup_pawns": lambda: press(played(PLACED, **LEDGER), "ok"),
    "guide_setup_segments": lambda: press(played(**LEDGER), "ok"),
    "guide_cargo": lambda: played(PLACED, CARGO, **LEDGER),
    "cargo": lambda: _closed(played(PLACED, **LEDGER)),
    "cargo_long": lambda: press(_closed(played(PLACED, **LEDGER, **FOUR)), "right"),
    "cargo_no_room": lambda: press(_closed(played(PLACED, **LEDGER)), *["right"] * 3),
    "turn_ledger": lambda: _closed(played(*LOADED, **LEDGER)),
    "fleet": lambda: press(_closed(played(*LOADED, **LEDGER)), "right", "bank"),
    "fleet_other_long": lambda: press(
        _closed(played(PLACED, *[CARGO] * 4, **LEDGER, **FOUR)), "right", "bank", "right"
    ),
    "ship_actions": lambda: press(_closed(played(*LOADED, **LEDGER, spare_ships=2)), "right"),
    "ship_actions_trade": lambda: press(played(*TRADING, **LEDGER), "right", "right", "right", "right"),
    "load": lambda: press(_closed(played(*LOADED, **LEDGER)), "right", *["right"] * 3, "ok"),
    "travel_where": lambda: press(_closed(played(*LOADED, **LEDGER)), "right", "right", "ok"),
    "travel": lambda: press(_closed(played(*LOADED, **LEDGER)), "right", "right", "ok", "right"),
    "fuel": lambda: press(_closed(played(*LOADED, **LEDGER)), "right", "right", "ok", "right", "ok", "right"),
    "dice_due": lambda: played(*SPLIT, roll(4, 3, 4), **LEDGER),
    "guide_robbery_taken": lambda: press(played(*LOOT, **LEDGER), "ok"),
    "standings": lambda: played(*LAST, END, **LEDGER).with_page_on_top(StandingsPage()),
    "standings_long": lambda: _closed(played(PLACED, *[CARGO] * 4, **LEDGER, **FOUR)).with_page_on_top(StandingsPage()),
    "map_claimed": lambda: played(*LAST, END, **LEDGER).with_page_on_top(MapPage()),
}

TURNS: Scenes = {
    "turn_travel_first": lambda: played(PLACED),
    "turn_travel": lambda: played(*TURNED),
    "turn_travel_long": lambda: played(*TURNED, **FOUR),
    "board_disc": lambda: press(played(PLACED), "right", "bank"),
    "board_crowded": lambda: press(played(*TURNED, ship(0, 0, "1/4"), ship(1, 1, "1/4")), "right", "left"),
    "board_crowded_long": lambda: press(
        played(*TURNED, ship(0, 0, "1/4"), ship(1, 1, "1/4"), ship(2, 0, "1/4"), **FOUR), "right"
    ),
    "actions": lambda: press(played(*TURNED), "right", "ok"),
    "actions_sink_long": lambda: press(
        played(*TURNED, ship(0, 0, "1/4"), ship(3, 0, "2/5"), **FOUR), "right", "ok", "right"
    ),
    "actions_buy": lambda: press(played(PLACED, spare_ships=2), "right", "ok"),
    "by_hand_pirates": lambda: press(played(PLACED, by_hand=True), "ok", "right", "right"),
    "dice_discover": lambda: played(PLACED, roll(5, 3, 1, 5, 6, 3)),
    "dice_discover_long": lambda: played(PLACED, roll(5, 3, 1, 5, 6, 3), **FOUR),
    "dice_nobody": lambda: played(PLACED, ship(0, 0, "0/0"), roll(1, 1, 1)),
    "discover_system": lambda: press(played(PLACED, roll(5, 3, 3)), "ok", *["bank"] * 3),
    "discover_disc": lambda: press(played(PLACED, roll(5, 3, 2)), "ok", "bank"),
    "discover_system_long": lambda: press(played(PLACED, roll(6, 4, 3), **FOUR), "ok", *["bank"] * 3),
    "entering": lambda: press(played(PLACED, roll(5, 3, 2)), "ok", "bank", "ok"),
}

OUTCOMES: Scenes = {
    "found_system": lambda: played(*FOUND),
    "found_pirate": lambda: played(PLACED, roll(5, 3, 2), discover("1/1", "brown")),
    "found_nothing": lambda: played(*FOUND, again(2, 2, 3), discover("3/5"), again(2, 2, 3), discover("3/6")),
    "guide_pirate": lambda: played(*FIGHT),
    "guide_pirate_stays": lambda: press(played(*FIGHT), *WALK),
    "guide_swap": lambda: played(*SWAP),
    "guide_robbery_back": lambda: press(played(*ROBBED), "ok", "ok", "undo"),
    "guide_robbery_long": lambda: press(played(*ROBBED, **FOUR), "ok"),
    "guide_pirate_leaves": lambda: played(*ROBBED),
    "guide_system_back": lambda: played(*FOUND, UNDO),
    "conflict": lambda: _closed(played(*FIGHT)),
    "conflict_long": lambda: _closed(played(*FIGHT, **FOUR)),
    "turn_end": lambda: _closed(played(*ROBBED)),
    "turn_end_long": lambda: _closed(played(*ROBBED, **FOUR)),
    "winner_by_word": lambda: played(*TURNED, OVER),
    "winner_by_word_long": lambda: played(*TURNED, {"event": "finish", "winners": [0, 1, 3]}, **FOUR),
}

LOOKS: Scenes = {
    "threat": lambda: press(played(*TURNED), "left"),
    "threat_certain": lambda: press(_closed(played(*ENTERED)), "left", "right", "right"),
    "map_late": lambda: pick(_closed(played(*SYSTEMS)), "Scores"),
    "end_game": lambda: pick(played(*TURNED), "End the game"),
    "end_game_long": lambda: press(pick(played(*TURNED, **FOUR), "End the game"), "ok"),
    "check_map": lambda: pick(played(*TURNED), "Check the board"),
}

REPLAY: Scenes = {}

VARIED: dict[str, Any] = {"roll_first": True, "loot": "by_colour", "spare_ships": 2}


@cache
def ruled() -> tuple[Model, ...]:
    return (played(PLACED, **VARIED), played(PLACED, CARGO, CARGO, **LEDGER))


LESSON: Scenes = {
    "lesson_pirates_enclosed": lambda: pick(played(PLACED), "Lesson"),
    "lesson_pirates_grey": lambda: pick(played(PLACED), "Lesson").with_page(PiratenclaimLesson(1, commented="1/5")),
    "lesson_pirates_disc": lambda: pick(played(PLACED), "Lesson").with_page(PiratenclaimLesson(2, is_done=True)),
    "lesson_pirates_six": lambda: pick(played(PLACED), "Lesson").with_page(
        PiratenclaimLesson(4, 1, frozenset({"1/6"}))
    ),
}


def rules() -> Model:
    return pick(ruled()[0], "Rules")


def ledger_rules() -> Model:
    return pick(ruled()[1], "Rules")


RULES: Scenes = {
    f"rules_pirates_{place}": partial(after_presses, rules if place < 9 else ledger_rules, ["right"] * place)
    for place in range(11)
}

SCENES: Scenes = {
    **OPENING, **LEDGERS, **TURNS, **OUTCOMES, **LOOKS, **LESSON, **RULES, **REPLAY,
}  # fmt: skip
"""The scenes by page and state."""
