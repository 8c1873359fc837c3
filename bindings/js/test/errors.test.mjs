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
  const scene = await compile('note "a knock"\nroll dice : 2d6', {});
  const error = await failure(Promise.resolve().then(() => scene.adjudicate({ dice: [3] })));
  assert.equal(error.code, "AZ704");
  assert.deepEqual(error.happened.events[0].event, "note");
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

test("odds that ask for too much are refused, and say of what there was too little", { timeout: 120_000 }, async () => {
  const tides = `system tides
one sea { depth : number = 0, waves : number = 0, wind : number = 0 }
procedure rise { roll a : 1d6, roll b : 1d6, roll c : 1d6, add a to sea.depth, add b to sea.waves, add c to sea.wind }`;
  const engine = new Engine({ texts: { tides }, limits: "untrusted" });
  const encounter = await engine.compile("use tides\nrepeat up to 20 until sea.depth >= 70 { rise now {} }");
  const question = "P(sea.waves * sea.wind >= 4000)";
  assert.throws(() => encounter.oddsNow(question), (error) => /^AZ80/.test(error.code));
  assert.match((await failure(encounter.odds(question))).code, /^AZ80/);
  const { chances, ran_out } = await encounter.odds(question, { keep: true });
  assert.ok(chances[0].stopped && typeof ran_out === "string");
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
