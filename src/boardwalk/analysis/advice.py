"""Hints and reviews of matches: search results for a seat's decisions, in the game's notation and as sentences.

An `Adviser` receives the views of one seat and nothing else, so advice never reveals hidden information.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil

import msgspec

from boardwalk.contract.errors import MoveError
from boardwalk.contract.game import Analysis, Judged, Position, Table
from boardwalk.contract.scene import Choice, Scene
from boardwalk.engine.random import streams
from boardwalk.engine.rules import BOARD
from boardwalk.match import Match, View
from boardwalk.match.stepper import BOARD_STEP
from boardwalk.match.view import at_named
from boardwalk.search import Thinker

LONGEST_LINE = 12  # actions of an expected course
SHOWN_WORLDS = 3
SHOWN_ACTIONS = 5
MARGIN = 0.5  # actions that are worse than the best by no more than this have an exact loss
SECONDS_OF_HARD = 0.15  # about the time of the bot `hard`
MOST_BUDGETS = 200  # that a longer analysis may have
# Words for values, each from this value on.
WORDS = ((0.999, "wins"), (0.6, "winning"), (0.2, "better"), (-0.2, "even"), (-0.6, "worse"), (-0.999, "losing"))
SOLVED = ((0.999, "can be solved"), (-0.999, "perhaps"))  # in games with a solver
BEST, FORCED, UNKNOWN = "best", "forced", "not considered"
# Verdicts on decisions, each up to this loss.
VERDICTS = ((0.05, "good"), (0.2, "inaccuracy"), (0.5, "mistake"))
BLUNDER = "blunder"


class Advised(msgspec.Struct, frozen=True):
    """An action in the game's notation, its value to the seat from -1 to 1, the same in a word, and its share of the
    search's visits."""

    action: int
    text: str
    value: float
    words: str
    share: float


class Expected(msgspec.Struct, frozen=True):
    """An action in the expected course of the game; `label` as it is offered to a person."""

    seat: int
    action: int
    text: str
    label: str = ""


class Believed(msgspec.Struct, frozen=True):
    """A position that fits the seat's views, with its probability, as a scene."""

    share: float
    scene: Scene


class Hint(msgspec.Struct, frozen=True):
    """Advice for the seat to act: the actions that were considered, the best first; the expected course; in games with
    hidden information the likeliest positions; and an optional sentence. `undo`, in games with a solver: how many
    actions to take back until it can be solved again."""

    seat: int
    actions: list[Advised]
    line: list[Expected]
    worlds: list[Believed]
    note: str
    simulations: int
    undo: int = 0

    @property
    def best(self) -> Advised:
        return self.actions[0]


class Judgement(msgspec.Struct, frozen=True):
    """A decision of a match: the number of the step, the action, the best action given the seat's view, and the loss in
    value (None where the action was not considered). `took` and `better` are both actions as they were offered,
    `best_words` is the value of the better one in a word. `worlds`, where something was lost: the likeliest positions
    given the seat's view."""

    step: int
    seat: int
    did: str
    best: str
    value: float | None
    loss: float | None
    verdict: str
    words: str = ""
    line: list[Expected] = []
    note: str = ""
    took: Choice | None = None
    better: Choice | None = None
    best_words: str = ""
    worlds: list[Believed] = []


class Summary(msgspec.Struct, frozen=True):
    """The decisions of a seat: how many there were, how many of each verdict, and the mean loss of those judged."""

    seat: int
    name: str
    decisions: int
    verdicts: dict[str, int]
    mean_loss: float


class Adviser:
    """Analyses the decisions of one seat. With the same seed and views it gives the same advice, unless `seconds` sets
    the time of its search."""

    def __init__(self, table: Table, *, seed: int = 0, seconds: float | None = None) -> None:
        search = table.search.with_values(margin=MARGIN)
        if seconds is not None:
            budgets = min(max(ceil(seconds / SECONDS_OF_HARD), 1), MOST_BUDGETS)
            search = search.with_values(hard=search.budgets.hard * budgets)
        self._table, self._seconds = table, seconds
        self._thinker = Thinker(table, seed=seed, search=search)
        self._seen: list[View] = []  # in games with a solver

    @property
    def watches(self) -> bool:
        """Whether it needs every view of its seat, from the deal on."""
        return self._table.search.belief is not None or self._table.game.content.solver is not None

    def watch(self, view: View) -> None:
        self._thinker.watch(view)
        if self._table.game.content.solver is not None:
            self._seen.append(view)

    def hint(self, view: View) -> Hint:
        """Advice for the decision in a view, which must be watched first; a `MoveError` if there is no decision."""
        analysis = self._thinker.analyse(view, seconds=self._seconds)
        lost, undo = self._lost()
        game, position = self._table.game, view.position
        return Hint(
            seat=view.seat,
            actions=[_advised(position, one) for one in analysis.actions],
            line=_expected(view, analysis),
            worlds=[
                Believed(one.share, game.scene.scene(at_named(view.named, one.position), view.seat))
                for one in analysis.worlds[:SHOWN_WORLDS]
            ],
            note=" ".join(filter(None, [analysis.note, lost])),
            simulations=analysis.simulations,
            undo=undo,
        )

    def _lost(self) -> tuple[str, int]:
        """In games with a solver: which of the actions so far made the problem unsolvable, if it is, and how many
        actions ago that was."""
        solver = self._table.game.content.solver
        at = solver.lost([view.position for view in self._seen]) if solver else None
        if at is None:
            return "", 0
        after = self._seen[at + 1]
        assert after.action is not None
        number = sum(view.action is not None for view in self._seen[: at + 2])
        label = self._table.game.scene.choice(self._seen[at].position, after.action).label
        undo = sum(view.action is not None for view in self._seen[at + 1 :])
        return f"Move {number} ({label}) lost it.", undo


