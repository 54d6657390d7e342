import re

from companion.frontends.web.room import Grant, Tokens
from engine.game import Seat

PLAYERS = ("Kim", "Ann", "Lee")
PERMITS = [Grant(), *(Grant(Seat(number)) for number in range(len(PLAYERS)))]
TOKENS = Tokens()


def test_a_token_gives_the_leave_that_it_was_made_for() -> None:
    for grant in PERMITS:
        token = TOKENS.token_for(grant, PLAYERS)
        assert TOKENS.grant_of(token, PLAYERS) == grant
        assert Tokens().grant_of(token, PLAYERS) is None, grant


def test_a_token_has_128_bits_that_need_no_quoting_in_a_link() -> None:
    assert all(re.fullmatch("[A-Za-z0-9_-]{22}", TOKENS.token_for(grant, PLAYERS)) for grant in PERMITS)


def test_nothing_else_is_a_token() -> None:
    for token in [
        "",
        "A" * 22,
        TOKENS.token_for(Grant(), PLAYERS)[:-1],
        TOKENS.token_for(Grant(), PLAYERS) + "A",
        "ü",
        "\ud800",
    ]:
        assert TOKENS.grant_of(token, PLAYERS) is None


def test_a_seat_s_token_is_worth_nothing_among_other_people() -> None:
    for others in [("Kim", "Ann"), ("Ann", "Kim", "Lee"), ("Kim", "Ann", "Bo"), ("Kim', 'Ann", "Lee"), ()]:
        assert TOKENS.grant_of(TOKENS.token_for(Grant(Seat(0)), PLAYERS), others) is None
        assert TOKENS.grant_of(TOKENS.token_for(Grant(), PLAYERS), others) == Grant()
        assert TOKENS.grant_of(TOKENS.token_for(Grant(Seat(0)), PLAYERS), PLAYERS) == Grant(Seat(0)), others
