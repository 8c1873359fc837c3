"""What the tests share: the scripts that are shipped, and the native program, where it has been built."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
ENCOUNTERS = ROOT / "scripts" / "encounters"
NAMES = sorted(path.name for path in ENCOUNTERS.glob("*.asz"))
TEXTS = {name: (ENCOUNTERS / name).read_text(encoding="utf-8") for name in NAMES}
WALL = TEXTS["garden-wall.asz"]

#: A system of dice alone, for what has to be short.
LAMPS = """
system lamps "Lamps in the Dark"
ladder glow, rolls 1d6, highest first { level | rolls | judged, bright | 4..6 | 0.., dark | 1..3 | ..-1 }
kind person { oil : 0..9 = 3 }
procedure light by person { resolve glow with person.oil }
"""


class Native:
    """The program `assize`, as it was built beside the wheel."""

    def __init__(self, program: str) -> None:
        self.program = program

    def run(self, *arguments: str) -> tuple[str, str]:
        """What it writes, and what it says of mistakes."""
        done = subprocess.run(
            [self.program, *arguments], cwd=ENCOUNTERS, capture_output=True, encoding="utf-8", timeout=120, check=False
        )
        return done.stdout, done.stderr

    def serve(self, *requests: dict[str, object]) -> list[dict[str, object]]:
        """What `serve` answers to some requests, in their order."""
        begin = {"client": {"name": "tests", "version": "1"}, "protocol": 1}
        asked = [{"method": "initialize", "params": begin}, *requests]
        lines = [json.dumps({"jsonrpc": "2.0", "id": number, **one}) + "\n" for number, one in enumerate(asked)]
        done = subprocess.run(
            [self.program, "serve", "--stdio"],
            input="".join(lines),
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=True,
        )
        answers = {one["id"]: one for one in map(json.loads, done.stdout.splitlines()) if "id" in one}
        return [answers[number + 1] for number in range(len(requests))]


@pytest.fixture(scope="session")
def native() -> Native:
    program = os.environ.get("ASSIZE")
    if program is None:
        pytest.skip("`ASSIZE` does not say where the native program is")
    return Native(program)
