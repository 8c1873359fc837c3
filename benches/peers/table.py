"""Reads what was measured, and writes it as a table: a row for each workload, a column for each program."""

import sys

ORDER = ["Assize", "by hand", "xDy", "eurydice", "icepool", "dyce", "tyche"]


def readable(nanoseconds):
    """Two digits that count, with a unit."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            number = nanoseconds / size
            return f"{number:.0f} {unit}" if number >= 10 else f"{number:.1f} {unit}"
    return f"{nanoseconds:.0f} ns"


def measured(lines):
    """By workload and program, the medians; workloads in the order in which they came."""
    found = {}
    for line in lines:
        workload, who, median, _ = line.rstrip("\n").split("\t")
        who = who.split(",")[0]
        found.setdefault(workload, {})[who] = int(median)
    return found


def table(found):
    yield "| work | " + " | ".join(ORDER) + " |"
    yield "|---" * (len(ORDER) + 1) + "|"
    for workload, taken in found.items():
        cells = [readable(taken[who]) if who in taken else "–" for who in ORDER]
        yield f"| {workload} | " + " | ".join(cells) + " |"


if __name__ == "__main__":
    print("\n".join(table(measured(sys.stdin))))
