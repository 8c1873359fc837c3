"""Questions to people, and what is waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._assize import Cancel
from ._error import complaint
from ._wire import loads

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Optional, Union

    from .types import OpenQuestion

    #: Says what a person answers, as they would at the table: ``3 5``, the name of an option; ``None`` to break off.
    Ask = Callable[[OpenQuestion], Optional[str]]
    #: The same, or a coroutine that returns it.
    AsyncAsk = Callable[[OpenQuestion], Union[Optional[str], Awaitable[Optional[str]]]]


def called_off() -> BaseException:
    """Somebody has broken it off."""
    return complaint("this was cancelled; nothing has changed", called_off=True)


def _in_words(said: Any) -> str:
    if said is None:
        raise called_off()
    return said if isinstance(said, str) else str(said)


def said_to(ask: Ask, question: str | None) -> str:
    """What somebody says to a question."""
    return _in_words(ask(loads(question or "null")))


async def said_to_awaiting(ask: AsyncAsk, question: str | None) -> str:
    """The same, awaited where that is what it takes."""
    said: Any = ask(loads(question or "null"))
    if hasattr(said, "__await__"):
        said = await said
    return _in_words(said)


async def in_a_thread(work: Callable[[Cancel], str], cancel: Cancel | None) -> str:
    """Does something in another thread, and calls it off when whoever waits for it is cancelled."""
    import asyncio

    cancel = cancel or Cancel()
    try:
        return await asyncio.get_running_loop().run_in_executor(None, work, cancel)
    except asyncio.CancelledError:
        cancel.call_off()
        raise
