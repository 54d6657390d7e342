import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import pytest
from msgspec.structs import replace

from companion.program.view import view
from companion.runtime.journal import Journal
from companion.web.frontend import LinkFile, WebFrontend
from companion.web.room import Room, Viewer
from companion.web.server import listening_sockets
from companion.web.tokens import HOST_GRANT, JOIN_GRANT, SECRET_BYTES, Grant, SeatClaims, Tokens
from engine.game import Seat
from tests.companion.lights.positions import BETWEEN
from tests.companion.pages.sitting import set_up
from tests.companion.web.served import Served

PLAYERS = ("Kim", "Ann", "Lee")
GRANTS = [Grant(), *(Grant(Seat(number)) for number in range(len(PLAYERS)))]
TOKENS = Tokens()


def test_a_token_grants_its_permission() -> None:
    for grant in GRANTS:
        token = TOKENS.token_for(grant, PLAYERS)
        assert TOKENS.grant_of(token, PLAYERS) == grant
        assert Tokens().grant_of(token, PLAYERS) is None, grant


def test_invalid_tokens_are_rejected() -> None:
    for token in [
        "",
        "A" * 22,
        TOKENS.token_for(Grant(), PLAYERS)[:-1],
        TOKENS.token_for(Grant(), PLAYERS) + "A",
        "ü",
        "\ud800",
    ]:
        assert TOKENS.grant_of(token, PLAYERS) is None


def test_a_seat_token_is_invalid_for_another_group() -> None:
    for others in [("Kim", "Ann"), ("Ann", "Kim", "Lee"), ("Kim", "Ann", "Bo"), ("Kim', 'Ann", "Lee"), ()]:
        assert TOKENS.grant_of(TOKENS.token_for(Grant(Seat(0)), PLAYERS), others) is None
        assert TOKENS.grant_of(TOKENS.token_for(Grant(), PLAYERS), others) == Grant()
        assert TOKENS.grant_of(TOKENS.token_for(Grant(Seat(0)), PLAYERS), PLAYERS) == Grant(Seat(0)), others


LINK = "http://127.0.0.1:8765/#abc-DEF_0"


def test_the_secret_is_the_same_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "journal.sqlite.secret"
    secret = Tokens(path).secret
    assert len(secret) == SECRET_BYTES
    assert Tokens(path).secret == secret
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["journal.sqlite.secret"]


def test_the_links_outlive_a_restart_also_in_a_new_folder(tmp_path: Path) -> None:
    journal = tmp_path / "games" / "journal.sqlite"
    with opened_page(journal) as page:
        link = page.host_link
        journal.parent.rename(tmp_path / "moved")
        page.keep_links()
        assert journal.with_name("journal.sqlite.secret").stat().st_mode & 0o777 == 0o600
    with opened_page(journal) as page:
        assert page.host_link.partition("#")[2] == link.partition("#")[2]


@contextmanager
def opened_page(journal: Path) -> Iterator[WebFrontend]:
    with ExitStack() as sockets:
        yield WebFrontend([sockets.enter_context(each) for each in listening_sockets("127.0.0.1", 0)], journal)


def test_an_invalid_secret_is_replaced(tmp_path: Path) -> None:
    for content in [b"", b"x" * (SECRET_BYTES - 1), b"x" * (SECRET_BYTES + 1)]:
        path = tmp_path / "secret"
        path.write_bytes(content)
        path.chmod(0o600)
        assert Tokens(path).secret not in content
        assert len(path.read_bytes()) == SECRET_BYTES, content


def test_a_secret_readable_by_others_is_replaced(tmp_path: Path) -> None:
    for mode in [0o640, 0o604, 0o620, 0o666]:
        path = tmp_path / "secret"
        path.write_bytes(b"x" * SECRET_BYTES)
        path.chmod(mode)
        assert Tokens(path).secret != b"x" * SECRET_BYTES, mode
        assert path.stat().st_mode & 0o777 == 0o600, mode


