"""Sounds of what happens on the board, and the button for silence."""

from __future__ import annotations

from person import People, Person
from playwright.sync_api import expect

# Counts what would be heard; there is no loudspeaker here.
STUB = """
window.tones = [];
window.AudioContext = class {
  currentTime = 0;
  state = "running";
  createOscillator() {
    const nothing = () => {};
    const frequency = { setValueAtTime: (value) => window.tones.push(value), exponentialRampToValueAtTime: nothing };
    return { frequency, connect: nothing, start: nothing, stop: nothing };
  }
  createGain() {
    const nothing = () => {};
    const gain = { setValueAtTime: nothing, linearRampToValueAtTime: nothing, exponentialRampToValueAtTime: nothing };
    return { gain, connect: nothing };
  }
};
window.buzzes = [];
navigator.vibrate = (time) => window.buzzes.push(time);
"""


def tones(person: Person) -> list[float]:
    found: list[float] = person.page.evaluate("window.tones")
    return found


def test_moves_are_heard_until_one_wants_silence(people: People) -> None:
    ada = people(None)
    ada.context.add_init_script(STUB)
    ada.visit("/")
    assert tones(ada) == []
    ada.choose_game("Box World")
    ada.start()
    ada.wait_for_turn()
    assert tones(ada) == [], "nothing has moved yet"
    step(ada)
    ada.page.wait_for_function("window.tones.length > 0")
    assert all(20 < tone < 2000 for tone in tones(ada))
    ada.press("Sounds: on")
    expect(ada.button("Sounds: off")).to_have_attribute("aria-pressed", "true")
    ada.page.evaluate("window.tones = []")
    step(ada)
    assert tones(ada) == []
    ada.page.reload()
    ada.wait_for_turn()
    expect(ada.button("Sounds: off")).to_be_visible()
    step(ada)
    assert tones(ada) == [] == ada.page.evaluate("window.buzzes")
    ada.press("Sounds: off")
    step(ada)
    ada.page.wait_for_function("window.tones.length > 0")


def step(person: Person) -> None:
    """Any move by an arrow key, until it is shown."""
    newest = next(message for message in reversed(person.heard) if message["type"] == "frames")
    key = next(key for choice in newest["choices"] for key in choice["keys"] if key.startswith("Arrow"))
    frame = newest["frames"][-1]["number"]
    person.page.keyboard.press(key)
    person.wait_for_turn()
    while not any(m["type"] == "frames" and m["frames"] and m["frames"][-1]["number"] > frame for m in person.heard):
        person.page.wait_for_timeout(20)
    person.wait_for_turn()
