"""Lessons: each can be solved as its file says, and not by doing nothing useful; mistakes in a file are named."""

from __future__ import annotations

import pytest
from learned import OWN, GameWith

from boardwalk.contract import registry
from boardwalk.contract.errors import GameError, MoveError
from boardwalk.tutorial import Attempt, Lesson, attempt, lessons_of
from boardwalk.tutorial.lessons import FAILED, OPEN, SOLVED

LESSONS = [
    pytest.param(lesson, id=f"{name}-{lesson.name}") for name in OWN for lesson in lessons_of(registry.game(name))
]
LESSON = """
title = "Walk"
task = "Walk to the finish."
hint = "Right."
success = "Done."
goal = [{ what = "done", is = true }]
limit = 3
solution = "dd"
options.pack = '''
U-F
---
'''

[[mistakes]]
when = [{ what = "player", is = [1, 2] }]
say = "Too far down."
"""


def play(lesson: Lesson, text: str) -> Attempt:
    """An attempt by moves in the game's notation."""
    actions: list[int] = []
    for word in text.split():
        actions += lesson.game.notation.read_actions(attempt(lesson, actions).match.position, word)
    return attempt(lesson, actions)


@pytest.mark.parametrize("name", OWN)
def test_each_game_has_six_to_ten_lessons(name: str) -> None:
    lessons = lessons_of(registry.game(name))
    assert 6 <= len(lessons) <= 10
    assert len({lesson.name for lesson in lessons}) == len(lessons)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_can_be_solved(lesson: Lesson) -> None:
    solved = play(lesson, lesson.file.solution)
    assert (solved.state, solved.words) == (SOLVED, lesson.file.success)


@pytest.mark.parametrize("lesson", LESSONS)
def test_doing_nothing_useful_does_not_solve_it(lesson: Lesson) -> None:
    """The first legal action, or that of a player who does nothing, over and over."""
    actions: list[int] = []
    tried = attempt(lesson, actions)
    while tried.state == OPEN:
        legal = tried.match.view(lesson.file.seat).legal
        idle = lesson.game.play.idle
        actions.append(idle if idle in legal else legal[0])
        tried = attempt(lesson, actions)
    assert tried.state == FAILED
    assert tried.words.endswith(".")


@pytest.mark.parametrize("lesson", LESSONS)
def test_its_words_are_short_sentences(lesson: Lesson) -> None:
    file = lesson.file
    assert len(file.title) <= 24
    for words in (file.task, file.hint, file.success, *(mistake.say for mistake in file.mistakes)):
        assert words[-1] in ".!?" and len(words) <= 160


def test_a_game_without_the_folder_has_no_lessons() -> None:
    assert lessons_of(registry.game("connect_four")) == ()


def lesson_of(game_with: GameWith, text: str = LESSON) -> Lesson:
    (lesson,) = lessons_of(game_with({"content/lessons/1_walk.toml": text, "content/lessons/notes.txt": ""}))
    return lesson


def test_lessons_are_sorted_by_their_number(game_with: GameWith) -> None:
    files = {f"content/lessons/{number}_walk_{number}.toml": LESSON for number in (10, 9, 2)}
    assert [lesson.name for lesson in lessons_of(game_with(files))] == ["walk_2", "walk_9", "walk_10"]


def test_a_lesson_goes_on_until_its_goal_a_mistake_or_its_limit(game_with: GameWith) -> None:
    lesson = lesson_of(game_with)
    assert play(lesson, "d").state == OPEN
    assert play(lesson, "d d").state == SOLVED
    wrong = play(lesson, "d s d")
    assert (wrong.state, wrong.words) == (FAILED, "Too far down.")
    late = play(lesson, "d a d")
    assert late.state == FAILED and "3 moves" in late.words
    with pytest.raises(MoveError, match="the lesson is over"):
        attempt(lesson, [1, 1, 1])
    with pytest.raises(MoveError, match="not possible now"):
        attempt(lesson, [0])


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("limit = 3", "limit = 0", "1_walk.toml: limit must be from 1 to 60, not 0"),
        ("is = true", "is = false", "1_walk.toml: the goal is reached at the start already"),
        ("is = [1, 2]", "is = [0, 0]", "1_walk.toml: the mistake 'Too far down.' is made at the start already"),
        (
            "limit = 3",
            "limit = 3\ncells = [[2, 0]]",
            "1_walk.toml: the cell 2, 0 of `cells` is not on a board of 2 × 3",
        ),
        ("limit = 3", "limit = 3\nseat = 2", "1_walk.toml: nobody plays seat 0"),
        ('hint = "Right."', "", "1_walk.toml: the field hint is missing"),
        ("is = true", 'at_least = "x"', r"1_walk.toml: goal\[0\].at_least: expected a number, got a text"),
        ("is = true", "has = 1", "1_walk.toml: 'done' is False, which can't be compared by 'has'"),
        ("[[mistakes]]", "[[others]]\nseat = 1\n[[mistakes]]", "1_walk.toml: the other seat 1 needs either"),
    ],
)
def test_mistakes_in_a_file_are_named(game_with: GameWith, old: str, new: str, what: str) -> None:
    with pytest.raises(GameError, match=what):
        lesson_of(game_with, LESSON.replace(old, new, 1))
