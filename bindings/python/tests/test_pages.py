"""Every snippet of the package's page and of the book's runs, and so do the examples."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

FOLDER = Path(__file__).resolve().parents[1]
PAGES = [FOLDER / "README.md", ROOT / "docs" / "src" / "python.md"]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_snippets_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A block of Python goes on where the one before it ended; a block of text right behind it is what it prints.

    With `WRITE_DOCS=1` what is printed now is written there.
    """
    monkeypatch.chdir(tmp_path)
    scope: dict[str, Any] = {"__name__": "page"}
    printed: str | None = None

    def ran(block: re.Match[str]) -> str:
        nonlocal printed
        language, text = block.groups()
        if language == "text" and printed is not None:
            return f"```text\n{printed}```"
        printed = None
        if language == "python":
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                exec(compile(text, page.name, "exec"), scope)
            printed = output.getvalue()
        return block.group()

    kept = page.read_text(encoding="utf-8")
    now = BLOCK.sub(ran, kept)
    if os.environ.get("WRITE_DOCS"):
        page.write_text(now, encoding="utf-8")
    assert now == kept or os.environ.get("WRITE_DOCS"), "what the page says is behind: `WRITE_DOCS=1` writes it anew"
    assert "assize" in scope


def test_the_bot_plays(tmp_path: Path) -> None:
    def chat(*lines: str) -> str:
        done = subprocess.run(
            [sys.executable, str(FOLDER / "examples" / "bot.py"), str(tmp_path)],
            input="".join(f"{line}\n" for line in lines),
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    door = '!choose door "which door?" { left { note "Dark." }, right default { note "Light." } }'
    said = chat("ada: hello", "ada: !use ttomp", f"ada: {door}", "bo: left", "ada: !act climb by nobody")
    assert "ada: which door?" in said and "Dark." in said and "error[AZ" in said
    assert "hello" not in said
    # The evening goes on where it was left.
    assert "Dark." in chat("ada: !door", "ada: !note \"on we go\"") or (tmp_path / "table.journal").stat().st_size > 0
    assert len((FOLDER / "examples" / "bot.py").read_text(encoding="utf-8").split("async def main")[0].splitlines()) < 55


def test_types_are_current() -> None:
    done = subprocess.run(
        [sys.executable, str(FOLDER / "scripts" / "make_types.py"), "--check"], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout
