"""The pages of Klondike, one scene for each state."""

import dataclasses
from functools import partial
from typing import cast

from msgspec.structs import replace

from companion.core.game_session import DEALT, AnySession, GameSession
from companion.core.lineup import LineUp
from companion.core.model import Model
from companion.pages.attract import ResumePage
from companion.tables.klondike.rules import Lesson as KlondikeLesson
from engine import klondike
from engine.game import Json, Seat
from tests.companion.pages.claimit import LONG, noticed
from tests.companion.pages.sitting import BOX, SEED, Scenes, after_presses, at_table, pick, press
from tests.engine.claimit_boards import NAMES

PASSES = ("pass",) * 2
OPEN = ("1/1E 3|5", "2/2N 5|6")
CROWDED = (
    "1/2N 2|0", "3/3E 4|2", "3/1S 2|3", "2/2N 3|4", "1/3N 0|0", "1/2E 0|3", "2/1S 6|5", "1/2W 2|2", "1/1S 6|0",
    "2/1N 6|3", "1/3W 0|1", "2/2E 3|3", "2/3N 4|5", "2/3E 4|4", "3/3N 4|1", "3/2N 6|4", "3/2E 3|5", "1/1W 6|6",
)  # fmt: skip
"""Three players in the middle of a round: two claims are won, two are spoiled, and 0|4 would win two at once."""
SIXES = ("1/1W 6|6", "1/1S 6|0", "3/1S 6|1", "3/1E 6|2", "3/1N 6|3", "1/1N 6|4", "2/3N 5|6")
"""All tiles with a six, which fit its claims."""
FOUR = ("1/1W 3|0", "1/1S 3|1", "1/1E 3|2", "1/1N 3|4")
"""In a game of two players, the second wins the claim 1/1."""


ROUND = (*CROWDED, "3/1E 2|1", "1/1E 6|2", "2/1E 6|1", "1/3E 0|4", "1/1N 5|2", "3/1N 1|3")
"""All 24 slots: the round is over."""


def seated(players: tuple[str, ...] = NAMES[:2], options: Json = klondike.options) -> AnySession:
    return GameSession(LineUp(klondike.name, players, options, colours=tuple(range(len(players)))), SEED)


def played(
    *moves: str, players: tuple[str, ...] = NAMES[:2], options: Json = klondike.options, guide: bool = False
) -> Model:
    """Returns the game after these moves: `1/1E 3|5` places a tile; the first player began."""
    session = seated(players, options)
    # As tables wrote it before they checked passes: two that cannot be true are the shortest way to another round.
    session = session.record_event(dataclasses.replace(session.start_event(Seat(0)), options=options))
    for move in moves:
        session = session.record_event(session.parse(event(move)))
    return at_table(session, guide=guide)


def event(move: str) -> Json:
    if move in {"pass", "undo"}:
        return {"event": move}
    slot, tile = move.split()
    return {"event": "place", "slot": slot, "tile": [int(end) for end in tile.split("|")]}


def dealt(
    turns: int = 0, *, players: tuple[str, ...] = NAMES[:2], options: Json = klondike.options, guide: bool = False
) -> Model:
    """Returns a game with dealt tiles after this number of turns: each seat places the first tile that fits."""
    session = seated(players, options)
    session = replace(session, lineup=replace(session.lineup, table_options={DEALT: True}))
    session = session.record_event(session.start_event(Seat(0)))
    for _ in range(turns):
        state = cast("klondike.State", session.state)
        session = session.record_event(klondike.deal.legal_events(state, session.hand)[0])
    return at_table(session, guide=guide)


def unfinished_match(*moves: str) -> Model:
    return played(*moves).with_only_page(ResumePage())


def choosing(near: int, far: int, *moves: str, players: tuple[str, ...] = NAMES[:2]) -> Model:
    return press(played(*moves, players=players), "ok", *["right"] * near, "ok", *["right"] * far, "ok")


def rounds(count: int, players: tuple[str, ...] = NAMES[:2]) -> tuple[str, ...]:
    """Rounds in which a player wins a chip and then no tile fits."""
    return (*FOUR, *["pass"] * len(players)) * count


BOTH = ("1/1W 3|0", "1/1S 3|1", "1/1N 3|4", "2/1S 5|0", "3/3E 3|5")
"""3|5 is placed: its 3 touches 1/1. The tile 2|3 would win that claim and spoil 2/1."""
THREE = {"players": NAMES[:3]}
FOUR_LONG = LONG[:4]

