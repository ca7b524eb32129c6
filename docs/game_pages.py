"""Writes the pages of the games into docs/games: one for each game that is installed, and one with its tests.

Everything on them is taken from the games themselves: the rulebook, options, presets, actions, planes, events, files
and versions, and pictures drawn by the engine. Each clause of a rulebook links to the tests that show it, and back."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

import boardwalk
from boardwalk import draw
from boardwalk.bots import make_bot
from boardwalk.contract import options as option_fields
from boardwalk.contract import registry
from boardwalk.contract.game import Game, Table

ROOT = Path(__file__).parents[1]
CLAUSE = re.compile(r"^- \*{0,2}([A-Z][A-Z0-9]*-\d+)\*{0,2}", re.MULTILINE)
HEADING = re.compile(r"^(#+) ", re.MULTILINE)
SHOWN_ACTIONS = 12  # more than twice as many are shown as the first and last of them
MOVES = 10  # before a preset's picture is drawn, so that it shows a game under way
GAMES, STEPS = 30, 400  # of random play, to see what each action is called


class ShownBy(NamedTuple):
    """A test that names clauses."""

    file: str
    name: str
    clauses: tuple[str, ...]


def write_pages(folder: Path) -> None:
    """Write all pages and pictures, and remove those of games that are no longer there."""
    pictures = folder / "pictures"
    for made in (pictures, folder / "tests"):
        made.mkdir(parents=True, exist_ok=True)
    tests = [test for path in sorted(ROOT.rglob("test_*.py")) for test in tests_in(path)]
    written = set()
    for game in registry.games():
        for name, text in (
            (f"{game.name}.md", page(game, pictures)),
            (f"tests/{game.name}.md", page_of_tests(game, tests)),
        ):
            _write(folder / name, text)
            written.add(name)
    for old in folder.rglob("*.md"):
        if old.relative_to(folder).as_posix() not in {*written, "index.md"}:
            old.unlink()


def _write(path: Path, text: str) -> None:
    """Write a file only if it changes: Sphinx then builds no more than it must."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


# -- clauses and their tests


def tests_in(path: Path) -> Iterator[ShownBy]:
    """The tests of a file that carry `@pytest.mark.rule("RR-17", …)`."""
    if any(part.startswith(".") or part in ("_build", "site-packages") for part in path.relative_to(ROOT).parts):
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            clauses = tuple(clause for mark in node.decorator_list for clause in _clauses_of(mark))
            if clauses:
                yield ShownBy(path.relative_to(ROOT).as_posix(), node.name, clauses)


def _clauses_of(mark: ast.expr) -> list[str]:
    if not isinstance(mark, ast.Call) or ast.unparse(mark.func) != "pytest.mark.rule":
        return []
    return [argument.value for argument in mark.args if isinstance(argument, ast.Constant)]


def page_of_tests(game: Game, tests: list[ShownBy]) -> str:
    """For each clause of the rulebook the tests that show it."""
    lines = ["---", "orphan: true", "---", "", f"# {game.title}: clauses and tests", ""]  # only the rulebook leads here
    for clause in CLAUSE.findall(game.rulebook_text()):
        lines += [f"- [{clause}](../{game.name}.md#{clause.lower()}) []{{#tests-of-{clause.lower()}}}"]
        lines += [f"  - `{test.file}`: `{test.name}`" for test in tests if clause in test.clauses]
    return "\n".join(lines) + "\n"


def rulebook(game: Game) -> str:
    """The rulebook with an anchor at each clause and a link from it to its tests, as a part of a page."""

    def clause(found: re.Match[str]) -> str:
        name, anchor = found[1], found[1].lower()
        return f"- [**{name}**]{{#{anchor}}} ([tests](tests/{game.name}.md#tests-of-{anchor}))"

    body = re.sub(r"^# .*\n+", "", game.rulebook_text(), count=1)
    parts = re.split(r"(^```.*?^```$)", body, flags=re.MULTILINE | re.DOTALL)  # what is code stays as it is
    for at in range(0, len(parts), 2):
        parts[at] = HEADING.sub(r"\1# ", CLAUSE.sub(clause, parts[at]))
    return "".join(parts)


# -- a game's page


