"""Responses as JSON: answers, and errors as one sentence with the place they are about."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from starlette.responses import Response

from boardwalk.contract.errors import BoardwalkError, OptionError, TextError, UnknownBotError, UnknownGameError
from boardwalk.server.base.errors import MovedError, ServerError

JSON = "application/json"
RETRY_AFTER = "2"  # seconds
MOVED = "x-boardwalk-moved"  # the header of a response that says: this worker does not have the room, nothing was done


def answer(data: Any, status: int = 200) -> Response:
    try:
        body = msgspec.json.encode(data)
    except UnicodeEncodeError:  # the client sent half of a surrogate pair
        body = json.dumps(msgspec.to_builtins(data)).encode()
    return Response(body, status, {"Retry-After": RETRY_AFTER} if status == 503 else None, JSON)


def refusal(error: BoardwalkError) -> Response:
    """The response for an error: one sentence, and the option or the place in the text."""
    body: dict[str, Any] = {"error": str(error)}
    if isinstance(error, OptionError):
        body["option"] = error.option
    elif isinstance(error, TextError):
        body |= {"error": error.what, "line": error.line, "column": error.column}
    response = answer(body, _status(error))
    if isinstance(error, MovedError):
        response.headers[MOVED] = "yes"
    return response


def _status(error: BoardwalkError) -> int:
    if isinstance(error, ServerError):
        return error.status
    if isinstance(error, UnknownGameError):
        return 404
    return 409 if isinstance(error, UnknownBotError) else 422
