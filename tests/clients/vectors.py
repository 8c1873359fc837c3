"""What `bindings/vectors.json` says is said by `assize serve --stdio` too, byte for byte, but for the name of the script: there it is `script`."""

import json
import os
import subprocess
from pathlib import Path

import pytest

ASSIZE = os.environ["ASSIZE"]
ROOT = Path(__file__).parents[2]
CASES = json.loads((ROOT / "bindings" / "vectors.json").read_text(encoding="utf-8"))["cases"]


class Served:
    """The program over its input and output. There is nobody to ask: a question has its default for an answer."""

    def __enter__(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.child = subprocess.Popen([ASSIZE, "serve", "--stdio"], text=True, encoding="utf-8", **pipes)
        self.ask("initialize", {"client": {"name": "vectors", "version": "1"}, "protocol": 1})
        return self

    def __exit__(self, *_):
        self.child.stdin.close()
        assert self.child.wait(10) == 0
        self.child.stdout.close()

    def say(self, **message):
        self.child.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.child.stdin.flush()

    def ask(self, method, params):
        self.say(id=1, method=method, params=params)
        while "method" in (heard := json.loads(self.child.stdout.readline())):
            self.say(id=heard["id"], result={"answer": ""})
        return heard


def in_json(value, indent=None):
    return json.dumps(value, ensure_ascii=False, indent=indent, separators=None if indent else (",", ":"))


def asked(case):
    """Each request of a case, what it has to come to, and how what is told there is written."""
    text = case["text"] if "text" in case else (ROOT / case["file"]).read_text(encoding="utf-8")
    script = {"text": text, **case["compile"]}
    if "error" in case:
        yield ("run", script), {"error": case["error"]}, None
        return
    for one in case.get("adjudicate", []):
        yield ("run", {**script, "want": ["data"], **one["options"]}), one, lambda came: in_json(came["data"], 2) + "\n"
    for one in case.get("odds", []):
        yield ("odds", {**script, **one["options"]}), one, in_json
    yield ("test", script), {"told": case["test"]}, in_json


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_it_is_the_same(case):
    with Served() as server:
        for request, wanted, written in asked(case):
            answer = server.ask(*request)
            came = in_json(answer["error"]) if "error" in answer else written(answer["result"])
            assert ("error" in answer) == ("error" in wanted), (request[0], came)
            assert came == (wanted.get("error") or wanted["told"]).replace(case["name"], "script"), request[0]
