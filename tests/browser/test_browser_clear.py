"""What is on the board is clear: own pieces, the goal, fog, names, the tray of a program, and a live game's start."""

from __future__ import annotations

from harness import Server
from person import PATIENCE, PHONE, People, Person
from playwright.sync_api import Locator, expect

# The contrast between the fog and the floor, from the colours that the browser computed for them.
CONTRAST = """() => {
  const sheet = getComputedStyle(document.querySelector(".mist-sheet"));
  const floor = document.createElement("i");
  floor.style.color = "var(--bw-floor)";
  document.querySelector(".table[data-theme]").append(floor);
  const parts = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const [mist, ground] = [parts(sheet.fill), parts(getComputedStyle(floor).color)];
  floor.remove();
  const alpha = Number(sheet.fillOpacity);
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const shares = [0.2126, 0.7152, 0.0722];
  const light = (colour) => colour.reduce((sum, part, n) => sum + shares[n] * linear(part / 255), 0.05);
  const fog = mist.map((part, n) => part * alpha + ground[n] * (1 - alpha));
  return Math.max(light(fog), light(ground)) / Math.min(light(fog), light(ground));
}"""


def show(slots: Locator, letters: str) -> None:
    expect(slots.locator("b")).to_have_text(list(letters))


def middle(where: Locator) -> tuple[float, float]:
    box = where.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(ada: Person, start: Locator, end: Locator) -> None:
    ada.page.mouse.move(*middle(start))
    ada.page.mouse.down()
    x, y = middle(end)
    ada.page.mouse.move(x - 3, y - 3, steps=4)
    ada.page.mouse.move(x, y)
    ada.page.mouse.up()


def test_a_program_is_filled_in_on_a_tray(people: People) -> None:
    """By click, key and drag; actions are taken out and swapped; the route is a ghost; all are sent together."""
    ada = people()
    ada.choose_game("RoboRally", rounds=1)
    ada.start()
    ada.wait_for_turn()
    slots, ghost = ada.page.locator("[data-slot]"), ada.page.locator('.piece[data-signs="ghost"]')
    expect(slots).to_have_count(5)
    expect(ada.button("Confirm program")).to_be_disabled()
    ada.press("forward")
    expect(ghost).to_be_visible()
    ada.page.keyboard.press("l")
    drag(ada, ada.button("wait"), slots.nth(4))
    show(slots, "FL··W")
    slots.nth(1).click()
    show(slots, "F···W")
    drag(ada, slots.nth(4), slots.nth(2))
    show(slots, "F·W··")
    ada.page.keyboard.press("r")
    slots.nth(1).focus()
    ada.page.keyboard.press("Shift+ArrowRight")
    show(slots, "FWR··")
    ada.page.keyboard.press("f")
    ada.page.keyboard.press("u")
    ada.page.keyboard.press("Backspace")
    show(slots, "FWRF·")
    ada.page.keyboard.press("f")  # the same twice in a row
    ada.wait_for_toast("not possible in slot 5")
    ada.page.keyboard.press("b")
    expect(ada.button("Confirm program")).to_be_enabled()
    assert not any(message["type"] == "frames" and len(message["frames"]) > 1 for message in ada.heard)
    ada.press("Confirm program")
    ada.result()
    assert any(
        "Alice FWRFB" in news for message in ada.heard for frame in message.get("frames", ()) for news in frame["news"]
    )


# Notes whether the tray was ever hidden from now on.
WATCH_TRAY = """() => {
  const tray = document.querySelector(".tray");
  window.gone = 0;
  new MutationObserver(() => { window.gone += tray.hidden; }).observe(tray, { attributes: true });
}"""
KEEP_TOKEN = """([room, token]) =>
  localStorage.setItem("boardwalk.rooms", JSON.stringify({[room]: {tokens: [token], when: 1}}))"""


def test_a_tray_stays_while_another_player_gets_ready(people: People, server: Server) -> None:
    """Otherwise a key pressed in that moment would be sent as an action of its own."""
    room, tokens = server.make_room("robo_rally", "me me")
    ada = people("/")
    ada.page.evaluate(KEEP_TOKEN, [room, tokens[0]])
    ada.visit(f"/r/{room}")
    ada.wait_for_turn()
    ada.page.keyboard.press("f")
    ada.page.evaluate(WATCH_TRAY)
    with server.enter(room, tokens[1]) as bob:
        bob.act(1, 0, 2, 0, 2, 0)
    expect(ada.page.locator("#news")).to_contain_text("Bob is ready")
    ada.wait_for_turn()
    assert ada.page.evaluate("window.gone") == 0
    show(ada.page.locator("[data-slot]"), "F····")


