"""The map of Piratenclaim as a value, how a cursor moves over it, and the pictures of map, cargo and dice.

A page returns its view of the map as a `View` (`ViewPage.view`); `star_map` adds the pieces. The web page, the
terminal, the screen and the lights get the same value, so they cannot disagree. The 36 lights show one segment, so a
cursor moves over the seven fields of one, and from segment to segment.

The small picture of the whole map shows only the most important piece on each field; the large picture of a segment
shows a disc, or cubes, one pirate and the ships.
"""

from collections.abc import Callable, Container, Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct

from companion.core.messages import UnknownPlaceError
from companion.core.model import Model, Page
from companion.core.player_names import initials
from companion.core.snapshot import HexSnapshot, MapSnapshot, Piece, hex_colour
from companion.lights.composition import AMBER, Lights
from companion.locale.translator import N_, Translator
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.session import PIRATES, contents_words, field_name, own_ship, session_of, ships_at
from companion.ui.art import Art, art
from companion.ui.canvas import BLACK, WHITE, Canvas, Rect
from companion.ui.font import BOLD
from companion.ui.pictures import DIE, Picture, Size, die, in_words, label
from engine import piratenclaim
from engine.piratenclaim import FIELDS, FIELDS_BY_NAME, Cube, Event, Field, Pirate, State, segment_of
from engine.record import Record
from hardware.device import Colour


def parse_place(place: str) -> Field:
    """Returns the field with this name. Raises UnknownPlaceError: no field has this name."""
    if place not in FIELDS_BY_NAME:
        raise UnknownPlaceError("A field is named segment/position, 0/0 to 7/6.")
    return FIELDS_BY_NAME[place]


def field_in_focus(record: Record[State, Event]) -> Field:
    """Returns the field of the newest event of this turn; else of the active player's first ship; else 0/0."""
    # Pages lose their cursor with every event: a page that opens again selects the field of the newest event.
    state = record.state
    for played in reversed(record.timeline):
        if played.state.turns != state.turns:
            break
        field: Field | None = getattr(played.event, "field", None)
        if field is not None:
            return field
        part: int | None = getattr(played.event, "part", None)
        if part is not None and played.state.ledger is not None:
            return piratenclaim.ship_of(played.state, part).field
    return next((ship.field for ship in state.ships if ship.player == state.turn), Field(0))


def ship_in_focus(record: Record[State, Event]) -> piratenclaim.FleetShip:
    """Returns the active player's ship that is proposed for a journey: the one of the newest event, or the first."""
    return own_ship(record.state, field_in_focus(record)) or piratenclaim.ships_of(record.state)[0]


PIRATE_COLOURS = {Pirate.BLACK: "#111111", Pirate.BROWN: "#8a5a2b", Pirate.WHITE: "#ffffff"}
"""The colours of the pieces; a light cannot be brown, so the lights use other colours."""
CUBE_COLOURS = {
    Cube.RED: "#c0101a",
    Cube.ORANGE: "#f07818",
    Cube.YELLOW: "#ffd800",
    Cube.GREEN: "#1a9e3c",
    Cube.BLUE: "#2a5bc8",
    Cube.PURPLE: "#8e44c9",
}
MARKED = hex_colour(AMBER)
DISC = N_("Nothing may enter it or jump over it. A discovery removes it, and a pirate comes.")
"""The effect of a disc; English, to be translated."""


class View(NamedTuple):
    """What a page shows of the map."""

    focus: int | None
    """The segment on the lights; None if they show the dice."""
    cursor: Field | None = None
    marked: frozenset[Field] = frozenset()
    """The available fields, or the fields of a step."""
    shares: Mapping[Field, float] | None = None
    """The probability of a pirate on each field, 0 to 1, without zeros; None if the page does not show it."""
    reasons: Mapping[Field, str] = {}
    """The reasons for marks by field, already translated."""
    moves: tuple[tuple[Field, Field], ...] = ()
    """The origin and the destination of each current move."""
    ways: Mapping[Field, tuple[Field, ...]] = {}
    """The way of a journey to each destination."""


