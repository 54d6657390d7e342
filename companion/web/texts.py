"""The web page's own texts, from the catalogues of the device."""

from __future__ import annotations

from typing import Any

from companion.core.lineup import SEAT_COLOUR_NAMES
from companion.core.model import TABLES
from companion.locale.translator import N_, Translator
from companion.runtime.keyboard import SHOWN
from companion.runtime.launch_config import Launch

WATCHING = N_("You are watching. To play, ask the host for a link.")
TEXTS = {
    **{button.value: name for button, (name, _) in SHOWN.items()},
    "tools": N_("Tools"),
    "device": N_("Box"),
    "board": N_("Board"),
    "map": N_("Map"),
    "buttons": N_("Buttons"),
    "table": N_("Table"),
    "actions": N_("What you can do"),
    "menu": N_("Menu"),
    "layout": N_("Layout"),
    "dice": N_("Dice"),
    "as column": N_("column {n}"),
    "as row": N_("row {n}"),
    "as stone": N_("stone {n}"),
    "as spare": N_("not needed"),
    "your tile": N_("Your tile"),
    "your hand": N_("Your hand"),
    "whole map": N_("Whole map"),
    "zoom in": N_("Zoom in"),
    "game": N_("Game"),
    "screen": N_("The screen says: {text}"),
    "players": N_("Players"),
    "in this lesson": N_("In this lesson"),
    "log": N_("What happened"),
    "welcome": N_("Welcome"),
    "arrival": N_("Roll. Claim. Bank in time."),
    "arrival roll": N_("Roll"),
    "arrival roll words": N_("Two dice choose the field."),
    "arrival place": N_("Place"),
    "arrival place words": N_("The third gives the number of the stone."),
    "arrival bank": N_("Bank"),
    "arrival bank words": N_("Or roll again and risk a bust. The largest mine wins."),
    "tiles": N_("More games"),
    "watching": WATCHING,
    "watching here": N_("You are watching. To play, open this file with your browser: {file}"),
    "seat": N_("You are {name}."),
    "refused watching": WATCHING,
    "refused token": N_("This link is no longer valid. You are watching."),
    "refused turn": N_("It is not your turn."),
    "refused menu": N_("Only the host can use the menu."),
    "lost": N_("Connection lost, trying again…"),
    "shut": N_("The host no longer lets phones join."),
    "refused": N_(
        "The companion answers, but rejects this page. Are there too many viewers? A proxy must pass on WebSockets, "
        "and the setting web.origins must contain {origin}."
    ),
    "language": N_("Language"),
    "sound": N_("Sound and speech"),
    "theme": N_("Light or dark"),
    "full screen": N_("Full screen"),
    "advice": N_("Tips for beginners"),
    "no undo": N_("Undo"),
    "game menu": N_("Game menu"),
    "turn of": N_("{name}'s turn"),
    "game over": N_("Game over"),
    "player": N_("Player"),
    "of": N_("of {n}"),
    "claim stones left": N_("Claim stones left"),
    "rules": N_("Rules"),
    "short rules": N_("In short"),
    "marks": N_("Letters on the stones"),
    "frame": N_("Frame the fields of {name} here"),
    "column": N_("Column {n}"),
    "row": N_("Row {n}"),
    "on in this game": N_("on in this game"),
    "history": N_("History"),
    "people": N_("People"),
    "no people yet": N_("No named player has finished a game yet."),
    "won of": N_("{wins} of {games} won"),
    "uncounted": N_("Damaged games are not counted: {numbers}"),
    "older": N_("Older games"),
    "share": N_("Share"),
    "dice verified": N_("Dice verified"),
    "tiles verified": N_("Tiles verified"),
    "fixed verified": N_("Not random: fixed secret number"),
    "share picture": N_("Picture"),
    "share record": N_("Record"),
    "share play": N_("BG Stats"),
    "open play": N_("Add to BG Stats"),
    "scan play": N_("Scan this with the phone that has BG Stats. It needs an Internet connection."),
    "no code": N_("These names are too long for a code. Open the link on the phone that has BG Stats."),
    "more people": N_("More people"),
    "invite": N_("Phones"),
    "local": N_("Only this computer can open the page now."),
    "phones": N_("Let phones join"),
    "unreachable": N_("Phones cannot join. Is this computer in a network?"),
    "inviting": N_("Scan the code, choose a seat, and play or watch. With the address alone you can only watch."),
    "join phone": N_("Join with a phone"),
    "scan or open": N_("Scan, or open"),
    "cannot join": N_("Phones cannot join"),
    "done": N_("Done"),
    "tv": N_("Show on a television"),
    "tv shows": N_("display only"),
    "scan to join": N_("Scan this to join the table."),
    "your turn": N_("Your turn"),
    "seat links": N_("Links for single seats"),
    "seat state free": N_("free"),
    "seat state bot": N_("bot"),
    "seat state yours": N_("your seat"),
    "seat state taken": N_("on a phone"),
    "holder free": N_("plays here"),
    "holder bot": N_("bot"),
    "holder taken": N_("on a phone"),
    "take back": N_("Free the seat of {name}"),
    "take back short": N_("Free"),
    "who": N_("Which seat is yours?"),
    "sit here": N_("Sit here"),
    "play as": N_("play as {name}"),
    "on this phone": N_("This phone shows the board and your buttons. It buzzes when it is your turn."),
    "only watch": N_("Just watch"),
    "table chooses": N_("Choices: {choices}. Selected: {chosen}."),
    "host": N_("I am the host"),
    "my computer": N_("This is my computer: keep me as host when the tab is closed."),
    "way back": N_("To be the host again, open the link that the companion printed when it started."),
    "link file": N_("The link is in this file, which only its owner can read. Open it with your browser:"),
    "taken away": N_("You no longer have a seat."),
    "joined watching": N_("You are watching."),
    "no seats": N_("No game yet."),
    "no games": N_("no games yet"),
    "game to come": N_("The finished game is saved. After Done it is in this list."),
    "won by": N_("won by {names}"),
    "no winner": N_("no one"),
    "players of": N_("played by {names}"),
    "scores": N_("Scores"),
    "play on": N_("Continue from here: turn {n}"),
    "story": N_("The game's story"),
    "play": N_("Play"),
    "pause": N_("Pause"),
    "step back": N_("One step back"),
    "step on": N_("One step forward"),
    "back to table": N_("Back to the table"),
    "at the table": N_("At the table: {status}"),
    "damaged": N_("damaged"),
    "joined game": N_("joined in the middle"),
    "damaged game": N_("Game {number} is damaged."),
    "coach": N_("Coach"),
    "thinking": N_("The coach is thinking…"),
    "win chances": N_("Win chances between good players"),
    "chart end": N_("event {n}"),
    "moment": N_("The decisive moment"),
    "mark bust": N_("bust"),
    "mark bank": N_("bank"),
    "mark call": N_("last round"),
    "mark bank Klondike": N_("claim won"),
    "mark call Klondike": N_("end of a round"),
    "mark bank Piratenclaim": N_("discovery"),
    "mark costly": N_("costly decision"),
    "mark decided": N_("decisive moment"),
    "sums": N_("What made the result, in percentage points"),
    "decisions": N_("Cost of decisions"),
    "luck": N_("Luck"),
    "final table": N_("Final table"),
    "fleet": N_("Ships"),
    "no luck": N_("No luck report for this game."),
    "rolls": N_("rolls in all"),
    "busts": N_("busts"),
    "expected": N_("expected busts"),
    "boldest": N_("riskiest successful roll"),
    "close": N_("Close"),
    "more options": N_("More options"),
    "long name": N_("A name has at most {n} letters."),
    "failed": N_("This cannot be shown now."),
    **{f"colour {colour}": colour for colour in SEAT_COLOUR_NAMES},
}
"""The texts by their key, in English, to be translated."""


