import re
from typing import Any

from companion.core.lineup import HOST, SPECTATOR, seat_viewer
from companion.core.model import Model
from companion.pages.attract import ResumePage
from companion.program.description import VisiblePage, describe
from companion.program.view import view
from engine.game import Seat
from hardware.device import Button
from tests.companion.games.app import start_claimit
from tests.companion.pages.klondike import dealt as dealt_tiles
from tests.companion.pages.scenes import scene as play


def described(model: Model) -> dict[str, Any]:
    return describe(VisiblePage(view(model, model.shown_since).text, model), "en", HOST)


def test_the_description_has_the_number_of_rolls_of_the_box() -> None:
    app = start_claimit(Button.OK)
    rolled = described(app.model)
    assert (rolled["draws"], len(rolled["game"]["dice"])) == (1, 3)
    again = [described(app.press(button).model) for button in (Button.OK, Button.UNDO)]
    assert [each["draws"] for each in again] == [1, 1]
    entered = start_claimit(*[Button.OK] * 4, by_hand=True)
    assert (entered.page, described(entered.model)["draws"]) == ("roll", 0)


def test_the_luck_is_shown_once_a_game_with_odds_is_over() -> None:
    for scene, game in [("winner_by_goldclaims", "claimit"), ("winner_chips", None), ("turn_last", None)]:
        luck = described(play(scene))["luck"]
        assert (luck and luck["game"]) == game


def test_the_resume_page_shows_the_suspended_game() -> None:
    for scene, board in (("resume_round", "layout"), ("resume_pirates", "map"), ("resume", "places")):
        left = described(play(scene))
        assert (left["page"], left["shows_screen"], left["form"]["title"]) == ("resume", True, "Resume?")
        assert left["game"][board]
        assert (left["turn"], left["game"]["turn"]) == (None, None)
        assert left["draws"] is None  # nothing was rolled just now, whatever is there
        assert not any(place["usable"] or place["after"] for place in left["game"]["places"])
    layout = described(dealt_tiles(3).with_only_page(ResumePage()))["game"]["layout"]
    assert (len(layout["tiles"]), sum(bool(slot["ends"]) for slot in layout["slots"])) == (0, 3)


def test_pages_of_the_menu_are_described_as_on_the_screen() -> None:
    scores = described(play("scores_2"))["screen"]
    assert (scores["title"], scores["blocks"][0]["heads"]) == ("Scores", ["Scores", "mine", "goldclaims", "fields"])
    fair, link, check, claim = (
        described(play(scene))["screen"]["blocks"]
        for scene in ("info_fair", "info_link", "check_goldclaim", "check_claim_won")
    )
    assert "Before the game" in fair[0]["text"]
    assert (fair[1]["style"], len(fair[1]["text"].replace(" ", ""))) == ("digits", 64)
    assert (len(fair[2]["rows"]), link[2]["type"]) == (29, "code")
    assert re.fullmatch(r"[1-6]/[1-6]: black, \w+", check[0]["text"])
    assert "Won by" in claim[0]["text"]
    shown = VisiblePage(view(play("info_link"), 0.0).text, play("info_link"))
    assert describe(shown, "en", SPECTATOR)["screen"] is None


def test_only_the_host_is_offered_the_menu() -> None:
    model = play("turn_first")
    shown = VisiblePage(view(model, model.shown_since).text, model)
    seat = seat_viewer(Seat(model.session.state.turn))
    assert [describe(shown, "en", viewer)["menu"] for viewer in (HOST, seat, SPECTATOR)] == [True, False, False]
