// Every shipped encounter comes to the same in WebAssembly as in the program, byte for byte.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile, Engine, rulesAt } from "../dist/index.js";
import { encounters, native, refused, texts } from "./native.mjs";

const SEEDS = [1, 2, 3];

for (const { name, text } of encounters) {
  test(`${name} comes to the same`, async () => {
    const encounter = await compile(text, { name, texts });
    // Where no dice are rolled, the program refuses a seed.
    const rolls = refused("run", name, "--seed", "1").status === 0;
    const seeds = rolls ? SEEDS : [1];
    for (const seed of seeds) {
      const words = rolls ? ["--seed", `${seed}`, "--secret-seed", `${seed + 10}`] : [];
      for (const whom of ["players", "gm", "log"]) {
        const verdict = encounter.adjudicate({ seed, secret_seed: seed + 10, for: whom });
        const of = (format) => native("run", name, ...words, "--for", whom, "--format", format);
        assert.equal(verdict.json(), of("json"));
        if (seed > 1) continue;
        assert.equal(verdict.text(), of("text"));
        assert.equal(verdict.markdown(), of("markdown"));
        assert.equal(verdict.html(), of("html"));
      }
    }
    const judged = encounter.adjudicate({ mode: "deliberate", for: "gm" });
    assert.equal(judged.json(), native("run", name, "--mode", "deliberate", "--for", "gm", "--format", "json"));
    assert.equal(judged.why(), native("why", name, "--mode", "deliberate", "--for", "gm"));
    assert.deepEqual(judged.reasons(), JSON.parse(native("why", name, "--mode", "deliberate", "--for", "gm", "--format", "json")).reasons);
  });

  test(`the expectations of ${name} come to the same`, async () => {
    const tested = (await compile(text, { name, texts })).test();
    assert.equal(tested.passed, tested.of, tested.text);
  });
}

test("seeds that are not given are fresh ones", async () => {
  const encounter = await compile(encounters.find(({ name }) => name === "healer.asz").text);
  const seeds = new Set([1, 2, 3].map(() => encounter.adjudicate({ for: "gm" }).data.seed));
  assert.equal(seeds.size, 3);
});

test("house rules on and off are compared from the same dice", async () => {
  const { name, text } = encounters.find(({ name }) => name === "healer.asz");
  const engine = new Engine({ texts });
  const options = { name, run: { seed: 7, secret_seed: 8, for: "gm" }, odds: { for: "gm" } };
  const { without, with: other, odds } = await engine.compare(text, "exploding-basic-die", options);
  assert.deepEqual(without.verdict, (await engine.compile(text, { name })).adjudicate(options.run).data);
  assert.deepEqual(other.verdict.houses.map(({ name }) => name), ["exploding basic die"]);
  assert.ok(odds.some(({ differ }) => differ) && odds.every(({ question }) => question.length > 0));
});

test("what the rules behind a reason say can be read", async () => {
  const { name, text } = encounters.find(({ name }) => name === "bear-at-the-ford.asz");
  const all = (reasons) => reasons.flatMap((reason) => [reason, ...all(reason.because ?? [])]);
  const reasons = all((await compile(text, { name, texts })).adjudicate({ seed: 1, secret_seed: 2, for: "gm" }).reasons());
  const ruled = reasons.filter(({ rules }) => rules !== undefined);
  assert.ok(ruled.length > 0);
  for (const { place, rules } of ruled) {
    const said = await rulesAt(place);
    assert.deepEqual(said.map(({ id }) => id), rules);
    assert.ok(said.every(({ says }) => / .*\.$/.test(says)), said.map(({ says }) => says).join("\n"));
  }
  assert.deepEqual(await rulesAt({ file: "mine.asz", line: 1 }), []);
});
