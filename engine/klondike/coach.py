"""The coach of Klondike: what each placement is worth, who can still win a claim, and what a match was made of.

What the coach says rests on play-outs (`evaluation`) in worlds that agree with what was seen: an estimate, the same on
any machine, as its chance comes from the position. Two things are kept apart. The win chances of the seats, and of each
claim who may win it, follow from public facts alone, so everybody may have them. What each placement is worth follows
from what the acting seat holds: from the hand that the box has dealt, or with real tiles from the one tile that was
entered, of which all can see that it is laid. `advise` takes that as `hand`. They are two questions, because an answer
tells by the time that it takes, too; who may see the options decides the table.

After a match whose tiles the box has dealt, its seed tells the hands. The luck of the deal is what a round's hands were
worth to each seat when they were dealt, by the same play-outs, less the average over all deals: its mean is 0, however
wrong the play-outs may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import pairwise, repeat
from typing import Any

from engine.bot import Chance, chance_from
from engine.coach import Advice, Analysis, Chances, Decision, Moment, Option, Reason, RollLuck, Sums
from engine.game import N_, Seat
from engine.klondike import dealt
from engine.klondike.evaluation import Worth, lead, outlook, totals, weigh, win_shares
from engine.klondike.joined_position import JoinedPosition
from engine.klondike.placements import stock, tile_placements, wins
from engine.klondike.playouts import WAYS, World, worlds
from engine.klondike.position import CLAIMS, RIGHT_TO_WIN, Phase, State, Tile, claim_name, tiles_left
from engine.klondike.rules import Lay, apply

PLAYOUTS, OPTION_PLAYOUTS = 400, 2000
"""How many there are of a position, and of its placements together: a fifth of a second on a laptop."""
STEP_PLAYOUTS, DECISION_PLAYOUTS = 100, 300
"""The same for each event of a whole match."""
DEAL_PLAYOUTS = 400
"""For what a deal is worth, and as many for the average over all deals."""

WINS = N_("wins {chips}")
LEAVES = N_("leaves {chips}")
MORE = N_("wins {chips} chips, not {other}")
SAFER = N_("leaves {chips} chips to the others, not {other}")


def advise(state: State, hand: Sequence[Tile] = ()) -> Advice | None:
    """Returns what the coach says of a position; None after the end.

    Args:
        state: the position.
        hand: what is known of the acting seat's hand; then the answer is about its placements alone: `options` and
            `reason`. Without one it is what all may know: `chances` and `prospects`.
    """
    if state.phase is Phase.OVER:
        return None
    if not hand:
        chance = _chance_of(state)
        public = outlook(state, worlds(state, (), chance), PLAYOUTS, chance)
        begun = [claim for claim in CLAIMS if state.claims[claim].right and state.claims[claim].won_by is None]
        prospects = tuple((claim_name(claim), public.takers[claim]) for claim in begun)
        return Advice(state.turn, public.chances, (), None, prospects)
    options: tuple[Option, ...] = ()
    if any(tile_placements(state, tile) for tile in hand):
        found = weigh(state, hand, OPTION_PLAYOUTS, _chance_of(state, hand), _share_of(state), most=200)
        for event, worth in sorted(((each.event, each.worth) for each in found), key=lambda each: -each[1]):
            # What it wins now and what it leaves are true of the board.
            won, left = {"chips": _won(state, event)}, {"chips": _left(state, hand, event)}
            options = (*options, Option(event, worth, (Reason(WINS, won), Reason(LEAVES, left))))
    reason = _why(state, hand, options[0].event, options[1].event) if len(options) > 1 else None
    return Advice(state.turn, (), options, reason)


def analyse(
    steps: Sequence[tuple[Any, State]], *, note: Callable[[int], object] = lambda _: None, key: bytes | None = None
) -> Analysis:
    """Returns what the coach says of a match.

    The moment is the tile, or the pass, by which the win chance of its seat has changed most.

    Args:
        steps: as `engine.coach.CoachRules` has it.
        note: the same.
        key: of the box's shuffles, where it has dealt the tiles and told its seed; None: no hand is known.
    """
    seats = range(len(steps[0][1].players))
    chances, decisions, rolls = list[Chances](), list[Decision](), list[RollLuck]()
    hands: list[tuple[Tile, ...]] = []
    for step, (event, state) in enumerate(steps):
        chance = _chance_of(state, step)
        if step and isinstance(event, Lay):
            before = steps[step - 1][1]
            hand = hands[before.turn] if hands else ((min(event.tile), max(event.tile)),)
            decisions += _decision(step, before, event, hand)
        over = state.phase is Phase.OVER
        is_begun = not over and (step == 0 or state.round > steps[step - 1][1].round)
        shown = None if over else outlook(
            state, worlds(state, (), chance), DEAL_PLAYOUTS if is_begun and key else STEP_PLAYOUTS, chance
        )  # fmt: skip
        chances.append(win_shares(state.chips, 0) if shown is None else shown.chances)
        if key is not None and not over:
            hands = list(dealt.hands(key, steps[: step + 1]))
            if is_begun:
                deal = outlook(state, repeat(_world(key, state, hands)), DEAL_PLAYOUTS, chance).chances
                rolls += (RollLuck(step, Seat(seat), chances[-1][seat], deal[seat]) for seat in seats)
        note(step + 1)
    return Analysis(
        tuple(chances), tuple(decisions), tuple(rolls), _sums(steps, chances, decisions, rolls),
        _moment(steps, chances, decisions),
    )  # fmt: skip


def luck(steps: Sequence[tuple[Any, State]], *, key: bytes | None = None) -> tuple[float, ...]:
    """Returns the luck of the deals for each seat; without the key of the shuffles none is known."""
    return analyse(steps, key=key).luck


def _chance_of(*facts: object) -> Chance:
    return chance_from(sha256(repr(facts).encode()).digest())


def _share_of(state: State) -> Worth:
    """Returns what tells the acting seat's share of the win; of equal ones, more chips are a little better."""
    ahead = lead(state.turn)
    return lambda gains: win_shares(*totals(state, gains))[state.turn] + 1e-6 * ahead(gains)


