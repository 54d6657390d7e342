"""A tile is to be laid: where, and which way round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.model import Model, Step, refuse
from companion.names import shown
from companion.screen.font import DOUBLE
from companion.screen.icons import Icon
from companion.screen.layout import Key, header
from companion.tables.klondike import lights
from companion.tables.klondike.fits import ASKING, Fits
from companion.tables.klondike.play import happen
from companion.tables.klondike.tiles import lying
from companion.words import mark
from engine import klondike
from engine.klondike import PLACES, Rule, claim_name
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from companion.words import Words
    from engine.klondike import State, Tile, Way

MOVES = {Button.LEFT: -1, Button.RIGHT: 1}
TEXT_X = 46
"""Where the words begin, beside the tile."""
RULES = {Rule.NORMAL: mark("it fits"), Rule.ONE_RIGHT: mark("one right end"), Rule.ANY: mark("any tile will do")}


@dataclass(frozen=True, slots=True)
class Roll:
    """The cursor walks over the slots where the tile may lie, one way round and the other."""

    tile: Tile
    cursor: int = 0
    name: ClassVar[str] = "roll"

    def press(self, model: Model, button: Button) -> Step:
        """`left` and `right` choose the slot, `ok` lays the tile; `bank` asks what else might lie there."""
        ways = klondike.ways(model.running.state, self.tile)
        slot, tile = ways[self.cursor]
        match button:
            case Button.LEFT | Button.RIGHT if len(ways) > 1:
                return Step(model.showing(replace(self, cursor=(self.cursor + MOVES[button]) % len(ways))))
            case Button.OK:
                return happen(model, klondike.Lay(slot, tile))
            case Button.BANK:
                return Step(model.opening(Fits(slot)))
            case Button.UNDO:
                return Step(model.back())
            case _:
                return refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """The arrows only where there is a choice."""
        walks = len(klondike.ways(model.running.state, self.tile)) > 1
        return (Icon.LEFT if walks else None, Icon.RIGHT if walks else None, Icon.PLACE, ASKING, Icon.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The tile as it would lie; the slot, large; by which rule, to what effect, and how many chips lie there."""
        _, state = model.words, model.running.state
        ways = klondike.ways(state, self.tile)
        slot, tile = ways[self.cursor]
        count = _("{n} of {all}", n=self.cursor + 1, all=len(ways)) if len(ways) > 1 else ""
        header(canvas, shown(_, state.players[state.turn]), count)
        lying(canvas, 1, 12, slot, tile)
        canvas.text(TEXT_X, 11, PLACES[slot].name, DOUBLE)
        rule = klondike.judge(state, slot, tile)
        lines = (_(RULES[Rule(rule)]), effect(_, state, ways[self.cursor]), chips(_, state, slot))
        for row, line in enumerate(lines):
            canvas.text(TEXT_X, 28 + 8 * row, line)

    def lights(self, model: Model, now: float) -> Lights:
        """The slots blink, the one under the cursor faster, in the colours of the tile's ends."""
        ways = klondike.ways(model.running.state, self.tile)
        return lights.ways(ways, ways[self.cursor], now, model.began)


def effect(_: Words, state: State, way: Way) -> str:
    """What the tile would win there, or spoil."""
    claims = klondike.wins(state, way)
    if claims:
        return _("wins {n}", n=sum(state.claims[claim].chips for claim in claims))
    spoilt = [claim_name(claim) for claim in klondike.spoils(state, way)]
    return _("spoils {claims}", claims=", ".join(spoilt)) if spoilt else _("wins nothing")


def chips(_: Words, state: State, slot: klondike.Slot) -> str:
    """How many chips lie on the claims that the slot touches."""
    return _("chips: {n}", n=" + ".join(str(state.claims[claim].chips) for claim, _end in klondike.ends(slot, (0, 0))))
