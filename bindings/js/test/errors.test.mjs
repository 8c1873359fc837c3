// What is refused is told in the same words and the same data as by the program, and nothing is broken by it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AssizeError, compile, Engine, format, open } from "../dist/index.js";
import { served } from "./native.mjs";

const WRONG = "use ttomp\nactor inez \"Inez\"\naction climb by inze { task climb { quality good } }\n";

const failure = async (doing) => {
  try {
    await doing;
  } catch (error) {
    assert.ok(error instanceof AssizeError && error instanceof Error, `${error?.stack}`);
    return error;
  }
  return assert.fail("it is refused");
};

test("a mistake has a code, a place, a way out and a text, as in the protocol", async () => {
  const error = await failure(compile(WRONG));
  const [{ error: told }] = served({ method: "check", params: { text: WRONG } });
  assert.deepEqual(error.object, told);
  assert.deepEqual([error.message, error.code, error.help], [told.message, told.data.code, told.data.help]);
  assert.deepEqual(error.findings, told.data.findings);
  assert.equal(error.text, told.data.text);
  assert.equal(error.findings[0].labels[0].line, 3);
});

test("a run that is stopped says what had happened", async () => {
  const encounter = await compile('note "a knock"\nroll dice : 1d6\nstop if 1 = 1\n').catch(() => undefined);
  const scene = await compile('note "a knock"\nroll dice : 2d6', {});
  const error = await failure(Promise.resolve().then(() => scene.adjudicate({ dice: [3] })));
  assert.equal(error.code, "AZ703");
  assert.equal(error.happened?.events.length > 0, true);
  assert.ok(encounter === undefined || encounter.adjudicate().text().includes("a knock"));
});

test("a field that is unknown is refused and not left out", async () => {
  const encounter = await compile("roll dice : 1d6");
  const error = await failure(Promise.resolve().then(() => encounter.adjudicate({ sede: 7 })));
  assert.equal(error.code, "AZ925");
  assert.match(error.message, /unknown field `sede`/);
});

// What strangers may write is answered or refused, and what comes after it is answered as ever.
const hostile = {
  "it nests deep": `roll dice : ${"(".repeat(50_000)}1${")".repeat(50_000)}`,
  "it nests deep without brackets": `let x = ${"not ".repeat(50_000)}yes`,
  "its braces nest deep": `${"repeat up to 2 { ".repeat(20_000)}note "x"${" }".repeat(20_000)}`,
  "it runs away": 'repeat up to 9999 { repeat up to 9999 { note "x" } }',
  "it rolls too many dice": "roll dice : 999999999d999999999",
  "it is large": "note \"x\"\n".repeat(200_000),
  "it is no text": "\u0000\uffff\ud800 }}}{{{",
};

for (const [what, text] of Object.entries(hostile)) {
  for (const limits of ["untrusted", "own"]) {
    test(`${what} (${limits})`, { timeout: 60_000 }, async () => {
      const engine = new Engine({ limits });
      const error = await failure(engine.compile(text).then((encounter) => encounter.adjudicate()));
      assert.notEqual(error.code, "AZ922", error.text);
      (await engine.open(text)).free();
      await format(text).catch((error) => assert.notEqual(error.code, "AZ922", error.text));
      assert.match((await engine.compile("roll dice : 1d1")).adjudicate().text(), /1/);
    });
  }
}

test("odds that ask for too much are refused, here and in another thread", { timeout: 120_000 }, async () => {
  const encounter = await compile("roll dice : 1d6\nrepeat up to 99 until dice >= 7 { roll more : 9d100 }", { limits: "untrusted" }).catch(() => undefined);
  const large = encounter ?? (await compile("roll dice : 90d100", { limits: "untrusted" }));
  const outcome = await large.odds("E(dice)").then(({ chances }) => chances[0].value, (error) => error.code);
  assert.equal(typeof outcome, "string");
});

test("an editor hears of everything at its place, counted as JavaScript counts", async () => {
  const text = 'use ttomp\nactor inez "Inez 🗡 ünd"\naction climb by inze { task climb { quality good } }\n';
  const document = await open(text);
  const [finding] = document.findings;
  assert.equal(text.slice(finding.from, finding.to), "inze");
  const [fix] = finding.fixes;
  assert.equal(fix.insert, "inez");
  const mended = text.slice(0, fix.from) + fix.insert + text.slice(fix.to);
  assert.deepEqual((await open(mended)).findings.filter(({ severity }) => severity === "error"), []);
  const hover = document.hover(text.indexOf("inez") + 1);
  assert.equal(hover.name, "inez");
  assert.equal(text.slice(hover.from, hover.to), "inez");
  const unfinished = `${text}action leap by `;
  const words = (await open(unfinished)).complete(unfinished.length);
  assert.ok(words.some(({ label }) => label === "inez"));
  assert.ok(words.every(({ from, to }) => from === unfinished.length && to === unfinished.length));
  const marks = (await open(mended)).marks.map(({ sort, from, to }) => [sort, mended.slice(from, to)]);
  assert.deepEqual(marks[0], ["keyword", "use"]);
  assert.ok(marks.some(([sort, word]) => sort === "variable" && word === "inez"));
});
