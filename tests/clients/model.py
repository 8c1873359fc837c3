"""The Model Context Protocol's own client, against `assize mcp`."""

import asyncio
import os

import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

ASSIZE = os.environ["ASSIZE"]


def with_session(work, *words):
    """Does something with a session of the client."""

    async def do():
        server = StdioServerParameters(command=ASSIZE, args=["mcp", *words])
        async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            return await work(session)

    return asyncio.run(asyncio.wait_for(do(), 60))


def text(result):
    return result.content[0].text


def test_an_evening_under_a_journal(tmp_path):
    async def play(session):
        await session.call_tool("session_open", {"session": "friday"})
        await session.call_tool("session_enter", {"session": "friday", "text": 'use duel\nactor ada "Ada"'})
        rolled = await session.call_tool("session_enter", {"session": "friday", "text": "roll fall : 2d6"})
        return text(rolled)

    async def go_on(session):
        await session.call_tool("session_open", {"session": "friday"})
        history = await session.call_tool("session_history", {"session": "friday"})
        why = await session.call_tool("session_why", {"session": "friday", "name": "fall"})
        return text(history), text(why)

    journals = ["--journals", str(tmp_path)]
    rolled = with_session(play, *journals)
    history, why = with_session(go_on, *journals)
    assert "roll fall" not in history, "players do not see the text of entries"
    faces = [word for word in rolled.split() if word.isdigit()]
    assert faces and all(face in why for face in faces)


def test_every_tool_says_what_it_takes():
    async def listed(session):
        return (await session.list_tools()).tools

    tools = with_session(listed)
    assert {"run", "odds", "session_enter", "look_up", "answer"} <= {tool.name for tool in tools}
    for tool in tools:
        assert tool.description


def test_secrets_stay_with_the_game_master():
    async def run(session):
        return text(await session.call_tool("run", {"text": 'secret note "the butler did it"\nnote "rain"'}))

    assert "butler" not in with_session(run)
    assert "butler" in with_session(run, "--gm")


def test_the_book_is_read():
    async def read(session):
        resources = (await session.list_resources()).resources
        uri = next(resource.uri for resource in resources if "first-verdict" in str(resource.uri))
        return (await session.read_resource(uri)).contents[0].text

    assert with_session(read).startswith("# ")


def test_a_mistake_has_its_place_and_a_way_out():
    async def run(session):
        return await session.call_tool("run", {"text": "use tomp"})

    result = with_session(run)
    told = text(result)
    assert "AZ108" in told and "did you mean `ttomp`?" in told


if __name__ == "__main__":
    raise SystemExit(pytest.main([__file__, "-q"]))
