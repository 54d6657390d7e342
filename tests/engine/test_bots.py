"""The bots: what the contract promises of each, and how they are found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine import claimit
from engine.bot import Bot, BotView, Chance, is_valid_decision
from engine.bots import BOTS, bots_for, find_bot, greenhorn
from engine.claimit.rules import roll
from engine.dice import Draws
from engine.game import Code, Illegal, Seat
from engine.games import GAMES
from engine.registry import find_breach
from tests.engine.claimit_boards import NAMES, drawn, placed, played
from tests.engine.plugged import install

GREENHORN: Bot = greenhorn
EMPTY = "....../....../....../....../....../......"
TABLES = [
    (bot, players, recycle)
    for bot in bots_for("claimit")
    if bot != "marshal"  # takes 20 s a game: test_marshal.py has it decide at each of these tables
    for players in claimit.seats
    for recycle in (False, True)
]
PLUG_IN = """
from engine.bots.greenhorn import decide
name, title, games = "banker", "Banker", ("claimit",)
"""


def turns(bot: Bot, players: int, *, recycle: bool, seed: int = 1) -> Iterator[BotView[claimit.State]]:
    """A game in which every seat is the bot, as it sees each of its decisions; each is checked."""
    random, state = Random(seed), claimit.start(NAMES[:players], Seat(0), {"recycle": recycle})
    for counter in range(4_000):
        view = BotView("claimit", state)
        yield view
        event = bot.decide(view, random.random)
        assert is_valid_decision(claimit, view, event)
        state = claimit.apply(state, event or roll(Draws(bytes([seed] * 32), counter)))
        if claimit.is_over(state):
            return
    raise AssertionError("it does not end")


def given(*numbers: float) -> Chance:
    return iter(numbers).__next__


@pytest.mark.parametrize("bot", BOTS.values(), ids=lambda bot: bot.name)
def test_every_bot_keeps_the_contract(bot: Bot) -> None:
    assert find_breach(bot, Bot) is None
    assert set(bot.games) <= set(GAMES)
    assert find_bot(bot.name, bot.games[0]) is bot


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "recycle"), TABLES)
def test_a_bot_plays_a_whole_game(name: str, players: int, recycle: bool) -> None:
    last = list(turns(BOTS[name], players, recycle=recycle))[-1]
    assert last.state.turns >= players  # whoever calls the last round in the first turn


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name == "marshal" else ()) for name in bots_for("claimit")]
)
def test_a_bot_decides_the_same_again(name: str) -> None:
    bot = BOTS[name]
    views = [view for view, _ in zip(turns(bot, 2, recycle=False), range(8), strict=False)]
    there = [bot.decide(view, Random(number).random) for number, view in enumerate(views)]
    back = [bot.decide(view, Random(number).random) for number, view in reversed(list(enumerate(views)))]
    assert there == back[::-1]
    assert len(set(there)) > 2


def test_greenhorn_rolls_where_a_turn_begins() -> None:
    assert GREENHORN.decide(BotView("claimit", drawn(EMPTY)), given()) is None


def test_greenhorn_places_on_every_usable_field_alike() -> None:
    view = BotView("claimit", played(drawn(EMPTY), "1 2 3"))
    choices = [GREENHORN.decide(view, given(share / 6 + 0.01)) for share in range(6)]
    assert choices == list(claimit.legal_events(view.state))


@pytest.mark.parametrize(("number", "decision"), [(0.0, claimit.Bank()), (0.33, claimit.Bank()), (0.34, None)])
def test_greenhorn_banks_one_time_in_three(number: float, decision: claimit.Bank | None) -> None:
    view = BotView("claimit", placed(drawn(EMPTY), "1/1 w2"))
    assert GREENHORN.decide(view, given(number)) == decision


def test_what_a_bot_may_not_decide_is_seen() -> None:
    begun, rolled = drawn(EMPTY), played(drawn(EMPTY), "1 2 3")
    assert is_valid_decision(claimit, BotView("claimit", begun), None)
    assert not is_valid_decision(claimit, BotView("claimit", begun), claimit.Bank())
    assert not is_valid_decision(claimit, BotView("claimit", rolled), None)
    assert not is_valid_decision(claimit, BotView("claimit", rolled), claimit.Place(claimit.field_at(4, 4)))
    assert not is_valid_decision(claimit, BotView("claimit", rolled), "bank")


@pytest.mark.parametrize(
    ("name", "game"), [("deputy", "claimit"), ("", "claimit"), ("sheriff", "piratenclaim"), ("greenhorn", "chess")]
)
def test_a_bot_that_there_is_not_is_refused(name: str, game: str) -> None:
    with pytest.raises(Illegal, match=r"available: .*\.$") as caught:
        find_bot(name, game)
    assert caught.value.code is Code.BOT


def test_a_plug_in_brings_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "banker_bot.py").write_text(PLUG_IN)
    monkeypatch.syspath_prepend(install(tmp_path, "banker", bots={"banker": "banker_bot"}))
    assert bots_for("claimit")[-1] == "banker"
    assert "banker" not in bots_for("piratenclaim")
    bot = find_bot("banker", "claimit")
    assert len(list(turns(bot, 2, recycle=False))) > 10


def test_a_plug_in_that_is_no_bot_is_told_when_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mute_bot.py").write_text("name, title, games = 'mute', 'Mute', ('claimit',)\n")
    monkeypatch.syspath_prepend(install(tmp_path, "mute", bots={"mute": "mute_bot"}))
    assert "mute" not in bots_for("claimit")
    with pytest.raises(
        Illegal, match=r"^The plug-in mute of the package mute cannot be loaded: it has no decide\.$"
    ) as it:
        find_bot("mute", "claimit")
    assert it.value.code is Code.BOT


@pytest.mark.parametrize("title", ["", "W" * 5000, "\x1b[2J", "{name}", "}"])
def test_a_plug_in_whose_title_cannot_be_shown_is_told(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "loud_bot.py").write_text(f"name, title, games = 'loud', {title!r}, ('claimit',)\ndecide = print\n")
    monkeypatch.syspath_prepend(install(tmp_path, "loud", bots={"loud": "loud_bot"}))
    with pytest.raises(
        Illegal, match=r"cannot be loaded: its title (is not valid as the name of a player|has braces)\.$"
    ):
        find_bot("loud", "claimit")
