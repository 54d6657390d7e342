import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from msgspec.structs import replace

from companion.frontends.web.room import JOINING, TABLE, Grant, Room, SeatClaims, Tokens
from companion.frontends.web.viewer import parse_client_message
from companion.program.view import view
from engine.game import Seat
from tests.companion.frontends.web.served import Served
from tests.companion.lights.positions import BETWEEN
from tests.companion.pages.sitting import lay

PLAYERS, OTHERS = ("1 Kim", "1 Ann"), ("2 Kim", "2 Ann")
GREEN, BLUE = Seat(0), Seat(1)


class Phone:
    claim = ""


def room() -> Room:
    made, model = Room(lambda *_: None, lambda: "http://box", Tokens()), lay(BETWEEN)
    made.broadcaster.show(view(model, 0.0), model)
    return made


def grants(at: Room, *phones: Phone) -> list[Grant | None]:
    token = at.tokens.token_for(JOINING, at.broadcaster.group_players)
    return [at.grant_of(token, phone.claim) for phone in phones]


def states(at: Room, phone: Phone) -> list[str]:
    return [seat["state"] for seat in at.seats(phone.claim)][:2]


def test_a_seat_that_a_bot_plays_is_not_offered() -> None:
    at, model = room(), lay(BETWEEN)
    lineup = model.session.lineup.with_bot(BLUE, "sheriff")
    renamed = replace(model, game=replace(model.session, lineup=lineup))
    at.broadcaster.show(view(renamed, 0.0), renamed)
    assert states(at, Phone()) == ["free", "bot"]
    phone = Phone()
    phone.claim = at.claim_seat(phone.claim, BLUE)
    assert grants(at, phone) == [JOINING]


def test_a_claim_is_good_for_its_seat_among_those_who_play() -> None:
    claims = SeatClaims()
    old = claims.give(BLUE, PLAYERS)
    new = claims.give(BLUE, PLAYERS)
    assert [claims.seat_of(claim, PLAYERS) for claim in (old, new, "", "ü", new[:-1])] == [None, BLUE, None, None, None]
    assert claims.seat_of(new, OTHERS) is None
    assert (claims.taken(PLAYERS), claims.taken(OTHERS)) == ({BLUE}, set())


def test_claims_outlive_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "journal.seats"
    claims = SeatClaims(path)
    kept, lost = claims.give(GREEN, PLAYERS), claims.give(BLUE, PLAYERS)
    claims.take_back(BLUE, PLAYERS)
    claims.writer.shutdown()
    again = SeatClaims(path)
    assert [again.seat_of(claim, PLAYERS) for claim in (kept, lost)] == [GREEN, None]
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_damaged_file_of_claims_counts_as_none(tmp_path: Path) -> None:
    for content in [
        "",
        "no JSON",
        "[]",
        "{}",
        '{"players":["1 Kim"],"claims":{"x":"y"}}',
        '{"players":3,"claims":{}}',
        "[" * 3000,
    ]:
        path = tmp_path / "journal.seats"
        path.write_text(content)
        path.chmod(0o600)
        assert SeatClaims(path).taken(PLAYERS) == set(), content


def test_claims_that_another_user_may_have_written_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "journal.seats"
    path.write_text(json.dumps({"players": PLAYERS, "claims": {"0": "known"}}))
    found = []
    for mode in (0o666, 0o600):
        path.chmod(mode)
        found.append(SeatClaims(path).seat_of("known", PLAYERS))
    assert found == [None, GREEN]


def test_a_claim_counts_beside_the_join_code_only() -> None:
    at, phone = room(), Phone()
    phone.claim = at.claim_seat(phone.claim, BLUE)
    players = at.broadcaster.group_players
    assert grants(at, phone, Phone()) == [Grant(BLUE), JOINING]
    assert at.grant_of(at.tokens.token_for(TABLE, players), phone.claim) == TABLE
    assert at.grant_of(at.tokens.token_for(Grant(GREEN), players), phone.claim) == Grant(GREEN)
    assert at.grant_of("", phone.claim) is None
    old = at.tokens.token_for(JOINING, players)
    at.renew_links()
    assert (at.grant_of(old, phone.claim), grants(at, phone)) == (None, [JOINING])


