"""The sizes of the parts, with where they are from, and the boxes that are made for them; lengths are mm.

"Data sheet" is that of the part which is named. "Assumed" is what makers do differently: measure yours, change it here,
and run `make body` again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from companion.commands.overlay import LABEL_WIDTH_MM
from hardware.device import SIDE

WALL_MM, FLOOR_MM, FACE_MM = 2.4, 2.0, 3.0
"""Six lines of a nozzle of 0.4 mm; ten layers of 0.2 mm; what an arcade button snaps onto (2 to 4 mm)."""
PLAY_MM = 0.3
"""Between two printed parts. Assumed: most printers keep 0.2."""
CORNER_MM = 4.0
"""The radius of the upright edges."""
LATTICE_MM = 2.4
"""The light wall between two fields; the outer walls have half of it."""
HEIGHT_MM = 12.0
"""From the pixels to the diffuser: enough for the light to fill a field of 33 mm."""
STRIP_WIDTH_MM, STRIP_HEIGHT_MM = 12.0, 3.0
"""The passage for a strip of 10 mm, its solder joints and wires."""
DIFFUSER_MM = 0.8
"""Two to four layers of white filament."""
CHANNEL_MM = 6.0
"""Left and right of the light walls: where the wires go from one row to the next."""
TRAY_MM = FLOOR_MM + HEIGHT_MM + DIFFUSER_MM
"""How high the board box is: the diffuser is flush with its rim, so that the board itself may lie on both."""
LEAD_WIDTH_MM, LEAD_HEIGHT_MM = 14.0, 7.0
"""The hole for the lead between the boxes: three wires of 0.75 mm² and a ribbon of five, with their plugs (2.54 mm)."""
JACK_MM, JACK_OUTER_MM, JACK_BEHIND_MM = 12.0, 15.0, 18.0
"""The hole for a socket of 5.5 × 2.1 mm with a thread M12 (DC-022); its nut, and how deep it reaches (assumed)."""
STANDOFF_MM, STANDOFF_WIDTH_MM = 5.0, 6.0
"""Above the base: room for what is soldered under a board."""
BOARDS_MM = 30.0
"""From the base to the ribbon over its plug: 5 of the standoff, 1.6 of the board, 2.5 of the header's plastic, 15 of
the plug with its strain relief (assumed), and 6 to bend the ribbon."""
SCREW_MM, SCREW_HEAD_MM, SCREW_CORE_MM = 3.4, 6.5, 2.5
"""M3: the hole it goes through, its countersunk head (ISO 10642: 6.72 at most, sharp), and the hole it cuts its thread
into, in plastic."""
GAP_MM = 5.0
"""Between two boards, and between a board and a wall."""
POST_MM = 9.0
"""The corner posts of the console, which take these screws."""
FOOT_MM, FOOT_DEEP_MM = 10.4, 1.0
"""A glued foot of rubber, 10 mm."""
TIE_MM = (1.6, 3.4)
"""A slot for a cable tie of 2.5 mm."""
GRILLE_MM, GRILLE_HOLE_MM = 4.5, 2.0
"""Over the buzzer: a disc of up to 27 mm is glued behind it."""


@dataclass(frozen=True)
class Screen:
    """A screen: its glass lies in a pocket behind the face, and a window shows what lights up."""

    glass: tuple[float, float, float]
    lit: tuple[float, float]
    above: float
    """How far the middle of what lights up lies above that of the glass. Assumed: turn the module and see."""
    module: tuple[float, float]
    """Its board. Assumed."""


SCREENS = {
    # Panel UG-2864HSWEG01: 26.70 × 19.26 × 1.42, active area 21.744 × 10.864.
    "0.96": Screen((26.7, 19.26, 1.42), (21.74, 10.86), 2.1, (27.3, 27.8)),
    # Panel of SH1106 modules, 1.3": 34.5 × 23.0 × 1.4, active area 29.42 × 14.7.
    "1.3": Screen((34.5, 23.0, 1.4), (29.42, 14.7), 2.1, (35.4, 33.5)),
    # Panel UG-2864ASWPG01, 2.42": 60.5 × 37.0 × 2.0, active area 55.01 × 27.49.
    "2.42": Screen((60.5, 37.0, 2.0), (55.01, 27.49), 2.4, (72.0, 43.0)),
}


@dataclass(frozen=True)
class Board:
    """A board on standoffs, seen from above; from its corner at the left of the edge that looks to the back."""

    size: tuple[float, float]
    holes: tuple[tuple[float, float], ...]
    core: float
    """The hole for the screw: M2.5 in a Pi, M2 in the perfboard."""
    socket: float | None = None
    """The middle of its supply's socket, along that edge."""
    plugs: float = 0.0
    """Room beside its left edge, for what is plugged in there."""


