"""What a link to a room tells before it is opened: who invites to what, with a picture of the very board.

Whoever previews links (chats, search engines) is no player and does not run scripts. So these are read from the store
without waking the room, and show what everybody may see of its first position. A server with an invite word tells
nothing to those who have not given it.
"""

from __future__ import annotations

from boardwalk.contract import registry
from boardwalk.contract.game import Game
from boardwalk.draw.png import card
from boardwalk.engine.rules import AUDIENCE
from boardwalk.server.http.site import Head
from boardwalk.server.rooms.spec import Kind, RoomSpec


def head(spec: RoomSpec, url: str, image: str) -> Head:
    """The head of a room's page."""
    game = registry.game(spec.game)
    people = [
        seat.name
        for seat, default in zip(spec.seats, spec.defaults, strict=True)
        if _has_name(seat.kind, seat.name, default)
    ]
    wanted = sum(seat.kind is Kind.OPEN for seat in spec.seats)
    if spec.started:
        title = f"{game.title}: {_among(spec.names)}" if 1 < len(spec.names) <= 4 else game.title
        return Head(title, f"Look at the game. {game.summary}", url, image)
    title = (
        f"{_among(people)} invite{'s' if len(people) == 1 else ''} you to {game.title}"
        if people
        else f"You are invited to {game.title}"
    )
    places = (
        "Everybody is here."
        if not wanted
        else "One more player is wanted."
        if wanted == 1
        else f"{wanted} more players are wanted."
    )
    return Head(title, f"{places} {game.summary}", url, image)


def game_head(game: Game, url: str) -> Head:
    return Head(f"{game.title} · Boardwalk", game.summary, url)


def picture(spec: RoomSpec) -> bytes:
    """The board on which the game of a room begins, as everybody may see it: a PNG of the size that previews of links
    expect."""
    table = registry.game(spec.game).table(spec.options)
    return card(spec.new_match(table, table.interpreted).view(AUDIENCE, 0).scene)


def _has_name(kind: Kind, name: str, default: str) -> bool:
    """Whether somebody sits there who has said a name."""
    return kind is Kind.PERSON and name != default


def _among(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
