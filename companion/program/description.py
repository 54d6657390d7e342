"""The description of a frame: the screen as text and the game in words, as a pure function of the model."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import to_builtins
from msgspec.structs import replace

from companion.core.lineup import BOX, SPECTATOR, Role, ViewerKind
from companion.core.messages import Chosen, Pressed
from companion.core.model import Model, at_table, table_of
from companion.core.observers import observers_of
from companion.core.questions import Command, FormItem, Text
from companion.core.shown import awaits_announcements, labelled_buttons, model_seen_by, screen_of, shown_snapshot
from companion.core.snapshot import Snapshot, hex_colour
from companion.pages.information import LinkPage
from companion.program.actions import refuse_sender
from companion.program.fields import takes_clicks
from companion.program.view import draw_page
from companion.ui.web import button_json, to_json
from engine.coach import luck_report
from engine.record import AnyRecord
from hardware.device import Button, Press


def describe_luck(record: AnyRecord) -> list[dict[str, Any]]:
    report = luck_report(record)
    seats = report.seats if report else ()
    return [{**seat._asdict(), "boldest": seat.boldest and seat.boldest._asdict()} for seat in seats]


def hides_game(model: Model) -> bool:
    """Returns whether the open page hides the game, as the menu and the scores do, or there is no game."""
    if model.page.has_position:
        return model.page.form(model) is not None  # a question, shown next to its game
    if model.maybe_session is None or not at_table(model):
        return True
    return model.page.hides_game or not (model.page.is_aside or model.page.is_of_game)


class VisiblePage(NamedTuple):
    """An open page: its texts, and the model behind it."""

    text: tuple[str, ...]
    model: Model

    @property
    def shows_secret(self) -> bool:
        """Whether the screen shows a secret: the link whose token permits pressing, or a player's hand."""
        shows_link, model = isinstance(self.model.page, LinkPage), self.model
        return shows_link or model_seen_by(model, BOX).page != model_seen_by(model, SPECTATOR).page

    def has_same_description(self, other: VisiblePage | None) -> bool:
        """Returns whether both have the same description. Games are compared by identity: a record is long."""
        if other is None or self.text != other.text or self.model.maybe_session is not other.model.maybe_session:
            return False
        # What else the description depends on: preferences, and the observers' values.
        model, before = self.model, other.model
        return all(
            getattr(model, name) == getattr(before, name)
            for name in ("page", "view", "language", "guide", "sound", "brightness", "observer_values")
        )


def _describe_buttons(model: Model, game: Snapshot | None, viewer: ViewerKind) -> dict[str, Any]:
    """Returns the buttons that this viewer may press, in words, or for whom the viewer waits."""
    press, hold = (Pressed(Press(Button.UNDO, held=held), model.now, viewer) for held in (False, True))
    if refuse_sender(model, press) is None:
        labelled = labelled_buttons(replace(model, sender=viewer))
        buttons = [button_json(button, option) for button, option in labelled.items()]
        return {"buttons": buttons, "menu": refuse_sender(model, hold) is None, "waits_for": ""}
    waits_for = ""
    if game is not None and game.turn is not None:
        acting = game.players[game.turn].name
        waits_for = model.translate("{name} is playing.", name=acting)
        # A page's own position may have other players.
        if viewer.seat is not None and viewer.seat != game.turn and not model.page.has_position:
            own = game.players[viewer.seat].name
            waits_for = model.translate("You are {own}. {name} is playing.", own=own, name=acting)
    return {"buttons": [], "menu": False, "waits_for": waits_for}


