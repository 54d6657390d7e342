"""In random games of Piratenclaim the engine and the plain rules agree event by event."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.dice import Draws
from engine.game import Illegal
from engine.games import GAMES
from engine.record import follow
from tests.engine.piratenclaim.plain_rules import FLOWER, PlainGame, RefusedError, draw_discs, fields_of
from tests.engine.piratenclaim.random_games import Both, random_event, random_layout, random_start

TURNS = 10_000
"""The number of random turns in the long comparison."""

THREAT_EVERY = 97
"""The threat is compared at every 97th event only, because brute force over 216 rolls is slow."""

START = {"event": "start", "game": "piratenclaim", "players": ["Green", "Blue"]}

EVENTS_AND_CODES = [
    *("discs", "discs syntax", "discs phase", "discs illegal"),
    *("ship", "ship syntax", "ship phase", "ship illegal"),
    *("sink", "sink syntax", "sink phase", "sink illegal"),
    *("buy_ship", "buy_ship syntax", "buy_ship phase", "buy_ship illegal"),
    *("roll", "roll syntax", "roll phase"),
    *("discover", "discover syntax", "discover phase", "discover illegal"),
    *("move_pirates", "move_pirates phase"),
    *("remove", "remove syntax", "remove phase", "remove illegal"),
    *("end_turn", "end_turn phase"),
    *("finish", "finish syntax", "finish phase"),
    *("undo", "reveal"),
]
"""The events in the long comparison, and each code with which they are refused."""

BAD_STARTS: list[dict[str, Any]] = [
    {"players": ["Green"]},
    {"players": ["Green", "Blue", "Orange", "Violet", "Red"]},
    {"players": ["Green", "Green"]},
    {"first": 2},
    {"first": -1},
    {"first": True},
    {"options": {"fuel": 1}},
    {"options": {"roll_first": 1}},
    {"options": {"white_takes_fuel": None}},
    {"options": {"loot": "all"}},
    {"options": {"closed": "middle"}},
    {"options": {"rob": True}},
    {"options": {"spare_ships": -1}},
    {"options": {"spare_ships": True}},
    {"options": {"spare_ships": 1.0}},
    {"options": {"layout": "flower"}},
    {"options": {"layout": None}},
    {"options": {"layout": FLOWER[:7]}},
    {"options": {"layout": [*FLOWER, [9, 9]]}},
    {"options": {"layout": [*FLOWER[:7], [-5, 1, 0]]}},
    {"options": {"layout": [*FLOWER[:7], [-5, 1.0]]}},
    {"options": {"layout": [*FLOWER[:7], [-5, True]]}},
    {"options": {"layout": [*FLOWER[:7], "-5,1"]}},
    {"options": {"layout": [*FLOWER[:7], [-5, 2]]}},
    {"options": {"layout": [*FLOWER[:7], [0, 0]]}},
    {"options": {"layout": [*FLOWER[:7], [90, 90]]}},
    {"options": {"layout": [*FLOWER[:6], [40, 40], [42, 41]]}},
]
"""The changes that make START a start that is refused."""


def play_random_game(seed: int, *, turns: int) -> tuple[int, Counter[str]]:
    """Plays a random game on both sides, for at most this number of turns.

    Returns:
        The number of turns, and a count of each event and refusal, such as `roll` and `roll illegal`.
    """
    random = Random(seed)
    both = Both(random_start(random))
    seen: Counter[str] = Counter()
    for step in range(turns * 40):
        event = random_event(random, both.plain)
        code = both.happen(event)
        seen[f"{event['event']} {code}".strip()] += 1
        if step % THREAT_EVERY == 0:
            both.compare_threat()
        if seen["end_turn"] == turns:
            break
    return seen["end_turn"], seen


def test_random_turns_agree_event_by_event() -> None:
    assert sum(play_random_game(seed, turns=4)[0] for seed in (0, 2, 4, 5, 6)) > 15


@pytest.mark.no_cover
@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_ten_thousand_random_turns_agree(part: int) -> None:
    turns, game, seen = 0, 0, Counter[str]()
    while turns < TURNS // 5:
        finished, events = play_random_game(1_000 * part + game, turns=60)
        turns, game, seen = turns + finished, game + 1, seen + events
    assert not [event for event in EVENTS_AND_CODES if not seen[event]]


def test_both_refuse_the_same_starts(subtests: pytest.Subtests) -> None:
    for changes in BAD_STARTS:
        with subtests.test(str(changes)):
            with pytest.raises(RefusedError) as refused:
                PlainGame({**START, **changes})
            with pytest.raises(Illegal) as refusal:
                follow(None, {**START, **changes})
            assert refusal.value.code == refused.value.code


def test_the_plain_drawing_is_the_published_one() -> None:
    key = bytes.fromhex("453fa7bf8f6099a46cda79e6b320a7ed0f3f8ae80232b13e189c231ea068e7d7")
    drawn = "1/1 1/2 1/5 2/0 2/3 2/5 3/1 3/3 3/4 4/1 4/2 4/5 5/1 5/4 5/5 6/0 6/3 6/5 7/0 7/4 7/5"
    assert " ".join(draw_discs(key, 0, fields_of(FLOWER))) == drawn


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_both_draw_the_same_discs(seed: int) -> None:
    layout = "flower+1" if seed < 4 else random_layout(seed)
    key, start, game = Random(seed).randbytes(32), {**START, "options": {"layout": layout}}, GAMES["piratenclaim"]
    event = game.chance_event(follow(None, start).state, Draws(key, seed))
    assert event is not None
    assert game.format(event) == {"event": "discs", "fields": draw_discs(key, seed, PlainGame(start).map)}
