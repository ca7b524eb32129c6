"""The history behind an OpenSpiel state: immutable nodes of a game, each with a link to its parent.

A state of OpenSpiel is cloned at every step of a search and stored as a pickle. Nodes are shared by clones instead of
copied, and are pickled as the choices that led to them.

Chance comes from the board's own random stream. Where a step draws from it, chance first chooses one of `OUTCOMES`
numbers, all equally likely, which is mixed into the stream: so a step follows from its number, as searches need it, and
yet each node has samples of its own. A deal that draws takes its seed from `DIGITS` such numbers. Steps of the board
that draw nothing follow at once from the action before them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

from boardwalk.contract import registry
from boardwalk.contract.errors import MoveError
from boardwalk.contract.game import Position, Table
from boardwalk.engine.random import streams
from boardwalk.engine.rules import BOARD

OUTCOMES = 256
DIGITS = 4  # numbers that make a seed
GUESSES = 20  # attempts at a guess that fits the seat's view
CHANCE, FOLLOWS = -1, -2  # instead of an actor: a number from chance; a deterministic step of the board


@dataclass(frozen=True, eq=False)
class Setting:
    """A table, and the number of actions of seats after which its games are cut."""

    table: Table
    limit: int

    @property
    def key(self) -> tuple[str, int]:
        """The arguments of `setting_of` for this setting."""
        return str(self.table), self.limit

    @cached_property
    def first(self) -> HistoryNode:
        """The root: before the deal if the deal is random."""
        position = self.table.deal(0)
        if bytes(position.state.rng) != streams(0).tobytes():
            return HistoryNode(self)
        return HistoryNode(self, position=position).settled()


@lru_cache(64)
def setting_of(table: str, limit: int) -> Setting:
    """The shared setting for this game string and limit, so that states share its table."""
    return Setting(registry.table(table), limit)


class Memory(NamedTuple):
    """The information state of a seat: a digest of all its views and actions in order, and the bytes of its view."""

    digest: bytes
    view: bytes


def _digest(*parts: bytes) -> bytes:
    whole = blake2b(digest_size=16)
    for part in parts:
        whole.update(len(part).to_bytes(8, "little") + part)
    return whole.digest()


class HistoryNode:
    """One node of a game. `digits` are the chance outcomes so far for the deal; `position` is None until they are
    complete."""

    __slots__ = ("action", "actor", "decisions", "digits", "legal_actions", "memories", "parent", "position", "setting")

    def __init__(
        self,
        setting: Setting,
        parent: HistoryNode | None = None,
        actor: int = CHANCE,
        action: int = 0,
        *,
        position: Position | None = None,
        digits: tuple[int, ...] = (),
    ) -> None:
        self.setting = setting
        self.parent = parent
        self.actor = actor
        self.action = action
        self.position = position
        self.digits = digits
        self.decisions: int = (parent.decisions if parent else 0) + (actor >= 0)
        self.memories: dict[int, Memory] = {}
        self.legal_actions: list[int] | None = None

    @property
    def over(self) -> bool:
        return self.decisions >= self.setting.limit or (self.position is not None and self.position.over)

    @property
    def chance(self) -> bool:
        return not self.over and (self.position is None or self.position.to_act == BOARD)

    def legal(self) -> list[int]:
        """The legal actions of the seat to act."""
        if self.legal_actions is None:
            assert self.position is not None
            self.legal_actions = self.setting.table.rules.legal(self.position)
        return self.legal_actions

    def after(self, action: int) -> HistoryNode:
        """The node that an action leads to, or a number from chance; a `MoveError` if it is not possible."""
        if self.over:
            raise MoveError("the game is over")
        if action not in (range(OUTCOMES) if self.chance else self.legal()):
            raise MoveError(f"action {action} is not possible now")
        if self.position is None:
            return self._dealt((*self.digits, action))
        position = self.position.copy()
        if not self.chance:
            self.setting.table.rules.apply(position, action)
            return HistoryNode(self.setting, self, self.position.to_act, action, position=position).settled()
        low, carry = position.state.rng
        position.state.array["rng"] = streams((low | carry << 32) * OUTCOMES + action)
        self.setting.table.rules.apply(position, 0)
        return HistoryNode(self.setting, self, CHANCE, action, position=position).settled()

    def _dealt(self, digits: tuple[int, ...]) -> HistoryNode:
        if len(digits) < DIGITS:
            return HistoryNode(self.setting, self, CHANCE, digits[-1], digits=digits)
        seed = sum(digit * OUTCOMES**place for place, digit in enumerate(digits))
        position = self.setting.table.deal(seed)
        return HistoryNode(self.setting, self, CHANCE, digits[-1], position=position, digits=digits).settled()

    def settled(self) -> HistoryNode:
        """Apply the board's deterministic steps, each as a node of its own."""
        node = self
        while node.position is not None and node.position.to_act == BOARD:
            position = node.position.copy()
            self.setting.table.rules.apply(position, 0)
            if position.state.rng != node.position.state.rng:
                break
            node = HistoryNode(self.setting, node, FOLLOWS, position=position)
        return node

    # -- information states

    def memory(self, seat: int) -> Memory:
        """The information state of a seat or the AUDIENCE, after the deal."""
        untold: list[HistoryNode] = []
        node: HistoryNode | None = self
        while node is not None and node.position is not None and seat not in node.memories:
            untold.append(node)
            node = node.parent
        known = node.memories.get(seat) if node is not None else None
        for later in reversed(untold):
            known = later.memories[seat] = later._learned(seat, known)
        assert known is not None
        return known

    def _learned(self, seat: int, before: Memory | None) -> Memory:
        assert self.position is not None
        view = self.setting.table.rules.concealed(self.position, seat).state.to_bytes()
        if before is None:
            return Memory(_digest(self.position.board.to_bytes(), view), view)
        if self.actor == seat:
            return Memory(_digest(before.digest, view, str(self.action).encode()), view)
        if view == before.view:  # a step that is hidden from the seat
            return before
        return Memory(_digest(before.digest, view), view)

    def seen(self, seat: int) -> Position:
        """The concealed position of a seat or the AUDIENCE."""
        assert self.position is not None
        return replace(self.position, state=self.position.state.with_bytes(self.memory(seat).view))

    def guessed(self, seat: int, uniform: Callable[[], float]) -> HistoryNode:
        """Sample a node with the same information state of the seat."""
        assert self.position is not None
        rules, seen = self.setting.table.rules, self.seen(seat)
        for _ in range(GUESSES):
            guess = rules.determinized(seen, seat, int(uniform() * 2**53))
            if rules.concealed(guess, seat).state == seen.state:
                break
        node = HistoryNode(self.setting, position=guess)
        node.decisions = self.decisions
        node.memories[seat] = self.memory(seat)
        return node

    # -- copies and pickles

    def __deepcopy__(self, memo: object) -> HistoryNode:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        choices: list[int] = []
        node = self
        while node.parent is not None and node is not self.setting.first:
            if node.actor != FOLLOWS:
                choices.append(node.action)
            node = node.parent
        root = None
        if node is not self.setting.first:
            assert node.position is not None, "only a guess begins elsewhere"
            board, state = node.position.board.to_bytes(), node.position.state.to_bytes()
            root = board, state, node.decisions, node.memories
        return _replay, (*self.setting.key, root, np.array(choices[::-1], np.uint32).tobytes())


def _replay(
    table: str,
    limit: int,
    root: tuple[bytes, bytes, int, dict[int, Memory]] | None,
    choices: bytes,
) -> HistoryNode:
    """The node from its pickled choices."""
    setting = setting_of(table, limit)
    node = setting.first
    if root is not None:
        node = HistoryNode(setting, position=setting.table.blank())
        assert node.position is not None
        node.position.board.set_bytes(root[0])
        node.position.state.set_bytes(root[1])
        node.decisions, node.memories = root[2], root[3]
    for choice in np.frombuffer(choices, np.uint32).tolist():
        node = node.after(choice)
    return node
