"""`verify.html`: one file that checks the dice of a finished game by link or record, without program and network."""

from __future__ import annotations

import hashlib
import json
import re
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from companion.frontends.web.api import LINK_BYTES
from companion.frontends.web.site import verify_page
from companion.runtime.dice_proof import dice_proof
from companion.runtime.journal import Journal
from engine import piratenclaim
from engine.dice import Draws, commitment, dice_key
from engine.fairness import Finding
from engine.game import Finish, Json, Seat, Start
from engine.record import begin, from_lines, to_lines
from tests.companion.program.played import SEED, keep, played
from tests.engine.test_fairness import finding
from tests.engine.test_klondike_dealt import swapped, whole
from tests.fairness.forgeries import forgeries, judge_by_command, read_proof, sound_texts, to_proof, without_novelties
from tests.fairness.mutations import mutations
from tests.fairness.sound_games import record_of, sound_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from playwright.sync_api import Page

    from tests.browser.seat import Seat as SeatAtPage

pytestmark = pytest.mark.slow
FILE = Path(__file__).parents[2] / "companion/frontends/web/static/verify.html"
WORDS = ("Zoë", "ünï🎲")
SEALED = played(words=WORDS).lines


def pirates(**options: Json) -> list[str]:
    """A game of Piratenclaim with discs and rolls that the box drew, its dice sealed."""
    notes = {"commitment": commitment(SEED)}
    start = Start("piratenclaim", ("Green", "Blue"), Seat(0), {**piratenclaim.options, **options}, notes, WORDS)
    record: Any = begin(start)
    for _ in range(2):
        drawn = record.game.draw(record.state, Draws(dice_key(SEED, WORDS), record.drawn_count))
        record = record.play(drawn)
    return [
        *to_lines(record.play(Finish((Seat(0),)))).splitlines(),
        json.dumps({"event": "reveal", "seed": SEED.hex()}),
    ]


def swap_segments(lines: list[str]) -> list[str]:
    """The record with the discs of segment 2 first."""
    discs = json.loads(lines[1])
    return [
        lines[0],
        json.dumps({**discs, "fields": [*discs["fields"][3:6], *discs["fields"][:3], *discs["fields"][6:]]}),
        *lines[2:],
    ]


def verdict(page: Page, lines: list[str], folder: Path) -> str:
    """What the page says of a record in a file."""
    record = folder / "record.jsonl"
    record.write_text("\n".join(lines), encoding="utf-8")
    page.goto(FILE.as_uri())
    page.locator("#file").set_input_files(record)
    expect(page.locator("#verdict")).to_be_visible()
    return page.locator("#verdict").text_content() or ""


def test_the_sha256_beside_the_file_is_that_of_what_the_box_serves() -> None:
    digest = hashlib.sha256(verify_page()).hexdigest()
    assert FILE.with_name("verify.html.sha256").read_text() == f"{digest}  verify.html\n"


@pytest.mark.parametrize("lines", [played().lines, SEALED, pirates()], ids=["plain", "sealed", "discs"])
def test_a_fair_game_is_called_fair_by_its_link_and_by_its_record(page: Page, tmp_path: Path, lines: list[str]) -> None:
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    assert finding(lines) is Finding.FAIR
    assert verdict(page, lines, tmp_path).startswith("Fair: ")
    proof = dice_proof(from_lines(lines))
    assert proof is not None
    link = f"{FILE.as_uri()}#{proof}"
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator("#verdict")).to_have_class("fair")
    for word in WORDS if "words" in json.loads(lines[0]) else ():
        expect(page.locator("#facts")).to_contain_text(f"“{word}”")
    assert {url.partition("#")[0] for url in requested} <= {FILE.as_uri(), "about:blank"}