def page(game: Game, pictures: Path) -> str:
    parts = [f"# {game.title}", game.summary, facts(game), "## Ways to play", gallery(game, pictures)]
    parts += ["## Rulebook", rulebook(game), "## Options", options(game)]
    if game.content.files:
        parts += ["## Files", files(game)]
    parts += ["## For programs", programs(game)]
    return "\n\n".join(parts) + "\n"


def facts(game: Game) -> str:
    yes = {
        "Nothing is hidden from anybody.": not game.hidden,
        "Some things are hidden from the other players.": game.hidden,
        "Chance plays a part.": game.play.chance,
        "All players choose at the same time.": game.play.simultaneous,
        "Moves can be undone.": game.play.undo,
    }
    players = "one player" if game.players == (1, 1) else f"{game.players_text} players"
    return f"For {players}. " + " ".join(sentence for sentence, holds in yes.items() if holds)


def gallery(game: Game, pictures: Path) -> str:
    """Each preset with a picture of a game."""
    rows = []
    for number, preset in enumerate(game.content.presets, 1):
        table = game.table(preset.options)
        match = boardwalk.Match(table, seed=7, rules=table.interpreted)
        boardwalk.play(match, {seat: make_bot("random", seat) for seat in range(len(table.seats))}, MOVES)
        picture = pictures / f"{game.name}_{number}.svg"
        _write(picture, draw.svg(match.view(0).scene, size=420))
        line = f"`{table}`" if len(str(table)) < 80 else ""
        rows += [f"### {preset.title}", line, f"![{preset.title}](pictures/{picture.name})"]
    return "\n\n".join(row for row in rows if row)


def options(game: Game) -> str:
    known = option_fields.fields(game.setup.Options)
    if not known:
        return "There are none."
    rows = [
        f"| `{option.name}` | {option.meta.description or ''} | {option.expected} | {_code(option.write())} |"
        for option in known.values()
    ]
    return "\n".join(["| option | what it is | value | default |", "|---|---|---|---|", *rows])


def _code(text: str) -> str:
    return f"`{text}`" if text else "empty"


def files(game: Game) -> str:
    rows = [
        f"| `{kind.suffix}` | {kind.name} | {f'`{kind.option}`' if kind.option else ''} |"
        for kind in game.content.files
    ]
    return "\n".join(["| suffix | kind | option that takes it |", "|---|---|---|", *rows])


def programs(game: Game) -> str:
    table = game.table(game.content.simulation)
    planes, rows, cols = table.planes
    environment = game.environment_version
    camel = game.name.title().replace("_", "")
    lines = [
        f"Version {game.version} of the rules. In Gymnasium it is `boardwalk/{camel}-v{environment}`, in PettingZoo "
        f"`{game.name}_v{environment}`, in OpenSpiel `python_boardwalk_{game.name}`: see [Learning](../learning.md).",
        f"**Actions**: {table.actions}, from 0.",
        actions(table),
        f"**Observation**: {planes} planes of {rows} × {cols} at `{table}`; other boards have other sizes.",
        "\n".join(f"{number}. `{name}`" for number, name in enumerate(game.rules.PLANES)),
        "**Rewards**: at the end 1 for a win, -1 for a loss, 0 for a draw or no result; 0 before.",
    ]
    if game.play.events:
        lines.append("**Events**, which a seat may do besides acting and which no action mask offers:")
        lines.append("\n".join(f"- `{event.name}` ({event.meaning.value})" for event in game.play.events))
    return "\n\n".join(lines)


def actions(table: Table) -> str:
    """What actions are called, as random play has met them."""
    met = dict(sorted(_met(table).items()))
    numbers = list(met)
    if len(numbers) > 2 * SHOWN_ACTIONS:
        numbers = numbers[:SHOWN_ACTIONS] + numbers[-SHOWN_ACTIONS:]
    rows = [f"| {number} | `{met[number]}` |" for number in numbers]
    return "\n".join(["| number | text, for example |", "|---:|---|", *rows])


def _met(table: Table) -> Mapping[int, str]:
    met: dict[int, str] = {}
    random = Random(1)
    for seed in range(GAMES):
        match = boardwalk.Match(table, seed)
        for _ in range(STEPS):
            if match.over:
                break
            legal = table.rules.legal(match.position)
            for action in legal:
                if action not in met:
                    met[action] = table.game.notation.write_action(match.position, action)
            match.act(match.to_act, random.choice(legal))
        if len(met) == table.actions:
            break
    return met


if __name__ == "__main__":
    write_pages(Path(__file__).parent / "games")
