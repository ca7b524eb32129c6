"""The report of an arena: one self-contained HTML page.

The same games give the same bytes: nothing in it depends on the clock, unless times are included."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources
from itertools import takewhile
from typing import Any

import msgspec

from boardwalk.arena.charts import colour, curves, histogram, percent, shares
from boardwalk.arena.play import Played
from boardwalk.arena.ratings import Rating
from boardwalk.arena.results import Results
from boardwalk.arena.schedule import sides
from boardwalk.arena.store import GAMES, Settings
from boardwalk.contract.game import Table
from boardwalk.draw import svg
from boardwalk.draw.palette import scene_css
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import Match

POINTS = 40  # of a curve
REPLAYS = 6  # games whose pictures are in the page: the first of each line-up
FRAMES = 120  # pictures of a game at most
RECORD_BYTES = 2_000_000  # of the games whose records are in the page


def report(table: Table, settings: Settings, results: Results, *, times: bool = False) -> str:
    """The page as HTML. `times` adds thinking times, which differ from run to run."""
    title = f"{table.game.title}: {', '.join(results.names)}"
    body = [
        f"<h1>{escape(title)}</h1>",
        *_about(settings, results),
        _section("Table", _table(results, times)),
        _section(f"{results.scale} over the games", _curve(results)),
        _section("Results", _matrix(results)),
        _section("Seats", _seats(table, results)),
        _section("Length of games", _lengths(results)),
        _section("Games", _games(table, results)),
    ]
    style = f"{scene_css(table.game.theme.name, ':root')}\n{_file('report.css')}"
    page = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{style}</style></head><body>",
        *filter(None, body),
        _data(table, results),
        f"<script>{_file('report.js')}</script></body></html>",
    ]
    return "\n".join(page) + "\n"


def _file(name: str) -> str:
    return resources.files("boardwalk.arena").joinpath(name).read_text(encoding="utf-8")


def _section(title: str, content: str) -> str:
    return f"<section><h2>{escape(title)}</h2>\n{content}</section>" if content else ""


def _about(settings: Settings, results: Results) -> list[str]:
    cut = sum(game.end == "limit" for game in results.games)
    forfeited = sum(game.end == "forfeit" for game in results.games)
    opening = f"openings of {settings.opening} actions a seat" if settings.opening else "deals"
    facts = [f"{len(results.games)} games, {opening} drawn from seed {settings.seed}, each in every order of the seats"]
    if cut:
        facts.append(f"{cut} broken off after {settings.limit} actions")
    if forfeited:
        facts.append(f"{forfeited} forfeited")
    said = results.sentence()
    return [
        f'<p class="muted"><code>{escape(settings.game)}</code>, version {settings.rules} of the rules. '
        f"{'; '.join(facts)}. Intervals are of 95 %.</p>",
        f"<p>{escape(said)}</p>" if said else "",
    ]


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]], names: int = 1) -> str:
    """A table whose first columns hold names; cells are HTML."""

    def line(tag: str, cells: Sequence[str]) -> str:
        inner = (
            f'<{tag} class="name">{cell}</{tag}>' if place < names else f"<{tag}>{cell}</{tag}>"
            for place, cell in enumerate(cells)
        )
        return f"<tr>{''.join(inner)}</tr>"

    return f'<div class="wide"><table>{line("th", head)}{"".join(line("td", row) for row in rows)}</table></div>'


def rating_text(rating: Rating | None) -> str:
    return "–" if rating is None else f"{rating.value:.0f} [{rating.low:.0f}, {rating.high:.0f}]"


def _key(results: Results, name: str) -> str:
    place = results.names.index(name)
    return f'<span class="key" style="background:{colour(place)}"></span>{escape(name)}'


def _table(results: Results, times: bool) -> str:
    head = ["bot", results.scale, "games", "wins", "draws", "losses", "won", "score", "forfeits"]
    rows = []
    for row in results.table():
        tally = row.tally
        cells = [_key(results, row.name), rating_text(row.rating)]
        cells += map(str, (tally.games, tally.wins, tally.draws, tally.losses))
        cells += [percent(tally.win_share), percent(tally.score)] if tally.games else ["–", "–"]
        cells.append(str(row.forfeits))
        if times:
            cells += [f"{1000 * row.seconds_a_move:.1f}", f"{1000 * row.longest:.1f}"]
        rows.append(cells)
    return _rows([*head, "ms a move", "longest, ms"] if times else head, rows)


def _curve(results: Results) -> str:
    total = len(results.games)
    counts = sorted({max(1, round(total * place / POINTS)) for place in range(1, POINTS + 1)}) if total else []
    rated = [(count, results.ratings(count)) for count in counts]
    named = [
        (name, [(count, rating) for count, ratings in rated if (rating := ratings[place]) is not None])
        for place, name in enumerate(results.names)
    ]
    if not any(curve for _, curve in named):
        return ""
    return curves(named, across="games", what=f"{results.scale} over the games")


def _matrix(results: Results) -> str:
    found = results.matrix()
    if not found:
        return ""
    order = [row.name for row in results.table()]
    rows = []
    for name in order:
        cells = [_key(results, name)]
        for other in order:
            tally = found.get((name, other))
            cells.append(
                f"{percent(tally.score)}<br><span class=muted>+{tally.wins} ={tally.draws} −{tally.losses}</span>"
                if tally
                else "–"
            )
        rows.append(cells)
    return "<p>The score of each row against each column.</p>" + _rows(["", *map(escape, order)], rows)


def side_names(table: Table) -> list[str]:
    """The sides as the game names their seats. The common first words of a team's names are written once."""
    names = []
    for team in sides(table):
        words = [table.seats[seat].split() for seat in team]
        shared = len([*takewhile(lambda one: len({*one}) == 1, zip(*words, strict=False))])
        names.append(", ".join([table.seats[team[0]], *(" ".join(own[shared:]) for own in words[1:])]))
    return names


