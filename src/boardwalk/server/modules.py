"""Joins the ES modules of the browser client into few files, so that a page needs few requests.

The modules are written and tested one by one, without a build step; the server joins them when it starts. In a joined
file each module is a function that is called once and returns its exports, after the modules that it imports. Only
what the client uses of the language is understood: `import { a, b as c } from "./x.js"`, `import * as x from "./x.js"`
and `export` before a function, class or constant. Anything else is a `BoardwalkError` that names the module.

A quoted module path outside of an import statement names an entry: a module that is loaded by `import()`. The joined
files are

- `main`: the main module and the front page's entry, with all they import;
- `shared`: what several other entries import;
- one for each entry, with the rest of what it imports.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from boardwalk.core.errors import BoardwalkError

MAIN, SHARED = "main", "shared"
IMPORT = re.compile(r'^import\s+(?:\*\s+as\s+(\w+)|\{([^}]*)\})\s+from\s+"\./([\w-]+)\.js";\n?', re.MULTILINE)
EXPORT = re.compile(r"^export\s+((?:async\s+)?(?:function|class|const)\s+)(\w+)", re.MULTILINE)
UNKNOWN = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
ENTRY = re.compile(r'"\./([\w-]+)\.js"')


class Module(NamedTuple):
    """A module of the client: its code without imports and exports, what it imports by module, and what it exports."""

    code: str
    imports: dict[str, list[str]]  # the module: the constants that bind what is imported from it
    exports: list[str]
    entries: list[str]


def join(sources: Mapping[str, str], front: str) -> dict[str, str]:
    """The joined files by name, from the text of each module by name; `front` is the entry of the front page."""
    modules = {name: _parse(name, text) for name, text in sources.items()}
    entries = sorted({entry for module in modules.values() for entry in module.entries})
    for entry in (MAIN, front, *entries):
        if entry not in modules:
            raise BoardwalkError(f"the page has no module {entry}.js")
    others = [entry for entry in entries if entry != front]
    reached = {entry: _in_order([entry], modules) for entry in others}
    main = _in_order([front, MAIN], modules)
    several = {name for name in modules if sum(name in found for found in reached.values()) > 1}
    shared = [name for name in _in_order(others, modules) if name in several and name not in main]
    files = {MAIN: _write(modules, main, {}), SHARED: _write(modules, shared, {MAIN: main})}
    for entry in entries:
        own = [name for name in reached.get(entry, []) if name not in main and name not in shared]
        files[entry] = _write(modules, own, {MAIN: main, SHARED: shared}, entry)
    return files


def _parse(name: str, text: str) -> Module:
    imports: dict[str, list[str]] = {}
    for whole, names, target in IMPORT.findall(text):
        bound = whole or "{ " + re.sub(r"(\w+)\s+as\s+(\w+)", r"\1: \2", " ".join(names.split())) + " }"
        imports.setdefault(target, []).append(bound)
    code = IMPORT.sub("", text)
    exports = [export for _, export in EXPORT.findall(code)]
    code = EXPORT.sub(r"\1\2", code)
    if odd := UNKNOWN.search(code):
        raise BoardwalkError(f"{name}.js: {odd[0]!r} can't be joined; see boardwalk.server.modules")
    return Module(code, imports, exports, ENTRY.findall(code))


def _in_order(wanted: Iterable[str], modules: Mapping[str, Module]) -> list[str]:
    """These modules and all they import, each after what it imports."""
    order: list[str] = []
    path: list[str] = []

    def visit(name: str) -> None:
        if name in path:
            raise BoardwalkError(f"modules of the page import each other: {' -> '.join([*path, name])}")
        if name in order:
            return
        if name not in modules:
            raise BoardwalkError(f"{path[-1]}.js imports {name}.js, which is not there")
        path.append(name)
        for target in modules[name].imports:
            visit(target)
        order.append(path.pop())

    for name in wanted:
        visit(name)
    return order


def _write(
    modules: Mapping[str, Module], names: list[str], elsewhere: Mapping[str, list[str]], entry: str | None = None
) -> str:
    """One joined file of these modules. `elsewhere` are the files that it may import from, with their modules; of an
    entry it exports the entry's own names, and else the modules, for the files that import it."""
    needed = {target for name in names for target in modules[name].imports} | ({entry} if entry else set())
    lines = []
    for file, held in elsewhere.items():
        if found := [_constant(name) for name in held if name in needed]:
            lines.append(f'import {{ {", ".join(found)} }} from "./{file}.js";')
    for name in names:
        module = modules[name]
        lines += [f"// -- {name}.js", f"const {_constant(name)} = (() => {{"]
        lines += [
            f"const {bound} = {_constant(of)};" for of, all_bound in module.imports.items() for bound in all_bound
        ]
        lines += [module.code.strip(), f"return {{ {', '.join(module.exports)} }};", "})();"]
    if entry:
        lines.append(f"export const {{ {', '.join(modules[entry].exports)} }} = {_constant(entry)};")
    elif names:
        lines.append(f"export {{ {', '.join(map(_constant, names))} }};")
    return "\n".join(lines) + "\n"


def _constant(name: str) -> str:
    return "$" + name.replace("-", "_")
