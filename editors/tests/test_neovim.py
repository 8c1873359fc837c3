"""The language server in Neovim without a screen, where Neovim is installed."""

import os
import pathlib
import shutil
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ASSIZE = os.environ.get("ASSIZE", str(ROOT / "target/ci/assize"))
PAGE = str(ROOT / "docs/src/editors.md")


@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_neovim_is_told_what_it_asks():
    command = ["nvim", "--headless", "--clean", "-u", "NONE", "-S", str(HERE / "neovim.lua")]
    done = subprocess.run(command, env={**os.environ, "ASSIZE": ASSIZE, "PAGE": PAGE}, capture_output=True, text=True, timeout=60)
    lines = done.stdout.splitlines()
    assert lines[:1] and lines[0].startswith("diagnostic 2:21 AZ"), done
    assert lines[1:] == [
        "diagnostics 0",
        "hover **inez** · actor",
        "definition assize:///systems/ttomp.asz",
        'source system ttomp "Travails and Misfortunes"',
        'formatted   value 1b "x"',
        "shown 0 of 0 expectations hold",
        'opened system ttomp "Travails and Misfortunes" false',
    ], done
