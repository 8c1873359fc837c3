"""Clients that nobody here wrote: jsonrpcclient makes the messages, websockets carries them, against both ways of `assize serve`."""

import asyncio
import json
import os
import subprocess

import pytest
from jsonrpcclient import Error, Ok, notification, parse, request
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

ASSIZE = os.environ["ASSIZE"]
HANDS = {"client": {"name": "jsonrpcclient", "version": "1"}, "protocol": 1}


class Stdio:
    """The program over its input and output."""

    def __enter__(self):
        self.child = subprocess.Popen(
            [ASSIZE, "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        return self

    def __exit__(self, *_):
        self.child.stdin.close()
        self.child.wait(10)
        self.child.stdout.close()

    def say(self, message):
        self.child.stdin.write(json.dumps(message) + "\n")
        self.child.stdin.flush()

    def hear(self):
        return json.loads(self.child.stdout.readline())

    def ask(self, method, **params):
        self.say(request(method, params=params))
        return parse(self.hear())


@pytest.fixture
def socket():
    """The program over WebSocket: its address."""
    command = [ASSIZE, "serve", "--port", "0", "--origin", "https://table.example"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    yield child.stdout.readline().strip()
    child.kill()
    child.wait(10)
    child.stdout.close()


def test_an_evening_over_stdio():
    with Stdio() as server:
        assert isinstance(server.ask("initialize", **HANDS), Ok)
        assert server.ask("session/open", session="friday", seed="7").result["entries"] == 0
        value = server.ask("session/enter", session="friday", text="2d6 + 3").result["value"]
        assert 5 <= value["number"] <= 15
        wrong = server.ask("session/enter", session="friday", text="use tomp")
        assert isinstance(wrong, Error) and wrong.data["code"] == "AZ108"
        server.say(notification("$/cancel", params={"id": 99}))
        assert server.hear()["method"] == "remark"


def test_the_same_evening_over_websocket(socket):
    async def evening():
        async with connect(socket) as server:

            async def ask(method, **params):
                await server.send(json.dumps(request(method, params=params)))
                return parse(json.loads(await server.recv()))

            assert isinstance(await ask("initialize", **HANDS), Ok)
            await ask("session/open", session="friday", seed="7")
            return (await ask("session/enter", session="friday", text="2d6 + 3")).result["value"]

    by_socket = asyncio.run(evening())
    with Stdio() as server:
        server.ask("initialize", **HANDS)
        server.ask("session/open", session="friday", seed="7")
        assert server.ask("session/enter", session="friday", text="2d6 + 3").result["value"] == by_socket


def test_a_page_from_elsewhere_is_refused(socket):
    async def try_from(origin):
        async with connect(socket, origin=origin):
            return True

    assert asyncio.run(try_from("https://table.example"))
    with pytest.raises(InvalidStatus) as refused:
        asyncio.run(try_from("https://evil.example"))
    assert refused.value.response.status_code == 403


def test_ten_clients_and_ten_thousand_requests_a_tenth_of_them_wrong(socket):
    async def client(number):
        right = wrong = 0
        async with connect(socket) as server:
            await server.send(json.dumps(request("initialize", params=HANDS)))
            await server.recv()
            for turn in range(1000):
                message = request("session/odds" if turn % 10 == 0 else "run", params={"text": f"note \"{number} {turn}\""})
                await server.send(json.dumps(message)[: -1 if turn % 20 == 0 else None])
                heard = json.loads(await server.recv())
                right += "result" in heard
                wrong += "error" in heard
        return right, wrong

    async def all_of_them():
        return await asyncio.gather(*(client(number) for number in range(10)))

    assert asyncio.run(all_of_them()) == [(900, 100)] * 10
