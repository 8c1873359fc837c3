"""A bot for a chat: each channel has a session on disk, and whoever is asked answers in the channel.

`Bot.hear` is all that a service has to call, and `say` all that it has to offer. Here they are lines such as `ada: !2d6 + 3`.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any, Awaitable, Callable

import assize


class File:
    def __init__(self, path: Path) -> None:
        self.file = path.open("ab", buffering=0)

    def append(self, row: bytes) -> None:
        self.file.write(row)


class Bot:
    def __init__(self, say: Callable[[str, str], Awaitable[None]], folder: Path) -> None:
        self.say, self.folder = say, folder
        self.sessions: dict[str, assize.Session] = {}
        self.asked: dict[str, asyncio.Future[str]] = {}

    def session(self, channel: str) -> assize.Session:
        if channel not in self.sessions:
            path = self.folder / f"{channel}.journal"
            rows = path.read_bytes() if path.exists() else b""
            file = File(path)
            self.sessions[channel] = assize.resume(rows, store=file) if rows else assize.begin(store=file)
        return self.sessions[channel]

    async def hear(self, channel: str, author: str, text: str) -> None:
        async def ask(question: Any) -> str:
            self.asked[channel] = asyncio.get_running_loop().create_future()
            await self.say(channel, question.get("complaint") or question.get("so_far", ""))
            await self.say(channel, f"{author}: {question['question']}")
            return await self.asked[channel]

        if channel in self.asked:
            self.asked.pop(channel).set_result(text)
        elif text.startswith("!"):
            try:
                entered: Any = await self.session(channel).enter_async(text[1:], ask=ask, want=["markdown"])
                await self.say(channel, entered.get("markdown", ""))
            except assize.AssizeError as error:
                await self.say(channel, f"```\n{error}\n```")


async def main() -> None:
    async def say(channel: str, text: str) -> None:
        print(text)

    bot, tasks = Bot(say, Path(sys.argv[1])), []
    for line in sys.stdin:
        author, _, text = line.rstrip("\n").partition(": ")
        tasks.append(asyncio.create_task(bot.hear("table", author, text)))
        await asyncio.sleep(0.1)
    await asyncio.gather(*tasks)


if __name__ == "__main__":
    asyncio.run(main())
