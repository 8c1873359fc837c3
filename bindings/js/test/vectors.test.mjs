// What `bindings/vectors.json` says is said in JavaScript, byte for byte.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Engine } from "../dist/index.js";

const root = new URL("../../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");
const { cases } = JSON.parse(read("bindings/vectors.json"));

/** What a call says, or the error object with which it is refused. */
async function said(call) {
  try {
    return { told: await call() };
  } catch (error) {
    return { error: JSON.stringify(error.object) };
  }
}

for (const { name, text, file, compile, error, adjudicate = [], odds = [], test: tested } of cases) {
  test(`${name} is the same`, async () => {
    const engine = new Engine({ texts: compile.texts });
    const compiling = engine.compile(text ?? read(file), { name, cast: compile.cast });
    if (error !== undefined) {
      assert.deepEqual(await said(() => compiling), { error });
      return;
    }
    const scene = await compiling;
    for (const { options, ...expected } of adjudicate) {
      assert.deepEqual(await said(() => scene.adjudicate(options).json()), expected, JSON.stringify(options));
    }
    for (const { options: { questions, ...options }, ...expected } of odds) {
      assert.deepEqual(await said(async () => JSON.stringify(await scene.odds(questions, options))), expected, JSON.stringify(questions));
      assert.deepEqual(await said(() => JSON.stringify(scene.oddsNow(questions, options))), expected, JSON.stringify(questions));
    }
    assert.equal(JSON.stringify(scene.test()), tested);
  });
}
