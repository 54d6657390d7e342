"""Many games of Claim It! at once, in one process: `claimit_v1` by arrays.

    from companion.environments import claimit_v1

    env = claimit_v1.VectorEnv(games=256, players=2)
    seen = env.reset(seed=7)
    seen, rewards, terminations = env.step(actions)

Game number i, and those that follow it in its place, are those of `claimit_v1` with the seed `seed + i`, step by step.
Actions, observations and rewards are those of that environment, with the games as the first dimension: observations are
those of the agents that act (`env.turn`), rewards have a column for each seat. A game that is over begins anew with the
next step, whatever its action; `terminations` tells which have just ended.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from itertools import permutations
from typing import Any, TypeAlias

import numpy as np

from companion.lab.claimit_environment import ACTIONS, BANK, PLANES, ROLL_AGAIN, SEATS, Array
from engine import claimit
from engine.claimit.board import FIELDS, SIDE
from engine.claimit.placements import OWNERSHIP_STONES, THROWS
from engine.dice import throw

Bits: TypeAlias = "np.ndarray[Any, np.dtype[np.bool]]"
Seen: TypeAlias = "dict[str, Array]"

FAIR = 252
"""Bytes from here on would favour low faces."""
_THIRDS = 6
_DISTINCT = {dice: number for number, dice in enumerate(claimit.THROW_WEIGHTS, 1)}
_OFFERED = np.zeros((len(_DISTINCT) + 1, _THIRDS, len(FIELDS)), bool)
"""What each of the 56 throws offers, by its number; number 0 is no throw."""
for _dice, _number in _DISTINCT.items():
    for _column, _row, _third in permutations(_dice):
        _OFFERED[_number, _third - 1, claimit.field_at(_column, _row)] = True
_NUMBER = np.zeros((7, 7, 7), np.int8)
for _throw in THROWS:
    _NUMBER[_throw] = next(number for dice, number in _DISTINCT.items() if list(dice) == sorted(_throw))


def _packed(placements: Bits) -> Array:
    """Returns the 216 placements of each as four whole numbers, for `&` of many at once."""
    as_bytes = np.zeros((len(placements), 32), np.uint8)
    as_bytes[:, :27] = np.packbits(placements.reshape(len(placements), -1), axis=1)
    return as_bytes.view(np.uint64)


_BY_THROW = _packed(_OFFERED[1:])
_WEIGHTS = np.array([*claimit.THROW_WEIGHTS.values()], np.int16)


class VectorEnv:
    """So many games of Claim It!, a step of each at a time."""

    def __init__(self, games: int, *, players: int = 2, recycle: bool = False) -> None:
        """Begins nothing yet.

        Args:
            games: how many.
            players: 2 to 5, in each of them.
            recycle: whether claim stones that are owned go back to the supply.

        Raises:
            ValueError: less than one game, or another number of players.
        """
        if players not in claimit.seats or games < 1:
            raise ValueError(f"There are 1 or more games of 2 to {SEATS} players, not {games} of {players}.")
        self.games, self.players, self.recycle = games, players, recycle
        self._all = np.arange(games)
        self._order = (np.arange(players)[:, None] + np.arange(players)) % players
        self._seed = secrets.randbits(62)
        self.reset()

    def reset(self, seed: int | None = None) -> Seen:
        """Begins all games anew; None: with the seeds of before, and other dice. Returns what is seen."""
        if seed is not None or not hasattr(self, "_begun"):
            self._seed = self._seed if seed is None else seed
            self._begun = [0] * self.games
        self._keys, self._drawn = [b""] * self.games, [0] * self.games
        shape = (self.games, len(FIELDS))
        self._fields: Bits = np.zeros((self.games, self.players, len(FIELDS)), bool)
        self._claims: Bits = np.zeros((self.games, _THIRDS, len(FIELDS)), bool)
        self._gold: Bits = np.zeros(shape, bool)
        self._owned: Bits = np.zeros(shape, bool)
        self._roll = np.zeros((self.games, 3), np.int8)
        self._mines = np.zeros((self.games, self.players), np.int16)
        self._left = np.zeros(self.games, np.int16)
        self.turn = np.zeros(self.games, np.int64)
        """For each game the seat that acts; of one that is over the seat that acted last."""
        self.terminations: Bits = np.zeros(self.games, bool)
        self._rewards = np.zeros((self.games, self.players))
        self._begin(self._all)
        return self._observe()

    def step(self, actions: Array) -> tuple[Seen, Array, Array]:
        """Does one thing in each game; returns what is seen, the rewards and which games have ended with it.

        Raises:
            ValueError: an action that there is not, for a game that is on, or an array of anything but whole numbers;
                the games stay as they were.
        """
        over = self.terminations
        actions = np.asarray(actions)
        is_right = actions.shape == (self.games,) and actions.dtype.kind in "iu"
        if not is_right or np.any(~over & ((actions < 0) | (actions >= ACTIONS))):
            raise ValueError(f"The actions are {self.games} whole numbers from 0 to {ACTIONS - 1}.")
        self.terminations, self._rewards = np.zeros(self.games, bool), np.zeros((self.games, self.players))
        may = ~over & self._mask[self._all, np.where(over, 0, actions)]
        self._break(np.flatnonzero(~over & ~may))
        self._begin(np.flatnonzero(over))
        self._place(np.flatnonzero(may & (actions < BANK)), actions)
        self._bank(np.flatnonzero(may & (actions == BANK)))
        self._throw(np.flatnonzero(may & (actions == ROLL_AGAIN)))
        return self._observe(), self._rewards, self.terminations

    def _begin(self, games: Array) -> None:
        for game in games.tolist():
            self._keys[game] = hashlib.sha256(f"{self._seed + game} {self._begun[game]}".encode()).digest()
            self._begun[game] += 1
            self._drawn[game] = 0
        for each in (
            self._fields,
            self._claims,
            self._gold,
            self._owned,
            self._roll,
            self._mines,
            self._left,
            self.turn,
        ):
            each[games] = 0
        self._throw(games)

    def _break(self, games: Array) -> None:
        """Ends the games in which somebody has done what may not be done."""
        self._rewards[games] = 1 / (self.players - 1)
        self._rewards[games, self.turn[games]] = -1
        self.terminations[games] = True

    def _place(self, games: Array, actions: Array) -> None:
        fields = actions[games]
        thirds = self._usable(games)[np.arange(len(games)), :, fields].argmax(1)
        claims = self._claims[games]
        owns: Bits = claims.max(1)[np.arange(len(games)), fields] | self._fields[games, self.turn[games], fields]
        self._owned[games[owns], fields[owns]] = True
        if self.recycle:
            self._claims[games[owns], :, fields[owns]] = False
        self._claims[games[~owns], thirds[~owns], fields[~owns]] = True
        self._roll[games] = 0

    def _throw(self, games: Array) -> None:
        """Rolls, until in each of these games there is a choice, or it is over."""
        while len(games):
            thrown = [self._dice(game) for game in games.tolist()]
            self._roll[games] = thrown
            useless: Bits = ~self._usable(games).max((1, 2))
            games = self._finish_turns(games[useless])

    def _dice(self, game: int) -> tuple[int, ...]:
        """Returns what `engine.dice` throws; nearly always the first block's first three bytes are enough."""
        key, counter = self._keys[game], self._drawn[game]
        self._drawn[game] += 1
        first, second, third, *_ = hmac.digest(key, counter.to_bytes(8, "big") + b"\0\0\0\0", "sha256")
        if max(first, second, third) < FAIR:
            return first % 6 + 1, second % 6 + 1, third % 6 + 1
        return throw(key, counter, 3)

    def _bank(self, games: Array) -> None:
        marked = (self._owned[games] | self._claims[games].any(1))[:, None]
        mover = (np.arange(self.players) == self.turn[games, None])[..., None]
        self._fields[games] = np.where(mover, self._fields[games] | marked, self._fields[games] & ~marked)
        self._gold[games] |= self._owned[games]
        self._mines[games] = largest_mines(self._fields[games])
        self._throw(self._finish_turns(games))

    def _finish_turns(self, games: Array) -> Array:
        """Takes away what lies there of turns that are over; returns the games that go on."""
        self._claims[games], self._owned[games], self._roll[games] = False, False, 0
        last: Bits = self._left[games] > 0
        gold = (self._fields[games, self.turn[games]] & self._gold[games]).sum(1)
        calls = ~last & (gold >= claimit.GOLDCLAIMS_TO_CALL[self.players])
        self._left[games] = np.where(calls, self.players, self._left[games] - last)
        ended = games[last & (self._left[games] == 0)]
        on: Array = games[~(last & (self._left[games] == 0))]
        self.turn[on] = (self.turn[on] + 1) % self.players
        fields = self._fields[ended]
        gold = (fields & self._gold[ended][:, None]).sum(2)
        # One number that ranks as mine, then goldclaims, then fields do.
        rank = (self._mines[ended] * 64 + gold) * 64 + fields.sum(2)
        won = rank == rank.max(1, keepdims=True, initial=0)
        self._rewards[ended] = (self.players * won / won.sum(1, keepdims=True) - 1) / (self.players - 1)
        self.terminations[ended] = True
        return on

    def _allowed(self, games: Array) -> Bits:
        """Returns which placements each position allows, whatever the roll: third die and field."""
        claims, own = self._claims[games], self._fields[games, self.turn[games]]
        marked, locked = claims.any(1), self._gold[games] | self._owned[games]
        ownable = (marked | own) & ~locked & (locked.sum(1, keepdims=True) < OWNERSHIP_STONES)
        claimable = ~(marked | own | locked)
        found: Bits = ownable[:, None] | claimable[:, None] & ~claims.max(2)[..., None]
        return found

    def _offered(self, games: Array) -> Bits:
        first, second, third = self._roll[games].T
        found: Bits = _OFFERED[_NUMBER[first, second, third]]
        return found

    def _usable(self, games: Array) -> Bits:
        return self._allowed(games) & self._offered(games)

    def _observe(self) -> Seen:
        games, players, turn = self._all, self.players, self.turn
        order, allowed = self._order[turn], self._allowed(self._all)
        fields = self._fields[games[:, None], order]
        gold, unused = self._gold[:, None], np.zeros((self.games, SEATS - players), np.int16)
        planes = np.zeros((self.games, PLANES, len(FIELDS)), np.int8)
        planes[:, :players], planes[:, SEATS], planes[:, SEATS + 1] = fields, self._gold, self._owned
        planes[:, SEATS + 2 :] = self._claims
        may = _packed(allowed)
        useful = np.zeros((self.games, len(_WEIGHTS)), np.uint64)
        for word in range(may.shape[1]):
            useful |= may[:, word, None] & _BY_THROW[:, word]
        busts = ((useful == 0) * _WEIGHTS).sum(1)
        locked = (self._gold | self._owned).sum(1)
        own = np.zeros((self.games, players), np.int16)
        own[:, 0] = 1
        ends = [np.full(self.games, players), np.full(self.games, self.recycle)]
        per_game = np.stack([busts, self._left, OWNERSHIP_STONES - locked, *ends], 1)
        figures = (self._roll, own, unused, (fields & gold).sum(2), unused, self._mines[games[:, None], order], unused,
                   fields.sum(2), unused, per_game)  # fmt: skip
        mask = np.zeros((self.games, ACTIONS), bool)
        mask[:, :BANK] = (allowed & self._offered(games)).any(1)
        mask[:, BANK:] = self._roll[:, :1] == 0
        mask[self.terminations] = False
        self._mask = mask
        return {
            "observation": planes.reshape(self.games, PLANES, SIDE, SIDE),
            "figures": np.concatenate(figures, 1).astype(np.int16),
            "action_mask": mask.astype(np.int8),
        }


def largest_mines(fields: Array) -> Array:
    """Returns how many fields the largest group has that edges join, of sets of fields in the last dimension."""
    count = int(np.prod(fields.shape[:-1]))
    # Each field begins with a number of its own, and takes the largest of its neighbours' until nothing changes.
    lies = fields.reshape(count, SIDE, SIDE)
    names = np.zeros((count, SIDE + 2, SIDE + 2), np.int16)
    inner = names[:, 1:-1, 1:-1]
    inner[:] = np.arange(1, len(FIELDS) + 1).reshape(SIDE, SIDE) * lies
    while True:
        around = np.maximum.reduce(
            [inner, names[:, :-2, 1:-1], names[:, 2:, 1:-1], names[:, 1:-1, :-2], names[:, 1:-1, 2:]]
        )
        around *= lies
        if np.array_equal(around, inner):
            break
        inner[:] = around
    rows = np.arange(count)[:, None] * (len(FIELDS) + 1)
    sizes = np.bincount((rows + inner.reshape(count, len(FIELDS))).ravel(), minlength=count * (len(FIELDS) + 1))
    largest: Array = sizes.reshape(*fields.shape[:-1], len(FIELDS) + 1)[..., 1:].max(-1)
    return largest