BOARDS = {
    # Raspberry Pi's mechanical drawings: 65 × 30, holes 58 × 23, each 3.5 from the edges; power 54 from the card's end.
    # The edge with the sockets looks to the back, so the card's end is at the right.
    "zero": Board((65, 30), ((3.5, 3.5), (61.5, 3.5), (3.5, 26.5), (61.5, 26.5)), 2.1, 11.0),
    # 85 × 56, holes 58 × 49, the first 3.5 from the card's end; USB-C 11.2 from there. At the left a
    # USB sound card of 30 has room: no slot of a kiosk is within reach.
    "4": Board((85, 56), ((23.5, 3.5), (81.5, 3.5), (23.5, 52.5), (81.5, 52.5)), 2.1, 73.8, 34.0),
    # 24 × 18 holes of 2.54 mm. The four holes at its corners: assumed, 2 mm from the edges.
    "perfboard": Board((70, 50), ((2, 2), (68, 2), (2, 48), (68, 48)), 1.6),
}
SOCKET_WIDTH_MM, SOCKET_HEIGHT_MM = 14.0, 10.0
"""What the plug of a Pi's supply needs: the mould of a micro USB or USB-C plug, 7 × 12 (assumed)."""


@dataclass(frozen=True)
class Button:
    """A button, or a knob, by the hole it takes."""

    hole: float
    behind: float
    """How deep it reaches behind the face, its solder lugs included."""
    outer: float


BUTTONS = {
    # PBS-33 and its kind: thread M12, nut 17 mm, 24 behind the panel.
    "12": Button(12.2, 25, 18),
    # Sanwa OBSF-24: hole 24 mm; rim 27.5, 30 behind the panel with its plugs.
    "24": Button(24.2, 31, 28),
    # EC11, of which a KY-040 is a module: thread M7 × 0.75; board of the module 26 × 19, the knob 20 (assumed).
    "encoder": Button(7.3, 22, 26),
}


@dataclass(frozen=True)
class Size:
    """One of the boxes in docs/building/parts.md."""

    pitch: float
    screen: str
    controls: tuple[str, ...]
    """The kinds of BUTTONS, from left to right."""
    pi: str = "zero"

    @property
    def board_side(self) -> float:
        """The light walls, from rim to rim."""
        return SIDE * self.pitch

    @property
    def tray_inside(self) -> tuple[float, float]:
        """The board box, from wall to wall."""
        return self.board_side + 2 * CHANNEL_MM, self.board_side + 2 * PLAY_MM

    @property
    def control_pitch(self) -> float:
        """From button to button: as wide as the overlay's labels, or what the widest needs."""
        return max(LABEL_WIDTH_MM, *(BUTTONS[kind].outer + 2 for kind in self.controls))


FIVE = ("12",) * 5
SIZES = {
    "desk": Size(16.7, "0.96", FIVE),
    "table": Size(33.3, "1.3", FIVE),
    "encoder": Size(33.3, "1.3", ("encoder", "12", "12")),
    "kiosk": Size(33.3, "2.42", ("24",) * 5, "4"),
}


def corners(width: float, depth: float) -> Iterable[tuple[float, float]]:
    """Yields the four corners of a rectangle round the middle."""
    return product((-width / 2, width / 2), (-depth / 2, depth / 2))


class Console:
    """Where everything in a console is: from the middle of its base, x to the right, y to the back, z up."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.screen, self.pi, self.perfboard = SCREENS[size.screen], BOARDS[size.pi], BOARDS["perfboard"]
        # Beside a board is a post, or room for what is plugged in.
        beside = max(POST_MM + 1, self.pi.plugs)
        wide = beside + self.pi.size[0] + GAP_MM + self.perfboard.size[0] + POST_MM + 1
        boards = (wide, max(self.pi.size[1], self.perfboard.size[1]))
        row = size.control_pitch * len(size.controls)
        front = max(BUTTONS[kind].outer for kind in size.controls) + 2 * GAP_MM
        self.inside = (max(boards[0], row), front + max(boards[1], self.screen.module[1]) + 2 * GAP_MM)
        # Buttons hang in front of the boards, not over them; only the screen is above both.
        self.height = max(BOARDS_MM + 6, *(BUTTONS[kind].behind + 2 for kind in size.controls))
        self.outside = (self.inside[0] + 2 * WALL_MM, self.inside[1] + 2 * WALL_MM)
        self.back = self.inside[1] / 2
        self.controls_at = [
            ((place - (len(size.controls) - 1) / 2) * size.control_pitch, -self.back + front / 2)
            for place in range(len(size.controls))
        ]
        self.screen_at = (0.0, front / 2)
        self.grille_at = (self.inside[0] / 2 - 26, self.screen_at[1])
        # The Pi's sockets touch the back wall; the perfboard beside it is turned: its screw terminals are there, too.
        left = -boards[0] / 2 + beside
        self.pi_at = (left, self.back - 1.0)
        self.perfboard_at = (left + self.pi.size[0] + GAP_MM, self.back - GAP_MM)
        # The socket for the pixels' supply is above the Pi, where nothing is high; the lead beside its terminal.
        self.jack_at = (left + 0.62 * self.pi.size[0], self.height - 14)
        self.lead_at = self.perfboard_at[0] + 13.4

    @property
    def posts(self) -> list[tuple[float, float]]:
        """The middles of the corner posts."""
        return list(corners(self.inside[0] - POST_MM, self.inside[1] - POST_MM))