NOT_FAIR = (
    ([SEALED[0].replace("Zo", "Za"), *SEALED[1:]], "Not fair: line 1: draw 0, counted from 0, must be "),
    ([json.dumps({**json.loads(SEALED[0]), "words": None}), *SEALED[1:]], "This is no record of a game: line 1 is"),
    ([json.dumps({**json.loads(SEALED[0]), "commitment": "0" * 64}), *SEALED[1:]], "Not fair: the seed"),
    ([json.dumps({**json.loads(SEALED[0]), "fair": False}), *SEALED[1:]], "Not fair: the dice were fixed"),
    ([json.dumps({**json.loads(SEALED[0]), "commitment": None}), *SEALED[1:]], "Not fair: the seed"),
    ([json.dumps({**json.loads(SEALED[0]), "first": 0}), *SEALED[1:]], "Not fair: the rolls for who begins do not"),
    (SEALED[:-1], "This game has not told its seed"),
    (SEALED[:-2], "This game is not over"),
    (played(by_hand=True).lines, "Nothing to check: the box drew nothing."),
    (["rubbish"], "This is no record of a game: line 1 is no event of one."),
    ([*SEALED[:1], '{"event": "roll", "dice": []}'], "This is no record of a game: line 2 is no event of one."),
    ([*SEALED[:2], '{"event": "bank"}'], "Not fair: line 3: by the rules of Claim It! this cannot happen there."),
    (SEALED[1:], "This is no record of a game: it has no start."),
    (['{"event":"start","game":"pig","players":["A","B"]}'], "This page does not know the rules of pig"),
    (swap_segments(pirates()), "Not fair: line 2: draw 0, counted from 0, must be 1/"),
)


def test_what_is_not_fair_is_called_so(page: Page, tmp_path: Path) -> None:
    for lines, said in NOT_FAIR:
        found = verdict(page, lines, tmp_path)
        assert found.startswith(said), (said, found)


def test_a_roll_that_was_taken_back_is_counted_as_such(page: Page, tmp_path: Path) -> None:
    lines = [*SEALED[:2], '{"event": "undo"}', *SEALED[1:]]
    assert verdict(page, lines, tmp_path).startswith("Fair: ")
    expect(page.locator("dt:has-text('taken back') + dd")).to_have_text("1")
    page.goto(f"{FILE.as_uri()}#{dice_proof(from_lines(lines))}")
    page.reload()
    expect(page.locator("#verdict")).to_have_class("fair")


def test_a_draw_after_the_seed_was_told_is_found_by_both(page: Page, tmp_path: Path) -> None:
    rolls = [number for number, line in enumerate(SEALED) if json.loads(line)["event"] == "roll"]
    lines = [*SEALED, *['{"event": "undo"}'] * (len(SEALED) - rolls[-1]), *SEALED[rolls[-1] :]]
    assert finding(lines) is Finding.TOLD
    assert verdict(page, lines, tmp_path).startswith("Not fair: the box drew something after")
    page.goto("about:blank")
    page.goto(f"{FILE.as_uri()}#{dice_proof(from_lines(lines))}")
    expect(page.locator("#verdict")).to_contain_text("Not fair: the box drew something after")


def test_the_proof_of_a_usual_game_fits_into_a_code() -> None:
    lines = played(("Green", "Blue", "Orange", "Red", "Violet"), words=("417209",) * 5).lines
    proof = dice_proof(from_lines(lines))
    assert proof is not None
    assert len(f"http://192.168.178.123:8765/verify.html#{proof}") <= LINK_BYTES


