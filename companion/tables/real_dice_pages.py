"""Real dice that say what they show: the page that waits for a roll and shows them as they come, and how they are.

The dice of a game are learned once, by rolling one after the other: only so is it known which of all that are heard lie
on this table, and in a game with colours which colour each has. Until then the same page asks for them: for those that
are rolled now, as others may lie on the table and have to stay as they are.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar
from unicodedata import normalize

from companion.core.dice_kinds import D6, Motion
from companion.core.effects import SaveLineUp
from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, YesNoPage, close, closing_buttons, open_on_top
from companion.core.real_dice import KNOWN, REST_S, SILENT_S
from companion.locale.translator import N_
from companion.screen.font import BOLD, THIN, has_letters
from companion.screen.icons import Icon
from companion.screen.layout import header, paragraph
from hardware.device import WIDTH, Button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.core.dice_kinds import Die
    from companion.core.real_dice import HeardDie
    from companion.screen.canvas import Canvas

LISTED = 3
"""So many of the dice that are heard are named, the nearest first."""
NAME_LETTERS = 13
"""Of a die's name; what its owner has typed may be longer, and in any script."""


class RealDicePage(Page):
    """Waits until each die has rolled and rests. A game's page says which dice, and what happens with them."""

    __slots__ = ()

    @abstractmethod
    def labels(self, model: Model) -> tuple[str, ...]:
        """Returns what each of the game's dice is called, translated."""

    @abstractmethod
    def letters(self, model: Model) -> Sequence[str]:
        """Returns the same in a letter or a digit each."""

    def wanted(self, model: Model) -> int:
        """Returns how many of them are rolled now, from the first on."""
        return len(self.labels(model))

    @abstractmethod
    def take(self, model: Model, faces: tuple[int, ...], kind: str) -> Transition:
        """Returns what the roll leads to."""

    @abstractmethod
    def by_hand(self, model: Model) -> Page:
        """Returns the page on which the roll is entered."""

    @abstractmethod
    def draw_faces(self, model: Model, canvas: Canvas, faces: tuple[int, ...]) -> None:
        """Draws the header and the dice; 0: not rolled yet. Below row 43 nothing."""

    def known(self, model: Model) -> tuple[str, ...]:
        """Returns the ids of the dice that are known, in the order of the labels."""
        return model.real_dice.known.get(model.session.lineup.game, ())[: len(self.labels(model))]

    def is_learning(self, model: Model) -> bool:
        return len(self.known(model)) < self.wanted(model)

    def rolled(self, model: Model) -> tuple[int, ...]:
        """Returns what each die that is rolled now has rolled; 0: nothing yet, or it is not heard any more."""
        heard = [model.real_dice.heard.get(each) for each in self.known(model)[: self.wanted(model)]]
        return tuple((each.face or 0) if each and model.now - each.at < SILENT_S else 0 for each in heard)

    def settle(self, model: Model) -> Transition | None:
        """Returns what dice lead to that have rested long enough; None: they have not."""
        due = self.due(model)
        return self._take(model) if due is not None and due <= model.now and self._is_complete(model) else None

    def due(self, model: Model) -> float | None:
        """Returns when they have rested long enough, or else when one of them becomes a missing one."""
        heard, known = model.real_dice.heard, self.known(model)[: self.wanted(model)]
        since = model.real_dice.listens_since
        if self._is_complete(model):
            return max(heard[each].rests_since for each in known) + REST_S
        ends = [heard[each].at if each in heard else since for each in known]
        return min((end + SILENT_S for end in ends if end is not None and end + SILENT_S > model.now), default=None)

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        rows = {
            Button.RIGHT: ButtonRow(
                Icon.SCORES, open_on_top(model, HeardDicePage(self)), _("The dice"), _("battery, signal")
            ),
            Button.BANK: ButtonRow(
                "1-6", lambda: Transition(model.with_page(self.by_hand(model))), _("Enter your roll")
            ),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model), _("Back")),
        }
        if self._is_complete(model):
            rows[Button.OK] = ButtonRow(Icon.CHECK, lambda: self._take(model), _("This is the roll"))
        elif self.is_learning(model) and (moved := self._moved_strangers(model)):
            if len(moved) == 1 and moved[0].face:
                rows[Button.OK] = ButtonRow(Icon.CHECK, lambda: self._learn(model, moved[0]))
            elif len(moved) > 1 or moved[0].die.type != D6:
                # Of several nobody can tell which is which: all lie still again.
                rows[Button.OK] = ButtonRow(Icon.CHECK, lambda: Transition(_anew(model, self.known(model))))
        return rows

    def draw(self, model: Model, canvas: Canvas) -> None:
        _ = model.translate
        words, is_silent = self._missing(model)
        if model.real_dice.fault or self.is_learning(model) or is_silent:
            header(canvas, _("The dice"))
            learns = self._asks_to_learn(model) if self.is_learning(model) else words
            paragraph(canvas, _(model.real_dice.fault) if model.real_dice.fault else learns)
            return
        self.draw_faces(model, canvas, self.rolled(model))
        canvas.text(64, 44, words, align="centre")

    def _is_complete(self, model: Model) -> bool:
        return not self.is_learning(model) and all(self.rolled(model))

    def _take(self, model: Model) -> Transition:
        kind = model.real_dice.heard[self.known(model)[0]].die.kind
        return self.take(model, self.rolled(model), kind)

    def _missing(self, model: Model) -> tuple[str, bool]:
        """Returns which die keeps the others waiting, and why; and whether it is not heard at all."""
        _, words = model.translate, ""
        rolled = self.rolled(model)
        for label, die_id, face in zip(self.labels(model), self.known(model), rolled, strict=False):
            each = model.real_dice.heard.get(die_id)
            since = each.at if each else model.real_dice.listens_since
            if since is not None and model.now - since >= SILENT_S:
                return _("{die} is silent. Is a phone connected to it?", die=label), True
            if face or words:
                continue
            if each and each.has_moved and each.die.motion in {Motion.COCKED, Motion.UNKNOWN}:
                words = _("{die} is cocked: again", die=label)
            elif any(rolled):
                # Where others have come to rest, one that lies still was left out.
                words = _("{die} rolls …", die=label) if each and each.has_moved else _("roll {die}, too", die=label)
        return words or ("" if all(rolled) else _("roll!")), False

    def _moved_strangers(self, model: Model) -> list[HeardDie]:
        known = self.known(model)
        return [each for each in model.real_dice.heard.values() if each.has_moved and each.die.id not in known]

    def _asks_to_learn(self, model: Model) -> str:
        _, moved = model.translate, self._moved_strangers(model)
        label = self.labels(model)[len(self.known(model))]
        odd = next((each.die for each in moved if each.die.type != D6), None)
        if odd is not None:
            return _("{name} is a {shape}. Six sides are needed.", name=_shown_name(odd), shape=odd.type)
        if len(moved) > 1:
            return _("Several dice have moved. ok: again, one alone.")
        if moved and moved[0].face:
            name = _shown_name(moved[0].die)
            return _("{name} shows {face}. ok: it is {die}.", name=name, face=moved[0].face, die=label)
        nearest = sorted(model.real_dice.heard.values(), key=lambda each: -each.die.rssi)
        names = ", ".join(_shown_name(each.die) for each in nearest[:LISTED])
        heard = _("Heard: {names}", names=names) if names else _("None is heard yet.")
        return " ".join((_("Roll {die} alone.", die=label), heard))

    def _learn(self, model: Model, stranger: HeardDie) -> Transition:
        session, known = model.session, (*self.known(model), stranger.die.id)
        after = _anew(model, known)
        if len(known) < self.wanted(model):
            return Transition(after)
        # Beside what else was decided about this table: the next game's line-up takes it from there.
        lineup = replace(session.lineup, table_options={**session.lineup.table_options, KNOWN: list(known)})
        saved = replace(after, game=replace(session, lineup=lineup), last_lineup=lineup)
        return Transition(saved, (SaveLineUp(lineup.to_json()),))


