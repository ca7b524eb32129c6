"""The command line. User errors print one sentence to stderr and exit with status 2."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import msgspec
import typer

from boardwalk import __version__
from boardwalk.bots import bot_names
from boardwalk.bots.names import EASY, GREEDY
from boardwalk.cli.arena import arena
from boardwalk.cli.common import Seed, Settings, ready, table_of, write_file
from boardwalk.cli.generate import generate
from boardwalk.cli.hint import analyse, hint
from boardwalk.cli.prompt import HUMAN, Prompt, Quit, Session
from boardwalk.cli.solve import solve
from boardwalk.contract import options as option_fields
from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.extras import needs_extra
from boardwalk.contract.game import Table
from boardwalk.contract.scene import EVERYTHING
from boardwalk.engine.rules import AUDIENCE
from boardwalk.files import load_match, open_file, read_text, run_script, save_match
from boardwalk.match import Match, View

app = typer.Typer(
    name="boardwalk",
    help="Boardwalk: a home for grid games.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """The entry point: runs a command and prints user errors as sentences."""
    try:
        status = app(standalone_mode=False)
    except BoardwalkError as error:
        _fail(str(error))
    except typer.Abort:
        _fail("stopped")
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except Exception as error:
        # the base class of Typer's usage errors differs between its versions, but all have `format_message`
        if not hasattr(error, "format_message"):
            raise
        _fail(error.format_message().rstrip("."))
    sys.exit(status if isinstance(status, int) else 0)


def _fail(sentence: str) -> NoReturn:
    print(f"boardwalk: {sentence}", file=sys.stderr)
    sys.exit(2)


# -- commands


def _version(wanted: bool) -> None:
    if wanted:
        print(f"boardwalk {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


@app.command()
def games(options: Annotated[bool, typer.Option(help="List each game's options and presets too.")] = False) -> None:
    """List the games."""
    for game in registry.games():
        name = game.name
        print(f"{name:<17} {game.players_text:<7} {game.summary}")
        if not options:
            continue
        for option in option_fields.fields(game.options).values():
            print(
                f"    {option.name:<12} {option.meta.description or ''} ({option.expected}; default {option.write()!r})"
            )
        for preset, values in game.presets.items():
            print(f"    preset {preset!r}: {option_fields.write_game_string(name, game.options.of(values))}")


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="A game, such as rowdy_racers or 'fog_quoridor(walls=open)'.")] = "",
    seat: Annotated[
        list[str] | None, typer.Option(help="Who plays a seat, in order: human, easy, hard or another bot.")
    ] = None,
    set_: Settings = None,
    seed: Seed = None,
    load: Annotated[str, typer.Option(metavar="FILE", help="Continue a saved game.")] = "",
    save: Annotated[str, typer.Option(metavar="FILE", help="Save the game to this file when it stops.")] = "",
) -> None:
    """Play at a prompt. Without a game, choose one."""
    prompt = Prompt()
    if not game and not load:
        prompt.new_game(ready)
        return
    if load:
        if game or set_ or seed is not None:
            raise BoardwalkError("--load goes on with a saved game: leave out the game, --set and --seed")
        match = load_match(load)
    else:
        match = Match(ready(table_of(game, set_ or [])), seed)
    seats = _seats(match.table, seat or [])
    try:
        Session(prompt, match, seats, seed).play()
    except Quit:
        pass
    finally:
        if save:
            save_match(match, save)


def _seats(table: Table, given: list[str]) -> list[str]:
    """Who plays each seat: as given; by default a person plays the first and easy bots the others."""
    kinds = (HUMAN, *bot_names(table.game.name))
    for kind in given:
        if kind not in (*kinds, GREEDY):
            raise BoardwalkError(f"--seat must be one of {', '.join(kinds)}, not {kind!r}")
    count = len(table.seats)
    if len(given) > count:
        raise BoardwalkError(f"{table.game.title} has {count} seats here; --seat was given {len(given)} times")
    default = [HUMAN] + [EASY] * (count - 1)
    return given + default[len(given) :]


@app.command()
def run(
    board: Annotated[str, typer.Argument(metavar="BOARD", help="A board file, such as FILE.brd.")],
    program: Annotated[str, typer.Argument(metavar="PROGRAM", help="A file of moves for it, such as FILE.prg.")],
    trace: Annotated[bool, typer.Option(help="Describe every step.")] = False,
    json: Annotated[bool, typer.Option(help="Report as JSON.")] = False,
) -> None:
    """Run a file of moves on a board, such as a RoboRally program, and report. The last line names the winner."""
    match, script = run_script(board, program, ready)
    if trace:
        steps = range(1, len(match.steps))
        lines = (line for number in steps for line in script.trace(match.at(number - 1), match.at(number)))
        print(*lines, sep="\n", file=sys.stderr if json else sys.stdout)
    if json:
        print(msgspec.json.format(msgspec.json.encode(script.data(match.position))).decode())
    else:
        print(*script.summary(match.position), sep="\n")


@app.command()
def check(files: Annotated[list[str], typer.Argument(help="Files of any kind that Boardwalk reads.")]) -> None:
    """Check files: print `ok`, or where and what is wrong."""
    failed = 0
    for path in files:
        try:
            open_file(path)
            print(f"{path}: ok")
        except BoardwalkError as error:
            for one in (error, *getattr(error, "more", ())):
                print(one, file=sys.stderr)
            failed += 1
    if failed:
        raise typer.Exit(2)


app.command()(arena)
app.command()(generate)
app.command()(hint)
app.command()(analyse)
app.command()(solve)


@app.command()
def replay(
    file: Annotated[str, typer.Argument(help="A saved match.")],
    at: Annotated[
        int | None, typer.Option(metavar="N", help="Show only the position after step N (0: as dealt).")
    ] = None,
    seat: Annotated[int | None, typer.Option(metavar="N", help="As seat N (from 1) saw it.")] = None,
) -> None:
    """Show a saved match step by step, the board's own steps included."""
    from boardwalk.draw import has_colour
    from boardwalk.draw import text as draw_text

    match = load_match(file)
    last = len(match.steps) - 1
    if at is not None and not 0 <= at <= last:
        raise BoardwalkError(f"--at must be from 0 to {last}, the steps of this match, not {at}")
    viewer = _viewer(match.table, seat, over=match.over)
    for number in range(last + 1) if at is None else [at]:
        view = match.view(viewer, number)
        print(f"step {number} of {last}")
        for line in view.news:
            print(f"* {line}")
        print(draw_text(view.scene, colour=has_colour(sys.stdout)))
        print()


