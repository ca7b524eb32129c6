"""Routes typed by msgspec: the annotations of a handler are its parameters, its body, its answer, and OpenAPI."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar, get_args, get_origin

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from boardwalk.contract.text import explained
from boardwalk.server.base.responses import JSON, Refusal, answer

Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Any]])

PATH_NAME = re.compile(r"{(\w+)(?::\w+)?}")
JSON_TYPE = re.compile(r"application/(?:[\w.+-]+\+)?json\s*(?:;.*)?", re.IGNORECASE)
NO_DEFAULT = inspect.Parameter.empty
SCHEMA = "#/components/schemas/{name}"


class Body(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The base of all bodies of requests."""


class Parameter(NamedTuple):
    """A parameter in the path or the query of a request."""

    name: str
    type: Any
    in_path: bool
    default: Any

    def read(self, request: Request) -> Any:
        text = (request.path_params if self.in_path else request.query_params).get(self.name)
        if text is None:
            if self.default is NO_DEFAULT:
                raise HTTPException(422, f"{self.name}: this parameter is missing")
            return self.default
        try:
            return msgspec.convert(text, self.type, strict=False)
        except msgspec.ValidationError as error:
            raise HTTPException(422, explained(error, self.name)) from None


class Operation(NamedTuple):
    """A method of an address, as its handler's annotations describe it. `answer` is the type of its body, None if that
    is no data; `wants_request` is whether the handler takes the request itself."""

    method: str
    path: str
    status: int
    about: str
    parameters: Sequence[Parameter]
    body: tuple[str, type[Body]] | None
    answer: Any
    media_type: str
    wants_request: bool


class Routes:
    """The routes of one area. A handler's parameters are the request, the body (a `Body`), or are read from the path or
    else the query; what it returns is encoded, unless it is a response already."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self.routes: list[Route] = []
        self.operations: list[Operation] = []  # those of the API

    def get(self, path: str, status: int = 200) -> Callable[[Handler], Handler]:
        return partial(self._describe, "GET", path, status)

    def post(self, path: str, status: int = 200) -> Callable[[Handler], Handler]:
        return partial(self._describe, "POST", path, status)

    def page(self, path: str) -> Callable[[Handler], Handler]:
        """Add a page or file for browsers, which is not part of the API."""
        return partial(self._page, path)

    def _describe(self, method: str, path: str, status: int, handler: Handler) -> Handler:
        operation = _operation(method, self._prefix + path, status, handler)
        self.operations.append(operation)
        self._add([method], operation, handler)
        return handler

    def _page(self, path: str, handler: Handler) -> Handler:
        self._add(["GET", "HEAD"], _operation("GET", self._prefix + path, 200, handler), handler)
        return handler

    def _add(self, methods: Iterable[str], operation: Operation, handler: Handler) -> None:
        route = Route(operation.path, _endpoint(operation, handler))
        route.methods = {*methods}  # Starlette answers HEAD wherever there is a GET
        self.routes.append(route)


def _operation(method: str, path: str, status: int, handler: Handler) -> Operation:
    in_path = PATH_NAME.findall(path)
    signature = inspect.signature(handler, eval_str=True)
    parameters, body, wants_request = [], None, False
    for name, one in signature.parameters.items():
        kind = one.annotation
        if kind is Request:
            wants_request = True
        elif inspect.isclass(kind) and issubclass(kind, Body):
            body = name, kind
        else:
            parameters.append(Parameter(name, kind, name in in_path, one.default))
    answered, media_type = _answer_of(signature.return_annotation)
    about = inspect.getdoc(handler) or ""
    return Operation(method, path, status, about, parameters, body, answered, media_type, wants_request)


def _answer_of(annotation: Any) -> tuple[Any, str]:
    """The type of the data in a handler's answer, None if there is none, and its media type."""
    response = get_origin(annotation) or annotation
    if not (inspect.isclass(response) and issubclass(response, Response)):
        return annotation, JSON
    data = get_args(annotation)
    return (data[0] if data else None), response.media_type or (JSON if data else "")


def _endpoint(operation: Operation, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    _, _, status, _, parameters, body, _, _, wants_request = operation
    decoder = msgspec.json.Decoder(body[1]) if body else None

    async def endpoint(request: Request) -> Response:
        values = {one.name: one.read(request) for one in parameters}
        if body and decoder:
            values[body[0]] = await _read_body(request, decoder)
        if wants_request:
            values["request"] = request
        result = await handler(**values)
        return result if isinstance(result, Response) else answer(result, status)

    return endpoint


async def _read_body(request: Request, decoder: msgspec.json.Decoder[Body]) -> Body:
    if not JSON_TYPE.fullmatch(request.headers.get("content-type", "")):  # otherwise a form on any site could send it
        raise HTTPException(422, f"the request: expected a body of the type {JSON}")
    try:
        return decoder.decode((await request.body()).decode())
    except msgspec.ValidationError as error:
        raise HTTPException(422, explained(error, "the request")) from None
    except msgspec.DecodeError as error:
        raise HTTPException(422, f"the request: expected JSON; {explained(error)}") from None
    except UnicodeDecodeError:
        raise HTTPException(400, "the request: expected text in UTF-8") from None
    except ClientDisconnect:
        raise HTTPException(400, "the request: it ended early") from None
    except RecursionError:
        raise HTTPException(400, "the request: nested too deeply") from None


def openapi(title: str, version: str, areas: Iterable[Routes]) -> dict[str, Any]:
    """The OpenAPI description of all areas, with the schemas of parameters, bodies and answers."""
    operations = [one for area in areas for one in area.operations]
    types: list[Any] = [Refusal]
    for one in operations:
        types += [parameter.type for parameter in one.parameters]
        types += [one.body[1]] if one.body else []
        types += [] if one.answer is None else [one.answer]
    schemas, components = msgspec.json.schema_components(types, ref_template=SCHEMA)
    known = iter(schemas)
    refused = {"description": "why not, in one sentence", "content": {JSON: {"schema": next(known)}}}
    paths: dict[str, dict[str, Any]] = {}
    for one in operations:
        path = PATH_NAME.sub(r"{\1}", one.path)
        paths.setdefault(path, {})[one.method.lower()] = {
            "description": one.about,
            "parameters": [_parameter(parameter, next(known)) for parameter in one.parameters],
            **({"requestBody": {"required": True, "content": {JSON: {"schema": next(known)}}}} if one.body else {}),
            "responses": {str(one.status): _answered(one, known), "default": refused},
        }
    about = {"title": title, "version": version}
    return {"openapi": "3.1.0", "info": about, "paths": paths, "components": {"schemas": components}}


def _parameter(parameter: Parameter, schema: dict[str, Any]) -> dict[str, Any]:
    told = {"name": parameter.name, "in": "path" if parameter.in_path else "query", "schema": schema}
    return {**told, "required": parameter.in_path or parameter.default is NO_DEFAULT}


def _answered(one: Operation, known: Iterable[dict[str, Any]]) -> dict[str, Any]:
    schema = {} if one.answer is None else {"schema": next(iter(known))}
    return {"description": "done", **({"content": {one.media_type: schema}} if one.media_type else {})}
