"""Many scenes at once, on this machine or on many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import _pictures
from ._assize import BLOCK
from ._encounter import Encounter, _odds, _simulate
from ._error import complaint
from ._odds import Odds
from ._wire import loads

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator
    from fractions import Fraction

    from .types import Estimate, For, Mode

#: A shard of a simulation is so many blocks: about a second of a scene of twenty rolls.
BLOCKS = 100
#: So often a shard is tried again that failed for another reason than the scene: its worker is gone, or has no memory left.
RETRIES = 3


class Sweep(Mapping[Any, Any]):
    """What scenes come to, by the keys that were given to them: :class:`Odds`, or a list of estimates of a simulation."""

    __slots__ = ("_came",)

    def __init__(self, came: dict[Any, Any]) -> None:
        self._came = came

    def __getitem__(self, key: Hashable) -> Any:
        return self._came[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._came)

    def __len__(self) -> int:
        return len(self._came)

    def __eq__(self, other: object) -> bool:
        return self._came == other._came if isinstance(other, Sweep) else NotImplemented

    def columns(self) -> dict[str, list[Any]]:
        """Columns for a data frame: ``scene``, ``question``, ``exact`` (of odds), and the ``value`` as a floating-point number."""
        rows = [(key, *row) for key, came in self._came.items() for row in _rows(came)]
        names = ("scene", "question", "exact", "value")
        return {name: [row[place] for row in rows] for place, name in enumerate(names)}

    def heat_map(self, question: str) -> str:
        """A picture, in SVG, of the chance that a question asks for, where the keys are pairs: a row and a column."""
        chances: dict[tuple[Any, Any], float | None] = {}
        for key, came in self._came.items():
            if not isinstance(key, tuple) or len(key) != 2:
                raise ValueError(f"{key!r} is no pair of a row and a column")
            chances[key] = next(value for asked, _, value in _rows(came) if asked == question)
        return _pictures.heat(chances)

    def __repr__(self) -> str:
        return f"<Sweep of {len(self)} scenes>"

    def _repr_html_(self) -> str:
        columns = self.columns()
        rows = zip(columns["scene"], columns["question"], columns["exact"], columns["value"])
        return _pictures.table(
            (f"{scene}: {question}", _in_words(exact, value), "") for scene, question, exact, value in rows
        )


def _in_words(exact: Fraction | None, value: float | None) -> str:
    rounded = "unknown" if value is None else f"{value:.6g}"
    return rounded if exact is None else f"{exact} ({rounded})"


def _rows(came: Any) -> list[tuple[str, Any, float | None]]:
    if isinstance(came, Odds):
        return [(one.question, one.value, None if one.value is None else float(one.value)) for one in came]
    return [(one["question"], None, _estimated(one)) for one in came]


def _estimated(estimate: Estimate) -> float | None:
    percent, value = estimate["percent"], estimate["value"]
    if percent is not None:
        return float(percent.rstrip("%")) / 100
    return None if value is None else float(value)


def sweep(
    scenes: Mapping[Any, Encounter],
    questions: str | Iterable[str] = (),
    *,
    given: str | None = None,
    mode: Mode | None = None,
    choices: Mapping[str, str] | None = None,
    audience: For | None = None,
    runs: int | None = None,
    seed: int | str | None = None,
    client: Any = None,
    on_progress: Callable[[int, int], object] | None = None,
) -> Sweep:
    """Asks the same of many scenes: exact odds, or with ``runs`` a simulation of so many runs of each.

    * ``client``: who does the work: a ``dask.distributed.Client``, a ``concurrent.futures`` executor, or anything that has ``submit``. It
      is done here without one. Whoever does it and in whatever order, it comes to the same.
    * ``seed``: of the simulation; it has to be said, so that every shard belongs to the same.
    * ``on_progress``: hears how many parts of all are done.
    """
    import pickle

    parts: list[Any]
    if runs is None:
        asked = _odds(questions, given, mode, choices, audience, False)
        parts = [(key, _odds_of, (pickle.dumps(scene), asked)) for key, scene in scenes.items()]
    else:
        if seed is None:
            raise complaint("a simulation needs a `seed`", "every shard has to belong to the same simulation")
        asked = _simulate(questions, given, mode, choices, runs, seed)
        blocks = range(0, -(-runs // BLOCK), BLOCKS)
        parts = [
            (key, _count_of, (pickle.dumps(scene), asked, first, first + BLOCKS))
            for key, scene in scenes.items()
            for first in blocks
        ]
    came: dict[Any, list[str]] = {key: [] for key in scenes}
    for number, (key, told) in enumerate(_done(parts, client), 1):
        came[key].append(told)
        if on_progress is not None:
            on_progress(number, len(parts))
    if runs is None:
        return Sweep({key: Odds(loads(told)) for key, (told,) in came.items()})
    return Sweep({key: loads(scenes[key]._raw.estimate(asked, f"[{','.join(told)}]")) for key, told in came.items()})


def _done(parts: list[Any], client: Any) -> Iterator[tuple[Any, str]]:
    """What each part comes to, in their order."""
    if client is None:
        yield from ((key, work(*of)) for key, work, of in parts)
        return
    # Dask is told to try again what failed with its worker; an executor of Python has nobody else to try it with.
    more = {"retries": RETRIES, "pure": False} if type(client).__module__.startswith("distributed") else {}
    waiting = [(key, client.submit(work, *of, **more)) for key, work, of in parts]
    for key, future in waiting:
        yield key, future.result()


#: The scenes that this process was asked about last: many shards are of one.
_known: dict[bytes, Encounter] = {}


def _scene(pickled: bytes) -> Encounter:
    scene = _known.get(pickled)
    if scene is None:
        while len(_known) >= 8:
            del _known[next(iter(_known))]
        import pickle

        scene = _known[pickled] = pickle.loads(pickled)
    return scene


def _odds_of(pickled: bytes, asked: str) -> str:
    return _scene(pickled)._raw.odds(asked, False, None, None, None)


def _count_of(pickled: bytes, asked: str, first: int, behind: int) -> str:
    return _scene(pickled)._raw.count(asked, first, behind, None, None)
