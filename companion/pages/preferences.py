"""What the menu and the setup set for the whole table: guide, sound, language and brightness, as typed questions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.form import FormItem
from companion.core.questions import Answer, Choice, Question, YesNo
from companion.locale.translator import N_, languages, translator_for
from companion.pages.menu import BRIGHTNESSES

if TYPE_CHECKING:
    from companion.core.model import Model

GUIDE = YesNo("guide", N_("Guide"), N_("says which pieces to move"), N_("nobody is led"), usual=True)
COACH = YesNo("coach", N_("Coach"), N_("says what is best"), N_("nobody is told"), usual=False)
SOUND = YesNo("sound", N_("Sound"), N_("tones and speech"), N_("quiet"), usual=True)
# Each catalogue translates "English" as its own name, in German "Deutsch": a guest finds the way back.
LANGUAGE = Choice(
    "language",
    N_("Language"),
    tuple(Answer(code, translator_for(code)("English"), "") for code in languages()),
    are_names=True,
)
BRIGHTNESS = Choice("brightness", N_("Brightness"), tuple(Answer(share, f"{share:.0%}", "") for share in BRIGHTNESSES))


class Preference(NamedTuple):
    """A question whose answer is a part of the model, by the same name."""

    question: Question

    def value(self, model: Model) -> Any:  # noqa: ANN401 - what an option may be
        """Returns what it is set to."""
        return getattr(model, self.question.key)

    def item(self, model: Model) -> FormItem:
        """Returns the question with its answer."""
        return FormItem(self.question, self.value(model))

    def set(self, model: Model, value: Any) -> Model:  # noqa: ANN401 - what an option may be
        """Returns the model with this answer."""
        return replace(model, **{self.question.key: value})


PREFERENCES = {each.key: Preference(each) for each in (GUIDE, COACH, SOUND, LANGUAGE, BRIGHTNESS)}
"""By the name of the model's part."""
