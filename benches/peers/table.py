"""Reads what was measured, and writes it as a table: a row for each workload, a column for each program."""

import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs/src/performance.md"
BEGIN, END = "<!-- measured -->", "<!-- until here -->"
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
    yield "| | " + " | ".join(ORDER) + " |"
    yield "|---" * (len(ORDER) + 1) + "|"
    for workload, taken in found.items():
        cells = [readable(taken[who]) if who in taken else "–" for who in ORDER]
        yield f"| {workload} | " + " | ".join(cells) + " |"


def write(rows):
    page = PAGE.read_text()
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n" + "\n".join(rows) + f"\n\n{END}{after}")


if __name__ == "__main__":
    rows = list(table(measured(sys.stdin)))
    print("\n".join(rows))
    if "--write" in sys.argv[1:]:
        write(rows)
