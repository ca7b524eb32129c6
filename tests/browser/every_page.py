"""Every page and what it can show: how somebody gets there, by the name of its picture."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from harness import GAMES, Server
from person import Person
from play_pages import (
    GO,
    NAME,
    SEED,
    WAIT,
    Page,
    Show,
    aiming,
    analysis,
    curtain,
    finished,
    halfway,
    hint,
    keep,
    leaving,
    lost_connection,
    over,
    playing_on,
    programming,
    replay,
    sit_down,
    solved,
    start,
    visit,
    watching,
)

from boardwalk.contract import registry
from boardwalk.contract.game import Game
from boardwalk.tutorial import lessons_of

# -- before a game


def set_up(name: str) -> Show:
    return visit(f"/play/{name}", ".setup-picture .tile")


def all_options(name: str) -> Show:
    def show(person: Person) -> None:
        set_up(name)(person)
        for summary in person.page.locator(".setup-form summary").all():
            if summary.is_visible():
                summary.click()

    return show


def how_to_play(name: str, *further: str) -> Show:
    def show(person: Person) -> None:
        set_up(name)(person)
        person.page.keyboard.press("?")
        person.page.locator("dialog[open] .book-goal").wait_for(timeout=WAIT)
        for button in further:
            person.page.locator("dialog[open]").get_by_role("button", name=button).click()

    return show


def waiting(server: Server, name: str, *, guest: bool = False) -> Show:
    """A room whose maker waits for others; or as a guest finds it."""

    def show(person: Person) -> None:
        others = len(registry.game(name).table({}).seats) - 1
        seats = [{"kind": "me", "name": NAME}, *[{"kind": "open"}] * others]
        made = server.ask("/api/rooms", {"game": name, "seats": seats})
        if guest:
            visit(f"/r/{made['room']}", ".waiting-card")(person)
        else:
            sit_down(person, made["room"], made["tokens"], ".waiting-card")

    return show


# -- learning, levels, challenges, the editor


def lesson(name: str, *, helped: bool = False) -> Show:
    def show(person: Person) -> None:
        visit(f"/learn/{name}/1", ".stage .tile")(person)
        if helped:
            person.press("Hint")

    return show


def lesson_solved(person: Person) -> None:
    visit("/learn/box_world/2", ".stage .tile")(person)
    for key in "ddss":
        person.wait_for_turn()
        person.page.keyboard.press(key)
    person.page.locator(".after[data-state=solved] .result").wait_for(timeout=WAIT)


def half_solved(server: Server, name: str) -> Show:
    """The map of levels of somebody who has solved some."""

    def show(person: Person) -> None:
        (pack, *_) = server.ask(f"/api/games/{name}/levels")["packs"]
        results = {
            level["key"]: {count: least + n % 3 for count, least in level["fewest"].items()}
            for n, level in enumerate(pack["levels"][:7])
        }
        keep(person, results={name: results})
        visit(f"/levels/{name}", ".level .tile")(person)

    return show


def mistaken(person: Person) -> None:
    """The editor with a level from which somebody has erased the finish."""
    visit("/editor/box_world/boxes", ".verdict:not(:empty)")(person)
    person.page.get_by_text("Erase", exact=True).click()
    box = person.page.locator(".sheet-area .board").first.bounding_box()
    if box is not None:
        person.page.mouse.click(box["x"] + box["width"] * 0.92, box["y"] + box["height"] / 2)


# -- people


def lively(server: Server) -> Show:
    """The front page of somebody who has games going on, on a server with open tables and games to watch."""

    def show(person: Person) -> None:
        game = "fog_quoridor"
        own = {}
        for name, seats in ((game, "me easy"), ("robo_rally", "me open")):
            made, tokens = server.make_room(name, seats, options={})
            own[made] = {
                "tokens": list(tokens.values()),
                "when": 1,
                "seen": {
                    "title": registry.game(name).title,
                    "phase": "playing",
                    "match": 1,
                    "held": [0],
                    "others": [NAME],
                },
            }
        keep(person, rooms=own)
        others = []
        for seats in ("me open", "me me"):
            made, tokens = server.make_room(game, seats, listed=True)
            others.append(server.enter(made, *tokens.values()))
        try:
            person.page.wait_for_timeout(4500)  # until the server has listed them
            visit("/", ".tables li")(person)
            person.page.locator(".preview .tile").first.wait_for(timeout=WAIT)
            person.page.wait_for_timeout(1000)
        finally:
            for one in others:
                one.close()

    return show


def offline(path: str) -> Show:
    """A page that is asked for when the connection has gone."""

    def show(person: Person) -> None:
        visit("/", ".preview .tile")(person)
        person.context.set_offline(True)
        person.page.locator(".offline:not([hidden])").wait_for(timeout=WAIT)
        person.page.evaluate(GO, path)
        person.page.wait_for_timeout(2500)

    return show


def rated(server: Server) -> dict[str, Any]:
    """Two who keep their names and have played rated games; the first of them."""
    ada, ben = (server.ask("/api/players", {"name": name}) for name in (NAME, "Ben"))
    for _ in range(3):
        body = {"game": "rowdy_racers", "options": GAMES["rowdy_racers"], "rated": True}
        body["seats"] = [{"kind": "me"}, {"kind": "open"}]
        made = server.ask("/api/rooms", body, ada["key"])
        joined = server.ask(f"/api/rooms/{made['room']}/join", {"name": "Ben"}, ben["key"])
        with (
            server.enter(made["room"], *made["tokens"].values()) as one,
            server.enter(made["room"], joined["token"]) as two,
        ):
            for player in (one, two):
                player.ask("ready", seat=player.seats[0], ready=True)
            while not (one.until(lambda: one.over or one.turn) and one.over):
                for player in (one, two):
                    player.quiet()
                    for seat in player.ready_seats():
                        player.turn[seat]["choices"], choices = [], player.choices(seat)
                        player.act(seat, random.Random(SEED).choice(choices))
    return ada


def keyed(player: dict[str, Any], path: str, wait_for: str = "") -> Show:
    def show(person: Person) -> None:
        keep(person, key=player["key"])
        visit(path, wait_for)(person)

    return show


# -- all of them


def pages(server: Server, wanted: Callable[[str], bool]) -> Iterator[Page]:
    """All whose name is wanted. What a page needs is made when its turn comes."""

    def when(name: str, make: Callable[[], Show], in_play: bool = False) -> Iterator[Page]:
        if wanted(name):
            yield Page(name, make(), in_play)

    names = registry.game_names()
    yield from when("home", lambda: visit("/", ".preview .tile"))
    yield from when("home-lively", lambda: lively(server))
    yield from when("missing", lambda: visit("/nowhere"))
    yield from when("missing-room", lambda: visit("/r/nowhere"))
    yield from when("offline-home", lambda: offline("/"))
    yield from when("offline-set-up", lambda: offline("/play/robo_rally"))
    yield from when("offline-play", lambda: lost_connection, True)
    for name in names:
        yield from game_pages(server, registry.game(name), when)
    yield from when("play-curtain", lambda: curtain, True)
    yield from when("play-aim", lambda: aiming, True)
    yield from when("play-tray", lambda: programming, True)
    yield from when("over-solved", lambda: solved, True)
    yield from when("lesson-solved", lambda: lesson_solved)
    yield from when("editor", lambda: visit("/editor", ".editor-card .tile"))
    for kind in server.ask("/api/editor"):
        path = f"/editor/{kind['game']}/{kind['kind']}"
        yield from when(f"editor-{kind['kind']}", lambda path=path: visit(path, ".verdict:not(:empty), textarea"))
    yield from when("editor-mistake", lambda: mistaken)
    yield from when("challenge", lambda: visit("/challenge", ".challenge-card"))
    yield from when("me-new", lambda: visit("/me", "form"))
    if any(map(wanted, ("me", "player", "players-rowdy_racers"))):
        ada = rated(server)
        yield from when("me", lambda: keyed(ada, "/me", "table"))
        yield from when("player", lambda: visit(f"/player/{ada['player']}", "table"))
        yield from when("players-rowdy_racers", lambda: visit("/players/rowdy_racers", "table"))
    yield from when("players-empty", lambda: visit("/players/robo_rally", "h1"))


def game_pages(server: Server, game: Game, when: Callable[..., Iterator[Page]]) -> Iterator[Page]:
    name = game.name
    several = game.players[1] > 1
    yield from when(f"set-up-{name}", lambda: set_up(name))
    yield from when(f"set-up-all-{name}", lambda: all_options(name))
    yield from when(f"how-to-play-{name}", lambda: how_to_play(name))
    yield from when(f"rulebook-{name}", lambda: how_to_play(name, "Rulebook"))
    if lessons_of(game):
        yield from when(f"learn-{name}", lambda: visit(f"/learn/{name}", ".lesson-card .tile"))
        yield from when(f"lesson-{name}", lambda: lesson(name), True)
        yield from when(f"lesson-help-{name}", lambda: lesson(name, helped=True))
    if several:
        yield from when(f"waiting-{name}", lambda: waiting(server, name))
        yield from when(f"waiting-guest-{name}", lambda: waiting(server, name, guest=True))
        yield from when(f"watch-{name}", lambda: watching(server, name))
    yield from when(f"play-start-{name}", lambda: start(name), True)
    yield from when(f"play-middle-{name}", lambda: halfway(server, game), True)
    yield from when(f"play-hint-{name}", lambda: hint(server, game))
    yield from when(f"play-leave-{name}", lambda: leaving(server, game))
    yield from when(f"over-{name}", lambda: over(server, name), True)
    yield from when(f"replay-{name}", lambda: replay(finished(server, name)[0]), True)
    yield from when(f"analysis-{name}", lambda: analysis(server, name))
    if several:
        yield from when(f"play-on-{name}", lambda: playing_on(finished(server, name)[0]))
    if game.content.challenge:
        yield from when(f"challenge-{name}", lambda: visit(f"/challenge/{name}", ".challenge-picture .tile"))
    if game.content.levels:
        yield from when(f"levels-{name}", lambda: visit(f"/levels/{name}", ".level .tile"))
        yield from when(f"levels-solved-{name}", lambda: half_solved(server, name))
