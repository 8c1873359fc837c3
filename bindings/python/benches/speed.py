"""How much Python adds to what the library does: `speed.py PROGRAM`, the example `speed` of `assize-handles` in the same profile."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import assize

SHORT = """use d20
actor ada "Ada" { score strength 16, trained athletics }
check climb "up the mill wall" by ada { skill athletics, difficulty 15 }"""
QUESTION = "P(captain.fear >= 1)"
LONG = (Path(__file__).resolve().parents[3] / "scripts" / "encounters" / "garden-wall.asz").read_text(encoding="utf-8")


def shortest(rounds: int, work: Callable[[], object]) -> float:
    """The shortest of several times, which is the one that others have disturbed least."""
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


def imported() -> float:
    """How long `import assize` takes longer than nothing at all."""
    program = "import time; begun = time.perf_counter(); import assize; print(time.perf_counter() - begun)"
    return min(float(subprocess.check_output([sys.executable, "-c", program])) for _ in range(15))


def main() -> None:
    encounter, long = assize.compile(SHORT), assize.compile(LONG)

    def verdicts() -> None:
        for seed in range(1000):
            encounter.adjudicate(seed=seed, secret_seed=seed)

    def objects() -> None:
        for seed in range(1000):
            encounter.adjudicate(seed=seed, secret_seed=seed).data  # noqa: B018

    in_python = {
        "verdict": shortest(50, verdicts) / 1000,
        "odds": shortest(15, lambda: long.odds(QUESTION)),
    }
    in_rust = json.loads(subprocess.check_output([sys.argv[1], SHORT, LONG, QUESTION]))
    added = in_python["verdict"] - in_rust["verdict"]
    print(f"a verdict: {in_python['verdict'] * 1e6:.1f} us, in Rust {in_rust['verdict'] * 1e6:.1f} us: {added * 1e6:.1f} us more")
    print(f"and turned into an object: {shortest(5, objects) * 1e3:.1f} us")
    more = in_python["odds"] / in_rust["odds"] - 1
    print(f"odds: {in_python['odds'] * 1e3:.1f} ms, in Rust {in_rust['odds'] * 1e3:.1f} ms: {more:+.1%}")
    print(f"import: {imported() * 1e3:.1f} ms")


if __name__ == "__main__":
    main()
