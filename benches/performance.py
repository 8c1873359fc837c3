"""Measures Assize from the command line, reads what `peers/compare` has measured, and prints a page of the book."""

import os
import platform
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent / "peers"))
from table import ORDER, measured, readable, table

ROOT = Path(__file__).parent.parent
PROGRAM = ROOT / "target" / "release" / "assize"
OFTEN = 3

# A workload, what is asked of it (nothing: every result), and what it is.
WORKLOADS = [
    ("fatigue-4", "P(a.pool(wind) <= 0)", "two who fight to exhaustion, 4 rounds"),
    ("fatigue-20", "P(a.pool(wind) <= 0)", "the same, 20 rounds"),
    ("range-fight-10", "P(captain.fear >= 3)", "attack and defence by the success range, 10 turns"),
    ("range-acts-20", "P(climb.result is success)", "20 attempts by the success range, each of which may tire"),
    ("range-lines-20", "P(last.result is success)", "the same 20 attempts as 20 lines, without `repeat`"),
    ("duel-20-50", "P(bo.wind <= 0)", "two who wear each other down, 50 rounds"),
    ("duel-200-500", "P(bo.wind <= 0)", "the same with ten times the wind, 500 rounds"),
]


def taken(arguments):
    """Processor time of the whole command, the shortest of some runs, in nanoseconds, and the most memory of any, in MiB; None if it
    fails."""
    times, memory = [], 0
    for _ in range(OFTEN):
        command = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(command.pid, 0)
        if os.waitstatus_to_exitcode(status) != 0:
            return None
        times.append(usage.ru_utime + usage.ru_stime)
        memory = max(memory, usage.ru_maxrss / 1024)
    return min(times) * 1e9, memory


def row(name, arguments, *words):
    found = taken(arguments)
    time, memory = (readable(found[0]), f"{found[1]:.0f} MiB") if found else ("no odds", "–")
    return "| " + " | ".join([name, *words, time, memory]) + " |"


def encounters():
    for file in sorted((ROOT / "scripts" / "encounters").glob("*.asz")):
        yield row(f"`{file.stem}`", ["odds", file, "--format", "json"])


def workloads():
    for name, question, words in WORKLOADS:
        file = ROOT / "benches" / "workloads" / f"{name}.asz"
        yield row(f"`{name}`", ["odds", file, question, "--format", "json"], words)


def losses(found):
    """Where another program, or rules written by hand, take less time than Assize."""
    for workload, times in found.items():
        faster = [who for who in ORDER if who in times and times[who] < times.get("Assize", 0)]
        if faster:
            by = ", ".join(f"{who} takes {readable(times[who])}" for who in faster)
            yield f"- {workload}: Assize takes {readable(times['Assize'])}, {by}."


def computer():
    known = [line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
    name = known[0] if known else platform.processor()
    return f"{name}, {os.cpu_count()} cores, {platform.system()}"


PAGE = """# Performance

This page shows how long exact odds take, and how Assize compares with other programs on the same work. The command `benches/performance`
measured all figures and wrote this page, on one computer ({computer}). On another computer the figures are
different; compare only figures of the same table with each other.

## Every result of a built-in encounter

These are the figures for `assize odds FILE` without a question, which computes the odds of every result. The time is the processor time of
the whole command, which also reads and checks the system and the scene. The memory is the most that the command held. If nothing in an
encounter has a result, there are no odds.

| encounter | time | memory |
|---|---|---|
{encounters}

## One question about many rounds

These are the figures for `assize odds FILE QUESTION` with scenes in `benches/workloads`. All answers are exact.

| scene | what happens | time | memory |
|---|---|---|---|
{workloads}

## Other programs

Here other programs do the same work as Assize. The Rust programs all run in one process; the time is that of reading, working out and
answering one question. A dash means that there is no figure, in most cases because the program cannot express that work.

| program | what it is |
|---|---|
| by hand | the rules of that one question in Rust, exact in whole numbers |
| xDy | dice expressions, with exact distributions (Rust) |
| eurydice | the language of AnyDice (Rust) |
| icepool | exact dice pools (Python) |
| dyce | exact dice pools (Python) |
| tyche | dice expressions, rolled (Rust) |

{peers}

Where Assize is slower:

{losses}

Rolling a few dice and compiling one line take longer than in a program that only rolls, because a verdict of Assize contains the reasons
for its result, and a script is checked before it runs. Rules written by hand for one question do nothing else.

## Measuring again

```text
benches/performance
```

This command needs Rust, Python 3 and a network, since it installs the other programs from their registries. `benches/README.md` describes
benches for work on Assize itself, such as the time to compile a scene or to write a verdict.
"""

if __name__ == "__main__":
    with open(sys.argv[1]) as lines:
        found = measured(lines)
    sys.stdout.write(PAGE.format(
        computer=computer(),
        encounters="\n".join(encounters()),
        workloads="\n".join(workloads()),
        peers="\n".join(table(found)),
        losses="\n".join(losses(found)) or "- nowhere.",
    ))
