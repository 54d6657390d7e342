"""A ghost: a bot that decides as one person did in recorded games, and says how sure it is of that.

Each decision is a choice among options: the fields that a roll may use, or banking against rolling again. How much each
figure of an option counts is fitted to what the person chose: `engine.choice_model`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from engine.bot import BotView, Chance
from engine.choice_model import (
    Agreement,
    Choice,
    Estimate,
    Figures,
    agreement,
    draw_option,
    estimate,
    fit_weights,
    leave_out_each,
    mean_figures,
    option_shares,
)
from engine.claimit.board import Field, group_around
from engine.claimit.placements import ROLLS, bust, legal
from engine.claimit.position import OWNERSHIP_STONE, Phase, State, marks
from engine.claimit.rules import Bank, Event, Place, Roll, apply
from engine.claimit.scoring import at_risk, mine_size
from engine.game import N_, EngineError, Seat
from engine.record import AnyRecord
from engine.starts import NAME_LETTERS

FEWEST_GAMES = 10
LEAST_SLOPE = 0.3
"""A weight of risk below this makes no threshold: from no risk to one of 30 % the odds of banking hardly double."""
BANK_FIGURES = {
    "bank": N_("likes to bank"),
    "bust": N_("for each tenth of a bust chance"),
    "fields": N_("for each field at stake"),
    "goldclaims": N_("for each goldclaim at stake"),
    "growth": N_("for each field that the largest mine grows"),
    "last round": N_("in the last round"),
}
"""What banking has, by the name in a ghost's file; rolling again has 0 of all."""
PLACE_FIGURES = {
    "ownership stone": N_("an ownership stone"),
    "somebody's": N_("a field of somebody else"),
    "growth": N_("for each field that the largest mine grows"),
    "joined": N_("for each field of the group that it joins"),
    "bust": N_("for each tenth of a bust chance afterwards"),
}
"""What a field has."""
DIGITS = 4
"""Decimal places of what is fitted: as many stand in a ghost's file."""


class TooFewGamesError(EngineError, ValueError):
    """A person has played too few games for a ghost; the text says how many."""


class Decisions(NamedTuple):
    """What one person decided in one game."""

    banks: tuple[Choice, ...]
    """Option 0 is to bank, option 1 to roll again."""
    places: tuple[Choice, ...]
    """Options are the usable fields, the lowest number first; only where there were several."""


class Preference(NamedTuple):
    """How somebody makes one kind of choice."""

    weights: tuple[Estimate, ...]
    """How much each of the figures counts."""
    foretold: Agreement
    """How well that foretells what they did in other games."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """A person's ghost; it satisfies `engine.bot.Bot`."""

    person: str
    """The person's name."""
    fitted_to: int
    """How many games."""
    risk: Estimate | None
    """The bust chance, 0 to 1, from which on they bank; None: there is none, or hardly."""
    banking: Preference
    """By `BANK_FIGURES`."""
    placing: Preference
    """By `PLACE_FIGURES`."""
    games: tuple[str, ...] = ("claimit",)

    @property
    def name(self) -> str:
        return f"ghost:{self.person}"

    @property
    def title(self) -> str:
        """Its name for people, in English. A seat may be called so, and have a number if there are several."""
        room = NAME_LETTERS - len("'s ghost 2")
        shown = self.person if len(self.person) <= room else self.person[: room - 1] + "…"
        return f"{shown}'s ghost"

    def decide(self, view: BotView[State], chance: Chance) -> Event | None:
        """Returns what the person would do, each option as likely as it was for them; None: it rolls."""
        state = view.state
        if state.phase is Phase.ROLL:
            return None
        if state.phase is Phase.CHOOSE:
            banks = draw_option(option_shares(_values(self.banking), bank_options(state)), chance()) == 0
            return Bank() if banks else None
        fields, options = place_options(state)
        return Place(fields[draw_option(option_shares(_values(self.placing), options), chance())])


