"""Parts of the description that not every frame has: loaded when the first one needs them."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from companion.core.messages import Chosen, Pressed
from companion.core.model import ChoicePage, FormPage, Model, SheetPage, SnapshotPage
from companion.core.player_names import display_name
from companion.core.questions import Command, FormItem, Pick, Position, Question, SeatColour, Text
from companion.core.snapshot import hex_colour
from companion.core.table import reason_words, whole_per_cent
from companion.core.table_coach import TableCoach
from companion.core.table_registry import can_coach, is_replay, table_of
from companion.core.viewer_kind import Role, ViewerKind
from companion.locale.translator import Translator
from companion.pages.link import LinkPage
from companion.program.actions import refuse_sender
from companion.program.bots import bot_chooses
from companion.program.button_words import button_words
from companion.program.coaching import coach_page
from engine.coach import Advice
from hardware.device import Button, Press

KINDS: dict[type, str] = {Text: "text", SeatColour: "colour", Position: "position", Command: "command", Pick: "pick"}
"""How the page asks; whatever is none of these is a choice from a list."""


def describe_details(seen: Model, language: str, viewer: ViewerKind) -> dict[str, Any]:
    """Returns the form and the coach, as far as there are any for this viewer."""
    model, details = replace(seen, language=language), dict[str, Any]()
    # The link's code is for whoever may press everything already.
    is_secret = isinstance(seen.page, LinkPage) and viewer.role is not Role.HOST
    if isinstance(seen.page, SheetPage) and not is_secret:
        details["sheet"] = asdict(seen.page.sheet(model))
    if is_replay(seen):
        return details  # it is only looked at
    # Whoever could not answer is not asked.
    answer = Chosen("", value=None, at=seen.now, sender=viewer)
    if refuse_sender(seen, answer) is None:
        details["form"] = describe_form(seen, language)
    # Of a position of the page's own, such as a lesson's, the coach was not asked.
    if can_coach(model) and not isinstance(model.page, SnapshotPage):
        details["coach"] = describe_coach(model, viewer)
    return details


def describe_form(model: Model, language: str) -> dict[str, Any] | None:
    """Returns the form that is open; None: nothing is asked by name."""
    if not isinstance(model.page, FormPage):
        return None
    # Labels may be made of words already, such as the names of those who played: asked for in the viewer's language.
    form = model.page.form(replace(model, language=language))
    values = {item.question.key: item.value for item in model.page.form(model).items}
    read = replace(model, language=language)
    return {
        "title": read.translate(form.title),
        "note": form.note,
        "cursor": form.cursor,
        "questions": [_describe_item(read, item, values[item.question.key]) for item in form.items],
    }


def _describe_item(model: Model, item: FormItem, value: Any) -> dict[str, Any]:  # noqa: ANN401 - what an option may be
    _, question = model.translate, item.question
    answers = _describe_answers(_, question)
    described = {
        "key": question.key,
        "kind": next((kind for of, kind in KINDS.items() if isinstance(question, of)), "choice"),
        # A command may be a name, which is no text of the catalogue.
        "label": answers[0]["label"] if isinstance(question, Command) else _(question.label),
        "group": _(item.group),
        "value": value,
        "answers": answers,
    }
    if isinstance(question, SeatColour):
        colours = zip(described["answers"], model.colours, strict=True)
        described["answers"] = [{**answer, "colour": hex_colour(colour)} for answer, colour in colours]
    if isinstance(question, Text):
        described |= {"placeholder": _(question.placeholder), "letters": question.letters}
    if isinstance(question, Command):
        described["main"] = question.is_main
    return described


def _describe_answers(_: Translator, question: Question) -> list[dict[str, Any]]:
    # What a command says of names is translated already: a name may hold braces, which the translator would fill in.
    is_worded = isinstance(question, Command) and question.are_names
    return [
        {
            "value": answer.value,
            "label": display_name(_, answer.label) if question.are_names else _(answer.label),
            "detail": answer.detail if is_worded else _(answer.detail),
        }
        for answer in question.answers
    ]


def describe_coach(model: Model, viewer: ViewerKind) -> dict[str, Any]:
    """Returns whether the coach is on, what it says, and whether this viewer may ask it now."""
    ask = Pressed(Press(Button.RIGHT, held=True), model.now, viewer)
    coaching: dict[str, Any] = {
        "on": model.coach,
        "may_ask": coach_page(model) is not None and refuse_sender(model, ask) is None,
        "is_open": False,
        "thinking": False,
        "chances": [],
        "options": [],
        "why": "",
        "says": "",
        "acts": _acts_beneath(model, viewer),
    }
    coach, advice = table_of(model.session).coach, model.advice
    if not model.coach or coach is None or advice is None or not advice.is_about(model.game):
        return coaching
    coaching["thinking"] = advice.is_pending
    coaching["is_open"] = is_open = isinstance(model.page, type(coach.page()))
    if advice.answer is None:
        return coaching
    coaching["chances"] = [{"share": share, "text": whole_per_cent(share)} for share in advice.answer.chances]
    if (points := model.course.until(model.session) if model.course else ()) and len(points) > 1:
        values = [[round(share, 3) for share in each] for _, each in points]
        coaching["course"] = {"are_chances": True, "steps": [step for step, _ in points], "values": values, "marks": []}
    return coaching | _describe_advice(model, coach, advice.answer) if is_open else coaching


def _acts_beneath(model: Model, viewer: ViewerKind) -> list[dict[str, Any]]:
    """Returns what can be done by name while the coach is open, as buttons in words: nobody has to close it first."""
    coach, done = table_of(model.session).coach, Chosen("ok", value=True, at=model.now, sender=viewer)
    if coach is None or not isinstance(model.page, type(coach.page())) or not isinstance(model.page, ChoicePage):
        return []
    if bot_chooses(model) or refuse_sender(model, done) is not None:
        return []
    keys = {question.key for question in model.page.choices(model)}
    return [asdict(each) for each in button_words(model.with_top_page_closed()) if each.name in keys]


def _describe_advice(model: Model, coach: TableCoach, advice: Advice) -> dict[str, Any]:
    """Returns the options and their win chances, the best first, and why it is."""
    _ = model.translate
    options = [
        {
            "label": coach.option_words(_, option.event),
            "share": option.chance,
            "text": whole_per_cent(option.chance),
        }
        for option in advice.options
    ]
    best = ", ".join(f"{option['label']} {option['text']}" for option in options[:2])
    name = display_name(_, model.session.lineup.players[advice.seat])
    return {
        "options": options,
        "says": _("{name} to win: {options}", name=name, options=best) if best else "",
        "why": reason_words(_, advice.reason, model.session.lineup.players)
        if best
        else _("There is nothing to decide now."),
    }