OPENING: Scenes = {
    "setup_game": lambda: press(BOX, "ok", "right"),
    "setup_deal_2_draw": lambda: press(BOX, "ok", "right", "ok", "ok", "right"),
    "setup_deal_3_basic": lambda: press(BOX, "ok", "right", "ok", "right", "ok", "right"),
    "setup_middle_rich": lambda: press(BOX, "ok", "right", "ok", "ok", "ok", "right"),
    "setup_tiles_dealt": lambda: press(BOX, "ok", "right", "ok", "ok", "ok", "ok", "right"),
    "begins_drawn": lambda: at_table(seated()),
    "begins_drawn_long": lambda: at_table(seated(FOUR_LONG)),
    "resume_round": lambda: unfinished_match(*rounds(1), *OPEN),
}

TURNS: Scenes = {
    "turn_tile_first": played,
    "turn_dealt": lambda: dealt(5),
    "pass_box": lambda: press(dealt(5), "ok"),
    "pass_box_long": lambda: press(dealt(5, players=FOUR_LONG), "ok"),
    "hand": lambda: press(dealt(), "ok", "ok", "right", "right"),
    "hand_long": lambda: press(dealt(9, players=FOUR_LONG), "ok", "ok"),
    "hand_pass": lambda: press(dealt(19, players=NAMES[:3]), "ok", "ok"),
    "hand_place": lambda: press(dealt(6), "ok", "ok", "ok"),
    "by_hand_tile": lambda: press(played(*OPEN), "ok", "right", "right"),
    "by_hand_tile_laid": lambda: press(played(*OPEN), "ok", *["right"] * 3, "ok", *["right"] * 5),
    "by_hand_tile_long": lambda: press(played(*OPEN, players=FOUR_LONG), "ok"),
    "roll_slot": lambda: choosing(2, 4, *OPEN),
    "roll_slot_any": lambda: choosing(0, 1, *SIXES),
    "roll_slot_long": lambda: choosing(2, 6, *CROWDED, players=LONG[:3]),
    "roll_slot_wins_and_spoils": lambda: choosing(2, 3, *BOTH),
    "turn_tile_draw_long": lambda: played(*OPEN, players=LONG[:3]),
    "no_pass": lambda: press(played(*OPEN), "bank"),
    "choose_pass": lambda: press(played(*CROWDED, players=NAMES[:3]), "bank"),
}

OUTCOMES: Scenes = {
    "guide_chips": lambda: played(*CROWDED, "1/3E 0|4", players=NAMES[:3], guide=True),
    "guide_layout": lambda: played(guide=True),
    "guide_deal": lambda: press(played(guide=True), "ok", "ok"),
    "guide_deal_3_basic": lambda: press(
        played(guide=True, options={**klondike.options, "deal": "basic"}, **THREE), "ok", "ok"
    ),
    "guide_deal_4_long": lambda: press(played(players=FOUR_LONG, guide=True), "ok", "ok"),
    "guide_clear": lambda: press(played(*rounds(1), guide=True), "ok"),
    "guide_tile_back": lambda: played(*FOUR, "undo", guide=True),
    "scores_round": lambda: played(*rounds(1)),
    "scores_round_long": lambda: played(*CROWDED, *["pass"] * 4, players=FOUR_LONG),
    "winner_chips": lambda: played(*rounds(1), *PASSES * 3),
    "winner_shared": lambda: played(*PASSES * 4),
    "winner_chips_long": lambda: played(*rounds(1, LONG[:3]), *["pass"] * 15, players=LONG[:3]),
}

LOOKS: Scenes = {
    "scores_match": lambda: press(played(*rounds(1), *OPEN), "right"),
    "scores_match_long": lambda: pick(press(played(*["pass"] * 28, players=FOUR_LONG), "ok"), "Scores"),
    "check_claim": lambda: pick(played(*CROWDED, players=NAMES[:3]), "Check the board"),
    "check_claim_won": lambda: press(pick(played(*CROWDED, players=NAMES[:3]), "Check the board"), "left"),
    "check_claim_won_long": lambda: press(pick(played(*CROWDED, players=LONG[:3]), "Check the board"), "left"),
    "stones_tiles": lambda: noticed(played(*OPEN), "1/1W", "2/2N"),
}


LESSON: Scenes = {
    "lesson_fit": lambda: pick(played(*OPEN), "Lesson").with_page(KlondikeLesson(0, 2)),
    "lesson_third": lambda: pick(played(*OPEN), "Lesson").with_page(KlondikeLesson(1, 1, commented="2/1S")),
    "lesson_one_right": lambda: pick(played(*OPEN), "Lesson").with_page(KlondikeLesson(2, is_done=True)),
}

REPLAY: Scenes = {}


def rules() -> Model:
    return pick(played(*OPEN), "Rules")


RULES: Scenes = {f"rules_klondike_{place}": partial(after_presses, rules, ["right"] * place) for place in range(7)}

SCENES: Scenes = {
    **OPENING, **TURNS, **OUTCOMES, **LOOKS, **LESSON, **RULES, **REPLAY,
}  # fmt: skip
"""The scenes by page and state."""
