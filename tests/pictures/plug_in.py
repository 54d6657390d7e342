"""Draws the golden pictures of a plug-in: `make pictures PLUGIN=FOLDER`; look at them before you commit them.

The folder's `scenes.json` names its scenes. Each is a game in the notation, from its start event on, after which
buttons may be pressed: `{"press": "ok"}`, `{"press": "hold undo"}`. The page that is open then is drawn in every
language, and its lights once: `golden/LANGUAGE/SCENE.png`, `golden/lights/SCENE.png`. The plug-in has to be installed.
"""

import json
import sys
from pathlib import Path

from msgspec.structs import replace
from PIL import Image

from companion.core.game_session import replayed_session
from companion.core.model import Model
from companion.locale.translator import languages
from engine.record import from_lines
from tests.companion.pages import scenes
from tests.companion.pages.sitting import at_table, press
from tests.pictures.golden import outdated_files, save


def open_scenes(folder: Path) -> dict[str, Model]:
    opened = {}
    for name, steps in json.loads((folder / "scenes.json").read_text(encoding="utf-8")).items():
        presses = [step["press"] for step in steps if "press" in step]
        events = [json.dumps(step) for step in steps if "press" not in step]
        opened[name] = press(at_table(replayed_session(from_lines(events))), *presses)
    return opened


def pictures(folder: Path) -> dict[Path, Image.Image]:
    golden, opened = folder / "golden", open_scenes(folder)
    screens = {
        golden / language / f"{name}.png": scenes.screen(replace(scene, language=language))
        for language in languages()
        for name, scene in opened.items()
    }
    return screens | {golden / "lights" / f"{name}.png": scenes.lights(scene) for name, scene in opened.items()}


if __name__ == "__main__":
    drawn = pictures(Path(sys.argv[1]))
    for path in outdated_files(drawn):
        path.unlink()
    save(drawn)
