"""Level files that ship with a game: those of one suffix in its folder `content/levels`, found by name."""

from __future__ import annotations

from importlib import resources

from boardwalk.contract.errors import OptionError
from boardwalk.contract.text import shown


class LevelFiles:
    """The level files of a package. `option` is the option whose value is the name of one, or a whole file's text; a
    value that contains a line break is a text."""

    def __init__(self, package: str | None, suffix: str, option: str) -> None:
        assert package, "level files belong to a game's package"
        self._folder = resources.files(package) / "content/levels"
        self._suffix = suffix
        self._option = option

    def names(self) -> list[str]:
        entries = [entry.name for entry in self._folder.iterdir()]
        return sorted(name.removesuffix(self._suffix) for name in entries if name.endswith(self._suffix))

    def text(self, given: str) -> str:
        """The text of the file of that name, or `given` itself if it is a text."""
        if "\n" in given:
            return given
        if given not in self.names():
            word = self._option
            raise OptionError(word, f"there is no {word} {shown(given)}; the {word}s are {', '.join(self.names())}")
        return (self._folder / f"{given}{self._suffix}").read_text(encoding="utf-8")
