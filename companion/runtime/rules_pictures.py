"""The pictures of the rules: positions played with the rules of the game, and drawn like the board on the web page."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.core.board_picture import Shot, draw_section, draw_shot
from companion.core.game_session import GameSession
from companion.core.lineup import SPECTATOR, LineUp
from companion.core.model import Model
from companion.core.snapshot import RulesSection
from companion.core.table import TABLES, Axes
from companion.lights.composition import SEATS
from companion.locale.translator import SOURCE, translator_for

COLOURS = tuple(seat.colour for seat in SEATS)


def rules_paper(game: str, language: str) -> tuple[str, ...]:
    """Returns the sections of a game's rules to print, each as an SVG document with heading, picture and text."""
    _, sections = translator_for(language), TABLES[game].rules
    return tuple(
        draw_section(shots[-1] if shots else None, axes, _(section.heading), _(section.text))
        for section in sections
        for shots, axes in [_draw(game, section, language)]
    )


@lru_cache(maxsize=64)  # limited, because any viewer can request any picture
def rules_pictures(game: str, number: int) -> tuple[str, ...]:
    """Returns the moments of the picture of a section, each as an SVG document.

    The only text on them are the first letters of two colours, which are the same in all languages.
    """
    sections = TABLES[game].rules if game in TABLES else ()
    drawn = [_draw(game, section, SOURCE) for section in sections[number : number + 1]]
    return tuple(draw_shot(shot, axes) for shots, axes in drawn for shot in shots)


def _draw(game: str, section: RulesSection, language: str) -> tuple[list[Shot], Axes | None]:
    """Returns the moments of a section's picture and the labels of the board; an empty tuple if it has no picture."""
    shots, axes = list[Shot](), None
    for state, below in section.moments() if section.moments else ():
        lineup = LineUp(game, state.players, TABLES[game].game.options, colours=tuple(range(len(state.players))))
        session: GameSession[Any, Any] = GameSession(lineup, bytes(32)).showing(state)
        page = TABLES[game].replay(0.0)
        model = Model(page=page, home=page, game=session, language=language, colours=COLOURS)
        axes = model.page.axes(model)
        shots.append(Shot(TABLES[game].snapshot(model, SPECTATOR), TABLES[game].board(model, 0.0).colours, below))
    if shots and section.lights:
        # For moving lights, the most informative moment.
        lit = (section.lights(COLOURS, at / 4, 0.0).colours for at in range(16))
        shots[-1] = shots[-1]._replace(lights=max(lit, key=lambda colours: sum(map(max, colours))))
    return shots, axes
