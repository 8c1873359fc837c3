"""Adjudicates actions in tabletop role-playing games: by judgement, with dice, or with exact odds.

>>> import assize
>>> encounter = assize.compile('note "a knock at the door"')
>>> print(encounter.adjudicate().text())
a knock at the door
<BLANKLINE>
"""

from __future__ import annotations

from ._assize import Cancel
from ._encounter import Encounter
from ._engine import Engine, begin, compare, compile, format, resume, shipped
from ._error import AssizeError
from ._functions import Function, Scale
from ._odds import Chance, Distribution, Odds, Progress
from ._session import Session, Store
from ._sweep import Sweep, sweep
from ._values import Level, Value
from ._verdict import Verdict

__version__ = "0.1.0"

__all__ = [
    "AssizeError",
    "Cancel",
    "Chance",
    "Distribution",
    "Encounter",
    "Engine",
    "Function",
    "Level",
    "Odds",
    "Progress",
    "Scale",
    "Session",
    "Store",
    "Sweep",
    "Value",
    "Verdict",
    "begin",
    "compare",
    "compile",
    "format",
    "resume",
    "shipped",
    "sweep",
]
