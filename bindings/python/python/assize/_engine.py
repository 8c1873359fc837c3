"""What scripts are compiled with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union

from . import _assize, _functions
from ._encounter import Encounter
from ._session import Session, keeping, whole
from ._wire import asked, dumps, listed, loads, seed_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Literal

    from ._functions import Function
    from ._session import Store
    from .types import Adjudicate, Compared, FindOdds, Shipped

    Functions = Mapping[str, Union[Callable[..., Any], Function]]
    Limits = Literal["own", "untrusted"]


class Engine:
    """What scripts are compiled with: texts that they may use, functions that they may call, and what they may use up.

    It remembers the systems that its scripts have used, so compiling with the same one is quicker.

    * ``texts``: what ``use`` finds, by its name; shipped systems need not be among them.
    * ``limits``: ``"untrusted"`` for scripts of strangers, which take no longer than about a second.
    * ``functions``: functions by their names, called as ``host.NAME(…)``. They have to be pure: the same arguments, the same answer.
    * ``actions``: functions by their names that act: ``signal NAME(…)``, carried out by :meth:`Encounter.perform`.
    """

    __slots__ = ("_options", "_raw")

    def __init__(
        self,
        *,
        texts: Mapping[str, str] | None = None,
        limits: Limits = "own",
        functions: Functions | None = None,
        actions: Functions | None = None,
    ) -> None:
        texts, functions, actions = dict(texts or {}), dict(functions or {}), dict(actions or {})
        self._options = (texts, limits, functions, actions)
        raw = _assize.Engine(dumps({"texts": texts, "limits": limits}))
        for name, lent in functions.items():
            function = _functions.described(name, lent)
            raw = raw.lend(name, _parameters(function), dumps(_functions.written(function.returns)), function.call)
        for name, lent in actions.items():
            function = _functions.described(name, lent, acts=True)
            raw = raw.signalled(name, _parameters(function), function.call)
        self._raw = raw

    def compile(self, text: str, *, name: str = "script", cast: Mapping[str, str] | None = None) -> Encounter:
        """Compiles a script. ``name`` is what it is called in messages; ``cast`` says who fills its roles."""
        cast = dict(cast or {})
        return Encounter(self._raw.compile(name, text, dumps(cast)), (self, text, name, cast))

    def compare(
        self,
        text: str,
        rules: str | Iterable[str],
        *,
        name: str = "script",
        run: Adjudicate | None = None,
        odds: FindOdds | None = None,
    ) -> Compared:
        """A scene without some house rules and with them, from the same dice. They are named as ``use house`` names them."""
        compared: Compared = loads(self._raw.compare(name, text, dumps(listed(rules)), asked(run=run, odds=odds)))
        return compared

    def begin(
        self, *, seed: int | str | None = None, secret_seed: int | str | None = None, store: Store | None = None
    ) -> Session:
        """Begins a session. Seeds that are left out are fresh ones; whoever guesses one can foresee its rolls."""
        rows: list[bytes] = []
        options = asked(seed=seed_of(seed), secret_seed=seed_of(secret_seed))
        return Session(self, _assize.Session.begin(self._raw, options, keeping(rows, store)), rows)

    def resume(self, rows: bytes | Iterable[bytes | str], *, store: Store | None = None) -> Session:
        """Goes on with a session from all rows of its journal; those to come go to ``store``."""
        before = whole(rows)
        kept = before.splitlines(keepends=True)
        raw, found = _assize.Session.resume(self._raw, before, keeping(kept, store))
        return Session(self, raw, kept, loads(found))

    def __reduce__(self) -> Any:
        return _made, self._options


def _made(texts: Any, limits: Any, functions: Any, actions: Any) -> Engine:
    return Engine(texts=texts, limits=limits, functions=functions, actions=actions)


def _parameters(function: Function) -> str:
    return dumps([[name, _functions.written(takes)] for name, takes in function.parameters.items()])


_usual: Engine | None = None


def _engine(options: dict[str, Any]) -> Engine:
    """The engine with these options; for none of them one that is kept, with the systems that it knows by then."""
    global _usual
    if options:
        return Engine(**options)
    if _usual is None:
        _usual = Engine()
    return _usual


def _given(**options: Any) -> Engine:
    return _engine({name: value for name, value in options.items() if value is not None and value != "own"})


def compile(
    text: str,
    *,
    name: str = "script",
    cast: Mapping[str, str] | None = None,
    texts: Mapping[str, str] | None = None,
    limits: Limits = "own",
    functions: Functions | None = None,
    actions: Functions | None = None,
) -> Encounter:
    """Compiles a script. See :class:`Engine` for what it may use, and :meth:`Engine.compile`."""
    engine = _given(texts=texts, limits=limits, functions=functions, actions=actions)
    return engine.compile(text, name=name, cast=cast)


def compare(
    text: str,
    rules: str | Iterable[str],
    *,
    name: str = "script",
    run: Adjudicate | None = None,
    odds: FindOdds | None = None,
    texts: Mapping[str, str] | None = None,
) -> Compared:
    """A scene without some house rules and with them, from the same dice; see :meth:`Engine.compare`."""
    return _given(texts=texts).compare(text, rules, name=name, run=run, odds=odds)


def begin(
    *,
    seed: int | str | None = None,
    secret_seed: int | str | None = None,
    store: Store | None = None,
    texts: Mapping[str, str] | None = None,
    limits: Limits = "own",
    functions: Functions | None = None,
    actions: Functions | None = None,
) -> Session:
    """Begins a session; see :meth:`Engine.begin`."""
    engine = _given(texts=texts, limits=limits, functions=functions, actions=actions)
    return engine.begin(seed=seed, secret_seed=secret_seed, store=store)


def resume(
    rows: bytes | Iterable[bytes | str],
    *,
    store: Store | None = None,
    texts: Mapping[str, str] | None = None,
    limits: Limits = "own",
    functions: Functions | None = None,
    actions: Functions | None = None,
) -> Session:
    """Goes on with a session from all rows of its journal; see :meth:`Engine.resume`."""
    engine = _given(texts=texts, limits=limits, functions=functions, actions=actions)
    return engine.resume(rows, store=store)


def format(text: str, *, name: str = "script") -> str:
    """A script in the one layout. It is refused where it has mistakes."""
    return _assize.formatted(name, text)


def shipped() -> list[Shipped]:
    """The systems and house rules that come with the package, with their texts."""
    scripts: list[Shipped] = loads(_assize.shipped())
    return scripts
