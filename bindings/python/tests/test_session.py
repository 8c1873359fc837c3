"""Sessions, with a store of the host's own."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import LAMPS

import assize

TEXTS = {"lamps": LAMPS}
DOOR = 'choose door "which door?" { left { note "Dark." }, right default { note "Light." } }'


def test_a_session_is_kept_and_goes_on() -> None:
    rows: list[bytes] = []
    session = assize.begin(seed=7, secret_seed=8, store=rows, texts=TEXTS)
    assert session.enter("use lamps\nperson ada")["kind"] == "statement"
    entered = session.enter("light lamp by ada", want=["text", "brief"])
    assert "lamp" in entered["text"]
    assert session.rows == rows and all(row.endswith(b"\n") for row in rows)
    assert session.undo()["number"] == 2
    assert session.redo()["number"] == 2
    again = assize.resume(rows, store=rows, texts=TEXTS)
    assert again.found == {"entries": 2, "unfinished": None, "page": None}
    assert again.state() == session.state()
    assert again.why() == session.why()
    assert again.history() == session.history()
    before = len(rows)
    again.enter("light other by ada")
    assert len(rows) > before and again.rows == rows
    assert assize.resume(b"".join(rows), texts=TEXTS).found["entries"] == 3
    assert assize.resume([row.decode().rstrip("\n") for row in rows], texts=TEXTS).found["entries"] == 3


def test_a_file_is_a_journal_of_the_program(tmp_path: Path) -> None:
    path = tmp_path / "evening.journal"
    with path.open("ab", buffering=0) as file:

        class Store:
            def append(self, row: bytes) -> None:
                file.write(row)

        session = assize.begin(seed=7, store=Store(), texts=TEXTS)
        session.enter("use lamps\nperson ada\nlight lamp by ada")
    with path.open("rb") as rows:
        assert assize.resume(rows, texts=TEXTS).state() == session.state()


def test_a_store_that_fails_keeps_it_from_happening() -> None:
    class Full:
        def append(self, row: bytes) -> None:
            raise OSError("the disk is full")

    with pytest.raises(assize.AssizeError, match="the disk is full") as raised:
        assize.begin(store=Full()).enter("1d6")
    assert isinstance(raised.value.__cause__, OSError)


def test_damage_is_found() -> None:
    rows: list[bytes] = []
    assize.begin(seed=7, store=rows).enter("1d6")
    with pytest.raises(assize.AssizeError) as raised:
        assize.resume([row.replace(b"1d6", b"1d8") for row in rows])
    assert "journal" in str(raised.value)


def test_people_are_asked() -> None:
    session = assize.begin(seed=7)
    answers: list[Any] = ["up", "left"]
    entered = session.enter(DOOR, ask=lambda _: answers.pop(0), want=["text"])
    assert "Dark." in entered["text"] and answers == []
    with pytest.raises(assize.AssizeError) as raised:
        session.enter(DOOR.replace("door", "gate"), ask=lambda _: None)
    assert raised.value.code == "AZ714"
    assert len(session.history()) == 1

    def fails(_: Any) -> str:
        raise LookupError("nobody is here")

    with pytest.raises(LookupError):
        session.enter(DOOR.replace("door", "hatch"), ask=fails)
    assert len(session.history()) == 1
    assert session.enter("2 + 3")["value"]["value"] == "5"


def test_a_callback_cannot_use_its_session() -> None:
    session = assize.begin(seed=7)
    with pytest.raises(RuntimeError, match="callback"):
        session.enter('note "a knock"', on_event=lambda _: session.state())
    # It was entered all the same: who listens cannot stop it.
    assert len(session.history()) == 1


def test_odds_of_what_comes_next() -> None:
    session = assize.begin(seed=7, texts=TEXTS)
    session.enter("use lamps\nperson ada")
    odds = session.odds("P(lamp.glow is bright)", statement="light lamp by ada")
    assert odds.value == Fraction(1, 2)
    assert len(session.history()) == 1


def test_an_entry_is_edited() -> None:
    session = assize.begin(seed=7, texts=TEXTS)
    session.enter("use lamps\nperson ada { oil 2 }")
    session.enter("light lamp by ada")
    edited = session.edit(1, "use lamps\nperson ada { oil 5 }", audience="gm")
    assert edited["number"] == 1
    value = session.enter("ada.oil")
    assert value["kind"] == "value" and value["value"]["number"] == 5


def test_it_is_exported_and_answered() -> None:
    session = assize.begin(seed=7, texts=TEXTS)
    session.enter("use lamps\nperson ada")
    assert "Lamps in the Dark" in session.export()
    assert "use lamps" in session.export("script", "gm")
    assert session.answer_by("table", ["ada"]) == {"mode": "table", "by_hand": ["ada"]}
    with pytest.raises(assize.AssizeError):
        session.export("script")


def test_coroutines_are_awaited() -> None:
    async def play() -> Any:
        session = assize.begin(seed=7)

        async def ask(question: Any) -> str:
            await asyncio.sleep(0)
            return "left"

        entered = await session.enter_async(DOOR, ask=ask, want=["text"])
        never = asyncio.create_task(session.enter_async(DOOR.replace("door", "gate"), ask=lambda _: asyncio.sleep(60)))
        await asyncio.sleep(0.01)
        never.cancel()
        with pytest.raises(asyncio.CancelledError):
            await never
        odds = await session.odds_async("P(d >= 4)", statement="roll d : 1d6")
        return entered, session, odds

    entered, session, odds = asyncio.run(play())
    assert "Dark." in entered["text"]
    assert len(session.history()) == 1
    assert odds.value == Fraction(1, 2)