def test_a_symbolic_link_is_not_followed_to_a_secret(tmp_path: Path) -> None:
    path, chosen = tmp_path / "secret", tmp_path / "chosen"
    chosen.write_bytes(b"x" * SECRET_BYTES)
    chosen.chmod(0o600)
    path.symlink_to(chosen)
    assert Tokens(path).secret != b"x" * SECRET_BYTES
    assert not path.is_symlink()
    assert chosen.read_bytes() == b"x" * SECRET_BYTES


def test_an_unsaved_secret_is_logged_in_one_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "folder").write_text("")
    assert len(Tokens(tmp_path / "folder" / "secret").secret) == SECRET_BYTES
    assert [record.getMessage() for record in caplog.records] == [
        f"the page's links end with this table: {tmp_path}/folder/secret cannot be written: File exists"
    ]


@pytest.mark.parametrize("valid", [True, False])
def test_the_link_is_in_a_file_readable_only_by_its_owner(tmp_path: Path, *, valid: bool) -> None:
    file = LinkFile(tmp_path / "state" / "journal" if valid else None, LINK)
    assert f'url={LINK}"' in file.path.read_text()
    assert file.path.stat().st_mode & 0o777 == 0o600
    file.remove()
    file.remove()
    assert not file.path.exists()


def test_a_second_companion_does_not_remove_the_link_file(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    first = LinkFile(path, LINK)
    with Journal.open(path):
        second = LinkFile(path, "http://127.0.0.1:9/#other")
        assert (LINK in first.path.read_text(), "9/#other" in second.path.read_text()) == (True, True)
        second.remove()
        assert list(tmp_path.glob("*.html")) == [first.path]
    later = LinkFile(path, "http://127.0.0.1:10/#later")  # started before the first ended
    first.remove()
    assert later.path.exists()


def test_the_file_follows_renewed_links(tmp_path: Path) -> None:
    with opened_page(tmp_path / "journal") as page:
        file, old = page.link_file(), page.host_link
        page.issue_link(renewed=True)
        assert old not in file.read_text()
        assert f'url={page.host_link}"' in file.read_text()
        assert file.stat().st_mode & 0o777 == 0o600


PLAYING, OTHER_PLAYERS = ("1 Kim", "1 Ann"), ("2 Kim", "2 Ann")
GREEN, BLUE = Seat(0), Seat(1)


class Phone:
    claim = ""


def room() -> Room:
    made, model = Room(lambda *_: None, lambda: "http://box", Tokens()), set_up(BETWEEN)
    made.broadcaster.show(view(model, 0.0), model)
    return made


def grants(at: Room, *phones: Phone) -> list[Grant | None]:
    token = at.tokens.token_for(JOIN_GRANT, at.broadcaster.group_players)
    return [at.grant_of(token, phone.claim) for phone in phones]


def states(at: Room, phone: Phone) -> list[str]:
    return [seat["state"] for seat in at.seats(phone.claim)][:2]


def test_a_seat_that_a_bot_plays_is_not_offered() -> None:
    at, model = room(), set_up(BETWEEN)
    lineup = model.session.lineup.with_bot(BLUE, "sheriff")
    renamed = replace(model, maybe_session=replace(model.session, lineup=lineup))
    at.broadcaster.show(view(renamed, 0.0), renamed)
    assert states(at, Phone()) == ["free", "bot"]
    phone = Phone()
    phone.claim = at.claim_seat(phone.claim, BLUE)
    assert grants(at, phone) == [JOIN_GRANT]


def test_a_claim_is_valid_for_its_seat_and_group() -> None:
    claims = SeatClaims()
    old = claims.give(BLUE, PLAYING)
    new = claims.give(BLUE, PLAYING)
    assert [claims.seat_of(claim, PLAYING) for claim in (old, new, "", "ü", new[:-1])] == [None, BLUE, None, None, None]
    assert claims.seat_of(new, ("another", *PLAYING[1:])) == BLUE
    assert claims.taken(PLAYING) == {BLUE}
    assert claims.seat_of(new, OTHER_PLAYERS) is None
    assert claims.taken(PLAYING) == set()  # another person has had the seat


def test_claims_outlive_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "journal.seats"
    claims = SeatClaims(path)
    valid, lost = claims.give(GREEN, PLAYING), claims.give(BLUE, PLAYING)
    claims.free(BLUE, PLAYING)
    claims.writer.shutdown()
    again = SeatClaims(path)
    assert [again.seat_of(claim, PLAYING) for claim in (valid, lost)] == [GREEN, None]
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
        assert SeatClaims(path).taken(PLAYING) == set(), content


def test_a_claim_counts_only_together_with_the_join_code() -> None:
    at, phone = room(), Phone()
    phone.claim = at.claim_seat(phone.claim, BLUE)
    players = at.broadcaster.group_players
    assert grants(at, phone, Phone()) == [Grant(BLUE), JOIN_GRANT]
    assert at.grant_of(at.tokens.token_for(HOST_GRANT, players), phone.claim) == HOST_GRANT
    assert at.grant_of(at.tokens.token_for(Grant(GREEN), players), phone.claim) == Grant(GREEN)
    assert at.grant_of("", phone.claim) is None
    old = at.tokens.token_for(JOIN_GRANT, players)
    at.renew_links()
    assert (at.grant_of(old, phone.claim), grants(at, phone)) == (None, [JOIN_GRANT])


def test_a_phone_has_one_seat_at_a_time() -> None:
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
    assert (grants(at, one, other), other.claim) == ([Grant(BLUE), JOIN_GRANT], "")
    assert (states(at, one), states(at, other)) == (["free", "yours"], ["free", "away"])
    at.broadcaster.viewers.add(cast(Viewer, one))
    assert states(at, other) == ["free", "taken"]
    at.broadcaster.viewers.clear()
    at.free_seat(BLUE)
    assert grants(at, one, other) == [JOIN_GRANT, JOIN_GRANT]
    other.claim = at.claim_seat(other.claim, BLUE)
    assert grants(at, one, other) == [JOIN_GRANT, Grant(BLUE)]
    other.claim = at.claim_seat(other.claim, None)
    assert states(at, one) == ["free", "free"]


@pytest.mark.slow
def test_a_viewer_without_permission_cannot_free_or_take_a_taken_seat(tmp_path: Path) -> None:
    with (
        Served(tmp_path / "journal", "--players", "2", "--first", "1") as companion,
        companion.connect(token=companion.token) as host,
    ):
        host.connection.send(json.dumps({"invite": True}))
        join = urlsplit(host.wait_for("invitations")["join"]["link"]).fragment
        with (
            companion.connect(token=join) as phone,
            companion.connect(token=join) as other,
            companion.connect() as stranger,
        ):
            phone.connection.send(json.dumps({"claim": 0}))
            while phone.wait_for("may") != 0:
                pass
            for viewer in (other, stranger):
                for message in ({"take_back": 0}, {"claim": 0}):
                    viewer.connection.send(json.dumps(message))
                viewer.send(press="ok")
                assert viewer.wait_for("refused") == "watching"
            assert companion.frame.page == "turn"
            host.connection.send(json.dumps({"take_back": 0}))
            while phone.wait_for("may") is not None:
                pass
            phone.send(press="ok")
            assert phone.wait_for("refused") == "watching"


def test_between_two_games_every_phone_keeps_its_seat() -> None:
    at, phone, model = room(), Phone(), set_up(BETWEEN)
    phone.claim = at.claim_seat(phone.claim, BLUE)
    left = replace(model, maybe_session=None, last_lineup=model.session.lineup)
    at.broadcaster.show(view(model, 0.0), left)
    assert (at.seats(phone.claim), grants(at, phone)) == ([], [Grant(BLUE)])
