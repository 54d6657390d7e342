"""A ghost of Claim It! decides as somebody did, and says how sure it is."""

from __future__ import annotations

import random
from functools import cache, partial
from typing import TYPE_CHECKING

import pytest

from engine import claimit
from engine.bot import BotView, can_be_decided
from engine.bot_games import play
from engine.bots import find_bot
from engine.claimit.ghost import (
    BANK_FIGURES,
    PLACE_FIGURES,
    Ghost,
    TooFewGamesError,
    bust_chance_to_bank,
    decisions,
    fit,
    place_options,
)
from engine.dice import Draws
from engine.game import Seat, Undo
from engine.games import GAMES
from engine.record import follow
from tests.engine.claimit_boards import drawn, played

if TYPE_CHECKING:
    from engine.bot import Bot
    from engine.record import AnyRecord

GAME = GAMES["claimit"]
START = {"event": "start", "game": "claimit", "players": ["Kim", "Blue"]}


def record_of(bot: Bot, number: int) -> AnyRecord:
    """A game of a bot, as Kim, against Prospector."""
    record, chance = follow(None, {**START, "first": number % 2}), random.Random(number).random
    bots, key = (bot, find_bot("prospector", "claimit")), number.to_bytes(32, "big")
    while record.state.winners is None:
        event = bots[record.state.turn].decide(BotView("claimit", record.state), chance)
        record = record.play(event or GAME.draw(record.state, Draws(key, record.drawn_count)))
    return record


@cache
def ghost_of(name: str) -> Ghost:
    """The ghost of a bot, from 12 games."""
    bot = find_bot(name, "claimit")
    return fit("Kim", [decisions(record_of(bot, number), Seat(0)) for number in range(12)])


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_ghost_decides_as_its_person_did() -> None:
    ghost, other = ghost_of("prospector"), ghost_of("greenhorn")
    assert ghost.banking.foretold.low > 0.85
    assert ghost.placing.foretold.low > 0.7
    assert other.placing.foretold.share < 0.5
    # Greenhorn banks with a chance of one third, whatever the risk: nobody could foretell more than two thirds.
    assert other.banking.foretold.share == pytest.approx(2 / 3, abs=0.1)
    assert abs(other.banking.weights[1].value) < 0.5 < ghost.banking.weights[1].value


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_ghost_plays_as_well_as_its_person() -> None:
    bots = (ghost_of("prospector"), find_bot("greenhorn", "claimit"))
    chance = random.Random(1).random
    wins = sum(play(GAME, GAME.options, bots, bytes([n]) * 32, chance).winners == (0,) for n in range(20))
    assert wins >= 17


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_ghost_is_a_bot() -> None:
    ghost, state, chance = ghost_of("greenhorn"), record_of(ghost_of("greenhorn"), 99), random.Random(5)
    assert (ghost.name, ghost.title, ghost.games, ghost.fitted_to) == ("ghost:Kim", "Kim's ghost", ("claimit",), 12)
    assert (len(ghost.banking.weights), len(ghost.placing.weights)) == (len(BANK_FIGURES), len(PLACE_FIGURES))
    for step in state.timeline[:-1]:
        view, number = BotView("claimit", step.state), chance.random()
        decided = [ghost.decide(view, partial(float, number)) for _ in range(2)]
        assert decided[0] == decided[1]
        assert can_be_decided(GAME, view, decided[0])


def test_what_was_decided_is_read_from_a_record() -> None:
    record = follow(
        None, START,
        {"event": "roll", "dice": [2, 3, 5]}, {"event": "place", "field": "3/2"}, {"event": "undo"},
        {"event": "place", "field": "5/2"}, {"event": "roll", "dice": [1, 1, 1]}, {"event": "place", "field": "1/1"},
        {"event": "bank"},
        {"event": "roll", "dice": [4, 5, 6]}, {"event": "place", "field": "4/5"}, {"event": "bank"},
    )  # fmt: skip
    kim, blue = (decisions(record, Seat(seat)) for seat in (0, 1))
    assert [choice.chosen for choice in kim.banks] == [1, 0]
    assert [(len(choice.options), choice.chosen) for choice in kim.places] == [(6, 1)]
    assert ([choice.chosen for choice in blue.banks], len(blue.places)) == ([0], 1)
    # Two fields are at stake, and the largest mine would grow from nothing to one.
    (likes, bust, fields, goldclaims, growth, last), roll = kim.banks[1].options
    assert (likes, fields, goldclaims, growth, last) == (1, 2, 0, 1, 0)
    assert bust == pytest.approx(10 * claimit.bust(record.timeline[4].state) / 216)
    assert set(roll) == {0}
    with pytest.raises(ValueError, match=r"at least 10 finished games of Claim It!; there are 1"):
        fit("Kim", [kim])
    assert issubclass(TooFewGamesError, ValueError)
    assert isinstance(record.events[3], Undo)


def test_a_field_has_the_figures_of_what_it_would_bring() -> None:
    state = played(drawn("....../....../....../....../....../gg.b.g", players=2), "1 3 5")
    fields, options = place_options(state)
    assert [claimit.format_field(field) for field in fields] == ["3/1", "5/1", "1/3", "5/3", "1/5", "3/5"]
    # Ownership stone, a rival's field, growth of the largest mine, what it joins.
    assert [option[:4] for option in options[:3]] == [(0, 0, 1, 2), (0, 0, 0, 1), (0, 0, 0, 0)]
    after = claimit.apply(state, claimit.Place(fields[0]))
    assert options[0][4] == pytest.approx(10 * claimit.bust(after) / 216)
    rivals = place_options(played(state, "3/1", "1 1 4"))
    assert dict(zip(rivals[0], rivals[1], strict=True))[claimit.parse_field("4/1")][:4] == (0, 1, 1, 3)
    own = place_options(played(state, "3/1", "1 3 4"))
    assert dict(zip(own[0], own[1], strict=True))[claimit.parse_field("3/1")][:4] == (1, 0, 0, 0)


@pytest.mark.parametrize(
    ("weights", "chance"),
    [
        ((-2, 1, 0, 0, 0, 0), 0.2),
        ((-2, 1, 0.5, 0, 0, 0), 0.1),
        ((-2, -1, 0, 0, 0, 0), None),
        ((-0.4, 0.2, 0, 0, 0, 0), None),
        ((-20, 1, 0, 0, 0, 0), None),
    ],
)
def test_the_risk_at_which_somebody_banks_follows_from_the_weights(
    weights: tuple[float, ...], chance: float | None
) -> None:
    found = bust_chance_to_bank(weights, (1, 3, 2, 0, 0, 0))
    assert found == (chance and pytest.approx(chance))