def journeys_view(state: State, origin: Field) -> View:
    """Returns the view of a field with the destinations of a ship there: all open fields."""
    ways = piratenclaim.shortest_paths(state.board, state.discs, origin)
    return View(segment_of(origin), marked=frozenset(ways) - {origin}, ways=ways)


def cursor_view(field: Field) -> View:
    return View(segment_of(field), field)


def focus_view(model: Model) -> View:
    """Returns the view of a page without a cursor: the segment of the field in focus."""
    return View(segment_of(field_in_focus(session_of(model).started_record)))


class ViewPage(Page, frozen=True):
    """A page with a view of the map; by default without a cursor."""

    def view(self, model: Model) -> View:
        return focus_view(model)

    def shown_state(self, model: Model) -> State:
        """Returns the state that the map shows, such as one with discs that are being entered."""
        return session_of(model).state

    def lights(self, model: Model, now: float) -> Lights:
        """Lights the segment; the selected field and the available ones blink."""
        view, state = self.view(model), self.shown_state(model)
        if view.cursor is None:
            return lights.segment(state, model.seat_colours, now, view.focus or 0)
        return lights.selected(state, model.seat_colours, now, model.shown_since, view.cursor, view.marked)


def map_snapshot(model: Model, view: View, state: State | None = None, *, only_focus: bool = False) -> MapSnapshot:
    """Returns the map with this view; `state` replaces the state of the game.

    With `only_focus` the other segments are omitted: the screen draws one, and needs it more often.
    """
    _, on_map = model.translate, session_of(model).state if state is None else state
    # 56 hexes with their words take a millisecond on a laptop: pages that draw one segment need only seven of them.
    hexes = tuple(
        _hex(_, on_map, field, model.seat_colours, view)
        for field in FIELDS
        if not only_focus or segment_of(field) == view.focus
    )
    cursor = "" if view.cursor is None else field_name(view.cursor)
    moves = tuple((field_name(at), field_name(to)) for at, to in view.moves)
    way = () if view.cursor is None else view.ways.get(view.cursor, ())
    origin = [at for at, fields in view.ways.items() if way and not fields]  # the field to which the way is empty
    return MapSnapshot(hexes, view.focus, cursor, moves, tuple(map(field_name, (*origin, *way))))


def _hex(_: Translator, state: State, field: Field, colours: tuple[Colour, ...], view: View) -> HexSnapshot:
    at, system = state.board.coordinates[field], state.systems[field]
    claims = state.ledger.claims if state.ledger else ()
    return HexSnapshot(
        name=field_name(field),
        q=at.q,
        r=at.r,
        segment=segment_of(field),
        holds=contents_words(_, state, field),
        disc=bool(state.discs >> field & 1),
        system=tuple(Piece(CUBE_COLOURS[cube], str(int(cube))) for cube in system or ()),
        pirates=tuple(
            Piece(PIRATE_COLOURS[pirate], _(PIRATES[pirate])[:2]) for pirate in piratenclaim.pirates_at(state, field)
        ),
        ships=tuple(
            Piece(hex_colour(colours[ship.player]), initials(_, state.players)[ship.player])
            for ship in ships_at(state, field)
        ),
        claims=tuple(hex_colour(colours[seat]) for claimed, seat in claims if claimed == field),
        lit=MARKED if field in view.marked else "",
        why=view.reasons.get(field, _(DISC) if state.discs >> field & 1 else ""),
        chance=None if view.shares is None else view.shares.get(field, 0.0),
        steps=len(view.ways.get(field, ())),
    )


class Scale(NamedTuple):
    """The size of the hexes, and the shapes of what is on them."""

    across: int
    """Columns of pixels from one hex to the next in a row; even, because each row is shifted by half a hex."""
    down: int
    """Rows of pixels from one row of hexes to the next."""
    pirate: Art
    ship: Art
    disc: Art
    system: Art
    empty: Art


