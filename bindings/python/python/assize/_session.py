"""Statements entered one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from . import _assize
from ._asking import called_off, in_a_thread
from ._encounter import heard
from ._odds import Odds, Watching
from ._wire import asked, dumps, listed, loads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ._asking import Ask, AsyncAsk
    from ._odds import Progress
    from .types import Answering, Edited, Entered, For, Format, Found, Happened, Listed, Mode, Named, ToldAdvice, Want


class Store(Protocol):
    """Keeps the rows of a journal: a list does, or anything else that has ``append``."""

    def append(self, row: bytes, /) -> object:
        """Keeps one row, its line feed included; it has to be kept when this returns.

        What it raises is told as the reason why nothing was entered.
        """


class Session:
    """Statements entered one after the other, kept in a journal, undone, told. :func:`begin` and :func:`resume` make one."""

    __slots__ = ("_engine", "_raw", "_rows", "found")

    #: What was found in its journal, if it goes on from one.
    found: Found | None

    def __init__(self, engine: Any, raw: _assize.Session, rows: list[bytes], found: Found | None = None) -> None:
        self._engine = engine
        self._raw = raw
        self._rows = rows
        self.found = found

    @property
    def rows(self) -> list[bytes]:
        """The rows of its journal until now, from which :func:`resume` goes on."""
        return list(self._rows)

    def enter(
        self,
        text: str,
        *,
        audience: For | None = None,
        want: Iterable[Want] | None = None,
        ask: Ask | None = None,
        on_event: Callable[[Happened], object] | None = None,
    ) -> Entered:
        """Enters a statement, or asks for the value of an expression.

        * ``audience``: for whom the result is; for players if left out.
        * ``want``: what is wanted of the verdict: ``"brief"``, ``"data"``, ``"text"``, ``"markdown"``, ``"html"``; the first if left
          out.
        * ``ask``, ``on_event``: as for :meth:`Encounter.adjudicate`.
        """
        options, hear = _enter(text, audience, want), heard(on_event)
        came = loads(self._raw.enter(options, ask is not None, None, hear))
        while "asks" in came:
            came = self._go_on(options, self._said(ask, came["asks"]), hear)
        entered: Entered = came["entered"]
        return entered

    async def enter_async(
        self,
        text: str,
        *,
        ask: AsyncAsk,
        audience: For | None = None,
        want: Iterable[Want] | None = None,
        on_event: Callable[[Happened], object] | None = None,
    ) -> Entered:
        """The same, where a person is awaited: ``ask`` may be a coroutine. If the task is cancelled, nothing is entered."""
        options, hear = _enter(text, audience, want), heard(on_event)
        came = loads(self._raw.enter(options, True, None, hear))
        while "asks" in came:
            try:
                said: Any = ask(came["asks"])
                if hasattr(said, "__await__"):
                    said = await said
            except BaseException:
                self._raw.break_off()
                raise
            came = self._go_on(options, said, hear)
        entered: Entered = came["entered"]
        return entered

    def _said(self, ask: Any, question: Any) -> Any:
        try:
            return ask(question)
        except BaseException:
            self._raw.break_off()
            raise

    def _go_on(self, options: str, said: Any, hear: Any) -> Any:
        if said is None:
            self._raw.break_off()
            raise called_off()
        return loads(self._raw.enter(options, True, said if isinstance(said, str) else str(said), hear))

    def undo(self) -> Listed | None:
        """Undoes the last entry that counts; ``None`` if there is none."""
        entry: Listed | None = loads(self._raw.undo())["entry"]
        return entry

    def redo(self) -> Listed | None:
        """Restores the entry that was undone last; ``None`` if there is none."""
        entry: Listed | None = loads(self._raw.redo())["entry"]
        return entry

    def edit(
        self, number: int, text: str, *, audience: For | None = None, want: Iterable[Want] | None = None
    ) -> Edited:
        """Changes the text of an earlier entry, and redoes what stands behind it with the dice it had."""
        edited: Edited = loads(self._raw.edit(_enter(text, audience, want, number=number)))
        return edited

    def state(self, audience: For = "players") -> list[Named]:
        """The values of things."""
        values: list[Named] = loads(self._raw.state(dumps(audience)))["values"]
        return values

    def why(self, name: str = "_", audience: For = "players") -> str:
        """What a value was made of, in words; the last entry if left out."""
        return self._raw.why(name, dumps(audience))

    def history(self, audience: For = "players") -> list[Listed]:
        """Every entry, those that were undone as well."""
        entries: list[Listed] = loads(self._raw.history(dumps(audience)))["entries"]
        return entries

    def export(self, format: Format = "markdown", audience: For = "players") -> str:
        """All of it in one text: ``"markdown"``, ``"html"``, ``"json"`` or ``"script"``."""
        return self._raw.export(asked(session="", format=format, **{"for": audience}))

    def answer_by(self, mode: Mode, by_hand: Iterable[str] = ()) -> Answering:
        """Says how entries are answered from now on, and whose dice are rolled by hand in the mode ``"table"``."""
        answering: Answering = loads(self._raw.answer_by(asked(mode=mode, by_hand=listed(by_hand))))
        return answering

    def cast(self, role: str, thing: str) -> None:
        """Says who fills a role of the scenes to come."""
        self._raw.cast(role, thing)

    def odds(
        self,
        questions: str | Iterable[str] = (),
        *,
        statement: str | None = None,
        given: str | None = None,
        audience: For | None = None,
        keep: bool = False,
        on_progress: Callable[[Progress], object] | None = None,
        cancel: _assize.Cancel | None = None,
    ) -> Odds:
        """Exact odds after everything that has happened, of a statement that is not entered; see :meth:`Encounter.odds`."""
        watching = Watching(on_progress, keep)
        options = _odds(questions, statement, given, audience, keep)
        return Odds(loads(self._raw.odds(options, keep, cancel, watching.on_count, watching.on_known)))

    async def odds_async(
        self,
        questions: str | Iterable[str] = (),
        *,
        statement: str | None = None,
        given: str | None = None,
        audience: For | None = None,
        keep: bool = False,
        on_progress: Callable[[Progress], object] | None = None,
        cancel: _assize.Cancel | None = None,
    ) -> Odds:
        """The same in a thread of its own, of everything that has happened when it is called. Cancelling the task calls it off."""
        watching, copy = Watching(on_progress, keep).here(), self._copy()
        options = _odds(questions, statement, given, audience, keep)
        work = lambda cancel: copy().odds(options, keep, cancel, watching.on_count, watching.on_known)  # noqa: E731
        return Odds(loads(await in_a_thread(work, cancel)))

    def advise(
        self,
        statement: str,
        *,
        goal: str = "",
        against: Iterable[str] = (),
        plain: int | None = None,
        policy: bool = False,
        audience: For | None = None,
        on_progress: Callable[[Progress], object] | None = None,
        cancel: _assize.Cancel | None = None,
    ) -> ToldAdvice:
        """The best choices in a statement that is not entered; see :meth:`Encounter.advise`."""
        options = _advise(statement, goal, against, plain, policy, audience)
        advice: ToldAdvice = loads(self._raw.advise(options, cancel, Watching(on_progress).on_count))
        return advice

    async def advise_async(
        self,
        statement: str,
        *,
        goal: str = "",
        against: Iterable[str] = (),
        plain: int | None = None,
        policy: bool = False,
        audience: For | None = None,
        on_progress: Callable[[Progress], object] | None = None,
        cancel: _assize.Cancel | None = None,
    ) -> ToldAdvice:
        """The same in a thread of its own. Cancelling the task calls it off."""
        options, copy = _advise(statement, goal, against, plain, policy, audience), self._copy()
        hear = Watching(on_progress).here().on_count
        advice: ToldAdvice = loads(await in_a_thread(lambda cancel: copy().advise(options, cancel, hear), cancel))
        return advice

    def _copy(self) -> Callable[[], _assize.Session]:
        """The same session once more, so that this one can go on meanwhile."""
        rows = b"".join(self._rows)
        return lambda: _assize.Session.resume(self._engine._raw, rows, lambda _: None)[0]

    def __repr__(self) -> str:
        return f"<Session of {len(self.history())} entries>"


def _enter(text: str, audience: Any, want: Any, **others: Any) -> str:
    want = None if want is None else listed(want)
    return asked(session="", text=text, want=want, **others, **{"for": audience})


def _odds(questions: Any, statement: Any, given: Any, audience: Any, keep: bool) -> str:
    fields = {"questions": listed(questions), "statement": statement, "given": given, "keep": keep}
    return asked(session="", **fields, **{"for": audience})


def _advise(statement: str, goal: str, against: Any, plain: int | None, policy: bool, audience: Any) -> str:
    fields = {"statement": statement, "goal": goal, "against": listed(against), "plain": plain, "policy": policy}
    return asked(session="", **fields, **{"for": audience})


def keeping(rows: list[bytes], store: Store | None) -> Callable[[bytes], None]:
    """Keeps rows here, once they are kept by the host."""

    def keep(row: bytes) -> None:
        if store is not None:
            store.append(row)
        rows.append(row)

    return keep


def whole(rows: bytes | Iterable[bytes | str]) -> bytes:
    """Rows as one text. Those that were kept without their line feeds have them again."""
    if isinstance(rows, (bytes, bytearray, memoryview)):
        return bytes(rows)
    lines = (row.encode() if isinstance(row, str) else bytes(row) for row in rows)
    return b"".join(line if line.endswith(b"\n") else line + b"\n" for line in lines)
