"""The same as the native program, byte for byte."""

from __future__ import annotations

import json

import pytest
from conftest import NAMES, TEXTS, Native

import assize


@pytest.fixture(scope="module")
def engine() -> assize.Engine:
    return assize.Engine(texts={name: text for name, text in TEXTS.items()})


@pytest.mark.parametrize("audience", ["players", "log"])
@pytest.mark.parametrize("name", NAMES)
def test_verdicts_are_the_same(native: Native, engine: assize.Engine, name: str, audience: str) -> None:
    encounter = engine.compile(TEXTS[name], name=name)
    for seed in (1, 7, 2**64 - 1):
        seeds = ["--seed", str(seed), "--secret-seed", "8"]
        told, refused = native.run("run", name, "--format", "json", "--for", audience, *seeds)
        if "`--seed` makes no difference" in refused:
            # The program takes no seed where nothing is rolled.
            told, _ = native.run("run", name, "--format", "json", "--for", audience)
            assert encounter.adjudicate(audience=audience).data["events"] == json.loads(told)["events"]
        else:
            assert encounter.adjudicate(seed=seed, secret_seed=8, audience=audience).json() == told, seed


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_they_are_told_in_the_same_words(native: Native, engine: assize.Engine, form: str) -> None:
    verdict = engine.compile(TEXTS["garden-wall.asz"], name="garden-wall.asz").adjudicate(seed=7, secret_seed=8)
    seeds = ["--seed", "7", "--secret-seed", "8"]
    told, _ = native.run("run", "garden-wall.asz", "--format", form, "--for", "players", *seeds)
    assert getattr(verdict, form)() == told


@pytest.mark.parametrize("name", ["duel-at-the-gate.asz", "garden-wall.asz", "healer.asz", "lute.asz"])
def test_odds_are_the_same(native: Native, engine: assize.Engine, name: str) -> None:
    encounter = engine.compile(TEXTS[name], name=name)
    asked = ["P(climb.result >= success)"]
    if name != "garden-wall.asz":
        asked = [chance.question for chance in encounter.odds(audience="log") if not chance.refused][:12]
    told, wrong = native.run("odds", name, *asked, "--format", "json", "--for", "log")
    assert told, wrong
    # The program also says each chance as a decimal.
    kept = [{**json.loads(line), "decimal": None} for line in told.splitlines()]
    assert [{**chance.data, "decimal": None} for chance in encounter.odds(asked, audience="log")] == kept


def test_expectations_come_out_alike(native: Native, engine: assize.Engine) -> None:
    for name in NAMES[:6]:
        tested = engine.compile(TEXTS[name], name=name).test()
        assert (tested["passed"], tested["failures"]) == (tested["of"], []), tested["text"]


def test_refusals_are_those_of_the_protocol(native: Native) -> None:
    wrong = "use ttomp\nactor inez {\n  skil climb 2\n}"
    (answer,) = native.serve({"method": "run", "params": {"text": wrong, "seed": "1"}})
    with pytest.raises(assize.AssizeError) as raised:
        assize.compile(wrong)
    assert raised.value.data == answer["error"]


def test_a_session_is_that_of_the_protocol(native: Native) -> None:
    lines = ['use ttomp\nactor inez "Inez, a thief"', "2d6 + 3"]
    enter = [
        {"method": "session/enter", "params": {"session": "x", "text": line, "want": ["brief", "text"]}} for line in lines
    ]
    opening = {"method": "session/open", "params": {"session": "x", "seed": "7", "secret_seed": "8"}}
    _, *answers = native.serve(opening, *enter)
    session = assize.begin(seed=7, secret_seed=8)
    for line, answer in zip(lines, answers):
        assert session.enter(line, want=["brief", "text"]) == answer["result"]
