"""What happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._pictures import escaped
from ._values import Value
from ._wire import loads

if TYPE_CHECKING:
    from collections.abc import Iterator

    from . import _assize
    from .types import Reason, Shown
    from .types import Verdict as VerdictData


class Verdict(Mapping[str, Value]):
    """What happened, as far as those may know for whom it is. It is written down only when somebody asks for it.

    It is a mapping of the names of results to their values: ``verdict["climb.quality"] == "minor"``.
    """

    __slots__ = ("_raw",)

    def __init__(self, raw: _assize.Verdict) -> None:
        self._raw = raw

    def __getitem__(self, name: str) -> Value:
        shown = self._raw.get(name)
        if shown is None:
            raise KeyError(name)
        return _value(loads(shown))

    def __iter__(self) -> Iterator[str]:
        return (shown["name"] for shown in self.brief)

    def __len__(self) -> int:
        return len(self.brief)

    def __eq__(self, other: object) -> bool:
        return self.json() == other.json() if isinstance(other, Verdict) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.json())

    @property
    def brief(self) -> list[Shown]:
        """The named results as data, without what led to them."""
        results: list[Shown] = loads(self._raw.brief())
        return results

    @property
    def data(self) -> VerdictData:
        """All of it as data, as ``assize run --format json`` prints it."""
        data: VerdictData = loads(self._raw.json())
        return data

    def json(self) -> str:
        """The same as a text in JSON."""
        return self._raw.json()

    def text(self) -> str:
        """In words, for people at a table."""
        return self._raw.text()

    def markdown(self) -> str:
        """In Markdown, for the log of a session or a chat."""
        return self._raw.markdown()

    def html(self) -> str:
        """One page for a browser, which needs nothing else."""
        return self._raw.html()

    def why(self, name: str | None = None) -> str:
        """What a value was made of, in words; of everything if left out."""
        return self._raw.why(name)

    def reasons(self, name: str | None = None) -> list[Reason]:
        """What a value was made of, as a tree; of everything if left out."""
        reasons: list[Reason] = loads(self._raw.reasons(name))
        return reasons

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Verdict({ {name: str(value) for name, value in self.items()} })"

    def _repr_html_(self) -> str:
        # A page has a style of its own, which is not to reach what stands around it.
        lines = self.text().count("\n") + 4
        style = f"width: 100%; height: {min(lines, 24) * 1.6:.1f}em; border: 0"
        return f'<iframe sandbox srcdoc="{escaped(self.html())}" style="{style}"></iframe>'

    def _repr_markdown_(self) -> str:
        return self.markdown()


def _value(shown: Any) -> Value:
    return Value(shown["value"], shown["name"], shown["number"])