def test_a_phone_holds_one_seat_at_a_time() -> None:
    at, phone = room(), Phone()
    seen = []
    for seat in (GREEN, BLUE, BLUE, None):
        phone.claim = at.claim_seat(phone.claim, seat)
        seen.append(states(at, phone))
    assert seen == [["yours", "free"], ["free", "yours"], ["free", "yours"], ["free", "free"]]


def test_a_taken_seat_stays_with_its_phone_until_that_or_the_host_frees_it() -> None:
    at, one, other = room(), Phone(), Phone()
    one.claim = at.claim_seat(one.claim, BLUE)
    other.claim = at.claim_seat(other.claim, BLUE)
    other.claim = at.claim_seat(other.claim, None)
    assert (grants(at, one, other), other.claim) == ([Grant(BLUE), JOINING], "")
    assert (states(at, one), states(at, other)) == (["free", "yours"], ["free", "taken"])
    at.free_seat(BLUE)
    assert grants(at, one, other) == [JOINING, JOINING]
    other.claim = at.claim_seat(other.claim, BLUE)
    assert grants(at, one, other) == [JOINING, Grant(BLUE)]
    other.claim = at.claim_seat(other.claim, None)
    assert states(at, one) == ["free", "free"]


def test_a_phone_that_wants_a_taken_seat_keeps_its_own() -> None:
    at, one, other = room(), Phone(), Phone()
    one.claim = at.claim_seat(one.claim, BLUE)
    other.claim = at.claim_seat(other.claim, GREEN)
    other.claim = at.claim_seat(other.claim, BLUE)
    assert grants(at, one, other) == [Grant(BLUE), Grant(GREEN)]


@pytest.mark.slow
def test_a_stranger_frees_no_seat_and_takes_none_that_is_taken(tmp_path: Path) -> None:
    with (
        Served(tmp_path / "journal", "--players", "2", "--first", "1") as table,
        table.viewer(token=table.token) as host,
    ):
        host.connection.send(json.dumps({"invite": True}))
        join = urlsplit(host.until("invitations")["join"]["link"]).fragment
        with table.viewer(token=join) as phone, table.viewer(token=join) as other, table.viewer() as stranger:
            phone.connection.send(json.dumps({"claim": 0}))
            while phone.until("may") != 0:
                pass
            for viewer in (other, stranger):
                for message in ({"take_back": 0}, {"claim": 0}):
                    viewer.connection.send(json.dumps(message))
                viewer.send(press="ok")
                assert viewer.until("refused") == "watching"
            assert table.frame.page == "turn"
            host.connection.send(json.dumps({"take_back": 0}))
            while phone.until("may") is not None:
                pass
            phone.send(press="ok")
            assert phone.until("refused") == "watching"


def test_between_two_games_nobody_loses_a_seat() -> None:
    at, phone, model = room(), Phone(), lay(BETWEEN)
    phone.claim = at.claim_seat(phone.claim, BLUE)
    left = replace(model, game=None, last_lineup=model.session.lineup)
    at.broadcaster.show(view(model, 0.0), left)
    assert (at.seats(phone.claim), grants(at, phone)) == ([], [Grant(BLUE)])


def test_a_seat_is_named_by_its_number() -> None:
    for text, wish in [
        ('{"claim":1}', ("claim", BLUE, None)),
        ('{"claim":null}', ("claim", None, None)),
        ('{"take_back":0}', ("take_back", GREEN, None)),
        *(
            (text, None)
            for text in (
                '{"claim":true}',
                '{"claim":5}',
                '{"claim":-1}',
                '{"claim":"1"}',
                '{"claim":1.0}',
                '{"take_back":null}',
                '{"take_back":[]}',
                '{"claim":1,"take_back":1}',
                '{"take":1}',
            )
        ),
    ]:
        assert parse_client_message(text) == wish
