"""A game's pages during and after play: how somebody gets there, and what all pictures of pages need."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from harness import GAMES, Server
from person import Person

from boardwalk import Match
from boardwalk.bots import make_bot
from boardwalk.bots import play as play_bots
from boardwalk.contract import registry
from boardwalk.contract.game import Game, Table
from boardwalk.contract.positions import write_position
from boardwalk.search import prepare

WAIT = 30_000  # ms for a page; one that is not there by then is shown as it is
THINKING = 4 * WAIT  # for hints and analysis
MIDDLE = {"box_world": 12, "capture_the_flag": 70, "fog_quoridor": 14, "robo_rally": 20}  # actions of bots
HALFWAY = 10  # actions in other games
SEED = 4
BY_CHANCE: dict[str, dict[str, Any]] = {"box_world": {"level": 1}}  # games that end although somebody acts at random
NAME = "Alexandra the Great"

Show = Callable[[Person], None]

# Follows a link within the site, which needs no connection.
GO = "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"


class Page(NamedTuple):
    """`in_play`: also shown on a phone that lies on its side."""

    name: str
    show: Show
    in_play: bool = False


def visit(path: str, wait_for: str = "") -> Show:
    """The page at an address, once something is there."""

    def show(person: Person) -> None:
        person.visit(path)
        person.page.locator(wait_for or "#main > *").first.wait_for(timeout=WAIT)

    return show


def keep(person: Person, **settings: object) -> None:
    """What the browser remembers, by key."""
    for key, value in settings.items():
        script = f"localStorage.setItem('boardwalk.{key}', {json.dumps(json.dumps(value))})"
        person.context.add_init_script(script)


def sit_down(person: Person, room: str, tokens: dict[int, str], wait_for: str) -> None:
    """Opens a room in which this browser has seats."""
    keep(person, rooms={room: {"tokens": list(tokens.values()), "when": 1}})
    visit(f"/r/{room}", wait_for)(person)


# -- in a game


def start(name: str, way: str = "") -> Show:
    """A game that has just been started with its first preset."""

    def show(person: Person) -> None:
        set_up(name)(person)
        if way:
            person.page.get_by_role("radio", name=way).check()
        person.press("Start")
        person.page.wait_for_url("**/r/*", timeout=WAIT)
        person.page.locator('[role="grid"]').wait_for(timeout=WAIT)

    return show


def halfway(server: Server, game: Game) -> Show:
    """A game that bots have played for a while, and then somebody a little further."""
    table = game.table(game.content.presets[0].options)
    match = Match(table, seed=SEED)
    bots = {seat: make_bot("easy", seat) for seat in range(len(table.seats))}
    play_bots(match, bots, MIDDLE.get(game.name, HALFWAY))
    body: dict[str, Any] = {
        "game": game.name,
        "seats": [{"kind": "me", "name": NAME}, *[{"kind": "bot", "bot": "easy"}] * (len(table.seats) - 1)],
        "start": write_position(match.position),
    }

    def show(person: Person) -> None:
        made = server.ask("/api/rooms", body)
        tokens = {int(seat): token for seat, token in made["tokens"].items()}
        if game.play.ahead is None:
            with server.enter(made["room"], *tokens.values()) as player:
                for _ in range(2):
                    if player.until(lambda: player.over or player.ready_seats()) is not True:
                        player.act(0, random.Random(SEED).choice(player.choices(0)))
        sit_down(person, made["room"], tokens, '[role="grid"]')

    return show


def hint(server: Server, game: Game) -> Show:
    compile_search(game.table(game.content.presets[0].options))

    def show(person: Person) -> None:
        halfway(server, game)(person)
        person.wait_for_turn()
        person.press("Hint")
        person.page.get_by_role("status", name="Hint").filter(has_not_text="Thinking").wait_for(timeout=THINKING)

    return show


def compile_search(table: Table) -> None:
    """Nobody shall wait for a compiler before a hint or an analysis comes."""
    prepare(table, lambda title, done, total: None)


def leaving(server: Server, game: Game) -> Show:
    """The question whether one really wants to."""

    def show(person: Person) -> None:
        halfway(server, game)(person)
        person.page.get_by_role("button", name="Leave").last.click()
        person.page.locator("dialog[open]").wait_for(timeout=WAIT)

    return show


def watching(server: Server, name: str) -> Show:
    """A game in play, as a spectator sees it."""

    def show(person: Person) -> None:
        seats = len(registry.game(name).table({}).seats)
        room, tokens = server.make_room(name, " ".join(["me"] * seats), options={})
        with server.enter(room, *tokens.values()):
            visit(f"/r/{room}", '[role="grid"]')(person)

    return show


def aiming(person: Person) -> None:
    """A wall that a finger has aimed at, or that a mouse points at."""
    start("fog_quoridor")(person)
    person.wait_for_turn()
    person.page.locator('[role="gridcell"] [data-action]').first.click(force=True)  # the column to start from
    person.wait_for_turn()
    box = person.page.locator(".wall-choice").nth(20).bounding_box()
    if box is None:
        return
    x, y = box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2
    if person.touch:
        person.page.touchscreen.tap(x, y)
    else:
        person.page.mouse.move(x, y)


def programming(person: Person) -> None:
    """A tray with some slots filled."""
    start("robo_rally")(person)
    person.page.locator(".tray-card").first.wait_for(timeout=WAIT)
    for key in "flf":
        person.page.keyboard.press(key)


def curtain(person: Person) -> None:
    """Two at one screen, of whom the second must not see what the first has chosen."""
    start("fog_quoridor", "Friends on this screen")(person)
    person.wait_for_turn()
    person.page.keyboard.press("c")
    person.page.locator(".curtain:not([hidden])").wait_for(timeout=WAIT)


def lost_connection(person: Person) -> None:
    start("box_world")(person)
    person.context.set_offline(True)
    person.page.locator(".banner:not([hidden])").wait_for(timeout=WAIT)


# -- after a game


def finished(server: Server, name: str, first: str = "easy") -> tuple[str, dict[int, str]]:
    """A room whose game is over: played by bots, or (`me`) by somebody who chooses at random."""
    options = GAMES[name] if first == "easy" else BY_CHANCE.get(name, GAMES[name])
    count = len(registry.game(name).table(options).seats)
    room, tokens = server.make_room(name, " ".join([first, *["easy"] * (count - 1)]), options=options)
    with server.enter(room, *tokens.values()) as player:
        if tokens:
            player.play_on(random.Random(SEED))
        player.until(lambda: player.room["phase"] == "over")
    return room, tokens


def over(server: Server, name: str) -> Show:
    room, tokens = finished(server, name, "me")
    return lambda person: sit_down(person, room, tokens, '#main[data-phase="over"] .after .past')


def solved(person: Person) -> None:
    """The first level, which is five steps to the right."""
    start("box_world")(person)
    for _ in range(5):
        person.wait_for_turn()
        person.page.keyboard.press("ArrowRight")
    person.page.locator(".finish .result").wait_for(timeout=WAIT)


def replay(room: str, *, analysed: bool = False) -> Show:
    def show(person: Person) -> None:
        visit(f"/replay/{room}", ".board .tile")(person)
        if not analysed:
            person.press("Step forward")
            return
        person.press("Analyse")
        person.page.locator(".analysis progress").wait_for(state="hidden", timeout=THINKING)
        points = person.page.locator(".turning-point")
        if points.count():
            points.first.click()

    return show


def analysis(server: Server, name: str) -> Show:
    compile_search(registry.game(name).table(GAMES[name]))
    return replay(finished(server, name)[0], analysed=True)


def playing_on(room: str) -> Show:
    def show(person: Person) -> None:
        visit(f"/replay/{room}", ".board .tile")(person)
        person.press("Play on from here")
        person.page.locator("dialog[open]").wait_for(timeout=WAIT)

    return show
