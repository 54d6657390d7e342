from companion.core.messages import PageLink


def test_a_link_to_this_computer_only_is_known() -> None:
    for host in ("127.0.0.1", "localhost", "[::1]"):
        assert PageLink(f"http://{host}:8080", ()).is_local, host
    for host in ("192.168.1.27", "box.local", "[fd00::1]"):
        assert not PageLink(f"http://{host}:8080", ()).is_local, host
