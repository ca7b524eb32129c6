"""Responses as JSON: answers, and errors as one sentence with the place that caused them."""

from __future__ import annotations

import json
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from starlette.responses import Response

from boardwalk.contract.errors import BoardwalkError, OptionError, TextError, UnknownBotError, UnknownGameError
from boardwalk.server.base.errors import MovedError, ServerError

JSON = "application/json"
RETRY_AFTER = "2"  # seconds
MOVED = "x-boardwalk-moved"  # the header of a response that says: this worker does not have the room, nothing was done

T = TypeVar("T")


class Encoded(Response, Generic[T]):
    """A response whose body is a `T`, encoded already."""


class Refusal(msgspec.Struct, kw_only=True):
    """Why a request was not carried out, in one sentence, with the option, or the place in the text, that caused it."""

    error: str
    option: str | UnsetType = UNSET
    line: int | UnsetType = UNSET
    column: int | UnsetType = UNSET


def answer(data: Any, status: int = 200) -> Response:
    try:
        body = msgspec.json.encode(data)
    except UnicodeEncodeError:  # the client sent half of a surrogate pair
        body = json.dumps(msgspec.to_builtins(data)).encode()
    return Response(body, status, {"Retry-After": RETRY_AFTER} if status == 503 else None, JSON)


def refusal(error: BoardwalkError) -> Response:
    """The response for an error."""
    if isinstance(error, TextError):
        refused = Refusal(error=error.what, line=error.line, column=error.column)
    else:
        refused = Refusal(error=str(error), option=error.option if isinstance(error, OptionError) else UNSET)
    response = answer(refused, _status(error))
    if isinstance(error, MovedError):
        response.headers[MOVED] = "yes"
    return response


def _status(error: BoardwalkError) -> int:
    if isinstance(error, ServerError):
        return error.status
    if isinstance(error, UnknownGameError):
        return 404
    return 409 if isinstance(error, UnknownBotError) else 422