def _seats(table: Table, results: Results) -> str:
    parts = []
    for equals, what in ((True, "Between equals"), (False, "In all games")):
        tallies = results.seats(equals=equals)
        if not tallies or not tallies[0].games:
            continue
        named = [(name, tally.win_share) for name, tally in zip(side_names(table), tallies, strict=True)]
        drawn = sum(tally.draws for tally in tallies) / sum(tally.games for tally in tallies)
        parts.append(
            f"<p>{what} ({tallies[0].games} games, {100 * drawn:.1f} % drawn), the share that each seat wins:</p>"
            + shares(named, what=f"{what}: wins by seat", even=(1 - drawn) / len(named))
        )
    return "\n".join(parts)


def _lengths(results: Results) -> str:
    lengths = [game.actions for game in results.games]
    if not lengths:
        return ""
    mean = sum(lengths) / len(lengths)
    return f"<p>{mean:.1f} actions on average.</p>" + histogram(lengths, across="actions", what="Length of games")


def _key_of(game: Played) -> str:
    return f"{game.seed}:{game.id}"


def _shown(results: Results) -> list[Played]:
    """The first game of each line-up."""
    first: dict[frozenset[str], Played] = {}
    for game in results.games:
        first.setdefault(frozenset(game.players), game)
    return list(first.values())[:REPLAYS]


def _kept(results: Results) -> list[Played]:
    """The games whose records fit into the page."""
    kept, size = [], 0
    for game in results.games:
        size += len(msgspec.json.encode(game.record))
        if size > RECORD_BYTES:
            break
        kept.append(game)
    return kept


def _games(table: Table, results: Results) -> str:
    shown, kept = {_key_of(game) for game in _shown(results)}, {_key_of(game) for game in _kept(results)}
    rows = []
    for game in results.games:
        key = _key_of(game)
        outcome = " : ".join({1: "1", 0: "½", -1: "0"}[score] for score in game.scores)
        how = {"over": "", "limit": "broken off", "forfeit": escape(game.forfeit)}[game.end]
        links = [f'<button data-replay="{key}">replay</button>'] if key in shown else []
        links += [f'<button data-record="{key}">record</button>'] if key in kept else []
        players = " – ".join(map(escape, game.players))
        rows.append([game.id, players, outcome, str(game.actions), how, " ".join(links)])
    told = f"<p>Any of them: <code>boardwalk replay {GAMES}:ID</code> in the arena's folder.</p>"
    return f'{told}<div id="games">{_rows(["game", "bots by seat", "result", "actions", "", ""], rows, names=2)}</div>'


def _data(table: Table, results: Results) -> str:
    """The records and pictures as JSON, and the window that shows them."""
    data = {
        "records": {_key_of(game): game.record for game in _kept(results)},
        "replays": {_key_of(game): _replay(table, game) for game in _shown(results)},
    }
    text = msgspec.json.encode(data).decode().replace("<", "\\u003c")
    window = (
        '<dialog><div class="picture"></div><div class="controls"><button data-step="-1">‹</button>'
        '<input type="range" min="0" aria-label="step"><button data-step="1">›</button><output></output>'
        '<form method="dialog"><button>Close</button></form></div></dialog>'
    )
    return f'{window}<script type="application/json" id="data">{text}</script>'


def _replay(table: Table, game: Played) -> dict[str, Any]:
    """Pictures of a game, nothing concealed: all distinct elements, and each picture as a list of their numbers."""
    match = Match.from_record(game.record, rules=table.rules)
    last = len(match.steps) - 1
    steps = sorted({round(last * place / FRAMES) for place in range(FRAMES + 1)})
    elements: dict[str, int] = {}
    frames = []
    for step in steps:
        picture = svg(table.game.scene.scene(match.at(step), AUDIENCE), theme="page")
        parts = re.split(r"(?<=>)(?=<)", picture)
        frames.append([elements.setdefault(part, len(elements)) for part in parts])
    return {"elements": list(elements), "frames": frames, "steps": steps}
