"""The same work by libraries in Python: icepool and dyce. A line for each, as `src/main.rs` prints them."""

import time
import warnings

warnings.simplefilter("ignore")

import icepool
from dyce import H, P, expand
from fractions import Fraction

LONG, OFTEN = 0.4, 3
CUT_OFF = Fraction(0)
MODIFIER = {2: -2, 3: -1, 4: -1, 5: 0, 6: 1}
LEVEL = {6: 5, 5: 4, 4: 3, 3: 3, 2: 2, 1: 1}


def measure(workload, who, work):
    work()
    begun, taken = time.perf_counter(), []
    while len(taken) < OFTEN or time.perf_counter() - begun < LONG:
        once = time.perf_counter_ns()
        work()
        taken.append(time.perf_counter_ns() - once)
    taken.sort()
    print(workload, who, taken[len(taken) // 2], taken[0], sep="\t", flush=True)


def once(workload, who, work):
    """For what takes seconds."""
    begun = time.perf_counter_ns()
    work()
    taken = time.perf_counter_ns() - begun
    print(workload, who, taken, taken, sep="\t", flush=True)


# icepool

def icepool_tables():
    return [(icepool.d6.lowest(n), icepool.d6.highest(n)) for n in range(1, 13)]


def icepool_pool(total):
    return icepool.d6.highest(1 + total) if total >= 0 else icepool.d6.lowest(1 - total)


def icepool_chain():
    def outcome(face):
        return icepool_pool(face // 2 - 1).map(LEVEL)

    def commit(face):
        return 0 if face == 1 else icepool_pool(MODIFIER[face] - 1).map(outcome)

    return icepool.d6.lowest(6).map(commit)


def icepool_opposed():
    def natural(n):
        return (n == 12) - (n == 2)

    two = 2 @ icepool.d6
    return icepool.map(lambda a, b: (natural(a), a + 4) > (natural(b), b + 1), two, two)


def icepool_duel():
    margin = (icepool.d(20) + 8) - (icepool.d(20) + 6)

    def clash(one, other):
        if one <= 0 or other <= 0:
            return one, other

        def lose(m):
            loss = 3 + abs(m) * 5 // 10
            if m > 0:
                return one, max(0, other - loss)
            return (max(0, one - loss), other) if m < 0 else (one, other)

        return margin.map(lose)

    return icepool.map_and_time(clash, (20, 20), star=True, time_limit=50)


# dyce

def dyce_pool(total):
    return ((1 + total) @ P(6)).at(-1) if total >= 0 else ((1 - total) @ P(6)).at(0)


def dyce_tables():
    return [((n @ P(6)).at(0), (n @ P(6)).at(-1)) for n in range(1, 13)]


def dyce_chain():
    def level(r):
        return LEVEL[r.outcome]

    def outcome(r):
        return expand(level, dyce_pool(r.outcome // 2 - 1))

    def commit(r):
        return 0 if r.outcome == 1 else expand(outcome, dyce_pool(MODIFIER[r.outcome] - 1))

    return expand(commit, (6 @ P(6)).at(0), min_path_probability=CUT_OFF)


def dyce_opposed():
    def natural(n):
        return (n == 12) - (n == 2)

    def hits(a, b):
        return int((natural(a.outcome), a.outcome + 4) > (natural(b.outcome), b.outcome + 1))

    return expand(hits, 2 @ H(6), 2 @ H(6), min_path_probability=CUT_OFF)


if __name__ == "__main__":
    measure("24 tables of n d6", "icepool", icepool_tables)
    measure("24 tables of n d6", "dyce", dyce_tables)
    measure("chain of three rolls", "icepool", icepool_chain)
    measure("chain of three rolls", "dyce", dyce_chain)
    measure("opposed with naturals", "icepool", icepool_opposed)
    measure("opposed with naturals", "dyce", dyce_opposed)
    # The first time: icepool keeps what it has counted.
    for n, dice, sides in ((8, 16, 10), (12, 24, 20), (10, 100, 20)):
        once(f"{n} of {dice}d{sides}", "icepool", lambda: icepool.d(sides).highest(dice, n))
    once("8 of 16d10", "dyce", lambda: (16 @ P(10)).at(slice(8, 16)))
    once("duel 20/50", "icepool", icepool_duel)