def rules_texts(_: Translator) -> dict[str, list[dict[str, Any]]]:
    """Returns the rules of every game in one language by its title, with the picture of each section."""
    return {
        table.game.title: [
            {
                "heading": _(section.heading),
                "text": _(section.text),
                "brief": _(section.brief) if section.brief else "",
                "picture": f"rules/{name}/{number}",
                "moments": len(section.moments()) if section.moments else 0,
            }
            for number, section in enumerate(table.rules)
        ]
        for name, table in TABLES.items()
    }


def page_texts(_: Translator, started: Launch) -> dict[str, str]:
    """Returns all texts of the web page in one language; the page fills in their fields."""
    # Directly from the catalog, because the translator would fill in the fields.
    own = {key: _.catalogue.gettext(text) for key, text in TEXTS.items()}
    # The heading of a luck chart contains the game's name of its figure, if the game has odds.
    figures = {name: table.game.luck.figure for name, table in TABLES.items() if table.game.luck is not None}
    headings = {name: _("{figure}, turn by turn", figure=_(figure)) for name, figure in figures.items()}
    charts = {f"course {name}": heading[0].upper() + heading[1:] for name, heading in headings.items()}
    books = {f"rulebook {table.game.title}": _(table.rulebook) for table in TABLES.values() if table.rulebook}
    ways = {"closed": _(started.closed, again=started.again), "silent": _(started.silent, again=started.again)}
    return own | charts | books | ways
