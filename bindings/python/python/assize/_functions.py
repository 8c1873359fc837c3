"""Functions that a host lends to scripts, and what they take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union

from ._error import complaint

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    #: A type of a parameter, or of what a function returns.
    Takes = Union[type[int], type[bool], type[str], "Scale"]


class Scale:
    """The type of a level: ``Scale("swell")`` for those of the scale ``swell``."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"Scale({self.name!r})"


class Function:
    """A function with the types of what it takes and returns, where its annotations do not say them.

    ``int`` is a number, ``bool`` yes or no, ``str`` a text, and ``Scale("swell")`` a level.
    """

    __slots__ = ("call", "parameters", "returns")

    def __init__(
        self, call: Callable[..., Any], parameters: Mapping[str, Takes] | None = None, returns: Takes = int
    ) -> None:
        self.call = call
        self.parameters = dict(parameters or {})
        self.returns = returns


def described(name: str, function: Callable[..., Any] | Function, *, acts: bool = False) -> Function:
    """A function with the types that it says, or those of its annotations."""
    if isinstance(function, Function):
        return function
    if not callable(function):
        raise complaint(f"`{name}` is {function!r}, which cannot be called")
    hints, parameters = _hints(function), {}
    for parameter in _signature(name, function).parameters.values():
        if parameter.default is not parameter.empty or parameter.kind is parameter.KEYWORD_ONLY:
            continue
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise complaint(f"`{name}` takes any number of arguments", _SAY)
        parameters[parameter.name] = _type_of(name, hints.get(parameter.name, int))
    returns = int if acts else _type_of(name, hints.get("return", int))
    return Function(function, parameters, returns)


def written(takes: Takes) -> Any:
    """A type as the library reads it."""
    if isinstance(takes, Scale):
        return {"level": takes.name}
    # A `bool` is an `int` too, so they are told apart by what they are.
    if takes is bool:
        return "yes/no"
    return "text" if takes is str else "number"


_SAY = "say what it takes: `assize.Function(call, parameters={'hour': int}, returns=int)`"


def _signature(name: str, function: Callable[..., Any]) -> Any:
    import inspect

    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        raise complaint(f"Python does not know what `{name}` takes", _SAY) from None


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    import typing

    # What is called may be an object, whose class says it.
    of = function if hasattr(function, "__annotations__") else getattr(function, "__call__", function)
    try:
        return typing.get_type_hints(of, include_extras=True)
    except (NameError, TypeError):
        return {}


def _type_of(name: str, hint: Any) -> Takes:
    # `Annotated[str, Scale("swell")]`
    for said in getattr(hint, "__metadata__", ()):
        if isinstance(said, Scale):
            return said
    if isinstance(hint, Scale) or hint in (int, bool, str):
        return hint  # type: ignore[no-any-return]
    raise complaint(
        f"`{name}` is annotated with {hint!r}, which no script knows",
        'use `int`, `bool`, `str`, or for a level `Annotated[str, assize.Scale("swell")]`',
    )
