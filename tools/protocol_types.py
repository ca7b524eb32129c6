"""Writes the TypeScript types of the protocol from its msgspec structs: `make protocol-types`.

What the server sends is whole; of what a client sends, fields with a default may be left out. Where the page's type is
narrower than Python's, the struct names it: `Annotated[..., msgspec.Meta(extra_json_schema={"tsType": "Hint"})]`.
"""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import get_args

from msgspec import inspect as types

from boardwalk.analysis.advice import Hint
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

    def name(self, found: types.Type, whole: bool) -> str:
        """The type in TypeScript's words; `whole`: each field is always sent."""
        match found:
            case types.Metadata(type=inner, extra_json_schema=extra):
                return (extra or {}).get("tsType") or self.name(inner, whole)
            case types.UnionType(types=several):
                return " | ".join(self.name(one, whole) for one in several)
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
        if name in self.written:
            return name
        self.written[name] = ""  # its place, before that of those it names
        tag = getattr(found, "tag", None)
        lines = [f'  type: "{tag}";'] if tag else []
        for field in found.fields:
            optional = "" if whole or field.required else "?"
            lines.append(f"  {field.encode_name}{optional}: {self.name(field.type, whole)};")
        words = " ".join(inspect.cleandoc(vars(found.cls).get("__doc__") or "").split())
        about = f"/** {words} */\n" if words else ""
        self.written[name] = f"{about}export interface {name} {{\n" + "\n".join(lines) + "\n}"
        return name


def protocol_types() -> str:
    """The whole file."""
    writer = Writer()
    for message in (*get_args(messages.FromServer), Hint):
        writer.name(types.type_info(message), whole=True)
    for message in get_args(messages.FromClient):
        writer.name(types.type_info(message), whole=False)
    unions = [
        f"export type {name} = {' | '.join(one.__name__ for one in get_args(union))};"
        for name, union in (("FromServer", messages.FromServer), ("FromClient", messages.FromClient))
    ]
    head = "// Written by tools/protocol_types.py (`make protocol-types`); do not edit."
    return "\n\n".join([head, *writer.written.values(), *unions]) + "\n"


if __name__ == "__main__":
    WRITTEN.write_text(protocol_types(), encoding="utf-8")
