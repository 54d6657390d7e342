"""The stable public API for tables of plug-ins, which import only this module, `engine.plugin` and their own rules.

The names in this module keep their meaning; the modules that define them may change. A table is an object of a class
that inherits from `Table` (entry point `companion.tables`); its pages inherit from `Page`. `docs/adding-a-game.md` is a
tutorial, and `docs/pig` is a complete game that imports nothing else.
"""

from companion.core.effects import (
    BANK,
    BUST,
    LAST_ROUND,
    PLACE,
    ROLL,
    UNDO,
    WIN,
    WRONG,
    AppendEvent,
    Caption,
    Effect,
    PlayTones,
    Speak,
)
from companion.core.game_session import AnySession, GameSession
from companion.core.lineup import BOX, HOST, SPECTATOR, ViewerKind
from companion.core.model import (
    BoardScreenPage,
    ListScreenPage,
    Model,
    Page,
    Table,
    Transition,
    YesNoPage,
    close,
    closing_keys,
    open_on_top,
    reject_press,
    show,
)
from companion.core.player_names import display_name, list_names, short_name
from companion.core.questions import Answer, Choice, Number, Question, YesNo
from companion.core.snapshot import (
    DEVICE_AXES,
    NUMBERS,
    Axes,
    FieldSnapshot,
    HexSnapshot,
    LayoutSnapshot,
    MapSnapshot,
    Piece,
    PlayerSnapshot,
    ReadingSnapshot,
    RulesSection,
    ShipSnapshot,
    SlotSnapshot,
    Snapshot,
    SpotSnapshot,
    TileSnapshot,
    hex_colour,
)
from companion.lights.composition import AMBER, DARK, WHITE, Lights, Paint, breathe, compose
from companion.locale.translator import N_, Translator, add_catalog
from companion.tables.lesson import LessonPage, Task
from companion.tables.shared_pages import (
    EndGamePage,
    FirstSeatPage,
    GameOverPage,
    OutcomePage,
    PhysicalStepsPage,
    ScoresPage,
    SimpleTable,
    acknowledge,
    announce,
    caption_and_speak,
    finish_game,
    play_again,
    record_event,
    snapshot_before_start,
    winners_sentence,
)
from companion.ui.art import Icon
from companion.ui.canvas import Canvas
from companion.ui.pictures import Dice, Picture, Size
from companion.ui.screen import (
    Announcement,
    Big,
    Block,
    BoxOnly,
    Choices,
    Columns,
    Figure,
    Meter,
    OnDemand,
    Option,
    Row,
    Screen,
    Text,
    TextTable,
    WebOnly,
)
from hardware.device import HEIGHT, LIGHTS, WIDTH, Button, Colour

__all__ = [
    "AMBER", "BANK", "BOX", "BUST", "DARK", "DEVICE_AXES", "HEIGHT", "HOST", "LAST_ROUND", "LIGHTS", "NUMBERS", "N_",
    "PLACE", "ROLL", "SPECTATOR", "UNDO", "WHITE", "WIDTH", "WIN", "WRONG", "Announcement", "Answer", "AnySession",
    "AppendEvent", "Axes", "Big", "Block", "BoardScreenPage", "BoxOnly", "Button", "Canvas", "Caption", "Choice",
    "Choices", "Colour", "Columns", "Dice", "Effect", "EndGamePage", "FieldSnapshot", "Figure", "FirstSeatPage",
    "GameOverPage", "GameSession", "HexSnapshot", "Icon", "LayoutSnapshot", "LessonPage", "Lights", "ListScreenPage",
    "MapSnapshot", "Meter", "Model", "Number", "OnDemand", "Option", "OutcomePage", "Page", "Paint",
    "PhysicalStepsPage", "Picture", "Piece", "PlayTones", "PlayerSnapshot", "Question", "ReadingSnapshot",
    "Row", "RulesSection", "ScoresPage", "Screen", "ShipSnapshot", "SimpleTable", "Size",
    "SlotSnapshot", "Snapshot", "Speak", "SpotSnapshot", "Table", "Task", "Text", "TextTable",
    "TileSnapshot", "Transition", "Translator", "ViewerKind", "WebOnly", "YesNo", "YesNoPage", "acknowledge",
    "add_catalog", "announce", "breathe", "caption_and_speak", "close", "closing_keys", "compose", "display_name",
    "finish_game", "hex_colour", "list_names", "open_on_top", "play_again", "record_event", "reject_press",
    "short_name", "show", "snapshot_before_start", "winners_sentence",
]  # fmt: skip
