from itertools import product

from msgspec.structs import replace

from companion.core.game_session import AnySession, GameSession
from companion.core.lineup import BOX as BOX_VIEWER
from companion.core.lineup import LineUp
from companion.core.model import Model, home_lights, table_of
from companion.features.coach import switch
from companion.pages.menu import MenuPage
from companion.program.description import VisiblePage, describe
from companion.program.view import draw_page, view
from companion.tables.claimit.rules import RULES
from engine.game import Seat
from engine.games import GAMES
from tests.companion.lights.positions import BETWEEN
from tests.companion.pages import piratenclaim as pirates
from tests.companion.pages.klondike import played
from tests.companion.pages.sitting import BOX, at_table, pick, press, set_up
from tests.companion.ui.pixels import overlaps


def offers_rules(model: Model) -> bool:
    return "Rules" in [each.label for each in MenuPage().options(model.with_page_on_top(MenuPage()))]


def test_every_section_of_claim_it_has_its_page_and_its_example() -> None:
    model = pick(set_up(BETWEEN), "Rules")
    seen = []
    for place in range(len(RULES)):
        lines = draw_page(model).lines
        head = (RULES[place].heading,) if RULES[place].is_on else ("Rules", f"{place + 1}/{len(RULES)}")
        assert lines[: len(head)] == head
        now = model.shown_since + 0.1
        assert model.page.lights(model, now).colours != home_lights(model, now).colours
        seen.append(lines[len(head)])
        model = press(model, "right")
    assert seen == [section.brief for section in RULES]
    assert draw_page(model).lines[2] == seen[0]
    assert press(model, "ok").page.name == "menu"


def test_every_variant_is_labelled_with_its_state_in_each_language() -> None:
    for language, heading, on in (
        ("en", "Variant: reuse", "on in this game"),
        ("de", "Variante: Recycling", "gilt in diesem Spiel"),
        ("nl", "Variant: hergebruik", "geldt in dit spel"),
    ):
        model = press(pick(set_up(BETWEEN), "Rules"), "left")
        for recycle, coach in product((False, True), (False, True)):
            lineup = replace(model.session.lineup, options={"recycle": recycle})
            session = replace(model.session, lineup=lineup)
            shown = replace(model, language=language, maybe_session=session, saved=not coach)
            canvas = draw_page(switch(shown, coach).model)
            assert (canvas.lines[0], on in canvas.lines, canvas.clipped) == (heading, recycle, ())
            assert overlaps(canvas) == (), "the badges of the coach and of a game that is not saved take room"


def test_every_game_names_its_variants() -> None:
    for game, options, on in (
        ("claimit", {}, []),
        ("claimit", {"recycle": True}, ["Variant: reuse"]),
        ("klondike", {}, []),
        ("klondike", {"deal": "draw", "centre_each_round": True}, ["Variant: stock", "Variant: rich middle"]),
        ("piratenclaim", {}, []),
        (
            "piratenclaim",
            {"roll_first": True, "loot": "by_colour", "spare_ships": 2},
            ["Variant: roll first", "Variant: loot by colour", "Variant: extra ships"],
        ),
        (
            "piratenclaim",
            {"ledger": True},
            ["Ledger", "Ledger: claims"],
        ),
    ):
        lineup = LineUp(game, ("Green", "Blue"), {**GAMES[game].options, **options}, colours=(0, 1))
        session: AnySession = GameSession(lineup, bytes(32))
        model = at_table(session.record_event(session.start_event(Seat(0))))
        assert describe(VisiblePage(view(model, 0.0).text, model), "en", BOX_VIEWER)["variants"] == on
        headings = [section.heading for section in table_of(session).rules if section.is_on]
        assert set(on) <= set(headings)
        assert all(heading.startswith(("Variant: ", "Ledger")) for heading in headings)


def test_the_menu_offers_rules_only_if_the_game_has_them() -> None:
    tables = (set_up(BETWEEN), played(), pirates.played(pirates.PLACED), BOX)
    assert [offers_rules(model) for model in tables] == [True, True, True, False]
