"""Klondike without physical tiles: hands that follow from the seed, and what they verify of a record."""

import json
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from engine import klondike
from engine.dice import Draws, commitment
from engine.fairness import Finding, Line, Verdict, check_fairness
from engine.game import Code, DealRules, Illegal, Reveal, Seat, Start, Undo
from engine.klondike import TILES, Pass, Place, Tile, dealt
from engine.klondike.rules import DEALT
from engine.record import AnyRecord, decode, from_lines, start_record, to_lines

DEAL: DealRules = dealt
SEED = bytes(range(32))
FORMS = tuple(DEALT)


KNOWN_HAND = "0|0 0|3 0|4 0|6 1|1 1|4 1|5 2|2 2|6 3|3 3|5 4|6 5|5 5|6"
"""The first hand of seat 0 of two with the seed 00 01 … 1f, computed without this program."""


def new_match(players: int = 2, deal: str = "", **notes: Any) -> AnyRecord:  # noqa: ANN401
    names = ("Green", "Blue", "Orange", "Red")[:players]
    start_notes = {"commitment": commitment(SEED), "dealt": True, **notes}
    options = {**klondike.options, "deal": deal}
    return start_record(Start("klondike", names, Seat(0), options, start_notes))


def hands(record: AnyRecord) -> tuple[dealt.Hand, ...]:
    return dealt.hands(SEED, record.timeline)


def play_randomly(record: AnyRecord, turns: int = 10_000, seed: int = 3) -> AnyRecord:
    rng = Random(seed)
    for _ in range(turns):
        if klondike.is_over(record.state):
            break
        record = record.play(rng.choice(dealt.legal_events(record.state, hands(record)[record.state.turn])))
    return record


@cache
def match_lines(players: int = 2, deal: str = "") -> tuple[str, ...]:
    return tuple(to_lines(play_randomly(new_match(players, deal)).play(Reveal(SEED))).splitlines())


def verify(lines: Sequence[str]) -> Verdict:
    return check_fairness([Line(number, decode(line)) for number, line in enumerate(lines, 1)])


@pytest.mark.parametrize(("players", "deal"), FORMS)
def test_the_deal_of_each_round_is_the_shuffle_of_its_number(players: int, deal: str) -> None:
    record = new_match(players, deal)
    count = DEALT[players, deal]
    for number in (1, 2, 3):
        while record.state.round < number:
            record = play_randomly(record, 1)
        order = Draws(SEED, number).shuffled(TILES)
        due = [tuple(sorted(order[count * seat : count * (seat + 1)])) for seat in range(players)]
        assert list(hands(record)) == due


def test_a_deal_matches_a_known_order() -> None:
    record = new_match(2)
    assert " ".join(f"{low}|{high}" for low, high in hands(record)[0]) == KNOWN_HAND
    assert set(hands(record)[0]) | set(hands(record)[1]) == set(TILES)


@pytest.mark.parametrize(("players", "deal"), FORMS)
def test_hands_and_layout_share_no_tile_and_have_the_sizes_of_the_rules(players: int, deal: str) -> None:
    record = new_match(players, deal)
    while not klondike.is_over(record.state):
        held = [tile for hand in hands(record) for tile in hand]
        placed = [tuple(sorted(tile)) for tile in record.state.slots if tile]
        assert len(set(held + placed)) == len(held) + len(placed) <= len(TILES)
        assert tuple(map(len, hands(record))) == record.state.hands
        record = play_randomly(record, 1, seed=record.state.turns)


def test_an_undo_restores_the_hand_and_the_stock() -> None:
    record = new_match(3)
    before = []
    for _ in range(40):
        before.append(hands(record))
        record = play_randomly(record, 1)
    assert record.state.round == 2
    last = hands(record)
    again = record.timeline[-1].event
    undone = record.play(Undo())
    assert hands(undone.play(again)) == last
    for due in reversed(before):
        record = record.play(Undo())
        assert hands(record) == due


def test_a_pass_is_legal_only_if_no_tile_of_the_hand_fits() -> None:
    # rules, 4.4
    record, passes = new_match(4), 0
    for _ in range(40):
        state, hand = record.state, hands(record)[record.state.turn]
        may = dealt.legal_events(state, hand)
        fits = {tile: places for tile, places in klondike.legal(state).items() if tile in hand}
        assert [event for event in may if isinstance(event, Place)] == [
            Place(*placement) for places in fits.values() for placement in places
        ]
        assert (Pass() in may) is (not fits)
        passes += Pass() in may
        record = play_randomly(record, 1, seed=state.turns)
    assert passes
    while not klondike.is_over(record.state):
        record = record.play(Pass())
    assert dealt.legal_events(record.state, ()) == ()


@pytest.mark.parametrize(("players", "deal"), FORMS)
def test_a_match_with_dealt_hands_is_verified(players: int, deal: str) -> None:
    lines = match_lines(players, deal)
    found = verify(lines)
    assert found.finding is Finding.FAIR
    assert found.hand_checks == len(lines) - 2
    assert {key for line in lines[1:-1] for key in json.loads(line)} <= {"event", "slot", "tile"}


def with_another_players_tile(lines: Sequence[str], number: int) -> list[str]:
    """The record with another player's tile at this line, in a slot where the rules allow it."""
    record = from_lines(lines[:number])
    own_hand = hands(record)[record.state.turn]
    other = next(Place(*places[0]) for tile, places in klondike.legal(record.state).items() if tile not in own_hand)
    tampered = play_randomly(record.play(other), seed=9)
    return [*to_lines(tampered).splitlines(), lines[-1]]


@pytest.mark.parametrize("number", [1, 2, 25, 60])
def test_the_verification_names_a_tile_from_another_hand(number: int) -> None:
    found = verify(with_another_players_tile(match_lines(), number))
    assert found.finding is Finding.DEALT_HAND
    assert found.fault is not None
    assert found.fault.line == number + 1
    assert "was not in the hand of" in found.fault.message


def test_the_verification_finds_passes_with_a_tile_that_fits_and_tiles_after_the_reveal() -> None:
    lines, undo = match_lines(3), '{"event": "undo"}'
    start = json.loads(lines[0])
    for record, expected in (
        ([lines[0], *['{"event": "pass"}'] * 3, *lines[1:]], Finding.DEALT_HAND),
        ([lines[0], lines[2], lines[1], *lines[3:]], Finding.DEALT_HAND),
        ([json.dumps({**start, "options": {"deal": "basic"}}), *lines[1:]], Finding.DEALT_HAND),
        ([json.dumps({**start, "dealt": False}), *lines[1:]], Finding.REAL_DICE),
        ([*lines, undo, undo, *lines[-2:]], Finding.DREW_AFTER_REVEAL),
    ):
        assert verify(record).finding is expected
    against_the_rules_too = verify([*lines[:2], lines[1], lines[-1]])
    assert "was not in the hand of" in str(against_the_rules_too.fault)


@pytest.mark.parametrize(
    ("value", "hand"),
    [([], ()), ([[5, 3]], ((3, 5),)), ([[6, 6], [0, 1]], ((0, 1), (6, 6)))],
)
def test_a_hand_is_parsed(value: object, hand: tuple[Tile, ...]) -> None:
    assert dealt.parse_hand(value) == hand


@pytest.mark.parametrize(
    "value", [None, 3, {}, "3|5", [3, 5], [[3]], [[3, 7]], [[True, 1]], [[[], 1]], [[3, 5], [5, 3]]]
)
def test_an_invalid_hand_is_rejected(value: object) -> None:
    with pytest.raises(Illegal) as caught:
        dealt.parse_hand(value)
    assert caught.value.code is Code.SYNTAX
