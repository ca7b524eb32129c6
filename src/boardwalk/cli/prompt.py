"""Play at a text prompt: reads lines, typed or piped, and writes text. Depends on scenes, on no game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TextIO, TypeVar

from boardwalk.analysis.advice import hint, hint_lines
from boardwalk.bots import Seated, bot_names, make_bot
from boardwalk.bots.names import EASY
from boardwalk.bots.thinking import ThinkingBot
from boardwalk.cli.common import compile_ahead, ready
from boardwalk.contract import options as option_fields
from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError, OptionError
from boardwalk.contract.game import Game, Table
from boardwalk.contract.text import whole_number
from boardwalk.draw import has_colour
from boardwalk.draw import text as draw_text
from boardwalk.engine.rules import AUDIENCE
from boardwalk.files import read_option_file, save_match
from boardwalk.match import Match, best_results
from boardwalk.match.view import View

T = TypeVar("T")
HUMAN = "human"
ASKED_ONE_BY_ONE = 3  # seats besides the first; if there are more, one question covers them all
HELP = """Type a move, or one of:
  moves         what you can do now; a cell says where the moves from it lead
  hint          the best moves, as the hard bot judges them
  show          the board once more
  undo, redo    take a move back, or make it again (where the game allows it)
  save FILE     keep the game in a file
  quit          stop playing"""


class Quit(Exception):  # noqa: N818 (not an error)
    """The player quits, or the input has ended."""


class Prompt:
    """A dialogue over two text streams."""

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self.source = source or sys.stdin
        self.sink = sink or sys.stdout
        self.colour = has_colour(self.sink)

    def say(self, text: str = "") -> None:
        print(text, file=self.sink, flush=True)

    def ask(self, question: str) -> str:
        """Read one line of input; raises `Quit` at its end."""
        print(question, end=" ", file=self.sink, flush=True)
        line = self.source.readline()
        if not line:
            self.say()
            raise Quit
        if not self.source.isatty():
            self.say(line.rstrip("\n"))  # echo piped input, so that the output reads as a dialogue
        return line.strip()

    def ask_until(self, question: str, read: Callable[[str], T]) -> T:
        """Ask until `read` accepts the answer; the error for each invalid answer is printed."""
        while True:
            try:
                return read(self.ask(question))
            except BoardwalkError as error:
                self.say(f"{error}.")

    # -- a new game

    def choose_game(self) -> Game:
        games = registry.games()
        for number, game in enumerate(games, 1):
            self.say(f"  {number}  {game.title:<17} {game.summary}")

        def read(answer: str) -> Game:
            if answer.lower() in ("q", "quit"):
                raise Quit
            if (number := whole_number(answer)) and 1 <= number <= len(games):
                return games[number - 1]
            wanted = answer.lower().replace(" ", "_")
            return registry.game(wanted)

        return self.ask_until(f"Which game (1 to {len(games)}, or its name; quit to leave)?", read)

    def choose_table(self, game: Game) -> Table:
        """Ask for a preset or, on request, for each option; an invalid value is asked for again (RR-1)."""
        presets = game.content.presets
        for number, preset in enumerate(presets, 1):
            self.say(f"  {number}  {preset.title}" + (f": {preset.note}" if preset.note else ""))

        def read(answer: str) -> Mapping[str, object] | None:
            if answer.lower() in ("o", "own"):
                return None
            if answer == "":
                return presets[0].options
            if (number := whole_number(answer)) and 1 <= number <= len(presets):
                return presets[number - 1].options
            raise OptionError("", f"expected a number from 1 to {len(presets)}, or own")

        values = self.ask_until("Which way to play (a number, Enter for the first, own for options of your own)?", read)
        while values is None:
            try:
                return game.table(self.ask_options(game))
            except BoardwalkError as error:
                self.say(f"{error}.")
        return game.table(values)

    def ask_options(self, game: Game) -> dict[str, object]:
        values: dict[str, object] = {}
        for option in option_fields.fields(game.setup.Options).values():

            def read(answer: str, option: option_fields.Option = option) -> object:
                return option.read(read_option_file(option, answer)) if answer else option.default

            about = f"{option.name}, {option.meta.description or option.expected}"
            values[option.name] = self.ask_until(f"{about} [{option.write()}]:", read)
        return values

    def choose_seats(self, table: Table) -> list[str]:
        kinds = (HUMAN, *bot_names(table.game.name))

        def read(answer: str) -> str:
            found = [kind for kind in kinds if kind.startswith(answer.lower())] if answer else []
            if answer and len(found) != 1:
                raise OptionError("seat", f"expected one of {', '.join(kinds)}")
            return found[0] if found else ""

        def ask(whom: str, default: str) -> str:
            return self.ask_until(f"Who plays {whom} ({', '.join(kinds)}) [{default}]?", read) or default

        first, *others = table.seats
        if len(others) > ASKED_ONE_BY_ONE:
            return [ask(first, HUMAN)] + [ask("all the others", EASY)] * len(others)
        return [ask(first, HUMAN), *(ask(name, EASY) for name in others)]

    def new_game(self) -> None:
        """Ask for a game, its options and who plays, then play it; repeat until the player quits."""
        try:
            while True:
                self.say("Boardwalk. The games:")
                game = self.choose_game()
                table = self.choose_table(game)
                Session(self, Match(table), self.choose_seats(table)).play()
                self.say()
        except Quit:
            self.say("Goodbye.")


class Session:
    """One match at the prompt: the player of each seat, and the news printed for each."""

    def __init__(self, prompt: Prompt, match: Match, seats: Sequence[str], seed: int | None = None) -> None:
        self.prompt = prompt
        self.match = match
        self.humans = [seat for seat, kind in enumerate(seats) if kind == HUMAN]
        self.bots = {
            seat: Seated(make_bot(kind, None if seed is None else seed + seat), seat)
            for seat, kind in enumerate(seats)
            if kind != HUMAN
        }
        self.told = dict.fromkeys(self.humans or [AUDIENCE], 0)  # by seat: the last step whose news were printed
        self.last_seat = AUDIENCE
        self.is_compiling = False  # whether compiling in the background was asked for
        self.picked: tuple[int, int] | None = None  # the cell given as the start of a move

    def play(self) -> None:
        """Play to the end; raises `Quit` if a player quits earlier."""
        match, prompt = self.match, self.prompt
        prompt.say(f"{match.table.game.title}. Type help for help.")
        if not self.humans:
            prompt.say(self.picture(match.view(AUDIENCE)))
        while True:
            while not match.over:
                self.step(match.to_act)
            self.finish()
            if not self.wants_undo():
                return

    def step(self, seat: int) -> None:
        match = self.match
        if seat not in self.bots:
            self.turn(seat)
            return
        bot = self.bots[seat]
        if isinstance(bot.bot, ThinkingBot):
            ready(match.table, search=True)
        match.act(seat, bot.choose(match))
        if not self.humans:
            self.tell(AUDIENCE)

    def wants_undo(self) -> bool:
        """After the last move of a game with undo: ask whether to take it back, and do so."""
        if not self.match.table.game.play.undo or not self.humans:
            return False
        if self.prompt.ask("Enter to finish, undo to take the last move back:").lower() != "undo":
            return False
        self.match.undo()
        self.rewind()
        return True

    def turn(self, seat: int) -> None:
        """Ask a player for an action or a command, and carry it out."""
        if seat != self.last_seat:
            self.hand_over(seat)
        if self.told[seat] < len(self.match.steps) - 1 or seat != self.last_seat:
            self.tell(seat)
            self.prompt.say(self.picture(self.match.view(seat)))
        self.last_seat = seat
        self.compile_ahead()
        name = self.match.names[seat]
        try:
            self.obey(seat, self.prompt.ask(f"{name}>"))
        except BoardwalkError as error:
            self.prompt.say(f"{error}.")

    def compile_ahead(self) -> None:
        """Have compiled what is not, while the player thinks."""
        if not self.is_compiling:
            self.is_compiling = True
            compile_ahead(self.match.table, search=any(isinstance(one.bot, ThinkingBot) for one in self.bots.values()))

    def obey(self, seat: int, line: str) -> None:
        command, _, rest = line.partition(" ")
        match, game = self.match, self.match.table.game
        match command.lower():
            case "":
                pass
            case "quit" | "exit":
                raise Quit
            case "help" | "?":
                events = (event.name + (f" (or {event.key})" if event.key else "") for event in game.play.events)
                self.prompt.say(HELP + "".join(f"\n  {event}" for event in events))
            case "moves":
                self.prompt.say("  ".join(choice.text for choice in match.view(seat).choices))
            case "hint":
                ready(match.table, search=True)
                for text in hint_lines(hint(match, seat), match.names):
                    self.prompt.say(text)
            case "show":
                self.prompt.say(self.picture(match.view(seat)))
            case "undo":
                match.undo()
                self.rewind()
            case "redo":
                match.redo()
            case "save" if rest.strip():
                save_match(match, rest.strip())
                self.prompt.say(f"saved to {rest.strip()}")
            case word:
                event = next((event for event in game.play.events if word in (event.name, event.key)), None)
                if event and not rest:
                    match.event(seat, event.name)
                else:
                    self.act(seat, line)

    def act(self, seat: int, line: str) -> None:
        """Play the moves on a line while it is this seat's turn. All are parsed before the first is played."""
        view = self.match.view(seat)
        if not (line := self.by_cells(view, line)):
            return
        for action in self.match.table.game.notation.read_actions(view.position, line):
            self.match.act(seat, action)
            self.keep_result()
            if self.match.to_act != seat:
                break

    def by_cells(self, view: View, line: str) -> str:
        """A move from a cell to a cell can be given as two lines with a cell each. After the first it prints the
        possible targets and returns ""; for the second it returns the move. Any other line is returned unchanged."""
        picked, self.picked = self.picked, None
        named, name = line.strip().lower(), view.scene.cell_name
        moves = [(choice, choice.start, choice.cell) for choice in view.choices if choice.start and choice.cell]
        for choice, start, cell in moves:
            if start == picked and name(*cell) == named:
                return choice.text
        leads_to = [name(*cell) for _, start, cell in moves if name(*start) == named]
        if not leads_to or any(choice.text == named for choice in view.choices):
            return line
        self.picked = next(start for _, start, _ in moves if name(*start) == named)
        self.prompt.say(f"From {named} to {', '.join(dict.fromkeys(leads_to))}.")
        return ""

    def keep_result(self) -> None:
        """Store a result, such as a finished level, if it is the best so far (BW-15)."""
        game = self.match.table.game
        result = game.play.result(self.match.position)
        if not result:
            return
        old, new = best_results.note(game.name, result)
        kept = "Your best" if old == new else "A new best" if old else "Your first result"
        self.prompt.say(f"* {kept}: {', '.join(f'{count} {name}' for name, count in new.items())}")

    def rewind(self) -> None:
        """After an undo: show every player the position again."""
        last = len(self.match.steps) - 1
        self.told = {seat: min(step, last - 1) for seat, step in self.told.items()}

    def hand_over(self, seat: int) -> None:
        """If the next player's view holds secrets from the last player, clear the screen and wait for the change."""
        others = [other for other in self.humans if other != seat]
        if self.last_seat in others and self.prompt.source.isatty() and self.has_secrets(seat, self.last_seat):
            self.prompt.sink.write("\033[2J\033[H")
            self.prompt.ask(f"{self.match.names[seat]} is next. Enter to go on.")

    def has_secrets(self, one: int, other: int) -> bool:
        match = self.match
        return match.view(one).position.state != match.view(other).position.state

    def tell(self, seat: int) -> None:
        """Print the news of all steps since the last call for this seat."""
        for number in range(self.told[seat] + 1, len(self.match.steps)):
            for line in self.match.view(seat, number).news:
                self.prompt.say(f"* {line}")
        self.told[seat] = len(self.match.steps) - 1

    def picture(self, view: View) -> str:
        return draw_text(view.scene, colour=self.prompt.colour)

    def finish(self) -> None:
        seat = self.humans[0] if self.humans else AUDIENCE
        self.tell(seat)
        self.prompt.say(self.picture(self.match.view(seat)))
        for line in result_lines(self.match):
            self.prompt.say(line)


def result_lines(match: Match) -> list[str]:
    """Lines that name the winner; empty for solitaire and teams, whose result is in the scene's status."""
    winners = [name for name, score in zip(match.names, match.scores, strict=True) if score > 0]
    if len(match.names) == 1 or len(winners) > 1:
        return []
    return [f"winner: {winners[0] if winners else 'none'}"]
