"""Many scenes at once, here and on several processes of which one is killed: it comes to the same."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import pytest

import assize

SCENE = """use d20
actor ada "Ada" {{ score strength {strength}, trained athletics }}
check climb by ada {{ skill athletics, difficulty {difficulty} }}
"""
SCENES = {
    (strength, difficulty): assize.compile(SCENE.format(strength=strength, difficulty=difficulty))
    for strength in (10, 14, 18)
    for difficulty in (10, 15, 20)
}
QUESTION = "P(climb.outcome >= success)"


def test_odds_of_many_scenes() -> None:
    heard: list[tuple[int, int]] = []
    swept = assize.sweep(SCENES, QUESTION, on_progress=lambda done, of: heard.append((done, of)))
    assert swept[14, 15].value == SCENES[14, 15].odds(QUESTION).value == Fraction(1, 2)
    assert heard == [(number, 9) for number in range(1, 10)]
    columns = swept.columns()
    assert columns["scene"] == list(SCENES) and columns["exact"][4] == Fraction(1, 2)
    assert swept.heat_map(QUESTION).count("<rect") == 9
    assert "1/2" in swept._repr_html_()


def test_a_simulation_is_the_same_in_parts() -> None:
    few = {key: SCENES[key] for key in [(10, 10), (18, 20)]}
    runs = 250_000
    swept = assize.sweep(few, QUESTION, runs=runs, seed=3)
    assert swept[10, 10] == few[10, 10].simulate(QUESTION, runs=runs, seed=3)
    assert swept[10, 10][0]["runs"] == runs
    with ThreadPoolExecutor(2) as client:
        assert assize.sweep(few, QUESTION, runs=runs, seed=3, client=client) == swept
    with pytest.raises(assize.AssizeError, match="seed"):
        assize.sweep(few, QUESTION, runs=runs)


def test_an_executor_of_processes_does_it() -> None:
    import multiprocessing

    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as client:
        assert assize.sweep(SCENES, QUESTION, client=client) == assize.sweep(SCENES, QUESTION)


def test_a_worker_that_is_killed_changes_nothing() -> None:
    distributed: Any = pytest.importorskip("dask.distributed")
    few, runs = {"easy": SCENES[18, 10], "hard": SCENES[10, 20]}, 3_000_000
    here = assize.sweep(few, QUESTION, runs=runs, seed=3)
    with distributed.LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        victim = next(iter(client.run(os.getpid).values()))

        def kill(done: int, of: int) -> None:
            if done == 2:
                os.kill(victim, signal.SIGKILL)

        swept = assize.sweep(few, QUESTION, runs=runs, seed=3, client=client, on_progress=kill)
        assert victim not in client.run(os.getpid).values()
    assert swept == here
