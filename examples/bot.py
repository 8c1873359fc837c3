"""A chat bot: it plays any number of tables through one `assize serve --stdio`.

    python3 examples/bot.py target/debug/assize < lines.txt

Each line of the input is a message in a channel, `CHANNEL: TEXT`; each line printed is what the bot posts there. Each
channel is a table of its own. While one waits for its dice, the others play on.
"""

import json
import subprocess
import sys

PARTY = {"party.asz": 'use ttomp\nactor inez "Inez, a thief"\n'}


class Bot:
    def __init__(self, program):
        words = [program, "serve", "--stdio"]
        self.served = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self.last = 0
        self.tables = set()
        self.asked = {}  # The open question of each channel that has one.
        self.request("initialize", client={"name": "bot", "version": "1"}, protocol=1)

    def send(self, **message):
        self.served.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.served.stdin.flush()

    def request(self, method, **params):
        self.last += 1
        self.send(id=self.last, method=method, params=params)
        return self.outcome(self.last)

    def outcome(self, request):
        """What the server sends for a request: a response, or first a question to a person."""
        for line in self.served.stdout:
            message = json.loads(line)
            if message.get("method") == "ask" and message["params"]["request"] == request:
                return message
            if "method" not in message and message["id"] == request:
                return message
            print("not expected:", line, file=sys.stderr)
        sys.exit("the server has gone")

    def hear(self, channel, message):
        """What the bot posts about a message."""
        if channel not in self.tables:
            self.tables.add(channel)
            self.request("session/open", session=channel, texts=PARTY)
            self.request("session/mode", session=channel, mode="table")
        if channel in self.asked:
            asked = self.asked.pop(channel)
            self.send(id=asked["id"], result={"answer": None if message == "never mind" else message})
            return self.told(channel, self.outcome(asked["params"]["request"]))
        return self.told(channel, self.request("session/enter", session=channel, text=message, want=["text"]))

    def told(self, channel, message):
        if "method" in message:
            self.asked[channel] = message
            question = message["params"]
            return question.get("complaint") or question["question"]
        if "error" in message:
            return message["error"]["data"]["text"]
        result = message["result"]
        if result["kind"] == "value":
            return result["value"]["value"]
        return result.get("text", "noted")


bot = Bot(sys.argv[1])
for line in sys.stdin:
    channel, _, message = line.strip().partition(": ")
    print(f"{channel}: {bot.hear(channel, message).strip()}")