def _world(key: bytes, state: State, hands: Sequence[Sequence[Tile]]) -> World:
    """Returns the hands and the stock of a round that has just been dealt."""
    masks = [sum(WAYS[tile] for tile in hand) for hand in hands]
    return masks, [WAYS[tile] for tile in reversed(dealt.shuffle(key, state)[-stock(state) or 28 :])]


def _decision(step: int, before: State, event: Lay, hand: Sequence[Tile]) -> Iterator[Decision]:
    """Yields what a tile's placement was worth beside the best one, if there was a choice."""
    if sum(len(tile_placements(before, tile)) for tile in hand) < 2:
        return
    worth, chance = _share_of(before), _chance_of(before, hand)
    best = weigh(before, hand, DECISION_PLAYOUTS, chance, worth)[0].event
    if best == event:
        option = Option(event, weigh(before, hand, DECISION_PLAYOUTS // 4, chance, worth, only=(event,))[0].worth)
        yield Decision(step, before.turn, option, option, None)
        return
    # Anew, and only these two in the same worlds: the best of many estimates is taken for better than it is.
    first, second = weigh(before, hand, DECISION_PLAYOUTS, chance, worth, only=(best, event))
    chosen = Option(event, next(each.worth for each in (first, second) if each.event == event))
    better = Option(first.event, first.worth)
    yield Decision(
        step, before.turn, chosen, better, _why(before, hand, first.event, event) if first.event != event else None
    )


def _sums(
    steps: Sequence[tuple[Any, State]],
    chances: Sequence[Chances],
    decisions: Sequence[Decision],
    rolls: Sequence[RollLuck],
) -> tuple[Sums, ...]:
    """Returns what each seat's result is made of; what a decision has cost its seat, the others have got alike."""
    seats = len(chances[0])
    first = max((step for step, (event, _) in enumerate(steps) if isinstance(event, JoinedPosition)), default=0)
    found = []
    for seat in range(seats):
        luck = sum(each.after - each.before for each in rolls if each.seat == seat)
        decided = sum(-each.loss if each.seat == seat else each.loss / (seats - 1) for each in decisions)
        result, beginning = chances[-1][seat], chances[first][seat]
        found.append(Sums(result, beginning, luck, decided, result - beginning - luck - decided))
    return tuple(found)


def _moment(
    steps: Sequence[tuple[Any, State]], chances: Sequence[Chances], decisions: Sequence[Decision]
) -> Moment | None:
    best = {each.step: each.best for each in decisions if each.loss > 0}
    swings = [
        Moment(step, before.turn, chances[step - 1][before.turn], chances[step][before.turn], best.get(step))
        for step, ((_, before), (event, _after)) in enumerate(pairwise(steps), 1)
        if not isinstance(event, JoinedPosition)
    ]
    return max(swings, key=lambda swing: abs(swing.after - swing.before), default=None)


def _won(state: State, event: Lay) -> int:
    return sum(state.claims[claim].chips for claim in wins(state, (event.slot, event.tile)))


def _left(state: State, hand: Sequence[Tile], event: Lay) -> int:
    """Returns the most chips that a single tile, which the hand is not known to have, could win after this one."""
    after = apply(state, event)
    if after.round != state.round or after.phase is Phase.OVER:
        return 0
    if all(held.right != RIGHT_TO_WIN - 1 or held.spoiled for held in after.claims):
        return 0
    ways = (way for tile in tiles_left(after) if tile not in hand for way in tile_placements(after, tile))
    return max((_won(after, Lay(*way)) for way in ways), default=0)


def _why(state: State, hand: Sequence[Tile], better: Any, worse: Any) -> Reason | None:  # noqa: ANN401 - an option's
    """Returns why one placement is better than another; None: nothing on the board tells them apart."""
    won, other = _won(state, better), _won(state, worse)
    if won > other:
        return Reason(MORE, {"chips": won, "other": other})
    left, leaves = _left(state, hand, better), _left(state, hand, worse)
    return Reason(SAFER, {"chips": left, "other": leaves}) if left < leaves else None