def _shown_name(die: Die) -> str:
    """Returns a die's name with `?` for each letter that the screen lacks; where nothing is left, its id's end."""
    name = "".join(letter if has_letters(THIN, letter) else "?" for letter in normalize("NFC", die.name)[:NAME_LETTERS])
    return name.strip() if any(map(str.isalnum, name)) else die.id.rpartition("-")[2][-NAME_LETTERS:]


def _anew(model: Model, known: tuple[str, ...]) -> Model:
    """Returns the model with these as the dice of its game, and all that are heard lying still."""
    dice = model.real_dice
    heard = {each: was._replace(has_moved=False) for each, was in dice.heard.items()}
    return replace(model, real_dice=dice._replace(known={**dice.known, model.session.lineup.game: known}, heard=heard))


@dataclass(frozen=True, slots=True)
class HeardDicePage(Page):
    """The dice: how full their batteries are, and how well they are heard."""

    beneath: RealDicePage
    name: ClassVar[str] = "heard_dice"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        ask = ForgetDicePage(
            N_("Forget these dice?"),
            lambda asked: Transition(_anew(asked, ()).with_top_page_closed().with_top_page_closed()),
            note=lambda asked: asked.translate("Then each die is rolled alone once more."),
        )
        anew = ButtonRow("?", open_on_top(model, ask), model.translate("Learn the dice anew"))
        return closing_buttons(model) | ({Button.BANK: anew} if self.beneath.known(model) else {})

    def draw(self, model: Model, canvas: Canvas) -> None:
        header(canvas, model.translate("The dice"), "% / dBm")
        known, letters = self.beneath.known(model), self.beneath.letters(model)
        for place, (letter, die_id) in enumerate(zip(letters, known, strict=False)):
            middle = round(WIDTH * (2 * place + 1) / (2 * len(letters)))
            canvas.text(middle, 13, letter, BOLD, "centre")
            each = model.real_dice.heard.get(die_id)
            for y, figure in ((26, each and each.die.battery), (38, each and max(-99, each.die.rssi))):
                canvas.text(middle, y, "-" if figure is None else str(figure), align="centre")


@dataclass(frozen=True, slots=True)
class ForgetDicePage(YesNoPage):
    """Asks before the dice that are known are forgotten: each has to be rolled alone again."""

    name: ClassVar[str] = "forget_dice"
