"""Makes `python/assize/types.py`, the types of all questions and results, from the schemas in `protocol/`.

`--check` only says whether it is current.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent / "python" / "assize" / "types.py"
SCHEMAS = HERE.parents[2] / "protocol"
WIDTH = 120
# What the package takes and gives; everything that these are made of has a type too.
ROOTS = """Adjudicate Answering Checked Edited Entered Error FindAdvice FindOdds Format Happened Listed Mode Named Odds OpenQuestion Reason
Shown Simulate Tested ToldAdvice ToldEstimate Verdict Want""".split()
# What has another name here.
RENAMED = {"ToldEstimate": "Estimate"}
HEAD = '''"""What is asked and told, as data: the shapes in which the protocol sends it.

Made from the schemas in `protocol/` by `scripts/make_types.py`. It is for those who check types; nothing loads it while a program runs.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

'''
OWN = '''
class Role(TypedDict):
    """A role of a scene that somebody has to fill."""

    name: str
    #: The kind of thing that can fill it.
    kind: str
    #: Those of that kind, in the order in which they are declared.
    fitting: List[str]


class Found(TypedDict):
    """What was found in a journal."""

    #: So many entries are in it.
    entries: int
    #: A line that waits for an answer, or that was cut off. Entered again, it has the answers that were given then. Not for players.
    unfinished: Optional[str]
    #: Why a new page had to begin. Not for players.
    page: Optional[str]


class Shipped(TypedDict):
    """A system or a house rule that comes with the package."""

    name: str
    text: str


class Side(TypedDict, total=False):
    """One side of a comparison: its verdict, or why there is none."""

    verdict: Verdict
    error: Error


# Both answers to a question.
ComparedOdd = TypedDict(
    "ComparedOdd",
    {"question": str, "without": Optional[Odd], "with": Optional[Odd], "differ": bool},
)

# A scene without house rules and with them.
_Compared = TypedDict("_Compared", {"without": Side, "with": Side})


class Compared(_Compared, total=False):
    """A scene without some house rules and with them, from the same dice."""

    #: The odds of both, where they were asked for.
    odds: List[ComparedOdd]
