"""Why something is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._wire import loads

if TYPE_CHECKING:
    from .types import Error, JsonDiagnostic, Verdict


class AssizeError(Exception):
    """Why something is refused. It has changed nothing then.

    As a text it is all that is wrong, in words, with its places and ways out.
    """

    def __init__(self, error: Error) -> None:
        super().__init__(error)

    @classmethod
    def _of(cls, text: str) -> AssizeError:
        return cls(loads(text))

    @property
    def data(self) -> Error:
        """All of it, as the protocol sends it."""
        error: Error = self.args[0]
        return error

    @property
    def code(self) -> str:
        """The code of the first finding, such as ``AZ201``; the book has a page for each."""
        return self.data["data"]["code"]

    @property
    def message(self) -> str:
        """What is wrong first, in one line."""
        return self.data["message"]

    @property
    def help(self) -> str | None:
        """A way out of the first finding."""
        return self.data["data"].get("help")

    @property
    def findings(self) -> list[JsonDiagnostic]:
        """Everything that is wrong, with its places."""
        return self.data["data"]["findings"]

    @property
    def text(self) -> str:
        """All of it in words, with its places, for people."""
        return self.data["data"]["text"]

    @property
    def kind(self) -> int:
        """The kind of failure, as the protocol numbers them."""
        return self.data["code"]

    @property
    def happened(self) -> Verdict | None:
        """What had happened of a run until it was stopped. None of it counts."""
        return self.data["data"].get("happened")

    def __str__(self) -> str:
        return self.text.rstrip()

    def __repr__(self) -> str:
        return f"AssizeError({self.code!r}, {self.message!r})"


# So tracebacks call it what people catch.
AssizeError.__module__ = "assize"


def complaint(message: str, help: str | None = None, *, called_off: bool = False) -> BaseException:
    """Something of the package's own that is wrong, in the same form."""
    from ._assize import complaint

    error: Any = complaint(message, help, called_off=called_off)
    return error  # type: ignore[no-any-return]