SCALES = (
    Scale(
        6,
        5,
        pirate=art("#...# .###. .###. #...#"),
        ship=art("..#.. ..#.. .###. #####"),
        disc=art(".###. ##### ##### .###."),
        system=art(".###. .#.#. .#.#. .###."),
        empty=art("..... ..... ..#.."),
    ),
    Scale(4, 3, art("#.# .#."), art(".#. ###"), art("### ###"), art("### #.#"), art("... .#.")),
)
"""The largest scale that fits is used. If even the smallest is too large, only the area around the focus is drawn."""


def _extent(board: MapSnapshot, scale: Scale) -> Rect:
    """Returns the area of the hexes from the corner of 0/0, with a free column and row on the right and below."""
    lefts, tops = zip(*(_corner(field, scale) for field in board.hexes), strict=True)
    return Rect(min(lefts), min(tops), max(lefts) + scale.across + 1, max(tops) + scale.down + 1)


def _corner(field: HexSnapshot, scale: Scale) -> tuple[int, int]:
    return scale.across * field.q + scale.across // 2 * field.r, scale.down * field.r


def _fits(extent: Rect, box: Rect) -> bool:
    return extent.width <= box.width and extent.height <= box.height


def _places(board: MapSnapshot, scale: Scale, box: Rect) -> dict[str, tuple[int, int]]:
    """Returns the upper left corner of each hex inside the box, by its name; the map or its focus is centred."""
    extent = _extent(board, scale)
    if not _fits(extent, box):
        focus = tuple(field for field in board.hexes if field.segment == board.focus) or board.hexes
        extent = _extent(MapSnapshot(focus), scale)
    right = (box.left + box.right - extent.left - extent.right) // 2
    below = (box.top + box.bottom - extent.top - extent.bottom) // 2
    corners = {field.name: _corner(field, scale) for field in board.hexes}
    moved = {name: (x + right, y + below) for name, (x, y) in corners.items()}
    return {
        name: (x, y)
        for name, (x, y) in moved.items()
        if box.left <= x < box.right - scale.across and box.top <= y < box.bottom - scale.down
    }


def _draw_field(canvas: Canvas, field: HexSnapshot, x: int, y: int, scale: Scale, *, inverse: bool) -> None:
    if inverse:
        canvas.fill(Rect(x, y, x + scale.across + 1, y + scale.down + 1))
    ink = BLACK if inverse else WHITE
    if field.pirates or field.ships:
        drawing = scale.pirate if field.pirates else scale.ship
    elif field.disc:
        drawing = scale.disc
    else:
        drawing = scale.system if field.system else scale.empty
    canvas.art(x + 1, y + 1, drawing, ink=ink)
    if field.lit:
        canvas.fill(Rect(x + 1, y + scale.down, x + scale.across, y + scale.down + 1), ink)


def _contour(corners: Iterable[tuple[int, int]], scale: Scale) -> list[tuple[int, int]]:
    """Returns the pixels around connected hexes, in the columns and rows that are free between hexes."""
    covered = {
        (x + right, y + below)
        for x, y in corners
        for right in range(scale.across + 1)
        for below in range(scale.down + 1)
    }
    around = [(right, below) for right in (-1, 0, 1) for below in (-1, 0, 1)]
    return [(x, y) for x, y in covered if any((x + right, y + below) not in covered for right, below in around)]


HEX_PX, SLOPE, DOWN = 21, 5, 15
"""In pixels: the width and height of a hex, the rows of a slope, and the rows from one row of hexes to the next."""
ACROSS = HEX_PX - 1
"""Columns from one hex to the next; neighbours share their edge."""
SEGMENT_WIDTH, SEGMENT_HEIGHT = 3 * ACROSS + 1, 2 * DOWN + HEX_PX
FULL = art(".#####. ####### #..#..# .#####. .#.#.#.")
HALF = art(".####.. #####.# #..#..# .###.#. .#.#.#.")
HOLLOW = art(".#####. #.....# #.#.#.# .#...#. .#.#.#.")
"""A pirate, by the brightness of its colour."""
CROWD = art("..##### .#....# #####.# #..#.#. .#####. .#.#.#.")
"""Several pirates on one field, before the conflict is resolved."""
SKULLS = {PIRATE_COLOURS[Pirate.BLACK]: HOLLOW, PIRATE_COLOURS[Pirate.BROWN]: HALF, PIRATE_COLOURS[Pirate.WHITE]: FULL}
HULL = art("....... #######")
INVERSE = str.maketrans("#.", ".#")


