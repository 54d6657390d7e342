import asyncio
from typing import Any, NamedTuple

from starlette.responses import PlainTextResponse

from companion.web.site import HostGuard, answer_headers

ORIGINS = ("https://games.example.org", "http://pi.lan:8765")


FOR_AN_ADDRESS = (
    "[1.2.3.4]x.evil.com",
    "[::1]x.evil.com:80",
    "[1.2.3.4].evil.com",
    "x[::1]",
    "[[::1]]",
    "127.0.0.1:80:x",
    "[fe80::1%evil.com]",
    "[::1%25evil.com]:80",
)
"""Names that begin or end like an address, and zones, which may be any text."""


class Answer(NamedTuple):
    status: int
    text: str


def answer(
    host: str, origin: str = "", reached: str = "192.168.1.5", language: str = "en", **headers: str
) -> Answer:  # fmt: skip
    guard = HostGuard(PlainTextResponse("the page"), {"box.local"}, ORIGINS, lambda: language)
    fields = {"host": host, **({"origin": origin} if origin else {}), **headers}
    scope: dict[str, Any] = {
        "type": "websocket" if origin else "http",
        "method": "GET",
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in fields.items()],
        "server": (reached, 8765),
        "extensions": {"websocket.http.response": {}},
    }
    sent: list[Any] = []

    async def send(message: Any) -> None:  # noqa: ANN401 - what ASGI sends
        sent.append(message)

    async def receive() -> Any:  # noqa: ANN401
        raise AssertionError("no request here has a body")

    asyncio.run(guard(scope, receive, send))
    return Answer(sent[0]["status"], sent[1]["body"].decode())


def test_requests_to_known_names_and_addresses_are_answered() -> None:
    for host in ["box.local:8765", "192.168.1.5:8765", "games.example.org", "PI.LAN:8765"]:
        assert answer(host) == (200, "the page")


def test_the_rejection_of_a_host_name_names_the_remedy() -> None:
    for name in ["pi.fritz.box", "box.home", "box.lan"]:
        status, text = answer(f"{name}:8765")
        assert status == 421, name
        assert f"does not answer to the name {name}" in text
        assert "http://192.168.1.5:8765/" in text, name
        assert f'"http://{name}:8765"' in text
        assert "web.origins" in text, name


def test_the_rejection_of_a_host_name_names_a_valid_address() -> None:
    for reached, link in [("::ffff:10.0.0.3", "http://10.0.0.3:8765/"), ("127.0.0.1", "http://localhost:8765/")]:
        assert link in answer("pi.home", reached=reached).text


def test_a_host_name_that_looks_like_an_address_is_rejected() -> None:
    for host in ("localhost.evil.example", *FOR_AN_ADDRESS):
        assert answer(host).status == 421, host


def test_a_request_without_a_host_gets_the_address_of_the_page() -> None:
    status, text = answer("")
    assert status == 421
    assert text == "The request has no host name. Open http://192.168.1.5:8765/."


def test_the_rejection_of_a_host_name_is_translated() -> None:
    assert "hört nicht auf den Namen pi.home" in answer("pi.home", language="de").text


def test_a_socket_opens_for_our_own_page_and_for_the_origins_of_the_setting() -> None:
    for host, origin in [
        ("192.168.1.5:8765", "http://192.168.1.5:8765"),
        ("box.local", "https://box.local"),
        ("127.0.0.1:8765", "https://games.example.org"),  # a proxy that does not hand the name on
        ("pi.lan:8765", "http://pi.lan:8765"),
    ]:
        assert answer(host, origin).status == 200


def test_a_socket_of_another_page_is_rejected() -> None:
    for host, origin, forwarded in [
        ("box.local", "http://evil.example", ""),
        ("127.0.0.1:8765", "null", ""),
        ("127.0.0.1:8765", "https://127.0.0.1", ""),
        ("box.local", "http://games.example.org", ""),
        ("box.local", "https://games.example.org.evil.example", ""),
        ("box.local", "https://evil.example", "evil.example"),
    ]:
        headers = {"x_forwarded_host": forwarded, "forwarded": f"host={forwarded}"} if forwarded else {}
        status, text = answer(host, origin, **headers)
        assert status == 403, (host, origin, forwarded)
        assert f'"{origin}"' in text


def test_a_forwarded_host_header_is_ignored() -> None:
    assert answer("evil.example", x_forwarded_host="box.local", forwarded="host=box.local").status == 421


def test_only_the_origins_of_the_setting_may_frame_the_page() -> None:
    assert "frame-ancestors 'none'" in dict(answer_headers())["Content-Security-Policy"]
    headers = dict(answer_headers(ORIGINS))
    assert f"frame-ancestors 'self' {' '.join(ORIGINS)}" in headers["Content-Security-Policy"]
