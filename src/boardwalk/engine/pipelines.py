"""How Numba compiles a game's functions: machine code only for entries, the functions that Python calls.

Numba gives every function machine code, wrappers to be called by Python, and a file in the cache, although the callers
of most have a copy of it (numba#9566). Here an inner function, one that only compiled functions call, gets no further
than LLVM's intermediate code. An entry links that of all functions it reaches and optimizes the whole at once. There
the inner functions are private to the module: so LLVM drops them once they are inlined, and learns what they read and
write where they are not. Otherwise it would have to expect that another module replaces them: the code would be slower.

Numba's documented way to change its compiler is a pass (`pipeline_class`), and so this is done. What the passes put
into Numba's state is not documented: `as_expected` tries it, and if this version of Numba does otherwise, all functions
are compiled in Numba's own way, which takes twice as long.
"""

from __future__ import annotations

from typing import Any

import numba
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.environment import lookup_environment
from numba.core.typed_passes import AnnotateTypes

ENVIRONMENT = "_ZN08NumbaEnv"  # the start of the names of variables with a function's environment


class InnerLibrary(JITCodeLibrary):
    """The intermediate code of one inner function."""

    def finalize(self) -> None:
        self._finalize_dynamic_globals()  # a caller that has some is not cached
        self._finalized = True

    def defined(self) -> set[str]:
        functions: Any = self._final_module.functions
        return {function.name for function in functions if not function.is_declaration}

    def linked(self) -> list[Any]:
        return list(self._linking_libraries)


class EntryLibrary(JITCodeLibrary):
    """The machine code of an entry, with all that it calls."""

    def finalize(self) -> None:
        self._linking_libraries = _reached(self._linking_libraries)
        super().finalize()

    def _optimize_final_module(self) -> None:
        inner = (library.defined() for library in self._linking_libraries if isinstance(library, InnerLibrary))
        names = set[str]().union(*inner)
        for function in self._final_module.functions:
            if function.name in names and not function.is_declaration:
                function.linkage = "internal"
        super()._optimize_final_module()


def _reached(libraries: list[Any]) -> list[Any]:
    """These libraries and those that inner ones call, each once and before what it calls: LLVM links only what is
    called by something that is linked already."""
    found: dict[Any, None] = {}

    def visit(library: Any) -> None:
        if library not in found:
            for called in library.linked() if isinstance(library, InnerLibrary) else ():
                visit(called)
            found[library] = None

    for library in reversed(libraries):
        visit(library)
    return list(reversed(found))


@register_pass(mutates_CFG=False, analysis_only=True)
class InnerCode(AnalysisPass):
    """The function gets intermediate code only."""

    _name = "boardwalk_inner_code"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        state.library = InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        state.targetctx = state.targetctx.subtarget(get_executable=_nothing_to_call)
        return False


def _nothing_to_call(library: Any, description: Any, environment: Any) -> Any:
    """In place of a function's machine code: Numba finds an inner function by this, and nothing calls it."""
    library._ensure_finalized()
    name = description.qualname.rpartition(".")[2]
    return _dynfunc.make_function(description.lookup_module(), name, "", 0, environment, (library,))


@register_pass(mutates_CFG=False, analysis_only=True)
class EntryCode(AnalysisPass):
    """The function gets machine code that Python can call."""

    _name = "boardwalk_entry_code"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        context = state.targetctx
        state.library = EntryLibrary(context.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.flags.no_cfunc_wrapper = True

        def executable(library: Any, description: Any, environment: Any) -> Any:
            made = context.get_executable(library, description, environment)
            _set_environments(library)
            return made

        state.targetctx = context.subtarget(get_executable=executable)
        return False


def _set_environments(library: Any) -> None:
    """Set the environments of inner functions in an entry's code, as Numba does for code from the cache. A function
    needs its environment to raise an exception."""
    for variable in library._final_module.global_variables:
        if variable.name.startswith(ENVIRONMENT) and (found := lookup_environment(variable.name)):
            library.codegen.set_env(variable.name, found)


class InnerPipeline(Compiler):
    def define_pipelines(self) -> Any:
        return _with(InnerCode, super().define_pipelines())


class EntryPipeline(Compiler):
    def define_pipelines(self) -> Any:
        return _with(EntryCode, super().define_pipelines())


def _with(added: type, pipelines: Any) -> Any:
    for pipeline in pipelines if as_expected() else ():
        pipeline.add_pass_after(added, AnnotateTypes)
        pipeline.finalize()
    return pipelines


_expected: bool | None = None


def as_expected() -> bool:
    """Whether this version of Numba does with our passes what they are for."""
    global _expected
    if _expected is None:
        _expected = True
        try:
            _expected = _tried()
        except Exception:  # whatever follows from a part of Numba that is no longer there
            _expected = False
    return _expected


def _tried() -> bool:
    inner = numba.njit(pipeline_class=InnerPipeline)(lambda number: number + 1)
    entry: Any = numba.njit(pipeline_class=EntryPipeline)(lambda number: inner(number) * 2)
    return bool(entry(20) == 42)
