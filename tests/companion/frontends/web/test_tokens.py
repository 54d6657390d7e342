"""Tokens: who may press."""

import re
from itertools import combinations

import pytest

from companion.frontends.web.room import Grant, Tokens
from engine.game import Seat

PLAYERS = ("Kim", "Ann", "Lee")
PERMITS = [Grant(), *(Grant(Seat(number)) for number in range(len(PLAYERS)))]
TOKENS = Tokens(bytes(32))


@pytest.mark.parametrize("grant", PERMITS)
def test_a_token_gives_the_leave_that_it_was_made_for(grant: Grant) -> None:
    token = TOKENS.token_for(grant, PLAYERS)
    assert TOKENS.grant_of(token, PLAYERS) == grant
    assert Tokens(bytes(31) + b"\1").grant_of(token, PLAYERS) is None


def test_a_token_has_128_bits_that_need_no_quoting_in_a_link() -> None:
    assert all(re.fullmatch("[A-Za-z0-9_-]{22}", TOKENS.token_for(grant, PLAYERS)) for grant in PERMITS)


def test_no_two_tokens_are_alike() -> None:
    assert all(
        TOKENS.token_for(one, PLAYERS)[:8] != TOKENS.token_for(other, PLAYERS)[:8]
        for one, other in combinations(PERMITS, 2)
    )


@pytest.mark.parametrize(
    "token",
    ["", "A" * 22, TOKENS.token_for(Grant(), PLAYERS)[:-1], TOKENS.token_for(Grant(), PLAYERS) + "A", "ü", "\ud800"],
)
def test_nothing_else_is_a_token(token: str) -> None:
    assert TOKENS.grant_of(token, PLAYERS) is None


@pytest.mark.parametrize(
    "others", [("Kim", "Ann"), ("Ann", "Kim", "Lee"), ("Kim", "Ann", "Bo"), ("Kim', 'Ann", "Lee"), ()]
)
def test_a_seat_s_token_is_worth_nothing_among_other_people(others: tuple[str, ...]) -> None:
    assert TOKENS.grant_of(TOKENS.token_for(Grant(Seat(0)), PLAYERS), others) is None
    assert TOKENS.grant_of(TOKENS.token_for(Grant(), PLAYERS), others) == Grant()
    assert TOKENS.grant_of(TOKENS.token_for(Grant(Seat(0)), PLAYERS), PLAYERS) == Grant(Seat(0))
