import re
from dataclasses import fields
from pathlib import Path

from companion.core.table import Table
from engine.bot import Bot, BotView
from engine.game import Game

DOCS = Path(__file__).parents[2] / "docs"
CONTRACTS = {Game: "adding-a-game.md", Table: "adding-a-game.md", Bot: "bots.md"}


def missing(names: list[str], page: str) -> list[str]:
    text = (DOCS / page).read_text("utf-8")
    return [name for name in names if not re.search(rf"`{name}\b", text)]


def test_every_part_of_a_contract_is_documented() -> None:
    for contract, page in CONTRACTS.items():
        names = [name for name in vars(contract) if not name.startswith("_")]
        assert len(names) > 3, (contract, page)
        assert missing(names, page) == []


def test_what_a_bot_sees_is_documented() -> None:
    assert missing([each.name for each in fields(BotView)], "bots.md") == []
