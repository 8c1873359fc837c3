"""Values in the words of a system: texts that know more than their letters."""

from __future__ import annotations


class Value(str):
    """A named value of a verdict: its words, such as ``minor``, ``2b``, ``yes``."""

    __slots__ = ("name", "number")
    #: Its path, such as ``climb.quality``.
    name: str
    #: The value as a number; ``None`` when it was not reached or is not to be known.
    number: int | None

    def __new__(cls, text: str, name: str, number: int | None) -> Value:
        value = super().__new__(cls, text)
        value.name, value.number = name, number
        return value

    def __getnewargs__(self) -> tuple[str, str, int | None]:  # type: ignore[override]
        return str(self), self.name, self.number

    def __int__(self) -> int:
        if self.number is None:
            raise ValueError(f"{self.name} is {str(self)!r}, which is not a number")
        return self.number


class Level(str):
    """A level of a scale, as a function of the host is given it: its name."""

    __slots__ = ("rank", "scale")
    #: The scale, by the name that its system gives it.
    scale: str
    #: Which level it is, from 0 for the lowest.
    rank: int

    def __new__(cls, text: str, scale: str, rank: int) -> Level:
        level = super().__new__(cls, text)
        level.scale, level.rank = scale, rank
        return level

    def __getnewargs__(self) -> tuple[str, str, int]:  # type: ignore[override]
        return str(self), self.scale, self.rank