def _viewer(table: Table, seat: int | None, *, over: bool = False) -> int:
    """The seat index for a number that counts from 1; without one, the only seat, or everything once a match is over,
    or else the audience."""
    if seat is None:
        return 0 if len(table.seats) == 1 else EVERYTHING if over else AUDIENCE
    if not 1 <= seat <= len(table.seats):
        raise BoardwalkError(f"--seat must be from 1 to {len(table.seats)}, not {seat}")
    return seat - 1


@app.command()
def show(
    what: Annotated[str, typer.Argument(metavar="GAME|FILE", help="A game, or a file that Boardwalk reads.")],
    svg: Annotated[str, typer.Option(metavar="OUT", help="Write a picture as SVG.")] = "",
    png: Annotated[str, typer.Option(metavar="OUT", help="Write a picture as PNG.")] = "",
    seat: Annotated[int | None, typer.Option(metavar="N", help="As seat N (from 1) sees it.")] = None,
    dark: Annotated[bool, typer.Option(help="Draw for a dark page.")] = False,
    set_: Settings = None,
    seed: Seed = 0,
) -> None:
    """Draw a game's start, a saved match's end, a position, a board, maze, level or layout."""
    from boardwalk import draw

    scene = _scene(what, set_ or [], seed or 0, seat)
    theme = "dark" if dark else "light"
    if svg:
        write_file(svg, draw.svg(scene, theme=theme))
    if png:
        write_file(png, draw.png(scene, theme=theme))
    if not svg and not png:
        print(draw.text(scene, colour=draw.has_colour(sys.stdout)))


