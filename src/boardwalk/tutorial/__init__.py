"""How to play each game in pictures, and lessons: data files in a game's package, played and checked by the engine."""

from boardwalk.tutorial.guides import Guide, guide_of
from boardwalk.tutorial.lessons import Attempt, Lesson, attempt, lessons_of

__all__ = ["Attempt", "Guide", "Lesson", "attempt", "guide_of", "lessons_of"]
