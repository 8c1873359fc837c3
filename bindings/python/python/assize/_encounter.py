"""A compiled script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._asking import in_a_thread, said_to, said_to_awaiting
from ._odds import Odds, Watching
from ._verdict import Verdict
from ._wire import asked, listed, loads, seed_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from . import _assize
    from ._asking import Ask, AsyncAsk
    from ._odds import Progress
    from .types import Checked, Estimate, For, Happened, Mode, Role, Tested, ToldAdvice


class Encounter:
    """A compiled script, asked as often as you like, from any thread.

    It can be pickled, so it can be sent to other processes; they compile it again.
    """

    __slots__ = ("_origin", "_raw")

    def __init__(self, raw: _assize.Encounter, origin: tuple[Any, str, str, dict[str, str]]) -> None:
        self._raw = raw
        self._origin = origin

    def check(self) -> Checked:
        """What is worth a look in it although it runs."""
        checked: Checked = loads(self._raw.check())
        return checked

    def test(self) -> Tested:
        """What comes of its expectations."""
        tested: Tested = loads(self._raw.test())
        return tested

    @property
    def roles(self) -> list[Role]:
        """The roles that somebody has to fill before it runs."""
        roles: list[Role] = loads(self._raw.roles())
        return roles

    def adjudicate(
        self,
        *,
        seed: int | str | None = None,
        secret_seed: int | str | None = None,
        mode: Mode | None = None,
        by_hand: Iterable[str] | None = None,
        dice: Iterable[int] | None = None,
        choices: Mapping[str, str] | None = None,
        policy: str | None = None,
        audience: For | None = None,
        ask: Ask | None = None,
        on_event: Callable[[Happened], object] | None = None,
    ) -> Verdict:
        """Runs it once: by dice if nothing else is said, from fresh seeds, and for players.

        * ``seed``, ``secret_seed``: of public and of secret rolls. Whoever guesses one can foresee its rolls.
        * ``mode``: ``"random"``, ``"deliberate"``, ``"automatic"``, or ``"table"``, where people roll their own dice.
        * ``by_hand``: whose dice are rolled by hand in the mode ``"table"``; everybody's if left out.
        * ``dice``: faces rolled beforehand; all of them, and no more.
        * ``choices``: choices made beforehand: a choice's name and the option's.
        * ``policy``: a policy, as advice writes it, that makes all other choices.
        * ``audience``: for whom it is: ``"players"``, ``"gm"`` or ``"log"``.
        * ``ask``: asks a person, and returns what they say; ``None`` breaks off. Without it choices take their defaults.
        * ``on_event``: hears of each event as it happens.
        """
        options = _adjudicate(seed, secret_seed, mode, by_hand, dice, choices, policy, audience)
        if ask is None and on_event is None:
            return Verdict(self._raw.adjudicate(options))
        if ask is None:
            return self._told(options, on_event)
        playing = self._raw.play(options)
        hear = heard(on_event)
        verdict = playing.go_on(None, hear)
        while verdict is None:
            verdict = playing.go_on(said_to(ask, playing.question()), hear)
        return Verdict(verdict)

    async def adjudicate_async(
        self,
        *,
        ask: AsyncAsk,
        seed: int | str | None = None,
        secret_seed: int | str | None = None,
        mode: Mode | None = None,
        by_hand: Iterable[str] | None = None,
        choices: Mapping[str, str] | None = None,
        policy: str | None = None,
        audience: For | None = None,
        on_event: Callable[[Happened], object] | None = None,
    ) -> Verdict:
        """The same, where a person is awaited: ``ask`` may be a coroutine."""
        playing = self._raw.play(_adjudicate(seed, secret_seed, mode, by_hand, None, choices, policy, audience))
        hear = heard(on_event)
        verdict = playing.go_on(None, hear)
        while verdict is None:
            verdict = playing.go_on(await said_to_awaiting(ask, playing.question()), hear)
        return Verdict(verdict)

    def _told(self, options: str, on_event: Any) -> Verdict:
        # Nobody waits for an answer, so it is all one whether events are told while it runs or behind it.
        verdict = Verdict(self._raw.adjudicate(options))
        for event in verdict.data["events"]:
            on_event(event)
        return verdict

    def perform(self, verdict: Verdict) -> int:
        """Carries out what a verdict signals, in order; how many signals there were.

        The verdict has to be one for ``"gm"`` or ``"log"``.
        """
        return self._raw.perform(verdict._raw)

    def odds(
        self,
        questions: str | Iterable[str] = (),
        *,
        given: str | None = None,
        mode: Mode | None = None,
        choices: Mapping[str, str] | None = None,
        audience: For | None = None,
        keep: bool = False,
        on_progress: Callable[[Progress], object] | None = None,
        cancel: _assize.Cancel | None = None,
    ) -> Odds:
        """Exact odds: an answer to each question, of a name one for each level, and those of everything without a question.

        * ``questions``: ``"P(NAME.PART >= LEVEL)"``, ``"E(NAME.PART)"``, ``"sd(…)"``, ``"median(…)"``, ``"quantile(…, 90%)"``, a
          condition, or a name alone.
        * ``given``: only runs in which this holds are counted.
        * ``mode``, ``choices``, ``audience``: as for :meth:`adjudicate`.
        * ``keep``: what is known by then is the result if it exceeds its budget, is called off, or Ctrl-C is pressed.
        * ``on_progress``: hears now and then how far it has come, and what is known by then.
        * ``cancel``: calls it off, from another thread.
        """
        options = _odds(questions, given, mode, choices, audience, keep)
        watching = Watching(on_progress, keep)
        return Odds(loads(self._raw.odds(options, keep, cancel, watching.on_count, watching.on_known)))

    async def odds_async(
        self,
        questions: str | Iterable[str] = (),
        *,
        given: str | None = None,
        mode: Mode | None = None,
        choices: Mapping[str, str] | None = None,
        audience: For | None = None,
        keep: bool = False,
        on_progress: Callable[[Progress], object] | None = None,
        cancel: _assize.Cancel | None = None,
    ) -> Odds:
        """The same in a thread of its own. Cancelling the task calls it off; ``on_progress`` is called where it is awaited."""
        options = _odds(questions, given, mode, choices, audience, keep)
        watching = Watching(on_progress, keep).here()
        work = lambda cancel: self._raw.odds(options, keep, cancel, watching.on_count, watching.on_known)  # noqa: E731
        return Odds(loads(await in_a_thread(work, cancel)))

    def advise(
        self,
        goal: str = "",
        *,
        against: Iterable[str] = (),
        choices: Mapping[str, str] | None = None,
        mode: Mode | None = None,
        plain: int | None = None,
        policy: bool = False,
        audience: For | None = None,
        on_progress: Callable[[Progress], object] | None = None,
        cancel: _assize.Cancel | None = None,
    ) -> ToldAdvice:
        """The best choices for a goal: ``"P(NAME.PART >= LEVEL)"`` or ``"E(NAME.PART)"``; the one that the scene suggests if left out.

        * ``against``: whose choices make it as low as possible.
        * ``plain``: in so many conditions at most it is told what is best at each choice; three if left out.
        * ``policy``: whether the result holds the advice as a policy too, which :meth:`adjudicate` takes.
        """
        options = _advise(goal, against, choices, mode, plain, policy, audience)
        advice: ToldAdvice = loads(self._raw.advise(options, cancel, Watching(on_progress).on_count))
        return advice

    async def advise_async(
        self,
        goal: str = "",
        *,
        against: Iterable[str] = (),
        choices: Mapping[str, str] | None = None,
        mode: Mode | None = None,
        plain: int | None = None,
        policy: bool = False,
        audience: For | None = None,
        on_progress: Callable[[Progress], object] | None = None,
        cancel: _assize.Cancel | None = None,
    ) -> ToldAdvice:
        """The same in a thread of its own. Cancelling the task calls it off."""
        options = _advise(goal, against, choices, mode, plain, policy, audience)
        hear = Watching(on_progress).here().on_count
        advice: ToldAdvice = loads(await in_a_thread(lambda cancel: self._raw.advise(options, cancel, hear), cancel))
        return advice

    def simulate(
        self,
        questions: str | Iterable[str] = (),
        *,
        given: str | None = None,
        mode: Mode | None = None,
        choices: Mapping[str, str] | None = None,
        runs: int | None = None,
        seed: int | str | None = None,
        on_progress: Callable[[Progress], object] | None = None,
        cancel: _assize.Cancel | None = None,
    ) -> list[Estimate]:
        """Odds by trying, for questions whose exact odds would take too long: 100,000 runs if ``runs`` is left out."""
        options = _simulate(questions, given, mode, choices, runs, seed)
        estimates: list[Estimate] = loads(self._raw.simulate(options, cancel, Watching(on_progress).on_count))
        return estimates

    async def simulate_async(
        self,
        questions: str | Iterable[str] = (),
        *,
        given: str | None = None,
        mode: Mode | None = None,
        choices: Mapping[str, str] | None = None,
        runs: int | None = None,
        seed: int | str | None = None,
        on_progress: Callable[[Progress], object] | None = None,
        cancel: _assize.Cancel | None = None,
    ) -> list[Estimate]:
        """The same in a thread of its own. Cancelling the task calls it off."""
        options = _simulate(questions, given, mode, choices, runs, seed)
        hear = Watching(on_progress).here().on_count
        estimates: list[Estimate] = loads(await in_a_thread(lambda cancel: self._raw.simulate(options, cancel, hear), cancel))
        return estimates

    def __reduce__(self) -> Any:
        return _compiled, self._origin

    def __repr__(self) -> str:
        return f"<Encounter {self._origin[2]!r}>"


def _compiled(engine: Any, text: str, name: str, cast: dict[str, str]) -> Encounter:
    encounter: Encounter = engine.compile(text, name=name, cast=cast)
    return encounter


def _adjudicate(
    seed: Any, secret_seed: Any, mode: Any, by_hand: Any, dice: Any, choices: Any, policy: Any, audience: Any
) -> str:
    return asked(
        seed=seed_of(seed),
        secret_seed=seed_of(secret_seed),
        mode=mode,
        by_hand=None if by_hand is None else listed(by_hand),
        dice=None if dice is None else list(dice),
        choices=None if choices is None else dict(choices),
        policy=policy,
        **{"for": audience},
    )


def _odds(questions: Any, given: Any, mode: Any, choices: Any, audience: Any, keep: bool) -> str:
    choices = None if choices is None else dict(choices)
    return asked(
        questions=listed(questions), given=given, mode=mode, choices=choices, keep=keep, **{"for": audience}
    )


def _advise(
    goal: str, against: Any, choices: Any, mode: Any, plain: int | None, policy: bool, audience: Any
) -> str:
    choices = None if choices is None else dict(choices)
    fields = {"goal": goal, "against": listed(against), "choices": choices, "mode": mode, "plain": plain}
    return asked(policy=policy, **fields, **{"for": audience})


def _simulate(questions: Any, given: Any, mode: Any, choices: Any, runs: Any, seed: Any) -> str:
    choices = None if choices is None else dict(choices)
    questions, seed = listed(questions), seed_of(seed)
    return asked(questions=questions, given=given, mode=mode, choices=choices, runs=runs, seed=seed)


def heard(on_event: Callable[[Happened], object] | None) -> Callable[[str], object] | None:
    """A function that hears of events, as the library calls it."""
    return None if on_event is None else lambda event: on_event(loads(event))
