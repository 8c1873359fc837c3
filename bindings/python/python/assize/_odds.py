"""Exact odds, and what can be made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _pictures
from ._wire import loads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from fractions import Fraction

    from .types import Distributed, Odd
    from .types import Odds as OddsData
    from .types import Refusal


def _fraction(text: str | None) -> Any:
    # Reading fractions takes a while to load, and most programs never ask for odds.
    from fractions import Fraction

    return None if text is None else Fraction(text)


class Distribution(Mapping[int, "Fraction"]):
    """How often a number is each of its values: a mapping of values to exact fractions, ascending.

    ``pandas.Series(distribution)`` takes it as it is, and data frames take :meth:`columns`.
    """

    __slots__ = ("_chances", "_data")

    def __init__(self, data: Distributed) -> None:
        self._data = data
        self._chances = {value["number"]: _fraction(value["chance"]) for value in data["values"]}

    def __getitem__(self, value: int) -> Fraction:
        chance: Fraction = self._chances[value]
        return chance

    def __iter__(self) -> Iterator[int]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    @property
    def data(self) -> Distributed:
        """The same as the protocol sends it."""
        return self._data

    @property
    def texts(self) -> dict[int, str]:
        """Each value as verdicts write it: ``2b``, ``-1``, ``d8``."""
        return {value["number"]: value["text"] for value in self._data["values"]}

    @property
    def unreached(self) -> Fraction:
        """How often it is not reached."""
        unreached: Fraction = _fraction(self._data["unreached"])
        return unreached

    @property
    def open(self) -> Fraction:
        """How often it is not known what it comes to, where it was stopped."""
        left: Fraction = _fraction(self._data.get("open") or "0")
        return left

    @property
    def mean(self) -> Fraction | None:
        """The mean over the runs that reach it; ``None`` where none does."""
        reached = sum(self._chances.values())
        if not reached:
            return None
        mean: Fraction = sum(value * chance for value, chance in self._chances.items()) / reached
        return mean

    @property
    def median(self) -> int | None:
        """The smallest value that half of these do not exceed."""
        return self._data.get("median")

    @property
    def quartiles(self) -> list[int] | None:
        """The smallest values that a quarter, a half and three quarters of these do not exceed."""
        return self._data.get("quartiles")

    def to_dict(self) -> dict[int, Fraction]:
        """A plain dictionary of the same."""
        return dict(self._chances)

    def columns(self) -> dict[str, list[Any]]:
        """Columns for a data frame: ``value``, ``text``, and the ``chance`` as a floating-point number."""
        texts = self.texts
        return {
            "value": list(self),
            "text": [texts[value] for value in self],
            "chance": [float(chance) for chance in self.values()],
        }

    def __repr__(self) -> str:
        return f"Distribution({ {value: str(chance) for value, chance in self.items()} })"

    def _rows(self) -> list[tuple[str, float, str]]:
        rows = [(value["text"], float(self[value["number"]]), value["percent"]) for value in self._data["values"]]
        if self.unreached:
            rows.append(("unreached", float(self.unreached), f"{float(self.unreached):.2%}"))
        return rows

    def _repr_svg_(self) -> str:
        return _pictures.bars(self._rows())

    def _repr_html_(self) -> str:
        return self._repr_svg_()


class Chance:
    """The exact answer to a question."""

    __slots__ = ("_data",)

    def __init__(self, data: Odd) -> None:
        self._data = data

    @property
    def data(self) -> Odd:
        """The same as the protocol sends it."""
        return self._data

    @property
    def question(self) -> str:
        """The question."""
        return self._data["question"]

    @property
    def value(self) -> Fraction | None:
        """The exact answer; ``None`` for the mean of what is never reached, and where it was stopped.

        A standard deviation that is not a fraction is rounded to 30 decimals.
        """
        value: Fraction | None = _fraction(self._data["value"])
        return value

    @property
    def percent(self) -> str | None:
        """A chance, rounded."""
        return self._data.get("percent")

    @property
    def decimal(self) -> str | None:
        """A mean, a deviation, a quantile, or what is computed from odds, rounded."""
        return self._data.get("decimal")

    @property
    def holds(self) -> bool | None:
        """Whether a comparison holds; ``None`` for everything else."""
        return self._data.get("holds")

    @property
    def distribution(self) -> Distribution | None:
        """How often a number is each of its values; ``value`` is its mean."""
        told = self._data.get("distribution")
        return None if told is None else Distribution(told)

    @property
    def reached(self) -> Fraction | None:
        """How many of the runs that count reach what is asked for, if this is a mean or the like of these alone."""
        reached: Fraction | None = _fraction(self._data.get("reached"))
        return reached

    @property
    def never_reached(self) -> bool:
        """Whether something that is asked for is reached in none of the runs that count."""
        return bool(self._data.get("never_reached"))

    @property
    def stopped(self) -> bool:
        """Whether it was stopped before everything was known; then there is no ``value``."""
        return bool(self._data.get("stopped"))

    @property
    def between(self) -> tuple[Fraction, Fraction] | None:
        """Where it was stopped, the exact fractions between which the answer lies."""
        between = self._data.get("between")
        return None if between is None else (_fraction(between[0]), _fraction(between[1]))

    @property
    def refused(self) -> Refusal | None:
        """What the rules refuse, where this is how many of all runs they refuse there, and no answer to a question."""
        return self._data.get("refused")

    def __float__(self) -> float:
        if self.value is None:
            raise ValueError(f"{self.question} has no value")
        return float(self.value)

    def __eq__(self, other: object) -> bool:
        return self._data == other._data if isinstance(other, Chance) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.question, self._data["value"]))

    def in_words(self) -> str:
        """The answer in words: ``5/36 (13.89%)``; of a number that only some runs reach, with how many these are."""
        value, rounded, reached = self._data["value"], self.percent or self.decimal, self._data.get("reached")
        if self.holds is not None:
            return "yes" if self.holds else "no"
        if value is None:
            between = self._data.get("between")
            return "unreached" if self.never_reached else f"{between[0]} to {between[1]}" if between else "unknown"
        words = value if rounded in (None, value) else f"{value} ({rounded})"
        return words if reached is None else f"{words}, of the {reached} that reach it"

    def __str__(self) -> str:
        return f"{self.question} = {self.in_words()}"

    def __repr__(self) -> str:
        return f"<Chance {self}>"

    def _repr_html_(self) -> str:
        return Odds({"chances": [self._data]})._repr_html_()


class Odds(Sequence[Chance]):
    """Exact answers, in the order of the questions. ``odds[0]`` is the first, ``odds["P(…)"]`` that to a question."""

    __slots__ = ("_chances", "_data")

    def __init__(self, data: OddsData) -> None:
        self._data = data
        self._chances = [Chance(odd) for odd in data["chances"]]

    def __getitem__(self, which: Any) -> Any:
        if not isinstance(which, str):
            return self._chances[which]
        for chance in self._chances:
            if chance.question == which:
                return chance
        raise KeyError(which)

    def __len__(self) -> int:
        return len(self._chances)

    @property
    def data(self) -> OddsData:
        """The same as the protocol sends it."""
        return self._data

    @property
    def ran_out(self) -> str | None:
        """What there was too little of to know more, where what is known is kept."""
        return self._data.get("ran_out")

    @property
    def value(self) -> Fraction | None:
        """The answer, where one was asked for."""
        if len(self._chances) != 1:
            raise ValueError(f"there are {len(self._chances)} answers, not one: take one of them, such as `odds[0].value`")
        return self._chances[0].value

    @property
    def distribution(self) -> Distribution | None:
        """The distribution, where one was asked for."""
        if len(self._chances) != 1:
            raise ValueError(f"there are {len(self._chances)} answers, not one: take one, such as `odds[0].distribution`")
        return self._chances[0].distribution

    def to_dict(self) -> dict[str, Fraction | None]:
        """Questions with their values."""
        return {chance.question: chance.value for chance in self._chances}

    def columns(self) -> dict[str, list[Any]]:
        """Columns for a data frame: ``question``, ``exact``, and the ``value`` as a floating-point number."""
        values = [chance.value for chance in self._chances]
        return {
            "question": [chance.question for chance in self._chances],
            "exact": [None if value is None else str(value) for value in values],
            "value": [None if value is None else float(value) for value in values],
        }

    def __eq__(self, other: object) -> bool:
        return self._data == other._data if isinstance(other, Odds) else NotImplemented

    def __str__(self) -> str:
        return "\n".join(str(chance) for chance in self._chances)

    def __repr__(self) -> str:
        return f"<Odds of {len(self._chances)} questions>"

    def _repr_html_(self) -> str:
        return _pictures.table(
            (chance.question, chance.in_words(), _pictures.bars(spread._rows()) if (spread := chance.distribution) else "")
            for chance in self._chances
        )


class Progress:
    """How far a question has come."""

    __slots__ = ("chances", "count")

    def __init__(self, count: int, chances: Odds) -> None:
        #: So many situations were come upon until now, or so many runs were made.
        self.count = count
        #: What is known by now of each answer to a question about odds.
        self.chances = chances

    def __repr__(self) -> str:
        return f"Progress(count={self.count}, chances={self.chances!r})"


class Watching:
    """Tells a function how far something has come."""

    __slots__ = ("_count", "_known", "_tell", "on_count", "on_known")

    def __init__(self, on_progress: Callable[[Progress], object] | None, keep: bool = False) -> None:
        self._count, self._known, self._tell = 0, Odds({"chances": []}), on_progress
        # Odds find out what is known by then only where somebody wants to know.
        self.on_count: Callable[[int], object] | None = self._counted if on_progress else None
        self.on_known: Callable[[str], object] | None = self._knows if on_progress or keep else None

    def here(self) -> Watching:
        """The same, with the function called in the loop that runs here, whatever thread it hears from."""
        import asyncio

        loop, tell = asyncio.get_running_loop(), self._tell
        if tell is not None:
            self._tell = lambda progress: loop.call_soon_threadsafe(tell, progress)
        return self

    def _counted(self, count: int) -> None:
        self._count = count
        self._told()

    def _knows(self, known: str) -> None:
        self._known = Odds({"chances": loads(known)})
        self._told()

    def _told(self) -> None:
        if self._tell is not None:
            self._tell(Progress(self._count, self._known))