def test_a_tray_is_filled_with_a_finger(people: People) -> None:
    ada = people(viewport=PHONE, has_touch=True, is_mobile=True)
    ada.choose_game("RoboRally", rounds=1)
    ada.start()
    ada.wait_for_turn()
    for small in ada.page.locator(".tray button").all():
        box = small.bounding_box()
        assert box and box["width"] >= 40 and box["height"] >= 40, small.get_attribute("aria-label")
    for name in ("forward", "turn left", "forward", "turn right", "wait"):
        expect(ada.button(name)).to_be_enabled()
        ada.press(name)
    ada.press("Confirm program")
    ada.wait_for_phase("over")


def sit_down(server: Server, game: str, ada: Person, ben: Person) -> str:
    """A game of these two, each in a window of their own; the room's address."""
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]
    made = server.ask("/api/rooms", {"game": game, "seats": seats})
    room = made["room"]
    for person, seat in ((ada, "0"), (ben, "1")):
        person.page.evaluate(
            "([room, token]) => localStorage.setItem('boardwalk.rooms', "
            "JSON.stringify({[room]: {tokens: [token], when: Date.now()}}))",
            [room, made["tokens"][seat]],
        )
        person.visit(f"/r/{room}")
        person.wait_for_phase("playing")
    return f"/r/{room}"


def test_who_has_confirmed_a_program_is_ready_at_once(people: People, server: Server) -> None:
    ada, ben = people(), people()
    sit_down(server, "robo_rally", ada, ben)
    ben.wait_for_turn()
    card = ada.page.locator(".seats .seat").nth(1)
    expect(card.locator(".sign-choosing")).to_be_visible()
    for name in ("forward", "turn left", "forward", "turn right", "wait"):
        ben.press(name)
    expect(card.locator(".sign-choosing")).to_be_visible()
    ben.press("Confirm program")
    expect(card.locator(".sign-ready")).to_be_visible()
    expect(ada.page.locator("#news")).to_contain_text("Ben is ready")
    expect(card).not_to_contain_text("program")
    expect(ben.page.locator("#status")).to_have_text("Round 1: Ada is choosing a program")


def test_own_pieces_the_goal_and_names_are_shown_and_fog_is_seen(people: People, server: Server) -> None:
    ada, ben, eve = people(), people(), people()
    eve.visit(sit_down(server, "fog_quoridor", ada, ben))
    expect(eve.page.locator("#hidden-note")).to_contain_text("hidden from spectators")
    ada.wait_for_turn()
    ada.page.keyboard.press("e")
    ben.wait_for_turn()
    ben.page.keyboard.press("c")
    expect(ada.page.locator('.piece[data-signs="own"]')).to_have_attribute("data-id", "A", timeout=PATIENCE)
    expect(ada.page.locator("#goal")).to_have_text("Reach line 9")
    expect(ben.page.locator("#goal")).to_have_text("Reach line 1")
    assert ada.page.locator(".goal-cell").count() == 9
    ada.wait_for_turn()
    ada.page.keyboard.press("ArrowUp")
    expect(ada.page.locator("#status")).to_have_text("Ben's turn")
    expect(ben.page.locator("#news")).to_contain_text("Ada steps unseen")
    for scheme in ("light", "dark"):
        ada.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert ada.page.evaluate(CONTRAST) >= 3, scheme
        ada.picture(f"fog-{scheme}")


def test_a_live_game_counts_down(people: People) -> None:
    with Server(countdown=3.0) as server:
        ada = people("/play/capture_the_flag", at=server)
        ada.start()
        expect(ada.page.locator(".countdown")).to_be_visible()
        assert ada.page.locator(".facts").inner_text().split() == ["tick", "0"]
        expect(ada.page.locator(".countdown")).to_be_hidden()
        expect(ada.page.locator("#goal")).to_have_text("Fetch the flag of team 2")
        expect(ada.page.locator(".team")).to_have_count(2)
        expect(ada.page.locator(".facts")).not_to_have_text("tick0")
        ada.leave()
