"""The bots and the play-outs of Klondike."""

from itertools import islice
from random import Random

import pytest

from engine import klondike
from engine.bot import BotView, is_valid_decision, legal_events
from engine.bots import BOTS, bots_for, greenhorn, prospector, sheriff
from engine.game import Seat
from engine.klondike import SLOTS, Pass, Place, State, deal, ends
from engine.klondike.evaluation import OTHERS_WEIGHT, TILE_MASKS, Board, estimates, play_out, worlds
from engine.klondike.rules import DEALT, TILES, tiles_left
from tests.engine.klondike_bots import NAMES, views

TABLES = [(name, players, form) for name in bots_for("klondike") for players, form in DEALT]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "form"), TABLES)
def test_a_bot_plays_whole_matches(name: str, players: int, form: str) -> None:
    *_, (view, last) = views([BOTS[name]] * players, form)
    assert klondike.is_over(last)
    assert view.state.round == 2 * players


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name == "sheriff" else ()) for name in bots_for("klondike")]
)
def test_a_bot_decides_the_same_in_the_same_position(name: str) -> None:
    seen = [view for (view, _), _ in zip(views([BOTS[name]] * 2), range(8), strict=False)]
    forwards = [BOTS[name].decide(view, Random(number).random) for number, view in enumerate(seen)]
    backwards = [BOTS[name].decide(view, Random(number).random) for number, view in reversed(list(enumerate(seen)))]
    assert forwards == backwards[::-1]
    assert len(set(forwards)) > 3


def test_greenhorn_chooses_among_all_legal_placements_of_its_hand() -> None:
    state = klondike.start(("Green", "Blue"), Seat(0), klondike.options)
    view = BotView("klondike", state, ((3, 5), (6, 6)))
    may = deal.legal_events(state, view.hand)
    numbers = [iter([(share + 0.5) / len(may)]).__next__ for share in range(len(may))]
    assert [greenhorn.decide(view, number) for number in numbers] == list(may)
    assert greenhorn.decide(BotView("klondike", state, ()), Random(1).random) == Pass()


def test_a_tile_that_the_bot_does_not_hold_is_an_invalid_decision() -> None:
    view = BotView("klondike", klondike.start(("Green", "Blue"), Seat(0), klondike.options), ((3, 5),))
    assert set(legal_events(klondike, view)) == set(deal.legal_events(view.state, view.hand))
    assert is_valid_decision(klondike, view, Place(SLOTS["1/1E"], (5, 3)))
    assert not is_valid_decision(klondike, view, Place(SLOTS["1/1E"], (5, 4)))
    assert not is_valid_decision(klondike, view, Pass())


def test_prospector_wins_a_claim_when_it_can() -> None:
    state = position_after("1/1W 3|0", "1/1S 3|1", "1/1E 3|2")
    view = BotView("klondike", state, ((0, 6), (3, 4), (5, 6)))
    assert prospector.decide(view, Random(1).random) == Place(SLOTS["1/1N"], (3, 4))


def test_prospector_prepares_no_claim_for_a_tile_that_the_other_has() -> None:
    state = position_after("1/1W 3|0", "1/1S 3|1")
    view = BotView("klondike", state, ((3, 4), (3, 5)))
    for number in range(20):
        event = prospector.decide(view, Random(number).random)
        assert isinstance(event, Place)
        assert not {3} & {end for claim, end in ends(event.slot, event.tile) if claim == 0}


def test_prospector_prepares_a_claim_that_only_it_can_win() -> None:
    state = position_after("1/1W 3|0", "1/1S 3|1")
    hand = ((2, 3), (3, 3), (3, 4), (3, 5), (3, 6))
    assert estimates(state, hand, Random(1).random)[0].value > 0


def test_the_others_expected_wins_depend_on_the_number_of_their_tiles() -> None:
    state = position_after("1/1W 3|0", "1/1S 3|1", players=3)
    third = Place(SLOTS["1/1E"], (3, 2))
    found = {each.event: each.value for each in estimates(state, ((0, 0), (0, 1), (2, 3)), Random(1).random)}
    held = 14 / 23
    assert found[third] == pytest.approx(-OTHERS_WEIGHT * (1 - (1 - held) ** 4))


