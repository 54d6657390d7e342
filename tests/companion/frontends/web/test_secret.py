"""The secret of the links: kept for its owner only, and the file that leads a browser to the link."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from companion.frontends.web.frontend import LinkFile, WebFrontend
from companion.frontends.web.listening_sockets import open_sockets
from companion.frontends.web.room import SECRET_BYTES, Tokens
from companion.runtime.journal import Journal

LINK = "http://127.0.0.1:8765/#abc-DEF_0"


def test_the_secret_is_the_same_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "journal.sqlite.secret"
    secret = Tokens(path).secret
    assert len(secret) == SECRET_BYTES
    assert Tokens(path).secret == secret
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["journal.sqlite.secret"]


def test_a_new_secret_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    old = Tokens(path).secret
    tokens = Tokens(path)
    tokens.renew()
    new = tokens.secret
    assert new != old
    assert Tokens(path).secret == new


def test_the_links_outlive_a_restart_also_in_a_folder_that_was_made_anew(tmp_path: Path) -> None:
    journal = tmp_path / "games" / "journal.sqlite"
    with opened_page(journal) as page:
        link = page.whole_link
        journal.parent.rename(tmp_path / "moved")
        page.keep_links()
        assert journal.with_name("journal.sqlite.secret").stat().st_mode & 0o777 == 0o600
    with opened_page(journal) as page:
        assert page.whole_link.partition("#")[2] == link.partition("#")[2]


def test_no_code_is_shown_for_an_address_that_no_phone_reaches(tmp_path: Path) -> None:
    with opened_page(tmp_path / "journal") as page:
        link = page.issue_link(renewed=False)
    assert link.is_local
    assert link.qr_rows == ()


@contextmanager
def opened_page(journal: Path) -> Iterator[WebFrontend]:
    with ExitStack() as sockets:
        yield WebFrontend([sockets.enter_context(each) for each in open_sockets("127.0.0.1", 0)], journal)


def test_what_is_no_secret_is_replaced(tmp_path: Path) -> None:
    for content in [b"", b"x" * (SECRET_BYTES - 1), b"x" * (SECRET_BYTES + 1)]:
        path = tmp_path / "secret"
        path.write_bytes(content)
        path.chmod(0o600)
        assert Tokens(path).secret not in content
        assert len(path.read_bytes()) == SECRET_BYTES, content


def test_a_secret_that_others_may_know_is_replaced(tmp_path: Path) -> None:
    for mode in [0o640, 0o604, 0o620, 0o666]:
        path = tmp_path / "secret"
        path.write_bytes(b"x" * SECRET_BYTES)
        path.chmod(mode)
        assert Tokens(path).secret != b"x" * SECRET_BYTES, mode
        assert path.stat().st_mode & 0o777 == 0o600, mode


def test_a_secret_is_not_looked_for_behind_a_link(tmp_path: Path) -> None:
    path, chosen = tmp_path / "secret", tmp_path / "chosen"
    chosen.write_bytes(b"x" * SECRET_BYTES)
    chosen.chmod(0o600)
    path.symlink_to(chosen)
    assert Tokens(path).secret != b"x" * SECRET_BYTES
    assert not path.is_symlink()
    assert chosen.read_bytes() == b"x" * SECRET_BYTES


def test_a_pipe_in_its_place_keeps_nobody_waiting(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    os.mkfifo(path, 0o600)
    assert Tokens(path).secret == path.read_bytes()


def test_a_secret_that_cannot_be_kept_is_told_in_a_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "folder").write_text("")
    assert len(Tokens(tmp_path / "folder" / "secret").secret) == SECRET_BYTES
    assert [record.getMessage() for record in caplog.records] == [
        f"the page's links end with this table: {tmp_path}/folder/secret cannot be written: File exists"
    ]


@pytest.mark.parametrize("kept", [True, False])
def test_a_link_is_handed_over_in_a_file_for_its_owner_only(tmp_path: Path, *, kept: bool) -> None:
    file = LinkFile(tmp_path / "state" / "journal" if kept else None, LINK)
    assert f'url={LINK}"' in file.path.read_text()
    assert file.path.stat().st_mode & 0o777 == 0o600
    file.remove()
    file.remove()
    assert not file.path.exists()
    assert file.path.parent.exists() is kept


def test_a_second_table_on_the_journal_leaves_the_file_of_the_first(tmp_path: Path) -> None:
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
        file, old = page.link_file(), page.whole_link
        page.issue_link(renewed=True)
        assert old not in file.read_text()
        assert f'url={page.whole_link}"' in file.read_text()
        assert file.stat().st_mode & 0o777 == 0o600
