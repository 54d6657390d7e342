"""`companion ghost`: how somebody plays Claim It!, learned from the games of a journal, and how sure that is."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from companion.commands.text_table import align_columns, join_lines
from companion.core.journal_error import JournalError
from companion.core.people import person_key
from companion.files.named_files import legible
from companion.locale.translator import N_
from companion.runtime.archive import ArchiveError, fetch_game, run_archive_command
from companion.runtime.finished_games import all_finished_entries
from engine.bot import chance_from
from engine.bot_games import play
from engine.bots import find_bot
from engine.choice_model import mean_figures
from engine.claimit.ghost import (
    BANK_FIGURES,
    FEWEST_GAMES,
    PLACE_FIGURES,
    bust_chance_to_bank,
    decisions,
    fit,
)
from engine.dice import SEED_BYTES
from engine.game import Seat
from engine.games import GAMES
from engine.starts import unturned

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from companion.core.saved_games import Finished
    from companion.locale.translator import Translator
    from companion.runtime.journal import Journal
    from engine.choice_model import Agreement, Figures
    from engine.claimit.ghost import Decisions, Ghost

CLAIMIT = "claimit"
RIVAL = "prospector"
_TOO_FEW = N_("a ghost needs {least} finished games of Claim It!; of {name} there are {games} in {path}")
_BANKING = N_("foretells {share} of {n} decisions to bank or to roll in other games ({low} to {high}, at 95 %)")
_PLACING = N_("foretells {share} of {n} placements in other games ({low} to {high}, at 95 %)")


def main(args: argparse.Namespace) -> int:
    """Prints what was learned of one person.

    Returns:
        The exit status: 0, or 2 if the journal cannot be read or has too few games of that person.
    """
    return run_archive_command("ghost", args, _tell_ghost)


def played_decisions(journal: Journal, name: str) -> list[Decisions]:
    """Returns what somebody decided, game by game, the newest first; games that cannot be read are left out.

    Raises:
        JournalError: the journal as a whole cannot be read.
    """
    found = []
    for entry in all_finished_entries(journal):
        if isinstance(entry, JournalError) or (seat := _seat_of(entry, name)) is None:
            continue
        try:
            record = fetch_game(journal, entry.game).record
        except ArchiveError:
            continue
        except JournalError as error:
            if not error.game:  # the journal as a whole
                raise
            continue
        found.append(decisions(record, seat))
    return found


def _seat_of(entry: Finished, name: str) -> Seat | None:
    """Returns the seat at which somebody played a game of Claim It!; None where it was another one, or a bot did."""
    if entry.lineup["game"] != CLAIMIT:
        return None
    keys = [person_key(player) for player in entry.lineup["players"]]
    seat = keys.index(person_key(name)) if person_key(name) in keys else None
    # Of a seat that changed hands nobody knows which decisions were whose.
    bots = {**entry.lineup.get("bots", {}), **entry.lineup.get("taken_over", {})}
    return None if seat is None or str(seat) in bots else Seat(seat)


def _tell_ghost(journal: Journal, _: Translator, args: argparse.Namespace) -> str:
    games = played_decisions(journal, args.name)
    if len(games) < FEWEST_GAMES:
        raise ArchiveError(
            _TOO_FEW, least=FEWEST_GAMES, name=legible(args.name), games=len(games), path=legible(journal.path)
        )
    ghost = fit(args.name, games)
    wins = _count_wins(ghost, args.games) if args.games else None
    if args.json:
        agreements = {"banking": ghost.banking._asdict(), "placing": ghost.placing._asdict()}
        return json.dumps({**asdict(ghost), **agreements, "wins": wins, "of": args.games}) + "\n"
    name = unturned(args.name)
    typical = mean_figures([choice.options[0] for game in games for choice in game.banks], len(BANK_FIGURES))
    chance = bust_chance_to_bank(ghost.bank, typical)
    lines = [_("{name}'s ghost, learned from {n} games", name=name, n=len(games))]
    if chance is not None:
        lines.append(_("banks from a bust chance of {share} on", share=_percent(chance)))
    lines += [
        _agreement_text(_, _BANKING, ghost.banking),
        _agreement_text(_, _PLACING, ghost.placing),
        _("what speaks for banking:"),
        *_weight_lines(_, BANK_FIGURES, ghost.bank),
        _("what speaks for a field:"),
        *_weight_lines(_, PLACE_FIGURES, ghost.place),
    ]
    if wins is not None:
        rival = _(find_bot(RIVAL, CLAIMIT).title)
        lines.append(_("wins {wins} of {games} games against {rival}", wins=wins, games=args.games, rival=rival))
    return join_lines(lines)


def _agreement_text(_: Translator, sentence: str, found: Agreement) -> str:
    share, low, high = (_percent(each) for each in (found.share, found.low, found.high))
    return _(sentence, share=share, n=found.decisions, low=low, high=high)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _weight_lines(_: Translator, figures: Sequence[str], weights: Figures) -> list[str]:
    return align_columns(
        [["", _(figure), f"{weight:+.2f}"] for figure, weight in zip(figures, weights, strict=True)], "llr"
    )


def _count_wins(ghost: Ghost, games: int) -> int:
    """Returns how many games it wins against Prospector; they begin in turn, the dice are the same at each call."""
    game, rival, chance = GAMES[CLAIMIT], find_bot(RIVAL, CLAIMIT), chance_from(bytes(SEED_BYTES))
    wins = 0
    for number in range(games):
        bots, own = ((ghost, rival), Seat(0)) if number % 2 else ((rival, ghost), Seat(1))
        wins += play(game, game.options, bots, number.to_bytes(SEED_BYTES, "big"), chance).winners == (own,)
    return wins
