"""What takes long: it is watched, called off, and leaves the interpreter to others."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

import assize

#: Odds of this take much longer than anybody waits here.
LONG = """
system dice "Dice"
one sea { depth : number = 0, waves : number = 0, wind : number = 0 }
procedure p { roll a : 1d6, roll b : 1d6, roll c : 1d6, add a to sea.depth, add b to sea.waves, add c to sea.wind }
"""
SCENE = "use dice\nrepeat up to 60 until sea.depth >= 190 { p x {} }"
QUESTION = "P(sea.waves * sea.wind >= 30000)"


def long() -> assize.Encounter:
    return assize.compile(SCENE, texts={"dice": LONG})


def test_it_is_called_off_by_another_thread() -> None:
    cancel = assize.Cancel()
    threading.Timer(0.3, cancel.call_off).start()
    begun = time.monotonic()
    with pytest.raises(assize.AssizeError) as raised:
        long().odds(QUESTION, cancel=cancel)
    assert raised.value.code == "AZ714" and cancel.is_called_off
    assert time.monotonic() - begun < 20


def test_what_is_known_is_kept() -> None:
    cancel = assize.Cancel()
    told: list[assize.Progress] = []

    def hear(progress: assize.Progress) -> None:
        told.append(progress)
        if progress.chances:
            cancel.call_off()

    odds = long().odds(QUESTION, keep=True, cancel=cancel, on_progress=hear)
    assert odds[0].stopped and odds[0].value is None
    low, high = odds[0].between or (0, 0)
    assert low < high
    assert told and told[-1].count >= 0


def test_who_listens_can_end_it() -> None:
    def hear(progress: assize.Progress) -> None:
        raise LookupError("that is enough")

    with pytest.raises(LookupError, match="that is enough"):
        long().odds(QUESTION, on_progress=hear)


def test_others_go_on_meanwhile() -> None:
    cancel, counted = assize.Cancel(), 0
    work = threading.Thread(target=lambda: long().odds(QUESTION, keep=True, cancel=cancel))
    work.start()
    end = time.monotonic() + 0.5
    while time.monotonic() < end:
        counted += 1
    cancel.call_off()
    work.join(30)
    assert not work.is_alive()
    # Were it not for that, this thread would have had to wait for the other one.
    assert counted > 1000


def test_a_task_is_cancelled() -> None:
    async def main() -> list[int]:
        heard: list[int] = []
        here = threading.get_ident()

        def hear(progress: assize.Progress) -> None:
            assert threading.get_ident() == here
            heard.append(progress.count)

        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(long().odds_async(QUESTION, on_progress=hear), 1)
        return heard

    begun = time.monotonic()
    assert asyncio.run(main())
    # The loop waits for its threads in the end, so this one is over.
    assert time.monotonic() - begun < 20


def test_several_are_awaited_at_once() -> None:
    async def main() -> Any:
        encounter = assize.compile("roll waves : 2d6")
        advise = assize.compile('choose door "?" { left { roll a : 1d6 }, right default { roll b : 1d4 } }')
        return await asyncio.gather(
            encounter.odds_async("P(waves >= 7)"),
            encounter.simulate_async("P(waves >= 7)", runs=2000, seed=1),
            advise.advise_async("E(a otherwise 0)"),
        )

    odds, estimates, advice = asyncio.run(main())
    assert str(odds.value) == "7/12" and estimates[0]["runs"] == 2000 and advice["best"] == "7/2"


INTERRUPTED = f"""
import assize, sys
claim = {f"expect odds {{ {QUESTION} >= 0 }}"!r}
encounter = assize.compile({SCENE!r} + "\\n" + claim, texts={{"dice": {LONG!r}}})
print("ready", flush=True)
try:
    if "test" in sys.argv:
        encounter.test()
    encounter.odds({QUESTION!r}, keep="keep" in sys.argv)
except KeyboardInterrupt:
    sys.exit(3)
sys.exit(4)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize(("arguments", "status"), [([], 3), (["keep"], 4), (["test", "keep"], 3)])
def test_ctrl_c_stops_it(arguments: list[str], status: int) -> None:
    command = [sys.executable, "-c", INTERRUPTED, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as program:
        assert program.stdout and program.stdout.readline() == "ready\n"
        time.sleep(0.5)
        program.send_signal(signal.SIGINT)
        assert program.wait(30) == status


def test_simulations_are_called_off() -> None:
    cancel = assize.Cancel()
    cancel.call_off()
    with pytest.raises(assize.AssizeError) as raised:
        long().simulate(QUESTION, runs=10**9, seed=1, cancel=cancel)
    assert raised.value.code == "AZ714"
