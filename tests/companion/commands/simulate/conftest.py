from pathlib import Path

import pytest

from tests.engine.plug_ins import install


@pytest.fixture
def installed_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_bots(tmp_path, monkeypatch)


CODE = """
from engine.bots import greenhorn
from engine.claimit import Bank, Phase
name, title, games = "banker", "Banker", ("claimit",)
def decide(view, chance):
    return Bank() if view.state.phase is Phase.CHOOSE else greenhorn.decide(view, chance)
"""
LIAR = """
name, title, games = "liar", "Liar", ("claimit",)
def decide(view, chance):
    return None
"""


def install_bots(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installs the bots `banker` and `liar`; `liar` rolls where no roll is allowed."""
    (folder / "banker_bot.py").write_text(CODE)
    (folder / "liar_bot.py").write_text(LIAR)
    monkeypatch.syspath_prepend(install(folder, "bankers", bots={"banker": "banker_bot", "liar": "liar_bot"}))
