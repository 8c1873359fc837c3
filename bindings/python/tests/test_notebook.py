"""A notebook is executed, and shows what it has to show."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import LAMPS

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

CELLS = [
    f"import assize\nencounter = assize.compile('use lamps\\nperson ada\\nlight lamp by ada', texts={{'lamps': {LAMPS!r}}})",
    "encounter.adjudicate(seed=7)",
    "encounter.odds()",
    "assize.compile('roll waves : 2d6').odds('waves').distribution",
    "await encounter.odds_async('P(lamp.glow is bright)')",
    "assize.compile('use lamps\\nperson ada { oil 12 }', texts={'lamps': 'system lamps\\nkind person { oil : 0..9 = 3 }'}, name='night')",
]


def test_a_notebook_shows_it() -> None:
    notebook: Any = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(cell) for cell in CELLS]
    # The last cell has a mistake.
    notebook.cells[-1].metadata["tags"] = ["raises-exception"]
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    _, verdict, odds, spread, awaited, mistake = (cell.outputs for cell in notebook.cells)
    assert verdict[0].data["text/html"].startswith("<iframe sandbox") and "lamp" in verdict[0].data["text/markdown"]
    assert "50.00%" in odds[0].data["text/html"]
    assert spread[0].data["image/svg+xml"].startswith("<svg") and "<svg" in spread[0].data["text/html"]
    assert "1/2" in awaited[0].data["text/html"]
    assert mistake[0].ename == "AssizeError" and mistake[0].evalue.startswith("night:2:18: error[AZ")
