import re
from pathlib import Path

from engine.bot import Bot, BotView

BOTS = Path(__file__).parents[2] / "docs" / "bots.md"


def test_the_members_of_a_bot_and_of_its_view_are_documented() -> None:
    text = BOTS.read_text("utf-8")
    names = [*(name for name in vars(Bot) if not name.startswith("_")), *BotView._fields]
    assert len(names) > 6
    assert [name for name in names if not re.search(rf"`{name}\b", text)] == []