def words_of(table: Table, value: float) -> str:
    """A value in a word or two."""
    words = SOLVED if table.game.content.solver else WORDS
    return next((word for lowest, word in words if value >= lowest), "can't be solved" if words is SOLVED else "loses")


def _advised(position: Position, one: Judged) -> Advised:
    table = position.table
    text = table.game.notation.write_action(position, one.action)
    return Advised(one.action, text, round(one.value, 4), words_of(table, one.value), round(one.share, 4))


def _expected(view: View, analysis: Analysis) -> list[Expected]:
    """The expected course in notation, played on in the likeliest position as far as it is possible there."""
    start = analysis.worlds[0].position if analysis.worlds else view.position
    position = Position(start.table, start.board, start.state.copy())
    position.state.array["rng"] = streams(0)
    game = view.table.game
    expected = []
    for action in analysis.line[:LONGEST_LINE]:
        while position.to_act == BOARD:
            view.rules.apply(position, BOARD_STEP)
        if action not in view.rules.legal(position):
            break
        text, label = game.notation.write_action(position, action), game.scene.choice(position, action).label
        expected.append(Expected(position.to_act, action, text, label))
        view.rules.apply(position, action)
    return expected


def hint(match: Match, seat: int | None = None, *, seconds: float | None = None) -> Hint:
    """Advice for a seat of a match, by default the one to act; a `MoveError` if it can't act now."""
    if match.over:
        raise MoveError("the game is over")
    seat = match.to_act if seat is None else seat
    match.check_seat(seat)
    adviser = Adviser(match.table, seconds=seconds)
    if adviser.watches:
        for number in range(len(match.steps)):
            adviser.watch(match.view(seat, number))
    return adviser.hint(match.view(seat))


def hint_lines(advice: Hint, names: Sequence[str]) -> list[str]:
    """The advice as lines of text; `names` are those of the seats."""
    shown = advice.actions[:SHOWN_ACTIONS]
    width = max(len(one.text) for one in shown)
    lines = [f"  {one.text:<{width}}  {one.value:+.2f}  {one.words}" for one in shown]
    if len(advice.line) > 1:
        who = [f"{names[one.seat]} {one.text}" if len(names) > 1 else one.text for one in advice.line]
        lines.append(f"expected: {', '.join(who)}")
    return [*lines, *filter(None, [advice.note])]


# -- finished matches


def decisions(match: Match, seats: Iterable[int]) -> list[int]:
    """The numbers of the steps that are actions of these seats; events are none."""
    wanted = set(seats)
    return [n for n, step in enumerate(match.steps) if step.seat in wanted and step.action < match.table.actions]


def judged(step: int, view: View, action: int, advice: Hint | None) -> Judgement:
    """Judge a decision by the advice for its view; without a choice no advice is needed."""
    game, position = view.table.game, view.position
    text, took = game.notation.write_action(position, action), game.scene.choice(position, action)
    if advice is None:
        return Judgement(step, view.seat, text, text, None, 0.0, FORCED, took=took)
    did = next((one for one in advice.actions if one.action == action), None)
    loss = None if did is None else max(advice.best.value - did.value, 0.0)
    if action == advice.best.action:
        verdict, loss = BEST, 0.0
    elif loss is None:
        verdict = UNKNOWN
    else:
        verdict = next((name for most, name in VERDICTS if loss <= most), BLUNDER)
    best = advice.best
    return Judgement(
        step=step,
        seat=view.seat,
        did=text,
        best=best.text,
        value=did.value if did else None,
        loss=loss,
        verdict=verdict,
        words=did.words if did else "",
        line=advice.line,
        note=advice.note,
        took=took,
        better=game.scene.choice(position, best.action),
        best_words=best.words,
        worlds=advice.worlds if loss is not None and loss > VERDICTS[0][0] else [],
    )


def review(match: Match, seats: Sequence[int], *, seconds: float | None = None) -> Iterator[Judgement]:
    """Judge the decisions of these seats in order, each given its seat's view at that time."""
    advisers = {seat: Adviser(match.table, seconds=seconds) for seat in seats}
    shown = dict.fromkeys(seats, 0)
    for step in decisions(match, seats):
        seat, action = match.steps[step]
        adviser = advisers[seat]
        if adviser.watches:
            for number in range(shown[seat], step):
                adviser.watch(match.view(seat, number))
            shown[seat] = step
        view = match.view(seat, step - 1)
        yield judged(step, view, action, adviser.hint(view) if len(view.legal) > 1 else None)


def summary(match: Match, seat: int, judgements: Iterable[Judgement]) -> Summary:
    """The judgements of one seat, counted."""
    own = [one for one in judgements if one.seat == seat]
    losses = [one.loss for one in own if one.loss is not None and one.verdict != FORCED]
    verdicts: dict[str, int] = {}
    for one in own:
        verdicts[one.verdict] = verdicts.get(one.verdict, 0) + 1
    return Summary(seat, match.names[seat], len(own), verdicts, sum(losses) / len(losses) if losses else 0.0)
