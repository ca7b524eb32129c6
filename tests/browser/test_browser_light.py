"""The page is light, and can be installed and opened without a connection."""

from __future__ import annotations

from chromium import Traffic
from harness import Server
from person import People, Person
from playwright.sync_api import expect

COLD_BYTES, COLD_REQUESTS = 250_000, 30
WARM_BYTES = 20_000
GAMES = 5  # at least


def show_front_page(person: Person) -> None:
    """Until every game moves by itself: then the page has all it needs."""
    expect(person.page.locator("article svg.board .tile").first).to_be_visible()
    person.page.wait_for_function(
        "games => document.querySelectorAll('article svg.board[data-theme]').length >= games",
        arg=GAMES,
    )
    person.page.wait_for_load_state("networkidle")


def test_the_front_page_is_light(people: People) -> None:
    ada = people(None)
    traffic = Traffic(ada.page)
    ada.visit("/")
    show_front_page(ada)
    size, requests = traffic.measured()
    assert len(requests) <= COLD_REQUESTS, requests
    assert 30_000 < size <= COLD_BYTES, (size, requests)
    ada.page.reload()
    show_front_page(ada)
    size, requests = traffic.measured()
    assert 0 < size <= WARM_BYTES, (size, requests)
    assert not [url for url in requests if "/static/" in url], "files named by their content are not asked for again"
    assert len(requests) <= COLD_REQUESTS // 2


def test_the_page_is_installed_and_opens_without_a_connection(people: People, server: Server) -> None:
    ada = people(service_workers="allow")
    ada.excuse(r"ERR_INTERNET_DISCONNECTED|ERR_FAILED|404")
    manifest = ada.page.evaluate("async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json()")
    assert manifest["start_url"] == "/" and manifest["display"] == "standalone"
    assert ada.page.evaluate("navigator.serviceWorker.ready.then((found) => found.active.scriptURL)").endswith("/sw.js")
    ada.page.wait_for_function("navigator.serviceWorker.ready.then((found) => found.active.state === 'activated')")
    ada.page.reload()
    show_front_page(ada)
    ada.context.set_offline(True)
    expect(ada.page.locator(".offline")).to_be_visible()
    ada.page.goto("/")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("The server can't be reached.")
    expect(ada.page.locator(".offline")).to_contain_text("You are offline")
    ada.page.goto("/play/fog_quoridor")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("You are offline.")
    ada.picture("offline")
    ada.context.set_offline(False)
    expect(ada.page.locator(".offline")).to_be_hidden()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Fog Quoridor")


def test_addresses_with_nothing_there_say_so(people: People) -> None:
    ada = people(None)
    ada.excuse("404")
    for path, words in {
        "/nowhere": "There is no such page.",
        "/play": "There is no such page.",
        "/play/chess": "There is no such game.",
        "/r/nowhere": "There is no such room.",
        "/replay/nowhere": "There is no such game.",
    }.items():
        ada.visit(path)
        expect(ada.page.get_by_role("heading", level=1)).to_have_text(words)
        expect(ada.page.get_by_role("link", name="To the games")).to_be_visible()
    ada.picture("not-found")
    ada.page.get_by_role("link", name="To the games").click()
    expect(ada.page.locator("article").first).to_be_visible()


def test_a_page_of_an_older_version_is_loaded_anew(people: People) -> None:
    """The server was updated while the page was open: the files of its version are gone."""
    ada = people()
    ada.excuse("404|Failed to fetch dynamically imported module")
    show_front_page(ada)
    ada.page.route("**/pages/setup.js", lambda route: route.fulfill(status=404), times=1)
    ada.page.evaluate("window.old = true")
    ada.press("Play Fog Quoridor")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Fog Quoridor")
    assert ada.page.evaluate("window.old") is None


def test_an_invitation_says_who_invites_and_shows_the_board(people: People, server: Server) -> None:
    seats = [{"kind": "me", "name": "Ben"}, {"kind": "open"}]
    room = server.ask("/api/rooms", {"game": "rowdy_racers", "seats": seats})["room"]
    scene = server.ask(f"/api/rooms/{room}/board")["scene"]
    eve = people(f"/r/{room}")
    expect(eve.page.get_by_role("heading", level=1)).to_have_text("Ben invites you to Rowdy Racers")
    pieces = eve.page.locator(".waiting-picture .piece")
    expect(pieces).to_have_count(len(scene["pieces"]))
    shown = pieces.evaluate_all("pieces => pieces.map((piece) => piece.dataset.id)")
    assert sorted(shown) == sorted(piece["id"] for piece in scene["pieces"])
    eve.picture("invitation")
