"""Tokens: who may press."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from companion.web.tokens import SEATS, Permit, Tokens

PERMITS = [Permit(), *map(Permit, SEATS)]
TOKENS = Tokens(bytes(32))


@pytest.mark.parametrize("permit", PERMITS)
def test_a_token_gives_the_leave_that_it_was_made_for(permit: Permit) -> None:
    """And for no other secret."""
    token = TOKENS.of(permit)
    assert TOKENS.permit(token) == permit
    assert Tokens(bytes(31) + b"\1").permit(token) is None


def test_a_token_has_128_bits_that_need_no_quoting_in_a_link() -> None:
    """22 letters of six bits."""
    assert all(re.fullmatch("[A-Za-z0-9_-]{22}", TOKENS.of(permit)) for permit in PERMITS)


def test_no_two_tokens_are_alike() -> None:
    """Nobody finds one from another."""
    assert all(TOKENS.of(one)[:8] != TOKENS.of(other)[:8] for one, other in combinations(PERMITS, 2))


@pytest.mark.parametrize("token", ["", "A" * 22, TOKENS.of(Permit())[:-1], TOKENS.of(Permit()) + "A", "ü", "\ud800"])
def test_nothing_else_is_a_token(token: str) -> None:
    """Not even nearly one."""
    assert TOKENS.permit(token) is None
