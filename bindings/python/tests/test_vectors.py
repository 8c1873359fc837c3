"""What `bindings/vectors.json` says is said in Python, byte for byte."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import ROOT

import assize

CASES = json.loads((ROOT / "bindings" / "vectors.json").read_text(encoding="utf-8"))["cases"]


def _text(case: dict[str, Any]) -> str:
    return case["text"] if "text" in case else (ROOT / case["file"]).read_text(encoding="utf-8")


def _keywords(options: dict[str, Any]) -> dict[str, Any]:
    return {"audience" if name == "for" else name: value for name, value in options.items()}


def _in_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _told(asked: dict[str, Any], ask: Any) -> None:
    if "error" not in asked:
        assert ask() == asked["told"]
        return
    with pytest.raises(assize.AssizeError) as raised:
        ask()
    assert _in_json(raised.value.data) == asked["error"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_it_is_the_same(case: dict[str, Any]) -> None:
    options = {"name": case["name"], **case["compile"]}
    if "error" in case:
        with pytest.raises(assize.AssizeError) as raised:
            assize.compile(_text(case), **options)
        assert _in_json(raised.value.data) == case["error"]
        return
    encounter = assize.compile(_text(case), **options)
    for asked in case.get("adjudicate", []):
        _told(asked, lambda asked=asked: encounter.adjudicate(**_keywords(asked["options"])).json())
    for asked in case.get("odds", []):
        _told(asked, lambda asked=asked: _in_json(encounter.odds(**_keywords(asked["options"])).data))
    assert _in_json(encounter.test()) == case["test"]