def _shape(inset: int) -> frozenset[tuple[int, int]]:
    """Returns the pixels of a hex from its upper left corner, smaller by some rows and columns at each side."""
    middle = HEX_PX // 2
    slope = middle // SLOPE  # columns per row
    return frozenset(
        (x, y)
        for y in range(inset, HEX_PX - inset)
        for x in range(HEX_PX)
        if abs(x - middle) <= min(middle - inset, slope * (min(y, HEX_PX - 1 - y) - inset))
    )


HEX = _shape(0)
EDGE = frozenset((x, y) for x, y in HEX if not {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} <= HEX)
THICK_EDGE = EDGE | {(x + right, y + down) for x, y in EDGE for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))} - HEX
SIDES = frozenset((x, y) for x in (2, HEX_PX - 3) for y in range(SLOPE + 1, HEX_PX - 1 - SLOPE))
DISC_PIXELS = _shape(3)


def _pieces(field: HexSnapshot) -> list[tuple[Art, int, int]]:
    """Returns the pieces on a field, and their offsets from the hex's upper left corner: cubes on the left."""
    if field.disc:
        return []
    if field.chance is not None:
        return _centred([label(f"{100 * field.chance:.0f}")]) if field.chance else []
    right = [CROWD] if len(field.pirates) > 1 else [SKULLS[pirate.colour] for pirate in field.pirates]
    if field.ships:
        letters = [ship.label[:1] for ship in field.ships]
        # A hull has room for two letters; a plus sign represents more ships.
        shown = label("".join(letters if len(letters) < 3 else [letters[0], "+"]))
        right.append((*(row.center(len(HULL[0]), ".") for row in shown), *HULL))
    if right:
        between = "." * len(right[0][0])
        right = [tuple(row for drawing in right for row in (between, *drawing))[1:]]  # as one column
    return _centred([*_cubes(field.system), *right] or [label(field.name.rpartition("/")[2])])


