"""`Belief`: weighted worlds that fit all views of a seat, for any game."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from boardwalk.contract.game import Table
from boardwalk.engine.random import streams
from boardwalk.engine.rules import BOARD
from boardwalk.engine.words import words_of
from boardwalk.match import View
from boardwalk.search.belief import kernels
from boardwalk.search.belief.kernels import DICE, DROPPED, FOLLOW, GRAFT, REFILL, Fill, Shown, Work, Worlds

Array = np.ndarray[Any, Any]

STREAMS = 4  # random streams tried for a step of the board, or of the seat itself
TRIES = 192  # most worlds guessed when none is left
THIN = 48  # a belief that was thinned before and has fallen to one world of this many is filled up with guessed
FILL_SHARE = 0.25  # worlds, which together get this share of the weight
FOLLOWED, GRAFTED = Fill(FOLLOW), Fill(GRAFT)


class Fits(msgspec.Struct):
    """How well a belief's worlds agreed with its views: counts over all steps watched."""

    steps: int = 0
    grafted: int = 0  # steps of the board that no random stream explained
    thin: int = 0  # filled up with guessed worlds
    dry: int = 0  # no world was left: all were guessed anew
    unfit: int = 0  # and none of those fitted the view either


class Belief:
    """Up to `size` distinct worlds with weights (`worlds[:count]`, `weights[:count]`, which add up to 1) that fit every
    view shown: full states, each with a random stream of its own.

    It is shown the seat's views in order from any moment of a match on. A view equal to the one before carries no
    information and is skipped: another seat's attempt may have been refused in secret. The same seed and views give the
    same worlds. Memory is allocated once, by the constructor."""

    def __init__(self, table: Table, seat: int, *, size: int = 1024, seed: int = 0) -> None:
        self.table = table
        self.seat = seat
        self.size = size
        self.count = 0
        self.fits = Fits()
        self._thinned = False  # possible worlds were dropped since the belief was last filled
        blank = table.layout.state.array
        self._worlds, self._kids, self._queue = (_store(blank, n) for n in (size, 4 * size, 2 * size))
        self.worlds: Array = self._worlds.records
        self.weights: Array = self._worlds.weights
        records = np.repeat(blank, 3)
        records["rng"][DICE] = streams(seed)[0]
        self._work = Work(
            records=records,
            words=_words(records),
            bytes=records.view(np.uint8).reshape(3, -1),
            mask=np.zeros(table.actions, np.uint8),
            chances=np.zeros(table.actions),
            tried=np.zeros(table.actions, np.int64),
            fitted=np.zeros(table.actions, np.int64),
            counts=np.zeros(4, np.int64),
            streams=STREAMS if table.game.play.chance else 1,
        )
        self._view, self._before = (np.repeat(blank, 1) for _ in range(2))
        self._view_words, self._before_words = _words(self._view)[0], _words(self._before)[0]
        self._scratch: Array = table.compiled.search_scratch(table.layout.board).array
        self._last: View | None = None
        self._update = table.compiled.bind(kernels.update)

    def watch(self, view: View) -> None:
        """Advance the worlds to a view, one step after the view before."""
        last, state = self._last, view.position.state
        if last is not None and (view is last or (view.action is None and state == last.position.state)):
            return
        self._last = view
        self._before[:] = self._view
        self._view[:] = state.array
        self.fits.steps += 1
        boards = view.position.board.argument
        action = -1 if view.action is None else view.action
        shown = Shown(self._view_words, self._before_words, action, self.seat)
        if view.over:
            self._hold_view()
            return
        if last is None:
            self._scratch[:] = self.table.compiled.search_scratch(view.position.board).array
            self.count = 0
        else:
            self._step(boards, shown, by_board=last.position.to_act == BOARD)
        if self.count == 0:
            self.fits.dry += last is not None
            self._fill(boards, shown)
        elif self._thinned and self.count * THIN < self.size and last is not None and last.position.to_act >= 0:
            self.fits.thin += 1
            self.count = self._get(boards, shown, Fill(REFILL, TRIES // 32, self.size, FILL_SHARE, True))

    def _step(self, boards: Array, shown: Shown, *, by_board: bool) -> None:
        count = self._get(boards, shown, FOLLOWED)
        self._thinned |= bool(self._work.counts[DROPPED])
        if count == 0 and by_board:
            count = self._get(boards, shown, GRAFTED)
            self.fits.grafted += count > 0
        self.count = count

    def _fill(self, boards: Array, shown: Shown) -> None:
        """Start anew from this view alone."""
        self.count = self._get(boards, shown, Fill(REFILL, TRIES, self.size, 1.0, True))
        self._thinned = self.count * 4 > TRIES  # otherwise the guessed worlds are probably all that exist
        if self.count == 0:
            self.fits.unfit += 1
            self.count = self._get(boards, shown, Fill(REFILL, TRIES // 8, self.size, 1.0, False))

    def _get(self, boards: Array, shown: Shown, fill: Fill) -> int:
        """The number of worlds after an update."""
        stores = self._worlds, self.count, self._kids, self._queue
        return int(self._update(boards, *stores, shown, self._work, self._scratch, self.size, fill))

    def _hold_view(self) -> None:
        """The game is over: the only world is the view."""
        self.worlds[0] = self._view[0]
        self.weights[0] = 1.0
        self.count = 1


def _words(records: Array) -> Array:
    """Words as signed numbers, which compiled code computes with as integers."""
    words = words_of(records)
    return words.view(f"i{words.itemsize}")


def _store(blank: Array, size: int) -> Worlds:
    records = np.repeat(blank, size)
    slots = 1 << (2 * size).bit_length()
    return Worlds(records, _words(records), np.zeros(size), np.full(slots, -1, np.int64))
