// The colours, as VS Code and highlight.js give them.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import hljs from "highlight.js/lib/core";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");
await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => {
    const path = join(here, "../syntaxes/assize.tmLanguage.json");
    return textmate.parseRawGrammar(readFileSync(path, "utf8"), path);
  },
});
const grammar = await registry.loadGrammar("source.assize");
hljs.registerLanguage("assize", require(join(root, "docs/highlight/assize.js")));

/** Each piece of a script with the innermost scope it has. */
function pieces(script) {
  let state = textmate.INITIAL;
  return script.split("\n").flatMap((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => [line.slice(startIndex, endIndex).trim(), scopes.at(-1)]);
  });
}

function keywords(script) {
  return pieces(script).filter(([, scope]) => /^keyword\.control/.test(scope)).map(([text]) => text);
}

/** The same by highlight.js. */
function marked(script) {
  const { value } = hljs.highlight(script, { language: "assize" });
  return [...value.matchAll(/<span class="hljs-keyword">([^<]*)<\/span>/g)].map(([, text]) => text.trim());
}

const CASES = [
  ["use ttomp\nactor inez \"if by\" # expect\n", ["use"]],
  ["raise gate by ada versus bo {\n  roll 3\n  one 2\n}\n", ["by", "versus", "roll"]],
  ["expect odds \"x\" { P(a.b >= c given d) = 1/2 }\nexpect dice 1, 2 { a is b }\n", ["expect odds", "given", "expect dice", "is"]],
  ["if a.b is not c { note \"x\" } else { set d = 1 }\n", ["if", "is", "not", "note", "else", "set"]],
  ["settle by one\nuptown versus ifs\n", ["by", "versus"]],
];

test("keywords are coloured where they are keywords, by both", () => {
  for (const [script, expected] of CASES) {
    assert.deepEqual(keywords(script), expected, script);
    assert.deepEqual(marked(script), expected, script);
  }
});

test("procedures and plans have words of their own", () => {
  const script = `procedure lift by lifter : person {
  ask secret weight, draw : many optional stone = 1 "how heavy"
  sum power { run | 2 }
  if weight > 1 { run other by lifter with weight = 1 }
}
plan load "x" {
  budget 3
  item stone { most : 0..3 }
}
carry stone by ada { run 3, ask 2 }
`;
  assert.deepEqual(keywords(script), [
    "procedure", "by", "ask secret", "many optional", "sum", "if", "run", "by", "with",
    "plan", "budget", "item", "by",
  ]);
});

test("texts, dice and names have their scopes", () => {
  const scope = new Map(pieces('procedure pick lock by thief {\n  roll die : 2d6 # dice\n  note "{thief} \\" waits"\n}\nscale grade { easy | hard }'));
  assert.equal(scope.get("pick lock"), "entity.name.type.assize");
  assert.equal(scope.get("grade"), "entity.name.type.assize");
  assert.equal(scope.get("2d6"), "constant.numeric.dice.assize");
  assert.equal(scope.get("# dice"), "comment.line.number-sign.assize");
  assert.equal(scope.get("{thief}"), "variable.other.assize");
  assert.equal(scope.get('\\"'), "constant.character.escape.assize");
});

test("words are whole, and blocks are indented", () => {
  const { wordPattern, indentationRules } = JSON.parse(readFileSync(join(here, "../language-configuration.json"), "utf8"));
  const words = "élan d'Artagnan 2d6 who's".match(new RegExp(wordPattern.pattern, `${wordPattern.flags}g`));
  assert.deepEqual(words, ["élan", "d'Artagnan", "2", "d6", "who's"]);
  const { increaseIndentPattern: more, decreaseIndentPattern: less } = indentationRules;
  for (const line of ["actor ana {", 'climb "up" by ana {  # slowly', "} else {"]) assert.match(line, new RegExp(more));
  for (const line of ["actor ana { }", "# a {", 'note "{ana}"', "value 1"]) assert.doesNotMatch(line, new RegExp(more));
  assert.match("  } else {", new RegExp(less));
});

test("no shipped script leaves a text or a block open", () => {
  const folders = ["systems", "house", "encounters"].map((name) => join(root, "scripts", name));
  const scripts = folders.flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith(".asz")).map((name) => join(folder, name)));
  assert.ok(scripts.length > 20);
  for (const path of scripts) {
    const script = readFileSync(path, "utf8");
    const [[, last]] = pieces(`${script}\nuse duel`).slice(-2);
    assert.equal(last, "keyword.control.assize", path);
    // What begins a line of a file is coloured, and nothing within a text or a comment is.
    const heads = script.match(/^(?:procedure|scale|kind|rule|expect|house|system|table)(?= )/gm) ?? [];
    const found = keywords(script).map((words) => words.split(" ")[0]);
    for (const head of new Set(heads)) {
      const count = (list) => list.filter((word) => word === head).length;
      assert.ok(count(found) >= count(heads), `${path}: ${head}`);
    }
  }
});
