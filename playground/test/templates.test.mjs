// All that can be opened runs, and has odds: scenes of one's own in every system, and all examples. In Node, with the package itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile, Engine, format } from "../../bindings/js/dist/index.js";
import { examples, templates } from "../examples.mjs";

// A system is read once by the same engine.
const engine = new Engine();

test("a scene of one's own runs in every system, has odds, and is laid out", async () => {
  const all = templates();
  assert.equal(all.length, 11);
  for (const { id, title, about, text } of all) {
    assert.ok(title.length > 0 && about.length > 0, id);
    const scene = text.replace(/\bID\b/g, "ada").replace(/\bWHO\b/g, "Ada").replace(/\bWHAT\b/g, "over the wall");
    const encounter = await engine.compile(scene, { name: `${id}.asz` });
    assert.deepEqual(encounter.check().warnings, [], id);
    assert.ok(encounter.adjudicate({ seed: 1 }).brief.length > 0, id);
    const { chances } = encounter.oddsNow([], { for: "gm" });
    assert.ok(chances.some(({ percent }) => percent !== "0.00%" && percent !== "100.00%"), id);
    assert.equal(await format(scene), scene, id);
  }
});

test("every example runs", async () => {
  const all = examples();
  assert.equal(all.filter(({ id }) => id.startsWith("one-")).length, 11);
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  for (const { id, name, text, texts, about, system } of all) {
    assert.ok(about.length > 0 && system.length > 0, id);
    const encounter = await (Object.keys(texts).length === 0 ? engine.compile(text, { name }) : compile(text, { name, texts }));
    assert.ok(encounter.adjudicate({ seed: 1 }).brief.length > 0, id);
  }
});