def describe(shown: VisiblePage, language: str, viewer: ViewerKind) -> dict[str, Any]:
    """Returns the description for one kind of viewer, as JSON, all of it in the viewer's language."""
    seen = model_seen_by(shown.model, viewer)  # without what is secret from this viewer
    model = replace(seen, language=language)
    session = model.maybe_session if at_table(model) else None
    # A page with a position of its own, such as a replay, shows nothing of the game in progress.
    live_session = None if model.page.has_position else session
    game = shown_snapshot(model, viewer)
    luck = list[dict[str, Any]]()
    if game is not None and live_session is not None and live_session.is_over and not awaits_announcements(model):
        luck = describe_luck(live_session.started_record)
        if not any(player.rank for player in game.players):
            winners = live_session.state.winners or ()
            game = replace(
                game, players=tuple(replace(each, rank=int(n in winners)) for n, each in enumerate(game.players))
            )
    is_as_on_box = language == seen.language and seen.page == model_seen_by(shown.model, BOX).page
    text = shown.text if is_as_on_box else draw_page(model).lines
    # The texts on the screen contain the link, which permits pressing: only the host gets them.
    is_secret = isinstance(seen.page, LinkPage) and viewer.role is not Role.HOST
    text = () if is_secret else text
    as_sender = replace(model, sender=viewer)
    axes, rules = seen.page.axes(seen), table_of(session).rules if session else ()
    # Only the section of a variant has the condition `is_on`.
    variants = [section for section in rules if session and section.is_on and section.is_on(session.lineup)]
    described: dict[str, Any] = {
        "page": seen.page.name,
        "view": model.view,
        "shows_screen": hides_game(model),
        "text": text,
        "screen": None if is_secret else to_json(model.translate, screen_of(as_sender)),
        "turn": _describe_turn(as_sender),
        "spoken": seen.language,
        "language": language,
        "points": takes_clicks(model, viewer) and not screen_of(model).locked,
        "axes": axes and axes._asdict(),
        **_describe_buttons(model, game, viewer),
        "game": game and to_builtins(game),
        # The number of the box's rolls: when it grows, the web page shows tumbling dice.
        "draws": live_session and live_session.drawn_count,
        "variants": [model.translate(each.heading) for each in variants],
        "luck": {"game": live_session.lineup.game, "seats": luck} if live_session and luck else None,
        "analysis": False,  # the coach, an observer, may replace it
    }
    # Only a viewer who may answer gets the form.
    if refuse_sender(seen, Chosen("", value=None, at=seen.now, sender=viewer)) is None:
        described["form"] = describe_form(seen, language)
    for observer in observers_of(model):
        described |= observer.describe(model, viewer, lambda message: refuse_sender(model, message) is None)
    return described


def _describe_turn(model: Model) -> dict[str, Any] | None:
    """Returns the screen of the game's page beneath the open one; None if the open page shows the game."""
    if not hides_game(model) or not at_table(model):
        return None
    beneath = model_seen_by(model.with_only_page(model.open_pages[0]), model.sender)
    return to_json(model.translate, screen_of(beneath))


def describe_form(model: Model, language: str) -> dict[str, Any] | None:
    # Some labels are translated when the form is made, so it is made in the viewer's language. The answers, such as the
    # language, are those of the model.
    translated = replace(model, language=language)
    form, original = translated.page.form(translated), model.page.form(model)
    if form is None or original is None:
        return None
    values = {item.question.key: item.value for item in original.items}
    return {
        "title": translated.translate(form.title),
        "note": form.note,
        "cursor": form.cursor,
        "questions": [_describe_item(translated, item, values[item.question.key]) for item in form.items],
    }


def _describe_item(model: Model, item: FormItem, value: Any) -> dict[str, Any]:  # noqa: ANN401 - what an option may be
    _, question = model.translate, item.question
    answers = [
        {
            "value": answer.value,
            "label": question.answer_text(_, answer),
            "detail": question.text_of(_, answer.detail),
            **({"colour": hex_colour(model.colours[answer.value])} if question.kind == "colour" else {}),
        }
        for answer in question.answers
    ]
    described = {
        "key": question.key,
        "kind": question.kind,
        "label": question.text_of(_, question.label),
        "group": _(item.group),
        "place": item.place,
        "value": value,
        "answers": answers,
    }
    if isinstance(question, Text):
        described |= {"placeholder": _(question.placeholder), "letters": question.max_letters}
    if isinstance(question, Command):
        described["main"] = question.is_main
    return described
