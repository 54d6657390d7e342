"""Tokens: who may press."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from companion.web.tokens import Permit, Tokens
from engine.game import Seat

PLAYERS = ("Kim", "Ann", "Lee")
PERMITS = [Permit(), *(Permit(Seat(number)) for number in range(len(PLAYERS)))]
TOKENS = Tokens(bytes(32))


@pytest.mark.parametrize("permit", PERMITS)
def test_a_token_gives_the_leave_that_it_was_made_for(permit: Permit) -> None:
    """And for no other secret."""
    token = TOKENS.of(permit, PLAYERS)
    assert TOKENS.permit(token, PLAYERS) == permit
    assert Tokens(bytes(31) + b"\1").permit(token, PLAYERS) is None


def test_a_token_has_128_bits_that_need_no_quoting_in_a_link() -> None:
    """22 letters of six bits."""
    assert all(re.fullmatch("[A-Za-z0-9_-]{22}", TOKENS.of(permit, PLAYERS)) for permit in PERMITS)


def test_no_two_tokens_are_alike() -> None:
    """Nobody finds one from another."""
    assert all(TOKENS.of(one, PLAYERS)[:8] != TOKENS.of(other, PLAYERS)[:8] for one, other in combinations(PERMITS, 2))


@pytest.mark.parametrize(
    "token", ["", "A" * 22, TOKENS.of(Permit(), PLAYERS)[:-1], TOKENS.of(Permit(), PLAYERS) + "A", "ü", "\ud800"]
)
def test_nothing_else_is_a_token(token: str) -> None:
    """Not even nearly one."""
    assert TOKENS.permit(token, PLAYERS) is None


@pytest.mark.parametrize(
    "others", [("Kim", "Ann"), ("Ann", "Kim", "Lee"), ("Kim", "Ann", "Bo"), ("Kim', 'Ann", "Lee"), ()]
)
def test_a_seat_s_token_is_worth_nothing_among_other_people(others: tuple[str, ...]) -> None:
    """The table's is."""
    assert TOKENS.permit(TOKENS.of(Permit(Seat(0)), PLAYERS), others) is None
    assert TOKENS.permit(TOKENS.of(Permit(), PLAYERS), others) == Permit()
    assert TOKENS.permit(TOKENS.of(Permit(Seat(0)), PLAYERS), PLAYERS) == Permit(Seat(0))
