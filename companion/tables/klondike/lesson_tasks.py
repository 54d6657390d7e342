"""The lesson of Klondike: its rules of placing in five tasks, each with one tile in hand.

The right places are not stored: the rules compute them when the tasks are created, so a task cannot contradict the
game. Places have the names of the notation; players see them with the letters of their language.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from companion.core.model import Model, Transition
from companion.core.snapshot import SlotSnapshot, Snapshot
from companion.core.table import Axes
from companion.core.viewer_kind import ViewerKind
from companion.lights.composition import Lights
from companion.locale.translator import N_, Translator
from companion.tables.klondike import lights
from companion.tables.klondike.placing import named_slot, slot_place
from companion.tables.klondike.rules import PLAYERS, placed
from companion.tables.klondike.snapshot import layout_alone
from companion.tables.klondike.tiles import slot_name
from companion.tables.lesson import LessonPage, Task, from_a_wrong_one, session_at
from engine import klondike
from engine.klondike import SLOTS, Refusal, Slot, State, Tile, TilePlacement


class TileInHand(NamedTuple):
    """A position, and the tile to place."""

    state: State
    tile: Tile

    def placements(self, slot: Slot) -> tuple[TilePlacement, ...]:
        """Returns the placements of the tile in the slot."""
        return tuple(each for each in klondike.tile_placements(self.state, self.tile) if each[0] == slot)

    def wins(self, slot: Slot) -> bool:
        """Returns whether the tile can win a claim in the slot."""
        return any(klondike.wins(self.state, placement) for placement in self.placements(slot))


def _task(
    question: str,
    held: TileInHand,
    places: str,
    explanation: str,
    is_right: Callable[[TileInHand, Slot], object] = TileInHand.placements,
) -> Task:
    """Returns the task to find the slots where the tile fits or wins; `slots` is separated by blanks."""
    names = tuple(places.split())
    right = frozenset(name for name in names if is_right(held, SLOTS[name]))
    return Task(question, held, right, from_a_wrong_one(names, right), explanation)


TASKS = (
    _task(
        N_("Tile 3·5. Mark all blinking places where it fits."),
        TileInHand(placed("1/1W 3|0 2/1S 5|0 1/2W 5|1 2/2E 6|4"), (3, 5)),
        "1/1E 1/1N 1/1S 2/1N 1/2E",
        N_("Each end shows the digit of its claim. On the rim one end is free."),
    ),
    _task(
        N_("Two claims have the 3, two the 4. Where does 3·4 fit?"),
        TileInHand(placed("1/1S 3|0 3/3N 3|1 1/3N 4|0 3/1S 4|1"), (3, 4)),
        "1/1W 1/1E 2/1S 1/2W 3/3E",
        N_("No digit may come to a third claim."),
    ),
    _task(
        N_("3·5 is placed. At which blinking place does 2·3 fit?"),
        TileInHand(placed("1/1W 3|5 2/1S 5|0 1/2W 6|0"), (2, 3)),
        "1/1N 2/1N 1/1E 1/2N",
        N_("3·5 is placed: one end is enough. The wrong one spoils its claim."),
    ),
    _task(
        N_("All seven tiles with 6 are placed. Where does 0·1 fit?"),
        TileInHand(placed("1/1W 6|6 1/1S 6|0 3/1S 6|1 3/1E 6|2 3/1N 6|3 1/1N 6|4 2/3N 5|6"), (0, 1)),
        "1/2W 1/1E 3/2E 2/1E 1/3E",
        N_("No right tile is left for these claims: any tile fits."),
    ),
    _task(
        N_("Tile 3·4. At which blinking place does it win chips?"),
        TileInHand(placed("1/1W 3|0 1/1S 3|1 1/1E 3|2 3/3N 3|5 3/3E 3|6"), (3, 4)),
        "3/2N 1/1N 2/3E 1/2W",
        N_("The fourth right end wins all chips on the claim."),
        TileInHand.wins,
    ),
)


def _slot_name(_: Translator, place: str) -> str:
    return slot_name(_, SLOTS[place])


def _why_wrong(_: Translator, task: Task, place: str) -> str:
    (state, tile), slot = task.state, SLOTS[place]
    # The two orientations may break different rules, the limit and the digits: explain the limit, the less obvious one.
    found = {klondike.check_placement(state, slot, turned) for turned in (tile, tile[::-1])}
    if task.state.placements(slot):
        reason = _("it wins nothing there") if place in task.places else _("only the blinking places count")
    elif Refusal.FILLED in found:
        reason = _("there is a tile")
    elif Refusal.LIMIT in found:
        reason = _("a third claim would get a digit")
    else:
        reason = _("an end would be wrong")
    return _("Not {place}: {reason}.", place=_slot_name(_, place), reason=reason)


class KlondikeLesson(LessonPage, frozen=True):
    tasks: ClassVar[tuple[Task, ...]] = TASKS
    require_place: ClassVar[Callable[[str], object]] = staticmethod(named_slot)
    why_wrong: ClassVar[Callable[[Translator, Task, str], str]] = staticmethod(_why_wrong)
    place_name: ClassVar[Callable[[Translator, str], str]] = staticmethod(_slot_name)
    name: ClassVar[str] = "klondike_lesson"

    def touch(self, model: Model, place: str) -> Transition:
        return LessonPage.touch(self, model, slot_place(place))

    def lights(self, model: Model, now: float) -> Lights:
        places = [] if self.is_done else [SLOTS[name] for name in self.task.places]
        cursor = None if self.is_done else SLOTS[self.place]
        marked = [SLOTS[name] for name in self.marked]
        return lights.lesson(self.task.state.state, model.colours, now, places=places, marked=marked, cursor=cursor)

    def axes(self, model: Model) -> Axes:
        return lights.AXES  # the lesson may be open without a game

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        """Returns the layout; the places of the task can be marked."""
        _ = model.translate
        shown = layout_alone(model, session_at(klondike, PLAYERS, self.task.state.state), viewer)

        def slot(shown: SlotSnapshot) -> SlotSnapshot:
            # A place that was found shows the tile.
            found = self.task.state.placements(SLOTS[shown.name]) if shown.name in self.marked else ()
            ends = found[0][1] if found else shown.ends
            return replace(shown, ends=ends, use="", usable=self._is_open(shown.name))

        places = tuple(replace(place, use="", usable=self._is_open(place.name)) for place in shown.places)
        return replace(
            self.asking(_, shown),
            places=places,
            layout=shown.layout and replace(shown.layout, slots=tuple(map(slot, shown.layout.slots)), tiles=()),
        )

    def _is_open(self, place: str) -> bool:
        return not self.is_done and place in self.task.places and place not in self.marked
