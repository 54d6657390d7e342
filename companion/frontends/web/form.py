"""The form of the open page as JSON: labels in the viewer's language, answers as the table has them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.core.model import FormPage
from companion.core.player_names import display_name
from companion.core.questions import Command, Pick, Position, SeatColour, Text
from companion.core.snapshot import hex_colour

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.core.questions import FormItem, Question
    from companion.locale.translator import Translator

KINDS: dict[type, str] = {Text: "text", SeatColour: "colour", Position: "position", Command: "command", Pick: "pick"}
"""How the page asks; whatever is none of these is a choice from a list."""


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
