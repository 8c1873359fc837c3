"""A hundred pools of dice with the distributions that icepool 2.1 gives them: `python3 pools.py > pools.tsv`.

Each line says what is rolled, what is asked about it in Assize's words, and the answer: each value with its weight.
"""

import icepool
from icepool import Die, d


def pool(count, sides):
    """As many dice with so many sides."""
    return d(sides).pool(count)


def sums():
    """Plain sums of equal dice."""
    for count, sides in [(1, 4), (2, 6), (3, 6), (5, 8), (10, 10), (8, 20), (20, 6), (7, 3), (4, 100)]:
        yield f"x = {count}d{sides}", "x", count @ d(sides)


def kept():
    """The highest or the lowest of some, as their sum."""
    shapes = [(4, 6, 3), (2, 20, 1), (5, 10, 3), (8, 8, 2), (10, 6, 5), (16, 10, 8), (6, 12, 5), (3, 100, 1)]
    for count, sides, keep in shapes:
        yield f"x = highest {keep} of {count}d{sides}", "x", pool(count, sides).highest(keep).sum()
        yield f"x = lowest {keep} of {count}d{sides}", "x", pool(count, sides).lowest(keep).sum()
        dropped = pool(count, sides).lowest(count - keep).sum()
        yield f"x = highest {keep} of {count}d{sides}", "x.dropped", dropped


def single_faces():
    """The highest and the lowest face that falls, and how far they are apart."""
    for count, sides in [(2, 6), (4, 6), (6, 10), (12, 8), (5, 20)]:
        yield f"x = {count}d{sides}", "x.highest", pool(count, sides).highest(1).sum()
        yield f"x = {count}d{sides}", "x.lowest", pool(count, sides).lowest(1).sum()
        ends = [-1] + [0] * (count - 2) + [1]
        yield f"x = {count}d{sides}", "x.highest - x.lowest", pool(count, sides)[ends].sum()


def counts():
    """How many dice show at least a face, or just one."""
    for count, sides, face in [(5, 10, 7), (8, 6, 5), (12, 10, 8), (3, 6, 6), (10, 20, 15), (30, 6, 4)]:
        yield f"x = {count}d{sides}", f"x.at least({face})", count @ (d(sides) >= face)
        yield f"x = {count}d{sides}", f"x.count({face})", count @ (d(sides) == face)


def yes_or_no():
    """Whether a face is among them, and whether two are the same."""
    for count, sides in [(2, 6), (3, 6), (4, 10), (5, 20), (9, 8)]:
        yield f"x = {count}d{sides}", f"if x.any({sides}) then 1 else 0", pool(count, sides).highest(1).sum() == sides
        unique = pool(count, sides).unique().size()
        yield f"x = {count}d{sides}", "if x.doubles then 1 else 0", unique < count


def unequal():
    """Dice of several sizes in one pool."""
    for sizes in [(6, 8, 10), (4, 6), (4, 6, 8, 10, 12), (8, 8, 6), (20, 12, 12, 4)]:
        dice = " + ".join(f"1d{size}" for size in sizes)
        mixed = icepool.Pool([d(size) for size in sizes])
        yield f"x = {dice}", "x", sum(d(size) for size in sizes)
        yield f"x = highest 2 of ({dice})", "x", mixed.highest(2).sum()
        yield f"x = lowest 1 of ({dice})", "x", mixed.lowest(1).sum()


def two():
    """Two pools, and what is computed of both."""
    pairs = [
        ("2d6", 2 @ d(6), "3d4", 3 @ d(4)),
        ("1d20", d(20), "highest 1 of 2d20", pool(2, 20).highest(1).sum()),
        ("4d10", 4 @ d(10), "lowest 2 of 5d12", pool(5, 12).lowest(2).sum()),
    ]
    for first, a, second, b in pairs:
        rolls = f"x = {first}; y = {second}"
        yield rolls, "x - y", a - b
        yield rolls, "x * y", a * b
        yield rolls, "max(x, y)", icepool.highest(a, b)
        yield rolls, "if x > y then 1 else 0", a > b
        yield rolls, "abs(x - y) div down 3", (a - b).map(lambda n: abs(n) // 3)


def line(rolls, question, answer):
    """What is rolled, the question, and every value with its weight."""
    values = answer if isinstance(answer, Die) else Die([answer])
    weights = " ".join(f"{int(value)}:{weight}" for value, weight in values.items() if weight)
    return f"{rolls}\t{question}\t{weights}"


if __name__ == "__main__":
    groups = [sums(), kept(), single_faces(), counts(), yes_or_no(), unequal(), two()]
    print("\n".join(line(*row) for group in groups for row in group))
