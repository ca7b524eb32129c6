"""Writes the TypeScript types of the protocol and of the HTTP routes from their msgspec structs: `make protocol-types`.

What the server sends is whole; of what a client sends, fields with a default may be left out. Where the page's type is
narrower than Python's, the struct names it: `Annotated[..., msgspec.Meta(extra_json_schema={"tsType": "Hint"})]`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

from msgspec import NODEFAULT
from msgspec import inspect as types

from boardwalk.analysis.advice import Hint
from boardwalk.server import app
from boardwalk.server.base.responses import JSON, Refusal
from boardwalk.server.http.routes import Operation
from boardwalk.server.protocol import messages

WRITTEN = Path(__file__).parents[1] / "src/boardwalk/web/state/protocol.d.ts"
PLAIN = {
    types.IntType: "number",
    types.FloatType: "number",
    types.StrType: "string",
    types.BoolType: "boolean",
    types.NoneType: "null",
    types.AnyType: "unknown",
    types.RawType: "unknown",
}


class Writer:
    """Collects the interfaces of structs and of all that they name, each once."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self._classes: dict[str, type] = {}

    def name(self, found: types.Type, whole: bool) -> str:
        """The type in TypeScript's words; `whole`: each field is always sent."""
        match found:
            case types.Metadata(type=inner, extra_json_schema=extra):
                return (extra or {}).get("tsType") or self.name(inner, whole)
            case types.UnionType(types=several):
                return " | ".join(dict.fromkeys(self.name(one, whole) for one in several))
            case types.LiteralType(values=values):
                return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)
            case types.TupleType(item_types=items):
                return f"[{', '.join(self.name(item, whole) for item in items)}]"
            case types.DictType(value_type=value):
                return f"Record<string, {self.name(value, whole)}>"
            case types.CollectionType(item_type=item):
                inner_name = self.name(item, whole)
                return f"({inner_name})[]" if " | " in inner_name else f"{inner_name}[]"
            case types.StructType() | types.DataclassType():
                return self.struct(found, whole)
        return PLAIN[type(found)]

    def struct(self, found: types.StructType | types.DataclassType, whole: bool) -> str:
        name = found.cls.__name__
        if self._classes.setdefault(name, found.cls) is not found.cls:
            raise TypeError(f"{found.cls} and {self._classes[name]} have the same name")
        if name in self.written:
            return name
        self.written[name] = ""  # its place, before that of those it names
        spare = getattr(getattr(found.cls, "__struct_config__", None), "omit_defaults", False)
        tag = getattr(found, "tag", None)
        lines = [f'  type: "{tag}";'] if tag else []
        for field in found.fields:
            has_default = (field.default, field.default_factory) != (NODEFAULT, NODEFAULT)  # UNSET is none
            optional = "" if field.required or (whole and has_default and not spare) else "?"
            lines.append(f"  {field.encode_name}{optional}: {self.name(field.type, whole)};")
        words = " ".join(inspect.cleandoc(vars(found.cls).get("__doc__") or "").split())
        about = f"/** {words} */\n" if words else ""
        self.written[name] = f"{about}export interface {name} {{\n" + "\n".join(lines) + "\n}"
        return name


def routes(writer: Writer, name: str, about: str, operations: Iterable[Operation]) -> str:
    """An interface with the answer to each of these requests, and the body it is sent with, by path."""
    lines = []
    for one in operations:
        told = writer.name(types.type_info(one.answer), whole=True)
        if one.body:
            told = f"{{ body: {writer.name(types.type_info(one.body[1]), whole=False)}; answer: {told} }}"
        lines.append(f'  "{one.path}": {told};')
    return f"/** {about} */\nexport interface {name} {{\n" + "\n".join(lines) + "\n}"


def protocol_types() -> str:
    """The whole file."""
    writer = Writer()
    for message in (*get_args(messages.FromServer), Hint, Refusal):
        writer.name(types.type_info(message), whole=True)
    for message in get_args(messages.FromClient):
        writer.name(types.type_info(message), whole=False)
    unions = [
        f"export type {name} = {' | '.join(one.__name__ for one in get_args(union))};"
        for name, union in (("FromServer", messages.FromServer), ("FromClient", messages.FromClient))
    ]
    known = [one for area in app.AREAS for one in area.operations if one.answer is not None]
    gets = [one for one in known if one.method == "GET" and one.path.startswith("/api/")]
    posts = [one for one in known if one.method == "POST" and one.media_type == JSON]
    streams = [one for one in known if one.method == "POST" and one.media_type != JSON]
    unions += [
        routes(writer, "Gets", "The answers to GET requests, by path.", gets),
        routes(writer, "Posts", "The bodies of POST requests and the answers to them, by path.", posts),
        routes(writer, "Streams", "The same where the answer is a stream of events: the data of each.", streams),
    ]
    head = "// Written by tools/protocol_types.py (`make protocol-types`); do not edit."
    return "\n\n".join([head, *writer.written.values(), *unions]) + "\n"


if __name__ == "__main__":
    WRITTEN.write_text(protocol_types(), encoding="utf-8")
