"""A chat bot in fifty lines: it plays any number of tables through one `assize serve --stdio`.

    python3 examples/bot.py target/debug/assize < lines.txt

Every line of the input stands for a message in a channel, `CHANNEL: TEXT`, and what is printed for what the bot posts
there. Each channel is a table of its own. While one waits for its dice, the others play on.
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
        self.asked = {}  # The id of the open question of each channel that has one.

    def send(self, line):
        """Sends a line. There is exactly one answer to each."""
        self.served.stdin.write(json.dumps(line) + "\n")
        self.served.stdin.flush()
        return json.loads(self.served.stdout.readline())

    def request(self, **request):
        self.last += 1
        return self.send({"id": self.last, **request})

    def hear(self, channel, message):
        """What the bot posts about a message."""
        if channel not in self.tables:
            self.tables.add(channel)
            self.request(do="open", session=channel, texts=PARTY)
            self.request(do="mode", session=channel, mode="table")
        if channel in self.asked:
            answer = None if message == "never mind" else message
            reply = self.send({"id": self.asked.pop(channel), "answer": answer})
        else:
            reply = self.request(do="enter", session=channel, text=message, show="text")
        return self.told(channel, reply)

    def told(self, channel, reply):
        if "ask" in reply:
            self.asked[channel] = reply["id"]
            return reply["ask"].get("complaint") or reply["ask"]["question"]
        if "error" in reply:
            return reply["error"]["shown"]
        if "value" in reply["ok"]:
            return reply["ok"]["value"]["value"]
        return reply["ok"]["shown"] if reply["ok"]["verdict"]["events"] else "noted"


bot = Bot(sys.argv[1])
for line in sys.stdin:
    channel, _, message = line.strip().partition(": ")
    print(f"{channel}: {bot.hear(channel, message).strip()}")
