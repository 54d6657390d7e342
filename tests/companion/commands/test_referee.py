import json
import subprocess
import sys
from io import BytesIO
from typing import Any

import pytest

from companion.commands.referee import main
from companion.files import LINE_BYTES, read_lines

START = b'{"event":"start","game":"claimit","players":["Green","Blue"]}'
ROLL = b'{"event":"roll","dice":[2,3,5]}'
PLACE = b'{"event":"place","field":"3/5"}'
STATE = b'{"query":"state"}'
PROGRAM = "import sys; from companion.commands.cli import main; sys.exit(main(['referee']))"


def talk(*lines: bytes) -> list[dict[str, Any]]:
    stdout = BytesIO()
    assert main(BytesIO(b"".join(line + b"\n" for line in lines)), stdout) == 0
    return [json.loads(line) for line in stdout.getvalue().splitlines()]


def gist(reply: dict[str, Any]) -> str:
    if "state" in reply:
        return str(reply["state"]["phase"])
    return str(reply["error"]["code"]) if "error" in reply else next(iter(reply))


def test_a_game_is_answered_line_by_line() -> None:
    script = [
        (START, "roll"),
        (b'{"query":"odds"}', "odds"),
        (b'{"event":"bank"}', "phase"),
        (ROLL, "place"),
        (b'{"query":"odds"}', "phase"),
        (b'{"event":"place","field":"2/2"}', "illegal"),
        (PLACE, "choose"),
        (STATE, "choose"),
        (b'{"event":"undo"}', "place"),
        (PLACE, "choose"),
        (b'{"event":"bank"}', "roll"),
        (b'{"event":"reveal","seed":"' + b"00" * 32 + b'"}', "phase"),
    ]
    replies = talk(*(line for line, _ in script))
    assert [gist(reply) for reply in replies] == [expected for _, expected in script]


def test_the_keys_of_a_state_stand_in_the_order_of_the_protocol() -> None:
    (reply,) = talk(START)
    assert list(reply["state"]) == [
        "game", "phase", "turn", "turns", "roll", "busted", "legal", "board", "players", "supply", "last_round",
        "winners",
    ]  # fmt: skip
    assert list(reply["state"]["players"][0]) == ["name", "fields", "goldclaims", "mine", "stones"]


def test_a_query_before_a_start_is_no_game() -> None:
    for query in [b"state", b"odds", b"advise", b"winning"]:
        (reply,) = talk(b'{"query":"' + query + b'"}')
        assert gist(reply) == "no_game", query


def test_an_unknown_query_is_syntax() -> None:
    for lines in [[], [START]]:
        for query in [b'"fly"', b"5", b"null", b"[]", b"{}"]:
            *_, reply = talk(*lines, b'{"query":' + query + b"}")
            assert gist(reply) == "syntax", (lines, query)


def test_a_game_does_not_begin_with_a_name_of_65_letters() -> None:
    start = '{"event":"start","game":"claimit","players":["%s","b"]}'
    assert [gist(reply) for reply in talk((start % ("W" * 65)).encode())] == ["players"]
    assert "state" in talk((start % ("W" * 64)).encode())[0]


def test_an_error_leaves_the_state_as_it_was() -> None:
    before, *_, after = talk(START, b"{", b'{"event":"bank"}', b'{"event":"start"}', b'{"query":"fly"}', STATE)
    assert before == after


def test_rubbish_is_syntax_and_the_game_goes_on() -> None:
    for rubbish in [
        b"",
        b"{",
        b"[" * 60_000,
        b'{"first":' + b"9" * 5_000 + b"}",
        b"\xff\xfe\x00",
        bytes(range(256)).replace(b"\n", b""),
    ]:
        _, complaint, state = talk(START, rubbish, STATE)
        assert (gist(complaint), gist(state)) == ("syntax", "roll"), rubbish


def test_a_line_of_ten_megabytes_gets_one_answer() -> None:
    assert [gist(reply) for reply in talk(START, b"x" * 10_000_000, STATE)] == ["roll", "syntax", "roll"]


def test_an_overlong_line_is_never_held_as_a_whole() -> None:
    long, short = read_lines(BytesIO(b"x" * 1_000_000 + b"\nshort\n"))
    assert (len(long), short) == (LINE_BYTES + 1, b"short")


def test_a_line_of_the_greatest_length_is_read() -> None:
    longest = START[:-1] + b',"note":"' + b"x" * (LINE_BYTES - len(START) - 10) + b'"}'
    assert len(longest) == LINE_BYTES
    assert [gist(reply) for reply in talk(longest, longest.replace(b"note", b"notes"), STATE)] == [
        "roll",
        "syntax",
        "roll",
    ]


def test_the_last_line_needs_no_newline() -> None:
    stdout = BytesIO()
    main(BytesIO(START + b"\n" + STATE), stdout)
    assert stdout.getvalue().count(b"\n") == 2


def test_windows_line_ends_are_read() -> None:
    assert gist(talk(START + b"\r")[0]) == "roll"


@pytest.mark.slow
def test_each_answer_is_there_before_the_next_question() -> None:
    program = PROGRAM.replace("sys.exit(", "status = (") + "; sys.exit(status or 'hardware' in sys.modules)"
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as referee:  # noqa: S603 - our own
        assert referee.stdin is not None
        assert referee.stdout is not None
        for line in (START, ROLL, PLACE):
            referee.stdin.write(line + b"\n")
            referee.stdin.flush()
            assert "state" in json.loads(referee.stdout.readline())
        referee.stdin.close()
        assert referee.wait() == 0


@pytest.mark.slow
def test_a_reader_that_leaves_gets_no_traceback() -> None:
    with subprocess.Popen(  # noqa: S603 - our own
        [sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as referee:
        assert referee.stdin is not None
        assert referee.stdout is not None
        assert referee.stderr is not None
        referee.stdout.close()
        referee.stdin.write(START + b"\n")
        referee.stdin.close()
        assert (referee.wait(), referee.stderr.read()) == (0, b"")
