"""A chat bot in forty lines: it plays one table through `assize serve --stdio`.

    python3 examples/bot.py target/debug/assize < lines.txt

Every line of the input stands for a message of the channel, and what is printed for what the bot posts there.
"""

import json
import subprocess
import sys


class Table:
    """One session, in a program of its own."""

    def __init__(self, program, texts):
        words = [program, "serve", "--stdio"]
        self.served = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self.last = 0
        self.request(do="open", texts=texts)
        self.request(do="mode", mode="table")

    def send(self, line):
        self.served.stdin.write(json.dumps(line) + "\n")
        self.served.stdin.flush()
        return json.loads(self.served.stdout.readline())

    def request(self, **request):
        """Asks for something. A question to people is posted, and the next message answers it."""
        self.last += 1
        reply = self.send({"id": self.last, "session": "table", **request})
        while "ask" in reply:
            print(reply["ask"].get("complaint") or reply["ask"]["question"])
            message = sys.stdin.readline()
            reply = self.send({"id": self.last, "answer": message.strip() if message else None})
        return reply

    def post(self, message):
        """What the bot posts about a message."""
        reply = self.request(do="enter", text=message, show="text")
        if "error" in reply:
            return reply["error"]["shown"]
        if "value" in reply["ok"]:
            return reply["ok"]["value"]["value"]
        return reply["ok"]["shown"] if reply["ok"]["verdict"]["events"] else "noted"


table = Table(sys.argv[1], {"party.asz": 'use ttomp\nactor inez "Inez, a thief"\n'})
for message in iter(sys.stdin.readline, ""):
    print(table.post(message.strip()).strip())
