"""The programs on the pages for hosts run as they stand there, with stand-ins for the services that they talk to."""

from __future__ import annotations

import asyncio
import importlib
import os
import re
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from conftest import ROOT

import assize

FILE = re.compile(r"^```python\n(# (\S+\.py)\n.*?)^```$", re.MULTILINE | re.DOTALL)


def _files_of(page: str, folder: Path) -> list[str]:
    """Writes the files of a page; each names itself in its first line."""
    text = (ROOT / "docs" / "src" / page).read_text(encoding="utf-8")
    found = FILE.findall(text)
    for content, name in found:
        (folder / name).write_text(content, encoding="utf-8")
    return [name for _, name in found]


class Somebody:
    """Somebody in a channel of Discord, who gives commands, and what they and everybody read."""

    def __init__(self, bot: ModuleType, room: list[str], *roles: str, channel: int = 1) -> None:
        self.bot, self.room, self.channel = bot, room, channel
        self.roles = [SimpleNamespace(name=role) for role in roles]
        #: What only this person reads: replies and messages.
        self.reads: list[str] = []

    async def send(self, text: str) -> None:
        self.reads.append(text)

    async def give(self, name: str, *arguments: Any) -> None:
        """Gives a command as discord.py would: its checks, its function, and its errors to the one who hears of them."""
        from discord import app_commands

        command: Any = self.bot.commands.get_command(name)
        asked = self._asked()
        try:
            for check in command.checks:
                check(asked)
            await command.callback(asked, *arguments)
        except app_commands.AppCommandError as error:
            await self.bot.refused(asked, error)
        except assize.AssizeError as error:
            await self.bot.refused(asked, app_commands.CommandInvokeError(command, error))

    def _asked(self) -> Any:
        done: list[bool] = []

        async def reply(text: str, ephemeral: bool) -> None:
            done.append(True)
            (self.reads if ephemeral else self.room).append(text)

        async def say(text: str) -> None:
            assert text and len(text) <= 2000, "Discord takes no message that is empty or too long"
            self.room.append(text)

        return SimpleNamespace(
            channel_id=self.channel,
            channel=SimpleNamespace(send=say),
            user=self,
            response=SimpleNamespace(is_done=lambda: bool(done), send_message=reply),
            followup=SimpleNamespace(send=reply),
        )


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The bot of the page, as it starts in an empty folder; called again, as it starts again there."""
    pytest.importorskip("discord")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert _files_of("discord.md", tmp_path) == ["table.py", "bot.py"]

    def start() -> ModuleType:
        for name in ("bot", "table"):
            monkeypatch.delitem(sys.modules, name, raising=False)
        return importlib.import_module("bot")

    return start


def test_a_channel_of_discord_plays(bot: Any) -> None:
    async def evening() -> None:
        room: list[str] = []
        running = bot()
        gm, player = Somebody(running, room, "GM"), Somebody(running, room)
        text = (ROOT / "docs" / "src" / "discord.md").read_text(encoding="utf-8")
        tried = re.findall(r"^/(\w+) (.*)$", text, re.MULTILINE)
        assert [name for name, _ in tried] == ["gm"] * 4 + ["why"]
        for name, argument in tried:
            await gm.give(name, argument)
        assert "climb" in "".join(room) and "**" in room[-1]
        assert "notice" in gm.reads[-1] and "15" in gm.reads[-1]
        assert not any("notice" in told or "wire" in told for told in room), "this was a secret"
        assert player.reads == []

        # Players enter no lines, and roll only dice.
        for name, argument in (("gm", 'note "me too"'), ("why", "notice.outcome"), ("odds", "2d6"), ("roll", "notice.outcome")):
            before = len(room)
            await player.give(name, argument)
            assert len(room) == before and len(player.reads) > 0, name
            assert "success" not in player.reads[-1] and "failure" not in player.reads[-1]
        assert "'GM' is required" in player.reads[0] and "Dice are written" in player.reads[-1]
        await player.give("roll", "2d6 + 3")
        assert "2d6 + 3" in room[-2] and 5 <= int(room[-1].split()[-1]) <= 15
        await gm.give("gm", "check climb by nobody { difficulty 12 }")
        assert "error[AZ" in gm.reads[-1] and "error[AZ" not in "".join(room)
        await gm.give("odds", "check leap by ada { ability strength, difficulty 12 }")
        assert "60.00%" in gm.reads[-1]
        await gm.give("scene", SimpleNamespace(read=_a_file))
        assert "from a file" in room[-1]
        await gm.give("undo")

        # What was played is there when the bot starts again, and another channel has nothing of it.
        again = Somebody(bot(), room, "GM")
        await again.give("why", "climb.outcome")
        assert "climb.outcome" in again.reads[-1]
        other = Somebody(again.bot, room, "GM", channel=2)
        await other.give("why", "climb.outcome")
        assert "error[AZ" in other.reads[-1]

    asyncio.run(evening())


async def _a_file() -> bytes:
    return b'note "from a file"'


def test_questions_are_answered_in_the_channel(bot: Any) -> None:
    async def evening() -> None:
        room: list[str] = []
        running = bot()
        gm, player = Somebody(running, room, "GM"), Somebody(running, room)

        async def asked(line: str) -> Any:
            entering = asyncio.create_task(gm.give("gm", line))
            await asyncio.sleep(0.05)
            return entering

        door = 'choose door "which door?" { left { note "Dark." }, right default { note "Light." } }'
        entering = await asked(door)
        assert room[-1].startswith("which door?")
        await player.give("roll", "2d6")
        assert "open question" in player.reads[-1]
        await player.give("answer", "up")
        await asyncio.sleep(0.05)
        assert "`up` is not one of these" in room[-2]
        await player.give("answer", "left")
        await entering
        assert "Dark." in room[-1]

        # A secret question is for the game master.
        said = len(room)
        entering = await asked("secret " + door.replace("door", "gate"))
        assert gm.reads[-1].startswith("which gate?") and len(room) == said
        await player.give("answer", "left")
        assert "no open question" in player.reads[-1]
        await gm.give("answer", "left")
        await entering
        assert len(room) == said, room[said:]

        # One that is broken off has not happened.
        entering = await asked(door.replace("door", "well"))
        await gm.give("undo")
        await entering
        assert "AZ714" in gm.reads[-1]
        await player.give("answer", "left")
        assert "no open question" in player.reads[-1]

    asyncio.run(evening())


def test_discord_takes_the_commands(bot: Any) -> None:
    running = bot()
    commands: dict[str, Any] = {command.name: command.to_dict(running.commands) for command in running.commands.get_commands()}
    assert sorted(commands) == ["answer", "gm", "odds", "roll", "scene", "undo", "why"]
    assert all(re.fullmatch(r"[a-z]{1,32}", name) for name in commands)
    assert [option["type"] for option in commands["gm"]["options"]] == [3]
    assert [option["type"] for option in commands["scene"]["options"]] == [11]
    assert [option["required"] for option in commands["why"]["options"]] == [False]

FENCE = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n|\n!\[[^\]]*\]\(pictures/([\w-]+\.svg)\)\n)?", re.MULTILINE | re.DOTALL)


def _shown(outputs: list[Any]) -> tuple[str, str | None]:
    """What a cell prints and shows as text, and its picture."""
    text, picture = "", None
    for output in outputs:
        data = output.get("data", {})
        picture = data.get("image/svg+xml", picture)
        text += output.get("text", "") if "text" in output else data.get("text/plain", "") + "\n"
    lines = [line.rstrip() for line in text.splitlines()]
    # The library that shows pictures writes them in its own way; theirs is a drawing without a role, since the book gives it one.
    return "\n".join(lines) + "\n", picture and picture.replace(' role="img"', "")


def test_the_notebook_shows_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each block of Python is a cell. Below it stands its text or its picture; with `WRITE_DOCS=1`, what is shown now is written there."""
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    path = ROOT / "docs" / "src" / "notebook.md"
    kept = path.read_text(encoding="utf-8")
    cells = FENCE.findall(kept)
    notebook: Any = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(code) for code, _, _ in cells]
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = iter([_shown(cell.outputs) for cell in notebook.cells])
    wrong = []

    def now(block: re.Match[str]) -> str:
        code, _, name = block.groups()
        text, picture = next(shown)
        if name is None:
            return f"```python\n{code}```\n" + (f"\n```text\n{text}```\n" if text.strip() else "")
        file = path.parent / "pictures" / name
        assert picture is not None, f"the cell above {name} shows no picture"
        if os.environ.get("WRITE_DOCS"):
            file.write_text(picture + "\n", encoding="utf-8")
        elif file.read_text(encoding="utf-8") != picture + "\n":
            wrong.append(name)
        return block.group()

    written = FENCE.sub(now, kept)
    if os.environ.get("WRITE_DOCS"):
        path.write_text(written, encoding="utf-8")
    assert not wrong and (written == kept or os.environ.get("WRITE_DOCS")), "what is shown is behind: `WRITE_DOCS=1` writes it anew"
    assert kept.count("pictures/") == 2