def position_after(*moves: str, players: int = 2) -> State:
    state = klondike.start(("Green", "Blue", "Orange")[:players], Seat(0), klondike.options)
    for move in moves:
        slot, tile = move.split()
        near, far = map(int, tile.split("|"))
        state = klondike.apply(state, Place(SLOTS[slot], (near, far)))
    return state


SEED = bytes(32)


def start(players: int = 2, form: str = "") -> State:
    return klondike.start(NAMES[:players], Seat(0), {**klondike.options, "deal": form})


def random_position(state: State, seed: int, count: int) -> State:
    rng = Random(seed)
    for _ in range(count):
        placements = [event for event in klondike.legal_events(state) if isinstance(event, Place)]
        after = klondike.apply(state, rng.choice(placements)) if placements else state
        state = after if after.round == state.round else state
    return state


def legal_placements(state: State) -> set[tuple[int, int]]:
    placements = (event for event in klondike.legal_events(state) if isinstance(event, Place))
    return {(event.slot, event.tile[0] * 7 + event.tile[1]) for event in placements}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_fitting_tiles_match_the_legal_placements(seed: int) -> None:
    # rules, 4
    rng, state = Random(seed), start()
    board = Board(state)
    while state.round == 1:
        for each in (board, Board(state)):
            every = ((slot, code) for slot in range(24) for code in range(49))
            free = {(slot, code) for slot, code in every if each.fits[slot] & ~each.placed & 1 << code}
            assert free == legal_placements(state)
        if not legal_placements(state):
            break
        slot, code = rng.choice(sorted(legal_placements(state)))
        after = klondike.apply(state, Place(klondike.Slot(slot), divmod(code, 7)))
        assert board.place(slot, code) == after.chips[state.turn] - state.chips[state.turn]
        state = after


@pytest.mark.parametrize(("players", "form"), DEALT)
def test_a_sampled_deal_contains_every_tile_once(players: int, form: str) -> None:
    state = random_position(start(players, form), 3, 7)
    hand = tiles_left(state)[: state.hands[state.turn]]
    for hands, rest in islice(worlds(state, hand, Random(1).random), 20):
        assert hands[state.turn] == sum(TILE_MASKS[tile] for tile in hand)
        held = [[tile for tile in TILES if each & TILE_MASKS[tile]] for each in (*hands, *rest)]
        flat = [tile for each in held for tile in each]
        assert len(flat) == len(set(flat))
        assert set(flat) <= set(tiles_left(state))
        assert [len(each) for each in held[:players]] == list(state.hands)
        assert len(rest) == klondike.stock(state)


def test_two_players_with_the_basic_deal_draw_no_tiles() -> None:
    # rules, 3
    state = random_position(start(), 1, 4)
    hand = tiles_left(state)[:12]
    found = {tuple(hands) for hands, _ in islice(worlds(state, hand, Random(2).random), 10)}
    assert len(found) == 1


def test_a_play_out_awards_only_the_chips_on_the_board() -> None:
    state = random_position(start(3), 5, 6)
    for number, (hands, rest) in enumerate(islice(worlds(state, (), Random(6).random), 30)):
        board = Board(state)
        gains = play_out(board.copy(), hands[:], rest[:], state.turn, number)
        assert gains == play_out(board, hands[:], rest[:], state.turn, number)
        assert sum(gains) + sum(board.chips) == sum(each.chips for each in state.claims)


@pytest.mark.slow
def test_sheriff_wins_a_stack_when_it_can() -> None:
    moves = {"1/1W": (3, 0), "1/1S": (3, 1), "1/1E": (3, 2)}
    state = start()
    for slot, tile in moves.items():
        state = klondike.apply(state, Place(SLOTS[slot], tile))
    hand = ((3, 4), (0, 5), (5, 6))
    found = sheriff.decide(BotView("klondike", state, hand), Random(1).random)
    assert found == Place(SLOTS["1/1N"], (3, 4))