def fit(person: str, games: Sequence[Decisions]) -> Ghost:
    """Returns the ghost of a person.

    Args:
        person: the name.
        games: what they decided, game by game, in any order.

    Raises:
        TooFewGamesError: they are fewer than `FEWEST_GAMES`.
    """
    if len(games) < FEWEST_GAMES:
        raise TooFewGamesError(
            f"A ghost of {person} needs at least {FEWEST_GAMES} finished games of Claim It!; there are {len(games)}."
        )
    banks = [game.banks for game in games]
    bank_weights, without_each = _fit(banks, len(BANK_FIGURES))
    typical = mean_figures([choice.options[0] for game in banks for choice in game], len(BANK_FIGURES))
    risk = None
    if bust_chance_to_bank(bank_weights, typical) is not None:
        value, low, high = estimate(lambda each: _threshold(each, typical), bank_weights, without_each)
        risk = _rounded(Estimate(value, max(0.0, low), min(1.0, high)))
    places = [game.places for game in games]
    return Ghost(
        person=person,
        fitted_to=len(games),
        risk=risk,
        banking=_preference(banks, bank_weights, without_each),
        placing=_preference(places, *_fit(places, len(PLACE_FIGURES))),
    )


def _fit(games: Sequence[Sequence[Choice]], width: int) -> tuple[Figures, tuple[Figures, ...]]:
    """Returns the weights, and for each game those without it."""
    weights = fit_weights([choice for game in games for choice in game], width)
    return weights, leave_out_each(games, weights)


def _preference(games: Sequence[Sequence[Choice]], weights: Figures, without_each: tuple[Figures, ...]) -> Preference:
    estimates = (_rounded(estimate(itemgetter(n), weights, without_each)) for n in range(len(weights)))
    foretold = agreement(games, weights)
    return Preference(tuple(estimates), Agreement(foretold.decisions, *_rounded(Estimate(*foretold[1:]))))


def _rounded(found: Estimate) -> Estimate:
    return Estimate(*(round(each, DIGITS) for each in found))


def _values(preference: Preference) -> Figures:
    return tuple(weight.value for weight in preference.weights)


def decisions(record: AnyRecord, seat: Seat) -> Decisions:
    """Returns what a seat decided in a game of Claim It!; what was taken back does not count."""
    banks, places = list[Choice](), list[Choice]()
    for before, after in zip(record.timeline, record.timeline[1:], strict=False):
        state, event = before.state, after.event
        if state.turn != seat:
            continue
        if state.phase is Phase.CHOOSE and isinstance(event, Bank | Roll):
            banks.append(Choice(bank_options(state), int(isinstance(event, Roll))))
        elif state.phase is Phase.PLACE and isinstance(event, Place):
            fields, options = place_options(state)
            if len(fields) > 1:
                places.append(Choice(options, fields.index(event.field)))
    return Decisions(tuple(banks), tuple(places))


def bank_options(state: State) -> tuple[Figures, Figures]:
    """Returns the figures of banking, and of rolling again."""
    stake, own = at_risk(state), state.fields[state.turn]
    growth = mine_size(own | marks(state)) - mine_size(own)
    figures = (1.0, 10 * bust(state) / ROLLS, stake.fields, stake.goldclaims, growth, float(bool(state.last_round)))
    return figures, (0.0,) * len(figures)


def place_options(state: State) -> tuple[tuple[Field, ...], tuple[Figures, ...]]:
    """Returns the usable fields, the lowest number first, and the figures of each."""
    stones, mine = legal(state), state.fields[state.turn] | marks(state)
    size, others = mine_size(mine), sum(state.fields) & ~state.fields[state.turn]
    options = []
    for field, stone in stones.items():
        here = 1 << field
        figures = (
            float(stone == OWNERSHIP_STONE),
            float(bool(others & here)),
            mine_size(mine | here) - size,
            0.0 if mine & here else group_around(here, mine | here).bit_count() - 1,
            10 * bust(apply(state, Place(field))) / ROLLS,
        )
        options.append(figures)
    return tuple(stones), tuple(options)


def bust_chance_to_bank(weights: Figures, typical: Figures) -> float | None:
    """Returns the bust chance, 0 to 1, from which on banking is likelier than rolling; None: there is none, or hardly.

    Args:
        weights: how much each of `BANK_FIGURES` counts.
        typical: the figures otherwise, such as their means over a person's decisions.
    """
    chance = _threshold(weights, typical) if weights[1] >= LEAST_SLOPE else -1.0
    return chance if 0 <= chance <= 1 else None


def _threshold(weights: Figures, typical: Figures) -> float:
    """Returns the bust chance at which banking and rolling are as likely; below 0 or above 1 it means nothing."""
    rest = sum(weight * figure for n, (weight, figure) in enumerate(zip(weights, typical, strict=True)) if n != 1)
    return -rest / weights[1] / 10
