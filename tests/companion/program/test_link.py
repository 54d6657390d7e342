from companion.core.messages import PageLink
from companion.pages.link import LinkPage
from companion.program.view import view
from tests.companion.games.shell import Shell


def test_a_link_to_this_computer_only_is_known() -> None:
    for host in ("127.0.0.1", "127.8.0.1", "localhost", "[::1]"):
        assert PageLink(f"http://{host}:8080", ()).is_local, host
    for host in ("192.168.1.27", "box.local", "[fd00::1]", "127.example.org", "localhost.example.org"):
        assert not PageLink(f"http://{host}:8080", ()).is_local, host


def test_the_switch_for_phones_is_named_only_where_there_is_one() -> None:
    for has_switch in (True, False):
        page = LinkPage(PageLink("http://127.0.0.1:8080", (), has_switch=has_switch))
        model = Shell().open().model.with_page_on_top(page)
        assert ("Let phones" in " ".join(view(model, 0.0).text)) is has_switch