'''


def definitions() -> dict[str, Any]:
    """All that the schemas define. Where two have one of one name, they say the same."""
    all_of: dict[str, Any] = {}
    for name in ("why", "handles", "protocol"):
        all_of.update(json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))["$defs"])
    reached: set[str] = set()
    waiting = list(ROOTS)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += re.findall(r'"#/\$defs/(\w+)"', json.dumps(all_of[name]))
    return {name: all_of[name] for name in sorted(reached)}


def named(name: str) -> str:
    return RENAMED.get(name, name)


def type_of(schema: Any) -> str:
    """A schema as an annotation."""
    if schema is True or schema == {}:
        return "Any"
    if "$ref" in schema:
        return named(schema["$ref"].rsplit("/", 1)[-1])
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    if "enum" in schema:
        return f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return union([type_of(one) for one in schema[several]])
    if isinstance(schema.get("type"), list):
        return union([type_of({**schema, "type": one}) for one in schema["type"]])
    return simple(schema)


def union(types: list[str]) -> str:
    flat = list(dict.fromkeys(types))
    literals = [one[8:-1] for one in flat if one.startswith("Literal[")]
    rest = [one for one in flat if not one.startswith("Literal[") and one != "None"]
    rest += [f"Literal[{', '.join(literals)}]"] if literals else []
    joined = rest[0] if len(rest) == 1 else f"Union[{', '.join(rest)}]"
    return f"Optional[{joined}]" if "None" in flat else joined


def simple(schema: Any) -> str:
    kind, others = schema.get("type"), schema.get("additionalProperties")
    if kind == "array":
        return f"List[{type_of(schema.get('items', {}))}]"
    if kind == "object":
        return f"Dict[str, {type_of(others)}]" if isinstance(others, dict) else "Dict[str, Any]"
    return {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}.get(kind, "Any")


def words(schema: Any) -> str:
    """The first paragraph; examples are in Rust."""
    return " ".join(schema.get("description", "").split("\n\n")[0].split())


def comment(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="    #: ", subsequent_indent="    #: ") if text else []


def doc(text: str) -> list[str]:
    if len(text) + 10 <= WIDTH:
        return [f'    """{text}"""'] if text else []
    lines = textwrap.wrap(text, WIDTH - 4, initial_indent="    ", subsequent_indent="    ")
    return ['    """' + lines[0].strip(), *lines[1:], '    """']


def fields(schema: Any) -> tuple[dict[str, Any], set[str]]:
    return schema.get("properties", {}), set(schema.get("required", []))


def class_of(name: str, schema: Any) -> list[str]:
    """A class, in two parts where some of its fields may be left out: that is how older versions of Python say it."""
    properties, required = fields(schema)
    if any(keyword.iskeyword(field) or not field.isidentifier() for field in properties):
        return called(name, schema)
    needed = {field: of for field, of in properties.items() if field in required}
    others = {field: of for field, of in properties.items() if field not in required}
    lines: list[str] = []
    base, ending = "TypedDict", ""
    if needed and others:
        base = f"_{name}"
        lines += [f"class {base}(TypedDict):", *members(needed), "", ""]
    if others:
        ending = ", total=False"
    explained = doc(words(schema))
    body = [*explained, *([""] if explained else []), *members(others or needed)]
    return [*lines, f"class {name}({base}{ending}):", *(body or ["    pass"])]


def members(properties: dict[str, Any]) -> list[str]:
    lines: list[str] = []
    for field, of in properties.items():
        lines += [*comment(words(of)), f"    {field}: {type_of(of)}"]
    return lines


def called(name: str, schema: Any) -> list[str]:
    """The same for fields whose names are words of Python."""
    properties, required = fields(schema)
    lines = [f"# {line}" for line in textwrap.wrap(words(schema), WIDTH - 2)]
    lines += [f"{name} = TypedDict(", f'    "{name}",', "    {"]
    for field, of in properties.items():
        lines += [f"    {line}" for line in comment(words(of))]
        lines.append(f'        "{field}": {quoted(type_of(of))},')
    lines.append("    },")
    return [*lines, *([] if required.issuperset(properties) else ["    total=False,"]), ")"]


def quoted(type_name: str) -> str:
    """An annotation that is read only by those who check types."""
    return f'"{type_name}"'


def variants(name: str, schema: Any) -> list[str]:
    """A class for each way in which something can look, and a name for all of them."""
    common, needed = fields(schema)
    lines, names = [], []
    for number, variant in enumerate(schema["oneOf"]):
        if "$ref" in variant or variant.get("type") not in ("object", None) or "properties" not in variant:
            names.append(type_of(variant))
            continue
        tags = [of["const"] for of in variant["properties"].values() if isinstance(of.get("const"), str)]
        tag = tags[0] if tags else (variant.get("required") or [str(number)])[0]
        own = name + "".join(part.capitalize() for part in re.split(r"[^a-zA-Z0-9]+", tag))
        properties, required = fields(variant)
        whole = {**variant, "properties": {**properties, **common}, "required": sorted(required | needed)}
        lines += [*class_of(own, whole), "", ""]
        names.append(own)
    return [*lines, f"{name} = {union_of(names)}"]


def union_of(names: list[str]) -> str:
    joined = union(names)
    return joined if joined.startswith("Literal") else quoted_union(joined)


def quoted_union(joined: str) -> str:
    inner = re.fullmatch(r"(Union|Optional)\[(.*)\]", joined)
    if inner is None:
        return joined
    parts = re.sub(r"(?<![\w\[\"'])([A-Z]\w*)(?![\w\[\"'])", r'"\1"', inner[2])
    return f"{inner[1]}[{parts}]"


def definition(name: str, schema: Any) -> list[str]:
    head = [f"# {line}" for line in textwrap.wrap(words(schema), WIDTH - 2)]
    if "oneOf" in schema and any("properties" in one for one in schema["oneOf"]):
        return [*head, *variants(name, schema)]
    if schema.get("type") == "object" and "properties" in schema:
        return class_of(name, schema) if all(map(str.isidentifier, schema["properties"])) else called(name, schema)
    return [*head, f"{name} = {quoted_union(type_of(schema))}"]


def text() -> str:
    parts = ["\n".join(definition(named(name), schema)) for name, schema in definitions().items()]
    return HEAD + "\n" + "\n\n\n".join(parts) + "\n\n" + OWN


def main() -> int:
    made = text()
    if "--check" in sys.argv[1:]:
        is_current = TARGET.exists() and TARGET.read_text(encoding="utf-8") == made
        print("it is current" if is_current else f"{TARGET} is behind: `python {Path(__file__).name}` writes it anew")
        return 0 if is_current else 1
    TARGET.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
