"""Pictures and tables for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

#: So wide is the longest bar, and so high is each.
WIDTH, HEIGHT = 240, 18
#: The colour of bars, on which black can still be read.
BAR = (0x4C, 0x78, 0xA8)


def escaped(text: str) -> str:
    """A text as it may stand in HTML, also between quotes."""
    for sign, instead in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(sign, instead)
    return text


def _colour(parts: Iterable[int]) -> str:
    return "#" + "".join(f"{part:02x}" for part in parts)


def _between_white_and(colour: tuple[int, ...], share: float) -> str:
    return _colour(round(255 + (part - 255) * (0.05 + 0.95 * share)) for part in colour)


def bars(rows: list[tuple[str, float, str]]) -> str:
    """A bar for each value: what it is called, how long it is, and what is written behind it."""
    longest = max((length for _, length, _ in rows), default=0.0) or 1.0
    label = 8 * max((len(name) for name, _, _ in rows), default=0) + 8
    width, height = label + WIDTH + 72, HEIGHT * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        ' role="img" font-family="sans-serif" font-size="12" fill="currentColor">'
    ]
    for number, (name, length, behind) in enumerate(rows):
        top, long = HEIGHT * number, max(WIDTH * length / longest, 1.0)
        parts.append(
            f'<text x="{label - 6}" y="{top + 13}" text-anchor="end">{escaped(name)}</text>'
            f'<rect x="{label}" y="{top + 2}" width="{long:.1f}" height="{HEIGHT - 4}" fill="{_colour(BAR)}"/>'
            f'<text x="{label + long + 6:.1f}" y="{top + 13}">{escaped(behind)}</text>'
        )
    return "".join(parts) + "</svg>"


def table(rows: Iterable[tuple[str, str, str]]) -> str:
    """A question, its answer, and a picture of it, where there is one."""
    lines = "".join(
        f'<tr><td style="text-align: left">{escaped(question)}</td><td style="text-align: left">{escaped(answer)}</td>'
        f"<td>{picture}</td></tr>"
        for question, answer, picture in rows
    )
    return f"<table><tr><th>question</th><th>answer</th><th></th></tr>{lines}</table>"


def heat(chances: Mapping[tuple[Any, Any], float | None]) -> str:
    """A cell for each chance, the darker the likelier, in rows and columns. Its colours are opaque, so they are the same on a dark page."""
    rows, columns = (list(dict.fromkeys(key[place] for key in chances)) for place in (0, 1))
    label = 8 * max((len(str(row)) for row in rows), default=0) + 8
    width, height = label + 64 * len(columns), 24 * (len(rows) + 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        ' role="img" font-family="sans-serif" font-size="12" text-anchor="middle" fill="currentColor">'
    ]
    for place, column in enumerate(columns):
        parts.append(f'<text x="{label + 64 * place + 32}" y="16">{escaped(str(column))}</text>')
    for down, row in enumerate(rows, 1):
        parts.append(f'<text x="{label - 6}" y="{24 * down + 16}" text-anchor="end">{escaped(str(row))}</text>')
        for across, column in enumerate(columns):
            chance = chances.get((row, column))
            if chance is not None:
                x, y = label + 64 * across, 24 * down
                parts.append(
                    f'<rect x="{x}" y="{y}" width="64" height="24" fill="{_between_white_and(BAR, chance)}"/>'
                    f'<text x="{x + 32}" y="{y + 16}" fill="#000">{chance:.1%}</text>'
                )
    return "".join(parts) + "</svg>"
