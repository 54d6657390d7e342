"""The pages between games: the title page, the choice of an opponent, and the unfinished game."""

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from companion.core import model as core
from companion.core import questions as forms
from companion.core.effects import CreateSeed, DiscardGame
from companion.core.lineup import ViewerKind, canonical_name
from companion.core.model import Model, Page, Transition
from companion.core.player_names import display_name, join_names
from companion.core.shown import progress
from companion.core.snapshot import Snapshot
from companion.locale.translator import N_
from companion.pages import setup
from companion.pages.menu import GIVE_UP, still_position
from companion.ui.art import Icon
from companion.ui.screen import Big, Choices, Do, Option, Screen, Text
from engine.bots import bots_for
from engine.game import Illegal, Seat
from engine.starts import MAX_NAME_LETTERS, require_names
from hardware.device import Button


def page_of_game(model: Model) -> Page:
    """Returns the page on which the current game continues."""
    return core.table_of(model.session).pages_to_come(model)[0]


TITLE = N_("Claim companion")
"""The name of the box, independent of the game."""


class AttractPage(core.AttractLightsPage, frozen=True):
    player: str | None = None
    """The typed name; None for the person who played last."""
    bot: str = ""
    """The chosen opponent; empty for the one of the last game."""
    name: ClassVar[str] = "attract"

    def screen(self, model: Model) -> Screen:
        _ = model.translate

        def choose_opponent() -> Transition:  # bots are loaded only now
            cursor = bots_for(setup.SOLO_GAME).index(self._opponent(model))
            return Transition(model.with_page_on_top(OpponentPage(cursor)))

        status = _("press ok to play") if model.saved else _("nothing is saved")
        # On top, so that `undo` leads back to this page.
        begin = core.open_on_top(model, ResumePage() if model.maybe_session else setup.SetupPage())
        return Screen(
            body=(Big(_(TITLE)), Text(status), Text(_("Bank: play a bot"))),
            keys={
                Button.OK: Option(_("Resume?") if model.maybe_session else _("New game"), begin, icon=Icon.CHECK),
                Button.BANK: Option(_("Play against a bot"), choose_opponent, icon=Icon.PLAY),
            },
        )

    def form(self, model: Model) -> forms.Form:
        _, game, bot = model.translate, core.TABLES[setup.SOLO_GAME].game, self._opponent(model)
        # In a kiosk the next guests are other people.
        known = () if model.config.kiosk else model.known_names
        player = next(iter(known), "") if self.player is None else self.player

        def rename(name: str) -> Transition:
            typed = canonical_name(name).strip()
            try:
                require_names(setup.solo_lineup(model, typed, bot).players)
            except Illegal as error:
                return Transition(model, refusal=core.Refusal(error.code, error.message))
            return Transition(model.with_page(replace(self, player=typed)))

        def play() -> Transition:
            lineup = replace(setup.solo_lineup(model, player, bot), first=Seat(0))
            # The web page is the board: there are no real stones to move.
            return setup.begin_game(replace(model, guide=False), lineup)

        name = forms.Text("player", N_("Your name"), setup.names_to_offer(model), N_("optional"), MAX_NAME_LETTERS)
        opponent = forms.Choice("bot", N_("Against"), setup.bot_answers(setup.SOLO_GAME), are_names=True)
        label = _("Set up a game for {least} to {most} players", least=game.seats[0], most=game.seats[-1])
        items = (
            forms.FormItem(name, player, rename),
            forms.FormItem(opponent, bot, lambda value: Transition(model.with_page(replace(self, bot=value)))),
            forms.Command("solo", N_("Play now"), N_("you go first"), is_main=True).item(play),
            forms.Command("table", label, is_translated=True).item(_set_up(model, setup.SOLO_GAME)),
        )
        return forms.Form(_("Play {game}", game=game.title), (*items, *_list_tiles(model)))

    def _opponent(self, model: Model) -> str:
        last = model.last_lineup
        used = last.bots.values() if last and last.game == setup.SOLO_GAME else ()
        offered = bots_for(setup.SOLO_GAME)
        return next((bot for bot in (self.bot, *used, setup.SOLO_BOT) if bot in offered), offered[0])