def test_the_history_leads_to_the_check(sit: Callable[..., SeatAtPage], tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal") as journal:
        keep(journal, played(words=WORDS))
    page = sit().page
    page.get_by_role("button", name="History").click()
    page.locator("dialog details summary").first.click()
    command_of = page.locator("dialog").get_by_role("button", name="Check the dice")
    command_of.click()
    with page.expect_popup() as opened:
        page.locator("dialog figure a").click()
    expect(opened.value.locator("#verdict")).to_have_class("fair")


@pytest.mark.parametrize(
    ("players", "deal", "sealed"),
    [(2, "", False), (2, "draw", True), (3, "", False), (3, "basic", False), (4, "", True)],
)
def test_a_match_with_dealt_tiles_is_fair_by_its_link_and_by_its_record(
    page: Page, tmp_path: Path, players: int, deal: str, sealed: bool
) -> None:
    lines = [*whole(players, deal, sealed=sealed)]
    lines[3:3] = [lines[3], '{"event": "undo"}']
    assert finding(lines) is Finding.FAIR
    assert verdict(page, lines, tmp_path).startswith("Fair: every tile came from the hand")
    tiles = sum('"place"' in line for line in lines) - ('"place"' in lines[3])
    expect(page.locator("dt:has-text('Tiles checked') + dd")).to_have_text(str(tiles))
    proof = dice_proof(from_lines(lines))
    assert proof is not None
    assert len(f"http://192.168.178.123:8765/verify.html#{proof}") <= LINK_BYTES
    page.goto("about:blank")
    page.goto(f"{FILE.as_uri()}#{proof}")
    expect(page.locator("#verdict")).to_have_class("fair")
    expect(page.locator("dt:has-text('Tiles checked') + dd")).to_have_text(str(tiles))


def test_a_tile_from_another_hand_is_found_by_both(page: Page, tmp_path: Path) -> None:
    lines = swapped(whole(2), 30)
    assert finding(lines) is Finding.HAND
    said = verdict(page, lines, tmp_path)
    assert re.match(r"Not fair: line 31: (Green|Blue) laid \d\|\d in round 2, which the box had not dealt", said)
    page.goto("about:blank")
    page.goto(f"{FILE.as_uri()}#{dice_proof(from_lines(lines))}")
    expect(page.locator("#verdict")).to_contain_text("in round 2, which the box had not dealt")


def judge_by_page(page: Page, items: Iterable[tuple[str, str]]) -> list[str]:
    """What the page's script finds in records and proofs."""
    page.goto(FILE.as_uri())
    read = "examine(() => (kind === 'record' ? fromRecord(text) : fromProof(text))).verdict.finding"
    found: list[str] = page.evaluate(f"(items) => items.map(([kind, text]) => {read})", list(items))
    return found


def test_the_page_finds_every_forgery_as_the_command_does(page: Page) -> None:
    forged, sound = list(forgeries()), list(sound_texts())
    found = judge_by_page(page, [(forgery.kind, forgery.text) for forgery in forged])
    assert [(each.name, what) for each, what in zip(forged, found, strict=True) if what != each.finding] == []
    assert set(judge_by_page(page, sound)) == {"fair"}


def test_the_page_calls_whole_games_of_every_kind_fair(page: Page) -> None:
    items = list[tuple[str, str]]()
    for number in range(150):
        proof = dice_proof(record_of(number)) or ""
        old = to_proof(without_novelties(read_proof(proof)))
        items += [("record", "\n".join(sound_game(number))), ("proof", proof), ("proof", old)]
    assert {what for what, _ in zip(judge_by_page(page, items), items, strict=True) if what != "fair"} <= {"by_hand"}


def test_page_and_command_judge_alike(page: Page) -> None:
    changed = list(mutations(games=100, each=20))
    found = judge_by_page(page, [(each.kind, each.text) for each in changed])
    for each, what in zip(changed, found, strict=True):
        assert what == judge_by_command(each.kind, each.text), each.text
        assert not (what == "fair" and each.draws_changed), each.text


NUMBERS = (
    "1.0",
    "1e0",
    "1e999",
    "[1e999]",
    "-" + "1" * 4000,
    "1" * 4001,
    "[" * 5000 + "]" * 5000,
    "[" * 900 + "]" * 900,
    "1.5",
    "-0",
    '"1e999"',
)
"""What JSON may hold that the two could read differently."""


def test_page_and_command_read_numbers_and_nesting_alike(page: Page) -> None:
    start, roll, *others = SEALED
    dice = json.dumps(json.loads(roll)["dice"])
    proof = json.dumps(read_proof(dice_proof(from_lines(SEALED)) or ""))
    items = list[tuple[str, str]]()
    for number in NUMBERS:
        for changed in (roll.replace(dice, f"[{number}{dice[2:]}"), f'{roll[:-1]}, "note": {number}}}'):
            items.append(("record", "\n".join([start, changed, *others])))
        noted = f'{proof[:-1]}, "back": {number}}}'.encode()
        items.append(("proof", urlsafe_b64encode(noted).decode().rstrip("=")))
    found = judge_by_page(page, items)
    assert found == [judge_by_command(*item) for item in items]
    assert set(found) == {"fair", "syntax"}


def test_what_a_proof_says_was_drawn_is_listed(page: Page) -> None:
    page.goto(f"{FILE.as_uri()}#{dice_proof(from_lines(SEALED))}")
    rolls = [json.loads(line)["dice"] for line in SEALED if '"roll"' in line]
    listed = page.locator("dt:has-text('What the box drew') + dd").text_content() or ""
    assert listed.split(", ")[2:] == [" ".join(map(str, roll)) for roll in rolls]
    page.goto("about:blank")
    page.goto(f"{FILE.as_uri()}#{dice_proof(from_lines(whole(2)))}")
    laid = page.locator("dt:has-text('What was laid') + dd").text_content() or ""
    tiles = ["".join(map(str, json.loads(line)["tile"])) for line in whole(2) if '"place"' in line]
    assert [each for each in laid.split(" ") if each not in "-/"] == tiles


def test_a_match_that_goes_on_after_the_seed_was_told_is_found(page: Page, tmp_path: Path) -> None:
    lines = [*whole(2)]
    lines += ['{"event": "undo"}'] * 2 + lines[-2:]
    assert verdict(page, lines, tmp_path).startswith("Not fair: the box drew something after")