def _centred(columns: list[Art]) -> list[tuple[Art, int, int]]:
    column = (HEX_PX - sum(len(drawing[0]) + 1 for drawing in columns) + 1) // 2
    placed = []
    for drawing in columns:
        placed.append((drawing, column, (HEX_PX - len(drawing)) // 2))
        column += len(drawing[0]) + 1
    return placed


def _cubes(system: tuple[Piece, ...]) -> list[Art]:
    """Returns the stack, the lower cube at the bottom, a dark figure on each, and a notch between two."""
    rows: list[str] = []
    for cube in reversed(system):
        figure = [row.translate(INVERSE) for row in label(cube.label)]
        rows += [".###." if rows else "#####", *(f"#{row}#" for row in figure)]
    return [(*rows, "#####")] if rows else []


TIP_PX = 5
"""A map begins this number of pixels further left, in the gap after the words there: only its tip reaches that far."""


class Segment(Picture, Struct, frozen=True):
    """The segment in focus: the selected field has a thick edge, marked fields have double sides.

    Probabilities are written in the fields as percentages.
    """

    board: Callable[[], MapSnapshot]
    """Creates the map when it is drawn, as its words take milliseconds. Called more than once, so it should cache."""

    @property
    def size(self) -> Size:
        return Size(SEGMENT_WIDTH - TIP_PX, SEGMENT_HEIGHT)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        board = self.board()
        fields = [field for field in board.hexes if field.segment == board.focus]
        # The selected field comes last: its edge overlaps its neighbours.
        for field in sorted(fields, key=lambda field: field.name == board.cursor):
            # Steps from the centre, `fields[0]`; a step down is half a field to the right.
            right, down = field.q - fields[0].q, field.r - fields[0].r
            left = x - TIP_PX + ACROSS * (right + 1) + ACROSS // 2 * down
            top = y + DOWN * (down + 1)
            edge = THICK_EDGE if field.name == board.cursor else EDGE
            for pixels in (edge, *([SIDES] if field.lit else []), *([DISC_PIXELS] if field.disc else [])):
                canvas.points((left + column, top + row) for column, row in pixels)
            for drawing, column, row in _pieces(field):
                canvas.art(left + column, top + row, drawing)


class Overview(Picture, Struct, frozen=True):
    """The whole map, small, to be shown next to words.

    The segment in focus has a contour, the selected field is inverse, and marked fields are underlined.
    """

    board: Callable[[], MapSnapshot]
    """As in `Segment`."""

    @property
    def size(self) -> Size:
        return Size(61 - TIP_PX, 46)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        board, box = self.board(), Rect(x - TIP_PX, y, x + self.size.width, y + self.size.height)
        scale = next((each for each in SCALES if _fits(_extent(board, each), box)), SCALES[-1])
        places = _places(board, scale, box)
        for field in board.hexes:
            if field.name in places:
                _draw_field(canvas, field, *places[field.name], scale, inverse=field.name == board.cursor)
        focus = [places[field.name] for field in board.hexes if field.segment == board.focus and field.name in places]
        canvas.points(_contour(focus, scale))


PILE_PX = 20
"""The columns and rows of a pile of cubes."""


class Cargo(Picture, Struct, frozen=True):
    """Piles of cubes: for each colour a cube with its value, and the number of cubes below it."""

    piles: tuple[tuple[int, int, str], ...]
    """For each pile the value of a cube (1 to 6), the number of cubes, and their name."""
    cursor: int | None = None
    """The value of the selected cubes."""

    @property
    def size(self) -> Size:
        return Size(PILE_PX * 6, PILE_PX)

    @property
    def text(self) -> str:
        values = [value for value, _, _ in self.piles]
        chosen = None if self.cursor is None else values.index(self.cursor)
        return in_words((f"{cubes} {words}" for _, cubes, words in self.piles), chosen)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        for value, cubes, words in self.piles:
            left, top, ink = x + 2 + PILE_PX * (value - 1), y + 1, WHITE
            if value == self.cursor:
                canvas.fill(Rect(left - 2, top - 1, left + 17, top + 19), WHITE, 2)
                ink = BLACK
            figure = [row.translate(INVERSE) for row in label(str(value))]
            width = len(figure[0]) + 4
            drawing = ("#" * width, *(f"##{row}##" for row in figure), "#" * width)
            canvas.art(left + (15 - width) // 2, top, drawing, ink=ink)
            canvas.text(left + 7, top + 9, str(cubes), BOLD, "centre", ink=ink, recorded=f"{cubes} {words}")


DIE_PX, LETTER_PX = 21, 10
"""The columns of a die with its gap, and the rows of the letter above it."""


class LetteredDice(Picture, Struct, frozen=True):
    """Dice of several colours side by side, each below its letter."""

    dice: tuple[int, ...]
    letters: str
    words: tuple[str, ...]
    """The meaning of the letters."""
    solid: Container[int]
    """Which dice are solid; the others are outlined."""

    @property
    def size(self) -> Size:
        return Size(DIE_PX * len(self.dice), LETTER_PX + DIE)

    @property
    def text(self) -> str:
        return ", ".join(f"{words} {face}" for words, face in zip(self.words, self.dice, strict=True))

    def within(self, rows: int) -> Picture | str:
        if self.size.height <= rows:
            return self
        signs = ("[{}{}]" if index in self.solid else "{}{}" for index in range(len(self.dice)))
        return " ".join(map(str.format, signs, self.letters, map(str, self.dice)))

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        for index, (face, letter, words) in enumerate(zip(self.dice, self.letters, self.words, strict=True)):
            left = x + DIE_PX * index
            canvas.text(left + DIE_PX // 2 - 1, y, letter, BOLD, "centre", recorded=words)
            die(canvas, left, y + LETTER_PX, face, solid=index in self.solid)
