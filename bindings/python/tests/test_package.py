"""What the package offers."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import threading
from fractions import Fraction
from typing import Annotated, Any

import pytest
from conftest import LAMPS, TEXTS, WALL

import assize

TEXTS_OF_LAMPS = {"lamps": LAMPS}
NIGHT = "use lamps\nperson ada\nlight lamp by ada"


SEA_TEXTS = {"sea": "system sea\none sea { depth : number = 0 }"}
SEA = "use sea\nset sea.depth = host.tide(9)"


def night() -> assize.Encounter:
    return assize.compile(NIGHT, texts=TEXTS_OF_LAMPS)


def test_three_lines_give_a_verdict() -> None:
    verdict = night().adjudicate(seed=7)
    assert verdict["lamp.glow"] in ("bright", "dark")
    assert "lamp.glow" in list(verdict)
    assert verdict.data["seed"] == "7"
    assert verdict.data["system"] == "Lamps in the Dark"
    assert str(verdict) == verdict.text()
    assert verdict == night().adjudicate(seed=7)
    assert "lamp.glow" in verdict.why("lamp.glow")
    assert verdict.reasons("lamp.glow")
    assert verdict.brief == verdict.data["results"]


def test_a_value_knows_its_number() -> None:
    verdict = assize.compile(WALL).adjudicate(seed=7)
    wounds = verdict["ilse.wounds"]
    assert wounds.number == int(wounds) and wounds.name == "ilse.wounds"
    assert pickle.loads(pickle.dumps(wounds)).number == wounds.number
    with pytest.raises(KeyError):
        verdict["ilse.wunds"]
    assert verdict.get("ilse.wunds") is None


def test_fresh_seeds_differ() -> None:
    encounter = assize.compile(WALL)
    assert encounter.adjudicate().data["seed"] != encounter.adjudicate().data["seed"]


def test_seeds_may_be_as_large_as_they_are() -> None:
    seed = "0123456789abcdef0123456789abcdef"
    assert night().adjudicate(seed=seed).data["seed"] == seed
    assert night().adjudicate(seed=2**64 - 1).data["seed"] == str(2**64 - 1)
    with pytest.raises(assize.AssizeError):
        night().adjudicate(seed=-1)


def test_a_mistake_has_its_place() -> None:
    with pytest.raises(assize.AssizeError) as raised:
        assize.compile("use ttomp\nactor inez {\n  skil climb 2\n}", name="wall.asz")
    error = raised.value
    assert error.code.startswith("AZ") and error.findings and error.help
    place = error.findings[0]["labels"][0]
    assert (place["file"], place["line"]) == ("wall.asz", 3)
    assert str(error).startswith("wall.asz:3:3: error[AZ")
    again = pickle.loads(pickle.dumps(error))
    assert again.data == error.data and str(again) == str(error)


def test_a_misspelt_argument_is_refused() -> None:
    with pytest.raises(TypeError):
        night().adjudicate(sede=7)  # type: ignore[call-arg]
    with pytest.raises(assize.AssizeError, match="for|variant"):
        night().adjudicate(audience="everybody")  # type: ignore[arg-type]
    with pytest.raises(assize.AssizeError):
        night().odds(["P(lamp.glwo is bright)"])


def test_odds_are_fractions() -> None:
    odds = night().odds(["P(lamp.glow is bright)", "lamp.glow"])
    assert odds[0].value == Fraction(1, 2) and float(odds[0]) == 0.5
    assert odds["P(lamp.glow is bright)"].percent == "50.00%"
    assert str(odds[0]) == "P(lamp.glow is bright) = 1/2 (50.00%)"
    assert night().odds("P(lamp.glow is dark)").value == Fraction(1, 2)
    some = assize.compile("roll waves : 2d6\nif waves > 10 { roll wind : 1d4 }").odds("E(wind)")
    assert some[0].reached == Fraction(1, 12)
    assert str(some) == "E(wind) = 5/2 (2.50), of the 1/12 that reach it"
    assert night().odds("P(lamp.glow is dark)", given="lamp.glow is bright").value == 0
    with pytest.raises(ValueError, match="answers, not one"):
        odds.value
    assert odds.to_dict()["P(lamp.glow is bright)"] == Fraction(1, 2)
    assert len(odds.columns()["value"]) == len(odds)


def test_a_distribution_is_a_mapping() -> None:
    encounter = assize.compile("roll waves : 2d6")
    (chance,) = encounter.odds("waves")
    spread = chance.distribution
    assert spread is not None
    assert spread[7] == Fraction(1, 6) and list(spread) == list(range(2, 13)) and sum(spread.values()) == 1
    assert spread.mean == chance.value == 7
    assert spread.median == 7 and spread.quartiles == [5, 7, 9] and spread.unreached == 0
    assert spread.to_dict() == dict(spread)
    svg = spread._repr_svg_()
    assert svg.startswith("<svg") and svg.count("<rect") == 11 and "16.67%" in svg
    assert "1/6" in repr(spread)


def test_frames_and_plots_take_it() -> None:
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    pyplot = pytest.importorskip("matplotlib.pyplot")
    spread = assize.compile("roll waves : 2d6").odds("waves").distribution
    assert spread is not None
    assert pandas.Series(spread)[7] == Fraction(1, 6)
    assert pandas.DataFrame(spread.columns()).chance.sum() == pytest.approx(1)
    assert polars.DataFrame(spread.columns())["value"].to_list() == list(range(2, 13))
    pyplot.switch_backend("agg")
    assert len(pyplot.bar(list(spread), [float(chance) for chance in spread.values()])) == 11
    assert len(pyplot.bar("value", "chance", data=spread.columns())) == 11


def test_nothing_escapes_from_a_table() -> None:
    html = night().odds(["P(lamp.glow is bright)"])._repr_html_()
    assert "<td" in html and "1/2" in html
    frame = night().adjudicate(seed=7)._repr_html_()
    assert frame.startswith("<iframe sandbox srcdoc=") and frame.count('"') == 4


def test_advice_and_simulation() -> None:
    encounter = assize.compile(WALL)
    advice = encounter.advise("E(captain.half successes)", policy=True)
    assert advice["kind"] == "mean" and Fraction(advice["best"] or "0") > 0 and advice["choices"]
    assert encounter.adjudicate(seed=7, policy=advice["policy"])
    (estimate,) = night().simulate("P(lamp.glow is bright)", runs=5000, seed=1)
    assert estimate["runs"] == 5000
    assert night().simulate("P(lamp.glow is bright)", runs=5000, seed=1) == [estimate]


def test_functions_of_the_host() -> None:
    scene = 'system sea "Sea"\nscale swell { level, low, high }\none sea { depth : number = 0 }\n'
    said: list[Any] = []

    def tide(hour: int) -> int:
        said.append(hour)
        return hour % 12 - 6

    def is_ebb(hour: int) -> bool:
        return hour < 6

    def swell() -> Annotated[str, assize.Scale("swell")]:
        return "high"

    def calm(level: Annotated[str, assize.Scale("swell")]) -> bool:
        assert isinstance(level, assize.Level) and level.scale == "swell"
        return level.rank == 0

    functions = {"tide": tide, "is_ebb": is_ebb, "swell": swell, "calm": calm}
    expected = "expect { host.tide(9) = 3 \n not host.is_ebb(9) \n host.swell() is high \n not host.calm(host.swell()) }"
    tested = assize.compile(scene + expected, functions=functions).test()
    assert tested["passed"] == 1, tested["text"]
    assert set(said) == {9}


def test_a_function_that_fails_says_why() -> None:
    def tide(hour: int) -> int:
        raise LookupError(f"no table for {hour}")

    encounter = assize.compile(SEA, texts=SEA_TEXTS, functions={"tide": tide})
    with pytest.raises(assize.AssizeError, match="no table for 9") as raised:
        encounter.adjudicate(seed=1)
    assert isinstance(raised.value.__cause__, LookupError)

    wrong: Any = assize.Function(lambda hour: "soon", parameters={"hour": int})
    with pytest.raises(assize.AssizeError, match="soon"):
        assize.compile(SEA, texts=SEA_TEXTS, functions={"tide": wrong}).adjudicate(seed=1)
    with pytest.raises(assize.AssizeError, match="float"):

        def height(hour: float) -> int:
            return 0

        assize.compile(SEA, texts=SEA_TEXTS, functions={"tide": height})


def test_what_a_function_interrupts_is_interrupted() -> None:
    def tide(hour: int) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        assize.compile(SEA, texts=SEA_TEXTS, functions={"tide": tide}).adjudicate(seed=1)


def test_actions_are_carried_out_afterwards() -> None:
    rung: list[assize.Value] = []

    def bell(times: int) -> None:
        rung.append(times)  # type: ignore[arg-type]

    encounter = assize.compile("signal bell(3)", actions={"bell": bell})
    verdict = encounter.adjudicate(seed=1, audience="log")
    assert rung == []
    assert encounter.perform(verdict) == 1
    assert rung == ["3"] and rung[0].number == 3


def test_people_are_asked() -> None:
    scene = 'choose door "which door?" { left { note "Dark." }, right default { note "Light." } }'
    encounter = assize.compile(scene)
    asked: list[Any] = []
    answers = iter(["up", "left"])

    def ask(question: Any) -> str:
        asked.append(question)
        return next(answers)

    events: list[Any] = []
    verdict = encounter.adjudicate(seed=1, ask=ask, on_event=events.append)
    assert "Dark." in verdict.text()
    assert [question["path"] for question in asked] == ["door"] * 2
    assert asked[1]["complaint"]
    assert [event["event"] for event in events] == [event["event"] for event in verdict.data["events"]]
    heard: list[Any] = []
    assert encounter.adjudicate(seed=1, on_event=heard.append).data["events"] == heard
    with pytest.raises(assize.AssizeError) as raised:
        encounter.adjudicate(seed=1, ask=lambda _: None)
    assert raised.value.code == "AZ714"
    assert "Dark." in encounter.adjudicate(choices={"door": "left"}).text()


def test_dice_may_be_given() -> None:
    assert "2d6: 3 4 = 7" in assize.compile("roll waves : 2d6").adjudicate(dice=[3, 4]).text()
    rolled = assize.compile("roll waves : 2d6").adjudicate(mode="table", ask=lambda question: "5 6")
    assert "2d6: 5 6 = 11" in rolled.text()


def test_rules_are_compared() -> None:
    assert "critical-table" in [script["name"] for script in assize.shipped()]
    compared = assize.compare(TEXTS["mill-moves.asz"], "hard on seven", run={"seed": 7, "secret_seed": 8, "for": "log"})
    assert compared["without"]["verdict"]["houses"] != compared["with"]["verdict"]["houses"]
    assert "odds" not in compared


def test_a_script_is_laid_out() -> None:
    assert assize.format("use   lamps").strip() == "use lamps"


def test_strangers_get_less() -> None:
    endless = 'repeat up to 1000 { repeat up to 1000 { note "again" } }'
    with pytest.raises(assize.AssizeError) as raised:
        assize.compile(endless, limits="untrusted").adjudicate(seed=1)
    assert raised.value.code == "AZ703"


def test_an_encounter_travels() -> None:
    encounter = pickle.loads(pickle.dumps(night()))
    assert encounter.adjudicate(seed=7) == night().adjudicate(seed=7)


def test_roles_are_filled() -> None:
    scene = "use lamps\nperson ada\nperson bo\ncast hero : person\nlight lamp by hero"
    encounter = assize.compile(scene, texts=TEXTS_OF_LAMPS)
    assert [role["name"] for role in encounter.roles] == ["hero"]
    assert assize.compile(scene, texts=TEXTS_OF_LAMPS, cast={"hero": "bo"}).roles == []


def test_threads_share_an_encounter() -> None:
    encounter, found = assize.compile(WALL), []

    def work() -> None:
        found.append([encounter.adjudicate(seed=seed).json() for seed in range(50)])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and all(one == found[0] for one in found)


def test_importing_it_loads_little() -> None:
    loaded = "import sys; before = set(sys.modules); import assize; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, encoding="utf-8", check=True)
    assert not {"asyncio", "inspect", "fractions", "decimal", "assize.types"} & set(done.stdout.split())


def test_everything_public_is_explained() -> None:
    for name in assize.__all__:
        assert getattr(assize, name).__doc__, name
    json.dumps(night().check())
