"""Klondike's play-outs: every mask against the rules, hands against what was seen, and what rests on both."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from engine import klondike
from engine.bot import BotView
from engine.bots import sheriff
from engine.game import Seat
from engine.klondike import SLOTS, Pass, Place, State
from engine.klondike.evaluation import lead, weigh
from engine.klondike.placements import DEALT
from engine.klondike.playouts import WAYS, Board, play_out, worlds
from engine.klondike.position import BITS, TILES, tiles_left
from tests.engine.klondike_bots import NAMES

SEED = bytes(32)


def start(players: int = 2, form: str = "") -> State:
    return klondike.start(NAMES[:players], Seat(0), {**klondike.options, "deal": form})


def placed(state: State, seed: int, count: int) -> State:
    """The position after so many placements by chance, within a round."""
    chance = Random(seed)
    for _ in range(count):
        lays = [event for event in klondike.legal_events(state) if isinstance(event, Place)]
        after = klondike.apply(state, chance.choice(lays)) if lays else state
        state = after if after.round == state.round else state
    return state


def codes(state: State) -> set[tuple[int, int]]:
    """All legal placements by the rules, as play-outs write them."""
    lays = (event for event in klondike.legal_events(state) if isinstance(event, Place))
    return {(event.slot, event.tile[0] * 7 + event.tile[1]) for event in lays}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_what_fits_is_what_the_rules_allow(seed: int) -> None:
    # rules, 4
    chance, state = Random(seed), start()
    board = Board(state)
    while state.round == 1:
        for each in (board, Board(state)):
            every = ((slot, code) for slot in range(24) for code in range(49))
            free = {(slot, code) for slot, code in every if each.fits[slot] & ~each.placed & 1 << code}
            assert free == codes(state)
        if not codes(state):
            break
        slot, code = chance.choice(sorted(codes(state)))
        after = klondike.apply(state, Place(klondike.Slot(slot), divmod(code, 7)))
        assert board.place(slot, code) == after.chips[state.turn] - state.chips[state.turn]
        state = after


@pytest.mark.parametrize(("players", "form"), DEALT)
def test_a_world_deals_every_tile_once(players: int, form: str) -> None:
    state = placed(start(players, form), 3, 7)
    hand = tiles_left(state)[: state.hands[state.turn]]
    for hands, rest in islice(worlds(state, hand, Random(1).random), 20):
        assert hands[state.turn] == sum(WAYS[tile] for tile in hand)
        held = [[tile for tile in TILES if each & WAYS[tile]] for each in (*hands, *rest)]
        flat = [tile for each in held for tile in each]
        assert len(flat) == len(set(flat))
        assert set(flat) <= set(tiles_left(state))
        assert [len(each) for each in held[:players]] == list(state.hands)
        assert len(rest) == klondike.stock(state)


def test_of_two_with_the_basic_deal_nothing_is_drawn() -> None:
    # rules, 3
    state = placed(start(), 1, 4)
    hand = tiles_left(state)[:12]
    found = {tuple(hands) for hands, _ in islice(worlds(state, hand, Random(2).random), 10)}
    assert len(found) == 1


def test_who_has_passed_holds_nothing_that_fitted() -> None:
    # rules, 4.4
    late = (placed(start(4), seed, 18) for seed in range(20))
    # One in which so few tiles fit that somebody may hold none of them.
    state = next(each for each in late if 0 < len(klondike.legal(each)) < len(tiles_left(each)) - each.hands[each.turn])
    fitted = sum(WAYS[tile] for tile in klondike.legal(state))
    passer, after = state.turn, klondike.apply(state, Pass())
    drawn = [hands[passer] & fitted for hands, _ in islice(worlds(after, (), Random(3).random), 40)]
    assert not any(drawn)
    assert any(hands[passer] & fitted for hands, _ in islice(worlds(state, (), Random(3).random), 40))


def test_what_was_drawn_after_a_pass_is_free() -> None:
    # rules, 3 and K15
    state = placed(start(2, "draw"), 4, 3)
    passer = state.turn
    state = klondike.apply(state, Pass())
    ((lacks, free),) = state.passed[passer]
    assert (free, lacks) == (0, sum(BITS[tile] for tile in tiles_left(state)))
    # It lays a tile all the same, so it was drawn since: the table's word was wrong, and no hand agrees.
    state = klondike.apply(state, klondike.legal_events(state)[0])
    state = klondike.apply(state, klondike.legal_events(state)[0])
    assert state.passed[passer][0][1] == 0
    few = state.passed[passer][0][0] & sum(BITS[tile] for tile in tiles_left(state)[:3])
    one = tuple(((few, 1),) if seat == passer else () for seat in range(2))
    told = replace(state, passed=one)
    counts = {
        sum(bool(hands[passer] & WAYS[tile]) for tile in TILES if few & BITS[tile])
        for hands, _ in islice(worlds(told, (), Random(5).random), 60)
    }
    assert counts == {0, 1}


def test_passes_that_no_hand_agrees_with_count_no_more() -> None:
    state = klondike.apply(start(), Pass())
    hands, _ = next(worlds(state, (), Random(1).random))
    assert all(hands)


def test_a_play_out_gives_away_no_more_than_lies_there() -> None:
    state = placed(start(3), 5, 6)
    for number, (hands, rest) in enumerate(islice(worlds(state, (), Random(6).random), 30)):
        board = Board(state)
        gains = play_out(board.copy(), hands[:], rest[:], state.turn, number)
        assert gains == play_out(board, hands[:], rest[:], state.turn, number)
        assert sum(gains) + sum(board.chips) == sum(held.chips for held in state.claims)


@pytest.mark.slow
def test_a_stack_that_can_be_won_is_won() -> None:
    moves = {"1/1W": (3, 0), "1/1S": (3, 1), "1/1E": (3, 2)}
    state = start()
    for slot, tile in moves.items():
        state = klondike.apply(state, Place(SLOTS[slot], tile))
    hand = ((3, 4), (0, 5), (5, 6))
    found = weigh(state, hand, 200, Random(1).random, lead(state.turn))
    assert found[0].event == Place(SLOTS["1/1N"], (3, 4))
    view = BotView("klondike", state, hand)
    assert sheriff.decide(view, Random(1).random) == sheriff.decide(view, Random(1).random) == found[0].event
