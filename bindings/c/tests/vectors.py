"""Has a program in C say what `bindings/vectors.json` says, byte for byte: `vectors.py PROGRAM`."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def main(program: str) -> int:
    cases = json.loads((ROOT / "bindings" / "vectors.json").read_text(encoding="utf-8"))["cases"]
    compared = 0
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(
        [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as running:
        assert running.stdin and running.stdout

        def said(*words: str) -> tuple[str, str]:
            running.stdin.write("\t".join(words).encode() + b"\n")
            running.stdin.flush()
            sort, length = running.stdout.readline().split()
            text = running.stdout.read(int(length)).decode()
            running.stdout.read(1)
            return sort.decode(), text

        for case in cases:
            text = case["text"] if "text" in case else (ROOT / case["file"]).read_text(encoding="utf-8")
            path = Path(folder) / "script"
            path.write_bytes(text.encode())
            came = said("compile", str(path), json.dumps({"name": case["name"], **case["compile"]}))
            if "error" in case:
                assert came == ("error", case["error"]), case["name"]
                compared += 1
                continue
            for word in ("adjudicate", "odds"):
                for asked in case.get(word, []):
                    expected = ("told", asked["told"]) if "told" in asked else ("error", asked["error"])
                    assert said(word, json.dumps(asked["options"])) == expected, (case["name"], asked["options"])
                    compared += 1
            assert said("test", "") == ("told", case["test"]), case["name"]
            compared += 1
        running.stdin.close()
        assert running.wait(60) == 0
    print(f"{compared} vectors are the same in C")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
