"""The command line. User errors print one sentence to stderr and exit with status 2."""

from __future__ import annotations

import sys
from typing import Annotated, Any, NoReturn, get_args, get_type_hints

import typer
from msgspec import Meta

from boardwalk import __version__
from boardwalk.cli.arena import arena
from boardwalk.cli.games import bench, compile, games
from boardwalk.cli.generate import generate
from boardwalk.cli.hint import analyse, hint
from boardwalk.cli.play import play
from boardwalk.cli.run import check, run
from boardwalk.cli.serve import backup, restore, serve
from boardwalk.cli.show import replay, show
from boardwalk.cli.solve import solve
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.options import Option

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
        status = app(prog_name="boardwalk", standalone_mode=False)
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
        _fail(_expected(error) or error.format_message().rstrip("."))
    sys.exit(status if isinstance(status, int) else 0)


def _expected(error: Any) -> str:
    """The sentence for a value that is not the number that an option is declared to take; empty for other errors. Typer
    repeats what its own parser says of it."""
    option, context = getattr(error, "param", None), getattr(error, "ctx", None)
    if option is None or context is None:
        return ""
    type, info = get_args(get_type_hints(context.command.callback, include_extras=True)[option.name])[:2]
    kind = next((kind for kind in (int, float) if kind in (type, *get_args(type))), None)
    if kind is None:
        return ""
    return f"{option.opts[0]} must be {Option(option.name, kind, Meta(ge=info.min, le=info.max), None).expected}"


def _fail(sentence: str) -> NoReturn:
    print(f"boardwalk: {sentence}", file=sys.stderr)
    sys.exit(2)


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


for command in (
    games,
    play,
    run,
    check,
    arena,
    generate,
    hint,
    analyse,
    solve,
    replay,
    show,
    serve,
    backup,
    restore,
    compile,
    bench,
):
    app.command()(command)