def _list_tiles(model: Model) -> Iterator[forms.FormItem]:
    """Yields the tiles of the title page: the unfinished game, the other games and the lesson."""
    _, session = model.translate, model.maybe_session

    def tile(key: str, label: str, detail: str, do: Do) -> forms.FormItem:
        return forms.Command(key, label, detail, is_translated=True, kind="tile").item(do)

    if session is not None:
        detail = f"{session.game.title}: {join_names(_, session.lineup.players)}, {progress(model)}"
        yield tile("resume", _("See the result") if session.is_over else _("Continue"), detail, partial(_resume, model))
        if session.is_over:  # it is saved to the history
            yield tile("discard", _("Done"), _(SAVED), partial(_discard, model))
        else:
            yield tile("discard", _("Give up"), _("the game on hold"), core.open_on_top(model, GIVE_UP))
    for game_name, title in setup.playable_games():
        if game_name != setup.SOLO_GAME:
            seats = core.TABLES[game_name].game.seats
            size = _("for {least} to {most} players", least=seats[0], most=seats[-1])
            yield tile(game_name, title, _(core.TABLES[game_name].about) or size, _set_up(model, game_name))
    if (lesson := core.TABLES[setup.SOLO_GAME].lesson) is not None:
        yield tile("lesson", _("Learn to play"), _("six tasks, three minutes"), core.open_on_top(model, lesson()))


def _set_up(model: Model, game: str) -> Do:
    """Returns the action that opens the setup of a game for the last players; at first for one player and a bot."""
    remembered = setup.remembered_setup(model)
    bots = {setup.bot_key(1): setup.SOLO_BOT} if model.last_lineup is None and game != setup.SOLO_GAME else {}
    return partial(remembered.with_answers, model.with_page_on_top(remembered), {setup.GAME: game, **bots})


class OpponentPage(core.ListScreenPage, core.AttractLightsPage, frozen=True):
    """Prompts for the bot to play against, on the box; on the web page the title page has the same list."""

    cursor: int
    name: ClassVar[str] = "opponent"

    def screen(self, model: Model) -> Screen:
        _ = model.translate

        def option(bot: str, title: str, strength: str) -> Option:
            lineup = setup.solo_lineup(model, "", bot)
            return Option(display_name(_, title), lambda: setup.begin_game(model, lineup), _(strength), key=bot)

        options = [option(*answer) for answer in setup.bot_answers(setup.SOLO_GAME)]
        return Screen(
            title=_("Against"),
            note=f"{self.cursor + 1}/{len(options)}",
            choices=Choices(options, self.cursor, show="one"),
            keys={Button.UNDO: Option(_("Back"), core.close(model), icon=Icon.UNDO)},
        )


SAVED = N_("already saved")


class ResumePage(core.ListScreenPage, core.ApplicationPage, frozen=True):
    cursor: int = 0
    name: ClassVar[str] = "resume"
    has_position: ClassVar[bool] = True

    def form_note(self, model: Model) -> str:
        _, session = model.translate, model.session
        players = ", ".join(display_name(_, name) for name in session.lineup.players)
        return f"{session.game.title}: {players} ({progress(model)})"

    def screen(self, model: Model) -> Screen:
        _, is_over = model.translate, model.session.is_over
        resume = Option(_("Resume"), partial(_resume, model), _("This game continues."), key="Resume", main=True)
        never = _("You cannot resume this game later.")
        discard = Option(_("Give up"), partial(_discard, model), never, key="Discard")
        another = Option(_("New"), partial(_set_up_another, model), _("You can resume this game later."), key="New")
        if is_over:
            resume = resume._replace(label=_("Result"), detail=_("How the game ended."))
            another = another._replace(detail=_(SAVED))
            discard = discard._replace(label=_("Done"), detail=_(SAVED))
        # `undo` goes back to the title page, if that is beneath.
        back = {Button.UNDO: Option(_("Back"), core.close(model), icon=Icon.UNDO)} if model.pages_beneath else {}
        return Screen(
            title=_("Resume?"),
            note=progress(model),
            body=(Big(join_names(_, model.session.lineup.players)),),
            choices=Choices([resume, another, discard], self.cursor, show="row"),
            keys=back,
        )

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        return still_position(model)


def _resume(model: Model) -> Transition:
    return Transition(model.with_only_page(page_of_game(model)))


def _set_up_another(model: Model) -> Transition:
    """Starts another game; the unfinished one stays in the journal and is offered again afterwards."""
    if model.requested_lineup is not None:  # the command line's game, which begins when its seed is created
        return Transition(model, (CreateSeed(),))
    return Transition(model.with_page_on_top(setup.SetupPage()))


def _discard(model: Model) -> Transition:
    """Gives up the game; if it is over, `update` replaces the effect by saving it to the history."""
    cleared = replace(model, maybe_session=None)
    if model.requested_lineup is not None:
        return Transition(cleared, (DiscardGame(), CreateSeed()))
    return Transition(cleared.with_only_page(model.home), (DiscardGame(),))