def _scene(what: str, settings: list[str], seed: int, seat: int | None) -> Any:
    if not Path(what).is_file():
        if "." in what.split("(")[0] or "/" in what.split("(")[0]:
            read_text(what)  # looks like a path: raises the error for the missing file
        match = Match(ready(table_of(what, settings)), seed)
        return match.view(_viewer(match.table, seat)).scene
    opened = open_file(what)
    if opened.match:
        match = opened.match
        return match.view(_viewer(match.table, seat, over=match.over)).scene
    if opened.position:
        position = opened.position
        viewer = _viewer(position.table, seat)
        return View.of(position.table.interpreted, position, viewer).scene
    assert opened.game and opened.kind
    if opened.kind.look:
        return opened.kind.look(opened.text)
    if not opened.kind.option:
        raise BoardwalkError(f"{what}: a {opened.kind.name} has no picture of its own")
    table = table_of(opened.game.name, [*settings, f"{opened.kind.option}={what}"])
    match = Match(table, seed, rules=table.interpreted)
    return match.view(_viewer(match.table, seat)).scene


StoreAddress = Annotated[str, typer.Option(help="The database: sqlite:///FILE or postgresql://…")]


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8000,
    store: StoreAddress = "",
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes; more than one needs PostgreSQL.")] = 1,
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open it in a browser.")] = False,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "warning",
    name: Annotated[
        list[str] | None, typer.Option(metavar="HOST", help="A host name that the server is reached by.")
    ] = None,
    proxy: Annotated[
        list[str] | None, typer.Option(metavar="ADDRESS", help="A proxy whose X-Forwarded-… headers count.")
    ] = None,
    password: Annotated[
        str, typer.Option(envvar="BOARDWALK_PASSWORD", help="An invite word, without which nobody can play.")
    ] = "",
) -> None:
    """Serve Boardwalk to browsers."""
    with needs_extra("server", "the server"):
        from boardwalk.server.run import serve as start

    start(
        host,
        port,
        store,
        workers,
        open_browser=open_,
        log_level=log_level,
        names=name or (),
        proxies=proxy or (),
        password=password,
    )


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; an earlier one is replaced.")],
    store: StoreAddress = "",
) -> None:
    """Write a whole copy of a server's SQLite store to a file, also while the server runs."""
    with needs_extra("server", "a server's store"):
        from boardwalk.server.run import default_store
        from boardwalk.server.store.backup import back_up

    print(f"{file}: rooms backed up: {back_up(store or default_store(), file)}")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `boardwalk backup` wrote.")],
    store: StoreAddress = "",
    force: Annotated[bool, typer.Option("--force", help="Overwrite a store that has rooms.")] = False,
) -> None:
    """Replace a server's SQLite store by a backup, while the server is stopped."""
    with needs_extra("server", "a server's store"):
        from boardwalk.server.run import default_store
        from boardwalk.server.store.backup import restore as restore_store

    print(f"{file}: rooms restored: {restore_store(store or default_store(), file, force=force)}")


@app.command()
def compile(
    game: Annotated[list[str] | None, typer.Argument(help="Games; all of them when none is given.")] = None,
) -> None:
    """Compile the rules and the searches now, so that the first game starts at once."""
    for found in map(registry.game, game) if game else registry.games():
        for values in (next(iter(found.presets.values())), found.simulation):
            ready(found.table(values), search=True)


@app.command()
def bench(
    json: Annotated[bool, typer.Option(help="Report as JSON.")] = False,
    seconds: Annotated[float, typer.Option(help="About how long to measure each game.", min=0.05)] = 1.0,
    game: Annotated[list[str] | None, typer.Option(help="Only these games.")] = None,
) -> None:
    """Measure random playouts, compile time and start-up, compared with OpenSpiel if it is installed."""
    from boardwalk.cli import bench

    result = bench.report(
        seconds, game or [one.name for one in registry.games()], progress=lambda line: print(line, file=sys.stderr)
    )
    print(msgspec.json.format(msgspec.json.encode(result)).decode() if json else bench.table_of(result))
