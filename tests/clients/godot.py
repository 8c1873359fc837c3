"""The scripts on the page for Godot: read by a parser of GDScript that nobody here wrote, and run against the program. There is no Godot in the
registries, so what the engine does is done by stand-ins, and the scripts are put into Python line by line."""

import asyncio
import json
import os
import re
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from gdtoolkit.linter import DEFAULT_CONFIG, lint_code
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

ASSIZE = os.environ["ASSIZE"]
PAGE = Path(__file__).parents[2] / "docs" / "src" / "godot.md"
FILES = {name: text for text, name in re.findall(r"^```gdscript\n(# (\S+)\n.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)}

TOP = re.compile(r"^(?:@export )?(?:var|const) (\w+) := (.*)$")
SIGNAL = re.compile(r"^signal (\w+)")
FUNCTION = re.compile(r"^func (\w+)\((.*)\) -> \w+:$")
PLAIN = [
    (r"^(\t+)var (\w+)(?:: \w+)? :?= ", r"\1\2 = "),
    (r"\$(\w+)", r"self.node('\1')"),
    (r"(\w+)\.is_empty\(\)", r"(not \1)"),
    (r"\.has\(", ".__contains__("),
    (r"\.merge\(", ".update("),
]


class Signal:
    """What is emitted is heard by those who are connected, and by those who wait at that moment."""

    def __init__(self):
        self.heard, self.waiting = [], []

    def connect(self, function):
        self.heard.append(function)

    def emit(self, *values):
        waiting, self.waiting = self.waiting, []
        for one in waiting:
            one.set_result(values[0] if values else None)
        for function in self.heard:
            function(*values)

    def __await__(self):
        self.waiting.append(asyncio.get_running_loop().create_future())
        return self.waiting[-1].__await__()


class WebSocketPeer:
    """Godot's client, which is polled."""

    STATE_CONNECTING, STATE_OPEN = range(2)

    def __init__(self):
        self.packets, self.socket = [], None

    @classmethod
    def new(cls):
        return cls()

    def connect_to_url(self, url):
        self.socket = connect(url, max_size=self.inbound_buffer_size)

    def poll(self):
        try:
            while self.socket:
                self.packets.append(self.socket.recv(timeout=0))
        except (TimeoutError, ConnectionClosed):
            pass

    def get_ready_state(self):
        return self.STATE_OPEN

    def get_available_packet_count(self):
        return len(self.packets)

    def get_packet(self):
        text = self.packets.pop(0)
        return SimpleNamespace(get_string_from_utf8=lambda: text)

    def send_text(self, text):
        self.socket.send(text)


class OS:
    """Starts the program, and ends only what it has started."""

    started = {}

    @classmethod
    def execute_with_pipe(cls, program, arguments):
        child = subprocess.Popen([ASSIZE if program == "assize" else program, *arguments], stdout=subprocess.PIPE, text=True)
        cls.started[child.pid] = child
        return {"stdio": SimpleNamespace(get_line=lambda: child.stdout.readline().strip()), "pid": child.pid}

    @classmethod
    def kill(cls, pid):
        child = cls.started.pop(pid)
        child.kill()
        child.wait(10)
        child.stdout.close()


class Node:
    """A node of the tree, whose functions begin at once, as those of GDScript do."""

    frame = Signal()

    def __init__(self, **children):
        self.children = children

    def node(self, name):
        return self.children[name]

    def get_tree(self):
        return SimpleNamespace(process_frame=self.frame)


class Choices:
    def __init__(self):
        self.item_selected, self.items = Signal(), []

    def clear(self):
        self.items = []

    def add_item(self, text):
        self.items.append(text)

    def get_item_text(self, index):
        return self.items[index]


def begun(function):
    return lambda *arguments: asyncio.ensure_future(function(*arguments))


def in_python(text):
    """A class in Python that does what a script does, as far as the page needs it."""
    members, fields, functions = [], [], []
    for line in re.sub(r'"""(.*?)"""', lambda found: json.dumps(found[1]), text, flags=re.S).splitlines():
        if found := TOP.match(line) or SIGNAL.match(line):
            members.append(found[1])
            fields.append(f"\t\tself.{found[1]} = {found[2] if found.re is TOP else 'Signal()'}")
        elif found := FUNCTION.match(line):
            members.append(found[1])
            arguments = ["self", *re.findall(r"(\w+):", found[2])]
            functions += ["\t@begun", f"\tasync def {found[1]}({', '.join(arguments)}):"]
        elif line.startswith("\t"):
            for old, new in PLAIN:
                line = re.sub(old, new, line)
            functions.append("\t" + line)
        else:
            assert re.match(r"$|# |class_name |extends ", line), line
    # Texts stay as they are, and so do heads of functions.
    own = re.compile(rf"""("(?:[^"\\]|\\.)*"|'[^']*'|^.*def .*$|self\.\w+)|(?<![\w.])({'|'.join(members)})\b""")
    body = [own.sub(lambda found: found[1] or f"self.{found[2]}", line) for line in [*fields, *functions]]
    head = ["class Script(Node):", "\tdef __init__(self, **children):", "\t\tsuper().__init__(**children)"]
    scope = {**globals(), "JSON": SimpleNamespace(stringify=json.dumps, parse_string=json.loads), "push_error": pytest.fail}
    exec("\n".join([*head, *body]), scope)
    return scope["Script"]


@pytest.mark.parametrize("name", FILES)
def test_it_is_gdscript(name):
    assert [str(found) for found in lint_code(FILES[name], DEFAULT_CONFIG)] == []


def test_the_scene_of_the_page_is_played():
    async def game():
        assize = in_python(FILES["assize.gd"])()
        chance, verdict, choices = SimpleNamespace(text=""), SimpleNamespace(text=""), Choices()
        wall = in_python(FILES["wall.gd"])(Assize=assize, Chance=chance, Verdict=verdict, Choices=choices)
        begun = [assize._ready(), wall._ready()]

        async def until(is_so):
            for _ in range(500):
                if is_so():
                    return
                await asyncio.gather(assize._process(0.01))
                Node.frame.emit()
                await asyncio.sleep(0.01)
            pytest.fail("it takes five seconds")

        try:
            await until(lambda: choices.items)
            assert chance.text == "70.00%" and choices.items == ["left", "right"]
            choices.item_selected.emit(0)
            await until(lambda: verdict.text)
            assert "up the wall" in verdict.text and "a yard" in verdict.text and choices.items == []
            await asyncio.gather(*begun)
            wrong = assize.request("run", {"text": "use tomp"})
            await until(wrong.done)
            assert "there is no `tomp`" in wrong.result()["error"]["message"]
        finally:
            await assize._exit_tree()
        assert OS.started == {}

    assert list(FILES) == ["assize.gd", "wall.gd"]
    asyncio.run(game())
